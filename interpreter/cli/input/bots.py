"""Many games between bots: who sits at the table, how many games, in how many processes, whether it can be played."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from dsl.ir import nodes as ir
from interpreter.cli.wrong_use import WrongUse
from interpreter.engine import Engine, LoweringError
from interpreter.players.uniform import BOTS
from interpreter.runtime.chance import M64
from interpreter.simulation.processes.parallel import default_jobs
from interpreter.unsupported import lacking_lines


def bots_of(said: str | None, players: int | None, game: ir.Game) -> tuple[str, ...]:
    """The bot of each seat, by `--seats` or `--players`; by itself as few as can play. Raises WrongUse."""
    names = said.split(",") if said else ["random"] * (players or game.fewest_players)
    seats = tuple(name.strip() for name in names)
    for name in seats:
        if name not in BOTS:
            raise WrongUse(f"there is no bot called {name}", f"there are {', '.join(BOTS)}")
    if not game.fewest_players <= len(seats) <= game.most_players:
        few, most = game.fewest_players, game.most_players
        raise WrongUse(
            f"{game.title} is for {few} to {most} players, not {len(seats)}",
            _other_number(said, seats, few, most),
        )
    return seats


def _other_number(said: str | None, seats: Sequence[str], few: int, most: int) -> str:
    number = min(max(len(seats), few), most)
    if not said:
        return f"try --players {number}"
    return f"type --seats {','.join((*seats, *[seats[-1]] * (number - len(seats)))[:number])}"


def games_and_jobs(options: Namespace) -> tuple[int, int]:
    """`--games` and `--jobs`. Raises WrongUse for none, and for seeds that there are not."""
    if options.games < 1:
        raise WrongUse(f"{options.games} games are none", "ask for at least one: --games 100")
    jobs = options.jobs if options.jobs is not None else default_jobs()
    if jobs < 1:
        raise WrongUse(f"{jobs} processes are none", "ask for at least one: --jobs 2")
    if not 0 <= options.seed <= M64 - options.games:
        raise WrongUse(f"{options.seed} is no seed", f"the seeds are the numbers from 0 to {M64}")
    return options.games, jobs


def compile_once(game: ir.Game, players: int) -> None:
    """Says at once what cannot be played yet, before any worker starts. Raises WrongUse."""
    try:
        Engine(game, players)
    except LoweringError as fault:
        raise WrongUse("these rules are understood, but cannot be played yet", lacking_lines(fault)) from fault
