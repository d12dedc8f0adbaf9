"""Faults planted in rules that are clean, one at a time; `test_kinds.py` says how much of them is found."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from dsl.lint import RULES as LINT
from dsl.lint.settings import Settings
from dsl.loading import load
from dsl.render import render
from interpreter.findings.find import doubts, findings
from tests.lint.faults import RULES, Fault, faults

pytestmark = pytest.mark.usefixtures("nothing_kept")

FAULTS = tuple(faults())


@cache
def clean() -> str:
    return RULES.read_text(encoding="utf-8")


def is_found(fault: Fault) -> bool:
    rules = load(RULES, texts={RULES: fault.planted(clean())})
    looked_for = tuple(rule.name for rule in LINT if fault.is_met_by(rule.name))
    found = [*findings(rules), *(doubts(rules, Settings(select=looked_for)) if looked_for else ())]
    return any(fault.is_met_by(one.name) for one in found)


def test_there_are_enough_faults_and_each_says_what_must_be_found() -> None:
    assert len(FAULTS) >= 200
    assert all(fault.said and (fault.old or fault.new) for fault in FAULTS)
    assert [text for text, times in Counter(f.planted(clean()) for f in FAULTS).items() if times > 1] == []


def test_nothing_is_found_in_the_clean_rules() -> None:
    found = doubts(load(RULES), Settings())
    assert render(found, "full") == ""
