"""What is typed is understood as one answer, or not at all."""

from __future__ import annotations

import pytest

from interpreter.players.answers import Row, answer, could_mean, gone, keys, next_of, row, why_no_row
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
    assert [key for key, _ in keys(CARDS)] == ["1", "2", "3", "a", "c", "p"]
    assert [key for key, _ in keys(NUMBERS)] == ["a", "p"]


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("1", 0), (" 3 ", 2), ("a", 3), ("C", 4), ("p", 5),
        ("oil", 1), ("price 3", 2),
        ("lamp", 0), ("Lamp (price 2)", 0), ("lamp o", 1), ("PAN", 2), ("bo", 4), ("buy", 5), ("buy  nothing.", 5),
    ],
)  # fmt: skip
def test_keys_names_and_beginnings_are_understood(typed: str, number: int) -> None:
    assert answer(CARDS, typed) == number


@pytest.mark.parametrize("typed", ["", "  ", "0", "4", "b", "l", "la", "b e", "price", "pans", "-1", "1 2", "٣"])
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


def test_several_answers_stand_in_one_line_and_keep_their_numbers() -> None:
    hand = tuple(Option("option", name, name) for name in ("Axe", "Bow", "Cap", "Dag"))
    asked, numbers = Decision(0, "Which?", None, hand, more=3), dict[str, int]()
    assert [key for key, _ in keys(asked, numbers)] == ["1", "2", "3", "4"]
    assert row(asked, "3 1", numbers) == Row(("Cap", "Axe")) == row(asked, "cap, axe", numbers)
    for refused in ("3 3", "1 2 3 4", "9 1", "3 all", "all"):
        assert row(asked, refused, numbers) is None
    assert next_of(asked, Row(("Cap", "Axe"))) == (2, Row(("Axe",)))
    left = Decision(0, "Which?", None, (*hand[:2], hand[3]), more=2)
    assert [key for key, _ in keys(left, numbers)] == ["1", "2", "4"]
    assert answer(left, "4", numbers) == 2 and answer(left, "3", numbers) is None
    assert gone(asked, numbers) == [] and gone(left, numbers) == [(3, "Cap")]
    assert next_of(left, Row(("Cap",)))[0] is None


def test_of_several_answers_the_one_that_is_not_there_is_named() -> None:
    hand = tuple(Option("option", name, name) for name in ("Axe", "Bow", "Cap"))
    asked = Decision(0, "Which?", None, hand, more=2)
    assert why_no_row(asked, "9 1") == "There is no answer 9 here." == why_no_row(asked, "1, 9")
    assert why_no_row(asked, "axe, cup") == 'There is no answer "cup" here.'
    assert why_no_row(asked, "1 2 3") == 'At most 2 answers can be given here, and "1 2 3" has 3.'
    assert why_no_row(asked, "1 1").startswith("One of these answers cannot")
    alone = Decision(0, "Which?", None, hand)
    assert why_no_row(alone, "1 2") == 'At most 1 answer can be given here, and "1 2" has 2.'
    assert why_no_row(alone, "4 2") == "There is no answer 4 here."
    assert why_no_row(alone, "9") == why_no_row(alone, "Dwayne, Mailroom") == ""


def test_an_order_may_be_left_to_the_list() -> None:
    asked = Decision(0, "Order?", None, tuple(Option("option", n, n) for n in "XYZ"), more=3, takes_all=True)
    assert row(asked, "in any order") == Row((), rest=True) and row(asked, "2, the rest") == Row(("Y",), rest=True)
    assert next_of(asked, Row((), rest=True)) == (0, Row((), rest=True))


def test_an_action_keeps_its_number_whatever_else_can_be_taken() -> None:
    options = (Option("option", "Draw", "Draw", place=3), Option("pass", "Done", "Done"))
    assert [key for key, _ in keys(Decision(0, "What?", None, options))] == ["4", "p"]


def test_where_nothing_is_picked_one_after_another_or_something_is_new_all_are_numbered_anew() -> None:
    hand, numbers = tuple(Option("option", name, name) for name in ("Axe", "Bow", "Cap", "Dag")), dict[str, int]()
    for more, options in ((2, hand[:3]), (0, hand[1:3]), (2, hand[:3]), (2, hand[1:])):
        asked = Decision(0, "Which?", None, options, more=more)
        assert [key for key, _ in keys(asked, numbers)] == [str(k + 1) for k in range(len(options))]
        assert gone(asked, numbers) == []
