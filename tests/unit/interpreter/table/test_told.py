"""What a viewer is told of a game as it goes on, part by part."""

from __future__ import annotations

import pytest

from interpreter.table.session import Session
from interpreter.text.redaction import PUBLIC
from tests.tables import game_of, table

RULES = """
game "Walks":
    players: 2
counter coins of player
spaces Place: gate, well, hill
pawn walker of player: starts on gate
round day "Day":
    step 1 walking "Walking":
        players take turns:
            you take any number of actions from walk, peek
action walk "Move":
    choose a Place as goal asking "Where to?"
    if goal = well:
        gain 1 coins
    otherwise:
        set walker of you to goal
action peek "Look":
    choose a Place as goal asking "Where?"
    set walker of you to goal
game ends after day when highest coins of players > 9:
    nobody wins
"""


def _told(session: Session, seat: int | None) -> list[str]:
    return [line.text for line in session.told(seat) if not line.level]


@pytest.mark.parametrize(("seat", "moves", "takes"), [
    (0, "You move to Hill.", 'You take the action "Move", choose Well ("Where to?") and gain 1 coin.'),
    (1, "Ann moves to Hill.", 'Ann takes the action "Move", chooses Well ("Where to?") and gains 1 coin.'),
    (PUBLIC, "Ann moves to Hill.", 'Ann takes the action "Move", chooses Well ("Where to?") and gains 1 coin.'),
])  # fmt: skip
def test_an_action_that_what_is_done_in_it_may_tell_is_told_with_that(seat: int, moves: str, takes: str) -> None:
    session = table(game_of(RULES), 2)
    for answer, told in ((0, []), (2, [moves]), (0, [moves]), (1, [moves, takes])):
        session.answer(answer)
        assert _told(session, seat) == told


def test_any_other_action_is_told_before_it_is_known_what_comes_of_it() -> None:
    session = table(game_of(RULES), 2)
    session.answer(1)
    assert _told(session, 1) == ['Ann takes the action "Look".']


def test_what_waits_to_be_told_is_forgotten_with_what_is_taken_back() -> None:
    session = table(game_of(RULES), 2)
    session.answer(0)
    assert _told(session, 1) == [] and session.undo() is None
    session.answer(1)
    assert _told(session, 1) == ['Ann takes the action "Look".']
