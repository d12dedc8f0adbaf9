"""Reports a simulation as data: the JSON object for scripts, and the rows of the tables for people."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from attrs import asdict

from dsl.ir import nodes as ir
from interpreter.simulation.games.observed import Observed
from interpreter.simulation.games.ranking import Ranking, ranking
from interpreter.simulation.games.run import Result
from interpreter.simulation.games.seen import as_json as seen_as_json
from interpreter.simulation.games.seen import seen
from interpreter.simulation.games.tally import Tally
from interpreter.simulation.reports.parameters import parameter_values
from interpreter.simulation.statistics.intervals import Distribution, equal_shares, wilson
from interpreter.text.labels import spoken

ENGINE = "generated-python"


def as_json(result: Result, game: ir.Game, command: Callable[[int, int], str] | None = None) -> dict[str, Any]:
    """The documented object of one table; `command` says what shows a game by its seed and players."""
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
        "faults": [{**asdict(f), "replay": command(f.seed, tally.seats) if command else ""} for f in tally.faults],
        "wins": wins(result),
        "fair": fairness(result),
        "shared_wins": tally.shared,
        "won_by_nobody": tally.nobody,
        "won_by_all": {"games": tally.everybody, **_share(tally.everybody, tally.finished)},
        "rounds": spread(tally.rounds),
        "decisions": spread(tally.decisions),
        "genuine_decisions": spread(tally.genuine),
        "answers": spread(counted(tally.choices)),
        "scores": _scores(result, ranking(game)),
        "margins": spread(tally.margins),
        "decided_by": _decided(tally, ranking(game)),
    }


def all_as_json(
    results: Sequence[Result], game: ir.Game, command: Callable[[int, int], str] | None = None
) -> dict[str, Any]:
    """The documented object. With several tables, it has one for each table in it; what was seen is said once."""
    found = seen(game, [result.tally.seats for result in results], observed(results))
    each = [as_json(result, game, command) for result in results]
    whole = each[0] if len(each) == 1 else {"version": 1, "game": game.title, "tables": each}
    return {**whole, "seen": seen_as_json(found) if found else None}


def observed(results: Sequence[Result]) -> Observed:
    """The observations at all tables together."""
    whole = Observed()
    for result in results:
        whole.merge(result.tally.observed)
    return whole


def counted(times: Mapping[int, int]) -> Distribution:
    """How often numbers came up, as a distribution."""
    distribution = Distribution()
    for number in sorted(times):
        distribution.add(number, times[number])
    return distribution


def _decided(tally: Tally, ranks: Ranking | None) -> dict[str, Any] | None:
    """How often each criterion of the ranking left one winner; none where the game ranks nobody."""
    if ranks is None or not ranks.decides:
        return None
    by = [{"criterion": name, "games": tally.decided[k]} for k, name in enumerate(ranks.names)]
    return {"criteria": by, "equal_in_all": tally.decided[-1], "otherwise": tally.otherwise}


def wins(result: Result) -> list[dict[str, Any]]:
    """For each seat its wins, its share of them, and the interval that the true share lies in."""
    return [_win(result, seat, result.tally.finished) for seat in range(result.tally.seats)]


def _win(result: Result, seat: int, finished: int) -> dict[str, Any]:
    wins = float(result.tally.wins[seat])
    number = int(wins) if wins == int(wins) else round(wins, 6)
    shares = _share(result.tally.wins[seat], finished, result.tally.squares[seat])
    return {"seat": seat, "bot": result.seats[seat], "wins": number, **shares}


def _share(wins: int | Fraction, games: int, squares: Fraction | None = None) -> dict[str, float]:
    interval = wilson(wins, games, squares=squares)
    share = float(wins / games) if games else 0.0
    return {"share": round(share, 4), "low": round(interval.low, 4), "high": round(interval.high, 4)}


def fairness(result: Result) -> dict[str, Any] | None:
    """The chi-square test that all seats win equally often; none where it would mean nothing.

    It would where bots differ, where nobody won, and where all players always win or lose together.
    """
    tally = result.tally
    if tally.finished == 0 or tally.seats < 2 or len(set(result.seats)) > 1 or not any(tally.wins) or tally.together:
        return None
    test = equal_shares(tally.wins, sum(tally.squares))
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
        name: {
            **spread(tally.scores[k]),
            "winner": spread(tally.best_scores[k]),
            "seats": [round(total / tally.finished, 3) for total in tally.seat_scores[k]] if tally.finished else [],
        }
        for k, name in enumerate(ranks.names)
    }


def seat_rows(result: Result) -> list[tuple[str, ...]]:
    """For each seat: its number, its bot, wins, share, the interval that the true share lies in, and its mean score."""
    tally = result.tally
    rows = []
    for seat, win in enumerate(wins(result)):
        between = f"{win['low']:.1%} to {win['high']:.1%}"
        score = [f"{totals[seat] / tally.finished:,.2f}" for totals in tally.seat_scores[:1]]
        won = f"{win['wins']:,}" if isinstance(win["wins"], int) else f"{win['wins']:,.1f}"  # shared wins count in part
        rows.append((str(seat + 1), result.seats[seat], won, f"{win['share']:.1%}", between, *score))
    return rows


def spread_rows(result: Result, game: ir.Game) -> list[tuple[str, ...]]:
    """For lengths and scores: what is counted, its mean, and what 5, 50 and 95 of 100 games stay below or reach."""
    tally = result.tally
    ranks = ranking(game)
    named = [("rounds", tally.rounds)] if tally.rounds.maximum else []
    named += [("decisions", tally.decisions), ("with a real choice", tally.genuine)]
    named.append(("answers to choose from", counted(tally.choices)))
    if ranks is not None:
        for k, name in enumerate(ranks.names):
            said = spoken(name)
            named += [(f"{said}, all players", tally.scores[k]), (f"{said}, winner", tally.best_scores[k])]
            if k == 0 and tally.margins.count:
                named.append((f"{said}, lead at the end", tally.margins))
    return [(name, *spread_cells(counts)) for name, counts in named]


def spread_cells(counts: Distribution) -> tuple[str, ...]:
    """Mean and percentiles, as they stand in a table."""
    found = spread(counts)
    return tuple("-" if v is None else f"{v:,.1f}" if isinstance(v, float) else f"{v:,}" for v in found.values())
