"""Marks that everybody sees on cards that they do not know: in views, questions, the log and on the screen."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest

from interpreter.players.human.pages.look import cards_page
from interpreter.showing.layout import board
from interpreter.table.decision import Decision, decision
from interpreter.table.session import Session
from interpreter.table.view import BackView, PieceView
from tests.tables import game_of, table

HEAD = """game "Backs":
    players: 2 to 3
enum Ink: black, blue
cards Page: worth: number
zone pile: stack, face down, seen by nobody
zone row_of_pages: row, face down, seen by nobody
zone hand of player: hand
zone bag: group, face down, seen by nobody
flag torn of card: seen by everybody
counter stains of card: from 0 to 5, seen by everybody
remember ink of card: Ink or none, seen by everybody
remember keeper of card: player or none, seen by everybody
remember noted_by of card: players, seen by everybody
remember known_to of card: players, shown
flag read of card
flag blotted of card by Ink: seen by everybody
counter drops of card by Ink: seen by everybody
deck Page in pile:
    6 x "Poem", worth 1
procedure tear of page: card: set torn of page to yes
phase day "Day":
    as item(1) of players:
"""


def at(body: str) -> Session:
    """A game in which Ann, who is asked, has done what `body` says."""
    asked = 'choose a card from row_of_pages as answer asking "Which page?"'
    return table(game_of(HEAD + indent(f"{dedent(body).strip()}\n{asked}\n", " " * 8)), 2)


LAID = """
    move top 3 of pile to row_of_pages
    for each page in every card in row_of_pages: set read of page to yes
    do tear of item(2) of (every card in row_of_pages)
"""


def pieces(session: Session, name: str, seat: int, *indices: int) -> list[object]:
    zone = next(z for z in session.view(seat).zones if z.name == name and z.at == indices)
    return [piece.title if isinstance(piece, PieceView) else piece for piece in zone.pieces]


def options(session: Session) -> list[str]:
    question = decision(session.engine, session.state, session.words)
    assert isinstance(question, Decision)
    return [option.words for option in question.options]


GIVEN = """
    let friend be left of you
    move top 1 of pile to hand of friend
    do tear of the card in hand of friend
"""
TORN = BackView((("torn", 1),))


def test_in_a_row_each_card_shows_its_marks() -> None:
    session = at(LAID)
    assert pieces(session, "row_of_pages", 0) == pieces(session, "row_of_pages", 1) == [None, TORN, None]


def test_in_no_order_all_see_only_how_many_bear_it() -> None:
    session = at(LAID + "\n    move every card in row_of_pages to bag\n    move top 1 of pile to row_of_pages")
    assert pieces(session, "bag", 0) == [None, None, TORN]
    session.state.zones[session.engine.program.layout.zones["bag"].base].reverse()
    assert pieces(session, "bag", 0) == [None, None, TORN]


def test_whoever_knows_the_card_sees_all_its_marks() -> None:
    session = at(LAID + "\n    move every card in row_of_pages to your hand\n    move top 1 of pile to row_of_pages")
    assert pieces(session, "hand", 0, 0) == ["Poem"] * 3
    assert pieces(session, "hand", 1, 0) == [None, None, TORN]


def test_options_are_told_apart_by_their_marks() -> None:
    assert options(at(LAID)) == [
        "a card from the row of pages, number 1",
        "a card (torn) from the row of pages, number 2",
        "a card from the row of pages, number 3",
    ]


@pytest.mark.parametrize(
    ("body", "called"),
    [
        ("set stains of top of row_of_pages to 2", "a card (stains 2)"),
        ("set stains of top of row_of_pages to 0", "a card"),
        ("set ink of top of row_of_pages to black", "a card (ink Black)"),
        ("set keeper of top of row_of_pages to item(1) of players", "a card (keeper: Ann)"),
        ("set keeper of top of row_of_pages to none", "a card"),
        ("set blotted[blue] of top of row_of_pages to yes", "a card (blotted (Blue))"),
        ("raise drops[black] of top of row_of_pages by 3", "a card (drops (Black) 3)"),
    ],
)
def test_a_mark_is_called_by_its_value_where_there_is_something_to_see(body: str, called: str) -> None:
    session = at(f"move top 1 of pile to row_of_pages\n{body}")
    assert options(session) == [f"{called} from the row of pages"]


def test_the_log_calls_a_card_by_the_marks_of_that_time() -> None:
    session = at("""
        move top 3 of pile to row_of_pages
        do tear of item(2) of (every card in row_of_pages)
        move every card in row_of_pages to bag
        for each page in every card in bag: set torn of page to no
        move every card in bag to row_of_pages
        announce "Well"
        do tear of item(3) of (every card in row_of_pages)
    """)
    assert [line.text for line in session.log(1) if not line.level] == [
        "Ann moves 3 cards from the pile to the row of pages.",
        "Ann moves 2 cards and a card (torn) from the row of pages to the bag.",
        "Ann moves 3 cards from the bag to the row of pages.",
        "Well.",
    ]


def test_the_log_follows_a_mark_by_an_enum_up_and_down() -> None:
    session = at("""
        move top 1 of pile to row_of_pages
        raise drops[blue] of top of row_of_pages by 2
        move every card in row_of_pages to bag
        lower drops[blue] of the card in bag by 1
        set drops[black] of the card in bag to 4
        move every card in bag to row_of_pages
    """)
    assert [line.text for line in session.log(1) if not line.level] == [
        "Ann moves a card from the pile to the row of pages.",
        "Ann moves a card (drops (Blue) 2) from the row of pages to the bag.",
        "Ann moves a card (drops (Black) 4, drops (Blue) 1) from the bag to the row of pages.",
    ]


def test_a_person_sees_the_marks_on_the_table_and_in_every_place() -> None:
    session = at(LAID + GIVEN)
    assert [line.text for line in cards_page(session, 0, "row")] == [
        "The row of pages", "  1 card that you do not know", "  1 card that you do not know (torn)",
        "  1 card that you do not know",
    ]  # fmt: skip
    shown = board(session, 0)
    items = {item.label: item.ways[0] for item in shown.shared}
    rows = {row.label: row.cells for row in shown.rows}
    assert items["Row of pages"] == "3 cards (1 torn)"
    assert rows["Hand"] == ("-", "1 card (torn)")
    of_ben = {row.label: row.cells for row in board(session, 1).rows}
    assert of_ben["Hand"] == ("-", "Poem (torn)")


def test_lists_on_cards_are_told_and_shown() -> None:
    session = at("""
        move top 3 of pile to row_of_pages
        set noted_by of item(1) of row_of_pages to players
        set known_to of item(3) of row_of_pages to players
        reveal item(3) of row_of_pages
    """)
    assert options(session) == [
        "a card (noted by: Ann, Ben) from the row of pages, number 1",
        "a card from the row of pages, number 2",
        "Poem (worth 1, known to: Ann, Ben, drops (Black) 0, drops (Blue) 0)",
    ]
    assert any("noted by: Ann, Ben" in line.text for line in cards_page(session, 1, ""))
