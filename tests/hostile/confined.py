"""Runs a command as a stranger's files would have it run: in a process of its own, with little time and memory.

The process is forked, so that nothing has to be imported anew; what it may take is counted in CPU seconds and in bytes
beyond what this process has already.
"""

from __future__ import annotations

import io
import os
import resource
import signal
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from attrs import frozen

from dsl.controls import controls_in
from interpreter.cli.main import main

#: No command may take longer, nor more memory, whatever it is given.
SECONDS = 10
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
    return confined_work(folder, lambda: main(arguments), given=given, deleted=deleted)


def confined_work(folder: Path, work: Callable[[], int], *, given: bytes = b"", deleted: bool = False) -> Ran:
    """Does anything as if it were a command, whose exit code it gives."""
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
        signal.alarm(SECONDS * 12)  # what waits without end takes no CPU time
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
