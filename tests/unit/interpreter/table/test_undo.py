"""What can be taken back, and the sentence for what cannot."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest

from interpreter.table.session import Session
from tests.tables import game_of, table

PEEKED = "It has shown something that was hidden, and that cannot be forgotten."
HEAD = """game "Taken back":
    players: 2 to 2
counter purse of player: hidden, starts at 3
counter tally
counter pledge of player: hidden, also seen by left of them, starts at 3
cards Ware: price: number
zone bag: stack, face down
zone hand of player: hand
zone shown of player: row, face up
zone laid of player: slot, face down, seen by whoever put it there
dice cube: from 1 to 6
deck Ware in bag:
    2 x "Lamp", price 2
    2 x "Rug", price 9
setup:
    each player: draw 1 from bag
phase day "Day":
    each player:
        choose a number from 1 to 2 as n
"""
AGAIN = "        choose a number from 1 to 2 as m\n        raise tally by m\n"


def after_one_answer(body: str) -> Session:
    session = table(game_of(HEAD + indent(dedent(body).strip("\n") + "\n", " " * 8) + AGAIN), 2)
    session.answer(0)
    return session


@pytest.mark.parametrize(
    "body",
    [
        "raise tally by n",
        "lower purse of you by n",
        "move every card in your hand to your laid",
        "give n purse to left of you",
        "pay n purse to the bank",
        'if total price of cards in bag < 11: announce "so"',  # a rug at least lies there, and something else
        "if number of cards in hand of left of you > 1: raise tally by n",
        "if pledge of left of you > 2: raise tally by n",
        "left of you gives 2 pledge to you",
    ],
)
def test_what_taught_nobody_anything_can_be_taken_back(body: str) -> None:
    session = after_one_answer(body)
    assert session.undo() is None
    assert session.codes == () and session.state.player == 0


LEARNT = (
    ("roll 1 cube as thrown", "Chance has decided something since then, and cannot be asked again."),
    ("shuffle bag", "Chance has decided something since then, and cannot be asked again."),
    ("draw 1 from bag", "A card has been seen since then, and cannot be forgotten."),
    ("move every card in your hand to your shown", "A card has been seen since then, and cannot be forgotten."),
    ("look at the price of top of bag", "A card has been seen since then, and cannot be forgotten."),
    ("reveal every card in your hand", "A card has been seen since then, and cannot be forgotten."),
    ("if price of top of bag = 9: raise tally by 1", PEEKED),
    ("if any card in hand of left of you where price = 2: raise tally by 1", PEEKED),
    ("if price of the card in hand of left of you > 5: set tally to 3", PEEKED),
    ("if purse of left of you > 3: raise tally by 1", PEEKED),
    ("if purse of left of you > purse of you: raise tally by 1", PEEKED),
    ('if total price of cards in bag < 12: announce "so"', PEEKED),
    ("left of you gives 2 purse to you", "It has shown something of what Ben holds."),
    ("left of you chooses a number from 1 to 2 as k\nraise tally by k", "The last decision was Ann's; "
     "you can only take back your own, before anybody else has decided."),
)


@pytest.mark.parametrize(("body", "reason"), LEARNT)
def test_what_was_learned_cannot_be_taken_back(body: str, reason: str) -> None:
    session = after_one_answer(body)
    assert session.undo() == reason
    assert len(session.codes) == 1


@pytest.mark.parametrize(("body", "reason"), LEARNT)
def test_what_was_learned_from_an_answer_without_choice_cannot_be_taken_back(body: str, reason: str) -> None:
    session = after_one_answer(f"choose a number from 2 to 2 as forced\n{body}")
    session.answer(0)
    assert session.undo() == reason


def test_an_answer_without_choice_that_taught_nothing_is_taken_back_with_the_one_before() -> None:
    session = after_one_answer("choose a number from 2 to 2 as forced\nraise tally by forced")
    session.answer(0)
    assert session.undo() is None and session.codes == ()


def test_what_a_rule_that_is_always_looked_at_does_not_find_teaches_nothing() -> None:
    rules = HEAD + AGAIN + "whenever any player as one where purse of one >= 9: set purse of one to 0\n"
    session = table(game_of(rules), 2)
    session.answer(0)
    assert session.undo() is None


def test_a_game_that_is_over_cannot_be_taken_back() -> None:
    rules = HEAD + "        raise tally by n\ngame ends after day: the player with most purse wins\n"
    session = table(game_of(rules), 2)
    while not session.over:
        session.answer(0)
    assert session.undo() == "The game is over, and what everybody held has been shown."
