"""How many spaces are `laid out` side by side: formatted, in variants and the rulebook, and where it is no use."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.api import format as formatted
from dsl.lint.settings import Settings
from dsl.loading import load
from interpreter.findings.find import doubts
from interpreter.rulebook import parts

LOOSE = """game "Rooms":
    players: 2 to 2
spaces Room ,laid  out  2   across : hall, pantry, stairs, porch
"""


def test_how_many_stand_side_by_side_survives_formatting() -> None:
    assert "spaces Room, laid out 2 across: hall, pantry, stairs, porch\n" in formatted(LOOSE)
    path = Path("rooms.bylaws")
    for text in (LOOSE, formatted(LOOSE)):
        game = load(path, texts={path: text}).game
        assert game is not None
        assert [one.across for one in game.enumerations if one.name == "Room"] == [2]


ROOMS = """game "Rooms":
    players: 2
spaces Room, laid out {across} across: hall, pantry, stairs, porch
zone floor of Room: group, face up
tokens guest of player: 1 each, starts in lobby
zone lobby: group, face up
phase day "Day":
    each player chooses a Room as entered asking "Where?"
"""
WIDE = ROOMS.replace("hall, pantry", 'hall "The great hall of the castle", pantry')


def layouts_not_seen(text: str) -> list[str]:
    path = Path("rooms.bylaws")
    found = doubts(load(path, texts={path: text}), Settings(select=("layout-not-seen",)))
    return [one.message.partition(": ")[2] for one in found if one.name == "layout-not-seen"]


NOT_SEEN = {
    "it has only 4 spaces": ROOMS.format(across=5),
    "none stand side by side": ROOMS.format(across=0),
    "a row takes 92 letters, and a line has 80": WIDE.format(across=4),
    "a grid says where these spaces lie": ROOMS.format(across=2) + "grid plan, 2 by 2 of Room\n",
    "nothing ever stands or lies there": ROOMS.format(across=2).replace("zone floor of Room", "zone floor"),
}


@pytest.mark.parametrize("why", NOT_SEEN)
def test_a_layout_that_nobody_sees_is_said(why: str) -> None:
    assert layouts_not_seen(NOT_SEEN[why]) == [why]


def test_a_layout_that_is_seen_is_let_be() -> None:
    pawns = "pawn cook of player: starts on hall\n"
    for text in (ROOMS.format(across=4), WIDE.format(across=3), NOT_SEEN["nothing ever stands or lies there"] + pawns):
        assert layouts_not_seen(text) == []


@pytest.mark.parametrize(
    ("edit", "rows"),
    [
        ("extend spaces Room: attic", "2 in each row: Hall, Pantry, Stairs, Porch and Attic"),
        ("extend spaces Room, laid out 3 across: attic", "3 in each row: Hall, Pantry, Stairs, Porch and Attic"),
        ("replace spaces Room, laid out 1 across: hall, porch", "1 in each row: Hall and Porch"),
        ("replace spaces Room: hall, porch", "Hall and Porch"),
    ],
)
def test_variants_lay_out_anew(edit: str, rows: str) -> None:
    texts = {Path("rooms.bylaws"): ROOMS.format(across=2), Path("v.bylaws"): f'variant "V" of "Rooms":\n    {edit}\n'}
    game = load(Path("rooms.bylaws"), ["v.bylaws"], texts=texts).game
    assert game is not None
    items = [item for part in parts(game) for item in part.items]
    assert [item.partition("(room)")[2].lstrip(",: ") for item in items if "(room)" in item] == [rows]
