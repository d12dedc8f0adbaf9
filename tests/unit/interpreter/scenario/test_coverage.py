"""What is counted when the scenarios of a game are played changes nothing in how they are played."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.load import load
from interpreter.scenario.coverage import Coverage
from interpreter.scenario.suite import suite

RULES = Path("ring.bylaws")
OUT_OF_ORDER = """
game "Ring":
    players: 2 to 4

tokens chip
zone pot of player: stack, face up
zone spent of player: stack, face up
counter skipped of player
role host

setup:
    each player: create 2 chips in your pot

action wait "Wait": move top of your pot to your spent
action seize "Seize the turn":
    move top of your pot to your spent
    if skipped of you = 0: set next_player to you

procedure go_round:
    TURNS
        you take one action from wait, seize

scenario "Once more":
    played by ann, ben, cat
    given host is ben
    when do go_round
    and ben takes wait
    and cat takes seize
    then cat is asked
"""
TURNS = (
    "players take turns from host:",
    "players take turns from host where pot is not empty:",
    "players take turns from host while any player where pot is not empty, at most 9 times:",
    "players take turns from host where pot is not empty while any player where pot is not empty, at most 9 times:",
)


@pytest.mark.parametrize("marking", (False, True))
@pytest.mark.parametrize("turns", TURNS)
def test_the_next_turn_is_given_away_also_when_it_is_counted(turns: str, marking: bool) -> None:
    rules = load(RULES, texts={RULES: OUT_OF_ORDER.replace("TURNS", turns)})
    (group,) = suite(rules, marking=marking)
    assert [outcome.failure for outcome in group.outcomes] == [None]
    if group.marks is not None:
        seen = Coverage()
        seen.add(group.marks, group.outcomes, {})
        assert [p.span.line for p in seen.points.values() if p.what == "in the loop"] == [12, 20]
        assert not [p for p in seen.missed("branch") if p.what == "in the loop"]
