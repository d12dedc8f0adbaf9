"""Boards, square by square: their spaces as they are laid in the cells of a grid, or in the order of the rules."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import evolve

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.prose.nouns import called
from dsl.listing import grouped
from dsl.walk import nodes_of
from interpreter.showing.places import all_named, named
from interpreter.showing.rows import player_index, shown_definitions
from interpreter.table.view import Cell, PieceView, VariableView, View, ZoneView
from interpreter.text.labels import Words, capital, spoken
from interpreter.text.of_words import of_rules
from interpreter.text.redaction import Plain


@frozen
class Square:
    """A space with what there is on it: the pawns that are nobody's, whose pawns, and all else, in words.

    `values`: what is told of it; `pieces`: what lies there. It is the one at `place` among the spaces of its `kind`,
    with those `beside` it.
    """

    title: str
    figures: tuple[str, ...]
    players: tuple[tuple[int, str], ...]
    values: tuple[str, ...]
    pieces: tuple[str, ...] = ()
    kind: str = ""
    place: int = 0
    beside: tuple[int, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """All that is told of it in words besides who stands there."""
        return (*self.values, *self.pieces)

    @property
    def is_bare(self) -> bool:
        return not (self.figures or self.players or self.notes)


@frozen
class Grid:
    """A board, row by row; None is a cell without a space. `outside`: spaces that are not laid, but used.

    `flows`: one row, which lies in no order. `plain`: of a space one word can be told, besides its title.
    `track`: numbered spaces, in one row as long as it gets. `name`: of the kind of its spaces, or of what lays them.
    `ways`: the rules go by which spaces lie side by side.
    """

    title: str
    rows: tuple[tuple[Square | None, ...], ...]
    outside: tuple[Square, ...]
    flows: bool = False
    plain: bool = False
    track: bool = False
    name: str = ""
    ways: bool = False


def grids(words: Words, view: View) -> Iterator[Grid]:
    """Each board on which something is laid, or where something is."""
    shown = {variable.name: variable for variable in (*view.variables, *view.worked_out)}
    for kind in loose_boards(words):
        around = tuple(_squares(words, kind, view, shown))
        if any(not square.is_bare for square in around):
            board = next(one for one in words.program.game.enumerations if one.name == kind)
            if board.track:
                numbered = tuple(map(_numbered, board.values, around))
                yield Grid(capital(spoken(kind)), (numbered,), (), track=True, name=kind)
                continue
            across = board.across
            rows = [around[k : k + across] for k in range(0, len(around), across)] if across else [around]
            whole = tuple((*row, *(None,) * (across - len(row))) for row in rows)
            yield Grid(capital(spoken(kind)), whole, (), flows=not across, name=kind)
    for variable in words.variables:
        if is_grid(variable) and any(cell.value is not None for cell in shown[variable.name].cells):
            squares = list(_squares(words, variable.dimensions[0].name, view, shown))
            yield _grid(words, variable, shown[variable.name].cells, squares)


def beside(words: Words, view: View, kind: str) -> list[tuple[int, ...]]:
    """For each space those next to it: side by side with it on a grid, or before and behind it on a track."""
    enum = next(one for one in words.program.game.enumerations if one.name == kind)
    places, last = range(len(enum.values)), len(enum.values) - 1
    if enum.track:
        ways = ([(k - 1) % (last + 1), (k + 1) % (last + 1)] if enum.ring else [k - 1, k + 1] for k in places)
        return [
            tuple(to for to in dict.fromkeys(near) if 0 <= to <= last and to != k) for k, near in enumerate(ways)
        ]
    grid = next((one for one in words.variables if is_grid(one) and one.dimensions[0].name == kind), None)
    if grid is None:
        return [() for _ in places]
    cells = next(one for one in view.variables if one.name == grid.name).cells
    laid = next(one.values for one in words.program.game.enumerations if one.name == grid.type.name)
    lies = {cell.value: k for k, cell in enumerate(cells)}
    sides = [dict(laid[cell.value].attributes) if isinstance(cell.value, int) else {} for cell in cells]
    return [tuple(lies[ways[side]] for side in _SIDES if side in ways and ways[side] in lies) for ways in sides]


_SIDES = ("above", "leftward", "rightward", "below")


@of_rules
def on_grids(words: Words) -> frozenset[str]:
    """The kinds of spaces that are drawn in squares."""
    return _laid(words) | frozenset(loose_boards(words))


@of_rules
def _laid(words: Words) -> frozenset[str]:
    return frozenset(variable.dimensions[0].name for variable in words.variables if is_grid(variable))


@of_rules
def loose_boards(words: Words) -> tuple[str, ...]:
    """The kinds of spaces that no grid has, on which pieces lie or that are laid out; and all tracks."""
    zones = (slot.zone for slot in words.program.layout.zones.values())
    peopled = {zone.dimensions[0].name for zone in zones if len(zone.dimensions) == 1}
    boards = (one for one in words.program.game.enumerations if one.board and one.name not in _laid(words))
    return tuple(one.name for one in boards if one.track or one.across or one.name in peopled)


def is_grid(variable: ir.Variable) -> bool:
    """Whether it says in which cell of a grid each space lies."""
    return variable.type.kind is ir.Kind.VALUE and variable.type.name == f"{variable.name} cells"


def is_drawn(variable: ir.Variable, kinds: frozenset[str]) -> bool:
    """Whether it is seen on the drawing of a board: the board itself, pawns, and what is said of each space alone."""
    of_space = len(variable.dimensions) == 1 and variable.dimensions[0].name in kinds
    return is_grid(variable) or (variable.pawn and variable.type.name in kinds) or (of_space and is_told(variable))


def is_told(variable: ir.Variable) -> bool:
    """Whether a word or two in a square say it."""
    one = (ir.Kind.YES_NO, ir.Kind.PLAYER, ir.Kind.VALUE, ir.Kind.PIECE)
    return variable.counts or (variable.type.kind in one and not variable.type.many)


def _grid(words: Words, variable: ir.Variable, cells: Sequence[Cell], squares: Sequence[Square]) -> Grid:
    cells_of = next(one.values for one in words.program.game.enumerations if one.name == variable.type.name)
    columns = dict(cells_of[0].attributes).get("below", len(cells_of))  # below the first is the first of the second row
    lying: dict[int, Square] = {
        cell.value: square
        for cell, square in zip(cells, squares, strict=True) if isinstance(cell.value, int)
    }  # fmt: skip
    starts = range(0, len(cells_of), columns)
    laid = tuple(tuple(lying.get(start + column) for column in range(columns)) for start in starts)
    left = (s for cell, s in zip(cells, squares, strict=True) if cell.value is None and not s.is_bare)
    title, plain = capital(called(variable)), _kind(words, variable.dimensions[0].name).alone
    return Grid(title, laid, tuple(left), plain=plain is not None, name=variable.name, ways=_go_by_ways(words))


@of_rules
def _go_by_ways(words: Words) -> bool:
    """Whether the rules ask anywhere what lies beside a space, or how far it is to another."""
    texts, asked = words.rules.texts, nodes_of(words.rules, ir.Function)
    return any(
        one.name == "distance"
        or (one.name == "value_attribute" and isinstance(side := one.arguments[0], ir.Constant)
            and texts[side.value] in _SIDES)
        for one in asked
    )  # fmt: skip


def _numbered(value: ir.Value, square: Square) -> Square:
    """A space of a track, called by its number, and by its name if the rules give it one."""
    number = str(dict(value.attributes)["place"])
    return evolve(square, title=number if value.name.endswith(f"_{number}") else f"{number} {square.title}")


# ---------------------------------------------------------------- what there is on a space


@frozen
class _Kind:
    """What can be on the spaces of a kind: pawns, and those of players, places by their names, and what is told.

    `alone`: what alone is told of a space on which nobody stands and nothing lies, if that is somebody, or a word.
    `one_kind`: that players have one kind of thing there, so that a player's name tells which it is.
    """

    pawns: tuple[ir.Variable, ...]
    of_players: tuple[ir.Variable, ...]
    places: tuple[str, ...]
    told: tuple[ir.Variable, ...]
    alone: ir.Variable | None
    one_kind: bool


@of_rules
def _kind(words: Words, kind: str) -> _Kind:
    zones = {name: slot.zone for name, slot in words.program.layout.zones.items()}
    pawns = tuple(variable for variable in words.variables if variable.pawn and variable.type.name == kind)
    of_players = tuple(pawn for pawn in pawns if player_index(pawn.dimensions) is not None)
    places = tuple(name for name, zone in zones.items() if tuple(index.name for index in zone.dimensions) == (kind,))
    said = (v for v in (*words.variables, *shown_definitions(words)) if is_told(v) and not is_grid(v))
    told = tuple(variable for variable in said if tuple(index.name for index in variable.dimensions) == (kind,))
    used = bool(pawns) or any(index.name == kind for zone in zones.values() for index in zone.dimensions)
    is_word = len(told) == 1 and told[0].type.kind in (ir.Kind.PLAYER, ir.Kind.VALUE)
    alone = told[0] if is_word and not used else None
    one_kind = len(of_players) + len(words.personal if places else ()) == 1
    return _Kind(pawns, of_players, places, told, alone, one_kind)


def _squares(words: Words, kind: str, view: View, shown: Mapping[str, VariableView]) -> Iterator[Square]:
    of, near = _kind(words, kind), beside(words, view, kind)
    standing = {pawn.name: _standing(pawn, shown[pawn.name].cells) for pawn in of.pawns}
    lying: dict[int, list[ZoneView]] = {}
    for zone in view.zones if of.places else ():
        if zone.name in of.places:
            lying.setdefault(zone.at[0], []).append(zone)
    for place, title in enumerate(words.values(kind)):
        figures = [capital(called(p)) for p in of.pawns if p not in of.of_players and place in standing[p.name]]
        players = [(seat, words.player(seat) if of.one_kind else words.variable(pawn, (seat,)))
                   for pawn in of.of_players for seat in standing[pawn.name].get(place, ())]  # fmt: skip
        there = lying.get(place, ())
        players.extend(_tokens_on(words, there, of.one_kind))
        values, pieces = _values_on(words, of, place, shown), _pieces_on(words, there)
        yield Square(
            title, tuple(figures), tuple(players), tuple(values), tuple(pieces), kind, place, near[place]
        )  # fmt: skip


def _standing(pawn: ir.Variable, cells: Iterable[Cell]) -> dict[Plain, list[int]]:
    """By spaces, the seats whose pawn stands there."""
    index = player_index(pawn.dimensions)
    return grouped((cell.value, 0 if index is None else cell.at[index]) for cell in cells)


def _values_on(words: Words, of: _Kind, place: int, shown: Mapping[str, VariableView]) -> Iterator[str]:
    """What counters, flags and the like say of a space, where that is anything."""
    for variable in of.told:
        cell = shown[variable.name].cells[place]
        title = capital(called(variable))
        if variable.type.kind is ir.Kind.YES_NO:
            yield from (title,) if cell.value else ()
        elif cell.value not in (None, 0 if variable.counts else None):
            said = words.said(variable.type, cell.value)
            yield said if variable == of.alone else f"{title} {said}"


def _tokens_on(words: Words, zones: Iterable[ZoneView], one_kind: bool) -> Iterator[tuple[int, str]]:
    """The tokens on a space that are somebody's: by the player's name, and by their own if there are several kinds."""
    for zone in zones:
        for piece in zone.pieces:
            if isinstance(piece, PieceView) and piece.owner is not None and piece.card_type in words.personal:
                whose = words.player(piece.owner)
                yield piece.owner, whose if one_kind else named(words, piece)


def _pieces_on(words: Words, zones: Iterable[ZoneView]) -> Iterator[str]:
    """What else lies on a space; without the name of the place where most things lie, which is the first one."""
    for number, zone in enumerate(zones):
        pieces = [p for p in zone.pieces if not isinstance(p, PieceView) or p.card_type not in words.personal]
        if pieces:
            lying, title = all_named(words, pieces), called(words.program.layout.zones[zone.name].zone)
            yield lying if number == 0 and not _laid(words) else f"{capital(title)}: {lying}"
