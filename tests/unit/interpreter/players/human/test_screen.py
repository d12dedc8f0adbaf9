"""What a person sees in a turn, letter for letter."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from interpreter.players.human import screen
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
