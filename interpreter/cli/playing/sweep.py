"""`bylaws sweep`: a game with several values of a parameter, as a table and a plot, and which is next to a target."""

import re
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.listing import count
from dsl.loading import Loaded, load
from interpreter.cli.exit_codes import FINDINGS, FINE, INTERRUPTED
from interpreter.cli.input.bots import games_and_jobs, playing, same_seats, workers_of
from interpreter.cli.input.game import is_sound, sound
from interpreter.cli.input.rule_sets import by_name
from interpreter.cli.output.faults import command_after_moving, fault_lines
from interpreter.cli.output.measures import measure_of, measures_of, ratios_in
from interpreter.cli.output.swept import Swept, swept
from interpreter.cli.output.tables import AsIs, Block, Long, TextTable, players_words, said_of
from interpreter.cli.output.terminal import width
from interpreter.cli.output.written import print_report, room_for, write_beside, write_in, write_report
from interpreter.cli.wrong_use import FaultyRules, WrongUse
from interpreter.simulation.games.measures import Measure
from interpreter.simulation.games.same_luck import same_luck
from interpreter.simulation.reports.comparison_summary import swept as summed_up
from interpreter.simulation.reports.plot import LINES, PLAIN, plot
from interpreter.simulation.reports.said import said, said_between
from interpreter.simulation.reports.svg import MOST_SERIES, picture, series
from interpreter.simulation.reports.sweep_report import as_json, csv_rows, rows
from interpreter.simulation.statistics.paired import FEWEST_PAIRS
from interpreter.simulation.sweep import Nearest, Sweep, Target, label_of, nearest, sweep

GAMES = 500
#: So many columns a table has at most, if nothing is said, and so many of them are shares.
MOST_COLUMNS, MOST_SHARES = 7, 4
#: So wide is a plot where there is no terminal, and so wide at most.
WIDTH, WIDEST = 100, 120


@frozen
class Asked:
    """A request: the rules of each point, and the parameters that are swept."""

    base: Loaded
    points: tuple[Loaded, ...]
    games: tuple[ir.Game, ...]
    swept: Swept


def run(options: Namespace) -> int:
    """1 if the rules have errors or a game could not be finished, 130 if it was interrupted."""
    asked = _asked(options)
    found, target = _swept(options, asked)
    best = nearest(found, target) if target else None
    chosen = measures_of(options.measures, found.measures) if options.measures else ()
    _Report(options, asked, found, chosen, target, best).write()
    if found.done < found.wanted:
        return INTERRUPTED
    return FINDINGS if any(tally.faulty for tally in found.found.tallies) else FINE


def _asked(options: Namespace) -> Asked:
    """The rules with each of the values. Raises FaultyRules if they have errors, which have been printed then."""
    base = load(options.game, options.variants)
    found = swept(options.settings, sound(base))
    number = len(series(found.points))
    if (options.svg or options.out) and number > MOST_SERIES:
        raise WrongUse(
            f"a picture has room for {MOST_SERIES} lines, and these are {number}",
            "try fewer values of the second parameter, or put the one with more values first",
        )
    if options.svg:
        room_for(Path(options.svg).parent, "--svg")
    if options.out:
        room_for(Path(options.out), "--out")
    points = tuple(load(options.game, options.variants, {**found.fixed, **point}) for point in found.points)
    games = [point.game for point in points if is_sound(point) and point.game is not None]
    if len(games) < len(points):
        raise FaultyRules
    return Asked(base, points, tuple(games), found)


def _swept(options: Namespace, asked: Asked) -> tuple[Sweep, Target | None]:
    options.games = GAMES if options.games is None else options.games
    number, jobs = games_and_jobs(options)
    seats = same_seats(options, asked.games)
    ratios = ratios_in(*options.measures, options.target or "")
    work, measures = same_luck([by_name(point) for point in asked.points], seats, ratios)
    target = _target(options.target, measures) if options.target else None
    measures_of(options.measures, measures)
    noun, points = f"games with each of {len(asked.points)} values", asked.swept.points
    with workers_of(options) as cluster, playing(number, noun) as progress:
        found = sweep(
            points, work, measures, games=number, seed=options.seed, jobs=jobs, progress=progress, cluster=cluster
        )
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


@frozen
class _Report:
    """The report of a sweep, printed and written. `chosen` are the measures asked for, if any were."""

    options: Namespace
    asked: Asked
    found: Sweep
    chosen: Sequence[Measure]
    target: Target | None
    best: Nearest | None

    def write(self) -> None:
        """Prints it, and writes the files that the options ask for."""
        options, report = self.options, as_json(self.found, self.asked.games, self.target, self.best, self._columns())
        table = [*csv_rows(self.found)]
        print_report(options, report, table, chain(self._lines(), self._faults()))
        if options.svg:
            write_beside(Path(options.svg), self._picture(), "--svg")
        if options.out:
            write_report(options.out, "sweep", report, table)
            write_in(Path(options.out), "sweep.svg", self._picture())

    def _columns(self) -> list[Measure]:
        """The measures of the table: those asked for, else the first that vary, few shares before the others."""
        wanted = [self.target.measure] if self.target else []
        if self.chosen:
            return list(dict.fromkeys([*wanted, *self.chosen]))
        varied = [measure for measure in self.found.measures if measure.shown and self.found.varies(measure)]
        shares, others = ([measure for measure in varied if measure.share is kind] for kind in (True, False))
        return list(dict.fromkeys([*wanted, *shares[:MOST_SHARES], *others]))[:MOST_COLUMNS]

    def _picture(self) -> str:
        found = self.found
        games, players = count(found.done, "game"), count(len(found.seats), "player")
        title = f"{self._title}: {games} each, {players}"
        bots = ", ".join(sorted(set(found.seats)))
        note = f"on the same luck; bots: {bots}; the bars hold the true value in 95 of 100 cases"
        return picture(found, self._columns(), title, note, self.target, self.best.crossing if self.best else None)

    @property
    def _title(self) -> str:
        variants = f" with {', '.join(self.asked.base.chosen)}" if self.asked.base.chosen else ""
        return f"{self.asked.base.title}{variants}"

    def _lines(self) -> Iterator[Block]:
        found, fixed, columns = self.found, self.asked.swept.fixed, self._columns()
        names = " and ".join(found.points[0])
        what = "value" if len(found.points[0]) == 1 else "combination"
        games = f"{count(found.done, 'game')} with each of {count(len(found.points), what)} of {names}"
        yield f"{self._title}: {games}, {players_words(found.seats)}, on the same luck, seeds from {found.seed}"
        if fixed:
            yield f"set: {label_of(fixed)}"
        yield from (Long(sentence, WIDTH) for sentence in summed_up(found, columns).sentences)
        if found.found.together:
            headings = (*found.points[0], *(measure.name for measure in columns))
            yield ""
            yield TextTable(headings, rows(found, columns), left=(), keys=len(found.points[0]))
            drawn = self.chosen or columns[:1]  # the target is the first of the columns
            for measure in drawn:
                yield ""
                yield from self._plot(measure, [one for one in drawn if one.share and measure.share])
            if self.target is not None and self.best is not None:
                yield ""
                yield from _nearest_lines(found, self.target, self.best)
            yield ""
            yield "Each ± by itself is 95 % sure. `--measure WORDS` shows others, `--svg FILE` draws them."
            yield said_of(found.seats)
        yield from _closing_lines(found)

    def _plot(self, measure: Measure, alike: Sequence[Measure]) -> Iterator[Block]:
        found, target = self.found, self.target
        if not found.sums(measure).known(measure):
            yield f"{measure.name}: no game has it"
            return
        wanted = target.wanted if target and target.measure is measure else None
        room, signs = min(width(sys.stdout) or WIDTH, WIDEST), LINES if _has_lines() else PLAIN
        labels = [label_of(point) for point in found.points]
        by = ""
        if 2 * max(map(len, labels)) > room:
            labels, by = [", ".join(point.values()) for point in found.points], f" by {', '.join(found.points[0])}"
        yield f"{measure.name}{by}, 95 % sure between"
        others = [estimate for one in alike for estimate in found.estimates(one)]
        yield from map(AsIs, plot(labels, found.estimates(measure), measure, room, wanted, signs, others))

    def _faults(self) -> Iterator[Block]:
        """What the rules could not finish, at each point, and how to see it."""
        for point, tally in zip(self.found.points, self.found.found.tallies, strict=True):
            settings = [f"{name}={value}" for name, value in (self.asked.swept.fixed | dict(point)).items()]
            rules = self.options.game, self.options.variants, settings
            command = partial(command_after_moving, *rules, self.found.seats)
            yield from fault_lines(tally, command, f"{label_of(point)}: ")


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
        yield f"Nearest to {measure.name} = {wanted}: {label_of(found.points[best.point])}, with {near}."
    else:
        means = [estimate.mean for estimate in found.estimates(measure)]
        between = f"{said(measure, min(means))} to {said(measure, max(means))}"
        yield f"{measure.name} = {wanted} lies outside of what was found, {between}."
        yield f"The nearest is {label_of(found.points[best.point])}, with {near}."
    if best.crossing is not None:
        at, name = best.crossing, next(iter(found.points[0]))
        low = "below the first" if at.below else f"{at.interval.low:.1f}"
        high = "beyond the last" if at.above else f"{at.interval.high:.1f}"
        yield f"If it runs straight between them, {name} = {at.at:.1f} would meet it (95 % sure: {low} to {high})."
    elif best.unfit:
        yield f"No line is laid through the points to say where it would be met: {best.unfit}."


def _closing_lines(found: Sweep) -> Iterator[str]:
    if found.done and not found.found.together:
        yield "No game came to an end with all values."
    elif found.done and found.found.together < FEWEST_PAIRS:
        yield f"Too few games to tell anything: it takes {FEWEST_PAIRS} at least."
    if found.done < found.wanted:
        yield f"Interrupted: {found.done:,} of {found.wanted:,} games with each value were played."
