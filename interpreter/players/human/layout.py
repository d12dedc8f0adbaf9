"""What goes where on the screen: the view as rows of words, with what says nothing left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from dsl.ir import nodes as ir
from interpreter.journal import heading
from interpreter.session import Session
from interpreter.view import Cell, PieceView, View, ZoneView
from interpreter.words import Words, capital, in_sentence, joined, several, spoken

HIDDEN = "hidden"
NOTHING = "-"

#: So many cards of one place are named; of more, only the number is said.
MOST_NAMED = 8
#: So many stand by their titles in a cell of the table.
MOST_IN_CELL = 2


@frozen
class Row:
    """One line of the table: something that each player has, with its words for each."""

    label: str
    cells: tuple[str, ...]


@frozen
class Item:
    """Something that is not in the table: what it is called, and ways to say it, the longest first."""

    label: str
    ways: tuple[str, ...]


@frozen
class Board:
    """`where` is the step that runs; `shared` is nobody's, `own` lists what the viewer holds."""

    title: str
    where: str
    seat: int | None
    names: tuple[str, ...]
    rows: tuple[Row, ...]
    shared: tuple[Item, ...]
    own: tuple[Item, ...]


def board(session: Session, seat: int | None) -> Board:
    """The table as `seat` may see it (None: all of it)."""
    words, view = session.words, session.view(seat)
    game = session.engine.program.game
    title = game.title + (f" with {joined(game.variants)}" if game.variants else "")
    return Board(
        title,
        where(words, view),
        seat,
        words.names,
        (*_variable_rows(words, view), *_zone_rows(words, view)),
        (*_shared_values(words, view), *_shared_zones(words, view)),
        tuple(_own_zones(words, view)),
    )


def where(words: Words, view: View) -> str:
    """The round, phase and step that run: `Turn 3 > 4. Placing`."""
    if view.over:
        return "The game is over"
    if not view.flows:
        return "Setup"
    rounds = [name for name in view.flows if words.flow(name).kind == "round"]
    numbers = {rounds[-1]: view.round_number} if rounds else {}
    return " > ".join(heading(words, name, numbers.get(name)) for name in view.flows)


# ---------------------------------------------------------------- what each player has


def _variable_rows(words: Words, view: View) -> Iterator[Row]:
    for variable, shown in zip(words.variables, view.variables, strict=True):
        place = _player_index(variable.dimensions)
        if place is None or (not variable.hidden and _at_rest(words, variable, shown.cells)):
            continue
        for others, cells in _by_others(shown.cells, place).items():
            label = _label(words, variable.title, variable.name, variable.dimensions, others, place)
            yield Row(label, tuple(_value(words, variable, cell) for cell in cells))


def _player_index(dimensions: tuple[ir.Index, ...]) -> int | None:
    return next((k for k, index in enumerate(dimensions) if index.dimension is ir.Dimension.PLAYER), None)


def _by_others(cells: Iterable[Cell], place: int) -> dict[tuple[int, ...], list[Cell]]:
    """The cells of all players, in order of the seats, for each of the other indices."""
    found: dict[tuple[int, ...], list[Cell]] = {}
    for cell in cells:
        found.setdefault((*cell.at[:place], *cell.at[place + 1 :]), []).append(cell)
    return found


def _label(
    words: Words, title: str, name: str, dimensions: tuple[ir.Index, ...], others: tuple[int, ...], place: int
) -> str:
    left = [index for k, index in enumerate(dimensions) if k != place]
    named = ", ".join(words.index(index, at) for index, at in zip(left, others, strict=True))
    label = capital(in_sentence(title, name))
    return f"{label} ({named})" if named else label


def _at_rest(words: Words, variable: ir.Variable, cells: tuple[Cell, ...]) -> bool:
    """Whether nothing has changed since the beginning."""
    start = words.start_of(variable, ())
    return all((ir.NONE if cell.value is None else cell.value) == start for cell in cells)


def _value(words: Words, variable: ir.Variable, cell: Cell) -> str:
    if cell.hidden:
        return HIDDEN
    return NOTHING if cell.value is None else words.said(variable.type, cell.value)


def _zone_rows(words: Words, view: View) -> Iterator[Row]:
    for name, zones in _zones_by_name(view).items():
        dimensions = words.program.layout.zones[name].zone.dimensions
        place = _player_index(dimensions)
        if place is None:
            continue
        found: dict[tuple[int, ...], list[ZoneView]] = {}
        for zone in zones:
            found.setdefault((*zone.at[:place], *zone.at[place + 1 :]), []).append(zone)
        for others, of_players in found.items():
            if any(zone.pieces for zone in of_players):
                label = _label(words, "", name, dimensions, others, place)
                yield Row(label, tuple(map(_in_cell, of_players)))


def _zones_by_name(view: View) -> dict[str, list[ZoneView]]:
    found: dict[str, list[ZoneView]] = {}
    for zone in view.zones:
        found.setdefault(zone.name, []).append(zone)
    return found


def _in_cell(zone: ZoneView) -> str:
    known = [piece.title for piece in zone.pieces if piece is not None]
    unknown = len(zone.pieces) - len(known)
    if not zone.pieces:
        return NOTHING
    if len(known) > MOST_IN_CELL or not known:
        return cards(len(zone.pieces))
    return ", ".join((*several(known), *([f"{unknown} more"] if unknown else [])))


def cards(number: int) -> str:
    """`1 card`, `4 cards`."""
    return "1 card" if number == 1 else f"{number} cards"


# ---------------------------------------------------------------- what is nobody's, and what is the viewer's


def _shared_values(words: Words, view: View) -> Iterator[Item]:
    for variable, shown in zip(words.variables, view.variables, strict=True):
        if _player_index(variable.dimensions) is not None or _at_rest(words, variable, shown.cells):
            continue
        label = capital(in_sentence(variable.title, variable.name))
        told = []
        for cell in shown.cells:
            at = [words.index(index, place) for index, place in zip(variable.dimensions, cell.at, strict=True)]
            told.append(" ".join((*at, _value(words, variable, cell))))
        yield Item(label, (", ".join(told),))


def _shared_zones(words: Words, view: View) -> Iterator[Item]:
    for name, zones in _zones_by_name(view).items():
        dimensions = words.program.layout.zones[name].zone.dimensions
        if _player_index(dimensions) is None:
            for zone in zones:
                if zone.pieces:
                    at = [words.index(index, place) for index, place in zip(dimensions, zone.at, strict=True)]
                    label = capital(spoken(name)) + (f" ({', '.join(at)})" if at else "")
                    yield Item(label, _ways(words, zone))


def _own_zones(words: Words, view: View) -> Iterator[Item]:
    """What the viewer's own places hold, where a cell of the table is too small for it."""
    for zone in view.zones:
        dimensions = words.program.layout.zones[zone.name].zone.dimensions
        place = _player_index(dimensions)
        if place is None or zone.at[place] != view.seat or len(zone.pieces) <= MOST_IN_CELL:
            continue
        others = (*zone.at[:place], *zone.at[place + 1 :])
        label = _label(words, "", zone.name, dimensions, others, place)
        yield Item(f"Your {label[:1].lower()}{label[1:]}", _ways(words, zone))


def _ways(words: Words, zone: ZoneView) -> tuple[str, ...]:
    """What lies in a place: the cards by what they are, by their titles alone, or how many there are.

    Of a pile, and of many cards, only what lies on top is named.
    """
    number = cards(len(zone.pieces))
    known = [piece for piece in zone.pieces if piece is not None]
    if zone.shape == "stack" or len(zone.pieces) > MOST_NAMED:
        top = zone.pieces[-1] if zone.shape == "stack" else None
        tops = (described(words, top), top.title) if top is not None else ()
        return (*(f"{number}, on top {name}" for name in tops), number)
    unknown = [f"{len(zone.pieces) - len(known)} unknown"] if len(known) < len(zone.pieces) else []
    if not known:
        return (number,)
    described_all = several(described(words, piece) for piece in known)
    titles = several(piece.title for piece in known)
    return ", ".join((*described_all, *unknown)), ", ".join((*titles, *unknown)), number


def described(words: Words, piece: PieceView) -> str:
    """A known card with what is printed on it."""
    return words.with_fields(piece.title, piece.card_type, piece.fields)
