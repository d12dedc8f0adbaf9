"""Boards as data: their spaces as they lie, who stands there, and which places are on them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from interpreter.showing.grids import Grid, Square
from interpreter.showing.part import Part


def space_id(kind: str, place: int) -> str:
    """What a space is called in the data: the name of its kind, and its place among them."""
    return f"{kind}.{place}"


def board_told(
    grid: Grid, places: Mapping[str, Sequence[str]], before: Mapping[str, Square] | None
) -> Part:
    """A board. `places`: by each space, those that are on it; `before`: the spaces as they were, if that is known."""
    squares = [square for row in (*grid.rows, grid.outside) for square in row if square is not None]
    return Part({
        "id": grid.name,
        "title": grid.title,
        "layout": "track" if grid.track else "flow" if grid.flows else "grid",
        "ways": grid.ways,
        "rows": [[None if square is None else _id(square) for square in row] for row in grid.rows],
        "outside": [_id(square) for square in grid.outside],
        "spaces": [_space(square, places, before) for square in squares],
    })  # fmt: skip


def by_space(grids: Iterable[Grid]) -> Mapping[str, Square]:
    """Every space that is drawn."""
    return {
        _id(square): square for grid in grids for row in (*grid.rows, grid.outside) for square in row
        if square is not None
    }  # fmt: skip


def _id(square: Square) -> str:
    return space_id(square.kind, square.place)


def _space(
    square: Square, places: Mapping[str, Sequence[str]], before: Mapping[str, Square] | None
) -> dict[str, Any]:
    return {
        "id": _id(square),
        "title": square.title,
        "beside": [space_id(square.kind, place) for place in square.beside],
        "figures": list(square.figures),
        "players": [{"seat": seat, "name": name} for seat, name in square.players],
        "values": list(square.values),
        "places": list(places.get(_id(square), ())),
        "new": before is not None and before.get(_id(square)) != square,
    }
