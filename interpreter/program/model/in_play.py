"""What is known of numbers before play, at one table: by declarations, as far as they are tested, and the layout."""

from collections.abc import Iterator

from attrs import define, field

from dsl.bounds.declared import Declared
from dsl.bounds.environment import parameters_of
from dsl.bounds.evaluate import evaluate
from dsl.bounds.interval import EMPTY, Amount, Interval, join, number
from dsl.ir import nodes as ir
from dsl.ir.declarations import Declarations
from dsl.ir.limits import LARGEST_NUMBER, MOST_IN_FORCE, MOST_PIECES
from dsl.listing import grouped
from dsl.walk import nodes_in, schema, statements_in
from interpreter.program.model.nodes import AnyRoutine, BeginEffect, parts
from interpreter.program.model.program import Program


@define(eq=False, slots=False, kw_only=True)
class InPlay(Declared):
    """What is known before play of a game whose numbers have been tested for their range, and variables for `held_to`.

    It has at most so many `pieces`.
    """

    program: Program
    pieces: int
    held_to: int
    _types: dict[ir.Type, Interval] = field(factory=dict, init=False)
    _held: dict[int, Interval] | None = field(default=None, init=False)

    def variable(self, name: str) -> Interval:
        found = super().variable(name)
        start = self.declared.variables[name].start
        begins_within = is_within(evaluate(start, self), self.held_to)
        return _tested(found, self.held_to if begins_within else LARGEST_NUMBER)

    def attribute(self, field: str, piece: Interval, type_: ir.Type) -> Interval:
        if type_.many:
            return super().attribute(field, piece, type_)
        printed = self.program.layout.printed[field]
        return number(min(printed), max(printed))

    def contents(self, zone: Interval) -> Interval:
        return super().contents(zone).several(self.pieces)

    def all_of(self, type_: ir.Type) -> Amount:
        return self.pieces if type_.kind is ir.Kind.PIECE else super().all_of(type_)

    def previously(self, definition: str) -> Interval:
        """What the value of a definition can be while exceptions to it are applied, and afterwards."""
        define = self.declared.defines[definition]
        arguments = tuple(ir.Local(slot, "", type_) for slot, type_ in enumerate(define.arguments))
        return evaluate(ir.Derived(definition, arguments, define.type), self)

    @property
    def times_in_force(self) -> Amount:
        return max(self.pieces, MOST_IN_FORCE)

    def held(self, effect: int) -> Interval:
        if self._held is None:
            self._held, memo = {}, self.memo  # while it is being found out nothing is known
            self.memo = {}
            self._held = dict(self._kept_by_effects())
            self.memo = memo
        return self._held.get(effect, self.by_type(ir.NUMBER))

    def _kept_by_effects(self) -> Iterator[tuple[int, Interval]]:
        """What numbers each effect is given as it begins."""
        given: dict[int, Interval] = {}
        for routine in self.program.routines.values():
            if begun := [node for node in statements_in(parts(routine)) if isinstance(node, BeginEffect)]:
                slots = self.locals_of(routine)
                for begin in begun:
                    found = (evaluate(one, self, slots) for one in begin.values if one.type == ir.NUMBER)
                    given[begin.effect] = join(given.get(begin.effect, EMPTY), *found)
        return ((effect, _tested(found, LARGEST_NUMBER)) for effect, found in given.items())

    def locals_of(self, routine: AnyRoutine) -> dict[int, Interval]:
        """What the locals of a routine can be that are given their values by nothing but assignments."""
        writes = grouped((slot, node) for node in nodes_in(parts(routine)) for slot in _filled(node))
        found: dict[int, Interval] = {}
        for slot, nodes in writes.items():
            values = [node.value for node in nodes if isinstance(node, ir.SetLocal)]
            if slot > routine.arity and len(values) == len(nodes) and not any(one.type.many for one in values):
                each = join(*(evaluate(one, self, found) for one in values))
                found[slot] = _tested(each.or_none, LARGEST_NUMBER)  # it is none until then
        return found

    def by_type(self, type_: ir.Type) -> Interval:
        if type_ not in self._types:
            self._types[type_] = _tested(super().by_type(type_), LARGEST_NUMBER)
        return self._types[type_]


def in_play(program: Program, pieces: int = MOST_PIECES, held_to: int = LARGEST_NUMBER) -> InPlay:
    """What is known of a program."""
    setting = program.setting
    return InPlay(
        declared=Declarations(program.game), fewest=setting.players, players=setting.players,
        parameters=parameters_of(program.game, setting.parameters), program=program, pieces=pieces, held_to=held_to,
    )  # fmt: skip


def _filled(node: object) -> Iterator[int]:
    """The slots that a statement or an expression puts something into."""
    return (slot for name in schema(type(node)).filled if (slot := getattr(node, name)) >= 0)


def _tested(found: Interval, largest: int) -> Interval:
    return Interval(max(found.low, -largest), min(found.high, largest), found.most, found.of, found.least)


def is_within(found: Interval, largest: int) -> bool:
    """Whether all that a number can be is that far from 0 at most."""
    return -largest <= found.low and found.high <= largest
