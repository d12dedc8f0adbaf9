"""`bylaws cards`: a deck as a file for a spreadsheet program, and back."""

from __future__ import annotations

import re
import sys
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from interpreter.cli.input.workbook import sheet_names
from tests.unit.interpreter.cli.commands import Ran, run

Say = pytest.CaptureFixture[str]

GAME = """game "Fair":
    players: 2 to 4

enum Suit: moon, star
cards Spell: suit: Suit, power: number
cards Charm
zone pile:          stack, face down
zone box of player: stack, face down
counter points of player

# The spells.
deck Spell in pile:
    3 x "Tide", suit moon, power 2:  # the weakest
        > [fair-1] + a point for you.
        gain 1 point

    "Eclipse", suit moon, power 9

deck Charm in box of players:
    "Luck"

round day "Day":
    step 1 earning "Earning":
        each player: gain 1 point

game ends after day when round_number >= 3:
    the player with most points wins
"""
VARIANT = 'variant "Dark" of "Fair":\n    replace 2 x "Eclipse", suit star, power 1\n'
SCENARIO = """scenario "Dark":
    played by ann, ben
    given pile holds only "Eclipse"
    when step earning
    then pile holds "Eclipse"
"""
SPELLS = (
    "Title,Copies,suit,power,Text,Rules\r\n"
    "Tide,3,moon,2,'+ a point for you.,yes\r\n"
    "Eclipse,1,moon,9,,\r\n"
)  # fmt: skip
BOTH = 'say which: "Spell in pile", "Charm in box of players"'


@pytest.fixture
def cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Say) -> Callable[..., Ran]:
    """The command for the game in the current folder, whose files are in `fair`."""
    for name, text in {"game": GAME, "variants/dark": VARIANT, "scenarios/dark": SCENARIO}.items():
        path = tmp_path / "fair" / f"{name}.bylaws"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    monkeypatch.chdir(tmp_path)
    return lambda *words: run(capsys, "cards", "fair", *words)


def _game() -> str:
    return Path("fair/game.bylaws").read_bytes().decode()


def test_out_as_csv(cards: Callable[..., Ran]) -> None:
    done = cards("Spell", "--to", "new/spells.csv")
    assert (done.code, done.out, done.err) == (0, "", "2 cards of Fair in new/spells.csv\n")
    assert Path("new/spells.csv").read_bytes() == b"\xef\xbb\xbf" + SPELLS.encode()
    assert cards("Spell", "--from", "new/spells.csv") == Ran(0, "", "the rules say the same already\n")
    assert _game() == GAME


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--to x.csv", f"Fair has 2 decks, and a CSV file has room for one\n{BOTH}"),
        ("--from x.txt", f"there are 2 decks, and a CSV file has one\n{BOTH}"),
        ("Spel --to x.csv", 'there is no deck called Spel\ndid you mean "Spell"?'),
        ("Spell --to x.ods", "--to x.ods does not say which kind of file\nend the name with .csv or .xlsx"),
        ("Spell --from x.csv", "x.csv cannot be read: No such file or directory"),
        ("Spell --from fair", "fair is no table that can be read\nsave it as CSV UTF-8 (.csv) or as .xlsx"),
        ("Spell --to x.csv --check", "--check, --remove and --rename are for --from alone"),
        ("Spell", "say --to or --from\n`bylaws cards --help` explains the command"),
    ],
)
def test_wrong_use(cards: Callable[..., Ran], words: str, said: str) -> None:
    Path("x.txt").write_text("Title\n")
    assert cards(*words.split()) == Ran(2, "", f"bylaws: {said}\n".replace("\n", f"\n{' ' * 8}").rstrip(" "))


@pytest.mark.parametrize("name", ["Spell in pile", "deck Spell in pile:", "Spell", "pile"])
def test_how_a_deck_may_be_called(cards: Callable[..., Ran], name: str) -> None:
    assert cards(name, "--to", "x.csv").code == 0
    assert Path("x.csv").read_text(encoding="utf-8-sig").startswith("Title,Copies,suit")


def _saved(text: str, encoding: str = "utf-8") -> str:
    Path("in.csv").write_bytes(text.encode(encoding))
    return "in.csv"


CHANGED = """Title;Copies;suit;power;Text;idea
Tide;4,0;Star;;One point – for you.;x
Mond-Fluß;2;moon;;Nichts.;
Eclipse;1;moon;9;;
;7;;;;
""".replace("\n", "\r\n")
AFTER = GAME.replace(
    """    3 x "Tide", suit moon, power 2:  # the weakest
        > [fair-1] + a point for you.
        gain 1 point
""",
    """    4 x "Tide", suit star:  # the weakest
        > [fair-1] One point – for you.
        gain 1 point

    2 x "Mond-Fluß", suit moon:
        > Nichts.
""",
)


def test_in_as_excel_saves_it(cards: Callable[..., Ran]) -> None:
    file = _saved(CHANGED, "cp1252")
    told = cards("Spell", "--from", file, "--check")
    assert (told.code, _game()) == (1, GAME)
    assert told.out.splitlines() == [
        "fair/game.bylaws:13: `Tide`: copies 3 -> 4",
        "fair/game.bylaws:13: `Tide`: suit moon -> star",
        "fair/game.bylaws:13: `Tide`: power 2 -> nothing",
        "fair/game.bylaws:13: `Tide`: another text",
        "fair/game.bylaws:15: `Mond-Fluß` is new",
    ]
    assert told.err.splitlines() == [
        "in.csv: it is not saved as UTF-8 and was read as Windows-1252: look at the letters with accents",
        "in.csv: left out, since no Spell card has that: column F `idea`",
        "in.csv: row 5 has no title and was left out",
        "5 changes would be made in fair/game.bylaws",
        "`Mond-Fluß` does nothing yet: write below it what it does",
    ]
    done = cards("Spell", "--from", file)
    assert (done.code, done.out, _game()) == (0, told.out, AFTER)
    again = cards("Spell", "--from", file)
    assert (again.code, again.out, _game()) == (0, "", AFTER)


def test_a_file_that_was_not_formatted_is_changed_in_these_cells_alone(cards: Callable[..., Ran]) -> None:
    ugly = GAME.replace("players: 2", "players:   2").replace("\n", "\r\n")
    Path("fair/game.bylaws").write_bytes(ugly.encode())
    assert cards("Spell", "--from", _saved("Title,Copies\nTide,4\nEclipse,1\n")).code == 0
    assert _game() == ugly.replace("3 x", "4 x")


def test_a_cell_that_is_wrong_keeps_everything_as_it_is(cards: Callable[..., Ran]) -> None:
    done = cards("Spell", "--from", _saved("Title,Copies,suit\nTide,4,sun\nEclipse,=1,moon\n"))
    assert done.code == 1
    assert done.err.splitlines() == [
        "in.csv, C2: no Suit is called `sun`: there is moon or star",
        "in.csv, B3: a formula; save the values in its place",
        "nothing was changed",
    ]
    assert _game() == GAME


def test_cards_that_no_row_has(cards: Callable[..., Ran]) -> None:
    file = _saved("Title,Copies\nEclipse,1\n")
    kept = cards("Spell", "--from", file)
    assert (kept.code, kept.out, _game()) == (0, "", GAME)
    assert kept.err.splitlines()[0] == "no row has `Tide`: left as it is; --remove takes away what no row has"
    done = cards("Spell", "--from", file, "--remove")
    assert (done.code, done.out) == (0, "fair/game.bylaws:13: `Tide` is removed\n".replace("` is", "`: is"))
    assert "Tide" not in _game()
    assert "# The spells.\n" in _game()


def test_what_scenarios_and_variants_need_is_not_taken_away(cards: Callable[..., Ran]) -> None:
    done = cards("Spell", "--from", _saved("Title,Copies\nTide,3\n"), "--remove")
    assert done.code == 1
    assert 'Eclipse' in done.err and "nothing was changed" in done.err
    assert _game() == GAME


def test_a_new_title_is_offered_and_goes_wherever_the_card_is_named(cards: Callable[..., Ran]) -> None:
    file = _saved("Title,Copies,suit,power\nTide,4,moon,2\nNight,1,moon,9\n")
    asked = cards("Spell", "--from", file)
    assert asked.code == 1
    assert asked.err.splitlines() == [
        "in.csv, A3: `Night` has all cells of `Eclipse`, which no row has. With --rename that is its new title, also in"
        " fair/variants/dark.bylaws and fair/scenarios/dark.bylaws; with --remove it is another card in its place",
        "no row has `Eclipse`: left as it is; --remove takes away what no row has",
        "nothing was changed",
    ]
    done = cards("Spell", "--from", file, "--rename")
    assert (done.code, done.out.splitlines()) == (
        0,
        ["fair/game.bylaws:17: `Eclipse`: is called `Night`", "fair/game.bylaws:13: `Tide`: copies 3 -> 4"],
    )
    assert _game() == GAME.replace("Eclipse", "Night").replace("3 x", "4 x")
    assert Path("fair/variants/dark.bylaws").read_text() == VARIANT.replace("Eclipse", "Night")
    assert Path("fair/scenarios/dark.bylaws").read_text() == SCENARIO.replace("Eclipse", "Night")


def test_a_title_that_cannot_be(cards: Callable[..., Ran]) -> None:
    done = cards("Spell", "--from", _saved("Title,Copies,suit,power\nTide,3,moon,2\nDark,1,moon,9\n"), "--rename")
    assert done.code == 1
    assert done.err.startswith("in.csv, A3: `Eclipse` cannot be called `Dark`: something is called so already")


def test_all_files_are_written_or_none(cards: Callable[..., Ran]) -> None:
    Path("fair/scenarios/dark.bylaws").chmod(0o444)
    done = cards("Spell", "--from", _saved("Title,Copies,suit,power\nTide,3,moon,2\nNight,1,moon,9\n"), "--rename")
    assert (done.code, _game()) == (2, GAME)
    assert Path("fair/variants/dark.bylaws").read_text() == VARIANT
    assert "read-only" in done.err


def test_rules_with_errors_are_left_alone(cards: Callable[..., Ran]) -> None:
    Path("fair/game.bylaws").write_text(GAME.replace("suit: Suit", "suit: Siut"))
    assert cards("Spell", "--to", "x.csv").code == 1
    assert not Path("x.csv").exists()


# ---------------------------------------------------------------- workbooks


def test_out_and_in_as_a_workbook(cards: Callable[..., Ran]) -> None:
    assert cards("--to", "all.xlsx") == Ran(0, "", "3 cards of Fair in all.xlsx\n")
    book = load_workbook("all.xlsx")
    assert book.sheetnames == ["Spell in pile", "Charm in box of players"]
    sheet = book["Spell in pile"]
    assert [[cell.value for cell in row] for row in sheet] == [
        ["Title", "Copies", "suit", "power", "Text", "Rules"],
        ["Tide", 3, "moon", 2, "+ a point for you.", "yes"],
        ["Eclipse", 1, "moon", 9, None, None],
    ]
    assert (sheet["E2"].data_type, sheet["E2"].quotePrefix) == ("s", True)
    assert cards("--from", "all.xlsx") == Ran(0, "", "the rules say the same already\n")
    sheet["B3"], sheet["D2"] = 5, 2.5
    book["Charm in box of players"]["B2"] = 2
    book.save("all.xlsx")
    wrong = cards("--from", "all.xlsx")
    assert wrong.err.splitlines()[0] == "all.xlsx, D2: `2.5` is no whole number"
    sheet["D2"] = 4.0
    book.save("all.xlsx")
    assert cards("--from", "all.xlsx").out.splitlines() == [
        "fair/game.bylaws:13: `Tide`: power 2 -> 4",
        "fair/game.bylaws:17: `Eclipse`: copies 1 -> 5",
        "fair/game.bylaws:20: `Luck`: copies 1 -> 2",
    ]
    assert '5 x "Eclipse"' in _game() and '2 x "Luck"' in _game()


def test_a_workbook_that_is_there_is_not_written_over(cards: Callable[..., Ran]) -> None:
    Path("all.xlsx").write_bytes(b"mine")
    done = cards("--to", "all.xlsx")
    assert (done.code, Path("all.xlsx").read_bytes()) == (2, b"mine")
    assert "is there already" in done.err


def _book(formula_value: str) -> bytes:
    """A workbook with a formula in B2, and the value that was stored for it."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (["Title", "Copies"], ["Tide", "=1+3"], ["Eclipse", 1]):
        sheet.append(row)
    out, done = BytesIO(), BytesIO()
    book.save(out)
    with zipfile.ZipFile(out) as packed, zipfile.ZipFile(done, "w") as again:
        for part in packed.infolist():
            text = packed.read(part)
            again.writestr(part, re.sub(rb"<v ?/>|<v></v>", formula_value.encode(), text))
    return done.getvalue()


def test_formulas_of_a_workbook(cards: Callable[..., Ran]) -> None:
    Path("one.xlsx").write_bytes(_book(""))
    assert cards("Spell", "--from", "one.xlsx").err.splitlines() == [
        "one.xlsx, B2: a formula whose value is not in the file: open it in your spreadsheet program and save it",
        "nothing was changed",
    ]
    Path("one.xlsx").write_bytes(_book("<v>4</v>"))
    assert cards("Spell", "--from", "one.xlsx").out == "fair/game.bylaws:13: `Tide`: copies 3 -> 4\n"


@pytest.mark.parametrize("data", [b"no workbook", b"PK\x05\x06" + b"\0" * 18])
def test_a_broken_workbook(cards: Callable[..., Ran], data: bytes) -> None:
    Path("one.xlsx").write_bytes(data)
    done = cards("Spell", "--from", "one.xlsx")
    assert (done.code, "it is no workbook, or is broken" in done.err) == (2, True)


def test_without_openpyxl(cards: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    done = cards("--to", "all.xlsx")
    assert (done.code, 'pip install "bylaws[xlsx]"' in done.err) == (2, True)


def test_names_of_sheets() -> None:
    long = "Confidential in drawer of players"
    assert sheet_names(["A in b", long, f"{long} (2)", "C in d[e of you]"]) == {
        "A in b": "A in b",
        long: "Confidential in drawer of playe",
        f"{long} (2)": "Confidential in drawer of pla 2",
        "C in d[e of you]": "C in d e of you",
    }
