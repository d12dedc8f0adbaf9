"""The process that does jobs, from outside: begun with the first of them, ended with one that nobody wants any more."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from threading import Lock
from typing import Any

from interpreter.server.jobs.results import Result, result_of

_COMMAND = (sys.executable, "-m", "interpreter.server.jobs")


class Cancelled(Exception):
    """Nobody wants the result any more."""


class Job:
    """Something to be done, which can be given up from another thread at any time."""

    def __init__(self, asked: Mapping[str, Any]) -> None:
        self.asked = asked
        self.cancelled = False


class Worker:
    """Does one job at a time; what it has read and understood, it keeps for the next."""

    def __init__(self) -> None:
        self._turn = Lock()
        self._process: subprocess.Popen[str] | None = None
        self._doing: Job | None = None

    def do(self, job: Job) -> Result:
        """Waits for the result. Raises `Cancelled`."""
        with self._turn:
            self._doing = job
            try:
                return self._done(job)
            finally:
                self._doing = None

    def cancel(self, job: Job) -> None:
        """Gives a job up; the process ends that does it."""
        job.cancelled = True
        if self._doing is job:
            self.end()

    def end(self) -> None:
        """Ends the process, if there is one."""
        process = self._process
        if process is not None:
            process.kill()

    def _done(self, job: Job) -> Result:
        line = ""
        if not job.cancelled:
            process = self._running()
            try:
                print(json.dumps(job.asked), file=process.stdin, flush=True)
                if job.cancelled:  # before there was a process that could be ended
                    process.kill()
                line = process.stdout.readline() if process.stdout else ""
            except OSError:
                pass  # it has ended
        if not line:
            self._forget()
            if job.cancelled:
                raise Cancelled
            return Result("what was asked for ended before it was done", went_well=False)
        return result_of(json.loads(line))

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None or self._process.poll() is not None:
            self._forget()
            self._process = subprocess.Popen(
                _COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        return self._process

    def _forget(self) -> None:
        """Closes what is left of a process that has ended."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()
