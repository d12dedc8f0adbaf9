"""How many spaces are `laid out` side by side stays as it is when a file is formatted."""

from __future__ import annotations

from pathlib import Path

from dsl.api import format as formatted
from dsl.loading import load

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
