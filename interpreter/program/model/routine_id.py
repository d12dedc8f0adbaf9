"""Identities of routines: what each is made from, and what has been put around it."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

from attrs import evolve, frozen

from dsl.ir.bodies import MAIN, SETUP, BodyId, BodyKind


class Driver(StrEnum):
    """A routine that no body of the rules is."""

    WHOLE_GAME = "setup and main"  # setup, then all the rest; nobody is `you` in it
    FIXPOINT = "settle"  # goes through the `whenever` rules until none fires
    DRAIN = "answer"  # carries out the rules that have waited for the end of a moment


@frozen
class PassOf:
    """One pass of a round."""

    flow: str

    def __str__(self) -> str:
        return f"pass {self.flow}"


@frozen
class TextOf:
    """The text of a card, whichever it is, or what that says under `when PART:`; it is found by the card."""

    part: str

    def __str__(self) -> str:
        return f"text {self.part}".strip()


@frozen
class RuleOf:
    """The body of a rule on an event, by its place in the order in which rules meet events."""

    number: int

    def __str__(self) -> str:
        return f"hook {self.number}"


Root: TypeAlias = BodyId | PassOf | TextOf | RuleOf | Driver


class Layer(StrEnum):
    """How much of what surrounds a root is part of the routine."""

    WHOLE = ""
    APART = "inner"  # without the ends of the game that are looked at behind it
    BARE = "met"  # without the rules that meet it


@frozen(cache_hash=True)
class RoutineId:
    """Identifies a routine. `fired`: the rules, by place, that have met its event already, and do not meet it again."""

    root: Root
    layers: tuple[Layer, ...] = ()  # the outermost first
    fired: frozenset[int] = frozenset()

    def within(self, layer: Layer) -> RoutineId:
        """The same without what that layer leaves out."""
        return evolve(self, layers=(layer, *self.layers))

    def after(self, fired: frozenset[int]) -> RoutineId:
        """The same for when these rules have met its event."""
        return evolve(self, fired=fired)

    @property
    def body(self) -> BodyId | None:
        """The body of the rules that this is, if it is one with everything around it."""
        return self.root if isinstance(self.root, BodyId) and not self.layers and not self.fired else None

    def is_a(self, kind: BodyKind) -> bool:
        """Whether it is a body of that kind with everything around it, whatever has met it."""
        return isinstance(self.root, BodyId) and self.root.kind is kind and not self.layers

    @property
    def flow(self) -> str | None:
        """The round, phase or step that it is, a pass of it, or what stands around it."""
        match self.root:
            case PassOf(flow) | BodyId(BodyKind.FLOW, flow):
                return flow
            case _:
                return None

    @property
    def name(self) -> str:
        """What the rules call it, if they do."""
        return self.root.name if isinstance(self.root, BodyId) else self.flow or ""

    def __str__(self) -> str:
        """The same in words, for people who look at how a game runs; no two routines have the same."""
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
    """The routine that looks whether the game ends by this rule, and ends it."""
    return RoutineId(BodyId(BodyKind.END, "", number))


WHOLE_GAME, FIXPOINT, DRAIN = (RoutineId(driver) for driver in Driver)
SETUP_ID, MAIN_ID = RoutineId(SETUP), RoutineId(MAIN)
