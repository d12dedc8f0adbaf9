"""What many games add up to, in whole numbers: two tallies merge into one exactly, in whatever order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from attrs import Factory, define

from interpreter.simulation.observed import Observed
from interpreter.simulation.played import Fault, Played, Row
from interpreter.simulation.ranking import Standings
from interpreter.simulation.statistics import Distribution

MOST_FAULTS = 100


@define
class Tally:
    """What many games add up to. A win that several share is split evenly among them.

    `nobody`, `shared`, `everybody`: games that nobody won, that several won, that all won. `choices`: how many
    questions had so many answers. `decided`: how often each criterion of the ranking left one winner, and last how
    often several were equal in all; `otherwise`: how often the game ended in another way. `margins`: how far the winner
    was ahead of the next in the first criterion. `observed`: what was seen in the games that were watched. `rows`: of
    games that have not been written to a file yet.
    """

    seats: int
    games: int = 0
    wins: list[Fraction] = Factory(list)
    nobody: int = 0
    shared: int = 0
    everybody: int = 0
    rounds: Distribution = Factory(Distribution)
    decisions: Distribution = Factory(Distribution)
    genuine: Distribution = Factory(Distribution)
    choices: dict[int, int] = Factory(dict)
    scores: list[Distribution] = Factory(list)
    best_scores: list[Distribution] = Factory(list)
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
            seats, wins=[Fraction(0)] * seats, scores=[Distribution() for _ in range(criteria)],
            best_scores=[Distribution() for _ in range(criteria)], decided=[0] * (criteria + 1 if criteria else 0),
        )  # fmt: skip

    @property
    def finished(self) -> int:
        """Games that came to their end."""
        return self.games - self.faulty

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
        self._count_choices(played.choices)
        for seat in played.winners:
            self.wins[seat] += played.share(seat)
        self.nobody += not played.winners
        self.shared += len(played.winners) > 1
        self.everybody += len(played.winners) == self.seats
        if played.standings is not None:
            self._count_standings(played.standings, played.winners)

    def _count_choices(self, choices: Mapping[int, int]) -> None:
        for options, times in choices.items():
            self.choices[options] = self.choices.get(options, 0) + times

    def _count_standings(self, found: Standings, winners: Sequence[int]) -> None:
        for k, values in enumerate(found.scores):
            for value in values:
                self.scores[k].add(value)
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
        self.games += other.games
        self.nobody += other.nobody
        self.shared += other.shared
        self.everybody += other.everybody
        self.faulty += other.faulty
        self.otherwise += other.otherwise
        self.wins = [a + b for a, b in zip(self.wins, other.wins, strict=True)]
        self.decided = [a + b for a, b in zip(self.decided, other.decided, strict=True)]
        self._count_choices(other.choices)
        self.observed.merge(other.observed)
        self.rows += other.rows
        for mine, theirs in zip(self._distributions(), other._distributions(), strict=True):
            mine.merge(theirs)
        self.faults = [*self.faults, *other.faults][:MOST_FAULTS]

    def _distributions(self) -> list[Distribution]:
        return [self.rounds, self.decisions, self.genuine, self.margins, *self.scores, *self.best_scores]
