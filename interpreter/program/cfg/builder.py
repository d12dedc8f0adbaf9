"""Builds the blocks of a routine one after another, and the loops that may suspend."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from attrs import define, field

from dsl.ir import nodes as ir
from dsl.source import NO_SPAN, Span
from interpreter.program.cfg.may_suspend import escapes, waits
from interpreter.program.desugar.end_turn import OVER
from interpreter.program.desugar.routines import Source
from interpreter.program.model.constants import ONE, YOU, ZERO
from interpreter.program.model.nodes import Block, Branch, End, Enter, Goto, OfItsKind, RoutineEvent, Statement, Verb
from interpreter.program.model.routine_id import RoutineId


@define
class Labels:
    """Numbers for blocks, each used once in a program."""

    next: int = 0

    def new(self) -> int:
        self.next += 1
        return self.next - 1


Split: TypeAlias = "Mapping[type, Callable[[Builder, OfItsKind], None]]"


@define
class Builder:
    """The blocks that are done, and the one being filled (`label`). `split` has the statements that may suspend."""

    split: Split
    waiting: frozenset[RoutineId]
    labels: Labels
    bodies: Mapping[RoutineId, Source]
    numbers: Mapping[RoutineId, int]
    actions: Mapping[str, ir.Action]
    slots: list[str]
    name: RoutineId
    ends_turns: bool
    label: int = 0
    statements: list[Statement] = field(factory=list)
    done: dict[int, Block] = field(factory=dict)
    exits: list[int] = field(factory=list)  # where `stop` goes on, innermost loop last
    passes_left: list[ir.Expression | None] = field(factory=list)  # of each open loop, with the pass that runs
    at_first: list[Statement] = field(factory=list)  # what is done before all else
    in_secret: int = 0  # how many blocks are open in which others learn no answer
    collected: tuple[ir.Local, ...] = ()  # the lists of answers, in the outermost of these blocks

    def add(self, *statements: Statement) -> None:
        self.statements.extend(statements)

    def end(self, end: End) -> None:
        """Ends the block; what is added before the next `begin` can never be reached."""
        self.done[self.label] = Block(tuple(self.statements), end)
        self.begin(self.labels.new())

    def begin(self, label: int) -> None:
        self.label, self.statements = label, []

    def go_on(self, label: int) -> None:
        """Ends the block with a jump to a label, and begins the block of that label."""
        self.end(Goto(label))
        self.begin(label)

    def go_round(self, label: int, out: int) -> None:
        """Ends the block with a jump to a loop's head, or out of it if the turn is over by now."""
        self.end(Branch(OVER, out, label) if self.ends_turns else Goto(label))

    @property
    def action_numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.actions)}

    @property
    def free_actions(self) -> set[str]:
        """The actions that cost nothing."""
        return {name for name, action in self.actions.items() if action.kind == "free"}

    def secret_places(self, names: tuple[str, ...]) -> tuple[int, ...]:
        """The places of the actions of which others do not learn."""
        return tuple(place for place, name in enumerate(names) if self.actions[name].secret)

    def hidden(self, name: str, type_: ir.Type) -> ir.Local:
        """Adds a local that the rules do not know of."""
        self.slots.append(name)
        return ir.Local(len(self.slots) - 1, name, type_)

    def let(self, name: str, value: ir.Expression, type_: ir.Type, span: Span = NO_SPAN) -> ir.Local:
        """Adds such a local, and what stores a value in it."""
        local = self.hidden(name, type_)
        self.add(ir.SetLocal(local.slot, value, span=span))
        return local

    def all(self, statements: tuple[Statement, ...]) -> None:
        for statement in statements:
            self.one(statement)

    def one(self, statement: Statement) -> None:
        if waits(statement, self.waiting) or escapes(statement):
            self.split[type(statement)](self, statement)
        else:
            self.add(statement)


def loop(
    b: Builder, condition: ir.Expression, body: Callable[[], None], span: Span, left: ir.Expression | None = None
) -> None:
    """Builds a loop that runs `body` as long as the condition holds; `stop` in it jumps behind it.

    `left`: how many passes there may still be, with the one that runs.
    """
    head, inside, exit_ = b.labels.new(), b.labels.new(), b.labels.new()
    b.go_on(head)
    b.end(Branch(condition, inside, exit_, span=span))
    b.begin(inside)
    b.exits.append(exit_)
    b.passes_left.append(left)
    body()
    b.exits.pop()
    b.passes_left.pop()
    b.end(Goto(head))
    b.begin(exit_)


def counted(
    b: Builder, over: ir.Expression, opening: Callable[[ir.Local, ir.Local], tuple[Statement, ...]],
    body: Callable[[], None], span: Span,
) -> None:  # fmt: skip
    """Builds a loop over a list that is fixed as it begins; `opening` takes out an item, given list and place."""
    items = b.let("items", over, over.type, span)
    place = b.let("place", ZERO, ir.NUMBER)
    length = ir.CountOf(over if _never_grows(over) else items)

    def inside() -> None:
        b.add(*opening(items, place), ir.SetLocal(place.slot, ir.Arithmetic("+", place, ONE)))
        body()

    loop(b, ir.Compare("<", place, length), inside, span)


def _never_grows(over: ir.Expression) -> bool:
    """Whether a list always has the same length: all but those of pieces, which may be created in play."""
    return isinstance(over, ir.PlayersFrom) or (isinstance(over, ir.AllOf) and over.of.kind is not ir.Kind.PIECE)


def enter(
    b: Builder, name: RoutineId, you: ir.Expression, arguments: tuple[ir.Expression, ...], slot: int, site: int,
    span: Span,
) -> None:  # fmt: skip
    """Builds a call of a routine that may suspend, and emits its beginning and its answer."""
    called, number, back = b.bodies[name], b.numbers[name], b.labels.new()
    if called.emitted:
        b.add(RoutineEvent(Verb.BEGIN, number, you, None, site, span=span))
    if called.answers and slot < 0:
        slot = b.hidden("answer", ir.NUMBER).slot
    b.end(Enter(name, you, arguments, slot, back, span=span))
    b.begin(back)
    if called.answers:
        b.add(RoutineEvent(Verb.DECIDE, number, YOU, ir.Local(slot, "answer", ir.NUMBER), site, span=span))
