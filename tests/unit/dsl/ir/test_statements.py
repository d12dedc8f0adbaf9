"""Statements: what they come to do."""

import pytest

from dsl.ir import nodes as ir
from dsl.ir.nodes import COUNTER, NUMBER, PIECE, PLAYER, PLAYERS, YES_NO, Kind, Manner, Type
from dsl.walk import nodes_of
from tests.unit.dsl.ir.small import body_of, each_player, errors, for_each_player, game, in_step, step

LEADER = ir.Read("leader", (), PLAYER.or_none())
NEXT = ir.Function("left", (LEADER,), PLAYER)
BANK = ir.Bank()


def one(text: str) -> ir.Statement:
    (done,) = step(text)
    return done


# ---------------------------------------------------------------- counters


@pytest.mark.parametrize(
    ("text", "source", "target"),
    [
        ("leader gains 2 coins", BANK, ir.Holder(LEADER)),
        ("leader loses 2 coins", ir.Holder(LEADER), BANK),
        ("leader pays 2 coins to the bank", ir.Holder(LEADER), BANK),
        ("leader gains 2 coins from left of leader", ir.Holder(NEXT), ir.Holder(LEADER)),
        ("leader gives 2 coins to left of leader", ir.Holder(LEADER), ir.Holder(NEXT)),
        ("leader gains 2 coins from heap", ir.Pot("heap", (ir.Constant(0, NUMBER),)), ir.Holder(LEADER)),
        ("leader pays 2 coins to fire", ir.Holder(LEADER), ir.Pot("fire", ())),
        ("heap pays 2 coins to leader", ir.Pot("heap", (ir.Constant(0, NUMBER),)), ir.Holder(LEADER)),
        ("heap[coins] pays 2 coins to the bank", ir.Pot("heap", (ir.Constant(0, Type(Kind.VALUE, "Stuff")),)), BANK),
    ],
)  # fmt: skip
def test_where_counters_go(text: str, source: ir.Place, target: ir.Place) -> None:
    done = one(text)
    assert isinstance(done, ir.Transfer)
    assert (done.source, done.target) == (source, target)
    assert done.counter == ir.Constant(0, COUNTER)
    assert done.amount == ir.Constant(2, NUMBER)


def test_all_that_is_there() -> None:
    held, kept = one("leader pays all coins to the bank"), one("leader gains all coins from heap")
    assert isinstance(held, ir.Transfer) and isinstance(kept, ir.Transfer)
    assert held.amount == ir.ReadCounter(ir.Constant(0, COUNTER), LEADER)
    assert kept.amount == ir.Read("heap", (ir.Constant(0, NUMBER),), NUMBER)


def test_a_kind_of_counter_that_is_known_only_in_play() -> None:
    (loop,) = step("for each kind in Stuff: leader gains 1 kind from heap")
    assert isinstance(loop, ir.ForEach)
    (gain,) = loop.body
    kind = ir.Local(loop.slot, "kind", Type(Kind.VALUE, "Stuff"))
    assert isinstance(gain, ir.Transfer)
    assert gain.counter == ir.Arithmetic("+", kind, ir.Constant(0, NUMBER), COUNTER)
    assert gain.source == ir.Pot("heap", (kind,))


@pytest.mark.parametrize(
    ("word", "manner"), [("", Manner.PLAIN), ("openly ", Manner.OPENLY), ("secretly ", Manner.SECRETLY)]
)
def test_the_manner_of_a_gain(word: str, manner: Manner) -> None:
    (gain,) = each_player(f"{word}gain 1 coins")
    assert isinstance(gain, ir.Transfer)
    assert gain.manner is manner


def test_raise_lower_and_set() -> None:
    up, down, put = step("raise fire by 2\nlower score of leader by 1\nset night to yes")
    assert up == ir.Change("fire", (), ir.Constant(2, NUMBER), False, 0)
    assert isinstance(down, ir.Change) and down.down and down.at == (LEADER,)
    assert isinstance(put, ir.Write) and put.value == ir.Constant(1, YES_NO)


def test_a_field_that_is_set_changes_in_play() -> None:
    done = game(in_step("set worth of top of pile to 3\nset marked of top of pile to yes"))
    assert [f.name for t in done.card_types if t.name == "Deed" for f in t.fields] == ["colour", "worth"]
    marks = {v.name: v.start for v in done.variables if v.is_mark}
    assert marks == {
        "marked": ir.Constant(0, YES_NO),
        "worth": ir.Attribute("worth", ir.Local(0, "card", PIECE), NUMBER),
    }


# ---------------------------------------------------------------- pieces


def test_moving_pieces() -> None:
    move, under, whole, face = step(
        "move top of pile to hand of leader\nmove top of pile to bottom of pile\nmove pile to discard_pile\n"
        "move every card in pile to discard_pile face down"
    )
    assert isinstance(move, ir.MovePieces) and move.zone == ir.ZoneAt("hand", (LEADER,))
    assert isinstance(under, ir.MovePieces) and under.at_bottom
    assert isinstance(whole, ir.MovePieces) and whole.pieces == ir.Contents(ir.ZoneAt("pile", ()))
    assert isinstance(face, ir.MovePieces) and face.face == "down"


def test_drawing_and_discarding_without_saying_where() -> None:
    draw, discard = each_player("draw 2 from pile as drawn\ndiscard drawn")
    assert isinstance(draw, ir.Draw) and isinstance(discard, ir.MovePieces)
    assert isinstance(draw.target, ir.ZoneAt) and draw.target.zone == "hand"
    assert discard.zone == ir.ZoneAt("discard_pile", ())
    (up_to,) = each_player("draw to 5 from pile")
    assert isinstance(up_to, ir.Draw) and isinstance(up_to.amount, ir.Arithmetic)


def test_several_players_as_the_subject() -> None:
    (loop,) = step("players draws 1 from pile")
    assert isinstance(loop, ir.ForEach) and isinstance(loop.body[0], ir.Draw)


# ---------------------------------------------------------------- questions


def test_what_uses_an_answer_hangs_on_the_question() -> None:
    (question,) = each_player("choose a number from 1 to fire as bid\nset night to yes\nraise fire by bid")
    assert isinstance(question, ir.Choose)
    assert [type(s) for s in question.body] == [ir.Write, ir.Change]
    assert [type(s) for s in question.otherwise] == [ir.Write]  # it does not need the answer
    (question,) = each_player("choose a number from 1 to 3 as bid\nset night to yes\nraise fire by bid")
    assert isinstance(question, ir.Choose) and question.otherwise == ()  # it is always asked


def test_what_is_named_with_its_help_hangs_on_it_too() -> None:
    (question,) = each_player("choose a number from 1 to 3 as bid\nlet cost be bid * 2\npay cost coins to the bank")
    assert isinstance(question, ir.Choose)
    assert [type(s) for s in question.body] == [ir.SetLocal, ir.Transfer]
    assert question.otherwise == ()


def test_what_does_not_use_it_stands_behind_it() -> None:
    question, after = each_player("choose a number from 1 to 3 as bid\nraise fire by bid\nset night to yes")
    assert isinstance(question, ir.Choose) and isinstance(after, ir.Write)
    assert question.otherwise == ()


def test_may_with_a_block_and_otherwise() -> None:
    (question,) = step(
        'leader may choose a number from 1 to 3 as bid asking "Bid {fire}?" passing "No":\n    raise fire by bid\n'
        "otherwise: set night to yes"
    )
    assert isinstance(question, ir.Choose)
    assert question.optional and question.pass_label == "No"
    assert question.prompt == ("Bid ", ir.Read("fire", (), NUMBER), "?")
    assert ([type(s) for s in question.body], [type(s) for s in question.otherwise]) == ([ir.Change], [ir.Write])


def test_a_sentence_with_may_is_an_option_of_its_own() -> None:
    (question,) = step("leader may draw 1 from pile")
    assert isinstance(question, ir.Choose)
    assert question.options == ir.FromMenu(("Draw 1 from pile",), (None,))


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("choose a card from your hand as c", 1, 1),
        ("choose 2 cards from your hand as c", 2, 2),
        ("choose up to 2 cards from your hand as c", 0, 2),
    ],
)
def test_how_many_are_chosen(text: str, least: int, most: int) -> None:
    (question,) = each_player(text)
    assert isinstance(question, ir.Choose) and isinstance(question.options, ir.FromList)
    assert (question.options.least, question.options.most) == (ir.Constant(least, NUMBER), ir.Constant(most, NUMBER))


def test_any_number_is_chosen() -> None:
    (question,) = each_player("choose any number of cards from your hand as c")
    assert isinstance(question, ir.Choose) and isinstance(question.options, ir.FromList)
    assert isinstance(question.options.most, ir.CountOf)


def test_a_menu_runs_what_was_chosen() -> None:
    (question,) = each_player(
        'choose one:\n    option "Rest": set night to yes\n    option "Work" if night: gain 1 coins'
    )
    assert isinstance(question, ir.Choose) and isinstance(question.options, ir.FromMenu)
    assert question.options.labels == ("Rest", "Work")
    assert question.options.conditions == (None, ir.Read("night", (), YES_NO))
    assert [type(s) for s in question.body] == [ir.If, ir.If]


def test_all_at_once_first_the_questions() -> None:
    (together,) = step(
        "all players at once:\n    choose a card from your hand as offered\n    move offered to discard_pile\n"
        "    gain 1 coins"
    )
    assert isinstance(together, ir.AllAtOnce)
    assert together.over == ir.AllOf(PLAYER, PLAYERS)
    (question,) = together.asking
    assert isinstance(question, ir.Choose) and question.body == ()
    guarded, gain = together.body
    assert isinstance(guarded, ir.If) and isinstance(guarded.then[0], ir.MovePieces)
    assert isinstance(gain, ir.Transfer)


def test_chance_needs_nobody_to_choose() -> None:
    question, _ = step("randomly choose a player as first\nset night to no")
    assert isinstance(question, ir.Choose)
    assert (question.manner, question.player) == (Manner.RANDOMLY, ir.Constant(ir.NONE, PLAYER.or_none()))


# ---------------------------------------------------------------- calls


def test_arguments_by_their_preposition_and_in_order() -> None:
    straight, turned = step("do reward of leader, with 3\ndo reward with 3, of leader")
    assert isinstance(straight, ir.Call) and isinstance(turned, ir.Call)
    assert straight.arguments == turned.arguments == (LEADER, ir.Constant(3, NUMBER))


def test_a_decision_is_a_sentence_of_its_own() -> None:
    (call, _) = step("let best be decided by vote of leader\nset leader to best")
    assert isinstance(call, ir.Call)
    assert call.slot > 0


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("do reward of leader", "argument-missing"),
        ("do reward of leader, for 3", "argument-unknown"),
        ("do reward of leader, with 3, with 4", "argument-unknown"),
        ("do reward of pile, with 3", "wrong-type"),
        ("do vote_ of leader", "unknown-procedure"),
        ("let best be decided by reward of leader, with 3", "decides-nothing"),
        ("decide leader", "decide-nothing"),
        ("do night", "not-a-procedure"),
    ],
)
def test_calls_that_make_no_sense(text: str, name: str) -> None:
    assert [found for found, _ in errors(in_step(text))] == [name]


# ---------------------------------------------------------------- loops


def test_each_player_begins_with_the_one_named() -> None:
    plain, begun = step("each player: gain 1 coins\neach player from leader: gain 1 coins")
    assert isinstance(plain, ir.ForEach) and isinstance(begun, ir.ForEach)
    assert begun.over == ir.PlayersFrom(LEADER)
    assert plain.over == ir.PlayersFrom(ir.Constant(ir.NONE, PLAYER.or_none()))


def test_inside_an_action_the_order_begins_with_you() -> None:
    done = game('action ask_round "Ask":\n    each player: gain 1 coins')
    (loop,) = done.actions[0].body.statements
    assert isinstance(loop, ir.ForEach)
    assert loop.over == ir.PlayersFrom(ir.Local(0, "you", PLAYER))


def test_turns_once_round_or_while() -> None:
    once, first, loop = step(
        "players take turns from leader: gain 1 coins\nplayers take turns from leader while fire < 3: raise fire by 1"
    )
    assert isinstance(once, ir.ForEach)
    assert isinstance(first, ir.SetLocal) and isinstance(loop, ir.While)
    assert loop.fault and loop.bound is None
    assert isinstance(loop.body[-1], ir.SetLocal) and loop.body[-1].slot == first.slot


def test_repeat_looks_at_its_condition_after_each_pass() -> None:
    (times, until) = step("repeat 3 times until night: raise fire by 1\nrepeat until night: raise fire by 1")
    assert isinstance(times, ir.ForRange) and isinstance(until, ir.While)
    assert isinstance(times.body[-1], ir.If) and times.body[-1].then == (ir.Stop(),)
    assert until.condition == ir.Constant(1, YES_NO)


def test_stop_needs_a_loop() -> None:
    assert errors(in_step("if night: stop")) == [("stop-outside", "stop")]
    step("repeat 2 times:\n    if night: stop")


# ---------------------------------------------------------------- actions


def test_what_forbids_an_action_is_one_of_its_needs() -> None:
    done = game(
        'action work_hard "Work":\n    needs fire > 1 else "no fire"\n    gain 1 coins\n'
        "forbid action work_hard if night"
    )
    forbidden, needed = done.actions[0].needs
    assert forbidden.condition == ir.Not(ir.Read("night", (), YES_NO))
    assert (forbidden.reason, needed.reason) == ("forbidden now", "no fire")


def test_an_anytime_action_goes_with_every_question_of_what_it_is_during() -> None:
    done = game(
        'anytime action buy "Buy", during day: gain 1 coins\n'
        'round day "Day":\n    step 1 eat "Eat":\n        leader may choose a player as guest: set leader to guest'
    )
    (question,) = nodes_of(body_of(done, "eat"), ir.Choose)
    assert question.offers == ("buy",)


def test_an_action_beside_another_is_offered_with_it() -> None:
    done = game(
        'action sell "Sell": gain 1 coins\nfree action rest "Rest", beside sell: set night to yes\n'
        + in_step("players take turns: you take one action from sell")
    )
    (take,) = nodes_of(body_of(done, "work"), ir.TakeActions)
    assert take.actions == ("sell", "rest")
    assert (take.at_most, take.may_stop) == (ir.Constant(1, NUMBER), False)


@pytest.mark.parametrize(
    ("text", "at_most", "may_stop"),
    [
        ("you take up to 3 actions from sell", ir.Constant(3, NUMBER), True),
        ("you take any number of actions from sell", None, True),
        ("you take 2 actions from sell", ir.Constant(2, NUMBER), False),
    ],
)
def test_how_many_actions(text: str, at_most: ir.Expression | None, may_stop: bool) -> None:
    done = game('action sell "Sell": gain 1 coins\n' + for_each_player(text))
    (take,) = nodes_of(body_of(done, "work"), ir.TakeActions)
    assert (take.at_most, take.may_stop) == (at_most, may_stop)


# ---------------------------------------------------------------- the end


@pytest.mark.parametrize(
    ("text", "winners"),
    [
        ("nobody wins", ir.ListOf((), PLAYERS)),
        ("leader wins", ir.ListOf((LEADER,), PLAYERS.list())),
        ("players win", ir.AllOf(PLAYER, PLAYERS)),
        ("players lose the game", ir.Without(ir.AllOf(PLAYER, PLAYERS), ir.AllOf(PLAYER, PLAYERS), PLAYERS)),
    ],
)
def test_who_wins(text: str, winners: ir.Expression) -> None:
    over = one(text)
    assert isinstance(over, ir.GameOver)
    assert over.winners == winners


def test_all_that_are_equal_win_together() -> None:
    over = one("the player with most score then most coins wins")
    assert isinstance(over, ir.GameOver) and isinstance(over.winners, ir.Ranked)
    assert len(over.winners.by) == 2


# ---------------------------------------------------------------- after a mistake


def test_the_rest_of_a_block_is_read_on() -> None:
    found = errors(in_step("set nihgt to yes\nif fire_ > 3:\n    raise fier by 1\nmove top of dekc to discard_pile"))
    assert [text for _, text in found] == ["nihgt", "fire_", "fier", "dekc"]


def test_what_a_wrong_line_would_have_named_is_not_reported() -> None:
    found = errors(for_each_player("choose a card from your hnd as chosen\nmove chosen to pile\nlet kept be chosen"))
    assert [name for name, _ in found] == ["unknown-property"]


def test_a_wrong_first_line_does_not_hide_mistakes_under_it() -> None:
    found = errors(in_step("each player in nowhere as one:\n    gain 1 cions\n    set one to 3"))
    assert sorted(text for _, text in found) == ["cions", "nowhere"]


# ---------------------------------------------------------------- tokens from the start


def test_everybody_has_their_tokens_from_the_start() -> None:
    done = game("tokens cube of player: 5 each, starts in hand\nsetup: set night to yes")
    loop, rest = done.setup.statements
    assert isinstance(loop, ir.ForEach) and isinstance(rest, ir.Write)
    (made,) = loop.body
    player = ir.Local(loop.slot, "player", PLAYER)
    assert isinstance(made, ir.Create)
    assert (made.card_type, made.amount, made.owner) == ("cube", ir.Constant(5, NUMBER), player)
    assert made.zone == ir.ZoneAt("hand", (player,))


def test_tokens_of_nobody_lie_in_one_place() -> None:
    (made,) = game("tokens cube: 5 each, starts in pile").setup.statements
    assert isinstance(made, ir.Create)
    assert (made.zone, made.owner) == (ir.ZoneAt("pile", ()), ir.Constant(ir.NONE, PLAYER.or_none()))


def test_tokens_must_lie_somewhere() -> None:
    assert errors("tokens cube of player: 5 each") == [("tokens-without-place", "cube")]


# ---------------------------------------------------------------- forbid and allow


def test_allow_lifts_what_forbids() -> None:
    action = 'action work_hard "Work": gain 1 coins\n'
    done = game(f"{action}forbid action work_hard if night\nallow action work_hard if fire > 3")
    (need,) = done.actions[0].needs
    assert isinstance(need.condition, ir.Not) and isinstance(need.condition.inner, ir.And)
    forbids, lifts = need.condition.inner.parts
    assert forbids == ir.Read("night", (), YES_NO)
    assert isinstance(lifts, ir.Not)
    assert errors(f"{action}allow action work_hard if fire > 3") == [
        ("allows-nothing", "allow action work_hard if fire > 3")
    ]
