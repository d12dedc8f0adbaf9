"""Games of a table that are played natively, many in one go; what native code cannot play, the other engines do."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from time import perf_counter
from typing import Final, Generic, TypeVar

from attrs import define, field

from dsl.ir import nodes as ir
from interpreter.backend.wasm.driver.machine import Compiled, Machine
from interpreter.backend.wasm.driver.source import can_play
from interpreter.simulation.games.played import row
from interpreter.simulation.games.run import Games
from interpreter.simulation.games.tally import Tally
from interpreter.simulation.native.batches import count_batch, played_in
from interpreter.simulation.native.modules import Modules
from interpreter.simulation.native.watched import Reader
from interpreter.table.ending.ranking import Judging, ranking

#: So long may games take that are played in one go, in seconds, since Ctrl-C is not heard meanwhile.
_A_MOMENT: Final = 0.05
#: After so many games that were for other engines, one looks whether these are most.
_TRIED: Final = 32
#: With fewer games than this, it takes less time to watch them, too, than to have a second module made.
_FEW: Final = 5_000


_Found = TypeVar("_Found")


@define(eq=False)
class OtherEngines(Generic[_Found]):
    """Plays the games that are for other engines, in one thread at a time.

    `begin` makes them ready when the first game comes.
    """

    begin: Callable[[], Callable[[int, Tally], _Found]]
    _play: Callable[[int, Tally], _Found] | None = None
    _lock: Lock = field(factory=Lock)

    def play(self, seed: int, tally: Tally) -> _Found:
        """Plays a game."""
        with self._lock:
            self._play = self._play or self.begin()
            return self._play(seed, tally)


@define(eq=False)
class ManyGames:
    """Work for `run_in_threads`: the games of `work`, natively."""

    work: Games
    game: ir.Game
    plain: Compiled | None
    watching: Compiled | None
    judging: Judging | None
    others: OtherEngines[None]
    is_no_use: bool = False

    def next_part(self, seeds: range) -> range:
        """The first of these seeds that are played in one way."""
        closely = self.work.closely
        return seeds[: closely.stop - seeds.start] if seeds.start in closely and self.watching is None else seeds

    def can_play(self, seeds: range) -> bool:
        """Whether this part is played natively."""
        machine = self.watching if seeds.start in self.work.closely else self.plain
        return machine is not None and not self.is_no_use

    def notes_no_use(self, now: Tally) -> bool:
        """Whether most games turn out to be for other engines, which are better off in processes."""
        self.is_no_use = now.games - now.natively > max(_TRIED, now.games // 2)
        return self.is_no_use

    def start(self) -> Callable[[range, Tally], int]:
        players = _Players(self)
        return players.play

    def empty(self) -> Tally:
        return self.work.empty()

    def merge(self, whole: Tally, part: Tally) -> None:
        whole.merge(part)


def many_games(work: Games, seeds: range) -> ManyGames | None:
    """The games with these seeds natively; None if that cannot be done, or there are too few for it."""
    if not can_play(work.seats):
        return None
    game = work.rules.game()
    modules = Modules(game, len(work.seats))
    closely = len(range(max(seeds.start, work.closely.start), min(seeds.stop, work.closely.stop)))
    rest = len(seeds) - closely
    watching = modules.watching() if closely and modules.worth(len(seeds), watching=True) else None
    plain = watching
    if watching is None or rest > _FEW:
        plain = modules.plain() if rest and modules.worth(rest, watching=False) else watching
    if watching is None and plain is None:
        return None
    return ManyGames(work, game, plain, watching, modules.judging, OtherEngines(work.start))


def next_size(size: int, games: int, seconds: float) -> int:
    """How many games to play in one go next, for about a moment; no more than twice as many as last time."""
    return max(1, min(2 * size, int(games * _A_MOMENT / (seconds + 1e-9))))


class _Players:
    """What one thread plays with."""

    def __init__(self, many: ManyGames) -> None:
        self.many = many
        seats = many.work.seats
        self.watching = None if many.watching is None else Machine(many.watching, seats)
        same = many.plain is many.watching
        self.plain = self.watching if same else None if many.plain is None else Machine(many.plain, seats)
        self.ranks = ranking(many.game)
        self.reader = None
        if self.watching is not None and (counters := self.watching.compiled.counters) is not None:
            self.reader = Reader(
                self.watching, counters, len(many.game.sites), frozenset(card.title for card in many.game.cards)
            )
        self.size = 1

    def play(self, seeds: range, tally: Tally) -> int:
        """Plays the first of these games, and gives how many."""
        closely = self.many.work.closely
        watched = seeds.start in closely
        seeds = seeds[: closely.stop - seeds.start] if watched else seeds
        machine = self.watching if watched else self.plain
        if machine is None:
            self.many.others.play(seeds.start, tally)
            return 1
        began = perf_counter()
        batch = machine.played(seeds[: self.size])
        games, seats = len(batch.seeds), len(self.many.work.seats)
        if games and not batch.given_up:
            self.size = next_size(self.size, games, perf_counter() - began)
        count_batch(tally, batch, self.many.judging)
        if watched and self.reader is not None:
            tally.observed.merge(self.reader.observed(games))
        if self.many.work.most_seats:
            for played in played_in(batch, self.many.judging):
                tally.rows.append(row(played, seats, self.many.work.most_seats, self.ranks))
        if not batch.given_up:
            return games
        faulty = tally.faulty
        self.many.others.play(seeds[games], tally)
        tally.otherwise_played += tally.faulty == faulty
        return games + 1
