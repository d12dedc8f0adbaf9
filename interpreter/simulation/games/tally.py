"""Counts over many games, in whole numbers: two tallies merge into one exactly, in whatever order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial

from attrs import Factory, define, field, fields

from interpreter.simulation.games.observed import Counts, Observed, Use, added
from interpreter.simulation.games.played import Fault, Played, Row
from interpreter.simulation.games.sums import Sums
from interpreter.simulation.statistics.intervals import Distribution
from interpreter.table.ending.ranking import Standings

MOST_FAULTS = 100


@define
class Gathered(Counts):
    """Counts of one quantity: of each of the `seats`, or of the game alone, in which there is one; of the `winners`.

    `sums` are those over the players of each game; what is divided by another has its sums in `ratio`. `sides`:
    for each value of an enum in how many games some player had it, and in how many of these one who had it won.
    """

    seats: list[Distribution]
    winners: Distribution = Factory(Distribution)
    sums: Distribution = Factory(Distribution)
    sides: dict[int, Use] = Factory(dict)
    ratio: Sums = Factory(partial(Sums.empty, 2))

    @property
    def values(self) -> Distribution:
        """Those of all seats."""
        whole = Distribution()
        for seat in self.seats:
            whole.merge(seat)
        return whole

    def count(self, values: Sequence[int], winners: Sequence[int], per: Sequence[int] = ()) -> None:
        """One more game, with a value of each seat, or one alone."""
        for seat, value in zip(self.seats, values, strict=False):
            seat.add(value)
        self.sums.add(sum(values))
        if per:
            self.ratio.add((sum(values), sum(per)))
        elif len(values) == len(self.seats):
            for winner in winners[:1]:
                self.winners.add(values[winner])

    def count_sides(self, values: Sequence[int], winners: Sequence[int], games: int = 1) -> None:
        """Who won in so many more games, by the values that the players had."""
        for value in set(values):
            won = any(values[seat] == value for seat in winners)
            self.sides.setdefault(value, Use()).merge(Use(games, games * won))


@define
class Tally:
    """Counts over many games. A win that several share is split evenly among them.

    `won`: games by the set of winning seats, the sum of 1 << seat. `choices`: questions by their number of answers,
    and `answers` sums these and the questions of each game. `scores`: what was counted by each criterion, `measured`:
    of each quantity that the rules name, where those in `sided` are values of an enum. `decided`: how often each
    criterion left one winner, and last how often none did; `otherwise`: how often the game ended in another way.
    `places`: for each seat, games by its place. `margins`: the winner's lead in the first criterion. `observed`: of
    games watched closely. `natively`: games that native code played; `otherwise_played`: those that turned out to be
    too large for it; who has played is no part of what games have come to. `rows`: of games in no file yet.
    """

    seats: int
    sided: list[int] = Factory(list)
    games: int = 0
    won: dict[int, int] = Factory(dict)
    rounds: Distribution = Factory(Distribution)
    decisions: Distribution = Factory(Distribution)
    genuine: Distribution = Factory(Distribution)
    choices: dict[int, int] = Factory(dict)
    answers: Sums = Factory(partial(Sums.empty, 2))
    scores: list[Gathered] = Factory(list)
    measured: list[Gathered] = Factory(list)
    margins: Distribution = Factory(Distribution)
    decided: list[int] = Factory(list)
    otherwise: int = 0
    places: list[dict[int, int]] = Factory(list)
    faults: list[Fault] = Factory(list)
    faulty: int = 0
    observed: Observed = Factory(Observed)
    natively: int = field(default=0, eq=False)
    otherwise_played: int = field(default=0, eq=False)
    rows: list[Row] = Factory(list)

    @classmethod
    def empty(cls, seats: int, criteria: int, sided: Sequence[bool] = ()) -> Tally:
        """No game yet, at a table with so many seats, of a game whose end compares so many things.

        `sided` says of each quantity that is measured whether it is a value of an enum of each player.
        """
        counts = [Gathered([Distribution() for _ in range(seats)]) for _ in range(criteria + len(sided))]
        return cls(
            seats, [k for k, by_side in enumerate(sided) if by_side], scores=counts[:criteria],
            measured=counts[criteria:], decided=[0] * (criteria + 1 if criteria else 0),
            places=[{} for _ in range(seats)],
        )  # fmt: skip

    @property
    def finished(self) -> int:
        """Games that came to their end."""
        return self.games - self.faulty

    @property
    def wins(self) -> list[Fraction]:
        """What each seat has won; a win that several share is split evenly among them."""
        return self._parts(1)

    @property
    def squares(self) -> list[Fraction]:
        """For each seat the sum of the squares of its parts of a win."""
        return self._parts(2)

    def _parts(self, power: int) -> list[Fraction]:
        found = [Fraction(0)] * self.seats
        for winners, games in self._winners():
            for seat in winners:
                found[seat] += Fraction(games, len(winners) ** power)
        return found

    def _winners(self) -> Iterator[tuple[list[int], int]]:
        """Which seats won, and in how many games."""
        for won, games in self.won.items():
            yield [seat for seat in range(self.seats) if won >> seat & 1], games

    @property
    def nobody(self) -> int:
        """Games that nobody won."""
        return self.won.get(0, 0)

    @property
    def everybody(self) -> int:
        """Games that all won."""
        return self.won.get((1 << self.seats) - 1, 0)

    @property
    def shared(self) -> int:
        """Games that several won."""
        return sum(games for winners, games in self._winners() if len(winners) > 1)

    def count(self, played: Played | Fault, choices: Mapping[int, int]) -> None:
        """One more game; `choices`: how many of its questions had so many answers."""
        self.games += 1
        if isinstance(played, Fault):
            self.faulty += 1
            self.faults = [*self.faults, played][:MOST_FAULTS]
            return
        self.decisions.add(played.decisions)
        self.rounds.add(played.rounds)
        added(self.choices, choices)
        self.genuine.add(played.genuine)
        self.answers.add((played.answers, played.genuine))
        won = sum(1 << seat for seat in played.winners)
        self.won[won] = self.won.get(won, 0) + 1
        if played.standings is not None:
            self._count_standings(played.standings, played.winners)

    def _count_standings(self, found: Standings, winners: Sequence[int]) -> None:
        for gathered, values in zip(self.scores, found.scores, strict=True):
            gathered.count(values, winners)
        for gathered, parts in zip(self.measured, found.measured, strict=False):
            gathered.count(parts[0], winners, *parts[1:])
        for k in self.sided if found.measured else ():
            self.measured[k].count_sides(found.measured[k][0], winners)
        for places, place in zip(self.places, found.places, strict=False):
            places[place] = places.get(place, 0) + 1
        if found.decided is None:
            self.otherwise += 1
        else:
            self.decided[found.decided] += 1
        if found.margin is not None:
            self.margins.add(found.margin)

    @property
    def together(self) -> bool:
        """Whether all players won together, whenever anybody won: it is a game against the game."""
        return self.everybody > 0 and self.everybody + self.nobody == self.finished

    def merge(self, other: Tally) -> None:
        """Take in all that `other` counted, whose games come later."""
        faults, rows = [*self.faults, *other.faults][:MOST_FAULTS], [*self.rows, *other.rows]
        for name in (each.name for each in fields(Tally)):
            if name not in ("seats", "sided", "faults", "rows"):
                setattr(self, name, added(getattr(self, name), getattr(other, name)))
        self.faults, self.rows = faults, rows
