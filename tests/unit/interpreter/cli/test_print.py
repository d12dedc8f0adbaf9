"""`bylaws print`: what it writes, what it tells, and how it ends."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from interpreter.cli import commands
from interpreter.paper import outputs, settings
from interpreter.paper.typeset import TypesetError
from tests.unit.interpreter.cli.commands import run
from tests.unit.interpreter.paper.printing import BAKERY

Say = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def bakery(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a made-up game, beside which we are."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "bakery"
    folder.mkdir()
    (folder / "game.bylaws").write_text(BAKERY, encoding="utf-8")
    return folder


def test_it_writes_sheets_and_a_list(capsys: Say) -> None:
    ran = run(capsys, "print", "bakery")
    assert (ran.code, ran.err) == (0, "")
    out = Path("the_bakery-print")
    table = "table.pdf: 32 tokens and aids on 2 pages"
    told = ("cards.pdf: 16 cards on 4 pages", "rules.pdf: 1 page", table, "list.txt")
    assert ran.out.splitlines() == [f"The Bakery, for 4 players, in {out}:", *(f"  {line}" for line in told)]
    assert {path.name for path in out.iterdir()} == {"cards.pdf", "rules.pdf", "table.pdf", "list.txt", "printed.json"}
    assert (out / "cards.pdf").read_bytes().startswith(b"%PDF-")
    assert (out / "list.txt").read_text(encoding="utf-8") == LIST


LIST = """The Bakery, for 4 players
=========================

Cards (poker, 63.5 x 88.9 mm)
  Good: 8, 3 different
    [ ]   4 x Rye loaf
    [ ]   3 x Lemon tart
    [ ]   1 x Long wooden peel
  Order: 3, 2 different
    [ ]   2 x A small order
    [ ]   1 x An order for the whole street
  Helper: 4, 3 different
    [ ]   1 x Odile
    [ ]   1 x Bruno
    [ ]   2 x Nobody at all
  Rumour:
    [ ]   1 x The mill has burnt down

On the table
    [ ]  20 x Point 1  (the rules set no bound: see [counter] in print.toml)
    [ ]   8 x Point 5  (the rules set no bound: see [counter] in print.toml)
    [ ]   4 x Point 20  (the rules set no bound: see [counter] in print.toml)

At every number of players
  8 Good cards
  3 Order cards
  4 Helper cards
  1 Rumour card
"""


def test_paper_size_and_what_is_made_can_be_chosen(capsys: Say, bakery: Path) -> None:
    (bakery / "print.toml").write_text('paper = "letter"\nformat = "tarot"\n', encoding="utf-8")
    assert "16 cards on 8 pages" in run(capsys, "print", "bakery", "--out", "a", "--only", "cards").out
    assert {path.name for path in Path("a").iterdir()} == {"cards.pdf", "printed.json"}
    ran = run(capsys, "print", "bakery", "--card", "mini", "--backs", "none", "--players", "2", "--only", "list, cards")
    first, second, *_ = ran.out.splitlines()
    assert first == "The Bakery, for 2 players, in the_bakery-print:"
    assert second == "  cards.pdf: 16 cards on 1 page"


def test_what_has_changed_is_printed_alone(capsys: Say, bakery: Path) -> None:
    changed = ("print", "bakery", "--changed", "--only", "cards")
    assert "cards.pdf: 16 new cards on 4 pages" in run(capsys, *changed).out
    (bakery / "game.bylaws").write_text(BAKERY.replace("price 5", "price 6"), encoding="utf-8")
    assert "cards.pdf: 3 new cards on 2 pages" in run(capsys, *changed).out
    assert "no card is new since the last time: cards.pdf has not been written" in run(capsys, *changed).out
    Path("the_bakery-print", "printed.json").write_text('{"faces": 3}', encoding="utf-8")
    assert "16 new cards" in run(capsys, *changed).out


@pytest.mark.slow
def test_what_does_not_come_out_as_meant_is_told_and_printed_nonetheless(capsys: Say, bakery: Path) -> None:
    (bakery / "print.toml").write_text('[deck.Goods]\n[deck.Order]\nimage = "no.png"\n', encoding="utf-8")
    (bakery / "game.bylaws").write_text(BAKERY.replace("Before you", "Before you " * 300), encoding="utf-8")
    ran = run(capsys, "print", "bakery")
    assert ran.code == 1
    deck, picture, full = ran.err.splitlines()
    assert deck == "print.toml, [deck]: there is no deck Goods; did you mean Good?"
    assert picture.startswith("there is no no.png in the folder of the game")
    assert full.startswith('card-too-full: the text of 3,330 characters of "Long wooden peel" (Good) does not fit')
    assert Path("the_bakery-print/cards.pdf").exists()


def test_without_typst_it_says_what_to_install(capsys: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    ran = run(capsys, "print", "bakery")
    assert ran.code == 2
    assert ran.err == (
        "bylaws: to print takes more than is installed here (typst)\n"
        '        install it: pip install "bylaws[print]", or in the folder of Bylaws pip install -e ".[print]"\n'
    )


def test_a_file_where_the_folder_belongs_is_told_before_anything_is_made(capsys: Say, bakery: Path) -> None:
    ran = run(capsys, "print", "bakery", "--out", "bakery/game.bylaws")
    assert ran.code == 2
    assert ran.err == (
        "bylaws: bakery/game.bylaws is a file, and no folder\n        choose another place for --out\n"
    )


def test_a_fault_within_typst_is_told_in_its_words(capsys: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> None:
        raise ImportError("a part of typst cannot be loaded")

    monkeypatch.setattr("interpreter.cli.paper.print.require", fails)
    assert "installed here (a part of typst cannot be loaded)\n" in run(capsys, "print", "bakery").err


def test_nothing_is_written_if_one_of_the_files_cannot_be_made(capsys: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: object) -> object:
        raise TypesetError("failed to decode image")

    monkeypatch.setattr("interpreter.cli.paper.print.OUTPUTS", {**outputs.OUTPUTS, "list": fails})
    ran = run(capsys, "print", "bakery")
    assert ran.code == 2
    assert ran.err.startswith("bylaws: a page cannot be set: failed to decode image\n")
    assert [*Path("the_bakery-print").iterdir()] == []


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--players", "5"), "The Bakery is for 2 to 4 players, not for 5"),
        (("--only", "crads"), "--only names crads, which cannot be printed\n        did you mean cards?"),
        (("--only", ""), "--only names nothing, which cannot be printed\n        there are cards, rules, table and"),
        (("--paper", "a5"), "--paper cannot be a5; there are a4, letter"),
    ],
)
def test_wrong_use(words: tuple[str, ...], told: str, capsys: Say) -> None:
    ran = run(capsys, "print", "bakery", *words)
    assert ran.code == 2
    assert told in ran.err


def test_a_print_toml_that_cannot_be_read_is_told(capsys: Say, bakery: Path) -> None:
    (bakery / "print.toml").write_text("paper = ", encoding="utf-8")
    ran = run(capsys, "print", "bakery")
    assert ran.code == 2
    assert "print.toml cannot be read: Invalid value" in ran.err


def test_a_picture_that_is_none_is_told(capsys: Say, bakery: Path) -> None:
    (bakery / "a.png").write_bytes(b"no picture")
    (bakery / "print.toml").write_text('[deck.Order]\nimage = "a.png"\n', encoding="utf-8")
    ran = run(capsys, "print", "bakery")
    assert ran.code == 2
    assert "a page cannot be set" in ran.err


def test_no_link_is_written_through(capsys: Say) -> None:
    Path("there").mkdir()
    Path("mine.txt").write_text("mine", encoding="utf-8")
    Path("there/list.txt").symlink_to(Path("mine.txt").absolute())
    assert run(capsys, "print", "bakery", "--out", "there", "--only", "list").code == 2
    assert Path("mine.txt").read_text(encoding="utf-8") == "mine"


def test_the_lists_of_the_command_are_those_of_what_prints() -> None:
    assert tuple(outputs.OUTPUTS) == commands.OUTPUTS
    assert (settings.PAPERS, settings.CARDS, settings.BACKS) == (commands.PAPERS, commands.CARDS, commands.BACKS)
