"""Elaborates the ends of piles and lists: `the top card of pile`, and which end of a list comes first.

The contents of a zone run from the bottom up, as they are laid there and moved on: the first of a stack, and of what is
picked from it, is their last.
"""

from dsl.diagnostic import Edit, Fix
from dsl.elaborate.core import expressions as ex
from dsl.elaborate.core.context import Context
from dsl.elaborate.core.kinds import meant
from dsl.ir import nodes as ir
from dsl.ir.nodes import NUMBER, Kind
from dsl.names.symbols import ZoneSymbol, singular
from dsl.names.types import words
from dsl.source import Span
from dsl.syntax import nodes as n

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


# ---------------------------------------------------------------- ends of piles


def _without_article(c: Context, node: n.PileEnd) -> None:
    """`top card of pile`, which lacks its `the`."""
    said = f"the {node.end} card of {node.zone.span.text}"
    c.e.wrong("the-which", f"write `the` before `{node.end} card`", node.span, label=f"write `{said}`",
              fix=Fix(f"write `{said}`", (Edit(node.span, said),), safe=True))  # fmt: skip


def of_any_kind(c: Context, noun: n.Name) -> None:
    """What is taken from the end of a pile is called `card`, or `piece`: it may be of any kind."""
    kind = ex.kind_named(c, noun.text)
    if kind is None:
        c.e.unknown(noun, "there is no kind of thing called", ex.kinds(c), "unknown-kind", "the kinds of things are")
    if kind.kind is not Kind.PIECE or (kind.name and meant(c, noun, kind) is not None):
        one, many = singular(noun.text), noun.text != singular(noun.text)
        c.e.wrong("wrong-kind", "from the end of a pile comes what lies there, whatever it is", noun.span,
                  label=f"say `{'cards' if many else 'card'}`",
                  help=(f"to take only these, write `choose a {one} from ...` or `every {one} in ...`",))  # fmt: skip
    meant(c, noun, kind)


def pile_end(c: Context, node: n.PileEnd) -> ir.Expression:
    """The top or the bottom of a pile: one piece, or as many as are said."""
    if node.noun is not None:
        of_any_kind(c, node.noun)
    elif isinstance(node.amount, n.Name) and node.amount.text in ("card", "cards"):
        _without_article(c, node)
    zone = ex.typed(c, node.zone, ir.ZONE, f"what has a {node.end}")
    if node.amount is None:
        return ir.PileEnd(ir.PileSide(node.end), zone, None, ir.PIECE.or_none(), span=node.span)
    return ir.PileEnd(ir.PileSide(node.end), zone, ex.number(c, node.amount, "how many"), ir.PIECES, span=node.span)


def tops(c: Context, node: n.Expression, span: Span) -> ir.Expression:
    """What lies on top of each pile, of those that there is one of for each value of an enum, or of somebody's."""
    zones = ex.expression(c, node)
    symbol = c.e.scope.names.get(zones.zone) if isinstance(zones, ir.Zones) else None
    kind = symbol.dimensions[-1].type if isinstance(symbol, ZoneSymbol) else None
    owner = tuple(at for at in zones.at if at is not None) if isinstance(zones, ir.Zones) else ()
    if not isinstance(zones, ir.Zones) or kind is None or kind.kind is not Kind.VALUE or zones.at != (*owner, None):
        c.e.wrong("not-a-zone", "`tops of` is of several piles, one for each value of an enum", node.span,
                  label=f"this is {words(zones.type)}", help=("of one pile, write `top of ...`",))  # fmt: skip
    values = (ir.Constant(place, kind) for place in range(len(c.e.scope.enums[kind.name].values)))
    piles = (ir.ZoneAt(zones.zone, (*owner, value), span=span) for value in values)
    on_top = tuple(ir.PileEnd(ir.PileSide.TOP, pile, None, ir.PIECE.or_none(), span=span) for pile in piles)
    one = ir.Local(c.new_slot("card"), "card", ir.PIECE.or_none(), span=span)
    there = ir.Compare("!=", one, ir.Constant(ir.NONE, ir.NOTHING), span=span)
    return ir.Filter(ir.ListOf(on_top, ir.PIECES, span=span), one.slot, there, ir.PIECES, span=span)
