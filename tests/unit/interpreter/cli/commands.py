"""Running commands within the test, and in a process of their own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from attrs import frozen

from interpreter.cli.main import main

REPOSITORY = Path(__file__).parents[4]


@frozen
class Ran:
    code: int
    out: str
    err: str


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> Ran:
    """The command with these arguments."""
    capsys.readouterr()
    code = main(arguments)
    said = capsys.readouterr()
    return Ran(code, said.out, said.err)


def run_apart(*arguments: str, given: bytes = b"", **environment: str) -> Ran:
    """The command in a process of its own, with standard input and with more in its environment."""
    done = subprocess.run(
        [sys.executable, "-m", "interpreter.cli.main", *arguments],
        cwd=REPOSITORY,
        env={**os.environ, **environment},
        input=given,
        capture_output=True,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
