"""`docs/table-json.md` names every field of what a viewer is sent, and no other."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from dsl.ir import nodes as ir
from interpreter.showing.payload import payload
from interpreter.text.redaction import PUBLIC
from tests.bundled import EACH_GAME, seats
from tests.tables import game, game_of, play, table
from tests.unit.interpreter.cli.commands import REPOSITORY

PAGE = (REPOSITORY / "docs" / "table-json.md").read_text(encoding="utf-8")

#: Small games in which there is together all that a table can have.
SCREENS = REPOSITORY / "tests" / "golden" / "screens"
SHOWN = ("fair", "farm", "harbour", "islands")
SPELLS = """
game "Spells":
    players: 2
cards Spell
counter coins of player: starts at 3
zone book: stack, face up
zone hand of player: hand
deck Spell in book:
    4 x "Vow":
        > You gain what your friend gains.
        choose a player other than you as friend asking "To whom?"
        for the rest of the game:
            after friend gaining some coins: gain 1 coin
    2 x "Seal":
        > Nothing is done.
setup:
    each player: draw 3 from book to your hand
action rest "Rest":
    needs coins of you > 8
    > You rest.
    gain 1 coin
action cast "Cast":
    > You cast a spell.
    choose a card from your hand as spell
    choose a number from 0 to 1 as many asking "How often do you cast {spell}?"
    do effect of spell
    move spell to book
step 1 casting "Casting":
    players take turns:
        you take one action from rest, cast
game ends:
    nobody wins
"""


@pytest.mark.parametrize("name", EACH_GAME)
def test_the_page_names_all_that_is_sent(name: str) -> None:
    assert _sent(game(name), min(seats(name))) - _said() == set()


def test_all_that_the_page_names_is_sent() -> None:
    rules = (SPELLS, *((SCREENS / f"{name}.bylaws").read_text(encoding="utf-8") for name in SHOWN))
    sent = {field for one in map(game_of, rules) for field in _sent(one, one.fewest_players)}
    assert _said() - sent == set()


def _sent(rules: ir.Game, players: int) -> set[str]:
    """The fields of what each viewer is sent, now and then in a game."""
    session = table(rules, players, 3)
    found: set[str] = set()
    for luck in range(10):
        for viewer in (*range(players), PUBLIC, None):
            sent = payload(session, viewer)
            assert next(iter(sent)) == "version" and sent["version"] == 1
            found |= set(_fields(json.loads(json.dumps(sent))))
        play(session, luck, 3)
    return found


def _fields(value: Any, name: str = "") -> Iterator[str]:
    """Every field by its path, as the page writes paths."""
    match value:
        case dict():
            for key, inner in value.items():
                inner_name = f"{name}.{key}" if name else key
                yield inner_name
                yield from _fields(inner, inner_name)
        case list():
            for inner in value:
                yield from _fields(inner, f"{name}[]")


def _said() -> set[str]:
    said = re.findall(r"^\| `([^`]+)` \|", PAGE, re.MULTILINE)
    return {*said, *(name.partition(".")[0].removesuffix("[]") for name in said)}
