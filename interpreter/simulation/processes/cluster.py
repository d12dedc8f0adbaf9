"""Runs work on a cluster of dask.distributed, with the same result for any number of workers, also if some are ended.

It is as with processes (`parallel`): chunks of seeds are worked on alone and merged in order. What a lost worker had is
done again by another.
"""

from __future__ import annotations

import logging
import pickle
import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import lru_cache
from threading import Lock, local
from time import monotonic
from typing import Any, Final, TypeVar

from dsl import VERSION
from dsl.frozen import frozen
from interpreter.simulation.processes.interrupt import Interrupt, deaf_children, noted_interrupt
from interpreter.simulation.processes.parallel import (
    CHUNKS,
    LARGEST_CHUNK,
    Parts,
    Run,
    SeedError,
    added_up,
    chunks_of,
    default_jobs,
    failed,
    safe_path,
)  # fmt: skip
from interpreter.simulation.processes.threads import ManyAtOnce

Accumulator = TypeVar("Accumulator")

#: How many chunks, for each thread of a worker, may be out or waiting for an earlier one to come back.
_AHEAD: Final = 4
#: How long, in seconds, an interrupt may go unnoticed, or nobody may answer, or no worker may be there.
_PATIENCE: Final = 0.2
ANSWERS_WITHIN: Final = 10.0
WORKERS_WITHIN: Final = 30.0
#: So many workers may be ended over a chunk before that is given up.
_ENDED: Final = 10


class ClusterError(Exception):
    """The cluster cannot do the work; `help` says what to do about it."""

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(message, help)
        self.message, self.help = message, help

    def __str__(self) -> str:
        return self.message


@frozen
class Cluster:
    """A cluster that answers; `said` is what it was called. `is_here`: its workers stand in the same folder."""

    said: str
    client: Any
    is_here: bool

    @property
    def threads(self) -> int:
        """How many threads its workers have at the moment."""
        return sum(self.client.nthreads().values())


@contextmanager
def cluster_at(said: str) -> Iterator[Cluster]:
    """The cluster at an address; or `local:4`, so many workers of its own on this machine. Raises ClusterError."""
    try:
        import distributed
    except ImportError:
        raise ClusterError("dask.distributed is missing", "install it: pip install 'bylaws[cluster]'") from None
    here = re.fullmatch(r"local(?::(\d+))?", said)
    workers = int(here[1] or default_jobs()) if here else 0
    if here and workers < 1:
        raise ClusterError(f"{said} has no worker", "write how many there are: local:4")
    if not here and not re.fullmatch(r"(\w+://)?\S+:\d+", said):
        raise ClusterError(f"{said} is no address", "write one such as 10.0.0.7:8786, or local:4 for workers here")
    security = _keys(said) if here else None
    with ExitStack() as stack:
        stack.enter_context(_quiet())
        if here:
            with safe_path(), deaf_children():
                address: Any = stack.enter_context(
                    distributed.LocalCluster(
                        n_workers=workers, threads_per_worker=1, processes=True, host="127.0.0.1", memory_limit=0,
                        security=security, dashboard_address="127.0.0.1:0", silence_logs=logging.CRITICAL,
                    )
                )  # fmt: skip
        else:
            address = said
        try:
            client = stack.enter_context(
                distributed.Client(address, timeout=ANSWERS_WITHIN, set_as_default=False, security=security)
            )
        except (OSError, ValueError) as fault:
            raise ClusterError(
                f"nobody answers at {said}",
                "a cluster is begun there with `dask scheduler`, and then `dask worker` with that address",
            ) from fault
        try:
            client.wait_for_workers(1, timeout=ANSWERS_WITHIN)
        except TimeoutError:
            raise ClusterError(f"nobody works at {said}", f"begin some workers: dask worker {said}") from None
        yield Cluster(said, client, is_here=bool(here))


def _keys(said: str) -> Any:
    """Keys for a cluster of one's own, for as long as it is there. Raises ClusterError.

    Others may have accounts on this machine: whoever could connect to it without a key could run programs in our name.
    """
    from distributed import Security

    try:
        return Security.temporary()
    except ImportError:
        raise ClusterError(
            f"{said} needs keys, or anybody on this machine could run programs in your name there",
            "install what makes them: pip install 'bylaws[cluster]'; or play without a cluster: --jobs 4",
        ) from None


@contextmanager
def _quiet() -> Iterator[None]:
    """What becomes of workers is told by whoever asks for work, not besides."""
    import dask

    names = [name for name in logging.root.manager.loggerDict if name.partition(".")[0] == "distributed"]
    levels = {logger: logger.level for logger in map(logging.getLogger, names)}
    for logger in levels:
        logger.setLevel(logging.CRITICAL)
    try:
        with dask.config.set({"distributed.scheduler.allowed-failures": _ENDED}):
            yield
    finally:
        for logger, level in levels.items():
            logger.setLevel(level)


def run_on_cluster(
    cluster: Cluster, work: ManyAtOnce[Accumulator], seeds: range, *,
    progress: Callable[[int], object] = lambda done: None, enough: Callable[[Accumulator], bool] = lambda whole: False,
    largest_chunk: int = LARGEST_CHUNK,
) -> Run[Accumulator]:  # fmt: skip
    """Does `work` for all `seeds`, as `run_seeds` does. It is pickled and sent, and parts are pickled and sent back.

    Ctrl-C ends it with what came back by then. Raises SeedError, and ClusterError if the cluster cannot go on.
    """
    chunks = chunks_of(seeds, largest_chunk, CHUNKS)
    with noted_interrupt() as interrupt:
        return added_up(work, _parts(cluster, work, chunks, interrupt), len(seeds), progress, enough)


def _parts(
    cluster: Cluster, work: ManyAtOnce[Accumulator], chunks: Sequence[range], interrupt: Interrupt
) -> Parts[Accumulator]:
    """The part of each chunk, in order, until an interrupt."""
    client, sent = cluster.client, pickle.dumps(work)
    left, out = deque(chunks), deque[tuple[range, Any]]()
    try:
        while left or out:
            with _answering(cluster):
                while left and len(out) < _AHEAD * max(1, cluster.threads):
                    out.append((left[0], client.submit(part_of, VERSION, sent, left.popleft(), pure=False)))
                chunk, first = out[0]
                if not _is_done(cluster, first, interrupt):
                    return
                part = _result(cluster, chunk, first)
            out.popleft()
            yield part, len(chunk)
            if interrupt.pressed:
                return
    finally:
        if client.status == "running":
            with suppress(OSError, TimeoutError):
                client.cancel([future for _, future in out], force=True)


@contextmanager
def _answering(cluster: Cluster) -> Iterator[None]:
    """Says so if the cluster answers no more. Raises ClusterError."""
    from distributed import CancelledError
    from distributed.client import FuturesCancelledError

    try:
        yield
    except (CancelledError, FuturesCancelledError, TimeoutError, OSError) as fault:
        raise ClusterError(f"the cluster at {cluster.said} answers no more", "begin it anew") from fault


def _is_done(cluster: Cluster, future: Any, interrupt: Interrupt) -> bool:
    """Waits for it; False at an interrupt. Raises ClusterError when there has been no worker for long."""
    from distributed import wait

    seen = monotonic()
    while not future.done():
        if interrupt.pressed:
            return False
        try:
            with cluster.client.as_current():
                wait([future], timeout=_PATIENCE)
        except TimeoutError:
            if _has_workers(cluster):
                seen = monotonic()
            elif monotonic() - seen > WORKERS_WITHIN:
                raise ClusterError(
                    f"no worker is left at {cluster.said}", f"begin some, and then it anew: dask worker {cluster.said}"
                ) from None
    return True


def _has_workers(cluster: Cluster) -> bool:
    return cluster.client.status == "running" and bool(cluster.client.scheduler_info()["workers"])


def _result(cluster: Cluster, chunk: range, future: Any) -> Any:
    """The part that came back. Raises SeedError and ClusterError."""
    from distributed import KilledWorker

    try:
        return future.result(timeout=WORKERS_WITHIN)
    except KilledWorker as fault:
        raise SeedError(chunk, f"{_ENDED} workers were ended over it, or ran out of memory") from fault
    except (ImportError, AttributeError) as fault:
        raise _differs(f"{cluster.said} has no Bylaws, or another version of it ({fault})") from fault


def _differs(what: str) -> ClusterError:
    return ClusterError(what, f"install Bylaws {VERSION} wherever the cluster runs")


# ---------------------------------------------------------------- in a worker


def part_of(version: str, sent: bytes, chunk: range) -> Any:
    """A worker's answer to a chunk: its part. Raises SeedError and ClusterError."""
    if version != VERSION:
        raise _differs(f"{this_worker()} has Bylaws {VERSION}, and here it is {version}")
    if not hasattr(_mine, "plays"):
        _mine.plays = {}
    work, plays = _work(sent), _mine.plays
    part, done = work.empty(), 0
    try:
        if sent not in plays:
            plays.clear()
            with _beginning:  # what is compiled is so once
                plays[sent] = work.start()
        while done < len(chunk):
            done += plays[sent](chunk[done:], part)
    except (ClusterError, SeedError):
        raise
    except Exception as error:
        raise failed(chunk[done : done + 1], error) from error
    return part


@lru_cache(maxsize=4)
def _work(sent: bytes) -> ManyAtOnce[Any]:
    found: ManyAtOnce[Any] = pickle.loads(sent)
    return found


#: What each thread of a worker plays with.
_mine = local()
_beginning = Lock()


def this_worker() -> str:
    """What a worker calls itself."""
    from distributed import get_worker

    return f"the worker at {get_worker().address}"
