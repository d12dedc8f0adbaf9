"""One game with several values of its parameters, all on the same luck, and which of them comes nearest to a target."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import sqrt
from time import perf_counter
from typing import TypeAlias

from attrs import frozen

from interpreter.simulation.games.measures import Measure
from interpreter.simulation.games.same_luck import Found, SameLuck, Sums, largest_chunk
from interpreter.simulation.processes.parallel import run_seeds
from interpreter.simulation.statistics.intervals import Interval, wilson
from interpreter.simulation.statistics.paired import FEWEST_PAIRS
from interpreter.simulation.statistics.student import quantile, standard_error

#: The value of each parameter that is swept, as one writes it.
Point: TypeAlias = Mapping[str, str]

CONFIDENCE = 0.95


@frozen
class Estimate:
    """A mean over the games of one point, and where the true one lies; None for fewer than ten games."""

    mean: float
    interval: Interval | None


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
        return _estimate(measure, sums, point) if sums.count else None

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
        first = sums.totals[0]
        return any(
            sums.count * sums.products[k][k] != total * total or total != first for k, total in enumerate(sums.totals)
        )


def sweep(
    points: Sequence[Point],
    work: SameLuck,
    measures: tuple[Measure, ...],
    *,
    games: int,
    seed: int,
    jobs: int,
    progress: Callable[[int], object] = lambda done: None,
) -> Sweep:
    """Plays `games` games at each point. Ctrl-C gives what has been played so far."""
    began = perf_counter()
    chunk = largest_chunk(len(points))
    run = run_seeds(work, range(seed, seed + games), jobs=jobs, progress=progress, largest_chunk=chunk)
    seconds = perf_counter() - began
    return Sweep(tuple(points), work.seats, measures, seed, games, run.done, seconds, run.result)


def _estimate(measure: Measure, sums: Sums, point: int) -> Estimate:
    count, total, scale = sums.count, sums.totals[point], measure.scale
    mean = total / count / scale
    if count < FEWEST_PAIRS:
        return Estimate(mean, None)
    if measure.share:
        squares = Fraction(sums.products[point][point], scale * scale)
        return Estimate(mean, wilson(Fraction(total, scale), count, CONFIDENCE, squares))
    half = quantile(CONFIDENCE, count - 1) * standard_error(count, total, sums.products[point][point]) / scale
    return Estimate(mean, Interval(mean - half, mean + half))


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

    `crossing` is None where points are no numbers, or not in one row, or the target is not crossed just once.
    """

    point: int
    estimate: Estimate
    reached: bool
    crossing: Crossing | None


def nearest(found: Sweep, target: Target) -> Nearest | None:
    """The point nearest to the target; None if nothing was found."""
    known = found.estimates(target.measure)
    if not known:
        return None
    means = [estimate.mean for estimate in known]
    best = min(range(len(means)), key=lambda k: abs(means[k] - target.wanted))
    reached = min(means) <= target.wanted <= max(means)
    places = numbers(found.points)
    crossing = _crossing(found.sums(target.measure), target, means, places) if places and reached else None
    return Nearest(best, known[best], reached, crossing)


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


def _crossing(sums: Sums, target: Target, means: Sequence[float], places: Sequence[int]) -> Crossing | None:
    """Straight lines between neighbours; the interval is Fieller's, for each of the lines.

    On a line from one point to the next, the mean at a part w of the way is known, with its error, from the means and
    covariances of both, since they were played on the same luck. The target may be met wherever that mean does not
    differ from it by more than its error allows. Source: E. C. Fieller, Journal of the Royal Statistical Society B 16
    (1954), 175-185.
    """
    if sums.count < FEWEST_PAIRS:
        return None
    found: list[float] = []
    possible: list[float] = []
    for k, (left, right) in enumerate(pairwise(places)):
        here, there = means[k] - target.wanted, means[k + 1] - target.wanted
        if here * there < 0 or here == 0:
            found.append(left + (right - left) * (here / (here - there) if here else 0.0))
        possible += [left + (right - left) * w for w in _possible(sums, target, k, here, there)]
    if means[-1] == target.wanted:
        found.append(places[-1])
    if len(found) != 1:
        return None
    interval = Interval(min((*possible, *found)), max((*possible, *found)))
    return Crossing(found[0], interval, interval.low <= places[0], interval.high >= places[-1])


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
    n = sums.count
    product = sums.products[one][other]
    return (n * product - sums.totals[one] * sums.totals[other]) / (n * n * (n - 1) * measure.scale**2)
