"""What fits where, and what a type is called."""

import pytest

from dsl.ir.nodes import NOTHING, NUMBER, PIECE, PIECES, PLAYER, PLAYERS, UNKNOWN, YES_NO, Kind, Type
from dsl.names.types import comparable, fits, words

COLOUR = Type(Kind.VALUE, "Colour")
DAY = Type(Kind.VALUE, "Day")
DEED = Type(Kind.PIECE, "Deed")


@pytest.mark.parametrize(
    ("actual", "expected"),
    [
        (NUMBER, NUMBER),
        (PLAYER.or_none(), PLAYER),
        (PLAYER, PLAYER.or_none()),
        (NOTHING, PLAYER),
        (DEED, PIECE),
        (PIECE, DEED),
        (UNKNOWN, NUMBER),
        (PLAYERS, UNKNOWN),
        (COLOUR, Type(Kind.VALUE)),
    ],
)
def test_fits(actual: Type, expected: Type) -> None:
    assert fits(actual, expected)


@pytest.mark.parametrize(
    ("actual", "expected"),
    [
        (NUMBER, PLAYER),
        (PLAYERS, PLAYER),
        (PLAYER, PLAYERS),
        (NOTHING, PLAYERS),
        (COLOUR, DAY),
        (DEED, Type(Kind.PIECE, "Tool")),
        (YES_NO, NUMBER),
    ],
)
def test_does_not_fit(actual: Type, expected: Type) -> None:
    assert not fits(actual, expected)


def test_two_are_comparable_if_one_fits_the_other() -> None:
    assert comparable(NOTHING, PLAYER) and comparable(PLAYER, NOTHING)
    assert not comparable(COLOUR, DAY)
    assert not comparable(PIECES, PIECE)


@pytest.mark.parametrize(
    ("type_", "said"),
    [
        (NUMBER, "a number"),
        (YES_NO, "yes or no"),
        (NOTHING, "none"),
        (PLAYER.or_none(), "a player"),
        (PLAYERS, "a list of players"),
        (PIECE, "a card"),
        (DEED, "a Deed card"),
        (DEED.list(), "a list of Deed cards"),
        (COLOUR, "a Colour"),
        (Type(Kind.VALUE, "Order"), "an Order"),
        (COLOUR.list(), "a list of Colour values"),
        (Type(Kind.DIE), "a die"),
        (Type(Kind.DIE, many=True), "a list of dice"),
        (Type(Kind.ZONE), "a zone"),
    ],
)
def test_what_a_type_is_called(type_: Type, said: str) -> None:
    assert words(type_) == said
