"""One game with several values of its parameters, all on the same luck, and which of them comes nearest to a target."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import sqrt
from time import perf_counter
from typing import TypeAlias

from dsl.frozen import frozen
from dsl.listing import listed
from interpreter.simulation.games.measures import Measure
from interpreter.simulation.games.same_luck import Found, SameLuck
from interpreter.simulation.games.sums import Sums
from interpreter.simulation.native.many_same_luck import run_same_luck
from interpreter.simulation.processes.cluster import Cluster
from interpreter.simulation.statistics.estimate import CONFIDENCE, Estimate, estimate
from interpreter.simulation.statistics.intervals import Interval
from interpreter.simulation.statistics.paired import FEWEST_PAIRS
from interpreter.simulation.statistics.student import quantile

#: The value of each parameter that is swept, as one writes it.
Point: TypeAlias = Mapping[str, str]


def label_of(point: Point) -> str:
    """`prize = 3, patience = 5`."""
    return ", ".join(f"{name} = {value}" for name, value in point.items())


@frozen
class Sweep:
    """`done` of the `wanted` seeds were played at each of the `points`; `measures` are all that could be asked."""

    points: tuple[Point, ...]
    seats: tuple[str, ...]
    measures: tuple[Measure, ...]
    seed: int
    wanted: int
    done: int
    seconds: float
    found: Found

    def estimate(self, measure: Measure, point: int) -> Estimate | None:
        """The estimate at the point with this place in the list; None if no game has it."""
        sums = self.sums(measure)
        return estimate(sums.moments(point, point, measure)) if sums.known(measure) else None

    def estimates(self, measure: Measure) -> list[Estimate]:
        """The estimates at all points; none if no game has it."""
        found = (self.estimate(measure, point) for point in range(len(self.points)))
        return [estimate for estimate in found if estimate is not None]

    def sums(self, measure: Measure) -> Sums:
        """All that was added up for a measure."""
        return self.found.sums[self.measures.index(measure)]

    def varies(self, measure: Measure) -> bool:
        """Whether it came out differently in any two games."""
        sums = self.sums(measure)
        each = [sums.moments(k, k, measure) for k in range(len(self.points))]
        return any(one.pairs * one.first_squares != one.first**2 or one.first != each[0].first for one in each)


def sweep(
    points: Sequence[Point], work: SameLuck, measures: tuple[Measure, ...], *, games: int, seed: int, jobs: int,
    progress: Callable[[int], object] = lambda done: None, cluster: Cluster | None = None,
) -> Sweep:  # fmt: skip
    """Plays `games` games at each point. Ctrl-C gives what has been played so far."""
    began = perf_counter()
    run = run_same_luck(work, range(seed, seed + games), jobs=jobs, progress=progress, cluster=cluster)
    seconds = perf_counter() - began
    return Sweep(tuple(points), work.seats, measures, seed, games, run.done, seconds, run.result)


# ---------------------------------------------------------------- the target


@frozen
class Target:
    """The wanted value of a measure."""

    measure: Measure
    wanted: float


@frozen
class Crossing:
    """Where, between the points, the target would be met if the measure ran straight from each point to the next.

    `interval`: where that may truly be, and whether it may lie `below` or `above` all that was tried.
    """

    at: float
    interval: Interval
    below: bool
    above: bool


@frozen
class Nearest:
    """The point that comes nearest; `reached` if some points lie on either side of the target, or on it.

    `crossing` is None where points are no numbers, or not in one row, or the target is not crossed just once; `unfit`
    says so in words. Where the target is not reached, both are empty.
    """

    point: int
    estimate: Estimate
    reached: bool
    crossing: Crossing | None
    unfit: str = ""


def nearest(found: Sweep, target: Target) -> Nearest | None:
    """The point nearest to the target; None if nothing was found."""
    known = found.estimates(target.measure)
    if not known:
        return None
    means = [estimate.mean for estimate in known]
    best = min(range(len(means)), key=lambda k: abs(means[k] - target.wanted))
    reached = min(means) <= target.wanted <= max(means)
    if not reached:
        return Nearest(best, known[best], reached, None)
    places = numbers(found.points)
    if places is None:
        single = all(len(point) == 1 for point in found.points)
        unfit = "the values are not several numbers" if single else "more than one parameter is tried"
        return Nearest(best, known[best], reached, None, f"{unfit}, with nothing between them" if single else unfit)
    sums = found.sums(target.measure)
    if sums.count < FEWEST_PAIRS:
        return Nearest(best, known[best], reached, None, "these are too few games")
    at = list(_crossed(target, means, places))
    if len(at) == 1:
        return Nearest(best, known[best], reached, _crossing(sums, target, means, places, at[0]))
    met = listed([f"{one:.4g}" for one in at], "and")
    unfit = f"it goes up and down, and meets the target {len(at)} times, at {met}"
    return Nearest(best, known[best], reached, None, unfit)


def numbers(points: Sequence[Point]) -> list[int] | None:
    """The points as whole numbers that grow, if they are that."""
    if any(len(point) != 1 for point in points):
        return None
    return whole_numbers([value for point in points for value in point.values()])


def whole_numbers(values: Sequence[str]) -> list[int] | None:
    """Several values as whole numbers that grow, if they are that."""
    if not all(value.removeprefix("-").isdecimal() for value in values):
        return None
    found = [int(value) for value in values]
    return found if found == sorted(set(found)) and len(found) > 1 else None


def _crossed(target: Target, means: Sequence[float], places: Sequence[int]) -> Iterator[float]:
    """Where straight lines from each point to the next meet the target."""
    for k, (left, right) in enumerate(pairwise(places)):
        here, there = means[k] - target.wanted, means[k + 1] - target.wanted
        if here * there < 0 or here == 0:
            yield left + (right - left) * (here / (here - there) if here else 0.0)
    if means[-1] == target.wanted:
        yield places[-1]


def _crossing(sums: Sums, target: Target, means: Sequence[float], places: Sequence[int], at: float) -> Crossing:
    """The interval is Fieller's, for each of the lines.

    On a line from one point to the next, the mean at a part w of the way is known, with its error, from the means and
    covariances of both, since they were played on the same luck. The target may be met wherever that mean does not
    differ from it by more than its error allows. Source: E. C. Fieller, Journal of the Royal Statistical Society B 16
    (1954), 175-185.
    """
    possible = [at]
    for k, (left, right) in enumerate(pairwise(places)):
        here, there = means[k] - target.wanted, means[k + 1] - target.wanted
        possible += [left + (right - left) * w for w in _possible(sums, target, k, here, there)]
    interval = Interval(min(possible), max(possible))
    return Crossing(at, interval, interval.low <= places[0], interval.high >= places[-1])


def _possible(sums: Sums, target: Target, k: int, here: float, there: float) -> tuple[float, ...]:
    """The first and the last part of the way from point k to the next where the target may be met; none if nowhere."""
    z = quantile(CONFIDENCE, sums.count - 1)
    first, second, both = (_covariance(sums, target.measure, *two) for two in ((k, k), (k + 1, k + 1), (k + 1, k)))
    step = there - here
    # (here + step * w) ** 2 <= z * z * variance at w, which is a * w * w + 2 * b * w + c <= 0
    a = step * step - z * z * (first + second - 2 * both)
    b = here * step - z * z * (both - first)
    c = here * here - z * z * first
    ends = [w for w in (0.0, 1.0) if a * w * w + 2 * b * w + c <= 0]
    inner = b * b - a * c
    if a != 0 and inner >= 0:
        ends += [w for w in ((-b - sqrt(inner)) / a, (-b + sqrt(inner)) / a) if 0 <= w <= 1]
    return (min(ends), max(ends)) if ends else ()


def _covariance(sums: Sums, measure: Measure, one: int, other: int) -> float:
    """Of the means at two points."""
    found = sums.moments(one, other, measure)
    n = found.pairs
    return float((n * found.products - found.first * found.second) / (n * n * (n - 1) * found.scale**2))
