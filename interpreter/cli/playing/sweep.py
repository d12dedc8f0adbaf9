"""`bylaws sweep`: a game with several values of a parameter, as a table and a plot, and which is next to a target."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from attrs import frozen

from dsl.ir import nodes as ir
from dsl.loading import Loaded, load
from interpreter.cli.exit_codes import FINDINGS, FINE, INTERRUPTED
from interpreter.cli.input.bots import bots_of, compile_once, games_and_jobs
from interpreter.cli.input.game import sound
from interpreter.cli.input.rule_sets import rules_of
from interpreter.cli.output.faults import command_after_moving, fault_lines
from interpreter.cli.output.measures import measure_of, measures_of
from interpreter.cli.output.progress import progress_bar
from interpreter.cli.output.swept import Swept, swept
from interpreter.cli.output.tables import AsIs, Part, Table, count, said_of
from interpreter.cli.output.terminal import show, width
from interpreter.cli.output.written import room_for, write_beside
from interpreter.cli.wrong_use import WrongUse
from interpreter.simulation.games.measures import Measure
from interpreter.simulation.games.same_luck import same_luck
from interpreter.simulation.processes.parallel import SeedError
from interpreter.simulation.reports.plot import LINES, PLAIN, plot
from interpreter.simulation.reports.said import said, said_between
from interpreter.simulation.reports.svg import MOST_SERIES, picture, series
from interpreter.simulation.reports.sweep_report import as_json, csv_rows, rows
from interpreter.simulation.statistics.paired import FEWEST_PAIRS
from interpreter.simulation.sweep import Crossing, Nearest, Point, Sweep, Target, nearest, sweep

GAMES = 500
#: So many columns a table has at most, if nothing is said, and so many of them are shares.
MOST_COLUMNS, MOST_SHARES = 7, 4
#: So wide is a plot where there is no terminal, and so wide at most.
WIDTH, WIDEST = 100, 120


@frozen
class Asked:
    """What was asked for: the rules of each point, the measures for the table and the plot, and the target."""

    base: Loaded
    points: tuple[Loaded, ...]
    games: tuple[ir.Game, ...]
    swept: Swept


def run(options: Namespace) -> int:
    """1 if the rules have errors or a game could not be finished, 130 if it was interrupted."""
    asked = _asked(options)
    if asked is None:
        return 1
    found, target = _swept(options, asked)
    best = nearest(found, target) if target else None
    chosen = measures_of(options.measures, found.measures) if options.measures else ()
    _print(options, asked, found, chosen, target, best)
    if found.done < found.wanted:
        return INTERRUPTED
    return FINDINGS if any(tally.faulty for tally in found.found.tallies) else FINE


def _asked(options: Namespace) -> Asked | None:
    """The rules with each of the values; None if they have errors, which have been printed then."""
    base = load(options.game, options.variants)
    if not sound(base) or base.game is None:
        return None
    found = swept(options.settings, base.game)
    if options.svg or options.out:
        _fits_into_a_picture(found)
    if options.svg:
        room_for(Path(options.svg).parent, "--svg")
    if options.out:
        room_for(Path(options.out), "--out")
    points = tuple(load(options.game, options.variants, {**found.fixed, **point}) for point in found.points)
    games = [point.game for point in points if sound(point) and point.game is not None]
    return Asked(base, points, tuple(games), found) if len(games) == len(points) else None


def _fits_into_a_picture(found: Swept) -> None:
    number = len(series(found.points))
    if number > MOST_SERIES:
        raise WrongUse(
            f"a picture has room for {MOST_SERIES} lines, and these are {number}",
            "try fewer values of the second parameter, or put the one with more values first",
        )


def _swept(options: Namespace, asked: Asked) -> tuple[Sweep, Target | None]:
    options.games = GAMES if options.games is None else options.games
    number, jobs = games_and_jobs(options)
    fewest = max(game.fewest_players for game in asked.games)
    seats = [bots_of(options.seats, options.players or fewest, game) for game in asked.games][-1]
    compile_once(asked.games[0], len(seats))
    work, measures = same_luck([rules_of(point) for point in asked.points], seats)
    target = _target(options.target, measures) if options.target else None
    measures_of(options.measures, measures)
    with progress_bar(number, f"games with each of {len(asked.points)} values") as progress:
        try:
            found = sweep(
                asked.swept.points, work, measures, games=number, seed=options.seed, jobs=jobs, progress=progress
            )
        except SeedError as fault:
            raise WrongUse(str(fault), "this is a fault of Bylaws, please report it with the seed") from fault
    return found, target


def _target(text: str, measures: Sequence[Measure]) -> Target:
    """`team wins = 40%` or `rounds = 12`. Raises WrongUse."""
    found = re.fullmatch(r"\s*(.*?)\s*=\s*(-?\d+(?:\.\d+)?)\s*(%?)\s*", text)
    if found is None:
        names = ", ".join(measure.name for measure in measures)
        raise WrongUse(
            f'--target "{text}" names no value',
            f'write it as in --target "{measures[0].name} = 40%"; there are: {names}',
        )
    measure, value, percent = measure_of(found[1], measures), float(found[2]), bool(found[3])
    if measure.share != percent:
        right = f"{measure.name} = 40%" if measure.share else f"{measure.name} = {found[2]}"
        kind = "a share, said in per cent" if measure.share else "a number, not a share"
        raise WrongUse(f"{measure.name} is {kind}", f'write it as in --target "{right}"')
    if measure.share and not 0 <= value <= 100:
        raise WrongUse(f"{value:g} % cannot be", "a share lies between 0 % and 100 %")
    return Target(measure, value / 100 if percent else value)


# ---------------------------------------------------------------- printing


def _print(
    options: Namespace,
    asked: Asked,
    found: Sweep,
    chosen: Sequence[Measure],
    target: Target | None,
    best: Nearest | None,
) -> None:
    report = as_json(found, asked.games, target, best)
    columns = _columns(found, chosen, target)
    match options.format:
        case "json":
            print(json.dumps(report))
        case "csv":
            print(_csv(found), end="")
        case _:
            show((*_lines(asked, found, columns, chosen, target, best), *_faults(options, asked, found)))
    if options.svg:
        write_beside(Path(options.svg), _picture(asked, found, columns, target, best), "--svg")
    if options.out:
        folder = Path(options.out)
        write_beside(folder / "sweep.json", json.dumps(report, indent=2) + "\n", "--out")
        write_beside(folder / "sweep.csv", _csv(found), "--out")
        write_beside(folder / "sweep.svg", _picture(asked, found, columns, target, best), "--out")


def _columns(found: Sweep, chosen: Sequence[Measure], target: Target | None) -> list[Measure]:
    """The measures of the table: those that were asked for, else the first that vary."""
    wanted = [target.measure] if target else []
    if chosen:
        return list(dict.fromkeys([*wanted, *chosen]))
    varied = [measure for measure in found.measures if found.varies(measure)]
    return list(dict.fromkeys([*wanted, *_telling(varied)]))[:MOST_COLUMNS]


def _telling(varied: Sequence[Measure]) -> list[Measure]:
    """The most telling first: lengths and scores rather than the last seats of a large table."""
    shares = [measure for measure in varied if measure.share]
    return [*shares[:MOST_SHARES], *(measure for measure in varied if not measure.share)]


def _csv(found: Sweep) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(csv_rows(found))
    return out.getvalue()


def _picture(
    asked: Asked, found: Sweep, columns: Sequence[Measure], target: Target | None, best: Nearest | None
) -> str:
    games, who = f"{count(found.done, 'game')} each", f"{len(found.seats)} players, {_who(found)}"
    note = f"{games} on the same luck; {who}; the bars hold the true value in 95 of 100 cases"
    return picture(found, columns, _title(asked), note, target, best.crossing if best else None)


def _title(asked: Asked) -> str:
    variants = f" with {', '.join(asked.base.chosen)}" if asked.base.chosen else ""
    return f"{asked.base.title}{variants}"


def _who(found: Sweep) -> str:
    return ", ".join(sorted(set(found.seats)))


def _lines(
    asked: Asked,
    found: Sweep,
    columns: Sequence[Measure],
    chosen: Sequence[Measure],
    target: Target | None,
    best: Nearest | None,
) -> Iterator[Part]:
    names = " and ".join(found.points[0])
    what = "value" if len(found.points[0]) == 1 else "combination"
    games = f"{count(found.done, 'game')} with each of {count(len(found.points), what)} of {names}"
    players = count(len(found.seats), "player")
    yield f"{_title(asked)}: {games}, {players}, on the same luck, seeds from {found.seed}"
    if asked.swept.fixed:
        yield f"set: {', '.join(f'{name} = {value}' for name, value in asked.swept.fixed.items())}"
    if found.found.together:
        headings = (*found.points[0], *(measure.name for measure in columns))
        yield ""
        yield Table(headings, rows(found, columns), left=(), keys=len(found.points[0]))
        for measure in _plotted(found, columns, chosen, target):
            yield ""
            yield from _plot(found, measure, target)
        if target is not None and best is not None:
            yield ""
            yield from _nearest_lines(found, target, best)
        yield ""
        yield "Each ± by itself is 95 % sure. `--measure WORDS` shows others, `--svg FILE` draws them."
        yield said_of(found.seats)
    yield from _closing_lines(found)


def _plotted(
    found: Sweep, columns: Sequence[Measure], chosen: Sequence[Measure], target: Target | None
) -> list[Measure]:
    """Those that were asked for, else the first that there is to see something of."""
    if chosen:
        return list(chosen)
    return [target.measure] if target else list(columns[:1])


def _plot(found: Sweep, measure: Measure, target: Target | None) -> Iterator[Part]:
    if not found.sums(measure).count:
        yield f"{measure.name}: no game has it"
        return
    estimates = [estimate for k in range(len(found.points)) if (estimate := found.estimate(measure, k))]
    wanted = target.wanted if target and target.measure is measure else None
    room, signs = min(width(sys.stdout) or WIDTH, WIDEST), LINES if _has_lines() else PLAIN
    labels = [_label(point) for point in found.points]
    by = ""
    if 2 * max(map(len, labels)) > room:
        labels, by = [", ".join(point.values()) for point in found.points], f" by {', '.join(found.points[0])}"
    yield f"{measure.name}{by}, 95 % sure between"
    yield from map(AsIs, plot(labels, estimates, measure, room, wanted, signs))


def _label(point: Point) -> str:
    return ", ".join(f"{name} = {value}" for name, value in point.items())


def _has_lines() -> bool:
    """Whether the output can show what a plot is drawn with."""
    try:
        "".join((LINES.left, LINES.mark, LINES.target, LINES.tick)).encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _nearest_lines(found: Sweep, target: Target, best: Nearest) -> Iterator[str]:
    measure, wanted = target.measure, said(target.measure, target.wanted)
    near = f"{said(measure, best.estimate.mean)} ({said_between(measure, best.estimate.interval)})"
    if best.reached:
        yield f"Nearest to {measure.name} = {wanted}: {_label(found.points[best.point])}, with {near}."
    else:
        means = [estimate.mean for k in range(len(found.points)) if (estimate := found.estimate(measure, k))]
        between = f"{said(measure, min(means))} to {said(measure, max(means))}"
        yield f"{measure.name} = {wanted} lies outside of what was found, {between}."
        yield f"The nearest is {_label(found.points[best.point])}, with {near}."
    if best.crossing is not None:
        yield _between(next(iter(found.points[0])), best.crossing)


def _between(name: str, crossing: Crossing) -> str:
    low = "below the first" if crossing.below else f"{crossing.interval.low:.1f}"
    high = "beyond the last" if crossing.above else f"{crossing.interval.high:.1f}"
    return f"If it runs straight between them, {name} = {crossing.at:.1f} would meet it (95 % sure: {low} to {high})."


def _closing_lines(found: Sweep) -> Iterator[str]:
    if found.done and not found.found.together:
        yield "No game came to an end with all values."
    elif found.done and found.found.together < FEWEST_PAIRS:
        yield f"Too few games to tell anything: it takes {FEWEST_PAIRS} at least."
    if found.done < found.wanted:
        yield f"Interrupted: {found.done:,} of {found.wanted:,} games with each value were played."


def _faults(options: Namespace, asked: Asked, found: Sweep) -> Iterator[Part]:
    """What the rules could not finish, at each point, and how to see it."""
    for point, tally in zip(found.points, found.found.tallies, strict=True):
        settings = [f"{name}={value}" for name, value in (asked.swept.fixed | dict(point)).items()]
        rules = options.game, options.variants, settings
        yield from fault_lines(tally, partial(command_after_moving, *rules, found.seats), f"{_label(point)}: ")
