"""Explains why a number may be 0, as far as the rules alone tell."""

from dsl.bounds.environment import Environment
from dsl.bounds.evaluate import evaluate
from dsl.ir import nodes as ir
from dsl.ir.nodes import Kind
from dsl.source import Span


def zero_because(e: ir.Expression, environment: Environment) -> tuple[str, Span] | None:
    """Why a number may be 0, with the place that says so; None if it cannot, or if nobody can tell."""
    match e:
        case ir.Constant(0):
            return "this is 0", e.span
        case ir.Function("parameter", (ir.Constant(place),)):
            name = environment.game.texts[place]
            span = next(p.span for p in environment.game.parameters if p.name == name)
            return (f"`{name}` may be set to 0", span) if environment.parameters[name].has_zero else None
        case ir.CountOf(over) | ir.BestOf(over=over):
            return ("there may be none", e.span) if _may_be_empty(over, environment) else None
        case ir.Read(variable) if not environment.declared.variables[variable].is_mark:
            may_be = environment.variable(variable).has_zero and e.type.kind is Kind.NUMBER
            return (f"`{variable}` may be 0", environment.declared.variables[variable].span) if may_be else None
        case ir.ReadCounter():
            return "a counter may be 0", e.span
        case ir.Attribute(field):
            zeros = (card for card in environment.game.cards if (field, 0) in card.values)
            return next(((f'0 is printed on "{card.title}"', card.span) for card in zeros), None)
        case ir.Derived(define):
            return zero_because(environment.declared.defines[define].value, environment)
        case ir.Arithmetic("+", left, right) | ir.Function("larger", (left, right)):
            return zero_because(left, environment) if zero_because(right, environment) else None
        case ir.Arithmetic("*", left, right) | ir.Function("smaller", (left, right)):
            return zero_because(left, environment) or zero_because(right, environment)
        case ir.Divide(left):
            return zero_because(left, environment)
        case ir.Cases(cases, default):
            found = (zero_because(value, environment) for value in (*(value for _, value in cases), default))
            return next((why for why in found if why), None)
        case _:
            return None


def _may_be_empty(over: ir.Expression, environment: Environment) -> bool:
    """Whether a list may have nothing in it; all players and all values of an enum always are."""
    match over:
        case ir.AllOf(of) if of.kind is Kind.PIECE:
            return all(of.name not in ("", card.card_type) for card in environment.game.cards)
        case ir.ListOf(items):
            return all(item.type.many and _may_be_empty(item, environment) for item in items)
        case ir.Function("from" | "back_from", (group, _)):
            return _may_be_empty(group, environment)
        case ir.Derived(define):
            return _may_be_empty(environment.declared.defines[define].value, environment)
        case ir.Filter() | ir.Contents() | ir.Without():
            return evaluate(over, environment).least == 0
        case _:
            return False
