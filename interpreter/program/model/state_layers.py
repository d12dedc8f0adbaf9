"""What every game in progress has, in layers: each has what the one before it has, and one thing more to say.

A game's own variables and random streams are attributes of a class of its own (see `interpreter/runtime/state.py`), so
that generated code reads each of them at once. Whoever looks at one layer alone asks for that one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from interpreter.program.model.layout import Layout


class Position:
    """What lies on the table: all that a rule may ask for, and nothing of how the rules got there.

    `zones` lists the pieces in each zone instance from bottom to top; `kind`, `zone`, `owner`, `seen` (a bit for each
    seat that knows it) are by piece. `set_up` is 1 when the setup has run. `rolls` are pips that come up before chance
    is asked. `begun` counts the effects that have begun; `taken`, by player, how often each action has been taken.
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
    """Where the rules go on. `pc` is the question that waits for an answer, or -1 if there is none.

    `frame` holds the locals of the routine that asks; on `stack` lie, for each of its callers, the block to go back to
    and then the caller's frame. `answer` is what the routine that ended last decided. `held` counts the moments that
    are not over; `later` are the rules that wait for that, each as its order, its place, its `you` and its arguments.
    """

    pc: int
    frame: list[Any]
    stack: list[Any]
    answer: Any
    held: int
    later: list[tuple[Any, ...]]
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

    journal: list[tuple[Any, ...]] | None
    __slots__ = tuple(__annotations__)


#: The attributes of a state that every game has.
COMMON: tuple[str, ...] = tuple(
    name for layer in (Position, Continuation, PendingQuestion, Recorded) for name in layer.__slots__
)
