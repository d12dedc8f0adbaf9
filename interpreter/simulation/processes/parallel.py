"""Runs the same work for many seeds, in this process or in several, with the same result either way.

Chunks of seeds are worked on alone and merged in order, so that neither the number nor the speed of workers matters. At
any time only a few parts per worker are in memory.
"""

import os
import sys
import traceback
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Final, Generic, Protocol, TypeAlias, TypeVar

from dsl.frozen import frozen
from interpreter.runtime.stack_room import with_room
from interpreter.simulation.processes.interrupt import Interrupt, be_deaf, deaf_children, noted_interrupt

Accumulator = TypeVar("Accumulator")

# Small enough that progress is seen and no worker is left with much at the end; the same for any `jobs`.
CHUNKS: Final = 64
LARGEST_CHUNK: Final = 256
# How many chunks, for each worker, may be out or waiting for an earlier one to come back.
_AHEAD: Final = 4
# How long, in seconds, an interrupt may go unnoticed.
_PATIENCE: Final = 0.2


class Adding(Protocol[Accumulator]):
    """What comes of a job is added up part by part."""

    def empty(self) -> Accumulator:
        """A part to which nothing has been added."""

    def merge(self, whole: Accumulator, part: Accumulator) -> None:
        """Add to `whole` all that has been added to `part`, whose seeds come later."""


class Work(Adding[Accumulator], Protocol[Accumulator]):
    """A job. It is pickled and sent to each worker once; parts are pickled and sent back."""

    def start(self) -> Callable[[int, Accumulator], None]:
        """Get ready, once in each worker. What is returned works on a seed and adds the outcome to a part."""


@frozen
class Run(Generic[Accumulator]):
    """`result` holds the first `done` of the `wanted` seeds: all of them, unless it was ended early."""

    result: Accumulator
    done: int
    wanted: int


class SeedError(Exception):
    """The work for one of `seeds` failed (mostly there is but one); `trace` is the traceback as text."""

    def __init__(self, seeds: range, reason: str, trace: str = "") -> None:
        super().__init__(seeds, reason, trace)
        self.seeds = seeds
        self.reason = reason
        self.trace = trace

    def __str__(self) -> str:
        first, last = self.seeds[0], self.seeds[-1]
        where = f"seed {first}" if first == last else f"one of the seeds {first} to {last}"
        return f"{where} failed: {self.reason}"


def run_seeds(
    work: Work[Accumulator], seeds: range, *, jobs: int, progress: Callable[[int], object] = lambda done: None,
    enough: Callable[[Accumulator], bool] = lambda whole: False, largest_chunk: int = LARGEST_CHUNK,
) -> Run[Accumulator]:  # fmt: skip
    """Does `work` for all `seeds` with `jobs` workers; with 1, in this process.

    `progress` is told after each chunk how many seeds are done; if `enough` then holds of the result so far, the run
    ends there, at the same places for any number of workers. Ctrl-C ends it early and cleanly: the result holds the
    first seeds, without a gap, so that short games are not favoured. (In this process the seed at hand is finished
    first; a second Ctrl-C drops it, with those since the last progress.) `largest_chunk` is for seeds of much work.
    Raises SeedError for the first seed that fails, or when a worker dies.
    """
    chunks = chunks_of(seeds, largest_chunk)
    workers = min(jobs, len(chunks)) if _can_be_safe() else 1
    with noted_interrupt() as interrupt:
        parts = _alone(work, chunks, interrupt) if workers <= 1 else _together(work, chunks, workers, interrupt)
        return added_up(work, parts, len(seeds), progress, enough)


#: Parts, and how many of its seeds each has, in order.
Parts: TypeAlias = Generator[tuple[Accumulator, int], None, None]


def added_up(
    work: Adding[Accumulator], parts: Parts[Accumulator], wanted: int, progress: Callable[[int], object],
    enough: Callable[[Accumulator], bool],
) -> Run[Accumulator]:  # fmt: skip
    """Adds up parts until there is `enough`; `progress` is told of each how many seeds are done."""
    whole, done = work.empty(), 0
    with closing(parts):
        for part, played in parts:
            work.merge(whole, part)
            done += played
            progress(done)
            if enough(whole):
                break
    return Run(whole, done, wanted)


def chunks_of(seeds: range, largest: int, chunks: int = CHUNKS) -> list[range]:
    """The seeds in so many chunks or more, the same for any number of workers."""
    size = max(1, min(largest, len(seeds) // chunks))
    return [seeds[start : start + size] for start in range(0, len(seeds), size)]


def default_jobs() -> int:
    """How many workers this process can keep busy: the processor cores that it may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _alone(work: Work[Accumulator], chunks: Sequence[range], interrupt: Interrupt) -> Parts[Accumulator]:
    """Each chunk's part, and how many of its seeds were done, up to the first that was interrupted."""
    if not chunks:
        return
    play = _started(work, chunks[0])
    for chunk in chunks:
        part = work.empty()
        try:
            played = _play(play, chunk, part, interrupt)
        except KeyboardInterrupt:
            return
        yield part, played
        if interrupt.pressed:
            return


def _together(
    work: Work[Accumulator], chunks: Sequence[range], workers: int, interrupt: Interrupt
) -> Parts[Accumulator]:
    """The same by several processes, until an interrupt."""
    sent, merged = 0, 0
    returned: dict[int, Accumulator | SeedError] = {}
    with _workers(work, workers) as idle:
        busy: dict[Connection, int] = {}
        while merged < len(chunks) and not interrupt.pressed:
            while idle and sent < min(len(chunks), merged + _AHEAD * workers):
                connection = idle.pop()
                with suppress(OSError):  # from a dead worker, who is found out below
                    connection.send(chunks[sent])
                busy[connection] = sent
                sent += 1
            ready = wait(list(busy), _PATIENCE)
            for connection in [one for one in busy if one in ready]:
                number = busy.pop(connection)
                returned[number] = _received(connection, chunks[number])
                idle.append(connection)
            while merged in returned:
                part = returned.pop(merged)
                if isinstance(part, SeedError):
                    raise part
                merged += 1
                yield part, len(chunks[merged - 1])


def _received(connection: Connection, chunk: range) -> Accumulator | SeedError:
    """Receives the part of a `chunk`, or the error of a worker that died over it."""
    try:
        part: Accumulator | SeedError = connection.recv()
    except (EOFError, OSError):
        return SeedError(chunk, "its process was ended from outside, or ran out of memory")
    return part


@contextmanager
def _workers(work: Work[Accumulator], count: int) -> Iterator[list[Connection]]:
    """Connections to `count` new processes, which are gone afterwards, whatever they are doing then."""
    context = get_context("spawn")
    connections, processes = [], []
    try:
        for _ in range(count):
            ours, theirs = context.Pipe()
            connections.append(ours)
            process = context.Process(target=_serve, args=(work, theirs), daemon=True)
            with safe_path(), deaf_children():
                process.start()
            processes.append(process)
            theirs.close()
        yield list(connections)
    finally:
        for connection in connections:
            connection.close()
        for process in processes:
            process.kill()  # it holds nothing that would be lost, and may have been told to ignore being ended
            process.join()


def _serve(work: Work[Accumulator], connection: Connection) -> None:
    """A worker's whole life: chunks come in, parts go out, until nobody asks any more."""
    be_deaf()
    play: Callable[[int, Accumulator], None] | None = None
    with suppress(EOFError, OSError):
        while True:
            chunk: range = connection.recv()
            part = work.empty()
            try:
                play = play or _started(work, chunk)
                with_room(partial(_play, play, chunk, part, Interrupt()))
                _send(connection, part, chunk)
            except SeedError as error:
                connection.send(error)


def _send(connection: Connection, part: Accumulator, chunk: range) -> None:
    """A part that cannot be pickled is a failure too; nothing of it has been sent then."""
    try:
        connection.send(part)
    except OSError:
        raise
    except Exception as error:
        raise failed(chunk, error) from error


def _started(work: Work[Accumulator], chunk: range) -> Callable[[int, Accumulator], None]:
    try:
        return work.start()
    except Exception as error:
        raise failed(chunk, error) from error


def _play(play: Callable[[int, Accumulator], None], chunk: range, part: Accumulator, interrupt: Interrupt) -> int:
    """Add the seeds of `chunk` to `part` one by one until an interrupt; returns how many it did."""
    for played, seed in enumerate(chunk):
        if interrupt.pressed:
            return played
        try:
            play(seed, part)
        except Exception as error:
            raise failed(range(seed, seed + 1), error) from error
    return len(chunk)


def failed(seeds: range, error: Exception) -> SeedError:
    """What went wrong with these seeds."""
    return SeedError(seeds, f"{type(error).__name__}: {error}", "".join(traceback.format_exception(error)))


def _can_be_safe() -> bool:
    """Tell whether processes started here heed that: not if Python was told to ignore its environment."""
    return bool(sys.flags.safe_path) or not sys.flags.ignore_environment


@contextmanager
def safe_path() -> Iterator[None]:
    """Processes started in here do not search the folder that they are started in (PYTHONSAFEPATH).

    They would look there first for each module, where a rule file's author may have put one.
    """
    before = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONSAFEPATH"]
        else:
            os.environ["PYTHONSAFEPATH"] = before
