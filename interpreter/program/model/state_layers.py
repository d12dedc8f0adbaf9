"""The attributes of every state, in layers: position, continuation, pending question, journal.

A game's own variables and random streams are attributes of a subclass (`interpreter/runtime/state.py`), so that
generated code reads each of them at once. A function asks for the layer that it needs.
"""

from collections.abc import Sequence
from typing import Any, ClassVar, TypeAlias

from interpreter.program.model.layout import Layout

#: A number, a list of numbers, or a list of such: the type of the expression says which; hence Any.
Value: TypeAlias = Any


class Position:
    """The position: all that a rule may read, and nothing of control.

    `zones` lists the pieces in each zone instance from bottom to top; `kind`, `zone`, `owner`, `seen` are by piece.
    `seen` has a bit for each seat that knows it, and above these as many for each property that can be looked at alone.
    `set_up` is 1 when the setup has run. `rolls` are pips that come up before chance is asked. `begun` counts the
    effects that have begun; `taken`, by player, how often each action has been taken; `rounds`, for reports, the
    passes of all rounds.
    """

    zones: list[list[int]]
    kind: list[int]
    zone: list[int]
    owner: list[int]
    seen: list[int]
    over: int
    winners: tuple[int, ...]
    decisions: int
    round_number: int
    rounds: int
    set_up: int
    rolls: tuple[int, ...]
    begun: int
    active_player: int
    next_player: int
    cause: int
    causer: int
    taken: list[int]
    __slots__ = tuple(__annotations__)

    layout: ClassVar[Layout]


class Continuation(Position):
    """The continuation. `pc` is the block of the pending question, or -1.

    `frame` holds the locals of the routine that asks; `stack`, for each of its callers, the block to return to and then
    the caller's frame. `answer` is that of the routine that ended last. `held` counts the windows that hold the trigger
    queue; `later` is the queue: of each rule its order, its place, its `you` and its arguments.
    """

    pc: int
    frame: list[Value]
    stack: list[Value]
    answer: Value
    held: int
    later: list[tuple[Value, ...]]
    __slots__ = tuple(__annotations__)


class PendingQuestion(Continuation):
    """`player` is asked at `site` for one of `options`, then come the actions in `offers`, then passing (`can_pass`).

    `deciding`: for whom somebody else decides, and who; both -1 for nobody.
    """

    player: int
    site: int
    options: Sequence[int]
    offers: tuple[int, ...]
    can_pass: int
    deciding: tuple[int, int]
    __slots__ = tuple(__annotations__)


class Recorded(PendingQuestion):
    """`journal` is what has happened (see `Verb`), or None if nobody wants to know."""

    journal: list[tuple[int, ...]] | None
    __slots__ = tuple(__annotations__)


#: The attributes of a state that every game has.
COMMON: tuple[str, ...] = tuple(
    name for layer in (Position, Continuation, PendingQuestion, Recorded) for name in layer.__slots__
)
