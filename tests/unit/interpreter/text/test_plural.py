"""One point is not `1 points`, and one fame is not `1 fam`."""

from __future__ import annotations

import pytest

from dsl.ir.prose.nouns import counted


@pytest.mark.parametrize(
    ("things", "one"),
    [
        ("points", "point"), ("coins", "coin"), ("Victory points", "Victory point"), ("stores", "store"),
        ("coins of gold", "coin of gold"), ("seals of honours", "seal of honours"),
        ("berries", "berry"), ("pies", "pie"), ("cookies", "cookie"), ("boxes", "box"), ("wishes", "wish"),
        ("lives", "life"), ("Lives", "Life"), ("dice", "die"),
        ("fame", "fame"), ("gold", "gold"), ("status", "status"), ("progress", "progress"), ("debris", "debris"),
        ("coin", "coin"), ("s", "s"),
    ],
)  # fmt: skip
def test_one_of_several(things: str, one: str) -> None:
    assert counted(1, things) == f"1 {one}"


@pytest.mark.parametrize("number", [0, 2, -1, 21])
def test_any_other_number_leaves_the_word_alone(number: int) -> None:
    assert counted(number, "points") == f"{number} points"
