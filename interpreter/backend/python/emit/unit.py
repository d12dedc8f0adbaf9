"""The compilation unit: what generated functions share: tables, faults, and the functions that they call."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from attrs import define, field

from dsl.bounds.evaluate import PREVIOUS, evaluate
from dsl.bounds.interval import Interval
from dsl.ir import nodes as ir
from dsl.ir.limits import LARGEST_NUMBER
from dsl.source import Span
from dsl.walk import nodes_in
from interpreter.backend.python.emit import tree
from interpreter.backend.python.emit.names import ascii_name
from interpreter.program.model.constant_fold import folded
from interpreter.program.model.in_play import InPlay, in_play, is_within
from interpreter.program.model.layout import Layout
from interpreter.program.model.nodes import Action, Definition, Plain
from interpreter.program.model.program import Program
from interpreter.program.model.routine_id import RoutineId
from interpreter.program.optimise.charges import may_disagree

if TYPE_CHECKING:
    from interpreter.backend.python.emit.code import Writers

#: A tuple, or a mapping of numbers.
LookupTable: TypeAlias = tuple[int, ...] | dict[int, int] | dict[int, tuple[int, ...]]
#: A plain routine or a definition, called with these of its parameters never none.
Callee: TypeAlias = tuple[RoutineId | str, frozenset[int]]


#: In one go, what is held is tested to lie well within the range, so that sums of it need no test; and if it does not,
#: the game is played in the ordinary way.
_LARGEST_HELD = LARGEST_NUMBER // 10


@define
class Unit:
    """What the functions of a module share."""

    program: Program
    journal: bool
    writers: Writers
    definitions: Mapping[str, Definition]
    actions: Mapping[str, Action]
    tables: dict[str, ast.Name] = field(factory=dict)
    new_tables: list[tuple[ast.Name, LookupTable]] = field(factory=list)  # those that are still to be generated
    faults: list[tuple[Span, str]] = field(factory=list)
    called: dict[Callee, str] = field(factory=dict)  # the functions of plain routines and definitions
    wanted: list[Callee] = field(factory=list)  # those whose code is still to be generated
    signatures: dict[RoutineId, tuple[int, ...]] = field(factory=dict)  # of plain routines: the live parameters
    plain: dict[RoutineId, Plain] = field(factory=dict)
    recursive: frozenset[RoutineId] = frozenset()
    blind: bool = False  # whether nobody looks, so that visibility is not kept up
    in_one_go: bool = False  # whether what is spent is counted in `spent`
    charges: bool = False  # whether anything is, then
    has_offers: bool = True  # whether any question has; else `offers` stays empty
    before_play: InPlay = field(init=False)
    costs: dict[str, tuple[int, bool]] = field(factory=dict)
    specialised: dict[tuple[object, ...], Definition] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.before_play = in_play(self.program, held_to=self.largest_held)

    @property
    def largest_held(self) -> int:
        """What a variable may hold: if it is more, that is a fault, or in one go the end of the attempt."""
        return _LARGEST_HELD if self.in_one_go else LARGEST_NUMBER

    @property
    def layout(self) -> Layout:
        return self.program.layout

    @property
    def players(self) -> int:
        return self.program.setting.players

    def table(self, called: str, values: LookupTable | Callable[[], LookupTable]) -> ast.expr:
        """The name of a table; `called` identifies its values, which may be given by a function if they take long."""
        if called not in self.tables:
            self.tables[called] = tree.name(f"T{len(self.tables)}_{ascii_name(called)}")
            self.new_tables.append((self.tables[called], values() if callable(values) else values))
        return self.tables[called]

    def fault(self, span: Span, message: str) -> ast.expr:
        """The call that raises a fault of the rules."""
        return tree.call("fault", tree.num(self.fault_number(span, message)))

    def fault_number(self, span: Span, message: str) -> int:
        """Numbers a fault."""
        self.faults.append((span, message))
        return len(self.faults) - 1

    def function(self, what: RoutineId | str, non_none: Iterable[int] = ()) -> str:
        """The name of the function of a plain routine, or of a definition by its name, where these are never none."""
        callee = what, frozenset(non_none)
        if callee not in self.called:
            letter = "p" if isinstance(what, RoutineId) else "d"
            self.called[callee] = f"{letter}{len(self.called)}_{ascii_name(str(what))}"
            self.wanted.append(callee)
        return self.called[callee]

    def definition_for(self, name: str, known: Mapping[int, ir.Constant]) -> Definition:
        """The definition, folded with some arguments known."""
        key = (name, *known.items())
        if key not in self.specialised:
            self.specialised[key] = folded(self.definitions[name], self.program.setting, known)
        return self.specialised[key]

    def cost(self, node: object) -> tuple[int, bool]:
        """Estimates the cost of evaluating something, and whether it may end in a fault."""
        total, faulty = 0, False
        for inner in nodes_in(node):
            total += 1
            match inner:
                case ir.Derived(name):
                    more, bad = self.definition_cost(name)
                    total, faulty = total + more, faulty or bad
                case ir.Divide(right=right):
                    faulty = faulty or not (self.never_zero(right) and self.is_small(inner))
                case ir.Arithmetic() | ir.BestOf():
                    faulty = faulty or not self.is_small(inner)
        return total, faulty

    def is_small(self, node: ir.Expression, largest: int = LARGEST_NUMBER, previously: Interval | None = None) -> bool:
        """Whether a number is certain to be one that a game may have; what lowering counts has no place."""
        slots = {} if previously is None else {PREVIOUS: previously}
        return not node.span.in_file or is_within(evaluate(node, self.before_play, slots), largest)

    def never_zero(self, node: ir.Expression) -> bool:
        """Whether a number is certain not to be 0."""
        return not evaluate(node, self.before_play).has_zero

    def may_fail(self, node: object) -> bool:
        """Whether evaluating something may end in a fault."""
        return self.cost(node)[1]

    def definition_cost(self, name: str) -> tuple[int, bool]:
        """The cost of a definition."""
        if name not in self.costs:
            self.costs[name] = 1000, True  # while it is being estimated: it is recursive
            definition = self.definitions[name]
            total, faulty = self.cost((definition.value, definition.exceptions))
            self.costs[name] = total, faulty or may_disagree(definition) or definition.combining == ir.Combining.SUM
        return self.costs[name]
