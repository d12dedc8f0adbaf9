"""Keeps all tables in one file, so that nothing that was acknowledged is ever lost.

One thread writes: whatever has been handed in meanwhile goes to the disk together, each part whole or not at all, and
is reported when the disk has it, also against a power cut. Nothing is deleted but notes, by those who wrote them.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, TypeAlias

from attrs import frozen

#: A statement, and the rows that it is carried out for.
Statement: TypeAlias = tuple[str, Sequence[Sequence[Any]]]

_TABLES: Final = """
create table if not exists rules(hash text primary key, kept text);
create table if not exists tables(id text primary key, made real, names text, seats text, seed text, key blob,
    branch int, pause real, began text);
create table if not exists tokens(hash blob primary key, tab text, viewer text, id text, made real, withdrawn real);
create table if not exists branches(tab text, branch int, parent int, kept int, rules text, why text, at real,
    primary key(tab, branch));
create table if not exists decisions(tab text, branch int, n int, seat int, code int, at real, ms int, here int,
    question text, answer int, step text, asked text, words text, by text, primary key(tab, branch, n)) without rowid;
create table if not exists sealed(tab text, branch int, seat int, question text, answer int, at real, by text,
    state text);
create table if not exists notes(id integer primary key, tab text, branch int, n int, at real, viewer text, kind text,
    said text, step text, before text, line text);
create table if not exists notices(tab text primary key, said text);
create table if not exists happened(tab text, at real, branch int, n int, viewer text, what text, details text);
"""


class Taken(Exception):
    """Another server uses the folder."""


class NotKept(Exception):
    """Something could not be written, and does not count."""


_log = logging.getLogger("bylaws.serve")


@frozen
class _Job:
    """Statements that belong together, and who waits for them."""

    statements: Sequence[Statement]
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None]


class Store:
    """The file in a folder, which is made if need be. Raises Taken, and OSError or sqlite3.Error if that cannot be."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.folder = folder
        self._lock = _only_one(folder / "in-use")
        self.path = folder / "tables.sqlite"
        self._reading = self._connection()
        self._reading.executescript(_TABLES)
        self._one_reads = threading.Lock()
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._writer = threading.Thread(target=self._write_on, name="writing", daemon=True)
        self._writer.start()

    def _connection(self) -> sqlite3.Connection:
        made = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=10)
        made.execute("pragma journal_mode=wal")
        made.execute("pragma synchronous=full")
        return made

    async def append(self, *statements: Statement) -> None:
        """Comes back when the disk has all of it. Raises NotKept if it has none of it."""
        loop = asyncio.get_running_loop()
        job = _Job(statements, loop, loop.create_future())
        self._jobs.put(job)
        try:
            await job.done
        except Exception as fault:
            _log.error("something could not be kept in %s: %s", self.path, fault)
            raise NotKept(str(fault)) from fault

    def read(self, question: str, *values: Any) -> list[tuple[Any, ...]]:
        """Rows of what is on the disk."""
        with self._one_reads:  # sessions are written out in threads
            return self._reading.execute(question, values).fetchall()

    def close(self) -> None:
        """Writes what was handed in, and lets go of the folder."""
        self._jobs.put(None)
        self._writer.join()
        self._reading.close()
        self._lock.close()

    # ------------------------------------------------------------ the thread that writes

    def _write_on(self) -> None:
        disk = self._connection()
        going = True
        while going:
            jobs = [self._jobs.get()]
            while not self._jobs.empty():
                jobs.append(self._jobs.get())
            going = None not in jobs
            self._write(disk, [job for job in jobs if job is not None])
        disk.close()

    def _write(self, disk: sqlite3.Connection, jobs: Sequence[_Job]) -> None:
        """All that can be written, in one go; what cannot takes nothing else with it."""
        failed: dict[int, BaseException] = {}
        try:
            disk.execute("begin immediate")
            for number, job in enumerate(jobs):
                try:
                    self._write_one(disk, job)
                except Exception as fault:
                    failed[number] = fault
            disk.execute("commit")
        except Exception as fault:
            with suppress(sqlite3.Error):
                disk.execute("rollback")
            failed = dict.fromkeys(range(len(jobs)), fault)
        for number, job in enumerate(jobs):
            with suppress(RuntimeError):  # the loop is gone, and nobody waits
                job.loop.call_soon_threadsafe(_tell, job.done, failed.get(number))

    def _write_one(self, disk: sqlite3.Connection, job: _Job) -> None:
        disk.execute("savepoint one")
        try:
            for statement, rows in job.statements:
                disk.executemany(statement, rows)
        except Exception:
            disk.execute("rollback to one")
            raise
        finally:
            disk.execute("release one")


def _tell(done: asyncio.Future[None], fault: BaseException | None) -> None:
    if done.cancelled():
        return
    if fault is None:
        done.set_result(None)
    else:
        done.set_exception(fault)


def _only_one(path: Path) -> sqlite3.Connection:
    """Holds the folder for as long as this process lives, however it ends."""
    lock = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=0)
    try:
        lock.execute("begin exclusive")
    except sqlite3.OperationalError as fault:
        lock.close()
        raise Taken from fault
    return lock
