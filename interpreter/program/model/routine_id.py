"""Identities of routines: what each is made from, and what has been put around it."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

from attrs import evolve

from dsl.frozen import frozen
from dsl.ir.bodies import MAIN, SETUP, BodyId, BodyKind


class Driver(StrEnum):
    """Names a routine that is made of no body of the rules."""

    WHOLE_GAME = "setup and main"  # setup, then all the rest; nobody is `you` in it
    FIXPOINT = "settle"  # fires `whenever` rules until no condition holds
    DRAIN = "answer"  # drains the trigger queue


@frozen
class PassOf:
    """One pass of a round."""

    flow: str

    def __str__(self) -> str:
        return f"pass {self.flow}"


@frozen
class TextOf:
    """The text of any card, or its part under `when PART:`; dispatches on the card."""

    part: str

    def __str__(self) -> str:
        return f"text {self.part}".strip()


@frozen
class RuleOf:
    """The body of a rule on an event, by its number in the trigger table."""

    number: int

    def __str__(self) -> str:
        return f"hook {self.number}"


Root: TypeAlias = BodyId | PassOf | TextOf | RuleOf | Driver


class Layer(StrEnum):
    """Says what is left out of a routine around its root."""

    WHOLE = ""
    APART = "inner"  # without the checks for the end of the game behind it
    BARE = "met"  # without the rules on it


@frozen(cache_hash=True)
class RoutineId:
    """Identifies a routine. `fired`: the rules, by number, that already fired on account of its event."""

    root: Root
    layers: tuple[Layer, ...] = ()  # the outermost first
    fired: frozenset[int] = frozenset()

    def within(self, layer: Layer) -> RoutineId:
        """Identifies the same without what that layer leaves out."""
        return evolve(self, layers=(layer, *self.layers))

    def after(self, fired: frozenset[int]) -> RoutineId:
        """Identifies the same when these rules already fired."""
        return evolve(self, fired=fired)

    @property
    def body(self) -> BodyId | None:
        """The body of the rules that it is made of, if nothing is left out around that."""
        return self.root if isinstance(self.root, BodyId) and not self.layers and not self.fired else None

    def is_a(self, kind: BodyKind) -> bool:
        """Whether it is a body of that kind with nothing left out around it."""
        return isinstance(self.root, BodyId) and self.root.kind is kind and not self.layers

    @property
    def flow(self) -> str | None:
        """The name of the round, phase or step that it belongs to, if any."""
        match self.root:
            case PassOf(flow) | BodyId(BodyKind.FLOW, flow):
                return flow
        return None

    @property
    def name(self) -> str:
        """Its name in the rules, if it has one."""
        return self.root.name if isinstance(self.root, BodyId) else self.flow or ""

    def __str__(self) -> str:
        """Names it for traces and generated code; no two routines have the same name."""
        match self.root:
            case BodyId(BodyKind.TEXT, "", number):
                root = f"effect {number}"
            case BodyId(BodyKind.TEXT, part, number):
                root = f"part {part} {number}"
            case root_:
                root = str(root_)
        after = f"after {' '.join(map(str, sorted(self.fired)))}" if self.fired else ""
        return " ".join(word for word in (*self.layers, root, after) if word)


def procedure(name: str) -> RoutineId:
    """The routine of a procedure."""
    return RoutineId(BodyId(BodyKind.PROCEDURE, name))


def action(name: str) -> RoutineId:
    """The routine of an action."""
    return RoutineId(BodyId(BodyKind.ACTION, name))


def flow(name: str) -> RoutineId:
    """The routine of a round, phase or step."""
    return RoutineId(BodyId(BodyKind.FLOW, name))


def game_end(number: int) -> RoutineId:
    """The routine that checks an end of the game, and ends it."""
    return RoutineId(BodyId(BodyKind.END, "", number))


WHOLE_GAME, FIXPOINT, DRAIN = (RoutineId(driver) for driver in Driver)
SETUP_ID, MAIN_ID = RoutineId(SETUP), RoutineId(MAIN)
