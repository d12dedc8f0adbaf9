"""Plays many games between bots, natively or by processes, with the same result either way."""

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Final, TypeAlias

import attrs

from dsl.frozen import frozen
from interpreter.simulation.games.played import Row
from interpreter.simulation.games.run import Rules, compile_once, games_of
from interpreter.simulation.games.tally import Tally
from interpreter.simulation.native.elsewhere import elsewhere
from interpreter.simulation.native.many import many_games
from interpreter.simulation.processes.cluster import Cluster, run_on_cluster
from interpreter.simulation.processes.parallel import run_seeds
from interpreter.simulation.processes.threads import run_in_threads

#: In so many chunks games are played natively, or in more.
_CHUNKS: Final = 16
#: So many at most, natively: what a chunk costs besides its games is as much as some thousands of short ones.
_LARGEST: Final = 65_536


@frozen
class Result:
    """`done` of the `wanted` games, and how long they took, in seconds."""

    rules: Rules
    seats: tuple[str, ...]
    seed: int
    tally: Tally
    wanted: int
    done: int
    seconds: float


#: Is given the rows of the games that came last, and what makes the result of all games so far.
Kept: TypeAlias = Callable[[Sequence[Row], Callable[[], Result]], object]


def simulate(
    rules: Rules, seats: tuple[str, ...], *, games: int, seed: int, jobs: int,
    progress: Callable[[int], object] = lambda done: None, closely: int = 0, most_seats: int = 0,
    so_far: Result | None = None, kept: Kept = lambda rows, result: None, cluster: Cluster | None = None,
) -> Result:  # fmt: skip
    """Plays `games` games with the seeds from `seed` on. Ctrl-C gives what has been played so far.

    On a cluster, if there is one; natively, where that can be done, by so many threads; else by processes. Raises
    LoweringError, and ClusterError.

    The first `closely` of them are watched. `most_seats`: each game leaves a row with room for so many. `so_far`: what
    an earlier run came to; this one goes on there. `kept` is called now and then, and at the end.
    """
    began = perf_counter()
    work = attrs.evolve(games_of(rules, seats), closely=range(seed, seed + closely), most_seats=most_seats)
    done, seconds = (so_far.done, so_far.seconds) if so_far is not None else (0, 0.0)
    before = [so_far.tally] if so_far is not None else []

    def result(now: Tally) -> Result:
        whole = work.empty()
        for tally in (*before, now):
            whole.merge(tally)
        return Result(rules, seats, seed, whole, games, whole.games, seconds + perf_counter() - began)

    def keep(now: Tally) -> bool:
        rows, now.rows = now.rows, []
        kept(rows, lambda: result(now))
        return False

    def keep_while_of_use(now: Tally) -> bool:
        return keep(now) or (many is not None and many.notes_no_use(now))

    left = range(seed + done, seed + games)
    many = many_games(work, left) if cluster is None else None
    while left:
        part = left if many is None else many.next_part(left)
        first = part.start - seed

        def told(played: int, first: int = first) -> None:
            progress(first + played)

        way = many if many is not None and many.can_play(part) else None
        if way is not None:
            run = run_in_threads(
                way, part, threads=jobs, progress=told, enough=keep_while_of_use, chunks=_CHUNKS, largest_chunk=_LARGEST
            )
        else:
            watched = sum(seed in work.closely for seed in part)
            compile_once(rules, len(seats), watched=watched > 0, unwatched=watched < len(part))
            if cluster is not None:
                there = elsewhere(cluster, work, part, many_games)
                run = run_on_cluster(cluster, there, part, progress=told, enough=keep)
            else:
                run = run_seeds(work, part, jobs=jobs, progress=told, enough=keep)
        keep(run.result)
        before.append(run.result)
        left = left[run.done :]
        if run.done < len(part) and not (way is not None and way.is_no_use):
            break
    return result(work.empty())
