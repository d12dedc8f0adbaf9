"""A routine that the expressions of a rule are put into: they get slots of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from attrs import define, field

from dsl.ir import nodes as ir
from dsl.source import Span
from dsl.walk import with_fields
from interpreter.program.model.substitute import inlined


@define
class Host:
    """The slots of that routine, by their names."""

    slots: list[str]
    lists: Mapping[int, ir.Local] = field(
        factory=dict
    )  # of rules that hold for a time: which effects have met the event
    effects: dict[int, ir.Local] = field(factory=dict)  # what stands for the effect of the rule that is put in

    @contextmanager
    def standing_for(self, slot: int, effect: ir.Local) -> Iterator[None]:
        """Meanwhile, the slot of the rule is the effect that stands there."""
        before, self.effects = self.effects, {slot: effect}
        try:
            yield
        finally:
            self.effects = before

    def new(self, name: str) -> int:
        self.slots.append(name)
        return len(self.slots) - 1

    def kept(self, name: str, value: ir.Expression, span: Span) -> ir.SetLocal:
        """Keeps a value in a local."""
        return ir.SetLocal(self.new(name), value, span=span)

    def kept_zone(self, zone: ir.Expression, settled: list[ir.SetLocal]) -> ir.Expression:
        """The same zone, whoever and whatever its owner is by the words of the rule later on."""
        if not isinstance(zone, ir.ZoneAt):
            settled.append(self.kept("zone", zone, zone.span))
            return ir.Local(settled[-1].slot, "zone", ir.ZONE, span=zone.span)
        return with_fields(zone, at=tuple(self._kept_index(index, index.type, settled) for index in zone.at))

    def kept_place(self, place: ir.Place, settled: list[ir.SetLocal]) -> ir.Place:
        """The same place, whoever and whatever that is by the words of the rule later on."""

        match place:
            case ir.Holder(player):
                return with_fields(place, player=self._kept_index(player, ir.PLAYER.or_none(), settled))
            case ir.Pot(_, at):
                return with_fields(place, at=tuple(self._kept_index(index, index.type, settled) for index in at))
            case ir.Bank():
                return place

    def _kept_index(self, index: ir.Expression, type_: ir.Type, settled: list[ir.SetLocal]) -> ir.Expression:
        if isinstance(index, ir.Constant):
            return index
        settled.append(self.kept("place", index, index.span))
        return ir.Local(settled[-1].slot, "place", type_, span=index.span)

    def tested(
        self, hook: ir.HookRule, you: ir.Expression, bound: tuple[ir.Expression, ...], *more: ir.Expression
    ) -> ir.Expression:
        """Whether the rule meets the event: `more` tests, and its own condition."""
        tests = list(more)
        if hook.condition is not None:
            tests.append(self.inlined(hook.condition, you, bound))
        return tests[0] if len(tests) == 1 else ir.And(tuple(tests), span=hook.span)

    def inlined(self, node: ir.Expression, you: ir.Expression, bound: tuple[ir.Expression, ...]) -> ir.Expression:
        """An expression of the rule, here: slot 0 is `you`, then what the event binds; others are new."""
        known = dict(enumerate((you, *bound))) | self.effects
        return inlined(node, known, lambda: self.new("met"))
