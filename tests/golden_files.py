"""Golden files: an input or a name, and the text that it must give, kept in a file under `tests/golden`.

A test states its cases in a decorator and asks the `golden` fixture to compare::

    @golden_cases("messages", "*.bylaws", ".txt")
    def test_messages(case: Case, golden: Golden) -> None:
        golden(case, render(check(case.input.read_text()), "full"))

`pytest --update-golden` writes what the tests give. Every file under `tests/golden` must be an input or an
expected text of some case: `tests/unit/test_golden_files.py` fails on any other.
"""

from collections.abc import Callable, Container, Iterable
from difflib import unified_diff
from pathlib import Path
from typing import TypeAlias

import pytest
from attrs import frozen

FOLDER = Path(__file__).parent / "golden"


@frozen
class Case:
    """An expected text and, where there is one, the file it is made from."""

    name: str
    expected: Path
    given: Path | None = None

    @property
    def input(self) -> Path:
        """The file the text is made from; only for cases that have one."""
        assert self.given, f"{self.name} is a case without an input file"
        return self.given

    def files(self) -> set[Path]:
        """Everything in `tests/golden` that this case accounts for; also a table of cards beside the input."""
        return {self.expected, *([self.given, self.given.with_suffix(".csv")] if self.given else [])}


#: Compares a case with the text that was given, or writes it under `--update-golden`.
Golden: TypeAlias = Callable[[Case, str], None]


def golden_cases(folder: str, inputs: str, suffix: str) -> pytest.MarkDecorator:
    """A `case` for every file in the folder that `inputs` matches; the text has its name and `suffix`."""
    home = FOLDER / folder
    found = sorted(path for path in home.glob(inputs) if path.is_file())
    assert found, f"no file in {home} matches {inputs}"
    return _parametrized(Case(_name(home, path), path.with_suffix(suffix), path) for path in found)


def golden_names(
    folder: str, names: Iterable[str], suffix: str, slow: Container[str] = ()
) -> pytest.MarkDecorator:  # fmt: skip
    """A `case` for every name, for texts that are made from something else than a file beside them."""
    return _parametrized((Case(name, FOLDER / folder / f"{name}{suffix}") for name in names), slow)


def compare(case: Case, actual: str) -> None:
    """Fails with a difference in lines unless the text is as expected."""
    if not case.expected.exists():
        pytest.fail(f"{case.expected} does not exist; write it with --update-golden", pytrace=False)
    expected = case.expected.read_bytes().decode()
    if actual != expected:
        lines = unified_diff(expected.split("\n"), actual.split("\n"), "expected", "given", lineterm="")
        pytest.fail(f"{case.expected} differs\n" + "\n".join(lines), pytrace=False)


def update(case: Case, actual: str) -> None:
    """Makes what was given the expected text."""
    case.expected.parent.mkdir(parents=True, exist_ok=True)
    case.expected.write_bytes(actual.encode())


def orphans(items: Iterable[pytest.Item]) -> list[Path]:
    """The golden files that none of these tests accounts for."""
    claimed: set[Path] = set()
    for item in items:
        parameters = item.callspec.params.values() if hasattr(item, "callspec") else ()
        for value in parameters:
            if isinstance(value, Case):
                claimed |= value.files()
    return sorted(path for path in FOLDER.rglob("*") if path.is_file() and path not in claimed)


def _parametrized(cases: Iterable[Case], slow: Container[str] = ()) -> pytest.MarkDecorator:
    each = [
        pytest.param(case, id=case.name, marks=[pytest.mark.slow] if case.name in slow else []) for case in cases
    ]
    return pytest.mark.parametrize("case", each)


def _name(home: Path, path: Path) -> str:
    return path.relative_to(home).with_suffix("").as_posix()
