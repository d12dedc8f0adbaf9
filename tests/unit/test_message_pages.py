"""Every finding has a page, and both examples of a page are what they say they are."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from textwrap import indent

import pytest

from dsl.cache import program, remembered
from dsl.diagnostic import Diagnostic
from dsl.lint import RULES, Settings
from dsl.lint.rule import Category
from dsl.loading import load
from dsl.messages import Page, all_pages
from interpreter.findings.find import doubts
from interpreter.findings.looked import errors
from tests.findings import samples, worded
from tests.golden_files import Case, Golden, golden_names
from tests.unit.interpreter.cli.commands import REPOSITORY

pytestmark = pytest.mark.usefixtures("nothing_kept")

FAIR = (REPOSITORY / "tests" / "language_reference" / "fair.bylaws").read_text(encoding="utf-8")
END = "game ends after day when draw_pile is empty: the player with most fame wins\n"
MORE = """
parameter prize = 3 (1 to 5)
procedure choosing_host, deciding player: decide start_player
setup:
    let host be decided by choosing_host
    do reward of host, with 1
"""
#: The lines above an example, by where it stands, and how far it is indented under them.
AROUND = {
    "in a turn": ("procedure example:\n    players take turns:", 2),
    "in a deck": ("deck Offer in market:", 1),
    "in a scenario": ('scenario "Example":\n    played by ann, ben', 1),
    "in an empty scenario": ('scenario "Example":', 1),
    "in a variant": ('variant "Example" of "Harvest Fair":', 1),
}
FILE = Path("game.bylaws")
WITH_EXAMPLE = [page for page in all_pages() if page.wrong]

#: What only a whole folder, an encoding or a fault of Bylaws itself brings about.
WITHOUT_EXAMPLE = {
    "byte-order-mark", "old-line-ends", "mixed-line-ends", "not-utf-8", "too-much", "too-deep", "format-would-change",
    "outside-variant", "unknown-variant", "variants-over-each-other", "variant-needs-another", "variant-conflict",
    "outside-scenario", "control-character", "secret-told", "no-table", "wrong-cell", "not-in-table", "said-in-table",
}  # fmt: skip
#: Of these, what no case in `tests/golden` has either.
WITHOUT_SAMPLE = {
    "byte-order-mark", "old-line-ends", "mixed-line-ends", "not-utf-8", "too-much", "too-deep", "format-would-change",
    "outside-variant", "unknown-variant", "variant-needs-another", "outside-scenario",
    "secret-told",
}  # fmt: skip
#: What looks like the name of a finding, and is something else.
OTHER_NAMES = {"generated-python", "scenario-failed"}
#: Findings whose names are put together, or are one word.
MORE_NAMES = {"lone-otherwise", "lone-and", "not-utf-8", "coin", "whose", "not-a-step", "unknown-step"}


#: An example may declare an action; where it is offered is another matter.
OFFERED_ELSEWHERE = {"action-out-of-reach"}


@pytest.mark.slow
def test_every_finding_has_one_page() -> None:
    names = [page.name for page in all_pages()]
    assert sorted(names) == sorted(set(names))
    assert sorted(set(names) ^ (_names_in_the_code() - {rule.name for rule in RULES} | MORE_NAMES)) == []


def _names_in_the_code() -> set[str]:
    return remembered("names-in-code", program(), _in_the_code)


def _in_the_code() -> set[str]:
    """Every text in the code that is spelt like the name of a finding; but for words of the web."""
    web = REPOSITORY / "interpreter/web"
    rooms = [path for room in ("dsl", "interpreter") for path in (REPOSITORY / room).rglob("*.py")]
    paths = [path for path in rooms if web not in path.parents and path.name != "serve.py"]
    texts = [
        node.value
        for path in paths
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    return {text for text in texts if re.fullmatch(r"[a-z]+(-[a-z]+)+", text)} - OTHER_NAMES


def test_no_example_is_forgotten() -> None:
    assert {page.name for page in all_pages() if not page.wrong} == WITHOUT_EXAMPLE


@pytest.mark.parametrize("page", WITH_EXAMPLE, ids=lambda page: page.name)
def test_the_first_example_has_it(page: Page) -> None:
    found = {fault.name: fault.level.value for fault in _found(page, page.wrong)}
    assert found.get(page.name) == page.level, sorted(found)


@pytest.mark.parametrize("page", WITH_EXAMPLE, ids=lambda page: page.name)
def test_the_second_example_has_nothing_wrong(page: Page) -> None:
    found = _found(page, page.right)
    wrong = {fault.name for fault in errors(found)} - OFFERED_ELSEWHERE
    assert wrong | ({fault.name for fault in found} & {page.name}) == set()


@golden_names("wordings", [page.name for page in all_pages() if page.name not in WITHOUT_SAMPLE], ".txt")
def test_how_each_finding_is_worded(case: Case, golden: Golden) -> None:
    """As the cases in `tests/golden` show it; what none of them has, as its page does."""
    found = samples().get(case.name) or _found_as_on_its_page(case.name)
    golden(case, worded(found))


def test_what_has_no_sample_has_none() -> None:
    assert WITHOUT_SAMPLE <= WITHOUT_EXAMPLE and not WITHOUT_SAMPLE & samples().keys()


def _found_as_on_its_page(name: str) -> list[Diagnostic]:
    page = next(page for page in WITH_EXAMPLE if page.name == name)
    return [fault for fault in _found(page, page.wrong) if fault.name == name][:1]


def _found(page: Page, example: str) -> list[Diagnostic]:
    looked_for = () if "ignore" in page.name else (page.name,)
    return doubts(load(FILE, texts={FILE: _whole(page.where, example)}), Settings(select=looked_for))


def _whole(where: str, example: str) -> str:
    if where == "a whole file":
        return example
    above, depth = AROUND[where] if where else ("", 0)
    return "\n".join((FAIR, MORE, above, indent(example, "    " * depth), "" if "game ends" in example else END))


def test_what_is_doubtful_has_a_code_of_its_own() -> None:
    codes = [*(page.code for page in all_pages() if page.level == "warning"), *(rule.code for rule in RULES)]
    assert all(codes) and sorted(codes) == sorted(set(codes))
    assert {code[0] for code in codes} == {category.value[0].upper() for category in Category}
