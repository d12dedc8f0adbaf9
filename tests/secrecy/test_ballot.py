"""A secret vote of which the sum is told: the example of the page on secrets, and what would give a vote away."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.loading import load
from interpreter.engine import Engine
from interpreter.scenario.suite import suite
from interpreter.secrecy.search import Searched, look_through

BALLOT = Path(__file__).with_name("ballot.bylaws")
TOLD = "        if 2 * counted > number of players: each player gains 1 coin\n"


def searched(rules: str) -> Searched:
    game = load(BALLOT, texts={BALLOT: rules}).game
    assert game is not None
    found = Searched()
    for seed in range(1, 4):
        look_through(Engine(game, 4, trace=True), seed, found)
    return found


@pytest.mark.parametrize("engine", ["generated", "reference"])
def test_who_voted_for_what_cannot_be_told(engine: str) -> None:
    groups = suite(load(BALLOT), engine=engine)
    assert [outcome.failure for group in groups for outcome in group.outcomes] == [None, None]


@pytest.mark.slow
def test_the_sum_tells_nothing_more() -> None:
    found = searched(BALLOT.read_text(encoding="utf-8"))
    assert found.worlds > 200 and not found.stories


@pytest.mark.slow
@pytest.mark.parametrize(
    "leak",
    [
        "each player where for_it gains 1 coin",
        'if for_it of first of players: announce "The first of you was for it."',
        "each player from the player where for_it with most coin: gain 1 coin",
    ],
)
def test_what_tells_a_vote_is_found(leak: str) -> None:
    rules = BALLOT.read_text(encoding="utf-8")
    assert rules.count(TOLD) == 1
    found = searched(rules.replace(TOLD, f"        {leak}\n"))
    assert any(leak in line.text for story in found.stories.values() for line in (*story.lines, *story.conditions))
