"""Paired simulation: several rule sets are played with the same seeds, as common random numbers.

Each deck and die, and each bot, draws from a stream that follows from the seed and its name alone (docs/chance.md), and
the bots change seats in the same way: games with one seed are alike until the rules make a difference. For each
measure, exact sums of its numbers and of their products are kept, over the games that all rule sets brought to an end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from attrs import define

from dsl.frozen import frozen
from interpreter.engine import Engine
from interpreter.players.players import Player, players_at
from interpreter.simulation.games.measures import Measure, measures, rotated
from interpreter.simulation.games.observed import Counts
from interpreter.simulation.games.played import Played
from interpreter.simulation.games.run import Rules, outcome
from interpreter.simulation.games.sums import Sums
from interpreter.simulation.games.tally import Tally
from interpreter.table.ending.ranking import Judge, judging, ranking

#: So many games, all rule sets together, are played before anybody hears of them.
_GAMES_AT_ONCE: Final = 128


@define
class Found(Counts):
    """`tallies` counts, for each rule set, games and faults; `sums` has an entry for each common measure."""

    tallies: list[Tally]
    sums: list[Sums]
    together: int = 0  # seeds whose games all came to their end

    def add(self, games: Sequence[Played | None], common: Sequence[Sequence[Measure]]) -> None:
        """One more seed, with the game of each rule set, if it came to its end, and its way to read each measure."""
        whole = [game for game in games if game is not None]
        if len(whole) < len(games):
            return
        self.together += 1
        for sums, readings in zip(self.sums, common, strict=True):
            values = [measure.read(game) for measure, game in zip(readings, whole, strict=True)]
            values += [measure.per(game) for measure, game in zip(readings, whole, strict=True) if measure.per]
            known = [value for value in values if value is not None]
            if len(known) == len(values):
                sums.add(known)


@frozen
class SameLuck:
    """Plays all rule sets with each seed; `criteria` of the end of each game; each measure has so many `columns`."""

    sets: tuple[Rules, ...]
    seats: tuple[str, ...]
    criteria: tuple[int, ...]
    columns: tuple[int, ...]
    ratios: tuple[str, ...] = ()

    def start(self) -> Callable[[int, Found], None]:
        tables = [RuleSet.of(rules, self.seats, self.ratios) for rules in self.sets]
        common = list(zip(*common_measures([table.measures for table in tables]), strict=True))

        def play(seed: int, found: Found) -> None:
            games = [table.play(seed, tally) for table, tally in zip(tables, found.tallies, strict=True)]
            found.add(games, common)

        return play

    def empty(self) -> Found:
        tallies = [Tally.empty(len(self.seats), criteria) for criteria in self.criteria]
        return Found(tallies, [Sums.empty(columns) for columns in self.columns])

    def merge(self, whole: Found, part: Found) -> None:
        whole.merge(part)


def same_luck(
    sets: Sequence[Rules], seats: tuple[str, ...], ratios: tuple[str, ...] = ()
) -> tuple[SameLuck, tuple[Measure, ...]]:
    """The work of playing these rule sets, and the measures that they all have. Raises ValueError if one cannot be."""
    games = [rules.game() for rules in sets]
    criteria = tuple(len(ranks.criteria) if (ranks := ranking(game)) else 0 for game in games)
    common = common_measures([measures(game, seats, ratios) for game in games])[0]
    columns = tuple(len(sets) * (1 if measure.per is None else 2) for measure in common)
    return SameLuck(tuple(sets), seats, criteria, columns, ratios), tuple(common)


def common_measures(of: Sequence[Sequence[Measure]]) -> list[list[Measure]]:
    """For each rule set, those of its measures that all have, in the order of the first."""
    by_name = [{measure.name: measure for measure in one} for one in of]
    names = [measure.name for measure in of[0] if all(measure.name in one for one in by_name)]
    return [[one[name] for name in names] for one in by_name]


def largest_chunk(sets: int) -> int:
    """How many seeds a worker plays at once: the more rule sets, the fewer."""
    return max(4, _GAMES_AT_ONCE // sets)


@define
class RuleSet:
    """One rule set with its engine, ready to play. `orders`: who sits where, in the games with these seeds."""

    engine: Engine
    judged: Judge | None
    measures: tuple[Measure, ...]
    orders: list[tuple[Player, ...]]

    @classmethod
    def of(cls, rules: Rules, seats: tuple[str, ...], ratios: tuple[str, ...]) -> RuleSet:
        """Gets a rule set ready."""
        game = rules.game()
        engine = Engine(game, len(seats))
        made = dict(zip(seats, players_at(seats, engine), strict=True))
        orders = [tuple(made[name] for name in rotated(seats, turn)) for turn in range(len(seats))]
        return cls(engine, judging(engine, game), measures(game, seats, ratios), orders)

    def play(self, seed: int, tally: Tally) -> Played | None:
        """The game with this seed, or None if the rules failed; the tally knows of it either way."""
        game = outcome(self.engine, seed, self.orders[seed % len(self.orders)], self.judged, tally)
        return game if isinstance(game, Played) else None
