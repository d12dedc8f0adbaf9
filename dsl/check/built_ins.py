"""The names that every game has: functions of the language, with what they take and what they answer.

A function is called `NAME of X` (its last argument), `NAME(a, b)` or both together: `item(3) of list`.
"""

from __future__ import annotations

from attrs import frozen

from dsl.ir.nodes import NUMBER, PLAYER, TEXT, YES_NO, Kind, Type

_VALUE = Type(Kind.VALUE)
_PIECE = Type(Kind.PIECE)
_ANY = Type(Kind.UNKNOWN)
_LIST = Type(Kind.UNKNOWN, many=True)


@frozen
class BuiltIn:
    """`same`: the result has the type of the argument at that place (of one item of it, when `item`)."""

    name: str
    takes: tuple[Type, ...]
    gives: Type
    meaning: str
    same: int | None = None
    item: bool = False


FUNCTIONS: tuple[BuiltIn, ...] = (
    BuiltIn("left", (PLAYER,), PLAYER, "the next player clockwise"),
    BuiltIn("right", (PLAYER,), PLAYER, "the next player anticlockwise"),
    BuiltIn("owner", (_PIECE,), PLAYER.or_none(), "whose deck or supply a piece came from"),
    BuiltIn("title", (_PIECE,), TEXT, "what is printed at the head of a card"),
    BuiltIn("smaller", (NUMBER, NUMBER), NUMBER, "the smaller of two numbers"),
    BuiltIn("larger", (NUMBER, NUMBER), NUMBER, "the larger of two numbers"),
    BuiltIn("pips", (Type(Kind.DIE),), NUMBER, "what a die shows"),
    BuiltIn("next", (_VALUE,), _VALUE, "the value after this one; the first again in a ring, else none", same=0),
    BuiltIn("item", (NUMBER, _LIST), _ANY, "the item at a place, counted from 1, or none", same=1, item=True),
    BuiltIn("first", (_LIST,), _ANY, "the first of a list, or none", same=0, item=True),
    BuiltIn("last", (_LIST,), _ANY, "the last of a list, or none", same=0, item=True),
)

#: Names that stand alone.
CONSTANT_NAMES: dict[str, Type] = {
    "round_number": NUMBER,
    "game_is_over": YES_NO,
}

BY_NAME: dict[str, BuiltIn] = {f.name: f for f in FUNCTIONS}
