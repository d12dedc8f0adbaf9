"""Plants faults in the engine, one at a time, and tells which test catches each: `python -m tests.mutations`.

Nothing here is changed but the table `caught.md`, where `--write` is said. Words behind the command leave only those
faults whose place or description has one of them.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
import tomllib
from collections.abc import Mapping
from multiprocessing import get_context

import pytest

from tests.mutations import natively
from tests.mutations.faults import HERE, ROOT, Fault, every, faults, modules
from tests.mutations.operators import OPERATORS
from tests.mutations.plant import VARIABLE
from tests.mutations.scenarios import cases, first_failing

#: What is run, one after another until something fails, if all scenarios for the language still come out right.
TESTS = (
    (
        "-m", "not slow",
        "tests/unit/interpreter/backend",
        "tests/unit/interpreter/table/test_undo.py",
        "tests/unit/interpreter/table/test_save.py",
        "tests/unit/interpreter/text/log/test_journal.py",
        "tests/unit/interpreter/table/test_asked_in_secret.py",
    ),
    ("tests/properties/test_play_outs_agree.py",),
    ("tests/properties/test_made_up_games.py", "tests/properties/test_backends_agree.py"),
)  # fmt: skip
_FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)
SURVIVED = "nothing"


def main() -> int:
    """Those that are asked for; 1 if one is caught by nothing and no reason is known."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutations", description=__doc__)
    parser.add_argument("words", nargs="*", help="only faults whose place or words contain one of these")
    parser.add_argument("--each", type=int, default=3, help="so many places of each operator in each module (3)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="so many at once")
    parser.add_argument("--quick", action="store_true", help="one place of each, and only the scenarios are played")
    parser.add_argument("--write", action="store_true", help="put what was found into the table caught.md")
    options = parser.parse_args()
    each = 1 if options.quick else options.each
    wanted = [f for f in faults(each) if not options.words or any(w in f"{f.name} {f.words}" for w in options.words)]
    caught: dict[Fault, str] = {}
    in_native_code = [fault for fault in wanted if natively.is_about(fault)]
    of_others = [fault for fault in wanted if fault not in in_native_code]
    for here, prepared, failing, how in (
        (of_others, cases, first_failing, _caught_by_scenarios if options.quick else _caught_by),
        (in_native_code, natively.prepare, natively.first_failing, _caught_natively),
    ):
        if not here:
            continue
        prepared()  # once, before there are several processes
        if unsound := failing(None):
            parser.exit(2, f"without any fault, {unsound} fails\n")
        with get_context("fork").Pool(options.jobs) as pool:
            for fault, (by, seconds) in zip(here, pool.imap(how, here), strict=True):
                caught[fault] = by
                print(f"{len(caught):3} of {len(wanted)}  {fault.name}  {fault.words}", flush=True)
                print(f"            {by}  ({seconds:.0f} s)", flush=True)
    if options.write:  # of what scenarios alone do not catch, others may have caught it before
        _write({fault: by for fault, by in caught.items() if by != SURVIVED or not options.quick})
    left = [fault for fault, by in caught.items() if by == SURVIVED and fault.name not in reasons()]
    print(f"{len(caught) - len(left)} of {len(caught)} faults are caught, or it is known why they are not")
    return 1 if left and not options.quick else 0


def reasons() -> Mapping[str, str]:
    """Why nothing catches some of them, by their names."""
    found: dict[str, str] = tomllib.loads((HERE / "survivors.toml").read_text("utf-8"))
    return found


def _caught_by_scenarios(fault: Fault) -> tuple[str, float]:
    started = time.monotonic()
    return first_failing(fault) or SURVIVED, time.monotonic() - started


def _caught_natively(fault: Fault) -> tuple[str, float]:
    started = time.monotonic()
    before = {name: by for name, _, by in rows_of_the_table()}.get(fault.name, "")
    return natively.first_failing(fault, before) or SURVIVED, time.monotonic() - started


def _caught_by(fault: Fault) -> tuple[str, float]:
    """The first test that fails with the fault."""
    by, seconds = _caught_by_scenarios(fault)
    started = time.monotonic()
    if by == SURVIVED:
        by = next(filter(None, (_first_failed(tests, fault) for tests in TESTS)), SURVIVED)
    return by, seconds + time.monotonic() - started


def _first_failed(tests: tuple[str, ...], fault: Fault) -> str:
    """The first of the tests that fails with the fault, or ""."""
    options = ["-p", "tests.mutations.plant", "-p", "no:cacheprovider", "-n", "0"]
    place = fault.place
    named = f"{fault.module}|{place.function}|{place.operator}|{place.number}"
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-x", "-q", *options, *tests],
        cwd=ROOT, env={**os.environ, VARIABLE: named}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if run.returncode == 0:
        return ""
    assert run.returncode != pytest.ExitCode.NO_TESTS_COLLECTED, tests
    failed = _FAILED.search(run.stdout)
    return f"`{failed[1]}`" if failed is not None else "the engine cannot be imported"


def _write(caught: Mapping[Fault, str]) -> None:
    """The rows of what was tried now, and those that were there of other faults that still can be planted."""
    there_are = {fault.name for module in modules() for operator in OPERATORS for fault in every(module, operator)}
    rows = {row[0]: row for row in rows_of_the_table() if row[0] in there_are}
    rows |= {f.name: (f.name, f.words.replace("|", "\\|"), by) for f, by in caught.items()}
    lines = [f"| {name} | {words} | {_with_reason(name, by)} |" for name, (_, words, by) in sorted(rows.items())]
    (HERE / "caught.md").write_text("\n".join([*_INTRODUCTION, *lines, ""]), "utf-8")


def _with_reason(name: str, by: str) -> str:
    return f"{SURVIVED}: {reasons()[name]}" if by.startswith(SURVIVED) and name in reasons() else by


def rows_of_the_table() -> list[tuple[str, str, str]]:
    """The rows of caught.md: the name of a fault, its words, and what catches it."""
    lines = (HERE / "caught.md").read_text("utf-8").splitlines()
    rows = [line.removeprefix("| ").removesuffix(" |").split(" | ") for line in lines if line.startswith("| interp")]
    return [(row[0], " | ".join(row[1:-1]), row[-1]) for row in rows]


_INTRODUCTION = (
    "# Faults that the tests catch",
    "",
    "Each of these is planted by itself, and tests are run until one fails: first the scenarios for the language, then",
    "those named in `__main__.py`; of native code, those in `natively.py`. `targets.toml` says in which modules,",
    "`operators.py` what is done to them, and `survivors.toml` why nothing catches some. `python -m tests.mutations",
    "--write` tries all anew and writes this; with words behind it, those rows alone.",
    "",
    "| place, operator, number | what goes wrong | caught by |",
    "|---|---|---|",
)

if __name__ == "__main__":
    sys.exit(main())
