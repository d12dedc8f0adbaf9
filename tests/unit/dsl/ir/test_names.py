"""What a word stands for where it stands: `docs/language.md` says it in words."""

import pytest

from dsl.ir import nodes as ir
from dsl.ir.nodes import Kind
from dsl.walk import nodes_of
from tests.unit.dsl.ir.small import each_player, errors, for_each_player, game, in_step, step, value

# ---------------------------------------------------------------- plain plurals


@pytest.mark.parametrize(
    "text",
    [
        "total score of players",
        "number of Deeds in pile",
        "number of Colours",
        "number of cards in hands of players",
        "number of players where scores > 3",
    ],
)
def test_a_name_answers_to_its_plain_plural(text: str) -> None:
    value(text)


def test_what_is_done_has_no_plural() -> None:
    assert errors(in_step("do rewards of leader, with 1")) == [("unknown-procedure", "rewards")]


# ---------------------------------------------------------------- where


def test_a_bare_property_in_where_is_the_candidates() -> None:
    count = value("number of players where score > 3")
    assert isinstance(count, ir.CountOf) and isinstance(count.over, ir.Filter)
    (read,) = nodes_of(count.over.where, ir.Read)
    assert read.at == (ir.Local(count.over.slot, "candidate", ir.PLAYER),)


def test_inside_another_where_it_is_the_inner_candidates() -> None:
    outer = value("number of players where any card in hand of leader where worth > 3")
    assert isinstance(outer, ir.CountOf) and isinstance(outer.over, ir.Filter)
    (some,) = nodes_of(outer.over.where, ir.Some)
    (attribute,) = nodes_of(some.where, ir.Attribute)
    assert attribute.piece == ir.Local(some.slot, "candidate", ir.PIECE)


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ("define busy of player: score > 1\ndefine busy: night", "number of players where busy"),
        ("flag red of player", "number of players where red"),
    ],
)
def test_a_bare_name_that_could_be_the_candidates_and_something_else_is_an_error(more: str, text: str) -> None:
    assert [name for name, _ in errors(f"{more}\ndefine tested: {text}")] == ["unclear-name"]


def test_a_local_and_a_property_of_one_name_are_an_error_too() -> None:
    found = errors(in_step("let worth be 3\nif any card in pile where worth > 2: set night to yes"))
    assert found == [("unclear-name", "worth")]


def test_the_value_that_is_wanted_comes_before_a_property() -> None:
    filtered = value("number of cards in pile where colour is green")
    (compared,) = nodes_of(filtered, ir.Compare)
    assert compared.right == ir.Constant(1, ir.Type(Kind.VALUE, "Colour"))


def test_as_before_where_names_the_candidate() -> None:
    filtered = value("number of players as one where coins of one > gems of one")
    slots = {local.slot for local in nodes_of(filtered, ir.Local)}
    assert len(slots) == 1


# ---------------------------------------------------------------- as and let


@pytest.mark.parametrize(
    "taken",
    ["hand", "coins", "rich", "reward", "leader", "night", "work", "pile", "who_"],
)
def test_a_name_hides_no_other(taken: str) -> None:
    text = f"let who_ be 1\nchoose a number from 1 to 3 as {taken}\nraise fire by {taken}"
    assert errors(for_each_player(text)) == [("name-hidden", taken)]


def test_a_parameter_hides_no_other_name() -> None:
    assert errors("procedure spoil of pile: player: pile gains 1 coins") == [("name-hidden", "pile")]


def test_as_never_changes_and_let_may() -> None:
    assert errors(for_each_player("choose a number from 1 to 3 as bid\nset bid to 2")) == [("fixed-name", "bid")]
    assert isinstance(each_player("let bid be 1\nset bid to 2\nraise bid by 1")[2], ir.SetLocal)


def test_a_let_is_not_said_twice() -> None:
    assert errors(in_step("let bid be 1\nlet bid be 2")) == [("name-hidden", "bid")]


def test_a_name_ends_with_its_block() -> None:
    assert errors(in_step("if night:\n    let bid be 1\nraise fire by bid")) == [("unknown-name", "bid")]


def test_a_let_is_new_on_each_pass() -> None:
    (loop,) = step("repeat 3 times:\n    let bid be fire\n    raise fire by bid")
    assert isinstance(loop, ir.ForRange)
    assert isinstance(loop.body[0], ir.SetLocal)


def test_a_let_of_none_takes_the_type_of_what_it_is_set_to() -> None:
    step("let found be none\neach player where rich: set found to you\nif found exists: set leader to found")


# ---------------------------------------------------------------- it, this, previous


def test_it_is_the_last_piece_chosen_drawn_or_moved() -> None:
    chosen, moved = each_player("choose a card from your hand\nmove it to pile\nset night to yes")
    assert isinstance(chosen, ir.Choose) and isinstance(moved, ir.Write)
    (move,) = chosen.body
    assert isinstance(move, ir.MovePieces) and move.pieces == ir.Local(chosen.slot, "it", ir.PIECE)
    draw, gone = each_player("draw 1 from pile\nmove it to discard_pile")
    assert isinstance(draw, ir.Draw) and isinstance(gone, ir.MovePieces)
    assert isinstance(gone.pieces, ir.Local) and gone.pieces.slot == draw.slot


def test_it_stays_the_piece_that_was_moved() -> None:
    kept, move, back = step("move top of pile to discard_pile\nmove it to bottom of pile")
    assert isinstance(kept, ir.SetLocal) and isinstance(move, ir.MovePieces) and isinstance(back, ir.MovePieces)
    assert isinstance(move.pieces, ir.Local) and move.pieces.slot == kept.slot
    assert back.pieces == move.pieces and back.at_bottom


def test_it_ends_with_its_block() -> None:
    assert errors(in_step("if night: move top of pile to discard_pile\nmove it to pile")) == [("no-such-pronoun", "it")]


def test_this_and_controller_are_for_the_text_of_a_card() -> None:
    done = game(
        'deck Deed in pile:\n    "Storm", colour red:\n        controller gains 1 coins\n'
        "        move this to discard_pile"
    )
    (card,) = done.cards
    assert card.effect is not None
    gain, move = card.effect.statements
    assert isinstance(gain, ir.Transfer) and gain.target == ir.Holder(ir.Local(0, "controller", ir.PLAYER))
    assert isinstance(move, ir.MovePieces) and move.pieces == ir.Local(1, "this", ir.PIECE)
    assert errors(in_step("move this to pile")) == [("no-such-pronoun", "this")]


def test_previous_is_for_exceptions() -> None:
    done = game("exception to level if night: previous + 1")
    assert [type(x.value) for d in done.defines for x in d.exceptions] == [ir.Arithmetic]
    assert errors("define tested: previous + 1") == [("no-such-pronoun", "previous")]


# ---------------------------------------------------------------- you and their


@pytest.mark.parametrize(
    "text",
    [
        in_step("gain 1 coins"),
        "setup: gain 1 coins",
        "game ends after work: gain 1 coins\n" + in_step("set night to yes"),
        "whenever fire > 3: gain 1 coins",
    ],
)
def test_nobody_acts_in_a_step_or_the_setup(text: str) -> None:
    assert errors(text) == [("who-does-it", "gain 1 coins")]


@pytest.mark.parametrize(
    "text",
    [
        in_step("each player: gain 1 coins"),
        in_step("players take turns: gain 1 coins"),
        in_step("as leader: gain 1 coins"),
        in_step("each player where rich: gain 1 coins"),
        'action work_hard "Work": gain 1 coins',
        'reaction "Grab", after doing reward: gain 1 coins',
        "procedure own: gain 1 coins",
        'deck Deed in pile:\n    "Luck", colour red:\n        gain 1 coins',
    ],
)
def test_somebody_acts(text: str) -> None:
    assert errors(text) == []


def test_a_step_of_a_turn_is_the_players() -> None:
    done = game('phase day "Day":\n    players take turns:\n        step 1 wages "Wages": gain 1 coins')
    (loop,) = next(f.body.statements for f in done.flows if f.name == "day")
    assert isinstance(loop, ir.ForEach)
    (turn,) = loop.body
    assert isinstance(turn, ir.Turn)
    assert turn.body == (ir.RunFlow("wages", ir.Local(loop.slot, "player", ir.PLAYER)),)


def test_a_procedure_keeps_its_callers_you() -> None:
    done = game("procedure outer: do inner\nprocedure inner: gain 1 coins")
    (call,) = next(p.body.statements for p in done.procedures if p.name == "outer")
    assert isinstance(call, ir.Call) and call.you is None
    (handed,) = each_player_with("procedure inner: gain 1 coins", "do inner")
    assert isinstance(handed, ir.Call) and isinstance(handed.you, ir.Local) and handed.you.slot != 0


def each_player_with(more: str, text: str) -> tuple[ir.Statement, ...]:
    (loop,) = next(f.body.statements for f in game(f"{more}\n{for_each_player(text)}").flows if f.name == "work")
    assert isinstance(loop, ir.ForEach)
    return loop.body


def test_their_is_the_subjects() -> None:
    (move,) = step("leader moves top of pile to their hand")
    assert isinstance(move, ir.MovePieces)
    assert move.zone == ir.ZoneAt("hand", (ir.Read("leader", (), ir.PLAYER.or_none()),))


def test_their_is_the_candidates_of_the_innermost_where() -> None:
    filtered = value("number of players where number of cards in their hand > 2")
    (zone,) = nodes_of(filtered, ir.ZoneAt)
    assert isinstance(zone.at[0], ir.Local) and zone.at[0].name == "candidate"


def test_their_of_a_definition_is_what_it_is_of() -> None:
    done = game("define held of player: number of cards in their hand")
    (zone,) = nodes_of(next(d.value for d in done.defines if d.name == "held of player"), ir.ZoneAt)
    assert zone.at == (ir.Local(0, "player", ir.PLAYER),)


def test_their_of_nobody_is_an_error() -> None:
    assert errors(in_step("if their score > 3: set night to yes")) == [("no-their", "their")]
