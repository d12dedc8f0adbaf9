"""What a person sees in a turn, letter for letter."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from interpreter.players.human import screen
from interpreter.text.log.journal import LogLine
from tests.golden_files import Case, Golden, golden_cases
from tests.tables import game_of, played, table
from tests.unit.interpreter.players.human.typing import type_to

TYPED = ("?", "why 3", "1", "look", "p", "log", "1", "1", "2", "p", "2", "p", "p")


@golden_cases("screens", "*.bylaws", ".txt")
def test_screens(case: Case, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    session = table(game_of(case.input.read_text(encoding="utf-8")), 3, seed=5)
    text = type_to(monkeypatch, session, *TYPED)
    golden(case, text + "\n" + narrow(case) + "\n" + at_the_end(case))


def narrow(case: Case) -> str:
    """The first table again, in 44 columns."""
    session = table(game_of(case.input.read_text(encoding="utf-8")), 3, seed=5)
    return printed(screen.table(session, 0, 44), 44)


def at_the_end(case: Case) -> str:
    """The last lines of the log and the table when the game is over, for Ann."""
    session = table(game_of(case.input.read_text(encoding="utf-8")), 3, seed=5)
    for _ in played(session, luck=1):
        pass
    return printed(screen.log(session.log(0)[-12:]), 80) + "\n" + printed(screen.table(session, 0, 80), 80)


def printed(part: object, width: int) -> str:
    out = io.StringIO()
    Console(file=out, width=width, color_system=None).print(part)
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())


def test_a_name_cannot_steer_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dsl.syntax.reading.characters.controls_in", lambda text: [])
    session = table(game_of(RULES.format(title="Bell\\a\x1b[31m")), 2)
    assert "\x1b" not in printed(screen.table(session, 0, 80), 80)


def test_every_value_on_the_table_has_its_words() -> None:
    session = table(game_of(KINDS), 3)
    session.answer(0)
    drawn = printed(screen.table(session, 0, 80), 80)
    rows = [line.split() for line in drawn.splitlines()]
    assert ["Pair", "Ben,", "Cat", "-", "-"] in rows
    assert ["Hint", "(Cat)", "1", "hidden", "hidden"] in rows
    assert ["Debt", "-4", "-4", "-4"] in rows
    assert "Pack: Card 2   Out of the game: Card 1" in drawn


def test_own_cards_that_others_do_not_see_are_said_to_lie_face_down() -> None:
    session = table(game_of(LAID), 3)
    session.answer(0)
    drawn = [printed(screen.table(session, seat, 80), 80) for seat in range(2)]
    assert "Laid   Card 1 (face down)" in drawn[0] and "Laid   1 card" in drawn[1]
    assert "Pack: 3 cards, on top Card 4 (face down)" in drawn[0] and "Pack: 3 cards\n" in drawn[1]
    assert "Hand   Card 2, Card 3 " in drawn[0]  # which does not lie anywhere


def test_what_no_rule_uses_again_is_put_away_in_one_line() -> None:
    rules = LAID.replace("zone hand", "zone spare: stack, face up\nzone hand", 1).replace(
        "phase one", "setup: move top of pack to spare\nphase one"
    )
    assert "Put away: 1 in spare" in printed(screen.table(table(game_of(rules), 3), 0, 80), 80)


LAID = """game "Laid":
    players: 3
cards Card: worth: number
zone pack: stack, face down
zone hand of player: hand
zone laid of player: slot, face down, seen by whoever put it there
deck Card in pack:
    "Card {worth}", worth each number from 1 to 6
phase one "One":
    each player in (first of players):
        draw 3 cards from pack
        look at top of pack
        choose a card from your hand as put
        move put to your laid
        choose a number from 1 to 2 as n
"""
KINDS = """game "Kinds":
    players: 3
cards Card: worth: number
zone pack: row, face up
deck Card in pack:
    "Card {worth}", worth each number from 1 to 2
remember pair of player: players, shown
counter hint of player by player: hidden
counter debt of player: may be negative
phase one "One":
    each player loses 4 debt
    set pair of first of players to every player as any_one where seat_number of any_one >= 2
    set hint[last of players] of first of players to 1
    each player:
        choose a card from pack as gone
        remove gone from the game
"""
RULES = """game "{title}":
    players: 2 to 2
counter coins of player
phase one "One":
    each player: choose a number from 1 to 2 as n
"""


def test_of_several_figures_of_a_player_each_has_its_name() -> None:
    session = table(game_of(FIGURES), 2)
    drawn = printed(screen.table(session, 0, 80), 80).splitlines()
    assert "Hall: Ann's scout, Ben's scout" in drawn
    assert "Attic: Ann's gem, Ben's gem" in drawn


FIGURES = """game "Figures":
    players: 2
spaces Room: hall, attic
pawn scout of player: starts on hall
tokens gem of player: 1 each, starts in bag
zone bag: group, face up
zone floor of Room: group, face up
setup: move every gem in bag to floor[attic]
phase one "One":
    each player: choose a number from 1 to 2 as bid
"""


def test_what_is_worked_out_and_shown_stands_beside_the_counters() -> None:
    session = table(game_of(WORKED_OUT), 2)
    drawn = printed(screen.table(session, 0, 80), 80).splitlines()
    assert drawn == [
        "Worked Out   One",
        "           Ann (you)   Ben",
        "Coins      0           4",
        "Mood       Merry       Merry",
        "Standing   Merry       Gloomy",
        "Tired      no          yes",
        "First in line: Ann   Price: 4   Average: -   Stock of mood: Merry 4, Gloomy 4",
    ]


WORKED_OUT = """game "Worked Out":
    players: 2 to 3
enum Mood: merry, gloomy
counter coins of player
role first_in_line: shown
remember mood of player: Mood, shown
define standing of player, shown:
    gloomy if coins > 3
    merry  otherwise
define is_tired "tired" of player, shown: coins > 3
define plain of player: coins
define price, shown: total coins of players
define average, shown: 12 / coins of first of players rounded down
define stock "stock of mood" of Mood combining highest, shown: price
setup:
    set first_in_line to first of players
    last of players gains 4 coins
phase one "One":
    each player: choose a number from 1 to 2 as bid
"""


def test_a_heading_under_which_nothing_stands_is_left_out() -> None:
    levels = {"Round 1": 1, "Boss": 2, "Work": 2, "Round 2": 1, "Rest": 2}
    told = ["Round 1", "Boss", "He goes.", "Work", "Round 2", "Rest"]
    shown = printed(screen.log([LogLine(line, levels.get(line, 0)) for line in told]), 80).split("\n")
    assert [line for line in shown if line] == ["Round 1", "Boss", "He goes.", "Round 2", "Rest"]


def test_an_action_that_cannot_be_taken_stands_in_its_place_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    session = table(game_of(WAITING), 2)
    text = type_to(monkeypatch, session, "3")
    assert '  1  Rest\n  2  "Build" is not possible now: it costs 2 coins (you have 1 coin).\n  3  Beg\n' in text


WAITING = """game "Waiting":
    players: 2
counter coins of player: starts at 1
action rest "Rest": gain 1 coins
action build "Build", costs 2 coins: gain 3 coins
action beg "Beg": gain 1 coins
round day "Day", at most 1 times:
    each player: take up to 1 actions from rest, build, beg
"""


def test_a_card_that_is_on_a_space_by_what_is_worked_out_stands_there() -> None:
    drawn = printed(screen.table(table(game_of(IN_OFFICE), 2), 0, 80), 80)
    assert "Office: Chair Old Chest" in drawn and "Nothing on: Yard" in drawn


IN_OFFICE = """game "In Office":
    players: 2
spaces Room: office, yard
cards Thing
zone box: stack, face up
zone yard_of of Room: group, face up
deck Thing in box:
    "Old Chest"
define seat "chair" of Room as place, shown:
    top of box if place is office
    none       otherwise
phase one "One":
    each player: choose a number from 1 to 2 as bid
"""
