"""Which numbers may be 0, as far as that can be told from the rules alone."""

from __future__ import annotations

from dsl.checking.rule_set import RuleSet
from dsl.ir import nodes as ir
from dsl.ir.nodes import Kind
from dsl.source import Span


def zero_because(e: ir.Expression, rules: RuleSet) -> tuple[str, Span] | None:
    """Why a number may be 0, with the place that says so; None if it cannot, or if nobody can tell."""
    match e:
        case ir.Constant(0):
            return "this is 0", e.span
        case ir.Function("parameter", (ir.Constant(place),)):
            return _parameter(rules, rules.game.texts[place])
        case ir.CountOf(over):
            return ("there may be none", e.span) if _may_be_empty(over, rules) else None
        case ir.BestOf(_, over):
            return ("there may be none", e.span) if _may_be_empty(over, rules) else None
        case ir.Read(variable):
            return _variable(rules, variable)
        case ir.ReadCounter():
            return "a counter may be 0", e.span
        case ir.Attribute(field):
            return _printed(rules, field)
        case ir.Derived(define):
            return _derived(rules, define)
        case ir.Arithmetic("*", left, right):
            return zero_because(left, rules) or zero_because(right, rules)
        case ir.Arithmetic("+", left, right):
            return zero_because(left, rules) if zero_because(right, rules) else None
        case ir.Divide(left):
            return zero_because(left, rules)
        case ir.Function("smaller", (left, right)):
            return zero_because(left, rules) or zero_because(right, rules)
        case ir.Function("larger", (left, right)):
            return zero_because(left, rules) if zero_because(right, rules) else None
        case ir.Cases(cases, default):
            found = [zero_because(value, rules) for _, value in cases]
            return next((why for why in (*found, zero_because(default, rules)) if why), None)
        case _:
            return None


def _parameter(rules: RuleSet, name: str) -> tuple[str, Span] | None:
    p = rules.parameters.get(name)
    if p is None or not p.low <= 0 <= p.high:
        return None
    return f"`{name}` may be set to 0", p.span


def _variable(rules: RuleSet, name: str) -> tuple[str, Span] | None:
    v = next((v for v in rules.game.variables if v.name == name), None)
    if v is None or v.type.kind is not Kind.NUMBER:
        return None
    low = v.low.value if isinstance(v.low, ir.Constant) else None if v.low is not None else 0
    return (f"`{name}` may be 0", v.span) if low is not None and low <= 0 else None


def _printed(rules: RuleSet, field: str) -> tuple[str, Span] | None:
    """A card that prints a 0."""
    for card in rules.game.cards:
        if (field, 0) in card.values:
            return f'0 is printed on "{card.title}"', card.span
    return None


def _derived(rules: RuleSet, name: str) -> tuple[str, Span] | None:
    d = rules.defines.get(name)
    return zero_because(d.value, rules) if d is not None else None


def _may_be_empty(over: ir.Expression, rules: RuleSet) -> bool:
    """Whether a list may have nothing in it; all players and all values of an enum always are."""
    match over:
        case ir.AllOf(of):
            cards = (card for card in rules.game.cards if of.name in ("", card.card_type))
            return of.kind is Kind.PIECE and next(cards, None) is None
        case ir.PlayersFrom() | ir.Ranked():
            return False
        case ir.ListOf(items):
            return all(item.type.many and _may_be_empty(item, rules) for item in items)
        case ir.Function("from", (group, _)):
            return _may_be_empty(group, rules)
        case ir.Without(ir.AllOf(ir.Type(Kind.PLAYER)), item) if not item.type.many:
            return rules.game.fewest_players == 1
        case ir.Derived(define):
            d = rules.defines.get(define)
            return d is not None and _may_be_empty(d.value, rules)
        case ir.Filter() | ir.Contents() | ir.Without():
            return True
        case _:
            return False
