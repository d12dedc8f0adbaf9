"""Many games between bots: who sits at the table, how many games, in how many processes, whether it can be played."""

from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from dsl.ir import nodes as ir
from interpreter.cli.input.rule_sets import lowering
from interpreter.cli.input.seats import can_think
from interpreter.cli.output.progress import progress_bar
from interpreter.cli.wrong_use import WrongUse
from interpreter.engine import Engine
from interpreter.players.kinds import is_timed, why_no_bot
from interpreter.runtime.chance import M64
from interpreter.simulation.processes.cluster import Cluster, ClusterError, cluster_at
from interpreter.simulation.processes.parallel import SeedError, default_jobs

#: More would take years.
MOST_GAMES = 10**9


def bots_of(said: str | None, players: int | None, game: ir.Game) -> tuple[str, ...]:
    """The bot of each seat, by `--seats` or `--players`; by itself as few as can play. Raises WrongUse."""
    seats = tuple(name.strip() for name in said.split(",")) if said else ()
    for name in seats:
        if (advice := why_no_bot(name)) is not None:
            raise WrongUse(f"there is no bot called {name}", advice)
        if is_timed(name):
            raise WrongUse(
                f"{name} would play other games on another machine", "say how often it plays on, as in think:400"
            )
    few, most = game.fewest_players, game.most_players
    number = len(seats) or (few if players is None else players)
    if not few <= number <= most:
        near = min(max(number, few), most)
        others = ",".join((*seats, *seats[-1:] * near)[:near])
        advice = f"type --seats {others}" if said else f"try --players {near}"
        raise WrongUse(f"{game.title} is for {few} to {most} players, not {number}", advice)
    can_think(seats, game)
    return seats or ("random",) * number


def games_and_jobs(options: Namespace) -> tuple[int, int]:
    """`--games` and `--jobs`. Raises WrongUse for none, and for seeds that there are not."""
    if options.games < 1:
        raise WrongUse(f"{options.games} games are none", "ask for at least one: --games 100")
    if options.games > MOST_GAMES:
        raise WrongUse(f"more than {MOST_GAMES:,} games would never end", "ask for fewer: --games 1000")
    jobs = options.jobs if options.jobs is not None else default_jobs()
    if jobs < 1:
        raise WrongUse(f"{jobs} processes are none", "ask for at least one: --jobs 2")
    if not 0 <= options.seed <= M64 - options.games:
        raise WrongUse(f"{options.seed} is no seed", f"the seeds are the numbers from 0 to {M64}")
    return options.games, jobs


def same_seats(options: Namespace, games: Sequence[ir.Game]) -> tuple[str, ...]:
    """The bots at a table at which all of these games are played, by itself as few as can play. Raises WrongUse."""
    fewest = options.players or max(game.fewest_players for game in games)
    return [bots_of(options.seats, fewest, game) for game in games][-1]


def compile_once(game: ir.Game, players: int) -> None:
    """Says at once what cannot be played yet. Raises WrongUse."""
    with lowering():
        Engine(game, players)


@contextmanager
def workers_of(options: Namespace) -> Iterator[Cluster | None]:
    """The cluster that `--cluster` names; None where the games are played here. Raises WrongUse if it does not work."""
    if options.cluster is None:
        yield None
        return
    try:
        with cluster_at(options.cluster) as cluster:
            yield cluster
    except ClusterError as fault:
        raise WrongUse(fault.message, fault.help) from fault


@contextmanager
def playing(
    total: int, noun: str = "games", before: int = 0, *, rated: bool = True
) -> Iterator[Callable[[int], object]]:
    """Shows how far many games have come, as `progress_bar`.

    Raises WrongUse for rules that cannot be played yet, and for a game that fails by a fault of ours.
    """
    with lowering(), progress_bar(total, noun, before, rated=rated) as progress:
        try:
            yield progress
        except SeedError as fault:
            raise WrongUse(str(fault), "this is a fault of Bylaws, please report it with the seed") from fault
