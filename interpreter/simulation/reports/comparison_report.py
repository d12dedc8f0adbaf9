"""Reports a comparison as data: the JSON object for scripts, and the rows of the table for people."""

from typing import Any

from attrs import asdict

from dsl.ir import nodes as ir
from interpreter.simulation.comparison import Comparison, Row
from interpreter.simulation.games.measures import measures
from interpreter.simulation.games.tally import Tally
from interpreter.simulation.reports.comparison_summary import compared
from interpreter.simulation.reports.parameters import parameter_values
from interpreter.simulation.reports.report import engines, evidence
from interpreter.simulation.reports.rounded import ends, rounded
from interpreter.simulation.reports.said import digits_of, said, said_between, said_change
from interpreter.simulation.reports.summary import SURENESS
from interpreter.simulation.statistics.sequential import Verdict


def as_json(result: Comparison, games: tuple[ir.Game, ir.Game]) -> dict[str, Any]:
    """The documented object; `version` first."""
    tallies, alone = result.found.tallies, measured_once(result.seats, games)
    return {
        "version": 1,
        "game": games[0].title,
        "first": _side(games[0], tallies[0], alone[0]),
        "second": _side(games[1], tallies[1], alone[1]),
        "seats": list(result.seats),
        "seed": result.seed,
        "games": result.done,
        "wanted": result.wanted,
        "pairs": result.found.together,
        **engines(tallies),
        "wall_s": round(result.seconds, 3),
        "games_per_s": round(sum(tally.games for tally in tallies) / max(result.seconds, 1e-9), 1),
        "confidence": round(result.watch.plan.confidence, 6) if result.watch else 0.95,
        "summary": compared(result).plain(),
        "differences": [_row(row) for row in result.rows],
        "until_sure": _until_sure(result),
    }


def _side(game: ir.Game, tally: Tally, alone: list[str]) -> dict[str, Any]:
    return {
        "variants": list(game.variants),
        "parameters": parameter_values(game),
        "finished": tally.finished,
        "faults": [asdict(fault) for fault in tally.faults],
        "only_here": alone,
    }


def measured_once(seats: tuple[str, ...], games: tuple[ir.Game, ir.Game]) -> tuple[list[str], list[str]]:
    """The measures of each that the other has not, such as a score that only a variant counts."""
    first, second = ([measure.name for measure in measures(game, seats)] for game in games)
    return [name for name in first if name not in second], [name for name in second if name not in first]


def _row(row: Row) -> dict[str, Any]:
    found, sides = row.found, {"first": row.first, "second": row.second}
    return {
        "measure": row.measure.name,
        "kind": "share" if row.measure.share else "number",
        "first": round(found.first, 6),
        "second": round(found.second, 6),
        "difference": round(found.difference, 6),
        **ends(found.interval),
        "p": None if found.p is None else float(f"{found.p:.3g}"),
        "verdict": row.verdict.value if row.verdict else None,
        "evidence": None if row.chance is None else evidence(row.chance),
        "gain": round(found.gain, 3) if found.gain is not None else None,
        "alone": {side: {**ends(one.interval), "spread": rounded(one.spread)} for side, one in sides.items()},
    }


def _until_sure(result: Comparison) -> dict[str, Any] | None:
    if result.watch is None:
        return None
    plan, watch = result.watch.plan, result.watch
    found = {"error": plan.error, "margin": plan.margin, "looks": len(plan.looks)}
    return {**found, "looked": watch.looked, "sure": watch.sure}


HEADINGS = ("", "A", "B", "B - A", "95 % sure between", "")
CSV_HEADINGS = ("measure", "first", "second", "difference", "low", "high", "p", "verdict", "gain")


def rows(result: Comparison) -> list[tuple[str, ...]]:
    """For each measure that varied at all: its name, both values, the difference, where it lies, and what is sure."""
    return [_cells(row) for row in result.rows if not row.found.nowhere]


def csv_rows(result: Comparison) -> list[list[Any]]:
    """For each measure what JSON says of it, without its kind."""
    return [[value for name, value in _row(row).items() if name not in ("kind", "alone")] for row in result.rows]


def constant(result: Comparison) -> list[str]:
    """The measures that were the same in every game of both, with what they were."""
    return [f"{row.measure.name} {said(row.measure, row.found.first)}" for row in result.rows if row.found.nowhere]


def _cells(row: Row) -> tuple[str, ...]:
    measure, found = row.measure, row.found
    digits = digits_of(measure, (found.first, found.second), (found.interval,))
    return (
        measure.name,
        said(measure, found.first, digits),
        said(measure, found.second, digits),
        said_change(measure, found.difference, digits),
        said_between(measure, found.interval, digits, change=True),
        _WORDS[row.verdict] + (f", {SURENESS[evidence(row.chance)]}" if row.verdict and row.chance is not None else ""),
    )


_WORDS = {Verdict.HIGHER: "higher", Verdict.LOWER: "lower", Verdict.ALIKE: "alike", None: "not sure"}
