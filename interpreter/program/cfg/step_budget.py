"""Charges the steps of a game to a budget, which lasts from one decision to the next.

Weights are static: how many nodes are evaluated at most. A loop whose weight is small is never charged itself, nor is a
routine or definition; their weight is part of what is around them. Others charge each pass (`Spend`), each item of
their list (`metered_each`), or each call.
"""

from collections.abc import Callable, Mapping
from math import inf
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

from attrs import define, field

from dsl.ir import nodes as ir
from dsl.ir.effects import BINDERS
from dsl.ir.limits import DEEPEST_CHAIN, MOST_PIECES, MOST_STEPS
from dsl.source import Span
from dsl.walk import nodes_in, rebuilt, statements_in, with_fields
from interpreter.errors import Lacking, LoweringError
from interpreter.program.desugar.routines import Source
from interpreter.program.model.constant_fold import constant
from interpreter.program.model.layout import Layout
from interpreter.program.model.nodes import CallRoutine, Spend, Statements
from interpreter.program.model.routine_id import SETUP_ID, RoutineId
from interpreter.program.model.setting import Setting

_N = TypeVar("_N")
#: A node, or the statements that one becomes when it is charged, which are several: hence Any.
_Charged: TypeAlias = Any
#: What weighs no more than this is not charged itself; no more is charged at once than `MOST`, since weights are high.
SMALL, MOST = 50_000, 10_000
#: How many effects are expected to be in force at once, and items to be in a list of which nothing is known.
_FEW_IN_FORCE, _MANY = 10, 1_000
#: Whatever else there is weighs as much as it has nodes.
_WEIGHED: frozenset[type] = frozenset({
    ir.ForEach, *BINDERS, ir.AllAtOnce, ir.ForRange, ir.While, ir.If,
    CallRoutine, ir.Derived, ir.Contents, ir.Roll, ir.Draw, ir.Create,
})  # fmt: skip
#: What a call weighs besides what is called, and one piece or die of many.
_CALL = 5


def with_budget(
    sources: Mapping[RoutineId, Source], setting: Setting, layout: Layout, light: dict[int, int]
) -> tuple[dict[RoutineId, Source], ir.Game]:
    """Puts charges into the routines, definitions and needs of the game of `setting`.

    `light` is kept for the other tables of the game, as long as its nodes are: by their identities, how many nodes are
    in those that weigh no more than that; -1 of others.
    """
    game = setting.game
    charges = _Charges(setting, layout, sources, _most_pieces(sources, setting, layout), light)
    for name in sources:
        charges.routine(name)
    for one in game.defines:
        charges.definition(one.name)
    defines = tuple(charges.defines[one.name] for one in game.defines)
    actions = tuple(with_fields(action, needs=charges.all(action.needs)[1]) for action in game.actions)
    return charges.done, with_fields(game, defines=defines, actions=actions)


@define
class _Charges:
    """The weights of what is done; those under way have the weight of what charges itself."""

    setting: Setting
    layout: Layout
    sources: Mapping[RoutineId, Source]
    pieces: int
    light: dict[int, int]
    defines: dict[str, ir.Define] = field(factory=dict)
    done: dict[RoutineId, Source] = field(factory=dict)
    weights: dict[RoutineId | str, int] = field(factory=dict)
    recursive: set[RoutineId | str] = field(factory=set)
    expanded: dict[str, int] = field(factory=dict)  # nodes of definitions, with those of definitions in them
    under_way: set[RoutineId | str] = field(factory=set)

    def routine(self, name: RoutineId) -> int:
        """The weight of a call of a routine."""

        def charged() -> int:
            source = self.sources[name]
            weight, statements = self.all(source.statements)
            if self._charges_itself(name, weight):
                statements, weight = (self._spend(weight, source.span), *statements), 1
            self.done[name] = with_fields(source, statements=statements)
            return weight

        return self._once(name, charged)

    def definition(self, name: str) -> int:
        """The weight of a definition without its arguments."""

        def charged() -> int:
            define = self.setting.defines[name]
            weight, value = self.of(define.value)
            self._expand(define)
            rules = []
            for rule in define.exceptions:
                more, found = self.of(rule)
                weight += more * (1 if rule.effect < 0 else _FEW_IN_FORCE)
                rules.append(found)
            if self._charges_itself(name, weight):
                value, weight = self._metered("metered", value, weight), 1
            self.defines[name] = with_fields(define, value=value, exceptions=tuple(rules))
            return weight

        return self._once(name, charged)

    def _expand(self, define: ir.Define) -> None:
        """Refuses a definition that comes to too much even if each list in it held one thing alone."""
        nodes = nodes_in((define.value, define.exceptions))
        others = (node.define for node in nodes if isinstance(node, ir.Derived))
        self.expanded[define.name] = size = len(nodes) + sum(self.expanded.get(other, 0) for other in others)
        if size > MOST_STEPS:
            much = f"to work out `{define.name}` takes more than {MOST_STEPS:,} steps"
            raise LoweringError((Lacking(much, define.span, "too-deep"),))

    def _once(self, name: RoutineId | str, charged: Callable[[], int]) -> int:
        if name in self.under_way:
            self.recursive.add(name)
            return 1
        if name not in self.weights:
            if len(self.under_way) >= DEEPEST_CHAIN:
                deep = f"rules and definitions call one another more than {DEEPEST_CHAIN} deep here"
                raise LoweringError((Lacking(deep, self._span(name), "too-deep"),))
            self.under_way.add(name)
            self.weights[name] = charged()
            self.under_way.remove(name)
        return self.weights[name]

    def _span(self, name: RoutineId | str) -> Span:
        found = self.setting.defines[name] if isinstance(name, str) else self.sources[name]
        return found.span

    def _charges_itself(self, name: RoutineId | str, weight: int) -> bool:
        return weight > SMALL or name in self.recursive

    def all(self, nodes: _N) -> tuple[int, _N]:
        """The weight of nodes that are evaluated one after another, and the same with charges."""
        weight, found = self._inside(nodes)
        return weight - 1, found

    def of(self, node: _Charged) -> tuple[int, _Charged]:
        """The weight of a node, and the same with charges; a statement may become several."""
        if type(node) not in _WEIGHED:
            count = self.light.get(id(node))
            if count is None:
                nodes = nodes_in(node)
                count = self.light[id(node)] = len(nodes) if _WEIGHED.isdisjoint(map(type, nodes)) else -1
            return (count, node) if count >= 0 else self._inside(node)
        match node:
            case ir.ForEach(over=over) | ir.Filter(over) | ir.Some(over) | ir.BestOf(over=over) | ir.Ranked(over):
                return self._each(node, over)
            case ir.AllAtOnce(over=over):
                weight, found = self._inside(node)
                return int(weight * self._length(over)), found
            case ir.ForRange(low=low, high=high, body=body):
                return self._passes(node, body, self._range(low, high))
            case ir.While(bound=bound, body=body):
                return self._passes(node, body, inf if bound is None else self._at_most(bound))
            case ir.If(condition, then, otherwise):
                weight, test = self.of(condition)
                (first, done), (second, undone) = self.all(then), self.all(otherwise)
                return weight + max(first, second), with_fields(node, condition=test, then=done, otherwise=undone)
        weight, found = self._inside(node)
        match node:
            case CallRoutine(routine):
                weight += _CALL + self.routine(routine)
            case ir.Derived(define):
                weight += _CALL + self.definition(define)
            case ir.Contents():
                weight += int(self._length(node)) // 10  # the pieces are listed
            case ir.Roll(amount=amount) | ir.Draw(amount=amount) | ir.Create(amount=amount):
                if (most := self._at_most(amount)) * _CALL > SMALL:
                    _refuse_surely_too_long(_CALL * most, most, node.span)
                    return weight, (Spend(_CALL, amount, span=node.span), found)
                weight += int(most) * _CALL
        return weight, found

    def _inside(self, node: _N, done: Mapping[int, object] = MappingProxyType({})) -> tuple[int, _N]:
        """The same for a node with all within it; those in `done`, by their identities, are done and weigh nothing."""
        weight = 1

        def change(inner: object) -> object:
            nonlocal weight
            if id(inner) in done:
                return done[id(inner)]
            more, found = self.of(inner)
            weight += more
            return found

        found = rebuilt(node, change)
        return weight, found

    def _each(self, node: _Charged, over: ir.Expression) -> tuple[int, _Charged]:
        """The same for what goes through a list."""
        before, items = self.of(over)
        weight, found = self._inside(node, {id(over): items})
        if (all_of_it := self._length(over) * weight) <= SMALL:
            return before + int(all_of_it), found
        if isinstance(node, ir.ForEach) and over.type.kind in (ir.Kind.PLAYER, ir.Kind.VALUE):
            return before + 1, (self._spend(all_of_it, node.span), found)
        return before + 1, with_fields(found, over=self._metered("metered_each", items, weight))

    def _passes(self, node: _Charged, body: Statements, most: float) -> tuple[int, _Charged]:
        """The same for another loop."""
        weight, inside = self.all(body)
        head, found = self._inside(node, {id(part): part for part in body})
        if isinstance(node, ir.ForRange):
            _refuse_surely_too_long(most, most, node.span)
        if (all_of_it := most * (weight + head)) <= SMALL:
            return int(all_of_it), with_fields(found, body=inside)
        return head, with_fields(found, body=(self._spend(weight + head, node.span), *inside))

    def _spend(self, weight: float, span: Span) -> Spend:
        return Spend(int(min(weight, MOST)), span=self._place(span))

    def _metered(self, how: str, value: ir.Expression, weight: int) -> ir.Function:
        steps = ir.Constant(min(weight, MOST), ir.NUMBER)
        return ir.Function(how, (steps, value), value.type, span=self._place(value.span))

    def _place(self, span: Span) -> Span:
        """A place in the rules for a fault: what only lowering has made is on account of rules on events."""
        game = self.setting.game
        return span if span.in_file else next((rule.span for rule in (*game.hooks, *game.flows)), span)

    # ------------------------------------------------------------ how many

    def _at_most(self, node: ir.Expression) -> float:
        """The most that a number can be, if that is known before play."""
        known = constant(node, self.setting)
        return inf if known is None else max(0, known)

    def _range(self, low: ir.Expression, high: ir.Expression) -> float:
        first = constant(low, self.setting)
        return inf if first is None else max(0, self._at_most(high) - first + 1)

    def _length(self, over: ir.Expression) -> float:
        """The most items of a list; of pieces that may be made in play, as many as there may be."""
        match over:
            case ir.Filter(inner) | ir.Ranked(inner) | ir.Without(inner):
                return self._length(inner)
            case ir.ListOf(items):
                return sum(self._length(item) if item.type.many else 1 for item in items)
            case ir.InForce():
                return _FEW_IN_FORCE
            case ir.Contents(ir.ZoneAt(zone)) if (room := self.layout.zones[zone].capacity) is not None:
                return min(room, self.pieces)
            case ir.PileEnd(amount=amount) if amount is not None:
                return min(self._at_most(amount), self.pieces)
            case ir.Zones(zone):
                return self.layout.zones[zone].count
        match over.type.kind:
            case ir.Kind.PLAYER | ir.Kind.VALUE:
                return self.setting.size(over.type)
            case ir.Kind.PIECE:
                return self.pieces
        return _MANY


def _refuse_surely_too_long(steps: float, times: float, span: Span) -> None:
    if MOST_STEPS < steps < inf:
        raise LoweringError((Lacking(f"this is done {times:,.0f} times, which is too often", span, "too-large"),))


def _most_pieces(sources: Mapping[RoutineId, Source], setting: Setting, layout: Layout) -> int:
    """How many pieces there may be, if all are made in the setup; else the most that a game may have."""
    made = 0
    for name, source in sources.items():
        for create in statements_in(source.statements):
            if not isinstance(create, ir.Create):
                continue
            amount = constant(create.amount, setting)
            if name != SETUP_ID or amount is None:
                return MOST_PIECES
            kinds = 1 if create.like is not None else len(layout.created[create.card_type, create.of_each])
            made += amount * kinds * setting.players
    return min(MOST_PIECES, len(layout.first_pieces) + made)
