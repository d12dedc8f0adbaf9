"""Resolves the subject of a sentence, else `you`."""

from attrs import evolve

from dsl.elaborate.core.context import Context
from dsl.ir import nodes as ir
from dsl.ir.nodes import PLAYER, Manner
from dsl.source import Span
from dsl.syntax import nodes as n

NOBODY = ir.Constant(ir.NONE, PLAYER.or_none())


def you(c: Context, span: Span) -> ir.Expression:
    """The acting player."""
    if c.you is None:
        instead = (
            "name the player, such as `PLAYER's ...`; `you` is whoever acts in `each player:`, a turn or an action"
        )
        if c.candidate is not None and c.candidate.type == PLAYER:
            instead = "say `their` for the player that is looked at"
        c.e.wrong("no-you", "nobody is `you` here", span, label="who is meant?", help=(instead,))
    return evolve(c.you, span=span)


def who_acts(c: Context, subject: ir.Expression | None, span: Span) -> ir.Expression:
    """Who does something that somebody has to do."""
    if subject is not None or c.you is not None:
        return subject or you(c, span)
    c.e.wrong(
        "who-does-it", "it is not said who does this", span, label="who?",
        help=("name who does it, as in `PLAYER gains 3 COUNTER`, or put it inside `each player:` or a turn",),
    )  # fmt: skip


def who_moves(c: Context, subject: ir.Expression | None) -> ir.Expression:
    """Who moves a piece, where that may be nobody (as in a step)."""
    return subject or c.you or NOBODY


def manner_of(item: n.Act | n.MayChoose | n.MayDo | n.Menu) -> Manner:
    """Secretly, openly, randomly, or as it comes; what is asked privately is answered secretly."""
    match item.manner:
        case None:
            return Manner.PLAIN
        case "privately":
            return Manner.SECRETLY
        case words:
            return Manner(words.removeprefix("secretly "))


def is_private(item: n.Act | n.MayChoose | n.MayDo | n.Menu) -> bool:
    """Whether nobody else learns that there is a question at all, or that chance answers it."""
    return item.manner in ("privately", "secretly randomly")
