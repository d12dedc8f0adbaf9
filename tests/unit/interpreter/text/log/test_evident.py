"""Answers that need no sentence of their own, since what comes of them says as much to whoever hears both."""

from __future__ import annotations

import pytest

from tests.unit.interpreter.text.log.test_journal import told

_ANN = "as item(1) of players:\n    "


@pytest.mark.parametrize(
    ("asked", "follows"),
    [
        (
            "choose a Ware from shelf as ware\n    move ware to hand of you",
            "Ann moves Pan from the shelf to their hand.",
        ),
        ("choose a Ware from shelf as ware\n    discard ware", "Ann discards Pan from the shelf."),
        ("choose a number from 2 to 4 as amount\n    gain amount fame", "Ann gains 2 fame."),
        ("choose a player other than you as friend\n    give 1 fame to friend", ""),
    ],
)
def test_what_shows_the_answer_is_told_alone(asked: str, follows: str) -> None:
    lines = told(f"each player: gain 3 fame\n{_ANN}{asked}", 1)[1:]
    assert not any("chooses" in line for line in lines)
    assert not follows or lines == [follows]


@pytest.mark.parametrize(
    "asked",
    [
        "choose a Ware from shelf as ware\n    gain 1 fame",  # nothing shows it
        "choose a number from 2 to 4 as amount\n    gain 1 fame",  # another amount
        "choose a player other than you as friend\n    friend gains 1 fame",  # who wanted it is not said
        "choose a Ware from shelf as ware\n    item(2) of players moves ware to hand of you",  # another's deed
        "choose a number from 2 to 4 as amount\n    item(2) of players gains amount fame",
        "choose a Ware from shelf as ware\n    move ware to shelf",  # it stays where it is
    ],
)
def test_what_does_not_show_it_leaves_the_answer_told(asked: str) -> None:
    lines = told(_ANN + asked, 1)
    assert lines[0].startswith("Ann chooses ")


def test_an_answer_is_told_where_somebody_else_is_asked_before_it_shows() -> None:
    body = """
        as item(1) of players:
            choose a number from 2 to 4 as amount
            as item(2) of players: choose a number from 7 to 8 as second
            gain amount fame
    """
    assert told(body, 1)[0].startswith("Ann chooses 2")


def test_that_somebody_else_is_asked_in_private_does_not_show_in_it() -> None:
    body = """
        as item(1) of players:
            choose a number from 2 to 4 as amount
            as item(2) of players: privately choose a number from 7 to 8 as second
            gain amount fame
    """
    assert told(body, 0) == ["You gain 2 fame."]
    assert told(body, 2, 3) == ["Ann gains 2 fame."]


def test_whoever_does_not_hear_of_what_follows_hears_the_answer() -> None:
    body = _ANN + "choose a number from 2 to 4 as amount\n    secretly gain amount gold"
    assert told(body, 1)[0].startswith("Ann chooses 2")
    assert not any("chooses" in line for line in told(body, 0))
