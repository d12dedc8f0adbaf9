"""Substitution scope: the routine into which expressions of a rule are substituted; they get slots of its own."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

from attrs import define, field

from dsl.ir import nodes as ir
from dsl.source import Span
from dsl.walk import with_fields
from interpreter.program.model.substitute import inlined

_N = TypeVar("_N")


@define
class Scope:
    """The slots of that routine, by their names.

    `fired_lists`: for each rule of a timed effect, the local that lists those of its instances that already fired.
    `effects`: by its slot in the rule, the local with the instance that is being tested.
    """

    slots: list[str]
    fired_lists: Mapping[int, ir.Local] = field(factory=dict)
    effects: dict[int, ir.Local] = field(factory=dict)

    @contextmanager
    def with_effect(self, slot: int, instance: ir.Local) -> Iterator[None]:
        """Binds that slot of the rule to an instance of its effect for a while."""
        before, self.effects = self.effects, {slot: instance}
        try:
            yield
        finally:
            self.effects = before

    def new(self, name: str) -> int:
        self.slots.append(name)
        return len(self.slots) - 1

    def let(self, name: str, value: ir.Expression, span: Span) -> ir.SetLocal:
        """Makes the statement that stores a value in a new slot."""
        return ir.SetLocal(self.new(name), value, span=span)

    def let_zone(self, zone: ir.Expression, lets: list[ir.SetLocal]) -> ir.Expression:
        """Evaluates a zone once: `lets` gets what stores its indices, or itself. Gives the zone by what is stored."""
        if not isinstance(zone, ir.ZoneAt):
            lets.append(self.let("zone", zone, zone.span))
            return ir.Local(lets[-1].slot, "zone", ir.ZONE, span=zone.span)
        return with_fields(zone, at=tuple(self._let_index(index, index.type, lets) for index in zone.at))

    def let_place(self, place: ir.Place, lets: list[ir.SetLocal]) -> ir.Place:
        """The same for a place of counters."""
        match place:
            case ir.Holder(player):
                return with_fields(place, player=self._let_index(player, ir.PLAYER.or_none(), lets))
            case ir.Pot(_, at):
                return with_fields(place, at=tuple(self._let_index(index, index.type, lets) for index in at))
            case ir.Bank():
                return place

    def _let_index(self, index: ir.Expression, type_: ir.Type, lets: list[ir.SetLocal]) -> ir.Expression:
        if isinstance(index, ir.Constant):
            return index
        lets.append(self.let("place", index, index.span))
        return ir.Local(lets[-1].slot, "place", type_, span=index.span)

    def inlined(self, node: _N, you: ir.Expression, bound: tuple[ir.Expression, ...]) -> _N:
        """Substitutes in an expression of a rule, or in what is made of some.

        Slot 0 is `you`, then what the event binds; others are new.
        """
        known = dict(enumerate((you, *bound))) | self.effects
        return inlined(node, known, lambda: self.new("met"))
