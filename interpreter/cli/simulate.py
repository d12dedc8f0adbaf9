"""`bylaws simulate`: many games between bots, and what there is to say about them."""

from __future__ import annotations

import csv
import io
import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from dsl.ir import nodes as ir
from dsl.load import Loaded
from interpreter.cli.game import add_game, game_of, sound
from interpreter.cli.terminal import has_colour
from interpreter.cli.wrong_use import WrongUse
from interpreter.engine import Engine, LoweringError
from interpreter.players.uniform import BOTS
from interpreter.simulation.parallel import SeedError, default_jobs
from interpreter.simulation.report import as_json, seat_rows, spread_rows
from interpreter.simulation.run import Result, Rules, simulate
from interpreter.whole_file import write_whole

FORMATS = ("text", "json", "csv")

#: So many games for each seat, before a test of equal shares means anything.
ENOUGH = 10


def add_arguments(parser: ArgumentParser) -> None:
    """GAME, --games, --players or --seats, --jobs, --seed, --variant, --set, --format, --out."""
    add_game(parser)
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="how many games (1000)")
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--players", type=int, metavar="N", help="so many random players (the fewest that can play)")
    who.add_argument("--seats", metavar="BOT,BOT,...", help=f"who sits where; bots are {', '.join(BOTS)}")
    parser.add_argument("--jobs", type=int, metavar="N", help="how many processes (one for each core)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the seed of the first game (1)")
    parser.add_argument("--format", choices=FORMATS, default="text", help="how to print (text)")
    parser.add_argument("--out", metavar="DIR", help="also write summary.json there")


def run(options: Namespace) -> int:
    """1 if the rules have errors or a game could not be finished."""
    loaded = game_of(options)
    if not sound(loaded) or loaded.game is None:
        return 1
    game = loaded.game
    seats = _seats(options, game)
    if options.games < 1:
        raise WrongUse(f"{options.games} games are none", "ask for at least one: --games 100")
    jobs = options.jobs if options.jobs is not None else default_jobs()
    if jobs < 1:
        raise WrongUse(f"{jobs} processes are none", "ask for at least one: --jobs 2")
    _compile_once(game, len(seats))
    rules = Rules(str(loaded.place.rules[0]), tuple(loaded.chosen), dict(loaded.parameters))
    with _progress(options.games) as progress:
        try:
            result = simulate(rules, seats, games=options.games, seed=options.seed, jobs=jobs, progress=progress)
        except SeedError as fault:
            raise WrongUse(str(fault), "this is a fault of Bylaws, please report it with the seed") from fault
    _print(options, result, loaded, game)
    return 1 if result.tally.faulty or result.done < result.wanted else 0


def _seats(options: Namespace, game: ir.Game) -> tuple[str, ...]:
    names = options.seats.split(",") if options.seats else ["random"] * (options.players or game.fewest_players)
    seats = tuple(name.strip() for name in names)
    for name in seats:
        if name not in BOTS:
            raise WrongUse(f"there is no bot called {name}", f"there are {', '.join(BOTS)}")
    if not game.fewest_players <= len(seats) <= game.most_players:
        few, most = game.fewest_players, game.most_players
        raise WrongUse(
            f"{game.title} is for {few} to {most} players, not {len(seats)}",
            f"try --players {min(max(len(seats), few), most)}",
        )
    return seats


def _compile_once(game: ir.Game, players: int) -> None:
    """Says at once what cannot be played yet, before any worker starts."""
    try:
        Engine(game, players)
    except LoweringError as fault:
        lines = [f"{x.span.source.path}:{x.span.line}: {x.what}" for x in fault.lacking]
        raise WrongUse("these rules are understood, but cannot be played yet", "; ".join(lines)) from fault


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], object]]:
    """A bar on stderr with rate and time left, if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("games"),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=games, rate="")

        def progress(done: int) -> None:
            speed = bar.tasks[0].speed
            bar.update(task, completed=done, rate=f"{speed:,.0f} a second" if speed else "")

        yield progress


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
            _print_tables(result, game, found, options.settings)


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


def _print_tables(result: Result, game: ir.Game, found: dict[str, object], settings: Sequence[str]) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(no_color=not has_colour(sys.stdout), highlight=False, soft_wrap=not sys.stdout.isatty())
    variants = f" with {', '.join(game.variants)}" if game.variants else ""
    played = _count(result.tally.games, "game")
    console.print(f"{game.title}{variants}: {played}, seeds from {result.seed}", markup=False)
    if settings:
        console.print(f"set: {', '.join(settings)}", markup=False)
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
    for line in _closing_lines(result, found):
        console.print(line, markup=False)


def _fairness_lines(result: Result, found: dict[str, object]) -> Iterator[str]:
    fair = found["fair"]
    finished = result.tally.games - result.tally.faulty
    if isinstance(fair, dict) and finished >= ENOUGH * result.tally.seats:
        told = f"chi-square {fair['chi_square']}, {_count(fair['degrees'], 'degree')} of freedom, p = {fair['p']}"
        verdict = "no seat is favoured, as far as this tells" if fair["p"] >= 0.05 else "some seat seems to be favoured"
        yield f"{verdict} ({told})"
    elif isinstance(fair, dict):
        yield "too few games to tell whether a seat is favoured"
    if result.tally.shared:
        yield f"shared wins: {result.tally.shared:,} (split evenly above)"
    if result.tally.nobody:
        yield f"won by nobody: {result.tally.nobody:,}"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _closing_lines(result: Result, found: dict[str, object]) -> Iterator[str]:
    yield ""
    yield f"{found['games_per_s']:,} games and {found['decisions_per_s']:,} decisions a second"
    yield f"What this says, it says of {', '.join(sorted(set(result.seats)))} players only."
    if result.done < result.wanted:
        yield f"Interrupted: {result.done:,} of {result.wanted:,} games were played."
    for fault in result.tally.faults[:10]:
        yield f"fault in the game with seed {fault.seed}: {fault.message} ({fault.where})"
    if result.tally.faulty > 10:
        yield f"... and {result.tally.faulty - 10:,} more games with faults"
