"""Plants faults in the engine, one at a time, and tells which test catches each: `python -m tests.mutations`.

The tests run in a copy of this folder; nothing here is changed but the table `caught.md`, where `--write` is said.
Words behind the command leave only those faults whose file or description has one of them.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.mutations.faults import HERE, ROOT, Planted, faults
from tests.mutations.scenarios import first_failing

#: What is run, one after another until something fails, if all scenarios for the language still come out right.
TESTS = (
    (
        "tests/unit/interpreter/backend",
        "tests/unit/interpreter/test_undo.py",
        "tests/unit/interpreter/test_save.py",
        "tests/unit/interpreter/test_journal.py",
        "tests/unit/interpreter/test_asked_in_secret.py",
    ),
    ("tests/properties/test_play_outs_agree.py",),
    ("tests/properties/test_made_up_games.py", "tests/properties/test_backends_agree.py"),
)
LEFT_OUT = shutil.ignore_patterns(".git", "__pycache__", ".*_cache", ".hypothesis", "*.egg-info")
_FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)
SURVIVED = "nothing"


def main() -> int:
    """All faults, or those that are asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutations", description=__doc__)
    parser.add_argument("words", nargs="*", help="only faults whose file or words contain one of these")
    parser.add_argument("--write", action="store_true", help="write the table caught.md (only for all faults)")
    parser.add_argument("--quick", action="store_true", help="play the scenarios for the language, and nothing else")
    options = parser.parse_args()
    chosen = [f for f in faults() if not options.words or any(w in f"{f.file} {f.what}" for w in options.words)]
    caught: dict[Planted, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder, "tree")
        shutil.copytree(ROOT, tree, ignore=LEFT_OUT)
        for number, fault in enumerate(chosen, start=1):
            started = time.monotonic()
            caught[fault] = _caught_by(fault, tree, () if options.quick else TESTS)
            print(f"{number:3} of {len(chosen)}  {fault.what}", flush=True)
            print(f"            {caught[fault]}  ({time.monotonic() - started:.0f} s)", flush=True)
    if options.write and not options.words and not options.quick:
        (HERE / "caught.md").write_text(_table(caught), "utf-8")
    survivors = list(caught.values()).count(SURVIVED)
    print(f"{len(caught) - survivors} of {len(caught)} faults are caught")
    return 1 if survivors else 0


def _caught_by(fault: Planted, tree: Path, more: tuple[tuple[str, ...], ...]) -> str:
    """The first test that fails with the fault in the copy of the tree."""
    file = tree / fault.file
    before = file.read_text("utf-8")
    file.write_text(fault.planted_in(tree), "utf-8")
    try:
        if failing := first_failing(tree):
            return failing
        return next(filter(None, (_first_failed(tests, tree) for tests in more)), SURVIVED)
    finally:
        file.write_text(before, "utf-8")


def _first_failed(tests: tuple[str, ...], tree: Path) -> str:
    """The first of the tests that fails there, or ""."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-m", "not slow", "-p", "no:cacheprovider", *tests]
    surroundings = {**os.environ, "BYLAWS_CACHE": "off", "PYTHONDONTWRITEBYTECODE": "1"}
    run = subprocess.run(command, cwd=tree, env=surroundings, capture_output=True, text=True, check=False)
    if run.returncode == 0:
        return ""
    failed = _FAILED.search(run.stdout)
    assert failed is not None, run.stdout[-2000:] + run.stderr[-2000:]
    return f"`{failed[1]}`"


def _table(caught: dict[Planted, str]) -> str:
    rows = [f"| {fault.what} | {fault.file.removeprefix('interpreter/')} | {test} |" for fault, test in caught.items()]
    head = ["| what goes wrong | planted in interpreter/ | caught by |", "|---|---|---|"]
    return "\n".join([*_INTRODUCTION, *head, *rows, ""])


_INTRODUCTION = (
    "# Faults that the tests catch",
    "",
    "Each of these is planted by itself, and tests are run until one fails: first the scenarios for the language, then",
    "those named in `__main__.py`. Written by `python -m tests.mutations --write`; what is planted stands in",
    "`faults.toml`.",
    "",
)

if __name__ == "__main__":
    sys.exit(main())
