"""Sequential testing: plays only until one is sure, and is wrong no more often than is said.

Looks are planned before the first game, and at each every difference gets an interval, wrong with a chance of at most

    error / (looks * differences)

so all together, whenever the run ends, hold with a chance of at least 1 - error (Boole's inequality), and what is said
follows from an interval alone. Source: the repeated confidence intervals of C. Jennison and B. W. Turnbull, Journal of
the Royal Statistical Society B 51 (1989), 305-361.
"""

from collections.abc import Sequence
from enum import Enum
from typing import Final

from attrs import Factory, define

from dsl.frozen import frozen
from interpreter.simulation.statistics.paired import FEWEST_PAIRS, Moments, interval

FIRST_LOOK: Final = 200
_GROWTH: Final = 1.5


class Verdict(Enum):
    """A sure verdict: the second is higher or lower, or they are so much alike that it does not matter."""

    HIGHER = "higher"
    LOWER = "lower"
    ALIKE = "alike"


@frozen
class Plan:
    """`looks`: after how many games; `margin`: what a difference does not matter below.

    For a share the margin is one of shares (0.03: three games in a hundred), else a part of the first mean.
    """

    looks: tuple[int, ...]
    differences: int
    margin: float
    error: float = 0.05

    @property
    def confidence(self) -> float:
        """That of each single interval."""
        return 1 - self.error / (len(self.looks) * self.differences)


def planned(games: int, differences: int, margin: float) -> Plan:
    """Looks after 200 games, 300, 450 ... and at the end."""
    looks, next_look = [], float(FIRST_LOOK)
    while next_look < games:
        looks.append(int(next_look))
        next_look *= _GROWTH
    return Plan((*looks, games), differences, margin)


@define
class Watch:
    """The state of sequential looks. `settled[k]` is the verdict on difference k: once reached, it stays."""

    plan: Plan
    looked: int = 0
    settled: dict[int, Verdict] = Factory(dict)

    @property
    def sure(self) -> bool:
        """Whether nothing is open."""
        return len(self.settled) == self.plan.differences

    def is_due(self, games: int) -> bool:
        """Whether the next look was planned for so many games, or fewer."""
        return self.looked < len(self.plan.looks) and games >= self.plan.looks[self.looked]

    def look(self, found: Sequence[Moments]) -> None:
        """Looks at all differences. There must be a look left."""
        assert self.looked < len(self.plan.looks), "each look costs a part of the error, and all are spent"
        self.looked += 1
        for k, moments in enumerate(found):
            if k not in self.settled and (verdict := _verdict(moments, self.plan)):
                self.settled[k] = verdict


def _verdict(moments: Moments, plan: Plan) -> Verdict | None:
    if moments.pairs < FEWEST_PAIRS:
        return None
    true = interval(moments, plan.confidence)
    if true.low > 0:
        return Verdict.HIGHER
    if true.high < 0:
        return Verdict.LOWER
    margin = plan.margin if moments.share else plan.margin * abs(float(moments.first)) / (moments.pairs * moments.scale)
    return Verdict.ALIKE if -margin <= true.low and true.high <= margin else None
