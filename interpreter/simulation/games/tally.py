"""Counts over many games, in whole numbers: two tallies merge into one exactly, in whatever order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from attrs import Factory, define, fields

from interpreter.simulation.games.observed import Observed, added
from interpreter.simulation.games.played import Fault, Played, Row
from interpreter.simulation.games.ranking import Standings
from interpreter.simulation.statistics.intervals import Distribution

MOST_FAULTS = 100


@define
class Tally:
    """Counts over many games. A win that several share is split evenly among them.

    `won`: games by the set of winning seats, the sum of 1 << seat. `choices`: questions by their number of answers.
    `seat_scores`: each seat's total of each criterion. `decided`: how often each criterion left one winner, and last
    how often none did; `otherwise`: how often the game ended in another way. `margins`: the winner's lead in the first
    criterion. `observed`: of games watched closely. `rows`: of games that are in no file yet.
    """

    seats: int
    games: int = 0
    won: dict[int, int] = Factory(dict)
    rounds: Distribution = Factory(Distribution)
    decisions: Distribution = Factory(Distribution)
    genuine: Distribution = Factory(Distribution)
    choices: dict[int, int] = Factory(dict)
    scores: list[Distribution] = Factory(list)
    best_scores: list[Distribution] = Factory(list)
    seat_scores: list[list[int]] = Factory(list)
    margins: Distribution = Factory(Distribution)
    decided: list[int] = Factory(list)
    otherwise: int = 0
    faults: list[Fault] = Factory(list)
    faulty: int = 0
    observed: Observed = Factory(Observed)
    rows: list[Row] = Factory(list)

    @classmethod
    def empty(cls, seats: int, criteria: int) -> Tally:
        """No game yet, at a table with so many seats, of a game whose end compares so many things."""
        return cls(
            seats, scores=[Distribution() for _ in range(criteria)],
            best_scores=[Distribution() for _ in range(criteria)],
            seat_scores=[[0] * seats for _ in range(criteria)], decided=[0] * (criteria + 1 if criteria else 0),
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

    def count(self, played: Played | Fault) -> None:
        """One more game."""
        self.games += 1
        if isinstance(played, Fault):
            self.faulty += 1
            self.faults = [*self.faults, played][:MOST_FAULTS]
            return
        self.decisions.add(played.decisions)
        self.genuine.add(played.genuine)
        self.rounds.add(played.rounds)
        for options, times in played.choices.items():
            self.choices[options] = self.choices.get(options, 0) + times
        won = sum(1 << seat for seat in played.winners)
        self.won[won] = self.won.get(won, 0) + 1
        if played.standings is not None:
            self._count_standings(played.standings, played.winners)

    def _count_standings(self, found: Standings, winners: Sequence[int]) -> None:
        for k, values in enumerate(found.scores):
            of_seats = self.seat_scores[k]
            for seat, value in enumerate(values):
                self.scores[k].add(value)
                of_seats[seat] += value
            for seat in winners[:1]:
                self.best_scores[k].add(values[seat])
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
        for field in fields(Tally):
            if field.name not in ("seats", "faults", "rows"):
                setattr(self, field.name, added(getattr(self, field.name), getattr(other, field.name)))
        self.faults, self.rows = faults, rows
