"""Rulebooks: every word of the rules once, none that is for designers, and files that others can read."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from dsl.disk.find import installed_games
from dsl.ir import nodes as ir
from dsl.loading import load
from dsl.walk import nodes_of
from interpreter.rulebook import parts
from tests.golden_files import Case, Golden, golden_cases
from tests.unit.interpreter.cli.commands import REPOSITORY, run

Say = pytest.CaptureFixture[str]
BAKERY = REPOSITORY / "tests" / "golden" / "rulebook" / "bakery.bylaws"
CLAUSE = re.compile(r"\[?\b[a-z]+-R?\d{2,3}\b")


@golden_cases("rulebook", "*.bylaws", ".md")
def test_as_markdown(case: Case, golden: Golden, capsys: Say) -> None:
    done = run(capsys, "rulebook", str(case.input))
    assert (done.code, done.err) == (0, "")
    golden(case, done.out)


@golden_cases("rulebook", "*.bylaws", ".html")
def test_as_html(case: Case, golden: Golden, capsys: Say) -> None:
    done = run(capsys, "rulebook", str(case.input), "--format", "html")
    golden(case, done.out)
    page = ElementTree.fromstring(done.out)
    assert [heading.text for heading in page.iter("h1")] == ["Bakery & Co"]
    assert [cell.text for cell in page.iter("td")][:2] == ["Rye", "3"]


@pytest.mark.parametrize("game", [*installed_games(), "bakery"])
def test_every_word_stands_there_once_and_no_id_of_a_clause(game: str) -> None:
    rules = load(BAKERY if game == "bakery" else game)
    assert rules.game is not None
    book = parts(rules.game)
    said = [*(text for part in book for text in part.paragraphs), *(" ".join(row) for p in book for row in p.table)]
    whole = " ".join(" ".join(said).split())
    for text in nodes_of(rules.game.rulebook, ir.RuleText):
        assert " ".join(text.words.split()) in whole, text.words
    for ruling in rules.game.rulings:
        assert [part.title for part in book].count(ruling.question) == 1
    assert CLAUSE.findall(" ".join((whole, *(part.title for part in book)))) == []


@pytest.mark.parametrize("game", installed_games())
def test_every_round_step_and_action_has_its_heading(game: str) -> None:
    rules = load(game)
    assert rules.game is not None
    titles = [part.title for part in parts(rules.game)]
    for flow in rules.game.flows:
        assert any(title.endswith(flow.title) for title in titles), flow.title
    assert {action.title for action in rules.game.actions} <= {title.partition(" (")[0] for title in titles}


def test_a_variant_changes_the_book(capsys: Say) -> None:
    plain = run(capsys, "rulebook", "action_the_project").out
    varied = run(capsys, "rulebook", "action_the_project", "--variant", "fate").out
    assert "With Fate." in varied and "### 5.1. Customer Feedback" in varied
    assert "Customer Feedback" not in plain


def test_into_a_file(tmp_path: Path, capsys: Say) -> None:
    path = tmp_path / "bakery.md"
    done = run(capsys, "rulebook", str(BAKERY), "--out", str(path))
    assert (done.code, done.out) == (0, "")
    assert path.read_text(encoding="utf-8") == run(capsys, "rulebook", str(BAKERY)).out
    assert run(capsys, "rulebook", str(BAKERY), "--out", str(path / "bakery.md")).code == 2


def test_for_programs(capsys: Say) -> None:
    report = json.loads(run(capsys, "rulebook", str(BAKERY), "--format", "json").out)
    assert (report["version"], report["game"]) == (1, "Bakery & Co")
    assert [part["title"] for part in report["parts"] if part["depth"] == 2] == [
        "What there is", "Setup", "Day", "Actions", "The end of the game", "Further rules", "Questions and answers",
        "Cards",
    ]  # fmt: skip


def test_rules_with_errors(tmp_path: Path, capsys: Say) -> None:
    path = tmp_path / "game.bylaws"
    path.write_text('game "Odd":\n    playas: 2\n')
    done = run(capsys, "rulebook", str(path))
    assert (done.code, done.out) == (1, "") and "error[" in done.err


def test_what_an_action_costs_is_said_in_its_heading() -> None:
    game = load(str(REPOSITORY / "tests" / "semantics" / "costs.bylaws")).game
    assert game is not None
    titles = [part.title for part in parts(game)]
    assert (
        "Build (costs 1 Cable, 2 Parts from your hand; once per turn)" in titles
        and "Bribe (costs 3 coins; once per turn)" in titles
    )
