"""What is printed reads back as the same tree, with all its comments, and prints the same again.

The rule files of this repository do, and those that come along stand as they are printed.
"""

import random
import re
from functools import lru_cache
from itertools import product
from pathlib import Path
from unittest.mock import ANY

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from dsl.formatting import Formatted, format_source
from dsl.source import Source
from dsl.syntax import nodes as n
from dsl.syntax.parse import parse
from dsl.syntax.unparse import unparse
from dsl.walk import nodes_in
from tests.properties.damage import FILES, REPOSITORY
from tests.properties.trees import each_values, files, parts

pytestmark = pytest.mark.slow

patient = settings(deadline=None, suppress_health_check=list(HealthCheck), max_examples=300)


@patient
@given(files)
def test_a_printed_tree_reads_back_as_the_same_tree(file: n.File) -> None:
    assert _read(unparse(file)) == file


@patient
@given(files, st.randoms(use_true_random=False))
def test_comments_stay_and_a_second_print_changes_nothing(file: n.File, luck: random.Random) -> None:
    text = _with_comments(unparse(file), luck)
    _check_round_trip(text)


OTHERS = REPOSITORY.glob("interpreter/**/*.bylaws")
GOOD_FILES = sorted(path for path in (*FILES, *OTHERS) if "refused" not in path.parts)
IN_ONE_STYLE = ("games", "dsl", "interpreter")


@pytest.mark.parametrize("path", GOOD_FILES, ids=lambda path: path.relative_to(REPOSITORY).as_posix())
def test_the_rule_files_of_this_repository(path: Path) -> None:
    text, name = path.read_text(encoding="utf-8"), path.relative_to(REPOSITORY)
    printed = _check_round_trip(text)
    assert name.parts[0] not in IN_ONE_STYLE or printed == text, f"run `bylaws fmt {name.as_posix()}`"


def test_trees_of_every_kind_of_node_are_tried() -> None:
    kinds = {kind for kind in vars(n).values() if isinstance(kind, type) and kind.__module__ == n.__name__}
    branches = dict.fromkeys(branch for part in (*parts, each_values) for branch in _branches(part))
    wanted = kinds - {n.File, n.BadLine}
    for number, branch in product((1, 2, 5, 15), branches):  # most kinds are in the first trees
        if wanted:
            wanted -= {type(node) for drawn in _drawn(branch, number) for node in nodes_in(drawn)}
    assert not wanted


def _branches(part: st.SearchStrategy[object]) -> list[st.SearchStrategy[object]]:
    """What `one_of` chooses between, so that none of it is left to luck."""
    return [deeper for each in getattr(part, "original_strategies", ()) for deeper in _branches(each)] or [part]


def _drawn(part: st.SearchStrategy[object], number: int) -> list[object]:
    drawn: list[object] = []

    @settings(patient, max_examples=number, database=None, derandomize=True, phases=[Phase.generate])
    @given(part)
    def draw(one: object) -> None:
        drawn.append(one)

    draw()
    return drawn


def _check_round_trip(text: str) -> str:
    """Gives the text as it is printed."""
    tree = _read(text)
    printed = unparse(tree)
    again = _read(printed)
    assert again == tree
    assert sorted(_comments(printed)) == sorted(_comments(text))
    assert unparse(again) == printed
    assert format_source(Source("typed.bylaws", text)) == Formatted(ANY, printed)
    return printed


@lru_cache(maxsize=1)  # what stands as it is printed is read once
def _read(text: str) -> n.File:
    file, reports = parse(Source("printed.bylaws", text))
    assert not reports
    return file


def _with_comments(text: str, luck: random.Random) -> str:
    """Comments above and behind lines, and blank lines, in places where people put them and in others."""
    lines = []
    for number, line in enumerate(text.splitlines()):
        if luck.random() < 0.2:
            lines.append(" " * luck.choice((0, 4, 8, len(line) - len(line.lstrip()))) + f"# above {number}")
        if luck.random() < 0.1:
            lines.append("")
        takes_comment = not line.lstrip().startswith(">") and line.strip()
        lines.append(f"{line}  # behind {number}" if takes_comment and luck.random() < 0.2 else line)
    return "\n".join([*lines, "    # below", "# at the end"])


def _comments(text: str) -> list[str]:
    """The comments of a text, as they are printed: with one space behind the sign."""
    code = (line for line in text.splitlines() if not line.lstrip().startswith(">"))
    found = (re.match(r'(?:[^"#]|"[^"]*")*(#.*)', line) for line in code)
    return [re.sub(r"^#(?=\w)", "# ", match.group(1).rstrip()) for match in found if match]
