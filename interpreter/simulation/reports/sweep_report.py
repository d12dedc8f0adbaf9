"""Reports a sweep as data: the JSON object for scripts, and the rows of tables."""

from collections.abc import Sequence
from typing import Any

from attrs import asdict

from dsl.ir import nodes as ir
from interpreter.simulation.games.measures import Measure
from interpreter.simulation.reports.comparison_summary import swept
from interpreter.simulation.reports.parameters import parameter_values
from interpreter.simulation.reports.report import engines
from interpreter.simulation.reports.rounded import ends, rounded
from interpreter.simulation.reports.said import digits_of, said, said_with_error
from interpreter.simulation.statistics.estimate import Estimate
from interpreter.simulation.sweep import Nearest, Sweep, Target

Value = int | bool | str


def as_json(
    found: Sweep, games: Sequence[ir.Game], target: Target | None, best: Nearest | None, measures: Sequence[Measure]
) -> dict[str, Any]:
    """The documented object; `version` first. `games` are those of the points, `measures` are summed up."""
    parameters = list(found.points[0])
    fixed = {name: value for name, value in parameter_values(games[0]).items() if name not in parameters}
    seconds = max(found.seconds, 1e-9)
    return {
        "version": 1,
        "game": games[0].title,
        "variants": list(games[0].variants),
        "parameters": fixed,
        "swept": parameters,
        "seats": list(found.seats),
        "seed": found.seed,
        "games": found.done,
        "wanted": found.wanted,
        "together": found.found.together,
        **engines(found.found.tallies),
        "wall_s": round(found.seconds, 3),
        "games_per_s": round(sum(tally.games for tally in found.found.tallies) / seconds, 1),
        "summary": swept(found, measures).plain(),
        "points": [_point(found, k, game) for k, game in enumerate(games)],
        "target": _target(found, games, target, best),
    }


def _values(found: Sweep, k: int, game: ir.Game) -> dict[str, Value]:
    all_of_them = parameter_values(game)
    return {name: all_of_them[name] for name in found.points[k]}


def _point(found: Sweep, k: int, game: ir.Game) -> dict[str, Any]:
    tally = found.found.tallies[k]
    return {
        "values": _values(found, k, game),
        "finished": tally.finished,
        "faults": [asdict(fault) for fault in tally.faults],
        "measures": [
            {
                "measure": measure.name,
                "kind": "share" if measure.share else "number",
                **_estimate(estimate),
                "spread": rounded(estimate.spread),
            }
            for measure in found.measures
            if (estimate := found.estimate(measure, k))
        ],
    }


def _estimate(estimate: Estimate) -> dict[str, float | None]:
    return {"value": rounded(estimate.mean), **ends(estimate.interval)}


def _target(
    found: Sweep, games: Sequence[ir.Game], target: Target | None, best: Nearest | None
) -> dict[str, Any] | None:
    if target is None or best is None:
        return None
    crossing = best.crossing
    return {
        "measure": target.measure.name,
        "wanted": target.wanted,
        "nearest": _values(found, best.point, games[best.point]),
        **_estimate(best.estimate),
        "reached": best.reached,
        "unfit": best.unfit or None,
        "between": None
        if crossing is None
        else {
            "at": round(crossing.at, 4),
            "low": None if crossing.below else round(crossing.interval.low, 4),
            "high": None if crossing.above else round(crossing.interval.high, 4),
        },
    }


def rows(found: Sweep, measures: Sequence[Measure]) -> list[tuple[str, ...]]:
    """For each point its values, and each measure with how far its interval goes, on the longer side."""
    columns = []
    for measure in measures:
        estimates = [found.estimate(measure, k) for k in range(len(found.points))]
        known = [one for one in estimates if one is not None]
        digits = digits_of(measure, [one.mean for one in known], [one.interval for one in known])
        columns.append([_cell(measure, one, digits) for one in estimates])
    return [(*point.values(), *(column[k] for column in columns)) for k, point in enumerate(found.points)]


def _cell(measure: Measure, estimate: Estimate | None, digits: int) -> str:
    if estimate is None:
        return "-"
    if estimate.interval is None:
        return said(measure, estimate.mean, digits)
    away = max(estimate.interval.high - estimate.mean, estimate.mean - estimate.interval.low)
    return said_with_error(measure, estimate.mean, away, digits)


def csv_rows(found: Sweep) -> list[list[Any]]:
    """A head, then a row for each point and measure."""
    head = [*found.points[0], "measure", "value", "low", "high"]
    body = [
        [*point.values(), measure.name, *_estimate(estimate).values()]
        for k, point in enumerate(found.points)
        for measure in found.measures
        if (estimate := found.estimate(measure, k))
    ]
    return [head, *body]
