"""Causes of events: `cause` is the card whose text runs, or none; `causer` is its `you`, or who took the action.

A rule on an event reads the cause of that event, though in its own body it may be the cause of others. What is done
instead of an event has the cause of that event.
"""

from dsl.ir import nodes as ir
from dsl.ir.effects import calls_function
from dsl.walk import rebuilt
from interpreter.program.desugar.finally_block import with_finally
from interpreter.program.model.constants import NOBODY, YOU
from interpreter.program.model.nodes import Component, SetState, Statement

_WHO = ir.PLAYER.or_none()
_CAUSE = ir.Function("cause", (), ir.PIECE.or_none())
_CAUSER = ir.Function("causer", (), _WHO)
_NO_CARD = ir.Constant(ir.NONE, ir.PIECE.or_none())


def uses_causes(game: ir.Game) -> bool:
    """Whether anything reads the cause of an event."""
    return calls_function(game, "cause", "causer")


def with_controllers(game: ir.Game) -> ir.Game:
    """Lowers `controller`: of the cause of an event it is the causer; of others, who holds or owns them.

    There is a cause if there is a causer.
    """
    if not calls_function(game, "cause", "controller"):
        return game

    def change(node: object) -> object:
        below = rebuilt(node, change)
        match below:
            case ir.Compare("=" | "!=" as operator, ir.Function("cause"), ir.Constant(ir.NONE)):
                return ir.Compare(operator, _CAUSER, NOBODY, span=below.span)
            case ir.Function("controller", (ir.Function("cause"),)):
                return _CAUSER
            case ir.Function("controller", (card,)):
                return _controller(card)
        return below

    return rebuilt(game, change)


def _controller(card: ir.Expression) -> ir.Expression:
    is_cause = ir.And((ir.Compare("!=", card, _NO_CARD), ir.Compare("=", card, _CAUSE)))
    holder, owner = (ir.Function(name, (card,), _WHO, span=card.span) for name in ("holder", "owner"))
    cases = ((is_cause, _CAUSER), (ir.Compare("!=", holder, NOBODY), holder))
    return ir.Cases(cases, owner, _WHO, span=card.span)


def with_cause(
    statements: tuple[Statement, ...], slots: list[str], card: ir.Expression | None = None
) -> tuple[Statement, ...]:
    """Sets the cause, a card or none, and `you` as the causer while statements run; `slots` gets two more."""
    before = _kept(slots)
    back = _set_back(slots)
    return (*before, *_set(card or _NO_CARD, YOU), *with_finally(statements, back, in_loop=True), *back)


def with_event_cause(
    statements: tuple[Statement, ...], slots: list[str], card: ir.Expression | None
) -> tuple[Statement, ...]:
    """Makes the body of a rule on an event read the cause of that event.

    `card`: the one that has the rule, and is the cause of what the body does; None: the cause stays what it is.
    """
    if card is None and not calls_function(statements, "cause", "causer"):
        return statements
    before = _kept(slots)
    cause = ir.Local(len(slots) - 2, "cause", ir.PIECE.or_none())
    causer = ir.Local(len(slots) - 1, "causer", _WHO)

    def change(node: object) -> object:
        match node:
            case ir.Function("cause"):
                return cause
            case ir.Function("causer"):
                return causer
        return rebuilt(node, change)

    body = rebuilt(statements, change)
    if card is None:
        return (*before, *body)
    back = _set_back(slots)
    return (*before, *_set(card, YOU), *with_finally(body, back, in_loop=True), *back)


def _kept(slots: list[str]) -> tuple[ir.SetLocal, ir.SetLocal]:
    slots += ["cause", "causer"]
    return ir.SetLocal(len(slots) - 2, _CAUSE), ir.SetLocal(len(slots) - 1, _CAUSER)


def _set(card: ir.Expression, player: ir.Expression) -> tuple[SetState, SetState]:
    return SetState(Component.CAUSE, card), SetState(Component.CAUSER, player)


def _set_back(slots: list[str]) -> tuple[SetState, SetState]:
    """Restores the cause from the two slots that were added last."""
    cause = ir.Local(len(slots) - 2, "cause", ir.PIECE.or_none())
    return _set(cause, ir.Local(len(slots) - 1, "causer", _WHO))
