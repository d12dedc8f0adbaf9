"""Elaborates loops and blocks for somebody: each, for each, while, repeat, turns, as, all at once."""

from collections.abc import Callable

from dsl.elaborate.core import expressions as ex
from dsl.elaborate.core import statements
from dsl.elaborate.core.context import Context, Statements
from dsl.elaborate.core.elaborator import Reported
from dsl.elaborate.core.kinds import all_of, of_noun
from dsl.elaborate.expressions import queries
from dsl.elaborate.expressions.order_of_play import beginning_with, players_from
from dsl.elaborate.statements.questions import simultaneous
from dsl.ir import nodes as ir
from dsl.ir.nodes import NUMBER, PLAYER, PLAYERS, YES_NO, Kind, Type
from dsl.names.type_advice import shown
from dsl.names.types import words
from dsl.source import Span
from dsl.syntax import nodes as n
from dsl.walk import nodes_of

Body = Callable[[], Statements]


# ---------------------------------------------------------------- each, for each


def each(c: Context, head: n.EachHead, body: Body, span: Span, *, one_moment: bool = False) -> Statements:
    """`each player from x where ...`: who acts is `you` in turn; of other things each is `its`, and a piece `it`."""
    try:
        over = _each_over(c, head)
    except Reported:
        _read_unsure(c, body, head.binding)
        raise
    with c.block(), c.loop():
        one = c.bind(head.binding, over.type.one(), hidden_name=head.kind.text)
        if one.type.kind is Kind.PIECE:
            c.it = one
        with c.with_you(one) if one.type.kind is Kind.PLAYER else c.with_subject(one):
            return (ir.ForEach(one.slot, over, body(), one_moment, span=span),)


def _read_unsure(c: Context, body: Body, binding: n.Name | None) -> None:
    """The body of a loop whose first line is wrong: other mistakes in it are still found."""
    with c.block(), c.unsure():
        if binding is not None:
            c.bind_unknown(binding)
        body()


def _each_over(c: Context, head: n.EachHead) -> ir.Expression:
    over = queries.without(c, _each_of(c, head), head.other_than)
    return queries.filtered(c, over, head.binding, head.where, head.span) if head.where is not None else over


def _each_of(c: Context, head: n.EachHead) -> ir.Expression:
    kind = ex.kind_named(c, head.kind.text)
    if kind is None:
        names = ex.kinds(c)
        c.e.unknown(head.kind, "there is no kind of thing called", names, "unknown-kind", "the kinds of things are")
    if head.inside is not None:
        inside = ex.list_of(c, head.inside)
        if not (Kind.UNKNOWN in (inside.type.kind, kind.kind) or inside.type.kind is kind.kind):
            c.e.wrong("wrong-kind", f"there is no {head.kind.text} in {words(inside.type)}", head.inside.span,
                      label=f"this is {words(inside.type)}", help=_each_instead(inside.type, head.inside))  # fmt: skip
        return of_noun(c, beginning_with(c, inside, head.start, head.span), head.kind, kind, head.span)
    if kind == PLAYER:
        return players_from(c, head.start, "where it begins", head.span)
    return beginning_with(c, all_of(c, head.kind, kind, head.span), head.start, head.span)


def _each_instead(group: Type, node: n.Expression) -> tuple[str, ...]:
    noun = {Kind.PIECE: "card", Kind.PLAYER: "player", Kind.VALUE: group.name}.get(group.kind)
    return (f"write `each {noun} in {shown(node.span)}: ...`",) if noun else ()


def each_of_list(c: Context, players: ir.Expression, body: Body, span: Span, *, one_moment: bool) -> Statements:
    """A sentence whose subject is several players: each does it."""
    with c.block(), c.loop():
        one = c.bind(None, PLAYER, hidden_name="player")
        with c.with_you(one):
            return (ir.ForEach(one.slot, players, body(), one_moment, span=span),)


def for_each(c: Context, item: n.ForEach) -> ir.Statement:
    """`for each NAME in LIST: ...`."""

    def body() -> Statements:
        return statements.block(c, item.body.items)

    try:
        over = _loop_list(c, item.over, item.name)
    except Reported:
        _read_unsure(c, body, item.name)
        raise
    with c.block(), c.loop():
        one = c.bind(item.name, over.type.one())
        return ir.ForEach(one.slot, over, body(), span=item.span)


def _loop_list(c: Context, over: n.LoopList | n.Query, name: n.Name) -> ir.Expression:
    if isinstance(over, n.Query):
        return ex.as_list(ex.expression(c, over), over.span)
    group = ex.list_of(c, over.group)
    if isinstance(group, ir.ListOf) and isinstance(over.group, n.Number | n.Name) and group.type.kind is Kind.NUMBER:
        c.e.wrong(
            "not-a-list", "a number is no list", over.group.span, label="one number",
            help=(f"to count, write `for each {name.text} from 1 to {shown(over.group.span)}: ...`",),
        )  # fmt: skip
    group = beginning_with(c, group, over.start, over.span)
    return queries.filtered(c, group, name, over.where, over.span) if over.where is not None else group


def for_range(c: Context, item: n.ForRange) -> ir.Statement:
    """`for each NAME from 1 to 5: ...`."""
    low, high = ex.number(c, item.low, "the first number"), ex.number(c, item.high, "the last number")
    with c.block(), c.loop():
        one = c.bind(item.name, NUMBER)
        return ir.ForRange(one.slot, low, high, statements.block(c, item.body.items), span=item.span)


# ---------------------------------------------------------------- while, repeat


def while_(c: Context, item: n.While) -> ir.Statement:
    """`while CONDITION, at most 9 times: ...`."""
    holds = ex.condition_or_unknown(c, item.condition)
    bound = _bound(c, item.bound)
    with c.loop():
        return ir.While(holds, bound, False, statements.block(c, item.body.items), span=item.span)


def _bound(c: Context, node: n.Expression | None) -> ir.Expression | None:
    return ex.number(c, node, "how often at most") if node is not None else None


def repeat(c: Context, item: n.Repeat) -> ir.Statement:
    """`repeat 3 times`, `repeat until C`, `repeat 3 times until C`: the condition is looked at after each pass."""
    amount = _bound(c, item.amount)
    with c.loop():
        body = statements.block(c, item.body.items)
    if item.until is not None:
        until = ex.condition_or_unknown(c, item.until)
        span = item.until.span
        body = (*body, ir.If(until, (ir.Stop(span=span),), (), span=span))
    if amount is not None:
        slot = c.new_slot("pass")
        return ir.ForRange(slot, ir.Constant(1, NUMBER), amount, body, span=item.span)
    return ir.While(ir.Constant(1, YES_NO, span=item.span), None, True, body, span=item.span)


# ---------------------------------------------------------------- turns


def turns(c: Context, item: n.Turns) -> Statements:
    """Once round, or (`while`) round and round until the condition fails; the next seat is found after each turn."""
    try:
        players = _in_turn(c, item)
    except Reported:
        _read_unsure(c, lambda: statements.block(c, item.body.items), None)
        raise
    if item.condition is not None:
        return _round_and_round(c, item, item.condition, players)
    with c.block(), c.loop():
        one = c.bind(None, PLAYER, hidden_name="player")
        body = _turn(c, item, one)
    return (ir.ForEach(one.slot, players, body, span=item.span),)


def _turn(c: Context, item: n.Turns, one: ir.Local) -> Statements:
    """What one player does; nothing, if what stands behind `where` does not hold of them when it is their turn."""
    fits = None
    if item.where is not None:
        with c.with_candidate(one):
            fits = ex.condition_or_unknown(c, item.where)
    with c.with_you(one), c.turn():
        body: Statements = (ir.Turn(one, statements.block(c, item.body.items), span=item.span),)
    return body if fits is None else (ir.If(fits, body, (), span=fits.span),)


def _in_turn(c: Context, item: n.Turns) -> ir.PlayersFrom:
    subject = ex.expression(c, item.subject)
    if not (isinstance(subject, ir.AllOf) and subject.type == PLAYERS) and subject.type.kind is not Kind.UNKNOWN:
        c.e.wrong(
            "who-takes-turns", f"all players take turns, not {words(subject.type)}", item.subject.span,
            label=f"this is {words(subject.type)}",
            help=("write `players take turns where ...:`, with what must hold of those whose turn it is",),
        )  # fmt: skip
    return players_from(c, item.start, "who begins", item.span)


def _round_and_round(c: Context, item: n.Turns, condition: n.Expression, players: ir.PlayersFrom) -> Statements:
    bound = _bound(c, item.bound)
    with c.block(), c.loop():
        one = c.bind(None, PLAYER, hidden_name="player")
        first = ir.First(players, PLAYER, span=item.span)
        holds = ex.condition_or_unknown(c, condition)
        body = _turn(c, item, one)
    onward = ir.Function("right" if players.anticlockwise else "left", (one,), PLAYER, span=item.span)
    step = ir.SetLocal(one.slot, onward, span=item.span)
    loop = ir.While(holds, bound, bound is None, (*body, step), span=item.span)
    return (ir.SetLocal(one.slot, first, span=item.span), loop)


# ---------------------------------------------------------------- as somebody, all at once


def as_player(c: Context, item: n.As) -> Statements:
    """Everything inside happens as if that player did it."""
    try:
        meant = ex.player(c, item.player, "who does it")
        decider = ex.player(c, item.decider, "who decides") if item.decider is not None else None
    except Reported:
        _read_unsure(c, lambda: statements.block(c, item.body.items), None)
        raise
    one = c.bind(None, PLAYER, hidden_name="you")
    with c.with_you(one):
        body = statements.block(c, item.body.items)
    begun = ir.SetLocal(one.slot, meant, span=item.span)
    return (begun, *body) if decider is None else (begun, ir.DecidedBy(one, decider, body, span=item.span))


def at_once(c: Context, item: n.AtOnce) -> ir.Statement:
    """All answer without seeing the others' answers; then the rest runs seat by seat."""
    who = queries.noun(c, item.who) if isinstance(item.who, n.Noun) else ex.list_of(c, item.who)
    over = c.expect(who, PLAYERS, item.who.span, "who decides at once")
    with c.block(), c.loop():
        one = c.bind(None, PLAYER, hidden_name="player")
        before = len(c.e.diagnostics)
        with c.with_you(one):
            done = statements.sequence(c, item.body.items)
            asking, rest = simultaneous.split(c, done, one)
    first = next(iter(item.body.items), None)
    unread = isinstance(first, n.Choose | n.MayChoose) or any(True for _ in nodes_of(item.body, n.BadLine))
    if not asking and not unread and len(c.e.diagnostics) == before:
        c.e.wrong(
            "nothing-at-once", "nobody decides anything here", item.span, label="no question is put to `you`",
            help=(
                "begin with what all decide at the same time: `choose ...`",
                "for one after another, write `each player:`",
            ),
        )  # fmt: skip
    return ir.AllAtOnce(one.slot, over, asking, rest, span=item.span)
