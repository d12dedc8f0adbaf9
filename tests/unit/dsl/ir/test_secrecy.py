"""What everybody can work out: amounts that hang on marks which all see on cards that they do not know."""

import ast
import inspect
from textwrap import dedent, indent

import pytest

from dsl.ir import nodes as ir
from dsl.ir import secrecy
from dsl.walk import nodes_of
from tests.unit.dsl.ir.small import game

MARKS = """
zone drawer: row, face down, seen by nobody
flag torn of card: seen by everybody
counter stains of card: from 0 to 9, seen by everybody
counter notes of card: from 0 to 9
define stained of player as friend: number of cards in hand of friend where stains > 0
define stains_on of card as one: stains of one
procedure working with friend: player:
"""


def is_open(body: str) -> bool:
    """Whether everybody sees how much is gained of a hidden counter."""
    rules = MARKS + (dedent(body).strip("\n") if "procedure" in body else indent(dedent(body).strip(), "    "))
    *_, transfer = nodes_of(game(rules).procedures, ir.Transfer)
    return transfer.open


@pytest.mark.parametrize(
    "amount",
    [
        "stains of top of pile",
        "stains of item(2) of (every card in drawer)",
        "number of cards in hand of friend where torn",
        "number of cards in (pile, hand of friend) where torn and stains > 2",
        "stained(friend)",
        "total stains of cards in hand of friend",
        "stains_on(top of pile)",
    ],
)
def test_a_mark_that_all_see_is_no_secret(amount: str) -> None:
    assert is_open(f"friend gains ({amount}) coins")


@pytest.mark.parametrize(
    "amount",
    [
        "notes of top of pile",
        "number of cards in hand of friend where notes > 1",
        "number of cards in hand of friend where torn and notes > 1",
        "stains of item(1) of (every card in hand of friend)",
        "stains of top of pile + notes of top of pile",
    ],
)
def test_any_other_mark_and_which_card_of_a_hand_bears_one_is_a_secret(amount: str) -> None:
    assert not is_open(f"friend gains ({amount}) coins")


@pytest.mark.parametrize("mark", ["stains of picked", "stains_on(picked)"])
@pytest.mark.parametrize(("manner", "known"), [("", True), ("secretly ", False)])
def test_on_a_card_that_is_chosen_it_is_as_secret_as_the_choice(manner: str, known: bool, mark: str) -> None:
    body = f"""
    {manner}choose a card from hand of friend as picked asking "Which?"
    friend gains ({mark}) coins
    """
    assert is_open(body) is known


def test_a_card_that_was_chosen_secretly_is_a_secret_wherever_it_is_handed_on() -> None:
    body = """
        {manner}choose a card from hand of friend as picked asking "Which?"
        do paying_for of picked
    procedure paying_for of one: card:
        gain (stains of one) coins
    """
    assert is_open(body.format(manner=""))
    assert not is_open(body.format(manner="secretly "))


def test_what_has_a_case_of_its_own_is_told_apart() -> None:
    """Or else that case would never be come to, as what is not told apart is secret if any part of it is."""
    body = ast.parse(dedent(inspect.getsource(secrecy.Secrets.secret)))
    cases = [node.cls for node in ast.walk(body) if isinstance(node, ast.MatchClass)]
    inner = {"Local"}  # which only stands within a case
    assert {case.attr for case in cases if isinstance(case, ast.Attribute)} - inner == {
        kind.__name__ for kind in secrecy._TOLD_APART
    }
