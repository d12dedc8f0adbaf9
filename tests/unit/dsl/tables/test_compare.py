"""What is told of single cells, in a designer's words, and which rows are no cards."""

from pathlib import Path

import pytest

from dsl.loading import load
from dsl.tables.compare import Compared, compared
from dsl.tables.decks import DeckTable, decks_of, table_of
from dsl.tables.sheet import read_sheet

HOME = Path("game.bylaws")
RULES = """game "Fair":
    players: 2 to 4

enum Suit: moon "The Moon", morning_star
enum Named: titles of Spell
parameter many = 3 (1 to 9) "copies"
cards Spell: suit: Suit or none, power: number, hint: text, quick: yes_no, like: Named or none
zone pile: stack, face down
counter points of player

deck Spell in pile:
    3 x "Tide", suit moon, power 2, quick:
        > Wait.
        gain 1 point
    many x "Comet", suit morning_star, hint "Beware"
    "Eclipse"

round day "Day":
    step 1 earning "Earning":
        each player: gain 1 point

game ends after day when round_number >= 3:
    the player with most points wins
"""

NO_QUOTES = 'cannot have the sign " in it: write “ and ”, or leave it out'
NO_TITLES = "no column is called `Title`: the first row names the columns, as `bylaws cards --to` writes them"


def _table(text: str = RULES) -> DeckTable:
    return decks_of(load(HOME, texts={HOME: text}))[0]


def _told(sheet: str, removing: bool = False) -> Compared:
    table = _table()
    return compared(table, read_sheet(sheet.encode(), table.printed.headings), removing=removing)


def test_the_table() -> None:
    assert list(table_of(_table())) == [
        ["Title", "Copies", "suit", "power", "hint", "quick", "like", "Text", "Rules"],
        ["Tide", "3", "moon", "2", "", "yes", "", "Wait.", "yes"],
        ["Comet", "many", "morning_star", "", "Beware", "", "", "", ""],
        ["Eclipse", "1", "", "", "", "", "", "", ""],
    ]


@pytest.mark.parametrize(
    ("sheet", "faults"),
    [
        ("Title,Copies\nTide,=1+2\n", ["B2: a formula; save the values in its place"]),
        ("Title,Copies\nTide,3\n\nTide,4\n", ["A4: `Tide` stands here twice; it is in A2 already"]),
        ("Title,suit\nTide,mon\n", ["B2: no Suit is called `mon`: did you mean `moon`?"]),
        ("Title,suit\nTide,xyz\n", ["B2: no Suit is called `xyz`: there is moon or morning_star"]),
        ("Title,like\nTide,Commet\n", ["B2: no Named is called `Commet`: did you mean `Comet`?"]),
        ("Title,power\nTide,two\n", ["B2: `two` is no whole number"]),
        ("Title,power\nTide,2.5\n", ["B2: `2.5` is no whole number"]),
        ("Title,power\nTide,1.000\n", ["B2: `1.000` is no whole number"]),
        ("Title,power\nTide,2000000000\n", ["B2: 2000000000 is too large: numbers go up to 1,000,000,000"]),
        ("Title,Copies\nTide,-1\n", ["B2: there cannot be -1 copies of a card: write 0 or more"]),
        ("Title,Copies\nTide,20001\n", ["B2: there cannot be 20001 copies of a card: a game has up to 20,000 pieces"]),
        ("Title,Copies\nTide,mny\n", ["B2: `mny` is no number of copies: did you mean `many`?"]),
        ("Title,Copies\nTide,a few\n", ["B2: `a few` is no number of copies: write a whole number"]),
        ("Title,quick\nTide,maybe\n", ["B2: `maybe` is neither `yes` nor `no`"]),
        ('Title,hint\nTide,"a ""b"""\n', [f"B2: what is printed {NO_QUOTES}"]),
        ('Title\n"Ti\nde"\n', ["A2: a title is one line: take the line break away"]),
        ("Name,Copies\nTide,3\n", [NO_TITLES]),
        ("Titel,Copies\nTide,3\n", ["no column is called `Title`: is it `Titel`?"]),
        ("Title,Copies,Copies\nTide,3,3\n", ["B1 and C1 are all called `Copies`: keep one of them"]),
        ("", [NO_TITLES]),
        (
            "Title,Copies,suit\nTide,=1,sun\nNew,few,\n",
            [
                "B2: a formula; save the values in its place",
                "C2: no Suit is called `sun`: there is moon or morning_star",
                "B3: `few` is no number of copies: write a whole number",
            ],
        ),
    ],
)
def test_what_is_wrong_with_a_cell(sheet: str, faults: list[str]) -> None:
    found = _told(sheet)
    assert list(found.faults) == faults
    assert found.changes == ()


@pytest.mark.parametrize(
    "sheet",
    [
        "Title,Copies,power\nTide,3.0,\"2,00\"\nComet,many,\nEclipse,,\n",
        "TITLE,copies,Suit\nTide,3,The Moon\nComet,many,Morning star\nEclipse,1,\n",
        "Title,quick\nTide,TRUE\nComet,FALSE\nEclipse,no\n",
        "List of cards\n\nTitle,Rules\nEclipse,yes\nTide,\nComet,\n",
        "Title,Copies,suit\nTide,3,MOON\nComet,many,\nEclipse,1,\n".replace("many,", "many,Morning_Star"),
    ],
)
def test_the_same_otherwise_typed_is_the_same(sheet: str) -> None:
    found = _told(sheet)
    assert (found.changes, found.faults, found.notes, found.gone, found.new) == ((), (), (), (), ())


def test_what_was_left_out_is_told() -> None:
    found = _told("Title,Copies,powr,Cost,Idea\nTide,3,,,\nComet,many,,,\n,,,4,\nEclipse,1,,,\n,99,,,\n")
    assert list(found.notes) == [
        "column C `powr` was left out, as no Spell card has that: is it `power`?",
        "left out, since no Spell card has that: columns D `Cost` and E `Idea`",
        "row 6 has no title and was left out",
    ]


def test_a_row_of_totals_is_no_card() -> None:
    found = _told("Title,Copies\nTide,3\nEclipse,1\nSum,4\n")
    assert (found.new, list(found.notes)) == ((), ["row 4 adds up the copies above and was left out"])
    assert _told("Title,Copies\nTide,3\nEclipse,1\nSum,5\n").new == ("Sum",)
    assert _told("Title,Copies,power\nTide,3,\nEclipse,1,\nSum,4,9\n").new == ("Sum",)


def test_which_cell_does_what() -> None:
    head = "Title,Copies,suit,power,hint,quick,like,Text\n"
    found = _told(f"{head}Tide,4,none,,Now,no,Comet,Go.\nComet,many,morning_star,,,,,\n")
    assert [change.words for change in found.changes] == [
        "`Tide`: copies 3 -> 4",
        "`Tide`: suit moon -> none",
        "`Tide`: power 2 -> nothing",
        '`Tide`: hint nothing -> "Now"',
        "`Tide`: quick yes -> no",
        '`Tide`: like nothing -> "Comet"',
        "`Tide`: another text",
        '`Comet`: hint "Beware" -> nothing',
    ]
    assert [row.title for row in found.gone] == ["Eclipse"]


def test_the_same_cells_under_a_new_title() -> None:
    found = _told("Title,Copies,suit,Text\nFlood,3,moon,Wait.\nComet,many,morning_star,\nEclipse,1,,\n")
    assert [(new.row.title, new.title, new.place) for new in found.titles] == [("Tide", "Flood", "A2")]
    assert _told("Title,Copies\nFlood,2\nComet,many\nEclipse,1\n").titles == ()


def test_a_deck_keeps_one_card() -> None:
    assert _told("Title\n", removing=True).faults == ("no row has a title, and a deck has at least one card",)
