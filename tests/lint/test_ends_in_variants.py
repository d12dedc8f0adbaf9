"""Ends of the game that never come, in variants: those of a variant are looked at before those of the base game."""

from pathlib import Path

import pytest

from dsl.diagnostic import Diagnostic
from dsl.lint.settings import Settings
from dsl.loading import load
from interpreter.cli.input.findings import doubts

FRAME = Path(__file__).with_name("frame.bylaws").read_text(encoding="utf-8")


def found(ends: str, written: str) -> list[Diagnostic]:
    """What lint says of these ends of a game and of what a variant of it says."""
    text = f'{FRAME}\n{ends}\nvariant "Test" of "Frame":\n    {written}\n'
    path = Path("example.bylaws")
    return doubts(load(path, texts={path: text}), Settings(select=("end-never-comes",)))


LATE = "game ends after evening when fame of host >= 8: host wins"
EARLY = "game ends after evening when fame of host >= 5: the player with most coins wins"


def test_an_end_of_a_variant_may_take_the_place_of_one_of_the_base() -> None:
    assert found(EARLY, LATE) == found(LATE, EARLY) == found(EARLY, EARLY) == []


def test_of_two_ends_of_a_variant_one_never_comes() -> None:
    (doubt,) = found("", f"{EARLY}\n    {LATE}")
    assert doubt.span.text == LATE and [label.span.text for label in doubt.labels] == [EARLY]


@pytest.mark.parametrize(
    "written",
    [
        "game ends after market when fame of host >= 8: host wins",  # at another moment
        "game ends after evening when coin of host >= 8: host wins",  # for another reason
    ],
)
def test_ends_that_both_come(written: str) -> None:
    assert found(EARLY, written) == []
