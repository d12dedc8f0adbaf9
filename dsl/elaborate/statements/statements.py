"""Dispatches on the kind of a statement.

A statement whose words are wrong is reported and left out; the rest of its block goes on, and the names it would have
bound stand for anything, so that one mistake is reported once.
"""

from typing import assert_never, get_args

from dsl.elaborate.core import expressions as ex
from dsl.elaborate.core.context import Context, Statements, unknown_value
from dsl.elaborate.core.elaborator import Reported
from dsl.elaborate.core.statements import block
from dsl.elaborate.expressions import queries
from dsl.elaborate.statements import assignments, bodies, calls, lasting, loops, verbs
from dsl.elaborate.statements.questions import choices
from dsl.ir import nodes as ir
from dsl.ir.nodes import PLAYER, PLAYERS
from dsl.names.symbols import FlowSymbol
from dsl.source import NO_SPAN
from dsl.syntax import nodes as n

_STATEMENTS: tuple[type, ...] = get_args(n.Statement)


def sequence(c: Context, items: tuple[n.Item, ...]) -> Statements:
    """The statements of a block in the scope that is open already."""
    done: list[ir.Statement] = []
    in_texts = False
    for item in items:
        match item:
            case n.RuleText():
                text = ir.RuleText(item.words, item.clauses, span=item.span)
                c.rule_text = (*c.rule_text, text) if in_texts else (text,)
            case n.BadLine(body):
                with c.unsure():
                    block(c, body)
            case _ if isinstance(item, _STATEMENTS):  # under a bad line may stand anything
                done.extend(_one(c, item))
        in_texts = isinstance(item, n.RuleText)
    return choices.nest_under_choices(verbs.drop_unused_it(done))


def _one(c: Context, item: n.Statement) -> Statements:
    try:
        return statement(c, item)
    except Reported:
        for bound in _names_bound_by(item):
            c.bind_unknown(bound)
        c.it = c.it or unknown_value(NO_SPAN)
        return ()


def _names_bound_by(item: n.Statement) -> list[n.Name]:
    """What a wrong statement would have named."""
    match item:
        case n.Let(bound) | n.Decided(bound):
            return [bound]
        case n.Act(verb=n.Choose(what=chosen)):
            return choices.names_bound(chosen)
        case n.Act(verb=n.Draw(binding=n.Name() as bound)) | n.Act(verb=n.Roll(binding=bound)):
            return [bound]
        case _:
            return []


def statement(c: Context, item: n.Statement) -> Statements:
    """What one statement does; usually one thing, sometimes a few in a row."""
    match item:
        case n.Act():
            return verbs.act(c, item)
        case n.Let():
            return (assignments.let(c, item),)
        case n.Decided():
            return (calls.decided(c, item),)
        case n.Call():
            return (calls.call(c, item.procedure, item.arguments, item.span),)
        case n.Assign():
            return assignments.assign(c, item)
        case n.Raise():
            return (assignments.change(c, item),)
        case n.Return():
            return (ir.Leave(None, span=item.span),)
        case n.Decide(value):
            return (calls.decide(c, value, item.span),)
        case n.Needs():
            c.e.wrong("needs-outside", "`needs` says when an action can be taken", item.span,
                      label="this is not the beginning of an action",
                      help=("put it first in an `action`, or write `if ...:` here",))  # fmt: skip
        case n.Stop():
            return (_stop(c, item),)
        case n.EndTurn():
            return (_end_turn(c, item),)
        case n.Announce(text):
            return (ir.Announce(choices.text_parts(c, text), c.site(item.span), span=item.span),)
        case n.TakeActions():
            return (choices.take_actions(c, item),)
        case n.Wins() | n.Forfeits():
            return (_game_over(c, item),)
        case n.NothingHappens():
            return ()
        case n.Becomes():
            return lasting.becomes(c, item)
        case n.If():
            return _if(c, item)
        case n.Each(head, body):
            return loops.each(c, head, lambda: block(c, body.items), item.span)
        case n.ForEach():
            return (loops.for_each(c, item),)
        case n.ForRange():
            return (loops.for_range(c, item),)
        case n.Together(body):
            return (ir.Together(block(c, body.items), span=item.span),)
        case n.While():
            return (loops.while_(c, item),)
        case n.Repeat():
            return (loops.repeat(c, item),)
        case n.AtOnce():
            return (loops.at_once(c, item),)
        case n.Turns():
            return loops.turns(c, item)
        case n.As():
            return loops.as_player(c, item)
        case n.MayDo():
            return (choices.may_do(c, item),)
        case n.MayChoose():
            return choices.may_choose(c, item)
        case n.Menu():
            return (choices.menu(c, item),)
        case n.Lasting(duration, body):
            return (lasting.begin(c, duration, body.items, item.span),)
        case n.Standing(holds, body):
            return (lasting.begin(c, None, body.items, item.span, holds),)
        case n.ExceptionTo() | n.Permission() | n.Hook() | n.Reaction():
            return (lasting.begin(c, None, (item,), item.span),)
        case n.Flow():
            return (_flow(c, item),)
        case _:
            assert_never(item)


def _stop(c: Context, item: n.Stop) -> ir.Statement:
    if not c.in_loop:
        c.e.wrong(
            "stop-outside", "there is no loop here that could be left", item.span, label="stop what?",
            help=("`stop` leaves a `repeat`, `while`, `each` or `for each`; to end a procedure, write `return`",),
        )  # fmt: skip
    return ir.Stop(span=item.span)


def _end_turn(c: Context, item: n.EndTurn) -> ir.Statement:
    if c.outside_turns:
        c.e.wrong(
            "no-turn", "nobody has a turn here that could end", item.span, label="whose turn?",
            help=(
                "`end turn` stands below `players take turns:`, or in an action, a procedure, the text of a card or "
                "a rule on an event",
                "to leave a step, write `return`",
            ),
        )  # fmt: skip
    return ir.EndTurn(span=item.span)


def _if(c: Context, item: n.If) -> Statements:
    done: Statements = ()
    if isinstance(item.condition, n.Decides):
        done, holds = calls.decides(c, item.condition)
    else:
        holds = ex.condition_or_unknown(c, item.condition)
    then = block(c, item.body.items)
    match item.otherwise:
        case n.If():
            otherwise = _if(c, item.otherwise)
        case n.Block(items):
            otherwise = block(c, (*item.otherwise_texts, *items))
        case None:
            otherwise = ()
    return (*done, ir.If(holds, then, otherwise, span=item.span))


def _flow(c: Context, item: n.Flow) -> ir.Statement:
    """A step in a phase, a phase in a round."""
    symbol = c.e.scope.names.get(item.name.text)
    if not isinstance(symbol, FlowSymbol) or symbol.node is not item:
        raise Reported  # its name was taken, which has been reported
    bodies.flow(c.e, item, symbol.inside, c.rule_text, c)
    return ir.RunFlow(item.name.text, calls.handed_on(c), span=item.span)


# ---------------------------------------------------------------- the end of the game


def _game_over(c: Context, item: n.Wins | n.Forfeits) -> ir.Statement:
    everybody = ir.AllOf(PLAYER, PLAYERS, span=item.span)
    match item:
        case n.Wins(None):
            winners: ir.Expression = ir.ListOf((), PLAYERS, span=item.span)
        case n.Wins(subject):
            assert subject is not None
            winners = _winners(c, subject)
        case n.Forfeits(subject):
            winners = ir.Without(everybody, ex.players(c, subject, "who loses"), PLAYERS, span=item.span)
        case _:
            assert_never(item)
    return ir.GameOver(winners, c.site(item.span), span=item.span)


def _winners(c: Context, subject: n.Expression) -> ir.Expression:
    """Who wins: of those that share the best rank, all."""
    if isinstance(subject, n.The) and subject.ranking:
        return c.expect(queries.ranked_list(c, subject), PLAYERS, subject.span, "who wins")
    return ex.players(c, subject, "who wins")
