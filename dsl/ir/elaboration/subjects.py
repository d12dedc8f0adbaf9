"""Who does it: the subject of a sentence, else `you`."""

from __future__ import annotations

from dsl.ir import nodes as ir
from dsl.ir.elaboration import names
from dsl.ir.elaboration.context import Context
from dsl.ir.nodes import PLAYER, Manner
from dsl.source import Span
from dsl.syntax import nodes as n

NOBODY = ir.Constant(ir.NONE, PLAYER.or_none())


def who_acts(c: Context, subject: ir.Expression | None, span: Span) -> ir.Expression:
    """Who does something that somebody has to do."""
    return subject if subject is not None else names.you(c, span)


def who_moves(c: Context, subject: ir.Expression | None) -> ir.Expression:
    """Who moves a piece, where that may be nobody (as in a step)."""
    return subject or c.you or NOBODY


def manner_of(item: n.Act | n.MayChoose) -> Manner:
    return Manner(item.manner) if item.manner else Manner.PLAIN
