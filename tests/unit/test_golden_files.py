"""Golden files are compared, rewritten by one flag, and none is left without a test."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import golden_files
from tests.golden_files import Case, compare, golden_cases, golden_names, orphans, update

REPOSITORY = Path(__file__).parents[2]
CONFTEST = """
from pathlib import Path
from tests import golden_files
from tests.conftest import golden, pytest_addoption
golden_files.FOLDER = Path(__file__).parent / "golden"
"""
TEST_MODULE = """
from tests.golden_files import golden_names

@golden_names("made", ["one"], ".txt")
def test_made(case, golden):
    golden(case, "given")
"""


def test_no_golden_file_is_an_orphan(all_tests: list[pytest.Item]) -> None:
    assert [str(path) for path in orphans(all_tests)] == []


def test_same_text_passes_and_other_text_fails_with_the_difference(tmp_path: Path) -> None:
    case = Case("one", tmp_path / "one.txt")
    case.expected.write_text("first\nsecond\n", encoding="utf-8")
    compare(case, "first\nsecond\n")
    with pytest.raises(pytest.fail.Exception) as failure:
        compare(case, "first\nthird\n")
    assert "-second" in str(failure.value)
    assert "+third" in str(failure.value)


def test_a_missing_file_fails(tmp_path: Path) -> None:
    with pytest.raises(pytest.fail.Exception, match="--update-golden"):
        compare(Case("one", tmp_path / "one.txt"), "")


def test_update_writes_what_compare_accepts(tmp_path: Path) -> None:
    case = Case("one", tmp_path / "folder" / "one.txt")
    update(case, "naïve\r\ntext")
    compare(case, "naïve\r\ntext")


def test_cases_come_from_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden_files, "FOLDER", tmp_path)
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "b.bylaws").touch()
    (tmp_path / "bad" / "a.bylaws").touch()
    (tmp_path / "bad" / "a.txt").touch()
    mark = golden_cases("bad", "*.bylaws", ".txt").mark
    assert [parameter.id for parameter in mark.args[1]] == ["a", "b"]
    with pytest.raises(AssertionError):
        golden_cases("bad", "*.nothing", ".txt")


class Item:
    """As much of a collected test as `orphans` looks at."""

    def __init__(self, *values: object) -> None:
        self.callspec = self
        self.params = dict(enumerate(values))


def test_a_file_that_no_test_asks_for_is_an_orphan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden_files, "FOLDER", tmp_path)
    case, other = (parameter.values[0] for parameter in golden_names("made", ["a", "b"], ".txt").mark.args[1])
    update(case, "")
    update(other, "")
    assert orphans([Item(case), Item(7), object()]) == [tmp_path / "made" / "b.txt"]  # type: ignore[list-item]
    assert orphans([Item(case), Item(other)]) == []  # type: ignore[list-item]


@pytest.mark.slow
def test_the_flag_writes_the_file_that_was_missing(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "test_made.py").write_text(TEST_MODULE)
    assert _pytest(tmp_path) != 0
    assert _pytest(tmp_path, "--update-golden") == 0
    assert (tmp_path / "golden" / "made" / "one.txt").read_text() == "given"
    assert _pytest(tmp_path) == 0


def _pytest(folder: Path, *options: str) -> int:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, *options]
    return subprocess.run([*command, f"--rootdir={folder}", str(folder)], cwd=REPOSITORY).returncode
