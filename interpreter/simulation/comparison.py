"""Two rule sets side by side: what differs between them, and how sure that is."""

from collections.abc import Callable, Sequence
from time import perf_counter

from dsl.frozen import frozen
from interpreter.simulation.games.measures import Measure
from interpreter.simulation.games.same_luck import Found, SameLuck
from interpreter.simulation.native.many_same_luck import run_same_luck
from interpreter.simulation.processes.cluster import Cluster
from interpreter.simulation.statistics.estimate import Estimate, estimate
from interpreter.simulation.statistics.paired import Difference, Moments, difference, holm
from interpreter.simulation.statistics.sequential import Verdict, Watch, planned

#: What is likelier than this may be chance.
DOUBT = 0.05


@frozen
class Row:
    """One measure of both rule sets, each by itself and how they differ.

    `verdict`: what may be said of the difference; all rows together are wrong in 5 % of cases. `chance`: how likely
    such a difference is if there is none, corrected for all; None with `--until-sure`, and where no pair differs.
    """

    measure: Measure
    first: Estimate
    second: Estimate
    found: Difference
    verdict: Verdict | None
    chance: float | None


@frozen
class Comparison:
    """`done` of the `wanted` seeds were played with both; `watch` if it was to end as soon as it is sure."""

    seats: tuple[str, ...]
    seed: int
    wanted: int
    done: int
    seconds: float
    found: Found
    rows: tuple[Row, ...]
    watch: Watch | None

    @property
    def is_whole(self) -> bool:
        """Whether it ended by itself."""
        return self.done == self.wanted or (self.watch is not None and self.watch.sure)


def compare(
    work: SameLuck, common: Sequence[Measure], looked_at: Sequence[Measure], *, games: int, seed: int, jobs: int,
    margin: float | None = None, progress: Callable[[int], object] = lambda done: None, cluster: Cluster | None = None,
) -> Comparison:  # fmt: skip
    """Plays `games` games of each of two; `common` are the measures of both, `looked_at` those asked for.

    With a `margin` it ends once each difference is sure (see `sequential`); Ctrl-C gives what has been played.
    """
    began = perf_counter()
    places = [common.index(measure) for measure in looked_at]
    watch = None if margin is None else Watch(planned(games, len(places), margin))

    def enough(found: Found) -> bool:
        if watch is not None and watch.is_due(found.tallies[0].games):
            watch.look(_moments(found, common, places))
        return watch is not None and watch.sure

    seeds = range(seed, seed + games)
    run = run_same_luck(work, seeds, jobs=jobs, progress=progress, enough=enough, cluster=cluster)
    moments = _moments(run.result, common, places)
    if watch is not None and run.done < games and not watch.sure:  # Ctrl-C: a planned look is made early
        watch.look(moments)
    rows = _rows(looked_at, moments, watch)
    return Comparison(work.seats, seed, games, run.done, perf_counter() - began, run.result, rows, watch)


def _moments(found: Found, common: Sequence[Measure], places: Sequence[int]) -> list[Moments]:
    return [found.sums[k].moments(0, 1, common[k]) for k in places]


def _rows(looked_at: Sequence[Measure], moments: Sequence[Moments], watch: Watch | None) -> tuple[Row, ...]:
    """The rows of measures that some pair of games has, with corrected verdicts.

    Where no pair differs, nothing can be taken for a difference by chance, so that does not count in the correction.
    Source: R. E. Tarone, Biometrics 46 (1990), 515-522.
    """
    confidence = watch.plan.confidence if watch else 1 - DOUBT
    known = [k for k, each in enumerate(moments) if each.pairs]
    found = {k: difference(moments[k], confidence) for k in known}
    differing = [k for k in known if not found[k].nowhere]
    corrected = dict(zip(differing, holm([1.0 if (p := found[k].p) is None else p for k in differing]), strict=True))
    sure = [k for k in differing if corrected[k] < DOUBT]
    ways = {k: Verdict.HIGHER if found[k].difference > 0 else Verdict.LOWER for k in sure}
    verdicts = watch.settled if watch else ways
    alone = {k: (estimate(moments[k]), estimate(moments[k].turned)) for k in known}
    chances = {} if watch else corrected
    return tuple(Row(looked_at[k], *alone[k], found[k], verdicts.get(k), chances.get(k)) for k in known)
