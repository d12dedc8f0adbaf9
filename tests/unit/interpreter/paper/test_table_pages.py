"""What lies on the table beside cards, and the pages on which it is printed."""

from __future__ import annotations

from collections import Counter

import pypdfium2
import pytest

from interpreter.paper.board.aid import aid
from interpreter.paper.board.furniture import Board, Cells, Coins, Furniture, Marker, Space, furniture
from interpreter.paper.board.pages import table
from interpreter.paper.component_list import component_list
from interpreter.paper.model import printed
from interpreter.paper.settings import checked
from interpreter.rulebook import parts
from interpreter.table.session import Session
from tests.bundled import seats
from tests.tables import game, play
from tests.tables import table as a_table
from tests.unit.interpreter.paper.printing import order_of, rules_of, words

HARBOUR = """game "Harbour":
    players: 2 to 3

spaces Quay:
    north, depth 3
    south "South quay", depth 12
track Way, spaces 1 to 6, ring
spaces Tile: a1, b1, a2, b2
spaces Plot: hill, bog, wood, lake
grid town, 2 by 2 of Tile
grid field, 2 by 2 of Plot
counter barrels of Quay: from 0 to 4
counter wind: from 1 to 3, starts at 2
counter fame of player: from 0 to 20
counter money of player
counter rust
flag asleep of player: shown
role captain: shown
pawn ship of player: starts on way_1
pawn storm: starts on north
tokens Crate: worth: number
zone hold: group, face up
deck Crate in hold:
    6 x "Tea", worth 2

setup:
    move every Tile to town
    move every Plot to field
    shuffle field

round day "Day":
    step 1 waking "Waking":
        each player:
            gain 1 fame
            set asleep of you to your fame > 3
game ends after day when round_number >= 3: the player with most fame wins
"""


@pytest.fixture(scope="module")
def harbour() -> Furniture:
    rules = rules_of(HARBOUR)
    assert rules.game is not None
    return furniture(rules.game, 3, {})


def test_boards_have_what_is_printed_and_kept_on_their_spaces(harbour: Furniture) -> None:
    quay, way, tile, plot = harbour.boards
    barrels = (Cells("Barrels", 0, 4),)
    assert quay == Board(
        "Quay", (Space("North", "", (("depth", "3"),), barrels), Space("South quay", "", (("depth", "12"),), barrels)),
        0, False, False, None,
    )  # fmt: skip
    assert (way.track, way.ring, [one.number for one in way.spaces]) == (True, True, list("123456"))
    assert (tile.across, tile.frame, [one.title for one in tile.spaces]) == (2, None, ["A1", "B1", "A2", "B2"])
    assert (plot.across, plot.frame, len(plot.spaces)) == (0, (2, 2), 4)


def test_numbers_with_bounds_have_tracks_and_others_are_paid(harbour: Furniture) -> None:
    assert harbour.tracks == (Cells("Wind", 1, 3), Cells("Fame", 0, 20))
    assert harbour.coins == (
        Coins("Money", ((1, 15), (5, 6), (20, 3)), False), Coins("Rust", ((1, 10), (5, 4), (20, 2)), False),
    )  # fmt: skip


def test_what_is_put_somewhere_has_markers(harbour: Furniture) -> None:
    assert Counter({(one.title, one.seat): one.copies for one in harbour.markers}) == {
        ("Ship", 0): 1, ("Ship", 1): 1, ("Ship", 2): 1, ("Storm", None): 1, ("Wind", None): 1, ("Fame", 0): 1,
        ("Fame", 1): 1, ("Fame", 2): 1, ("Barrels", None): 2, ("Asleep", None): 3, ("Captain", None): 1,
    }  # fmt: skip
    assert Marker("Storm", None) in harbour.markers


def test_the_designer_says_what_is_paid() -> None:
    rules = rules_of(HARBOUR)
    assert rules.game is not None
    paid = {"money": {"values": [1, 10], "count": 30}, "fame": {"values": [1], "count": 5}}
    settings = checked({"counter": paid}, rules.game)
    found = furniture(rules.game, 3, settings.counters)
    assert found.tracks == (Cells("Wind", 1, 3),)
    assert found.coins[:2] == (Coins("Fame", ((1, 5),), True), Coins("Money", ((1, 30), (10, 30)), True))


OFFICES = HARBOUR.replace("spaces Quay:", """enum Office: none_yet "None yet", clerk "Harbour clerk", master
remember office of player: Office, starts as none_yet, shown
remember weather: Office, shown
remember rival of player: Office or none, shown
remember guess of player: Office, starts as none_yet, not shown
counter luck of player: from -900 to 900
spaces Quay:""")


def test_what_is_always_one_of_some_values_has_a_track_of_their_names() -> None:
    rules = rules_of(OFFICES)
    assert rules.game is not None
    found = furniture(rules.game, 2, {})
    names = ("None yet", "Harbour clerk", "Master")
    assert [one for one in found.tracks if one.names] == [Cells("Office", 0, 2, names), Cells("Weather", 0, 2, names)]
    assert [one.seat for one in found.markers if one.title == "Office"] == [0, 1]
    assert [one.seat for one in found.markers if one.title == "Weather"] == [None]
    text = component_list(order_of(rules)).files["list.txt"].decode()
    assert "track Office: None yet to Master" in text and "track Wind: 1 to 3" in text


def test_what_goes_below_zero_is_written_down_unless_the_designer_says_how_it_is_paid() -> None:
    rules = rules_of(OFFICES)
    assert rules.game is not None
    found = furniture(rules.game, 3, {})
    assert found.written == ("Luck",) and "Luck" not in [one.title for one in found.coins]
    paid = furniture(rules.game, 3, checked({"counter": {"luck": {"values": [2]}}}, rules.game).counters)
    assert paid.written == () and "Luck" in [one.title for one in paid.coins]
    assert "paper and a pencil for Luck" in component_list(order_of(rules)).files["list.txt"].decode()


FERRY = """game "Ferry":
    players: 3
counter coin of player: starts at 9
round day "Day":
    > Everybody has one turn. The ferry waits for nobody.
    > It leaves at dusk.
    players take turns:
        you take any number of actions from cross
action cross "Cross", costs 1 coin:
    > You cross the river. It is wet.
    needs your coin > 1 else "you are broke"
    gain 0 coin
game ends after day when round_number >= 3: the player with most coin wins
"""


def test_an_aid_says_what_is_done_and_why_not_as_long_as_there_is_room() -> None:
    game = rules_of(FERRY).game
    assert game is not None
    turn = "Everybody has one turn."
    longest, *_, shortest = aid(game, parts(game))
    day, actions = longest
    assert [one["text"] for one in day["says"]] == [f"{turn} The ferry waits for nobody. It leaves at dusk."]
    (cross,) = actions["says"]
    assert cross["name"].startswith("Cross (costs 1 coin") and cross["text"] == "You cross the river."
    assert cross["note"] == "Why not: you are broke."
    assert [line["text"] + line["note"] for one in shortest for line in one["says"]] == [turn, ""]


def test_each_player_has_an_aid_and_nobody_two() -> None:
    pdf = pypdfium2.PdfDocument(table(order_of(rules_of(FERRY))).files["table.pdf"])
    text = words(pdf[len(pdf) - 1].get_textpage().get_text_range())
    assert text.count("The ferry waits for nobody.") == text.count("Why not: you are broke.") == 3
    long = " ".join(f"It rains for the {number}th time." for number in range(250))
    short = table(order_of(rules_of(FERRY.replace("The ferry waits for nobody.", long))))
    pdf = pypdfium2.PdfDocument(short.files["table.pdf"])
    text = words(pdf[len(pdf) - 1].get_textpage().get_text_range())
    assert text.count("Everybody has one turn.") == 3 and "It rains" not in text


def test_everything_stands_on_the_pages_as_often_as_it_is_there() -> None:
    made = table(order_of(rules_of(HARBOUR)))
    assert not made.wrong
    pages = [words(page.get_textpage().get_text_range()) for page in pypdfium2.PdfDocument(made.files["table.pdf"])]
    text = " ".join(pages)
    for title, copies in {"South quay": 1, "Asleep": 3, "Ship": 3, "Tea": 6, "Captain": 1, "Barrels": 4}.items():
        assert text.count(title) == copies, title
    assert text.count("depth 12") == 1
    assert sum("Day" in page and "Waking" in page for page in pages) == 1
    assert f"{len(pages)} pages" in made.told[0]
    assert table(order_of(rules_of(HARBOUR))).files == made.files


def test_a_board_of_many_rows_has_all_of_them_on_its_page() -> None:
    rooms = ", ".join(f"room_{number}" for number in range(20))
    rules = rules_of(FERRY.replace("counter coin", f"spaces Room: {rooms}\ncounter coin"))
    for paper in ("a4", "letter"):
        first = pypdfium2.PdfDocument(table(order_of(rules, paper)).files["table.pdf"])[0]
        assert "Room 19" in words(first.get_textpage().get_text_range())


def test_a_space_that_cannot_hold_its_words_is_told() -> None:
    long = "A quay with a name that nobody who prints it on one small space of a board could ever read " * 20
    made = table(order_of(rules_of(HARBOUR.replace('south "South quay"', f'south "{long}"'))))
    (wrong,) = made.wrong
    assert wrong.startswith("board-too-full: “A quay with a name")


# ---------------------------------------------------------------- what is played is there


OFFICE = ("action_the_project", "bad_day_at_the_office", "office_job", "thrown_under_the_bus", "theyre_coming")


def lying(session: Session) -> Counter[str]:
    """How many pieces of each title lie anywhere, also out of the game."""
    layout, state = session.engine.program.layout, session.state
    return Counter(
        layout.kinds[state.kind[piece]].title.casefold() for zone in state.zones for piece in zone
    )  # fmt: skip


@pytest.mark.parametrize("name", [pytest.param(one, marks=pytest.mark.slow) for one in OFFICE])
def test_every_piece_that_is_played_with_is_printed(name: str) -> None:
    rules = game(name)
    for players in (min(seats(name)), max(seats(name))):
        there = printed(rules, players)
        copies = Counter({f.title.casefold(): f.copies for deck in (*there.decks, *there.tokens) for f in deck.faces})
        session = a_table(rules, players, engine="generated")
        assert lying(session), "the setup lays out something"
        for decisions in (0, 40, 80):
            missing = lying(play(session, players, decisions)) - copies
            assert not missing
