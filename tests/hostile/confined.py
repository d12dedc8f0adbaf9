"""Runs a command as a stranger's files would have it run: in a process of its own, with little time and memory.

That process is forked, so that nothing has to be imported anew, and not off the tests, whose memory is large, but off
one that has imported the commands and does nothing else. What it may take is counted in CPU seconds and in bytes
beyond what there was already.
"""

from __future__ import annotations

import atexit
import gc
import io
import os
import pickle
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import IO

from attrs import frozen

from dsl.cache import program
from dsl.controls import controls_in
from dsl.syntax.reading.vocabulary import vocabulary
from interpreter.cli.commands import COMMANDS, module_of
from interpreter.cli.main import main

ROOT = Path(__file__).parents[2]
#: No command may take longer, nor more memory, whatever it is given. The time is six times what a free processor
#: needs at most (10 s), since a busy one may be so slow: what grows without bound is ended by either.
SECONDS = 60
BYTES = 1_000_000_000


@frozen
class Ran:
    """How a command ended; `code` is below 0 for a signal that ended it."""

    code: int
    out: str
    err: str
    seconds: float

    @property
    def said(self) -> str:
        """All that was printed."""
        return self.out + self.err


def confined(folder: Path, *arguments: str, given: bytes = b"", deleted: bool = False) -> Ran:
    """Runs the command in a folder, with these bytes on standard input; it may be `deleted` before."""
    return confined_work(folder, partial(main, arguments), given=given, deleted=deleted)


def confined_work(folder: Path, work: Callable[[], int], *, given: bytes = b"", deleted: bool = False) -> Ran:
    """Does anything that can be pickled as if it were a command, whose exit code it gives."""
    asked, told = _ready()
    pickle.dump((folder, work, given, deleted), asked)
    asked.flush()
    ran: Ran = pickle.load(told)
    return ran


@cache
def _ready() -> tuple[IO[bytes], IO[bytes]]:
    """The process off which commands are forked: what it is asked, and what it tells. It ends with the tests."""
    code = f"from {__name__} import serve; serve()"
    process = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    atexit.register(process.communicate)
    assert process.stdin and process.stdout
    return process.stdin, process.stdout


def serve() -> None:
    """In that process: does each piece of work that is asked for, until nobody asks any more."""
    vocabulary()
    program()
    for command in COMMANDS:
        import_module(module_of(command))
    for name in ("findings.find", "players.human.person", "simulation.processes.parallel", "backend.reference",
                 "backend.wasm.driver.source"):  # fmt: skip
        import_module(f"interpreter.{name}")
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)  # as the command has it
    with suppress(EOFError):
        while True:
            pickle.dump(_forked(*pickle.load(sys.stdin.buffer)), sys.stdout.buffer)
            sys.stdout.flush()


def _forked(folder: Path, work: Callable[[], int], given: bytes, deleted: bool) -> Ran:
    place = {name: folder.parent / f".{name}" for name in ("in", "out", "err")}
    place["in"].write_bytes(given)
    before = os.times()
    child = os.fork()
    if child == 0:
        os.chdir(folder)
        if deleted:
            folder.rmdir()
        os._exit(_run(folder, work, place))
    _, status = os.waitpid(child, 0)
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    out, err = (place[name].read_bytes().decode("utf-8") for name in ("out", "err"))
    return Ran(os.waitstatus_to_exitcode(status), out, err, used)


def _run(folder: Path, work: Callable[[], int], place: Mapping[str, Path]) -> int:
    """In the new process: the exit code."""
    try:
        os.environ["XDG_STATE_HOME"] = str(folder.parent / ".state")
        sys.stdin, sys.stdout, sys.stderr = (
            io.TextIOWrapper(open(place[name], mode), encoding="utf-8")  # noqa: SIM115
            for name, mode in (("in", "rb"), ("out", "wb"), ("err", "wb"))
        )
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        most = pages * resource.getpagesize() + BYTES
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
        signal.signal(signal.SIGXCPU, signal.SIG_DFL)
        signal.alarm(SECONDS * 4)  # what waits without end takes no CPU time
        code = work()
        sys.stdout.flush()
        sys.stderr.flush()
        return code
    except BaseException as fault:  # nothing may go back into the tests of this process
        os.write(2, f"{fault!r}\n".encode())
        return 99


def assert_held(ran: Ran) -> None:
    """Neither crashed, nor hung, nor took too much memory, nor printed what steers a terminal."""
    assert 0 <= ran.code < 70, (ran.code, ran.seconds, ran.err[-2000:])
    assert "something went wrong in Bylaws itself" not in ran.said, ran.said[-2000:]
    assert "Traceback" not in ran.said and "MemoryError" not in ran.said, ran.said[-2000:]
    assert controls_in(ran.said) == []
