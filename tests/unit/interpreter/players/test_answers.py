"""What is typed is understood as one answer, or not at all."""

from __future__ import annotations

import pytest

from interpreter.players.answers import answer, could_mean, keys
from interpreter.table.decision import Decision, Option

CARDS = Decision(
    0,
    "Which card?",
    None,
    (
        Option("option", "Lamp", "Lamp (price 2)"),
        Option("option", "Lamp oil", "Lamp oil (price 1)"),
        Option("option", "Pan", "Pan (price 3)"),
        Option("offer", "Beg", "Beg for a coin"),
        Option("offer", "Borrow", "Borrow a coin"),
        Option("pass", "Buy nothing", "Buy nothing"),
    ),
)
NUMBERS = Decision(0, "Bid:", (2, 7), (Option("offer", "Beg", "Beg"), Option("pass", "Pass", "Pass")))
YES_NO = Decision(0, "Again?", None, (Option("option", "again", "Yes"), Option("pass", "No", "No")))


def test_each_answer_has_a_key_of_its_own() -> None:
    assert [key for key, _ in keys(CARDS)] == ["1", "2", "3", "a", "b", "p"]
    assert [key for key, _ in keys(NUMBERS)] == ["a", "p"]


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("1", 0), (" 3 ", 2), ("a", 3), ("B", 4), ("p", 5),
        ("lamp", 0), ("Lamp (price 2)", 0), ("lamp o", 1), ("PAN", 2), ("bo", 4), ("buy", 5), ("buy  nothing.", 5),
    ],
)  # fmt: skip
def test_keys_names_and_beginnings_are_understood(typed: str, number: int) -> None:
    assert answer(CARDS, typed) == number


@pytest.mark.parametrize("typed", ["", "  ", "0", "4", "c", "l", "la", "b e", "pans", "-1", "1 2", "٣"])
def test_what_could_be_several_or_none_is_not_guessed(typed: str) -> None:
    assert answer(CARDS, typed) is None


@pytest.mark.parametrize(("typed", "number"), [("2", 0), ("7", 5), ("a", 6), ("p", 7), ("pass", 7)])
def test_a_number_that_is_asked_for_is_the_number_itself(typed: str, number: int) -> None:
    assert answer(NUMBERS, typed) == number


@pytest.mark.parametrize("typed", ["1", "8", "-2", "2.5", "1e1", "9" * 30, "²"])
def test_other_numbers_are_not_taken(typed: str) -> None:
    assert answer(NUMBERS, typed) is None


@pytest.mark.parametrize(("typed", "number"), [("y", 0), ("yes", 0), ("1", 0), ("n", 1), ("NO", 1), ("p", 1)])
def test_yes_and_no(typed: str, number: int) -> None:
    assert answer(YES_NO, typed) == number


@pytest.mark.parametrize("typed", ["p", "pass", "Pass", "skip", "n", "no", "done", "stop"])
def test_passing_has_many_words(typed: str) -> None:
    for decision in (CARDS, YES_NO, NUMBERS):
        assert answer(decision, typed) == decision.first_option + len(decision.options) - 1


def test_a_word_for_passing_that_begins_another_answer_is_not_guessed() -> None:
    decision = Decision(0, "Where to?", None, (Option("option", "North", "North"), Option("pass", "Stay", "Stay")))
    assert answer(decision, "no") is None and answer(decision, "nor") == 0 and answer(decision, "pass") == 1
    must = Decision(0, "Where to?", None, (Option("option", "North", "North"), Option("option", "South", "South")))
    assert answer(must, "pass") is None and answer(must, "no") is None


def test_what_could_be_meant_is_listed() -> None:
    assert [option.name for option in could_mean(CARDS, "la")] == ["Lamp", "Lamp oil"]
    assert could_mean(CARDS, "x") == could_mean(CARDS, " ") == ()


def test_no_passes_and_yes_needs_one_thing_to_agree_to() -> None:
    assert answer(CARDS, "no") == 5
    assert answer(CARDS, "yes") is None
