"""Prints a simulation for people: who wins, how long it takes, what was observed, and of whom it holds."""

from collections.abc import Callable, Iterator, Sequence

from dsl.ir import nodes as ir
from dsl.listing import count, series
from interpreter.cli.output.faults import fault_lines
from interpreter.cli.output.simulation_seen import seen_lines
from interpreter.cli.output.tables import SENTENCES, Block, Long, TextTable, players_words, said_of
from interpreter.simulation.games.observed import Use
from interpreter.simulation.games.seen import Seen
from interpreter.simulation.games.tally import Tally
from interpreter.simulation.reports.report import (
    counts_of,
    evidence,
    fairness,
    seat_rows,
    spread_cells,
    value_titles,
)
from interpreter.simulation.reports.said import digits_for
from interpreter.simulation.reports.summary import ENOUGH, is_together
from interpreter.simulation.simulate import Result
from interpreter.simulation.statistics.intervals import wilson
from interpreter.table.ending.ranking import is_for_a_team, is_sided, ranking, reads_player
from interpreter.text.labels import spoken

_SPREAD = ("mean", "95 % sure between", "spread", "low 5 %", "median", "high 5 %")


def simulation_lines(
    results: Sequence[Result], game: ir.Game, found: Seen | None, sentences: Sequence[str], settings: Sequence[str],
    command: Callable[[int, int], str], *, details: bool, kept: bool,
) -> Iterator[Block]:  # fmt: skip
    """All lines, with these `sentences` first. `found` was seen; `command` says what shows a game.

    `details`: whole lists; `kept`: the run may go on later.
    """
    yield from _opening_lines(results, game, settings)
    yield from (Long(sentence, SENTENCES) for sentence in sentences)
    if any(result.tally.finished for result in results):
        yield from (_one_table if len(results) == 1 else _several_tables)(results, game)
        if found is not None:
            yield from seen_lines(found, results, details)
        yield from _speed_lines(results)
    yield from _closing_lines(results, command, kept)


def _opening_lines(results: Sequence[Result], game: ir.Game, settings: Sequence[str]) -> Iterator[str]:
    variants = f" with {', '.join(game.variants)}" if game.variants else ""
    first = results[0]
    if len(results) == 1:
        random = set(first.seats) == {"random"}
        played = count(first.tally.games, "game") + ("" if random else f" with {players_words(first.seats)}")
        yield f"{game.title}{variants}: {played}, seeds from {first.seed}"
    else:
        numbers = series([str(result.tally.seats) for result in results], "and")
        told = f"{count(first.wanted, 'game')} each with {numbers} players, seeds from {first.seed}"
        yield f"{game.title}{variants}: {told}"
    if settings:
        yield f"set: {', '.join(settings)}"


def _speed_lines(results: Sequence[Result]) -> Iterator[str]:
    seconds = max(sum(result.seconds for result in results), 1e-9)
    games = sum(result.tally.games for result in results) / seconds
    decisions = sum(result.tally.decisions.total for result in results) / seconds
    yield ""
    yield f"{games:,.0f} games and {decisions:,.0f} decisions a second"
    if slow := sum(result.tally.otherwise_played for result in results):
        others = sum(result.tally.finished - result.tally.natively for result in results) - slow
        untried = f"; it also played {others:,} that were not tried" if others else ""
        yield f"{count(slow, 'game')} too large for the fast engine, and played by another{untried}"
    yield said_of([bot for result in results for bot in result.seats])


# ---------------------------------------------------------------- one table


def _one_table(results: Sequence[Result], game: ir.Game) -> Iterator[Block]:
    (result,) = results
    yield ""
    if is_together(result, game):
        yield _together_line(result, game)
    else:
        rows, ranks = seat_rows(result), ranking(game)
        more = [f"mean {spoken(name)}" for name in ranks.names[:1]] if ranks is not None else []
        more += ["mean place"] * (len(rows[0]) - 5 - len(more))
        yield TextTable(("seat", "bot", "wins", "share", "95 % sure between", *more), rows, left=(1,))
    yield from (*_fairness_lines(result), *_sharing_lines(result))
    yield ""
    counted = [(name, *spread_cells(found, counts)) for name, found, counts in counts_of(result, game)]
    yield TextTable(("", *_SPREAD), counted)
    for lines in (list(_decided_lines(result, game)), list(_measured_lines(result, game))):
        yield from ("", *lines) if lines else ()


def _fairness_lines(result: Result, tables: int = 1) -> Iterator[str]:
    """How strongly the wins speak against equal seats; with several tables, one of which may look so by chance."""
    fair = fairness(result)
    if fair is not None and result.tally.finished >= ENOUGH * result.tally.seats:
        p = f"p = {fair['p']}" if fair["p"] else "p < 0.0001"
        told = f"chi-square {fair['chi_square']}, {count(fair['degrees'], 'degree')} of freedom, {p}"
        yield f"{_VERDICTS[evidence(fair['p'] * tables)]} ({told})"
    elif fair is not None:
        yield "too few games to tell whether a seat is favoured"


_VERDICTS = {
    "none": "no seat is favoured, as far as this tells",
    "weak": "perhaps some seat is favoured",
    "strong": "some seat seems to be favoured",
    "very strong": "some seat is favoured, almost surely",
}


def _together_line(result: Result, game: ir.Game) -> str:
    """Who wins, in the words that a sweep and a comparison have for it."""
    tally = result.tally
    who = "the player wins" if tally.seats == 1 else "team wins" if is_for_a_team(game) else "all players win together"
    return f"{who} in {count(tally.everybody, 'game')}, {_share_of(tally.everybody, tally.finished)}"


def _share_of(times: int, games: int) -> str:
    """A share and its interval, with as many digits as tell them apart."""
    between = wilson(times, games)
    digits = max(1, digits_for((between.high - between.low) * 50))
    told = f"{times / games:.{digits}%}" if games else "-"
    return f"{told} (95 % sure between {between.low:.{digits}%} and {between.high:.{digits}%})"


def _measured_lines(result: Result, game: ir.Game) -> Iterator[str]:
    """What the rules name, where it is no number: who wins by a value, and shares of games."""
    for one, found in zip(game.measured, result.tally.measured, strict=True):
        name, kind = spoken(one.name), one.value.type.kind
        if one.per is not None:
            continue
        if is_sided(one):
            for value, title in enumerate(value_titles(game, one)):
                use = found.sides.get(value, Use())
                told = _share_of(use.taken, use.offered)
                yield f"{name} {title} wins {use.taken:,} of {count(use.offered, 'game')}, {told}"
        elif kind is ir.Kind.VALUE:
            for value, title in enumerate(value_titles(game, one)):
                times = found.values.buckets.get(value, 0)
                yield f"{name} is {title} in {count(times, 'game')}, {_share_of(times, found.values.count)}"
        elif kind is ir.Kind.YES_NO and not reads_player(one.value):
            yield f"{name} in {count(found.values.total, 'game')}, {_share_of(found.values.total, found.values.count)}"


def _sharing_lines(result: Result) -> Iterator[str]:
    tally = result.tally
    if tally.shared and not tally.together:
        yield f"shared wins: {tally.shared:,}, {_part(tally.shared, tally)} (split evenly above)"
    if tally.nobody:
        yield f"won by nobody: {tally.nobody:,}, {_part(tally.nobody, tally)}"


def _decided_lines(result: Result, game: ir.Game) -> Iterator[str]:
    """How often each criterion told the winner, if there is more to say than that it did."""
    ranks, tally = ranking(game), result.tally
    if ranks is None or not sum(tally.decided) or tally.decided[0] == tally.finished:
        return
    told = [f"{spoken(name)} in {_part(tally.decided[k], tally)}" for k, name in enumerate(ranks.names)]
    if tally.decided[-1]:
        told.append(f"equal in all in {_part(tally.decided[-1], tally)}")
    if tally.otherwise:
        told.append(f"ended in another way in {_part(tally.otherwise, tally)}")
    yield f"what decided: {', '.join(told)} of the games"


def _part(games: int, tally: Tally) -> str:
    return f"{games / tally.finished:.1%}"


# ---------------------------------------------------------------- several tables


def _several_tables(results: Sequence[Result], game: ir.Game) -> Iterator[Block]:
    most = max(result.tally.seats for result in results)
    apart = [result for result in results if not is_together(result, game)]
    if not apart:
        yield ""
    else:
        headings = ("players", *(str(seat + 1) for seat in range(most)), "95 % sure within")
        yield from ("", "share of the wins, by seat")
        yield TextTable(headings, [_shares(result, most) for result in apart], left=())
    for result in results:
        together = [_together_line(result, game)] if result not in apart else []
        for line in (*together, *_fairness_lines(result, len(results)), *_sharing_lines(result)):
            yield f"{count(result.tally.seats, 'player')}: {line}"
    each_table = [counts_of(result, game) for result in results]
    tables = [{name: spread_cells(found, counts) for name, found, counts in lines} for lines in each_table]
    for what in dict.fromkeys(name for table in tables for name in table):
        shown = "decisions with a real choice" if what == "with a real choice" else what
        yield from ("", shown)
        each = [(str(result.tally.seats), table.get(what)) for result, table in zip(results, tables, strict=True)]
        rows = [(players, *cells) for players, cells in each if cells is not None]
        yield TextTable(("players", *_SPREAD), rows, left=())
    decided = [
        (result, line) for result in results for line in (*_decided_lines(result, game), *_measured_lines(result, game))
    ]
    yield from ("",) if decided else ()
    for result, line in decided:
        yield f"{count(result.tally.seats, 'player')}: {line}"


def _shares(result: Result, most: int) -> tuple[str, ...]:
    """The share of each seat, and by how much any of them may be off."""
    tally = result.tally
    if not tally.finished:
        return (str(tally.seats), *["-"] * (most + 1))
    told, off = [], 0.0
    for wins, squares in zip(tally.wins, tally.squares, strict=True):
        share, between = float(wins / tally.finished), wilson(wins, tally.finished, squares=squares)
        told.append(f"{share:.1%}")
        off = max(off, share - between.low, between.high - share)
    return (str(tally.seats), *told, *[""] * (most - tally.seats), f"± {off:.1%}")


# ---------------------------------------------------------------- what went wrong


def _closing_lines(results: Sequence[Result], command: Callable[[int, int], str], kept: bool) -> Iterator[Block]:
    if any(result.done for result in results) and not any(result.tally.finished for result in results):
        yield "No game came to an end."
    done, wanted = sum(result.done for result in results), sum(result.wanted for result in results)
    if done < wanted:
        go_on = " Type the same again to go on from there." if kept else ""
        yield f"Interrupted: {done:,} of {wanted:,} games were played.{go_on}"
    for result in results:
        yield from fault_lines(result.tally, command)
