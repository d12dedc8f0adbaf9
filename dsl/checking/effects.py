"""What an expression hangs on, and what statements may change, by name."""

from __future__ import annotations

from typing import TypeAlias

from dsl.checking.rule_set import RuleSet
from dsl.ir import nodes as ir
from dsl.ir.nodes import Kind
from dsl.ir.walk import nodes_in

#: Things that change in play: ("variable", name), ("zones", ""), ("field", name), ("local", slot), ("round", "").
Reads: TypeAlias = frozenset[tuple[str, str | int]]


def reads(expression: ir.Expression, rules: RuleSet) -> Reads:
    """Everything that the value of an expression hangs on."""
    return frozenset(_reads(expression, rules, set()))


def _reads(tree: object, rules: RuleSet, seen: set[str]) -> set[tuple[str, str | int]]:
    found: set[tuple[str, str | int]] = set()
    for node in nodes_in(tree):
        match node:
            case ir.Read(variable):
                found.add(("variable", variable))
            case ir.ReadCounter():
                found |= {("variable", v.name) for v in rules.game.variables if v.number >= 0}
            case ir.Attribute(field):
                found.add(("field", field))
            case ir.Contents() | ir.PileEnd() | ir.ZoneAt() | ir.Zones():
                found.add(("zones", ""))
            case ir.AllOf(ir.Type(Kind.PIECE)):
                found.add(("zones", ""))
            case ir.Local(slot):
                found.add(("local", slot))
            case ir.Function("round_number"):
                found.add(("round", ""))
            case ir.Function("game_is_over"):
                found.add(("over", ""))
            case ir.Derived(define) if define not in seen and define in rules.defines:
                seen.add(define)
                d = rules.defines[define]
                inner = _reads((d.value, d.exceptions), rules, seen)
                found |= {name for name in inner if name[0] != "local"}
    return found


def changes(statements: tuple[ir.Statement, ...], rules: RuleSet) -> Reads:
    """Everything that these may change, also through what they run, and through rules that meet what they do."""
    found: set[tuple[str, str | int]] = set()
    _changes(statements, rules, found, set(), own=True)
    for body in rules.bodies:
        if body.kind in ("hook", "whenever"):
            _changes(body.statements, rules, found, set(), own=False)
    return frozenset(found)


def _changes(
    tree: object, rules: RuleSet, found: set[tuple[str, str | int]], seen: set[tuple[str, str]], *, own: bool
) -> None:
    for node in nodes_in(tree):
        match node:
            case ir.Write(variable) | ir.Change(variable):
                found.add(("variable", variable))
            case ir.WriteAttribute(field):
                found.add(("field", field))
            case ir.Transfer(counter=counter, source=source, target=target):
                found |= _transferred(counter, (source, target), rules)
            case ir.MovePieces() | ir.Draw() | ir.Create() | ir.Swap() | ir.Shuffle():
                found.add(("zones", ""))
            case ir.RunFlow(flow):
                found.add(("round", ""))
                _through("flow", flow, rules, found, seen)
            case ir.Call(procedure):
                _through("procedure", procedure, rules, found, seen)
            case ir.TakeActions(actions=actions):
                for name in actions:
                    _through("action", name, rules, found, seen)
            case ir.Become() | ir.Finish():
                found |= {("field", field.name) for kind in rules.game.card_types for field in kind.fields}
                found.add(("effects", ""))
            case ir.GameOver():
                found.add(("over", ""))
            case ir.Unsupported():
                found |= {("zones", ""), *(("variable", v.name) for v in rules.game.variables)}
        if own and isinstance(node, ir.SetLocal | ir.Draw | ir.Roll | ir.Choose | ir.Call | ir.ForEach | ir.ForRange):
            found.add(("local", node.slot))
        if isinstance(node, ir.Choose):
            for name in node.offers:
                _through("action", name, rules, found, seen)


def _transferred(
    counter: ir.Expression, places: tuple[ir.Place, ir.Place], rules: RuleSet
) -> set[tuple[str, str | int]]:
    found: set[tuple[str, str | int]] = {("variable", p.variable) for p in places if isinstance(p, ir.Pot)}
    counters = [v for v in rules.game.variables if v.number >= 0]
    if isinstance(counter, ir.Constant):
        counters = [v for v in counters if v.number == counter.value]
    return found | {("variable", v.name) for v in counters}


def _through(
    kind: str, name: str, rules: RuleSet, found: set[tuple[str, str | int]], seen: set[tuple[str, str]]
) -> None:
    body = None if (kind, name) in seen else rules.body(kind, name)
    seen.add((kind, name))
    if body is not None:
        _changes(body.statements, rules, found, seen, own=False)
