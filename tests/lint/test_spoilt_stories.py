"""How much of what goes wrong in scenarios is found: stories that pass, spoilt one line at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest

from dsl.loading import load
from interpreter.scenario.suite import suite
from tests.lint.faults import RULES, STORIES, Fault, faults

pytestmark = pytest.mark.usefixtures("nothing_kept")

#: What is said of a scenario that does not pass.
FAILS = "fails"
FAULTS = tuple(faults("spoilt_stories.txt"))


@cache
def stories() -> str:
    return STORIES.read_text(encoding="utf-8")


def said_of(text: str, only: str = "") -> set[str]:
    """The names of what is found in the rules with these stories, and whether one (called so) of them fails."""
    rules = load(RULES, texts={RULES: RULES.read_text(encoding="utf-8") + text})
    groups = list(suite(rules, only, engine="reference"))
    names = {one.name for group in groups for one in group.diagnostics}
    return names | {FAILS for group in groups for outcome in group.outcomes if not outcome.passed}


def title_of(fault: Fault) -> str:
    """The story in which the fault stands alone; nothing for the one that all others begin like, or for headings."""
    if "scenario " in fault.old or stories().index(fault.old) < stories().index("scenario ", 10):
        return ""
    return stories()[: stories().index(fault.old)].rpartition('scenario "')[2].partition('"')[0]


def test_the_stories_pass_and_each_fault_is_another() -> None:
    assert said_of(stories()) == set()
    assert len(FAULTS) >= 95
    assert [text for text, times in Counter(f.planted(stories()) for f in FAULTS).items() if times > 1] == []


@pytest.mark.slow
def test_spoilt_stories_are_found(record_property: Callable[[str, object], None]) -> None:
    missed = [str(f) for f in FAULTS if not any(map(f.is_met_by, said_of(f.planted(stories()))))]
    record_property("measured", f"spoilt stories: {len(FAULTS) - len(missed)} of {len(FAULTS)} are found")
    assert missed == []
