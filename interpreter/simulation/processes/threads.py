"""Runs work that leaves Python free while it is done: by threads of this process, with the same result for any number.

It is as with processes (`parallel`), but threads start at once and share what has been made ready.
"""

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from threading import Event, local
from typing import Final, Protocol, TypeVar

from interpreter.simulation.processes.interrupt import Interrupt, noted_interrupt
from interpreter.simulation.processes.parallel import (
    CHUNKS,
    LARGEST_CHUNK,
    Adding,
    Parts,
    Run,
    added_up,
    chunks_of,
    failed,
)  # fmt: skip

Accumulator = TypeVar("Accumulator")

#: How many chunks, for each thread, may be done or waiting before an earlier one is merged.
_AHEAD: Final = 2
#: How long, in seconds, an interrupt may go unnoticed.
_PATIENCE: Final = 0.2


class ManyAtOnce(Adding[Accumulator], Protocol[Accumulator]):
    """A job of which several seeds are done in one go."""

    def start(self) -> Callable[[range, Accumulator], int]:
        """Get ready, once in each thread. What is returned works on the first of some seeds, and says how many."""


def run_in_threads(
    work: ManyAtOnce[Accumulator], seeds: range, *, threads: int, progress: Callable[[int], object] = lambda done: None,
    enough: Callable[[Accumulator], bool] = lambda whole: False, largest_chunk: int = LARGEST_CHUNK,
    chunks: int = CHUNKS,
) -> Run[Accumulator]:  # fmt: skip
    """Does `work` for all `seeds`, as `run_seeds` does; with one thread, in this one."""
    parts_of = chunks_of(seeds, largest_chunk, chunks)
    with noted_interrupt() as interrupt:
        alone = min(threads, len(parts_of)) <= 1
        parts = _alone(work, parts_of, interrupt) if alone else _together(work, parts_of, threads, interrupt)
        return added_up(work, parts, len(seeds), progress, enough)


def _alone(work: ManyAtOnce[Accumulator], chunks: Sequence[range], interrupt: Interrupt) -> Parts[Accumulator]:
    """Each chunk's part, and how many of its seeds were done, up to the first that was interrupted."""
    play = None
    for chunk in chunks:
        play = play or work.start()
        part = work.empty()
        try:
            played = _played(play, chunk, part, lambda: interrupt.pressed)
        except KeyboardInterrupt:
            return
        yield part, played
        if interrupt.pressed:
            return


def _together(
    work: ManyAtOnce[Accumulator], chunks: Sequence[range], threads: int, interrupt: Interrupt
) -> Parts[Accumulator]:
    """The same by several threads, in the same order."""
    mine = local()
    closed = Event()

    def do(chunk: range) -> tuple[Accumulator, int]:
        if not hasattr(mine, "play"):
            mine.play = work.start()
        part = work.empty()
        return part, _played(mine.play, chunk, part, lambda: interrupt.pressed or closed.is_set())

    left, sent = deque(chunks), deque[tuple[range, Future[tuple[Accumulator, int]]]]()
    with ThreadPoolExecutor(threads) as pool:
        try:
            while left or sent:
                while left and len(sent) < _AHEAD * threads:
                    sent.append((left[0], pool.submit(do, left.popleft())))
                chunk, first = sent.popleft()
                while not first.done():
                    wait([first], _PATIENCE)  # now and then, so that this thread hears of an interrupt
                part, played = first.result()
                yield part, played
                if played < len(chunk):
                    return
        finally:
            closed.set()
            pool.shutdown(cancel_futures=True)


def _played(
    play: Callable[[range, Accumulator], int], chunk: range, part: Accumulator, stopped: Callable[[], bool]
) -> int:  # fmt: skip
    """Adds the seeds of a chunk to a part until it is stopped; gives how many it did."""
    done = 0
    while done < len(chunk) and not stopped():
        try:
            done += play(chunk[done:], part)
        except Exception as error:
            raise failed(chunk[done : done + 1], error) from error
    return done
