"""What is kept of the games of a report: a record of each, and counts of all together. All are whole numbers."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from attrs import Factory, define

from interpreter.simulation.games.observed import Counts, Observed, added

#: Parts of a win, and chances of one, are counted in so many parts.
PARTS: Final = 10_000
#: The scores of a game are noted so many times, evenly over its rounds, the beginning not counted; of a game with
#: few rounds over its decisions.
NOTES: Final = 20


class End(IntEnum):
    """How a game ended: by the rules, by the limit of decisions, by rules or by thoughts that could not go on."""

    RULES = 0
    LIMIT = 1
    FAULT = 2
    GIVEN_UP = 3


@define
class Course:
    """One game. `forced` are decisions with one answer. `scores`: of each seat, more is better, so often as `NOTES`.

    `chances` has a row for each decision that was thought about: its number, and what part of the win the seat that
    thought expected for each. `held` says by title which seats had a card (the sum of
    1 << seat). `lost`: decisions of somebody who could not win any more; `kings`: those that moved another's chance.
    """

    seed: int
    end: int
    rounds: int
    decisions: int
    forced: int
    winners: list[int]
    scores: list[list[int]] = Factory(list)
    chances: list[list[int]] = Factory(list)
    held: dict[str, int] = Factory(dict)
    kings: int = 0
    lost: int = 0
    message: str = ""

    def share(self, seat: int) -> float:
        """The part of the win that a seat has."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


@define
class Sample(Counts):
    """Sums over numbers that were measured again and again, in parts of `PARTS`."""

    count: int = 0
    total: int = 0
    squares: int = 0

    def add(self, value: float) -> None:
        """One more."""
        parts = round(value * PARTS)
        self.count += 1
        self.total += parts
        self.squares += parts * parts


@define
class Weighing(Counts):
    """What thinking found at one question of the rules: `asked` and `forced` however it was answered.

    `gap`: by how much the best answer was better than the next; `careless`: than the answers on average. `width`: the
    number of answers that were as good as looked at, exp of the entropy of the tries.
    """

    asked: int = 0
    forced: int = 0
    gap: Sample = Factory(Sample)
    careless: Sample = Factory(Sample)
    width: Sample = Factory(Sample)


@define
class Weight(Counts):
    """An answer of the rules, by its words: how often it was offered and taken, how far short of the best it fell."""

    offered: int = 0
    taken: int = 0
    short: Sample = Factory(Sample)


@define
class Evidence:
    """All games of one series, in the order of their seeds, and what was counted in them.

    `weighings` are by the site of a question, `weights` by the site and the words of an answer.
    """

    courses: list[Course] = Factory(list)
    observed: Observed = Factory(Observed)
    weighings: dict[int, Weighing] = Factory(dict)
    weights: dict[str, Weight] = Factory(dict)

    def merge(self, other: Evidence) -> None:
        """Takes in all of `other`, whose games come later."""
        self.courses.extend(other.courses)
        for name in ("observed", "weighings", "weights"):
            setattr(self, name, added(getattr(self, name), getattr(other, name)))

    def clear(self) -> None:
        """Forgets all."""
        self.courses, self.observed, self.weighings, self.weights = [], Observed(), {}, {}

    @property
    def ended(self) -> list[Course]:
        """Games that came to their end."""
        return [course for course in self.courses if course.end == End.RULES]
