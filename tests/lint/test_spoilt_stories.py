"""Stories that pass, spoilt one line at a time, and rules that are wrong, which stories find; see `test_kinds.py`."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from dsl.loading import load
from interpreter.scenario.suite import suite
from tests.lint.faults import RULES, STORIES, Fault, faults

pytestmark = pytest.mark.usefixtures("nothing_kept")

#: What is said of a scenario that does not pass.
FAILS = "fails"
FAULTS = tuple(faults("spoilt_stories.txt"))
WRONG = tuple(faults("wrong_rules.txt"))


@cache
def stories() -> str:
    return STORIES.read_text(encoding="utf-8")


def said_of(text: str, only: str = "", fault: Fault | None = None) -> set[str]:
    """The names of what is found in the rules, perhaps with a fault, and whether a story (called so) of these fails."""
    clean = RULES.read_text(encoding="utf-8")
    rules = load(RULES, texts={RULES: (fault.planted(clean) if fault else clean) + text})
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
    assert [text for text, times in Counter(f.planted(stories()) for f in FAULTS).items() if times > 1] == []
    clean = RULES.read_text(encoding="utf-8")
    assert [text for text, times in Counter(f.planted(clean) for f in WRONG).items() if times > 1] == []
