"""`bylaws simulate`: many games between bots, and what there is to say about them."""

from __future__ import annotations

import csv
import io
import json
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dsl.ir import nodes as ir
from dsl.load import Loaded
from interpreter.cli.bots import bots_of, compile_once, games_and_jobs
from interpreter.cli.faults import fault_lines
from interpreter.cli.game import game_of, sound
from interpreter.cli.progress import progress_bar
from interpreter.cli.tables import count
from interpreter.cli.terminal import has_colour
from interpreter.cli.wrong_use import WrongUse
from interpreter.simulation.parallel import SeedError
from interpreter.simulation.report import as_json, seat_rows, spread_rows
from interpreter.simulation.run import Result, Rules, simulate
from interpreter.whole_file import write_whole

if TYPE_CHECKING:
    from rich.console import Console

#: So many games for each seat, before a test of equal shares means anything.
ENOUGH = 10


def run(options: Namespace) -> int:
    """1 if the rules have errors or a game could not be finished."""
    loaded = game_of(options)
    if not sound(loaded) or loaded.game is None:
        return 1
    game = loaded.game
    seats = bots_of(options.seats, options.players, game)
    games, jobs = games_and_jobs(options)
    compile_once(game, len(seats))
    rules = Rules(str(loaded.place.rules[0]), tuple(loaded.chosen), dict(loaded.parameters))
    with progress_bar(games) as progress:
        try:
            result = simulate(rules, seats, games=games, seed=options.seed, jobs=jobs, progress=progress)
        except SeedError as fault:
            raise WrongUse(str(fault), "this is a fault of Bylaws, please report it with the seed") from fault
    _print(options, result, loaded, game)
    return 1 if result.tally.faulty or result.done < result.wanted else 0


# ---------------------------------------------------------------- printing


def _print(options: Namespace, result: Result, loaded: Loaded, game: ir.Game) -> None:
    found = as_json(result, game)
    if options.out:
        _write(Path(options.out), json.dumps(found, indent=2) + "\n")
    match options.format:
        case "json":
            print(json.dumps(found))
        case "csv":
            print(_csv(result), end="")
        case _:
            print(_tables(result, game, found, options.settings), end="")


def _write(folder: Path, summary: str) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / "summary.json", summary.encode())
    except OSError as fault:
        raise WrongUse(f"{folder} cannot be written: {fault.strerror}", "choose another folder for --out") from fault


def _csv(result: Result) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["seat", "bot", "wins", "share", "from_to"])
    for row in seat_rows(result):
        writer.writerow(row.cells)
    return out.getvalue()


def _tables(result: Result, game: ir.Game, found: dict[str, object], settings: Sequence[str]) -> str:
    """What there is to say, for people. It is printed elsewhere: rich would end the process at a closed pipe."""
    from rich.console import Console

    console = Console(no_color=not has_colour(sys.stdout), highlight=False, soft_wrap=not sys.stdout.isatty())
    with console.capture() as captured:
        for line in _opening_lines(result, game, settings):
            console.print(line, markup=False)
        if found["finished"]:
            _print_tables(console, result, game, found)
        for line in _closing_lines(result, found):
            console.print(line, markup=False)
    return captured.get()


def _opening_lines(result: Result, game: ir.Game, settings: Sequence[str]) -> Iterator[str]:
    variants = f" with {', '.join(game.variants)}" if game.variants else ""
    yield f"{game.title}{variants}: {count(result.tally.games, 'game')}, seeds from {result.seed}"
    if settings:
        yield f"set: {', '.join(settings)}"


def _print_tables(console: Console, result: Result, game: ir.Game, found: dict[str, object]) -> None:
    from rich.table import Table

    seats = Table(box=None, pad_edge=False)
    for heading in ("seat", "bot", "wins", "share", "95 % sure between"):
        seats.add_column(heading, justify="left" if heading == "bot" else "right")
    for row in seat_rows(result):
        seats.add_row(*row.cells)
    console.print(seats)
    for line in _fairness_lines(result, found):
        console.print(line, markup=False)
    lengths = Table(box=None, pad_edge=False)
    for heading in ("", "mean", "low 5 %", "median", "high 5 %"):
        lengths.add_column(heading, justify="left" if not heading else "right")
    for row in spread_rows(result, game):
        lengths.add_row(*row.cells)
    console.print()
    console.print(lengths)
    console.print()
    console.print(f"{found['games_per_s']:,} games and {found['decisions_per_s']:,} decisions a second", markup=False)
    console.print(f"What this says, it says of {', '.join(sorted(set(result.seats)))} players only.", markup=False)


def _fairness_lines(result: Result, found: dict[str, object]) -> Iterator[str]:
    fair = found["fair"]
    finished = result.tally.games - result.tally.faulty
    if isinstance(fair, dict) and finished >= ENOUGH * result.tally.seats:
        p = f"p = {fair['p']}" if fair["p"] else "p < 0.0001"
        told = f"chi-square {fair['chi_square']}, {count(fair['degrees'], 'degree')} of freedom, {p}"
        verdict = "no seat is favoured, as far as this tells" if fair["p"] >= 0.05 else "some seat seems to be favoured"
        yield f"{verdict} ({told})"
    elif isinstance(fair, dict):
        yield "too few games to tell whether a seat is favoured"
    if result.tally.shared:
        yield f"shared wins: {result.tally.shared:,} (split evenly above)"
    if result.tally.nobody:
        yield f"won by nobody: {result.tally.nobody:,}"


def _closing_lines(result: Result, found: dict[str, object]) -> Iterator[str]:
    if result.done and not found["finished"]:
        yield "No game came to an end."
    if result.done < result.wanted:
        yield f"Interrupted: {result.done:,} of {result.wanted:,} games were played."
    yield from fault_lines(result.tally)
