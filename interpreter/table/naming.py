"""Names that a player may call things by, and their meaning."""

from collections.abc import Iterator, Sequence
from itertools import islice

from dsl.ir import nodes as ir
from interpreter.program.model.state_layers import Position
from interpreter.text.labels import Words, spoken
from interpreter.text.redaction import knows

#: What a player may say to pass.
PASSING = frozenset(("p", "pass", "skip", "n", "no", "done", "stop"))

#: What players are called who have no name of their own.
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Flo", "Gus", "Hal", *(f"Player {number}" for number in range(1, 30)))


def names_beside(given: Sequence[str], seats: int) -> tuple[str, ...]:
    """The given names, and for the seats behind them the first names that are not among these."""
    left = (name for name in NAMES if name.casefold() not in map(str.casefold, given))
    return (*given, *islice(left, seats - len(given)))


def plain_name(text: str) -> str:
    """A name as it is compared: in small letters, with single spaces, and without what stands around it."""
    return " ".join(spoken(text).split()).casefold().strip("\"'`.?!:")


def as_number(text: str) -> int | None:
    """The number that a text is, if it is one."""
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 19 else None


def things_of(words: Words, state: Position, seat: int, type_: ir.Type) -> Iterator[tuple[str, int]]:
    """Everything of a type that a player can name, with what it is called; of pieces, those that they know."""
    match type_.kind:
        case ir.Kind.PLAYER:
            yield from ((name, player) for player, name in enumerate(words.names))
        case ir.Kind.VALUE:
            yield from ((title, place) for place, title in enumerate(words.values(type_.name)))
        case ir.Kind.PIECE:
            pieces = (piece for piece in range(len(state.kind)) if knows(state, piece, seat))
            yield from ((words.title(state, piece), piece) for piece in pieces)
        case ir.Kind.YES_NO:
            yield from (("no", 0), ("yes", 1))
