"""What a failed claim says: by what a player can tell, in which line, or how else it could be.

That claims hold or not is tested by `tests/semantics/telling.bylaws`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.loading import load
from interpreter.scenario.failure import Failure
from interpreter.scenario.suite import suite

GAME = Path(__file__).parents[1] / "semantics" / "telling.bylaws"


def failed(story: str) -> Failure:
    rules = GAME.read_text(encoding="utf-8").partition("\nscenario ")[0]
    scenario = '\n\nscenario "Story":\n    played by ann, ben, cat\n' + "".join(
        f"    {line.strip()}\n" for line in story.strip().split("\n")
    )
    (group,) = suite(load(GAME, texts={GAME: rules + scenario}))
    (outcome,) = group.outcomes
    assert outcome.failure is not None
    return outcome.failure


def test_what_tells_it_is_shown_with_its_line() -> None:
    failure = failed(
        """
        given ben's hand holds only 2 x "Port"
        when do boast
        and everybody else plays at random
        then cat cannot tell whether ben's hand holds 2 x "Port"
        """
    )
    assert failure.got.startswith("cat can tell: here cat sees: ") and "is full of red" in "".join(failure.notes)
    assert [note.partition("  ")[2] for note in failure.notes[1:]] == [
        'if (number of cards in your hand where colour is red) is 2: announce "{you} is full of red"'
    ]


def test_how_else_it_could_be_is_said() -> None:
    failure = failed("then cat can tell whether ben has 3 coins")
    assert failure.got == "cat would learn the same if it were otherwise"
    assert len(failure.notes) == 1 and failure.notes[0].startswith("another story: ben's coin is ")


@pytest.mark.parametrize("known", ['hand of cat holds "Port"', "fame of ben = 0", "ben has 2 cards"])
def test_what_is_no_secret_can_be_told(known: str) -> None:
    failure = failed(f"then cat cannot tell whether {known}")
    assert failure.got == "cat can tell: it hangs on nothing that cat does not know" and not failure.notes


def test_who_cannot_answer_as_it_was_answered_shows_what_they_have() -> None:
    failure = failed(
        """
        when do stake of ben
        and ben chooses 3
        then cat cannot tell whether ben has 0 coins
        """
    )
    assert failure.got == "cat can tell: here cat sees: Ben chooses 3 (What do you stake). Ben gains 3 fame."
    assert failure.notes[0].endswith("there cat sees: (nothing)")
