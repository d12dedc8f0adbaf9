"""Elaborates which end of a list comes first: of a stack, and of what is picked from it, the top.

The contents of a zone run from the bottom up, as they are laid there and moved on: the first of a stack is their last.
"""

from dsl.elaborate.core.context import Context
from dsl.ir import nodes as ir
from dsl.ir.nodes import NUMBER
from dsl.names.symbols import ZoneSymbol
from dsl.source import Span

Values = tuple[ir.Expression, ...]


def first(c: Context, group: ir.Expression, span: Span) -> ir.Expression:
    """The first of a list, or none."""
    one = group.type.one().or_none()
    return ir.Function("last", (group,), one, span=span) if runs_up(c, group) else ir.First(group, one, span=span)


def by_place(c: Context, name: str, values: Values, span: Span) -> tuple[str, Values]:
    """`item`, `first` and `last`, with what they are of, counted from the top of a stack."""
    if name not in ("item", "first", "last") or not runs_up(c, values[-1]):
        return name, values
    match values:
        case (ir.Constant(1), group):
            return "last", (group,)
        case (place, group):
            behind = ir.Arithmetic("-", ir.CountOf(group, span=span), place, span=span)
            return "item", (ir.Arithmetic("+", behind, ir.Constant(1, NUMBER), span=span), group)
        case _:
            return "last" if name == "first" else "first", values


def runs_up(c: Context, group: ir.Expression) -> bool:
    """Whether a list is what lies in one stack, or is picked from it."""
    match group:
        case ir.Contents(ir.ZoneAt(zone)):
            symbol = c.e.scope.names.get(zone)
            return isinstance(symbol, ZoneSymbol) and any(trait.word == "stack" for trait in symbol.node.traits)
        case ir.Filter(over) | ir.Without(over):
            return runs_up(c, over)
        case ir.Local(slot):
            return slot in c.running_up
        case ir.Derived(name):
            found = (done for done in c.e.defines.values() if done is not None and done.name == name)
            return any(runs_up(c, done.value) for done in found)
        case _:
            return False
