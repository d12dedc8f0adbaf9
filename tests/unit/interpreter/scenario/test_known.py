"""After an edit, outcomes that are known are those that playing again would give, and few are played again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dsl.loading import load
from interpreter.scenario.known import Known, Why
from interpreter.scenario.run import Outcome
from interpreter.scenario.suite import suite

pytestmark = pytest.mark.usefixtures("nothing_kept")

GAME = Path("game.bylaws")
RULES = """
game "Counting":
    players: 2 to 3
counter pile: starts at 3
counter coins of player: starts at 1
cards Card: worth: number
zone stock: stack, face down
zone table: row, face up
zone hand of player: hand
deck Card in stock:
    "Ace", worth 1
    "King", worth 2

define double of player as owner: coins of owner * 2
define rich of player as owner: double of owner >= 4

setup:
    each player: draw 1 from stock to your hand
    lower pile by 0

step 1 down "Down":
    lower pile by 1
    if pile is 0: move top of stock to table

step 2 up "Up":
    each player:
        you may choose a number from 1 to 2 as taken asking "How many?":
            raise coins of you by taken
    announce "That was {pile}"

whenever pile > 8:
    set pile to 0

scenario "Down":
    played by ann, ben
    when step down
    then pile is 2

scenario "Up":
    played by ann, ben
    when step up
    and ann chooses 2
    and ben chooses 1
    then double of ann is 6
    and rich of ben

scenario "Told":
    played by ann, ben
    when step down
    then everybody is told "pile"

scenario "The end of the pile":
    played by ann, ben, cat
    given pile is 1
    when step down
    then pile is 0
    and number of cards in table is 0

scenario "Once more" like "Down":
    when step down
    then pile is 1
"""


def played(rules: str, known: Known | None) -> dict[str, Outcome]:
    if known is not None:
        known.begin()
    loaded = load(GAME, texts={GAME: rules})
    assert loaded.game is not None, loaded.diagnostics
    groups = list(suite(loaded, known=known))
    assert not [d for group in groups for d in group.diagnostics if d.level == "error"]
    return {outcome.scenario.title: outcome for group in groups for outcome in group.outcomes}


def told(outcomes: dict[str, Outcome]) -> dict[str, object]:
    """All that is said of them."""
    return {
        title: (one.scenario.span.line, one.passed, one.decisions, one.failures, one.last_events, one.cards)
        for title, one in outcomes.items()
    }


def edits() -> Iterator[str]:
    """Each number is one more, each line is left out, each comparison another."""
    for found in re.finditer(r"\d+", RULES):
        yield RULES[: found.start()] + str(int(found[0]) + 1) + RULES[found.end() :]
    lines = RULES.splitlines(keepends=True)
    for k in range(len(lines)):
        yield "".join(lines[:k] + lines[k + 1 :])
    for old, new in (("pile > 8", "pile > 1"), (">= 4", "> 4"), ("That was", "This is"), ('"Ace"', '"Queen"')):
        assert old in RULES
        yield RULES.replace(old, new, 1)


@pytest.mark.slow
def test_what_is_known_is_what_playing_again_would_give() -> None:
    tried = spared = 0
    played(RULES, before := Known())
    for edited in edits():
        loaded = load(GAME, texts={GAME: edited})
        if loaded.game is None or any(d.level == "error" for d in loaded.diagnostics):
            continue
        known = Known(last=dict(before._last), apart=dict(before._apart))
        try:
            fresh = played(edited, None)
        except AssertionError:
            continue
        assert told(played(edited, known)) == told(fresh), edited
        tried += 1
        spared += len(fresh) - len(known.why)
    assert tried > 40 and spared > tried


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("lower pile by 1\n", "lower pile by 2\n", {"Down", "Once more", "Told", "The end of the pile"}),
        ("coins of owner * 2", "coins of owner * 3", {"Up", "Told"}),
        (">= 4", "> 4", {"Up", "Told"}),
        ("lower pile by 0", "lower pile by 1", {"Down", "Up", "Once more", "Told", "The end of the pile"}),
        ("pile > 8", "pile > 7", {"Down", "Up", "Once more", "Told", "The end of the pile"}),
        (">= 4", ">= 4", set()),
        ("then pile is 2", "then pile is 2 or pile is 5", {"Down", "Once more"}),
        ("then pile is 1\n", "then pile is 0\n", {"Once more"}),
    ],
)  # fmt: skip
def test_only_what_an_edit_touches_is_played(old: str, new: str, expected: set[str]) -> None:
    known = Known()
    played(RULES, known)
    assert set(known.why.values()) == {Why.NEW} and len(known.why) == known.count == 5
    played(RULES.replace(old, new), known)
    assert set(known.why) == expected


def test_what_failed_is_played_again() -> None:
    known = Known()
    edited = RULES.replace("then pile is 2", "then pile is 3")
    played(edited, known)
    played(edited, known)
    assert set(known.why.items()) == {("Down", Why.FAILED), ("Once more", Why.FAILED)}
    played(RULES, known)
    assert known.why["Down"] is Why.EDITED
    played(RULES, known)
    assert known.why == {}
