"""One point is not `1 points`, and one fame is not `1 fam`."""

from __future__ import annotations

import pytest

from dsl.ir.prose.nouns import counted, face_of, in_units, is_plural, plural


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


@pytest.mark.parametrize(("one", "things"), [("boss", "bosses"), ("box", "boxes"), ("coins", "coins")])
def test_several_of_one(one: str, things: str) -> None:
    assert plural(one) == things


@pytest.mark.parametrize(
    ("thing", "several"),
    [("points", True), ("coins of gold", True), ("actions in a turn", True), ("boss", False), ("mayor of towns", False),
     ("rank in the clans", False)],
)  # fmt: skip
def test_a_noun_is_a_plural_by_its_head(thing: str, several: bool) -> None:
    assert is_plural(thing) is several


@pytest.mark.parametrize("number", [0, 2, -1, 21])
def test_any_other_number_leaves_the_word_alone(number: int) -> None:
    assert counted(number, "points") == f"{number} points"


@pytest.mark.parametrize(
    ("unit", "number", "shown"),
    [
        ("$100", 4, "$400"), ("$100", 0, "$0"), ("$100", -2, "-$200"), ("$100", 47, "$4,700"),
        ("1 pound", 1, "1 pound"), ("1 pound", 2, "2 pounds"), ("1 pound", 0, "0 pounds"), ("10 feet", 3, "30 feet"),
        ("1 kg", 3, "3 kg"), ("1 MC", 3, "3 MC"), ("1%", 3, "3%"), ("level 1", 3, "level 3"),
    ],
)  # fmt: skip
def test_the_number_of_a_unit_is_multiplied(unit: str, number: int, shown: str) -> None:
    assert in_units(unit, number) == shown


def test_a_face_says_what_is_printed_and_nothing_where_nothing_is() -> None:
    assert face_of("{sign}{amount}", {"sign": "+", "amount": "3"}) == "+3"
    assert face_of("{sign}{amount}", {"amount": "3"}) == "3"
    assert face_of("{sign}{amount}", {"colour": "red"}) == ""
    assert face_of("", {"colour": "red"}) == ""
