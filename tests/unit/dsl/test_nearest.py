"""Did you mean: the right name for a slip, and none for another word."""

import pytest

from dsl.nearest import _slips, nearest

NAMES = ["hand", "draw_pile", "discard_pile", "start_player", "money", "category", "box", "tie"]


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("hnd", "hand"),
        ("hadn", "hand"),
        ("hands", "hand"),
        ("Hand", "hand"),
        ("draw pile", "draw_pile"),
        ("Discard-Pile", "discard_pile"),
        ("drwa_piel", "draw_pile"),
        ("strat_playr", "start_player"),
        ("categories", "category"),
        ("catgeories", "category"),
        ("ties", "tie"),
        ("bx", "box"),
        ("hand", "hand"),
    ],
)
def test_slips_find_the_name(word: str, meant: str) -> None:
    assert nearest(word, NAMES) == [meant]


@pytest.mark.parametrize("word", ["", "z", "to", "zone", "player", "elephant", "pile", "monday_meeting"])
def test_other_words_find_nothing(word: str) -> None:
    assert nearest(word, NAMES) == []


def test_two_letter_words_are_not_guessed_at() -> None:
    assert nearest("ab", ["ac", "ba"]) == []


def test_closest_first_up_to_the_limit() -> None:
    names = ["other", "stick", "stack_it", "stocks", "stack"]
    assert nearest("stock", names, limit=2) == ["stocks", "stick"]
    assert nearest("stock", names, limit=9) == ["stocks", "stick", "stack"]
    assert nearest("stock", names) == ["stocks"]


def test_no_candidate_and_a_repeated_one() -> None:
    assert nearest("hand", []) == []
    assert nearest("hnd", ["hand", "hand"], limit=2) == ["hand"]


def test_of_equally_near_names_the_one_that_begins_alike_comes_first() -> None:
    assert nearest("host", ["cost", "hoist"]) == ["hoist"]
    assert nearest("most", ["cost", "host"]) == ["cost"]


def test_distances_are_those_of_optimal_string_alignment() -> None:
    """Against the plain definition, written out by recursion."""
    words = ["", "a", "ab", "ba", "abc", "acb", "cab", "bca", "abcd", "badc", "ca"]
    for one in words:
        for other in words:
            assert _slips(one, other, 9) == by_definition(one, other), (one, other)


def by_definition(one: str, other: str) -> int:
    if not one or not other:
        return len(one) + len(other)
    ways = [
        by_definition(one[:-1], other) + 1,
        by_definition(one, other[:-1]) + 1,
        by_definition(one[:-1], other[:-1]) + (one[-1] != other[-1]),
    ]
    if one[-2:] == other[-2:][::-1] and len(one) > 1 and len(other) > 1:
        ways.append(by_definition(one[:-2], other[:-2]) + 1)
    return min(ways)
