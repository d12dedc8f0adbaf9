"""A question that is put, as those who count it are given it, and how they count how it is answered."""

from collections.abc import Callable
from typing import Final, Protocol

from dsl.frozen import frozen
from interpreter.backend.wasm.emit.scope import Body
from interpreter.backend.wasm.emit.writer import Writer

#: So many numbers are told apart; others are for another engine.
MOST_NUMBERS: Final = 2048
#: The lowest of these, where they are not known to be higher.
LOWEST: Final = -64


def _nothing() -> None:
    """Nobody counts."""


def _nothing_of(_: int) -> None:
    """Nobody counts."""


class Options(Protocol):
    """The options of a question: `each` goes through them in order, each in a local; `item` pushes the one at a place;
    `apart`: no two of them are equal; `mask`: a local with a bit for each, or None.
    """

    @property
    def item(self) -> Callable[[int], None]: ...

    @property
    def each(self) -> Callable[[Body], None]: ...

    @property
    def apart(self) -> bool: ...

    @property
    def mask(self) -> int | None: ...


@frozen(eq=False)
class Put:
    """A question that is put: what is offered; in locals how many options there are, and `may_pass`."""

    options: Options
    count: int
    may_pass: int


@frozen(eq=False)
class Counted:
    """What is done to count an answer: an option or something besides, which is in a local, or to pass."""

    taken: Callable[[int], None] = _nothing_of
    besides: Callable[[int], None] = _nothing_of
    passed: Callable[[], None] = _nothing


def add_to(w: Writer, at: int, amount: Callable[[], None] | int = 1) -> None:
    """Adds a constant, or what is pushed, to what stands at a fixed address."""
    w.number(0)
    w.load(at)
    w.number(amount) if isinstance(amount, int) else amount()
    w.do("i32.add")
    w.do("i32.store", at)


def add_at(w: Writer, offset: int, base: int, amount: Callable[[], None] | int = 1) -> None:
    """Adds a constant, or what is pushed, to what stands at an offset, in a local."""
    w.get(offset)
    w.get(offset)
    w.do("i32.load", base)
    if isinstance(amount, int):
        w.plus(amount)
    else:
        amount()
        w.do("i32.add")
    w.do("i32.store", base)


def add_cell(w: Writer, base: int, amount: int = 1) -> None:
    """Adds a constant to the cell whose place has been pushed."""
    w.cells()
    with w.kept() as offset:
        add_at(w, offset, base, amount)


def within(w: Writer, place: int, size: int) -> None:
    """Sees to it that a place, in a local, is one of so many; else another engine plays the game."""
    w.get(place)
    w.number(size)
    w.do("i32.ge_u")
    w.trap_if()
