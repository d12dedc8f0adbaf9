"""Elaborates the ends of a pile: `the top card of pile`, `the bottom 3 cards of pile`."""

from dsl.diagnostic import Edit, Fix
from dsl.elaborate.core import expressions as ex
from dsl.elaborate.core.context import Context
from dsl.elaborate.core.kinds import meant
from dsl.ir import nodes as ir
from dsl.ir.nodes import Kind
from dsl.names.symbols import singular
from dsl.syntax import nodes as n


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
