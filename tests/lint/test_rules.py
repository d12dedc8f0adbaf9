"""Every rule of lint against its own page, and pages against the manner of pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from dsl.diagnostic import Diagnostic, Level
from dsl.fix import mended
from dsl.lint import RULES, Rule
from dsl.lint.settings import Settings
from dsl.loading import Loaded, load
from dsl.messages import pages_of_rules
from dsl.render import render
from interpreter.findings.find import doubts
from interpreter.findings.looked import errors
from tests.golden_files import Case, Golden, golden_names

pytestmark = pytest.mark.usefixtures("nothing_kept")

FRAME = Path(__file__).with_name("frame.bylaws").read_text(encoding="utf-8")
FILE = Path("example.bylaws")
NAMED = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)


def text_of(example: str) -> str:
    """A whole game: the example itself, or the frame with the example behind it."""
    return example if example.startswith("game ") else f"{FRAME}\n{example}"


@cache
def rules(text: str) -> Loaded:
    return load(FILE, texts={FILE: text})


def found_in(text: str, *only: str) -> list[Diagnostic]:
    return doubts(rules(text), Settings(select=only))


def test_the_frame_of_the_examples_is_clean() -> None:
    assert render(found_in(FRAME), "full") == ""


def only_if_asked(rule: Rule) -> tuple[str, ...]:
    """What must be selected, so that the rule is looked for."""
    return (rule.name,) if rule.asked else ()


@NAMED
def test_the_bad_example_is_found(rule: Rule) -> None:
    found = found_in(text_of(rule.page.wrong), *only_if_asked(rule))
    assert not errors(found), render(errors(found), "full")
    assert rule.name in [one.name for one in found]


@NAMED
def test_the_good_example_is_not(rule: Rule) -> None:
    found = found_in(text_of(rule.page.right), *only_if_asked(rule))
    assert not errors(found), render(errors(found), "full")
    assert rule.name not in [one.name for one in found], render(found, "full")


@pytest.mark.parametrize(("counter", "told"), [("purse", True), ("coin", False)], ids=str)
def test_the_title_of_a_reaction_is_a_question_too(counter: str, told: bool) -> None:
    rules = f"""
counter purse of player: hidden
define in_it: {counter} of host
reaction bribe "Bribe them against {{in_it}}?", after any player gaining some fame:
    secretly gain 1 purse
"""
    found = found_in(text_of(rules), "secret-in-question")
    assert not errors(found), render(errors(found), "full")
    assert bool(found) == told


@NAMED
def test_a_fix_mends_what_is_found(rule: Rule) -> None:
    found = [one for one in found_in(text_of(rule.page.wrong), rule.name) if one.name == rule.name]
    for one in found:
        if one.fix is not None:
            texts, _ = mended([one], unsafe=True)
            (text,) = texts.values()
            again = found_in(text, rule.name)
            assert not errors(again), render(again, "full")
            assert len([other for other in again if other.name == rule.name]) < len(found)


@NAMED
def test_a_page_says_what_and_why_in_whole_sentences(rule: Rule) -> None:
    page = rule.page
    what, why = page.text.split("\n\n")
    assert what.endswith(".") and why.endswith(".") and page.chapter == f"Lint: {rule.category.value}"
    assert all(option in page.options for option in rule.options)
    assert rule.look.__module__ == f"dsl.lint.rules.{rule.name.replace('-', '_')}"
    assert rule.code.startswith(rule.category.value[0].upper()) and rule.level is not Level.ERROR


def test_every_page_of_lint_is_that_of_a_rule() -> None:
    assert list(pages_of_rules()) == [rule.name for rule in RULES]


def test_names_and_codes_are_each_used_once(record_property: Callable[[str, object], None]) -> None:
    categories = Counter(rule.category.value for rule in RULES)
    record_property("measured", f"rules of lint: {len(RULES)} ({', '.join(f'{v} {k}' for k, v in categories.items())})")
    for what in ("name", "code"):
        said = [getattr(rule, what) for rule in RULES]
        assert len(said) == len(set(said))
    assert [rule.code for rule in RULES] == sorted(rule.code for rule in RULES)


@pytest.mark.parametrize("words", [(), ("balance",), ("B",), ("B1",)], ids=str)
def test_some_rules_are_looked_for_only_if_asked(words: tuple[str, ...]) -> None:
    asked = [rule for rule in RULES if rule.asked]
    assert [rule.name for rule in asked] == ["without-bound"]
    assert not any(Settings(select=words).wants(rule) for rule in asked)
    assert all(Settings(select=(*words, rule.code.lower())).wants(rule) for rule in asked)


@golden_names("lint", [rule.name for rule in RULES], ".txt")
def test_what_is_said(case: Case, golden: Golden) -> None:
    rule = next(rule for rule in RULES if rule.name == case.name)
    found = [one for one in found_in(text_of(rule.page.wrong), rule.name) if one.name == rule.name]
    golden(case, render(found, "full"))
