"""What is counted when the scenarios of a game are played changes nothing in how they are played."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.loading import load
from interpreter.engine import Engine
from interpreter.scenario.coverage import Coverage, marked
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


NOBODY_TO_BLAME = """
game "Blame":
    players: 2 to 4

tokens scapegoat
zone pen: group, face up
zone field of player: group, face up
counter blame of player

procedure trouble of victim: player: victim gains 1 blame

reaction "Blame a goat?", instead of any player gaining some blame:
    choose a scapegoat from pen as blamed asking "Which goat?"
    move blamed to your field
"""


@pytest.mark.parametrize("marking", (False, True))
def test_a_reaction_that_could_ask_nothing_is_not_offered_also_when_it_is_counted(marking: bool) -> None:
    game = load(RULES, texts={RULES: NOBODY_TO_BLAME}).game
    assert game is not None
    engine = Engine(marked(game).game if marking else game, 2, trace=True)
    state = engine.new_game(1)
    engine.start(state, "procedure", "trouble", (0,))
    assert not engine.asks(state)


def test_an_option_is_a_branch_and_so_is_what_stands_below_it() -> None:
    rules = load(RULES, texts={RULES: OPTIONS})
    assert rules.game is not None
    found = [(point.what, point.span.text.split("\n")[0]) for point in marked(rules.game).points]
    assert found[2:] == [
        ("when chosen", 'option "Go":'), ("if it holds", "tries > 5"), ("if it does not hold", "tries > 5"),
        ("when chosen", 'option "Stay": raise tries by 1'),
    ]  # fmt: skip


OPTIONS = """
game "Options":
    players: 2

counter tries

procedure going of who: player:
    who chooses one asking "What?":
        option "Go":
            if tries > 5: lower tries by 1
        option "Stay": raise tries by 1
"""
