"""What lies on the table beside cards, as plain values: boards, tracks, markers and what counters are paid in.

A number of which the rules say how low and how high it goes is kept on a track, or in cells of the space that it is of;
any other is paid in tokens, or written down if it can be less than nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.declarations import Declarations
from dsl.ir.prose.nouns import called, spelt
from dsl.ir.shown import shown
from dsl.listing import grouped
from interpreter.engine import Engine
from interpreter.paper.board.kept import Kept, kept
from interpreter.paper.settings import CounterSettings
from interpreter.rulebook.printed import printed_words
from interpreter.showing.grids import is_grid
from interpreter.text.labels import capital, spoken

#: A track has at most so many cells, those of one space at most so many.
MOST_CELLS, MOST_ON_SPACE = 41, 13
#: What tokens are worth, and how many there are of each where the rules set no bound: for a player, for the table.
_VALUES: Final = (1, 5, 20)
#: A board that lies the same in so many games always does.
_SEEDS: Final = range(1, 6)
_EACH, _ALL = (5, 2, 1), (10, 4, 2)


@frozen
class Cells:
    """A number that is kept by a marker in one of the cells from `low` to `high`; `names`: those of the cells."""

    title: str
    low: int
    high: int
    names: tuple[str, ...] = ()


@frozen
class Space:
    """A space of a board: its number on a track, what is printed on it, and the numbers kept on it."""

    title: str
    number: str
    printed: tuple[tuple[str, str], ...]
    cells: tuple[Cells, ...]


#: A cell of a grid in which none lies.
NO_SPACE: Final = Space("", "", (), ())


@frozen
class Board:
    """Spaces in the order of the rules: `across` of them in a row, a track or a ring of numbers, or as they come.

    `frame`: they are tiles, laid in play in a frame of so many columns and rows.
    """

    title: str
    spaces: tuple[Space, ...]
    across: int
    track: bool
    ring: bool
    frame: tuple[int, int] | None


@frozen
class Marker:
    """A thing to be put somewhere: a pawn, a flag, a marker of a track. `seat`: whose it is, from 0."""

    title: str
    seat: int | None
    copies: int = 1


@frozen
class Coins:
    """The tokens in which a counter is paid: what each is worth, and how many there are."""

    title: str
    values: tuple[tuple[int, int], ...]
    bounded: bool


@frozen
class Furniture:
    """All of it, for so many players. `written`: numbers for which nothing is printed, since they go below zero."""

    boards: tuple[Board, ...]
    tracks: tuple[Cells, ...]
    markers: tuple[Marker, ...]
    coins: tuple[Coins, ...]
    written: tuple[str, ...]


def furniture(game: ir.Game, players: int, settings: Mapping[str, CounterSettings]) -> Furniture:
    """What there is of a game for so many players; `settings` say in which tokens counters are paid, by their names."""
    return _Furniture(game, players, settings).furniture()


@frozen(eq=False, slots=False)
class _Furniture(Declarations):
    players: int
    settings: Mapping[str, CounterSettings]

    def furniture(self) -> Furniture:
        boards = tuple(map(self._board, self._boards))
        numbers = dict.fromkeys(Cells(one.title, *_ends(one)) for one in self._tracked)
        markers = (*self._pawns(), *self._on_tracks(), *self._on_spaces(), *self._on_boards(), *self._flags())
        written = tuple(dict.fromkeys(one.title for one in self._untracked if _is_written(one, self.settings)))
        tracks = (*numbers, *map(self._steps, self._ranks))
        return Furniture(boards, tracks, markers, tuple(self._coins()), written)

    # ------------------------------------------------------------ numbers

    @cached_property
    def _kept(self) -> tuple[Kept, ...]:
        return kept(self.game, self.players)

    @cached_property
    def _boards(self) -> tuple[ir.Enumeration, ...]:
        return tuple(one for one in self.game.enumerations if one.board)

    def _of_space(self, one: Kept) -> bool:
        """Whether it is kept in cells of a space."""
        board = len(one.at) == 1 and one.seat is None and self.enumerations[one.at[0][0]].board
        return board and one.variable not in self.settings and _span(one) <= MOST_ON_SPACE

    @cached_property
    def _tracked(self) -> tuple[Kept, ...]:
        """Those kept on tracks, of which the players share theirs."""
        return tuple(
            one for one in self._kept
            if not self._of_space(one) and one.variable not in self.settings and _span(one) <= MOST_CELLS
        )  # fmt: skip

    @cached_property
    def _untracked(self) -> list[Kept]:
        return [one for one in self._kept if one not in self._tracked and not self._of_space(one)]

    @cached_property
    def _ranks(self) -> tuple[ir.Variable, ...]:
        """What is always one of the values of an enum, of each player or of the table."""
        on_table = shown(self.game)
        return tuple(
            one for one in self.game.variables
            if one.name in on_table and one.type.kind is ir.Kind.VALUE and not one.type.many and not one.type.optional
            and not one.hidden and not self.enumerations[one.type.name].board
            and all(index.dimension is ir.Dimension.PLAYER for index in one.dimensions)
        )  # fmt: skip

    def _steps(self, one: ir.Variable) -> Cells:
        values = self.enumerations[one.type.name].values
        return Cells(capital(called(one)), 0, len(values) - 1, tuple(value.title for value in values))

    def _coins(self) -> Iterator[Coins]:
        rest = [one for one in self._untracked if not _is_written(one, self.settings)]
        for variable, those in grouped((one.variable, one) for one in rest).items():
            said = self.settings.get(variable, CounterSettings())
            values = said.values or _VALUES
            numbers = [said.count] * len(values) if said.count is not None else self._numbers(those, len(values))
            title = capital(called(self.variables[variable]))
            yield Coins(title, tuple(zip(values, numbers, strict=True)), said.count is not None)

    def _numbers(self, those: list[Kept], values: int) -> list[int]:
        """So many tokens of each value, the more the less they are worth."""
        each, times = (_EACH, self.players) if those[0].seat is not None else (_ALL, 1)
        return [each[min(place, len(each) - 1)] * times for place in range(values)]

    # ------------------------------------------------------------ boards

    def _board(self, board: ir.Enumeration) -> Board:
        fields = {} if board.track else {one.name: one.type for one in board.fields}
        title = capital(spoken(spelt(board.name)))
        spaces = tuple(self._space(board, place, fields) for place in range(len(board.values)))
        grid = next((one for one in self.game.variables if is_grid(one) and one.dimensions[0].name == board.name), None)
        if grid is None:
            return Board(title, spaces, board.across, board.track, board.ring, None)
        cells = self.enumerations[grid.type.name].values
        columns = dict(cells[0].attributes).get("below", len(cells))  # below the first is the first of the second row
        lies = self._lie(grid, len(spaces))
        if lies is None:
            return Board(title, spaces, 0, False, False, (columns, len(cells) // columns))
        laid = dict(zip(lies, spaces, strict=True))
        return Board(title, tuple(laid.get(cell, NO_SPACE) for cell in range(len(cells))), columns, False, False, None)

    def _lie(self, grid: ir.Variable, spaces: int) -> tuple[int, ...] | None:
        """In which cell of a grid each space lies when play begins, if that is the same each time."""
        at = grid.dimensions[0].type
        reads = [ir.Read(grid.name, (ir.Constant(place, at),), grid.type) for place in range(spaces)]
        engine = Engine(self.game, self.players, engine="reference")
        games = [engine.new_game(seed) for seed in _SEEDS]
        found = {tuple(engine.evaluate(state, read) for read in reads) for state in games}
        lies = found.pop()
        return lies if not found and -1 not in lies else None

    def _space(self, board: ir.Enumeration, place: int, fields: Mapping[str, ir.Type]) -> Space:
        value = board.values[place]
        number = str(dict(value.attributes)["place"]) if board.track else ""
        title = "" if board.track and value.name.endswith(f"_{number}") else value.title
        printed = printed_words(self.game, fields, value.attributes)
        here = [one for one in self._kept if one.at == ((board.name, place),) and self._of_space(one)]
        cells = tuple(Cells(capital(called(self.variables[one.variable])), *_ends(one)) for one in here)
        return Space(title, number, tuple((spoken(name), said) for name, said in printed.items()), cells)

    # ------------------------------------------------------------ markers

    def _pawns(self) -> Iterator[Marker]:
        for one in self.game.variables:
            if one.pawn:
                seats = range(self.players) if one.dimensions else (None,)
                yield from (Marker(capital(called(one)), seat) for seat in seats)

    def _on_tracks(self) -> Iterator[Marker]:
        yield from (Marker(one.title, one.seat) for one in self._tracked)
        for rank in self._ranks:
            seats = range(self.players) if rank.dimensions else (None,)
            yield from (Marker(capital(called(rank)), seat) for seat in seats)

    def _on_spaces(self) -> Iterator[Marker]:
        found = grouped((one.variable, one) for one in self._kept if self._of_space(one))
        for variable, those in found.items():
            yield Marker(capital(called(self.variables[variable])), None, len(those))

    def _on_boards(self) -> Iterator[Marker]:
        """What says who or which value is on a space: enough of each to be on all."""
        on_table = shown(self.game)
        for one in self.game.variables:
            board = self.enumerations.get(one.dimensions[0].name) if len(one.dimensions) == 1 else None
            if board is None or not board.board or one.name not in on_table or one.pawn or is_grid(one):
                continue
            if one.type.kind is ir.Kind.PLAYER and not one.type.many:
                yield from (Marker(capital(called(one)), seat, len(board.values)) for seat in range(self.players))
            elif one.type.kind is ir.Kind.VALUE and not one.type.many:
                for value in self.enumerations[one.type.name].values:
                    yield Marker(capital(value.title), None, len(board.values))

    def _flags(self) -> Iterator[Marker]:
        """What is so or not so, of each that it is of, and who or which something is."""
        on_table = shown(self.game)
        for one in self.game.variables:
            if one.name not in on_table or one.pawn or one.is_mark or is_grid(one) or one.type.many:
                continue
            if one.type.kind is ir.Kind.YES_NO or (one.type.kind is ir.Kind.PLAYER and not one.dimensions):
                copies = 1
                for index in one.dimensions:
                    copies *= len(self.enumerations[index.name].values) if index.name else self.players
                yield Marker(capital(called(one)), None, copies)


def _span(one: Kept) -> float:
    """How many cells it takes; without end where the rules do not say."""
    return one.high - one.low + 1 if one.low is not None and one.high is not None else float("inf")


def _is_written(one: Kept, settings: Mapping[str, CounterSettings]) -> bool:
    """Whether it is kept on paper: nobody lays down tokens for less than nothing."""
    return one.variable not in settings and (one.low is None or one.low < 0)


def _ends(one: Kept) -> tuple[int, int]:
    assert one.low is not None and one.high is not None, "what is kept in cells has bounds"
    return one.low, one.high
