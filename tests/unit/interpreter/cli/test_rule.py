"""`bylaws rule`: the page of a finding, and the list of all."""

from __future__ import annotations

import json

import pytest

from dsl.lint import RULES
from dsl.messages import all_pages, pages_in
from dsl.names.built_ins import BY_NAME, CONSTANT_NAMES, WORDS
from tests.golden_files import Case, Golden, golden_names
from tests.unit.interpreter.cli.commands import run

Say = pytest.CaptureFixture[str]

ASKED = {
    "list": (),
    "page": ("rounding-unsaid",),
    "whole_file": ("no-players",),
    "no_example": ("not-utf-8",),
    "of_lint": ("C101",),
    "a_word": ("seat_number",),
}


@golden_names("rule", ASKED, ".txt")
def test_what_it_prints(case: Case, golden: Golden, capsys: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    done = run(capsys, "rule", *ASKED[case.name])
    assert (done.code, done.err) == (0, "")
    golden(case, done.out.split("\nLint:")[0])


def test_a_name_may_come_as_it_stands_in_a_message(capsys: Say) -> None:
    pages = {run(capsys, "rule", name).out for name in ("pay-whom", "error[pay-whom]", "error[pay-whom]:", "Pay_Whom")}
    assert len(pages) == 1


def test_a_misspelt_name(capsys: Say) -> None:
    done = run(capsys, "rule", "pay-who")
    assert (done.code, done.out) == (2, "")
    assert done.err == "bylaws: nothing that is found is called pay-who\n        did you mean `bylaws rule pay-whom`?\n"


def test_a_name_like_none(capsys: Say) -> None:
    assert run(capsys, "rule", "xyzzy").err.endswith("        `bylaws rule` lists them all\n")


@pytest.mark.parametrize("word", [*BY_NAME, *CONSTANT_NAMES, *WORDS])
def test_every_word_that_no_game_declares_is_explained(word: str, capsys: Say) -> None:
    (page,) = json.loads(run(capsys, "rule", word, "--format", "json").out)["rules"]
    said = [one.meaning for names in (BY_NAME, CONSTANT_NAMES) for name, one in names.items() if name == word]
    assert (page["name"], page["level"]) == (word, "word")
    assert all(meaning.casefold() in page["text"].casefold() for meaning in [*said, WORDS.get(word, "")])


def test_for_programs(capsys: Say) -> None:
    every = json.loads(run(capsys, "rule", "--format", "json").out)
    names = [page.name for page in all_pages()] + [rule.name for rule in RULES]
    assert [rule["name"] for rule in every["rules"]] == names
    (one,) = json.loads(run(capsys, "rule", "pay-whom", "--format", "json").out)["rules"]
    assert (one["where"], one["wrong"], one["right"]) == ("in a turn", "pay 2 coin\n", "pay 2 coin to the bank\n")


def test_no_heading_of_a_chapter_is_passed_over() -> None:
    text = (
        "# Chapter\n\n## one (in a turn) [warning C201]\nWhy.\nnot:\n    a\n\n    b\nbut:\n    c\n\n## two\nWhy not.\n"
    )
    one, two = pages_in(text)
    assert (one.level, one.where, one.wrong, one.right) == ("warning", "in a turn", "a\n\nb\n", "c\n")
    assert (two.name, two.level, two.text, two.wrong) == ("two", "error", "Why not.", "")
