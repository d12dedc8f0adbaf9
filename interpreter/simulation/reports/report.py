"""Reports a simulation as data: the JSON object for scripts, and the rows of the tables for people."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import inf, sqrt
from typing import Any, Final, TypeAlias

from attrs import asdict, evolve

from dsl.ir import nodes as ir
from interpreter.simulation.games.measures import Measure
from interpreter.simulation.games.observed import Observed, Use
from interpreter.simulation.games.seen import Seen, seen
from interpreter.simulation.games.seen import as_json as seen_as_json
from interpreter.simulation.games.sums import Sums
from interpreter.simulation.games.tally import Gathered, Tally
from interpreter.simulation.reports.parameters import parameter_values
from interpreter.simulation.reports.rounded import ends, rounded
from interpreter.simulation.reports.said import digits_for
from interpreter.simulation.simulate import Result
from interpreter.simulation.statistics.estimate import Estimate, estimate
from interpreter.simulation.statistics.intervals import Distribution, equal_shares, wilson
from interpreter.simulation.statistics.paired import Moments
from interpreter.table.ending.ranking import Ranking, is_sided, ranking, reads_player
from interpreter.text.labels import spoken

#: What plays games one by one.
PYTHON: Final = "generated-python"


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
        "played_otherwise": tally.otherwise_played,
        "wanted": result.wanted,
        "seats": list(result.seats),
        **engines([tally]),
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
        "answers": {**spread(counted(tally.choices)), **_mean_ends(_answers(tally))},
        "scores": _scores(result, ranking(game)),
        "measured": _measured(result, game),
        "places": _places(tally),
        "margins": spread(tally.margins),
        "decided_by": _decided(tally, ranking(game)),
    }


def engines(tallies: Sequence[Tally]) -> dict[str, Any]:
    """What has played the games: how many each engine, and which of them most."""
    games, natively = sum(tally.games for tally in tallies), sum(tally.natively for tally in tallies)
    engine = "native" if 2 * natively > games else PYTHON
    return {"engine": engine, "played_by": {"native": natively, PYTHON: games - natively}}


def all_as_json(
    results: Sequence[Result], game: ir.Game, found: Seen | None, command: Callable[[int, int], str] | None = None
) -> dict[str, Any]:
    """The documented object. With several tables, it has one for each table in it; what was `found` is said once."""
    each = [as_json(result, game, command) for result in results]
    whole = each[0] if len(each) == 1 else {"version": 1, "game": game.title, "tables": each}
    return {**whole, "seen": seen_as_json(found) if found else None}


def seen_at_all(results: Sequence[Result], game: ir.Game) -> Seen | None:
    """What was seen at all tables together. None if no game was watched to its end."""
    whole = Observed()
    for result in results:
        whole.merge(result.tally.observed)
    return seen(game, [result.tally.seats for result in results], whole)


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


def _share(wins: int | Fraction, games: int, squares: Fraction | None = None) -> dict[str, float | None]:
    return {"share": rounded(float(wins / games) if games else 0.0), **ends(wilson(wins, games, squares=squares))}


def fairness(result: Result) -> dict[str, Any] | None:
    """The chi-square test that all seats win equally often; none where it would mean nothing.

    It would where bots differ, where nobody won, and where all players always win or lose together.
    """
    tally = result.tally
    if tally.finished == 0 or tally.seats < 2 or len(set(result.seats)) > 1 or not any(tally.wins) or tally.together:
        return None
    test = equal_shares(tally.wins, sum(tally.squares))
    return {
        "chi_square": round(test.statistic, 3), "degrees": test.degrees, "p": round(test.p, 4),
        "evidence": evidence(test.p),
    }  # fmt: skip


def evidence(chance: float) -> str:
    """How strongly it speaks against what was supposed that something has so small a chance."""
    return next(words for bound, words in _EVIDENCE if chance < bound)


_EVIDENCE: Final = ((0.001, "very strong"), (0.01, "strong"), (0.05, "weak"), (inf, "none"))


# ---------------------------------------------------------------- what was counted


def spread(counts: Distribution, seats: int = 1) -> dict[str, Any]:
    """Mean with its interval, standard deviation and percentiles; all none when nothing was counted.

    `seats`: what was counted are sums over so many players, of which the mean is told.
    """
    found = estimate_of(counts, seats)
    cuts = {f"p{percent}": counts.percentile(percent) if counts.count else None for percent in (5, 50, 95)}
    return {"mean": round(counts.mean, 3) if counts.count else None, **cuts, **_mean_ends(found)}


def _mean_ends(found: Estimate | None) -> dict[str, float | None]:
    return {**ends(found.interval if found else None), "spread": rounded(found.spread) if found else None}


def estimate_of(counts: Distribution, seats: int = 1) -> Estimate | None:
    """The mean of one number of each game, or of each of so many players, of which the sums were counted."""
    n, total, squares = counts.count, counts.total, counts.squares
    return estimate(Moments(n, total, total, squares, squares, squares, seats)) if n else None


def ratio_of(sums: Sums) -> Estimate | None:
    """The ratio of two sums over games; none where that would divide by 0."""
    if not (sums.count and sums.totals[1]):
        return None
    return evolve(estimate(sums.moments(0, 0, RATIO)), spread=None)


#: What a ratio is read as where its sums are known already.
RATIO: Final = Measure("", lambda game: None, per=lambda game: None)


def _answers(tally: Tally) -> Estimate | None:
    """Answers to a question, of which games have more or fewer; its spread is that of the answers."""
    found = ratio_of(tally.answers)
    counts = counted(tally.choices)
    return evolve(found, spread=sqrt(counts.variance) if counts.count > 1 else None) if found else None


def of_players(gathered: Gathered, seats: int) -> Estimate | None:
    """The mean over players; its error comes from games, its spread is that among players."""
    found, values = estimate_of(gathered.sums, seats), gathered.values
    return evolve(found, spread=sqrt(values.variance) if values.count > 1 else None) if found else None


def _of_all(gathered: Gathered, seats: int) -> dict[str, Any]:
    """What was counted of each player, then the same of the winners and of each seat."""
    return {
        **spread(gathered.values),
        **_mean_ends(of_players(gathered, seats)),
        "winner": spread(gathered.winners),
        "seats": [round(one.mean, 3) for one in gathered.seats if one.count],
        "each_seat": [spread(one) for one in gathered.seats],
    }


def _scores(result: Result, ranks: Ranking | None) -> dict[str, Any]:
    tally = result.tally
    names = ranks.names if ranks is not None else ()
    return {name: _of_all(scores, tally.seats) for name, scores in zip(names, tally.scores, strict=True)}


def _measured(result: Result, game: ir.Game) -> dict[str, Any]:
    """Each quantity that the rules name, by its name."""
    tally = result.tally
    named = zip(game.measured, tally.measured, strict=True)
    return {one.name: _quantity(one, found, tally, game) for one, found in named}


def _quantity(one: ir.Measured, found: Gathered, tally: Tally, game: ir.Game) -> dict[str, Any]:
    if one.per is not None:
        ratio = ratio_of(found.ratio)
        return {"mean": rounded(ratio.mean) if ratio else None, **ends(ratio.interval if ratio else None)}
    match one.value.type.kind:
        case ir.Kind.VALUE if is_sided(one):
            return {"sides": [
                {"value": title, "games": side.offered, "wins": side.taken, **_share(side.taken, side.offered)}
                for value, title in enumerate(value_titles(game, one))
                if (side := found.sides.get(value, Use()))
            ]}  # fmt: skip
        case ir.Kind.VALUE:
            titles, games = value_titles(game, one), found.values
            times = [(title, games.buckets.get(value, 0)) for value, title in enumerate(titles)]
            return {"values": [{"value": title, "games": n, **_share(n, games.count)} for title, n in times]}
        case ir.Kind.YES_NO if not reads_player(one.value):
            return {"games": found.values.total, **_share(found.values.total, found.values.count)}
        case _:
            return _of_all(found, tally.seats) if reads_player(one.value) else spread(found.values)


def value_titles(game: ir.Game, one: ir.Measured) -> list[str]:
    """The titles of the values that a quantity may have."""
    return [value.title for e in game.enumerations if e.name == one.value.type.name for value in e.values]


def _places(tally: Tally) -> list[dict[str, Any]] | None:
    """For each seat, in how many games it came first, second and so on; none where no game ranked the players."""
    if not any(tally.places):
        return None
    return [
        {"mean": round(found.mean, 3), **_mean_ends(found), "games": [one.get(k + 1, 0) for k in range(tally.seats)]}
        for one in tally.places
        if (found := estimate_of(counted(one)))
    ]


# ---------------------------------------------------------------- tables


def seat_rows(result: Result) -> list[tuple[str, ...]]:
    """For each seat: its number, its bot, wins, share, the interval of that; its mean score and its mean place."""
    tally, found = result.tally, wins(result)
    digits = max((max(1, digits_for((win["high"] - win["low"]) * 50)) for win in found), default=1)
    scores = _column([estimate_of(one) for one in tally.scores[0].seats]) if tally.scores else []
    ranked = tally.seats > 2 and any(tally.places)  # of two players, the place says what the wins say
    places = _column([estimate_of(counted(one)) for one in tally.places]) if ranked else []
    rows = []
    for seat, win in enumerate(found):
        between = f"{win['low']:.{digits}%} to {win['high']:.{digits}%}"
        won = f"{win['wins']:,}" if isinstance(win["wins"], int) else f"{win['wins']:,.1f}"  # shared wins count in part
        more = [column[seat] for column in (scores, places) if column]
        rows.append((str(seat + 1), result.seats[seat], won, f"{win['share']:.{digits}%}", between, *more))
    return rows


def _column(means: Sequence[Estimate | None]) -> list[str]:
    """Means, each with how far it may be off, with as many digits as tell them apart."""
    digits = max((max(2, digits_for(_away(one))) for one in means if one), default=2)
    return [_with_error(one, digits) if one else "-" for one in means]


def _with_error(one: Estimate, digits: int) -> str:
    return f"{one.mean:,.{digits}f}" + (f" ±{_away(one):,.{digits}f}" if one.interval else "")


def _away(one: Estimate) -> float:
    return (one.interval.high - one.interval.low) / 2 if one.interval else 0.0


#: A line of a table: what is counted, its mean, and how often each number came up, if that was counted.
Counted: TypeAlias = tuple[str, Estimate | None, Distribution | None]


def counts_of(result: Result, game: ir.Game) -> list[Counted]:
    """Lengths, scores, and what the rules name, but for what is no number."""
    tally, ranks = result.tally, ranking(game)
    alone = [("rounds", tally.rounds)] if tally.rounds.maximum else []
    alone += [("decisions", tally.decisions), ("with a real choice", tally.genuine)]
    lines: list[Counted] = [(name, estimate_of(counts), counts) for name, counts in alone]
    lines.append(("answers to choose from", _answers(tally), counted(tally.choices)))
    for k, (name, found) in enumerate(zip(ranks.names if ranks is not None else (), tally.scores, strict=True)):
        lines += _of_players(spoken(name), found, tally.seats)
        if k == 0 and tally.margins.count:
            lines.append((f"{spoken(name)}, lead at the end", estimate_of(tally.margins), tally.margins))
    for one, found in zip(game.measured, tally.measured, strict=True):
        name = spoken(one.name)
        if ranks is not None and one.name in ranks.names:
            continue  # it has been told
        if one.per is not None:
            lines.append((name, ratio_of(found.ratio), None))
        elif one.value.type.kind is not ir.Kind.VALUE and reads_player(one.value):
            lines += _of_players(name, found, tally.seats)
        elif one.value.type.kind is ir.Kind.NUMBER:
            lines.append((name, estimate_of(found.values), found.values))
    return lines


def _of_players(name: str, found: Gathered, seats: int) -> list[Counted]:
    all_players = (f"{name}, all players" if seats > 1 else name, of_players(found, seats), found.values)
    return [all_players, (f"{name}, winner", estimate_of(found.winners), found.winners)]


def spread_cells(found: Estimate | None, counts: Distribution | None) -> tuple[str, ...]:
    """Mean, its interval, standard deviation and percentiles, as they stand in a table."""
    if found is None:
        return ("-",) * 6
    digits = max(1, digits_for(_away(found)))
    interval = found.interval
    between = f"{interval.low:,.{digits}f} to {interval.high:,.{digits}f}" if interval and _away(found) else "-"
    spread = "-" if found.spread is None else f"{found.spread:,.1f}"
    cuts = [f"{counts.percentile(p):,}" for p in (5, 50, 95)] if counts is not None and counts.count else ["-"] * 3
    return (f"{found.mean:,.{digits}f}", between, spread, *cuts)
