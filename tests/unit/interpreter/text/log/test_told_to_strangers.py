"""What somebody needs who has never seen the game: whose turn it is, where things lie, why nothing comes of a card."""

from __future__ import annotations

import pytest

from interpreter.table.session import Session
from interpreter.text.log.answers import of_another
from interpreter.text.log.card_words import INDENT
from tests.tables import game_of, table
from tests.unit.interpreter.text.log.test_journal import HEAD, told


def lines_of(session: Session, seat: int | None) -> list[str]:
    """The whole log of a game in which each question is answered with its first option, headings marked."""
    while not session.over:
        session.answer(0)
    return [f"{'#' * line.level} {line.text}".strip() for line in session.log(seat)]


# ---------------------------------------------------------------- turns

_TURNS = """game "Turns":
    players: 2
counter fame of player
action rest: nothing happens
action work: gain 1 fame
{after}
round day "Day":
    phase noon "Noon":
        players take turns:
            {turn}
game ends after day when round_number >= 1: {ending}
"""
_LONG = "gain 2 fame\n            you take one action from work"


def _turns(turn: str, after: str = "", ending: str = "nobody wins") -> Session:
    return table(game_of(_TURNS.format(turn=turn, after=after, ending=ending)), 2)


def test_a_turn_of_several_parts_has_a_heading() -> None:
    lines = lines_of(_turns(_LONG), 0)
    assert [line for line in lines if line.startswith("#")] == ["# Day 1", "## Noon", "### Your turn", "### Ben's turn"]


def test_a_turn_that_is_a_single_action_needs_none() -> None:
    assert "### Ben's turn" not in lines_of(_turns("you take one action from work"), None)


def test_a_turn_whose_steps_tell_it_has_no_heading_besides() -> None:
    steps = 'do wake\n            step 1 lunch "Lunch":\n                gain 1 fame\n            lose 1 fame'
    silent, told_of = (f"procedure wake:\n    {does}" for does in ("nothing happens", "gain 1 fame"))
    lines = lines_of(_turns(steps, silent), 1)
    assert "### 1. Lunch, your turn" in lines and "### Your turn" not in lines
    lines = lines_of(_turns(steps, told_of), 1)  # what happens before the first step has to stand under something
    begins = lines.index("### Your turn")
    assert lines[begins : begins + 3] == ["### Your turn", "You gain 1 fame.", "### 1. Lunch, your turn"]


def test_what_is_done_at_the_end_of_a_turn_says_so() -> None:
    after = "after end of this turn:\n    lose 1 fame"
    assert "At the end of the turn: Ben loses 1 fame." in lines_of(_turns(_LONG, after), None)


@pytest.mark.parametrize(
    ("ending", "told_last"),
    [
        ("players lose the game", "Everybody loses."),
        ("nobody wins", "Nobody wins."),
        ("players win", "You and Ben win together."),
    ],
)
def test_who_loses_is_told_where_the_rules_say_it(ending: str, told_last: str) -> None:
    assert lines_of(_turns(_LONG, ending=ending), 0)[-1] == told_last


# ---------------------------------------------------------------- answers


def test_what_somebody_may_do_is_told_of_them() -> None:
    body = 'each player:\n    you may "take your hat with you": gain 1 fame'
    assert told(body, 0) == [
        "You choose to take your hat with you and gain 1 fame.",
        "Ben chooses to take their hat with them and gains 1 fame.",
    ]


@pytest.mark.parametrize(
    ("deed", "of_them"),
    [
        ("let your pawn go", "let their pawn go"),
        ("run where a six lets you", "run where a six lets them"),
        ("do as you like, for yourself", "do as they like, for themselves"),
        ("call the youngest", "call the youngest"),
    ],
)
def test_a_deed_is_told_in_the_third_person(deed: str, of_them: str) -> None:
    assert of_another(deed) == of_them


# ---------------------------------------------------------------- where things lie

_DESKS = HEAD.replace(
    "zone discard_pile",
    """zone desk of player by Weekday: board, face up, entering is "puts {cards} on {player's} desk for {weekday}"
zone bin: stack, face up, entering is "puts {cards} in the bin"
zone heap: stack, face down, entering is "lays {cards} on the heap"
zone discard_pile""",
)
_ON_DESK = "as first of players: move top of shelf to desk[monday] of item(2) of players face down\n"


def test_what_lies_on_a_board_is_said_to_lie_there() -> None:
    """Others have put it there: it is not `Ben's`."""
    body = f"{_ON_DESK}reveal every card in desk of players"
    assert told(body, 0, head=_DESKS)[1:] == ["Lamp on Ben's desk is revealed."]
    assert told(body, 1, head=_DESKS)[1:] == ["Lamp on your desk is revealed."]
    two = f"{_ON_DESK}{_ON_DESK.replace('monday', 'tuesday')}reveal every card in desk of players"
    assert told(two, 0, head=_DESKS)[-1] == "Lamp and Rug on Ben's desk are revealed."


def test_what_somebody_takes_from_anothers_board_comes_from_there() -> None:
    body = f"{_ON_DESK}as first of players:\n    gain 1 gold\n    move every card in desk of players to bin"
    assert told(body, None, head=_DESKS)[-1].endswith("gains 1 gold and puts Lamp from Ben's desk in the bin.")


def test_what_goes_to_the_bottom_is_said_to() -> None:
    body = """
    as first of players:
        move top of shelf to bottom of heap face up
        move top of shelf to bottom of bag face up
    """
    said = "Ann lays Lamp on the heap at the bottom and moves Rug from the shelf to the bottom of the bag."
    assert told(body, None, head=_DESKS) == [said]


_ORDER = """
    each player:
        draw 3 from shelf to your hand
    each player:
        secretly choose an order of your hand as chosen asking "In which order?"
        move chosen to top of heap face down
"""


def test_whoever_lays_down_in_an_order_of_their_own_is_told_it() -> None:
    rules = f'{_DESKS}phase day "Day":{_ORDER}'
    session = table(game_of(rules), 2)
    for _ in range(4):
        session.answer(session.engine.option_count(session.state) - 1)
    ann, ben = ([line.text for line in session.log(seat)] for seat in (0, 1))
    assert "You lay Vase, Rug and Lamp on the heap, the last one on top." in ann
    assert "You lay Pan, Fan and Cup on the heap, the last one on top." in ben
    assert "Ann lays 3 cards on the heap." in ben


def test_what_is_drawn_to_a_place_with_words_of_its_own_is_told_in_these() -> None:
    head = f'{HEAD}zone choice of player: hand, entering is "looks at {{cards}}"\n'
    body = "as first of players: draw 2 from shelf to your choice"
    assert told(body, None, head=head) == ["Ann looks at Lamp and Rug."]


def test_that_a_pile_is_empty_is_told_when_its_last_card_is_drawn() -> None:
    body = "as first of players:\n    draw 5 from shelf\n    draw 1 from shelf\n    draw 1 from shelf"
    assert told(body, 1)[-1] == "The shelf is empty now."
    moved = body + "\n    move every card in hand of you to shelf\n    discard every card in shelf"
    assert told(moved, 1)[-1] == "The shelf is empty now." and told(moved, 1).count("The shelf is empty now.") == 2
    filled = HEAD.replace("zone shelf: stack", "zone shelf: stack, refill from discard_pile")
    assert "The shelf is empty now." not in told(body, 1, head=filled)


# ---------------------------------------------------------------- why

_CARD = '    "Lamp", price 2'
_WHY = {
    "if pot > 3: gain 1 fame": "the pot is at most 3",
    "if fame of you > 3: gain 1 fame": "Ann has at most 3 fame",
    "choose a card from discard_pile as found\n        move found to hand of you": "the discard pile is empty",
    "choose a card from bag as found where holder of this is you\n        discard found": "there is nothing to choose",
    "move every card in bag to discard_pile": "there is no such card",
    "each card in bag as found: gain 1 fame": "there is no such card",
    "let found be bag\n        if found is not empty: gain 1 fame": "the bag is empty",
}


@pytest.mark.parametrize("effect", _WHY)
def test_why_nothing_comes_of_a_card(effect: str) -> None:
    head = HEAD.replace(_CARD, f"{_CARD}:\n        {effect}").replace(
        "zone hand of player: hand", 'zone hand of player: hand\nzone area of player: row, entering is "plays {cards}"'
    )
    body = """
    as first of players:
        move top of shelf to area of you
        do effect of the Ware in area of you
        gain 5 gold
    """
    lines = [line for line in told(body, 1, head=head) if not line.startswith(INDENT)]
    assert lines == ["Ann plays Lamp.", f"Lamp has no effect, as {_WHY[effect]}.", "Ann gains 5 gold."]


@pytest.mark.parametrize(
    "effect",
    [
        "if pot > 3:\n            each player where fame > 3: gain 1 fame",
        "if pot > 3: gain 1 fame\n        if pot > 4: gain 1 fame",
    ],
)
def test_no_reason_is_told_that_need_not_be_the_one(effect: str) -> None:
    head = HEAD.replace(_CARD, f"{_CARD}:\n        {effect}")
    body = "as first of players:\n    do effect of top of shelf\n    gain 5 gold"
    assert "Lamp has no effect." in told(body, 1, head=head)


def test_a_card_whose_effect_is_prevented_is_not_said_to_have_none_besides() -> None:
    head = HEAD.replace(_CARD, f"{_CARD}:\n        gain 1 fame").replace(
        '    "Rug", price 4',
        '    "Rug", price 4:\n        as long as this is in shown of players:\n'
        "            instead of any player gaining some fame: nothing happens",
    )
    body = """
    move item(2) of (every card in shelf) to shown of item(2) of players
    as first of players:
        do effect of top of shelf
        gain 5 gold
    """
    lines = [line for line in told(body, None, head=head) if not line.startswith(INDENT)]
    assert lines[1:] == ["Ben's Rug prevents the gain.", "Ann gains 5 gold."]


def test_what_a_rule_offers_has_nothing_to_do_with_a_card_that_has_just_done_nothing() -> None:
    head = HEAD.replace(
        f'{_CARD}\n    "Rug", price 4\n',
        f"{_CARD}:\n        when rung:\n            if pot > 3: gain 1 fame\n"
        '    "Rug", price 4:\n        as long as this is in hand of players:\n'
        '            reaction "Show it?", after doing chime: gain 1 gold\n',
    ) + "procedure chime:\n    each Ware in shown of players as bell: do rung of bell\n"
    rules = f"""{head}
phase day "Day":
    move top of shelf to shown of item(2) of players
    as first of players:
        draw a card from shelf
        do chime
"""
    session = table(game_of(rules), 2)
    session.decide(session.engine.option_count(session.state) - 1)
    lines = [line.text for line in session.log(None)]
    assert any("Show it?" in line for line in lines) and not any(line.startswith("Lamp:") for line in lines)


def test_the_words_of_a_card_that_was_kept_unseen_are_told_when_it_is_used() -> None:
    head = HEAD.replace(
        _CARD,
        f"{_CARD}:\n        > It keeps a bill from you.\n        as long as this is in hand of players:\n"
        '            reaction "Show it?", instead of doing bill while debtor is you: discard this',
    ) + "procedure bill of debtor: player: debtor loses 1 fame\n"
    body = "as first of players: draw a card from shelf\ndo bill of first of players"
    words = f"{INDENT}Lamp: It keeps a bill from you."
    assert told(body, 1, head=head) == ["Ann draws Lamp.", words, "Ann uses Lamp and discards it."]
    assert words not in told(body, 0, head=head)
