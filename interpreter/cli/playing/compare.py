"""`bylaws compare`: two rule sets on the same luck, what differs between them, and how sure that is."""

import math
from argparse import Namespace
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path

from dsl.ir import nodes as ir
from dsl.listing import count
from dsl.loading import Loaded, load
from interpreter.cli.exit_codes import FINDINGS, FINE, INTERRUPTED
from interpreter.cli.input.bots import games_and_jobs, playing, same_seats, workers_of
from interpreter.cli.input.game import rules_of, sound, values
from interpreter.cli.input.rule_sets import by_name, what_is_changed
from interpreter.cli.output.faults import command_after_moving, fault_lines
from interpreter.cli.output.measures import measures_of, ratios_in
from interpreter.cli.output.tables import Block, Long, TextTable, players_words, said_of
from interpreter.cli.output.written import print_report, room_for, write_report
from interpreter.cli.wrong_use import WrongUse
from interpreter.simulation.comparison import Comparison, compare
from interpreter.simulation.games.same_luck import same_luck
from interpreter.simulation.reports.comparison_report import (
    CSV_HEADINGS,
    HEADINGS,
    as_json,
    constant,
    csv_rows,
    measured_once,
    rows,
)
from interpreter.simulation.reports.comparison_summary import compared
from interpreter.simulation.statistics.paired import FEWEST_PAIRS
from interpreter.simulation.statistics.sequential import Verdict, Watch

GAMES, MOST_GAMES = 2000, 20_000
MARGIN = 3.0
WIDTH = 100
#: With a smaller gain than this, the same luck was no help.
NO_HELP = 1.05


def run(options: Namespace) -> int:
    """1 if the rules have errors or a game could not be finished, 130 if it was interrupted."""
    first, second = rules_of(options), _second(options)
    games = sound(first), sound(second)
    if games[0] == games[1]:  # whoever asked thought that they were not
        there = [f"{name} is {value} already" for name, value in values(options.with_settings).items()]
        there += [f'"{name}" is on already' for name in options.with_variants]
        raise WrongUse(f"A and B are the same rules: {', '.join(there)}", "say with what else to compare")
    result = _compared(options, (first, second), games)
    _print(options, result, (first, second), games)
    if not result.is_whole:
        return INTERRUPTED
    return FINDINGS if any(tally.faulty for tally in result.found.tallies) else FINE


def _second(options: Namespace) -> Loaded:
    """The rules to compare with: those of the first, and what `--with` and `--with-variant` say."""
    if not (options.with_variants or options.with_settings):
        raise WrongUse("it takes two to compare", "say with what: --with-variant NAME, or --with NAME=VALUE")
    settings = values(options.settings) | values(options.with_settings, "--with")
    return load(options.game, [*options.variants, *options.with_variants], settings)


def _compared(options: Namespace, loaded: tuple[Loaded, Loaded], games: tuple[ir.Game, ir.Game]) -> Comparison:
    if options.games is None:
        options.games = MOST_GAMES if options.until_sure else GAMES
    number, jobs = games_and_jobs(options)
    margin = _margin(options)
    if options.out:
        room_for(Path(options.out), "--out")
    seats = same_seats(options, games)
    work, common = same_luck([by_name(rules) for rules in loaded], seats, ratios_in(*options.measures))
    looked_at = measures_of(options.measures, common)
    with workers_of(options) as cluster, playing(number, "games each way") as progress:
        return compare(
            work, common, looked_at, games=number, seed=options.seed, jobs=jobs, margin=margin, progress=progress,
            cluster=cluster,
        )  # fmt: skip


def _margin(options: Namespace) -> float | None:
    """As a part of the whole; none without --until-sure."""
    if not options.until_sure:
        if options.margin is not None:
            raise WrongUse("--margin says when to stop", "say --until-sure too")
        return None
    percent = MARGIN if options.margin is None else options.margin
    if not (math.isfinite(percent) and 0 < percent < 100):
        raise WrongUse(f"a margin of {percent:g} % means nothing", "it lies above 0 and below 100: --margin 3")
    return float(percent) / 100


# ---------------------------------------------------------------- printing


def _print(
    options: Namespace, result: Comparison, loaded: tuple[Loaded, Loaded], games: tuple[ir.Game, ir.Game]
) -> None:
    report, table = as_json(result, games), [CSV_HEADINGS, *csv_rows(result)]
    print_report(
        options, report, table,
        chain(_lines(result, loaded, measured_once(result.seats, games)), _faults(options, result)),
    )  # fmt: skip
    if options.out:
        write_report(options.out, "compare", report, table)


def _lines(
    result: Comparison, loaded: tuple[Loaded, Loaded], alone: tuple[Sequence[str], Sequence[str]]
) -> Iterator[Block]:
    games = f"{count(result.done, 'game')} each way with {players_words(result.seats)}"
    yield f"{loaded[0].title}: {games} on the same luck, seeds from {result.seed}"
    for letter, rules in zip("AB", loaded, strict=True):
        yield f"{letter}: {what_is_changed(rules)}"
    yield from (Long(sentence, WIDTH) for sentence in compared(result).sentences)
    if result.rows:
        yield ""
        headings = (*HEADINGS[:4], "surely between", "") if result.watch else HEADINGS
        if varied := rows(result):
            yield TextTable(headings, varied, left=(0, 5))
        if same := constant(result):
            yield Long(f"the same in each pair of games: {', '.join(same)}", WIDTH, "  ")
        for letter, names in zip("AB", alone, strict=True):
            if names:
                yield f"only {letter} has: {', '.join(names)}"
        yield ""
        yield from _sureness(result)
        yield from _gain(result)
        yield said_of(result.seats)
    yield from _closing_lines(result)


def _sureness(result: Comparison) -> Iterator[Block]:
    """What the words in the last column are worth; what is the same in each pair does not count."""
    number = sum(not row.found.nowhere for row in result.rows)
    if result.found.together < FEWEST_PAIRS:
        yield f"Too few games to tell anything: it takes {FEWEST_PAIRS} pairs at least."
    elif result.watch is not None:
        yield from _watched(result, result.watch)
    elif number == 0:
        yield "No pair of games differs in anything that was looked at."
    elif number == 1:
        yield "One difference was looked at: `higher` and `lower` are 95 % sure."
    else:
        told = "Each interval by itself is 95 % sure; `higher` and `lower` stand only where all of them together are"
        yield Long(f"{number} differences were looked at. {told} (Holm's correction).", WIDTH)


def _watched(result: Comparison, watch: Watch) -> Iterator[Block]:
    differences, looks = count(watch.plan.differences, "difference"), count(len(watch.plan.looks), "time")
    told = "All that is said here together is true in at least 95 of 100 such runs, whenever they end."
    yield Long(f"Looked {watch.looked} of at most {looks}, at {differences}. {told}", WIDTH)
    if Verdict.ALIKE in watch.settled.values():
        margin = f"{watch.plan.margin * 100:g}"
        games = "1 game" if margin == "1" else f"{margin} games"
        yield f"`alike`: they differ by less than {games} in a hundred, or {margin} % of a number."
    if watch.sure:
        yield f"Sure after {count(result.done, 'game')} each way."
    else:
        games = count(result.done, "game")
        yield f"Not sure of all after {games} each way; more --games, or a wider --margin, would help."


def _gain(result: Comparison) -> Iterator[Block]:
    """By how much the same luck helped, as it was measured."""
    known = [(row.found.gain, row.measure.name) for row in result.rows if row.found.gain is not None]
    if not known or result.done < FEWEST_PAIRS:
        return
    (least, where_least), (most, where_most) = min(known), max(known)
    if most < NO_HELP:
        yield "The same luck was no help here: the games soon go different ways."
        return
    low, high = f"{_saved(least)} %", f"{_saved(most)} %"
    saved = high if low == high else f"{low} ({where_least}) to {high} ({where_most})"
    yield Long(f"Pairing saved {saved} of the games that it takes to be as sure without the same luck.", WIDTH)


def _saved(gain: float) -> str:
    """So many of a hundred games were not needed; more digits where nearly none was."""
    percent = 100 * (1 - 1 / gain)
    return f"{percent:.1f}" if percent >= 95 else f"{max(percent, 0):.0f}"


def _closing_lines(result: Comparison) -> Iterator[str]:
    if result.done and not result.found.together:
        yield "No game came to an end both ways."
    if not result.is_whole:
        yield f"Interrupted: {result.done:,} of {result.wanted:,} games each way were played."


def _faults(options: Namespace, result: Comparison) -> Iterator[Block]:
    """What the rules could not finish, each way, and how to see it."""
    more: tuple[tuple[list[str], list[str]], ...] = (([], []), (options.with_variants, options.with_settings))
    for letter, tally, (variants, settings) in zip("AB", result.found.tallies, more, strict=True):
        rules = options.game, [*options.variants, *variants], [*options.settings, *settings]
        yield from fault_lines(tally, partial(command_after_moving, *rules, result.seats), f"{letter}: ")
