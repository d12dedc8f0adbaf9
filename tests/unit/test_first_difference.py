"""That two long things differ is said soon, and where."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import frozen

from tests.first_difference import first_difference


@frozen
class Pair:
    name: str
    values: tuple[int, ...]


MANY = tuple(range(50_000))


@pytest.mark.parametrize(
    ("left", "right", "said"),
    [
        ((1, [2, 3]), (1, [2, 4]), "[1][1]: 3, not 4"),
        ((1, 2), (1, 2, 3), "[2]: nothing, not 3"),
        ({"a": 1, "b": 2}, {"a": 1}, "['b']: 2, not nothing"),
        (Pair("x", (1, 2)), Pair("x", (1, 5)), ".values[1]: 2, not 5"),
        ("one\ntwo\n", "one\nthree\n", " in line 2: 'two', not 'three'"),
        ("one", "two", ": 'one', not 'two'"),
        (1, "1", ": 1, not '1'"),
        ((MANY, 1), ((), 1), "[0][0]: 0, not nothing"),
    ],
)
def test_where_two_things_first_differ(left: Any, right: Any, said: str) -> None:
    assert first_difference(left, right) == said


def test_an_assertion_over_long_things_says_it_in_no_time() -> None:
    with pytest.raises(AssertionError, match=r"two long things differ\[0\]\[49999\]: 0, not 49999"):
        assert ((*MANY[:-1], 0),) == (MANY,)
    with pytest.raises(AssertionError, match=r"At index 0 diff: 1 != 2"):
        assert (1,) == (2,)
