"""What a simulation found, as data: the JSON object that scripts read, and the rows of the tables that people read."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from dsl.ir import nodes as ir
from interpreter.simulation.parameters import parameter_values
from interpreter.simulation.ranking import Ranking, ranking
from interpreter.simulation.run import Result
from interpreter.simulation.statistics import Distribution, equal_shares, wilson
from interpreter.words import spoken

ENGINE = "generated-python"


def as_json(result: Result, game: ir.Game) -> dict[str, Any]:
    """The documented object; `version` first. Shares are of the games that finished."""
    tally = result.tally
    finished = tally.games - tally.faulty
    seconds = max(result.seconds, 1e-9)
    return {
        "version": 1,
        "game": game.title,
        "variants": list(game.variants),
        "parameters": parameter_values(game),
        "seed": result.seed,
        "games": tally.games,
        "wanted": result.wanted,
        "seats": list(result.seats),
        "engine": ENGINE,
        "wall_s": round(result.seconds, 3),
        "games_per_s": round(tally.games / seconds, 1),
        "decisions_per_s": round(tally.decisions.total / seconds, 1),
        "finished": finished,
        "faults": [{"seed": f.seed, "message": f.message, "where": f.where} for f in tally.faults],
        "wins": [_win(result, seat, finished) for seat in range(tally.seats)],
        "fair": _fairness(result, finished),
        "shared_wins": tally.shared,
        "won_by_nobody": tally.nobody,
        "rounds": spread(tally.rounds),
        "decisions": spread(tally.decisions),
        "genuine_decisions": spread(tally.genuine),
        "scores": _scores(result, ranking(game)),
    }


def _win(result: Result, seat: int, finished: int) -> dict[str, Any]:
    wins = result.tally.wins[seat]
    interval = wilson(wins, finished)
    share = float(wins / finished) if finished else 0.0
    return {
        "seat": seat, "bot": result.seats[seat], "wins": _number(float(wins)), "share": round(share, 4),
        "low": round(interval.low, 4), "high": round(interval.high, 4),
    }  # fmt: skip


def _number(value: float) -> int | float:
    return int(value) if value == int(value) else round(value, 6)


def _fairness(result: Result, finished: int) -> dict[str, Any] | None:
    """The chi-square test that all seats win equally often; none where it would mean nothing."""
    tally = result.tally
    if finished == 0 or tally.seats < 2 or len(set(result.seats)) > 1 or not any(tally.wins):
        return None
    test = equal_shares(tally.wins)
    return {"chi_square": round(test.statistic, 3), "degrees": test.degrees, "p": round(test.p, 4)}


def spread(counts: Distribution) -> dict[str, Any]:
    """Mean and percentiles; all none when nothing was counted."""
    if not counts.count:
        return {"mean": None, "p5": None, "p50": None, "p95": None}
    return {
        "mean": round(counts.mean, 3), "p5": counts.percentile(5), "p50": counts.percentile(50),
        "p95": counts.percentile(95),
    }  # fmt: skip


def _scores(result: Result, ranks: Ranking | None) -> dict[str, Any]:
    if ranks is None:
        return {}
    tally = result.tally
    return {
        name: {**spread(tally.scores[k]), "winner": spread(tally.best_scores[k])} for k, name in enumerate(ranks.names)
    }


@frozen
class Row:
    """A line of a table for people."""

    cells: tuple[str, ...]


def seat_rows(result: Result) -> list[Row]:
    """For each seat: its number, its bot, wins, share, and the interval that the true share lies in."""
    finished = result.tally.games - result.tally.faulty
    rows = []
    for seat in range(result.tally.seats):
        win = _win(result, seat, finished)
        between = f"{win['low']:.1%} to {win['high']:.1%}"
        rows.append(Row((str(seat + 1), result.seats[seat], _wins(win["wins"]), f"{win['share']:.1%}", between)))
    return rows


def _wins(wins: float) -> str:
    """A shared win counts in part."""
    return f"{wins:,}" if isinstance(wins, int) else f"{wins:,.1f}"


def spread_rows(result: Result, game: ir.Game) -> list[Row]:
    """For lengths and scores: what is counted, its mean, and what 5, 50 and 95 of 100 games stay below or reach."""
    tally = result.tally
    ranks = ranking(game)
    named = [("rounds", tally.rounds), ("decisions", tally.decisions), ("with a real choice", tally.genuine)]
    if ranks is not None:
        for k, name in enumerate(ranks.names):
            said = spoken(name)
            named += [(f"{said}, all players", tally.scores[k]), (f"{said}, winner", tally.best_scores[k])]
    return [Row((name, *_spread_cells(counts))) for name, counts in named]


def _spread_cells(counts: Distribution) -> tuple[str, ...]:
    found = spread(counts)
    return tuple("-" if v is None else f"{v:,.1f}" if isinstance(v, float) else f"{v:,}" for v in found.values())
