"""Statements: from what is written to what is done.

`block` is the door. A statement whose words are wrong is reported and left out; the rest of its block goes on, and
the names it would have bound stand for anything, so that one mistake is reported once.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import attrs

from dsl.check.scope import (
    ActionSymbol,
    CardTypeSymbol,
    DieSymbol,
    EnumSymbol,
    FlowSymbol,
    ProcedureSymbol,
    VariableSymbol,
    ZoneSymbol,
)
from dsl.check.types import fits, words
from dsl.ir import nodes as ir
from dsl.ir.elaboration.context import Context, Reported
from dsl.ir.elaboration.expressions import (
    as_counter,
    as_list,
    condition,
    expression,
    filtered,
    kind_named,
    list_of,
    name,
    noun,
    number,
    player,
    ranked_list,
    typed,
    without,
    you,
)
from dsl.ir.nodes import NUMBER, PLAYER, PLAYERS, YES_NO, Kind, Manner, Type
from dsl.source import Span
from dsl.syntax import nodes as n

Statements = tuple[ir.Statement, ...]
NOBODY = ir.Constant(ir.NONE, PLAYER.or_none())


def block(c: Context, items: tuple[n.Item, ...]) -> Statements:
    """The statements of a block, in a scope of their own."""
    with c.block():
        return sequence(c, items)


def sequence(c: Context, items: tuple[n.Item, ...]) -> Statements:
    """The statements of a block in the scope that is open already."""
    done: list[ir.Statement] = []
    in_texts = False
    for item in items:
        match item:
            case n.RuleText():
                text = ir.RuleText(item.words, item.clauses, span=item.span)
                c.rule_text = (*c.rule_text, text) if in_texts else (text,)
                in_texts = True
            case n.BadLine(body):
                block(c, body)
            case _:
                in_texts = False
                done.extend(_one(c, item))
    return _hang_on_choices(_without_idle_it(done))


def _without_idle_it(done: list[ir.Statement]) -> list[ir.Statement]:
    """Without the locals that were kept for an `it` that was never said."""
    for k in range(len(done) - 2, -1, -1):
        match done[k], done[k + 1]:
            case ir.SetLocal(slot, pieces), ir.MovePieces(pieces=ir.Local(moved, "it")) as move if slot == moved:
                if not reads_slot(tuple(done[k + 2 :]), slot):
                    done[k : k + 2] = [attrs.evolve(move, pieces=pieces)]
            case _:
                pass
    return done


def _one(c: Context, item: n.Statement) -> Statements:
    try:
        return statement(c, item)
    except Reported:
        _bind_unknown(c, item)
        return ()


def _bind_unknown(c: Context, item: n.Statement) -> None:
    """What a wrong statement would have named is of unknown type, so that its uses are not reported too."""
    for bound in _names_bound_by(item):
        if c.find(bound.text) is None:
            c.bind(bound, ir.UNKNOWN, fixed=False)
    c.it = c.it or ir.Constant(ir.NONE, ir.UNKNOWN)


def _names_bound_by(item: n.Statement) -> list[n.Name]:
    match item:
        case n.Let(bound) | n.Decided(bound):
            return [bound]
        case n.Act(verb=n.Choose(what=n.ChooseThing(noun=what))):
            return [what.binding] if what.binding else []
        case n.Act(verb=n.Choose(what=what)):
            return [what.binding] if what.binding else []  # type: ignore[union-attr]
        case n.Act(verb=n.Draw(binding=n.Name() as bound)) | n.Act(verb=n.Roll(binding=bound)):
            return [bound]
        case _:
            return []


def _hang_on_choices(done: list[ir.Statement]) -> Statements:
    """What uses the answer of a question becomes part of it, since it is skipped when nothing can be chosen."""
    for k in range(len(done) - 1, -1, -1):
        question = done[k]
        if not isinstance(question, ir.Choose) or question.body or isinstance(question.options, ir.FromMenu):
            continue
        last = max((j for j in range(k + 1, len(done)) if reads_slot(done[j], question.slot)), default=k)
        tail = tuple(done[k + 1 : last + 1])
        otherwise = tuple(s for s in tail if not reads_slot(s, question.slot))
        done[k : last + 1] = [attrs.evolve(question, body=tail, otherwise=(*question.otherwise, *otherwise))]
    return tuple(done)


def reads_slot(node: object, slot: int) -> bool:
    """Whether an IR tree reads that slot anywhere."""
    if isinstance(node, ir.Local):
        return node.slot == slot
    if isinstance(node, tuple):
        return any(reads_slot(part, slot) for part in node)
    if attrs.has(type(node)):
        return any(reads_slot(getattr(node, f.name), slot) for f in attrs.fields(type(node)) if f.eq)
    return False


# ---------------------------------------------------------------- one statement


def statement(c: Context, item: n.Statement) -> Statements:
    match item:
        case n.Act():
            return act(c, item)
        case n.Let(bound, value):
            meant = expression(c, value)
            local = c.bind(bound, meant.type, fixed=False)
            return (ir.SetLocal(local.slot, meant, span=item.span),)
        case n.Decided():
            return _decided(c, item)
        case n.Call():
            return (call(c, item.procedure, item.arguments, item.span),)
        case n.Assign():
            return (_assign(c, item),)
        case n.Raise():
            return (_raise(c, item),)
        case n.Return():
            return (ir.Leave(None, span=item.span),)
        case n.Decide(value):
            return (_decide(c, value, item.span),)
        case n.Needs():
            c.e.wrong("needs-outside", "`needs` stands at the beginning of an action", item.span)
        case n.Stop():
            if not c.in_loop:
                c.e.wrong("stop-outside", "`stop` leaves a loop, and there is none here", item.span)
            return (ir.Stop(span=item.span),)
        case n.EndTurn():
            return (ir.Unsupported("`end turn`", span=item.span),)
        case n.Announce(text):
            return (ir.Announce(text_parts(c, text), c.site(item.span), span=item.span),)
        case n.TakeActions():
            return (_take_actions(c, item),)
        case n.Wins() | n.Forfeits():
            return (_game_over(c, item),)
        case n.Becomes():
            expression(c, item.subject)
            expression(c, item.original)
            return (ir.Unsupported("`becomes a copy of`", span=item.span),)
        case n.If():
            return (_if(c, item),)
        case n.Each(head, body):
            return _each(c, head, lambda: block(c, body.items), item.span)
        case n.ForEach():
            return (_for_each(c, item),)
        case n.ForRange():
            return (_for_range(c, item),)
        case n.Together(body):
            return (ir.Unsupported("`together:`", block(c, body.items), span=item.span),)
        case n.While():
            return (_while(c, item),)
        case n.Repeat():
            return (_repeat(c, item),)
        case n.AtOnce():
            return (_at_once(c, item),)
        case n.Turns():
            return _turns(c, item)
        case n.As(who, body, decider):
            done = _as(c, who, body, item.span)
            if decider is None:
                return done
            player(c, decider)
            return (ir.Unsupported("`as ..., decided by ...`", done, span=item.span),)
        case n.MayDo():
            return (_may_do(c, item),)
        case n.MayChoose():
            return _may_choose(c, item)
        case n.Menu():
            return (_menu(c, item),)
        case n.Lasting(_, body):
            return (ir.Unsupported("an effect that lasts", block(c, body.items), span=item.span),)
        case n.Standing(holds, body):
            condition(c, holds)
            return (ir.Unsupported("`as long as`", block(c, body.items), span=item.span),)
        case n.ExceptionTo() | n.Permission() | n.Hook() | n.Reaction():
            return _standing_rule(c, item)
        case n.Flow():
            return (_flow(c, item),)


def _standing_rule(c: Context, item: n.ExceptionTo | n.Permission | n.Hook | n.Reaction) -> Statements:
    """A rule that begins to hold in the middle of play (in a card's text, or for a while)."""
    from dsl.ir.elaboration.declarations import check_standing_rule

    check_standing_rule(c, item)
    return (ir.Unsupported("a rule that begins to hold in play", span=item.span),)


# ---------------------------------------------------------------- who does it


def act(c: Context, item: n.Act) -> Statements:
    """A sentence: its subject, its manner, whether it may be left, and its verb."""
    if isinstance(item.subject, n.EachHead):
        return _each(c, item.subject, lambda: _subject_acts(c, item, inner_subject(c)), item.span)
    if item.subject is None:
        return _subject_acts(c, item, c.you)
    if (pot := _pot_named(c, item.subject)) is not None:
        return (_pot_pays(c, item, pot),)
    subject = expression(c, item.subject, PLAYER)
    if subject.type.many and subject.type.kind is Kind.PLAYER:
        return _each_of_list(c, subject, lambda: _subject_acts(c, item, inner_subject(c)), item.span)
    c.expect(subject, PLAYER, item.subject.span, "who does this")
    return _subject_acts(c, item, subject)


def inner_subject(c: Context) -> ir.Expression | None:
    return c.subject if c.subject is not None else c.you


def _subject_acts(c: Context, item: n.Act, subject: ir.Expression | None) -> Statements:
    with c.with_subject(subject if item.subject is not None else c.subject):
        if not item.optional:
            return verb(c, item, subject)
        if isinstance(item.verb, n.Choose):
            return choose(c, item.verb, _who(c, subject, item.span), _manner(c, item), item.span, optional=True)
        return (_may_act(c, item, _who(c, subject, item.span)),)


def _may_act(c: Context, item: n.Act, who: ir.Expression) -> ir.Statement:
    """`ann may draw 1 ...`: the sentence itself is the option."""
    label = item.verb.span.text
    done = verb(c, item, who)
    return _question(c, who, ir.FromMenu((label[:1].upper() + label[1:],), (None,)), done, (), item.span, optional=True)


def _who(c: Context, subject: ir.Expression | None, span: Span) -> ir.Expression:
    return subject if subject is not None else you(c, span)


def _actor(c: Context, subject: ir.Expression | None) -> ir.Expression:
    """Who moves a piece, where that may be nobody (as in a step)."""
    return subject if subject is not None else c.you if c.you is not None else NOBODY


def _manner(c: Context, item: n.Act) -> Manner:
    return Manner(item.manner) if item.manner else Manner.PLAIN


# ---------------------------------------------------------------- verbs


def verb(c: Context, item: n.Act, subject: ir.Expression | None) -> Statements:
    span, doing = item.span, item.verb
    match doing:
        case n.Transfer():
            return (_transfer(c, item, doing, subject),)
        case n.GiveAmount(amount, counter, to):
            coin = counter_of(c, counter)
            giver = ir.Holder(_who(c, subject, span), span=span)
            return (
                ir.Transfer("give", coin, number(c, amount), giver, ir.Holder(player(c, to), span=to.span),
                            _manner(c, item), c.site(span), span=span),
            )  # fmt: skip
        case n.Draw():
            return (_draw(c, doing, subject, span),)
        case n.Move():
            return _move(c, item, doing, subject)
        case n.Discard(pieces):
            return _to_zone(c, "discard", pieces, _discard_zone(c, subject, span), item, subject)
        case n.GivePieces(pieces, to):
            owner = player(c, to)
            return _to_zone(c, "give", pieces, _hand_of(c, owner, to.span), item, subject)
        case n.RemoveFromGame(pieces):
            return (_remove(c, pieces, item, subject),)
        case n.Reveal(pieces, to):
            seers = as_list(expression(c, to), to.span) if to is not None else None
            return (ir.Reveal(pieces_of(c, pieces), seers, c.site(span), span=span),)
        case n.Look(pieces):
            seers = as_list(_who(c, subject, span), span)
            return (ir.Reveal(pieces_of(c, pieces), seers, c.site(span), span=span),)
        case n.Flip(pieces, face):
            pieces_of(c, pieces)
            return (ir.Unsupported(f"`flip ... face {face}`", span=span),)
        case n.Shuffle(zone, into):
            return _shuffle(c, zone, into, item, subject)
        case n.Create():
            return (_create(c, doing, subject, span),)
        case n.Swap(left, right):
            return (ir.Swap(expression(c, left), expression(c, right), c.site(span), span=span),)
        case n.Roll():
            return _roll(c, doing, span)
        case n.Choose():
            return choose(c, doing, _who(c, subject, span), _manner(c, item), span)


def _roll(c: Context, doing: n.Roll, span: Span) -> Statements:
    if not isinstance(c.e.scope.find(doing.die.text), DieSymbol):
        c.unknown(doing.die, "there are no dice called", _named(c, DieSymbol), "unknown-die")
    die, amount = _singular(c, doing.die.text), number(c, doing.amount)
    if not doing.single:
        bound = c.bind(doing.binding, Type(Kind.DIE, many=True))
        return (ir.Roll(die, amount, bound.slot, c.site(span), span=span),)
    rolled = c.bind(None, Type(Kind.DIE, many=True), hidden_name="rolled")
    one = ir.First(rolled, Type(Kind.DIE), span=span)
    bound = c.bind(doing.binding, one.type)
    return (ir.Roll(die, amount, rolled.slot, c.site(span), span=span), ir.SetLocal(bound.slot, one, span=span))


def _singular(c: Context, text: str) -> str:
    return text if text in c.e.scope.names else text.removesuffix("s")


def _named(c: Context, kind: type[Any]) -> set[str]:
    return {k for k, s in c.e.scope.names.items() if isinstance(s, kind)}


def pieces_of(c: Context, node: n.Expression) -> ir.Expression:
    """One piece, none, or a list of pieces."""
    value = expression(c, node)
    if value.type.kind is Kind.ZONE:
        return ir.Contents(value, span=node.span)
    if value.type.kind not in (Kind.PIECE, Kind.DIE, Kind.NOTHING, Kind.UNKNOWN):
        c.e.wrong("not-a-piece", f"a card or another piece is wanted, and this is {words(value.type)}", node.span)
    return value


# counters ------------------------------------------------------------


def counter_of(c: Context, node: n.Expression) -> ir.Expression:
    """Which counter is meant, as an expression of type COUNTER."""
    if isinstance(node, n.Name):
        if (local := c.find(node.text)) is not None:
            local.used = True
            return as_counter(c, ir.Local(local.slot, node.text, local.type, span=node.span), node.span)
        symbol = c.e.scope.find(node.text)
        if isinstance(symbol, VariableSymbol) and symbol.number >= 0:
            return ir.Constant(symbol.number, ir.COUNTER, span=node.span)
        if symbol is None:
            known = {v.name for v in c.e.scope.counters} | {k for names in c.names for k in names}
            c.unknown(node, "there is no counter called", known, "unknown-counter")
    return guarded_counter(c, expression(c, node), node.span)


def guarded_counter(c: Context, value: ir.Expression, span: Span) -> ir.Expression:
    """A counter from a value that may be none: then it is no counter at all."""
    counter = as_counter(c, value, span)
    if not value.type.optional or counter is value:
        return counter
    missing = ir.Compare("=", value, ir.Constant(ir.NONE, ir.NOTHING), span=span)
    return ir.Cases(((missing, ir.Constant(ir.NONE, ir.COUNTER)),), counter, ir.COUNTER, span=span)


def _group_value(counter: ir.Expression, base: int) -> ir.Expression:
    """The value of the group that a counter's number stands for: the other way round from `as_counter`."""
    match counter:
        case ir.Constant(value):
            return ir.Constant(value - base, NUMBER, span=counter.span)
        case ir.Arithmetic("+", value, ir.Constant(added)) if added == base:
            return value
        case _:
            return ir.Arithmetic("-", counter, ir.Constant(base, NUMBER), span=counter.span)


def _pot_named(c: Context, node: n.Expression) -> VariableSymbol | None:
    """The counter that is no player's, if the word names one."""
    text = node.text if isinstance(node, n.Name) else node.name.text if isinstance(node, n.Property) else ""
    if not text or c.find(text) is not None:
        return None
    symbol = c.e.scope.find(text)
    if isinstance(symbol, VariableSymbol) and isinstance(symbol.node, n.Counters) and symbol.number < 0:
        return symbol
    return None


def place(c: Context, node: n.Expression, counter: ir.Expression) -> ir.Place:
    """Where counters go from or to: the bank, a player, or a pot."""
    if isinstance(node, n.The) and node.noun.text == "bank":
        return ir.Bank(span=node.span)
    if isinstance(node, n.Name) and node.text == "bank":
        return ir.Bank(span=node.span)
    if (symbol := _pot_named(c, node)) is not None:
        return _pot(c, node, symbol, counter)
    return ir.Holder(c.expect(expression(c, node, PLAYER), PLAYER, node.span, "where counters go"), span=node.span)


def _pot(c: Context, node: n.Expression, symbol: VariableSymbol, counter: ir.Expression) -> ir.Pot:
    if isinstance(node, n.Property):
        read = expression(c, node)
        return ir.Pot(symbol.name, read.at if isinstance(read, ir.Read) else (), span=node.span)
    if not symbol.dimensions:
        return ir.Pot(symbol.name, (), span=node.span)
    group = symbol.dimensions[0].name
    base = next((v.number for v in c.e.scope.counters if v.group == group), None)
    if len(symbol.dimensions) != 1 or base is None:
        c.e.wrong("which-pot", f"which `{symbol.name}`?", node.span, help=(f"say `{symbol.name}[...]`",))
    return ir.Pot(symbol.name, (_group_value(counter, base),), span=node.span)


def _transfer(c: Context, item: n.Act, doing: n.Transfer, subject: ir.Expression | None) -> ir.Statement:
    who = ir.Holder(_who(c, subject, item.span), span=item.span)
    coin = counter_of(c, doing.amount.counter)
    source: ir.Place = ir.Bank(span=item.span) if doing.verb == "gain" else who
    target: ir.Place = who if doing.verb == "gain" else ir.Bank(span=item.span)
    if doing.source is not None:
        source = place(c, doing.source, coin)
    if doing.target is not None:
        target = place(c, doing.target, coin)
    elif doing.verb == "pay":
        c.e.wrong("pay-whom", "pay whom?", item.span, help=("say where it goes: `... to the bank`",))
    amount = _amount(c, doing.amount, coin, source)
    return ir.Transfer(doing.verb, coin, amount, source, target, _manner(c, item), c.site(item.span), span=item.span)


def _pot_pays(c: Context, item: n.Act, symbol: VariableSymbol) -> ir.Statement:
    doing = item.verb
    if not isinstance(doing, n.Transfer) or doing.verb != "pay" or doing.target is None or item.subject is None:
        c.e.wrong(
            "pot-does", f"`{symbol.name}` can only pay", item.span,
            help=(f"write `{symbol.name} pays 3 COUNTER to PLAYER` or `... to the bank`",),
        )  # fmt: skip
    coin = counter_of(c, doing.amount.counter)
    source = _pot(c, item.subject, symbol, coin)
    target = place(c, doing.target, coin)
    amount = _amount(c, doing.amount, coin, source)
    return ir.Transfer("pay", coin, amount, source, target, _manner(c, item), c.site(item.span), span=item.span)


def _amount(
    c: Context, said: n.SomeOf | n.EqualTo | n.AllOf, counter: ir.Expression, source: ir.Place
) -> ir.Expression:
    match said:
        case n.SomeOf(amount) | n.EqualTo(_, amount):
            return number(c, amount)
        case n.AllOf():
            return _all_there(c, counter, source, said.span)


def _all_there(c: Context, counter: ir.Expression, source: ir.Place, span: Span) -> ir.Expression:
    match source:
        case ir.Holder(who):
            return ir.ReadCounter(counter, who, span=span)
        case ir.Pot(variable, at):
            return ir.Read(variable, at, NUMBER, span=span)
        case ir.Bank():
            c.e.wrong("all-of-the-bank", "the bank has no end: all of it is no number", span,
                      help=("say where from: `gain all ... from pot`",))  # fmt: skip


# pieces --------------------------------------------------------------


def _zone_named(c: Context, text: str, owner: ir.Expression | None, span: Span, wanted_for: str) -> ir.ZoneAt:
    symbol = c.e.scope.find(text)
    if not isinstance(symbol, ZoneSymbol):
        c.e.wrong(
            "no-such-zone", f"{wanted_for} needs a zone called `{text}`", span,
            help=(f"declare one, such as `zone {text}: stack, face up`, or say where: `move ... to ZONE`",),
        )  # fmt: skip
    if not symbol.dimensions:
        return ir.ZoneAt(text, (), span=span)
    return ir.ZoneAt(text, (_who(c, owner, span),), span=span)


def _discard_zone(c: Context, subject: ir.Expression | None, span: Span) -> ir.ZoneAt:
    return _zone_named(c, "discard_pile", subject, span, "`discard`")


def _hand_of(c: Context, owner: ir.Expression, span: Span) -> ir.ZoneAt:
    return _zone_named(c, "hand", owner, span, "giving a card")


def _to_zone(
    c: Context, verb_: str, pieces: n.Expression, zone: ir.Expression, item: n.Act, subject: ir.Expression | None
) -> Statements:
    before, moved = _moved(c, pieces)
    move = ir.MovePieces(
        verb_, moved, zone, False, None, _actor(c, subject), _manner(c, item), c.site(item.span), span=item.span
    )
    return (*before, move)


def _moved(c: Context, pieces: n.Expression) -> tuple[Statements, ir.Expression]:
    """What is moved; a single piece is kept as `it`, which stays that piece wherever it goes."""
    moved = pieces_of(c, pieces)
    if moved.type.many:
        return (), moved
    if isinstance(moved, ir.Local):
        c.it = moved
        return (), moved
    c.it = kept = c.bind(None, moved.type, hidden_name="it")
    return (ir.SetLocal(kept.slot, moved, span=pieces.span),), kept


def _move(c: Context, item: n.Act, doing: n.Move, subject: ir.Expression | None) -> Statements:
    if (pawn := _pawn_move(c, doing, item.span)) is not None:
        return (pawn,)
    before, moved = _moved(c, doing.pieces)
    at_bottom = isinstance(doing.target, n.PileEnd) and doing.target.end == "bottom"
    target = doing.target.zone if isinstance(doing.target, n.PileEnd) and doing.target.amount is None else doing.target
    zone = expression(c, target)
    if zone.type.kind is not Kind.ZONE or zone.type.many:
        c.e.wrong("not-a-zone", f"a card goes to a zone, and this is {words(zone.type)}", doing.target.span)
    move = ir.MovePieces(
        "move", moved, zone, at_bottom, doing.face, _actor(c, subject), _manner(c, item), c.site(item.span),
        span=item.span,
    )  # fmt: skip
    return (*before, move)


def _pawn_move(c: Context, doing: n.Move, span: Span) -> ir.Statement | None:
    """A pawn stands on a space: moving it sets where."""
    head = doing.pieces.name if isinstance(doing.pieces, n.Property) else doing.pieces
    symbol = c.e.scope.find(head.text) if isinstance(head, n.Name) and c.find(head.text) is None else None
    if not (isinstance(symbol, VariableSymbol) and isinstance(symbol.node, n.Pawn)):
        return None
    read = expression(c, doing.pieces)
    at = read.at if isinstance(read, ir.Read) else ()
    return ir.Write(symbol.name, at, typed(c, doing.target, symbol.type), c.site(span), span=span)


def _remove(c: Context, pieces: n.Expression, item: n.Act, subject: ir.Expression | None) -> ir.Statement:
    moved = pieces_of(c, pieces)
    if moved.type.kind is Kind.DIE:
        return ir.Unsupported("removing a rolled die", span=item.span)
    return ir.MovePieces(
        "remove", moved, ir.ZoneAt("", (), span=item.span), False, "up", _actor(c, subject), _manner(c, item),
        c.site(item.span), span=item.span,
    )  # fmt: skip


def _shuffle(
    c: Context, zone: n.Expression, into: n.Expression | None, item: n.Act, subject: ir.Expression | None
) -> Statements:
    where = typed(c, zone, ir.ZONE, "what is shuffled")
    site = c.site(item.span)
    if into is None:
        return (ir.Shuffle(where, site, span=item.span),)
    target = typed(c, into, ir.ZONE, "what it is shuffled into")
    moved = ir.MovePieces("move", ir.Contents(where, span=zone.span), target, False, None, _actor(c, subject),
                          Manner.PLAIN, site, span=item.span)  # fmt: skip
    return (moved, ir.Shuffle(target, c.site(item.span), span=item.span))


def _create(c: Context, doing: n.Create, subject: ir.Expression | None, span: Span) -> ir.Statement:
    symbol = c.e.scope.find(doing.card_type.text)
    if not isinstance(symbol, CardTypeSymbol):
        c.unknown(doing.card_type, "there are no cards called", _named(c, CardTypeSymbol), "unknown-cards")
    zone = typed(c, doing.zone, ir.ZONE)
    each = doing.of_each.text if doing.of_each else None
    if each is not None and Type(Kind.VALUE, each) not in symbol.fields.values():
        c.e.wrong("no-such-field", f"no field of {doing.card_type.text} is a {each}", span)
    owner = _actor(c, subject)
    return ir.Create(symbol.node.name.text, number(c, doing.amount), each, zone, owner, c.site(span), span=span)


def _draw(c: Context, doing: n.Draw, subject: ir.Expression | None, span: Span) -> ir.Statement:
    who = _who(c, subject, span)
    source = typed(c, doing.source, ir.ZONE) if doing.source else _zone_named(c, "draw_pile", who, span, "`draw`")
    target = typed(c, doing.target, ir.ZONE) if doing.target else _zone_named(c, "hand", who, span, "`draw`")
    amount = number(c, doing.amount)
    if doing.up_to:
        held = ir.CountOf(ir.Contents(target, span=span), span=span)
        amount = ir.Arithmetic("-", amount, held, span=span)
    drawn = Type(Kind.PIECE, optional=True)
    bound = c.bind(doing.binding, drawn, hidden_name="drawn")
    c.it = bound
    return ir.Draw(who, amount, source, target, bound.slot, c.site(span), span=span)


# ---------------------------------------------------------------- decisions


def choose(
    c: Context,
    doing: n.Choose,
    who: ir.Expression,
    manner: Manner,
    span: Span,
    *,
    optional: bool = False,
    body: Callable[[], Statements] | None = None,
    otherwise: Callable[[], Statements] | None = None,
) -> Statements:
    """A question. Without a body of its own, the statements that use its answer follow it."""
    with c.with_subject(who):
        options, type_, binding, spoken_noun = _options(c, doing.what)
        prompt = text_parts(c, doing.asking) if doing.asking else (spoken_noun,)
    answered = c.bind(binding, type_, hidden_name="it")
    if type_.kind is Kind.PIECE and not type_.many:
        c.it = answered
    pass_label = doing.passing.text if doing.passing else None
    return (
        ir.Choose(
            who, options, answered.slot, optional, manner, prompt, pass_label, _offers(c), body() if body else (),
            otherwise() if otherwise else (), c.site(span), span=span,
        ),
    )  # fmt: skip


def _offers(c: Context) -> tuple[str, ...]:
    return c.offers


def _options(c: Context, what: n.Chosen) -> tuple[ir.Options, Type, n.Name | None, str]:
    """The options, the type of the answer, the name it gets, and the question in default words."""
    match what:
        case n.ChooseNumber(low, high, binding):
            options: ir.Options = ir.FromRange(number(c, low), number(c, high), span=what.span)
            return options, NUMBER, binding, "Choose a number"
        case n.ChooseOrder(of, binding):
            group = list_of(c, of)
            return ir.InOrder(group, span=what.span), group.type, binding, "Choose an order"
        case n.ChooseAmong(candidates, binding):
            values = [expression(c, x) for x in candidates]
            over = ir.ListOf(tuple(values), values[0].type.list(), span=what.span)
            return _one_of(over, what.span), values[0].type.one(), binding, "Choose one"
        case n.ChooseThing(how_many, amount, thing):
            over = _choice_candidates(c, thing)
            some = _how_many(c, how_many, amount, over, what.span)
            type_ = over.type.one() if how_many == "one" else over.type
            return some, type_, thing.binding, f"Choose {what.span.text.split(' as ')[0].split(' where ')[0]}"


def _one_of(over: ir.Expression, span: Span) -> ir.FromList:
    one = ir.Constant(1, NUMBER)
    return ir.FromList(over, one, one, span=span)


def _how_many(
    c: Context, how_many: str, amount: n.Expression | None, over: ir.Expression, span: Span
) -> ir.FromList:
    if how_many == "one":
        return _one_of(over, span)
    many = number(c, amount) if amount is not None else ir.CountOf(over, span=span)
    least = many if how_many == "exactly" else ir.Constant(0, NUMBER)
    return ir.FromList(over, least, many, span=span)


def _choice_candidates(c: Context, thing: n.ChoiceNoun) -> ir.Expression:
    noun_ = n.Noun(thing.kind, thing.source, thing.other_than, thing.binding, None, span=thing.span)
    over = noun(c, attrs.evolve(noun_, binding=None))
    if thing.where is None:
        return over
    return filtered(c, over, thing.binding, thing.where, thing.span)


def _question(
    c: Context,
    who: ir.Expression,
    options: ir.Options,
    body: Statements,
    otherwise: Statements,
    span: Span,
    *,
    optional: bool,
    prompt: tuple[ir.TextPart, ...] = (),
    slot: int | None = None,
) -> ir.Choose:
    place_ = slot if slot is not None else c.new_slot("answer")
    return ir.Choose(
        who, options, place_, optional, Manner.PLAIN, prompt, None, _offers(c), body, otherwise, c.site(span), span=span
    )


def _may_do(c: Context, item: n.MayDo) -> ir.Statement:
    who = player(c, item.subject)
    with c.with_subject(who):
        body = block(c, item.body.items)
        otherwise = block(c, item.otherwise.items) if item.otherwise else ()
    options = ir.FromMenu((item.label.text,), (None,), span=item.label.span)
    return _question(c, who, options, body, otherwise, item.span, optional=True)


def _may_choose(c: Context, item: n.MayChoose) -> Statements:
    who = player(c, item.subject)
    manner = Manner(item.manner) if item.manner else Manner.PLAIN
    with c.block():
        otherwise = (lambda: block(c, item.otherwise.items)) if item.otherwise is not None else None  # type: ignore[union-attr]
        return choose(
            c, item.choice, who, manner, item.span, optional=True, body=lambda: block(c, item.body.items),
            otherwise=otherwise,
        )  # fmt: skip


def _menu(c: Context, item: n.Menu) -> ir.Statement:
    who = player(c, item.subject) if item.subject is not None else you(c, item.span)
    slot = c.new_slot("option")
    labels, conditions, bodies = [], [], []
    for option in item.options:
        if isinstance(option, n.MenuOption):
            labels.append(option.label.text)
            conditions.append(condition(c, option.condition) if option.condition is not None else None)
            bodies.append((block(c, option.body.items), option.span))
    answer = ir.Local(slot, "option", NUMBER, span=item.span)
    body = tuple(
        ir.If(ir.Compare("=", answer, ir.Constant(k, NUMBER), span=span), statements, (), span=span)
        for k, (statements, span) in enumerate(bodies)
    )
    prompt = text_parts(c, item.asking) if item.asking else ("Choose one",)
    options = ir.FromMenu(tuple(labels), tuple(conditions), span=item.span)
    return _question(c, who, options, body, (), item.span, optional=False, prompt=prompt, slot=slot)


def _take_actions(c: Context, item: n.TakeActions) -> ir.Statement:
    who = player(c, item.subject) if item.subject is not None else you(c, item.span)
    for action in item.actions:
        if not isinstance(c.e.scope.find(action.text), ActionSymbol):
            c.unknown(action, "there is no action called", _named(c, ActionSymbol), "unknown-action")
    if item.how_many == "free":
        return ir.Unsupported("`take free actions`", span=item.span)
    amount = {"one": ir.Constant(1, NUMBER), "any": None}.get(item.how_many)
    if item.amount is not None:
        amount = number(c, item.amount)
    may_stop = item.how_many in ("up_to", "any")
    names = tuple(name for a in item.actions for name in (a.text, *_beside(c, a.text)))
    return ir.TakeActions(who, names, amount, may_stop, c.site(item.span), span=item.span)


def _beside(c: Context, action: str) -> list[str]:
    """Actions that say they are offered wherever this one is."""
    symbols = [s for s in c.e.scope.names.values() if isinstance(s, ActionSymbol) and isinstance(s.node, n.Action)]
    return [
        s.node.name.text for s in symbols if isinstance(s.node, n.Action)
        for t in s.node.traits if t.kind == "beside" and t.names[0].text == action
    ]  # fmt: skip


_BRACES = re.compile(r"\{([^{}]*)\}")


def text_parts(c: Context, text: n.Text) -> tuple[ir.TextPart, ...]:
    """A text with names in braces, as words and expressions in turn."""
    parts: list[ir.TextPart] = []
    pieces = _BRACES.split(text.text)
    for k, piece in enumerate(pieces):
        if k % 2 == 0:
            parts.extend([piece] if piece else [])
        else:
            parts.append(name(c, n.Name(piece.strip(), span=text.span), None))
    return tuple(parts)


# ---------------------------------------------------------------- calls and values


def call(
    c: Context, procedure: n.Name, arguments: tuple[n.Argument, ...], span: Span, slot: int = -1
) -> ir.Statement:
    symbol = c.e.scope.names.get(procedure.text)
    if procedure.text == "effect" and symbol is None:
        for a in arguments:
            expression(c, a.value)
        return ir.Unsupported("`do effect of`", span=span)
    if not isinstance(symbol, ProcedureSymbol):
        c.unknown(procedure, "there is no procedure called", _named(c, ProcedureSymbol), "unknown-procedure")
    given = _arguments(c, symbol, arguments, span)
    return ir.Call(procedure.text, given, slot, _handed_on(c), c.site(span), span=span)


def _handed_on(c: Context) -> ir.Expression | None:
    """Who `you` is in what is called: None where that is whoever it is in the whole body."""
    return None if isinstance(c.you, ir.Local) and c.you.slot == 0 else c.you


def _arguments(
    c: Context, symbol: ProcedureSymbol, arguments: tuple[n.Argument, ...], span: Span
) -> tuple[ir.Expression, ...]:
    """Each parameter's value: by its preposition where one is said, else in order."""
    parameters = symbol.node.parameters
    waiting = list(range(len(parameters)))
    values: dict[int, ir.Expression] = {}
    for a in arguments:
        fitting = [k for k in waiting if a.preposition is None or parameters[k].preposition == a.preposition]
        if not fitting:
            _no_such_argument(c, symbol, a, span)
        k = fitting[0]
        waiting.remove(k)
        values[k] = _argument(c, a.value, symbol.parameters[k], parameters[k].name.text)
    if waiting:
        missing = ", ".join(_said(parameters[k]) for k in waiting)
        c.e.wrong("argument-missing", f"`{symbol.node.name.text}` also needs: {missing}", span,
                  help=(f"it is called like this: `do {_signature(symbol)}`",))  # fmt: skip
    return tuple(values[k] for k in range(len(parameters)))


def _argument(c: Context, node: n.Expression, type_: Type, parameter: str) -> ir.Expression:
    if type_.kind is Kind.COUNTER:
        return counter_of(c, node)
    value = expression(c, node, type_)
    if type_.many and not value.type.many:
        value = as_list(value, node.span)
    return c.expect(value, type_, node.span, f"`{parameter}`")


def _no_such_argument(c: Context, symbol: ProcedureSymbol, a: n.Argument, span: Span) -> None:
    said = f"with `{a.preposition}`" if a.preposition else "more"
    c.e.wrong(
        "argument-unknown", f"`{symbol.node.name.text}` takes nothing {said}", a.span,
        help=(f"it is called like this: `do {_signature(symbol)}`",),
    )  # fmt: skip


def _said(p: n.ProcedureParameter) -> str:
    return f"{p.preposition} {p.name.text}" if p.preposition else p.name.text


def _signature(symbol: ProcedureSymbol) -> str:
    said = ", ".join(_said(p) for p in symbol.node.parameters)
    return f"{symbol.node.name.text} {said}".strip()


def _decided(c: Context, item: n.Decided) -> Statements:
    symbol = c.e.scope.names.get(item.procedure.text)
    if not isinstance(symbol, ProcedureSymbol):
        c.unknown(item.procedure, "there is no procedure called", _named(c, ProcedureSymbol), "unknown-procedure")
    if symbol.answer is None:
        c.e.wrong(
            "decides-nothing", f"`{item.procedure.text}` decides nothing", item.procedure.span,
            help=("use `do` for a procedure without an answer, or give it one with `, deciding TYPE`",),
        )  # fmt: skip
    slot = c.new_slot(item.name.text)
    done = call(c, item.procedure, item.arguments, item.span, slot)
    c.slots[slot] = item.name.text
    local = c.bind(item.name, symbol.answer, fixed=False)
    return (attrs.evolve(done, slot=local.slot),) if isinstance(done, ir.Call) else (done,)


def _decide(c: Context, value: n.Expression, span: Span) -> ir.Statement:
    if c.answer is None:
        c.e.wrong("decide-nothing", "this does not decide anything", span,
                  help=("a procedure that decides says so in its first line: `, deciding player or none:`",))  # fmt: skip
    return ir.Leave(typed(c, value, c.answer, "the answer"), span=span)


def _assign(c: Context, item: n.Assign) -> ir.Statement:
    if isinstance(item.target, n.Name) and (local := c.find(item.target.text)) is not None:
        if local.fixed:
            c.e.wrong("fixed-name", f"`{item.target.text}` cannot change", item.target.span,
                      help=("only what `let` has named can be set anew",))  # fmt: skip
        return ir.SetLocal(local.slot, typed(c, item.value, local.type), span=item.span)
    target = expression(c, item.target)
    match target:
        case ir.Read(variable, at, type_):
            return ir.Write(variable, at, typed(c, item.value, type_), c.site(item.span), span=item.span)
        case ir.Attribute(field, piece, type_):
            c.e.changing_fields.add(field)
            return ir.WriteAttribute(field, piece, typed(c, item.value, type_), c.site(item.span), span=item.span)
        case ir.ReadCounter():
            return ir.Unsupported("setting a counter that is known only in play", span=item.span)
        case _:
            _not_settable(c, item.target, target)


def _not_settable(c: Context, node: n.Expression, target: ir.Expression) -> None:
    why = "it is worked out from other things" if isinstance(target, ir.Derived) else "it does not change in play"
    c.e.wrong("cannot-be-set", f"`{node.span.text}` cannot be set: {why}", node.span)


def _raise(c: Context, item: n.Raise) -> ir.Statement:
    target = expression(c, item.target)
    if not isinstance(target, ir.Read):
        c.e.wrong("cannot-be-raised", f"`{item.target.span.text}` is no counter", item.target.span)
    c.expect(target, NUMBER, item.target.span)
    amount = number(c, item.amount)
    return ir.Change(target.variable, target.at, amount, item.down, c.site(item.span), span=item.span)


# ---------------------------------------------------------------- structure


def _if(c: Context, item: n.If) -> ir.Statement:
    holds = condition(c, item.condition)
    then = block(c, item.body.items)
    match item.otherwise:
        case n.If():
            otherwise: Statements = (_if(c, item.otherwise),)
        case n.Block(items):
            otherwise = block(c, (*item.otherwise_texts, *items))
        case None:
            otherwise = ()
    return ir.If(holds, then, otherwise, span=item.span)


def _each(c: Context, head: n.EachHead, body: Callable[[], Statements], span: Span) -> Statements:
    kind = kind_named(c, head.kind.text)
    over = _each_over(c, head, kind)
    over = without(c, over, head.other_than)
    if head.where is not None:
        over = filtered(c, over, head.binding, head.where, head.span)
    with c.block(), c.loop():
        one = c.bind(head.binding, over.type.one(), hidden_name=head.kind.text)
        if one.type.kind is Kind.PLAYER:
            with c.with_you(one):
                done = body()
        else:
            with c.with_subject(one):
                done = body()
    return (ir.ForEach(one.slot, over, done, span=span),)


def _each_over(c: Context, head: n.EachHead, kind: Type | None) -> ir.Expression:
    if head.inside is not None:
        return list_of(c, head.inside)
    if kind is None:
        return list_of(c, head.kind)
    if kind == PLAYER:
        start = player(c, head.start) if head.start is not None else c.you if c.you is not None else NOBODY
        return ir.PlayersFrom(start, span=head.span)
    if head.start is not None:
        return ir.Function("from", (ir.AllOf(kind, kind.list()), typed(c, head.start, kind)), kind.list(), span=head.span)
    return ir.AllOf(kind, kind.list(), span=head.span)


def _each_of_list(c: Context, players: ir.Expression, body: Callable[[], Statements], span: Span) -> Statements:
    with c.block(), c.loop():
        one = c.bind(None, PLAYER, hidden_name="player")
        with c.with_you(one):
            return (ir.ForEach(one.slot, players, body(), span=span),)


def _for_each(c: Context, item: n.ForEach) -> ir.Statement:
    over = _loop_list(c, item.over)
    with c.block(), c.loop():
        one = c.bind(item.name, over.type.one())
        return ir.ForEach(one.slot, over, block(c, item.body.items), span=item.span)


def _loop_list(c: Context, over: n.LoopList | n.Query) -> ir.Expression:
    if isinstance(over, n.Query):
        return as_list(expression(c, over), over.span)
    group = list_of(c, over.group)
    if over.start is not None:
        start = expression(c, over.start)
        group = ir.Function("from", (group, start), group.type, span=over.span)
    if over.where is not None:
        group = filtered(c, group, None, over.where, over.span)
    return group


def _for_range(c: Context, item: n.ForRange) -> ir.Statement:
    low, high = number(c, item.low), number(c, item.high)
    with c.block(), c.loop():
        one = c.bind(item.name, NUMBER)
        return ir.ForRange(one.slot, low, high, block(c, item.body.items), span=item.span)


def _while(c: Context, item: n.While) -> ir.Statement:
    holds = condition(c, item.condition)
    bound = number(c, item.bound) if item.bound is not None else None
    with c.loop():
        return ir.While(holds, bound, False, block(c, item.body.items), span=item.span)


def _repeat(c: Context, item: n.Repeat) -> ir.Statement:
    """`repeat 3 times`, `repeat at most 8 times`, `repeat until C`: the condition is looked at after each pass."""
    until = condition(c, item.until) if item.until is not None else None
    ends: Statements = (ir.If(until, (ir.Stop(span=item.span),), (), span=item.span),) if until is not None else ()
    amount = number(c, item.amount) if item.amount is not None else None
    with c.loop():
        body = (*block(c, item.body.items), *ends)
    if amount is not None:
        slot = c.new_slot("pass")
        return ir.ForRange(slot, ir.Constant(1, NUMBER), amount, body, span=item.span)
    return ir.While(ir.Constant(1, YES_NO, span=item.span), None, True, body, span=item.span)


def _turns(c: Context, item: n.Turns) -> Statements:
    """Once round, or (`while`) round and round until the condition fails; the next seat is found after each turn."""
    subject = expression(c, item.subject)
    if not subject.type.many or subject.type.kind is not Kind.PLAYER:
        c.e.wrong("who-takes-turns", "`players take turns`: a list of players is wanted", item.subject.span)
    start = player(c, item.start) if item.start is not None else c.you if c.you is not None else NOBODY
    if item.condition is None:
        with c.block(), c.loop():
            one = c.bind(None, PLAYER, hidden_name="player")
            with c.with_you(one):
                body = block(c, item.body.items)
        over = ir.PlayersFrom(start, span=item.span)
        return (ir.ForEach(one.slot, over, body, span=item.span),)
    return _round_and_round(c, item, start)


def _round_and_round(c: Context, item: n.Turns, start: ir.Expression) -> Statements:
    assert item.condition is not None
    bound = number(c, item.bound) if item.bound is not None else None
    with c.block(), c.loop():
        one = c.bind(None, PLAYER, hidden_name="player")
        first = ir.First(ir.PlayersFrom(start, span=item.span), PLAYER, span=item.span)
        holds = condition(c, item.condition)
        with c.with_you(one):
            body = block(c, item.body.items)
    step = ir.SetLocal(one.slot, ir.Function("left", (one,), PLAYER, span=item.span), span=item.span)
    loop = ir.While(holds, bound, bound is None, (*body, step), span=item.span)
    return (ir.SetLocal(one.slot, first, span=item.span), loop)


def _as(c: Context, who: n.Expression, body: n.Block, span: Span) -> Statements:
    meant = player(c, who)
    one = c.bind(None, PLAYER, hidden_name="you")
    with c.with_you(one):
        return (ir.SetLocal(one.slot, meant, span=span), *block(c, body.items))


def _at_once(c: Context, item: n.AtOnce) -> ir.Statement:
    """All answer without seeing the others' answers; then the rest runs seat by seat."""
    over = list_of(c, item.who)
    c.expect(over, PLAYERS, item.who.span, "who decides at once")
    with c.block(), c.loop():
        one = c.bind(None, PLAYER, hidden_name="player")
        with c.with_you(one):
            statements = sequence(c, item.body.items)
    choices, rest = _split_choices(statements)
    if not choices:
        c.e.wrong("nothing-at-once", "nobody decides anything here", item.span,
                  help=("the choices come first in `all players at once:`",))  # fmt: skip
    return ir.AllAtOnce(one.slot, over, choices, rest, span=item.span)


def _split_choices(statements: Statements) -> tuple[tuple[ir.Choose, ...], Statements]:
    """The questions at the head, each without its body, and what follows from them in the order written.

    A body that hangs on an answer is put behind a test that there is one.
    """
    if not statements or not isinstance(statements[0], ir.Choose):
        return (), statements
    first = statements[0]
    inner, rest = _split_choices(first.body)
    if rest:
        answered = ir.Compare("!=", ir.Local(first.slot, "", ir.UNKNOWN), ir.Constant(ir.NONE, ir.NOTHING))
        rest = (ir.If(answered, rest, first.otherwise, span=first.span),)
    question = attrs.evolve(first, body=(), otherwise=())
    return (question, *inner), (*rest, *statements[1:])


def _game_over(c: Context, item: n.Wins | n.Forfeits) -> ir.Statement:
    site = c.site(item.span)
    everybody = ir.AllOf(PLAYER, PLAYERS, span=item.span)
    match item:
        case n.Wins(None):
            winners: ir.Expression = ir.ListOf((), PLAYERS, span=item.span)
        case n.Wins(n.The(ranking=(_, *_)) as the):
            winners = c.expect(ranked_list(c, the), PLAYERS, the.span, "who wins")
        case n.Wins(subject):
            assert subject is not None
            winners = c.expect(as_list(expression(c, subject), item.span), PLAYERS, item.span, "who wins")
        case n.Forfeits(subject):
            losers = c.expect(as_list(expression(c, subject), item.span), PLAYERS, item.span, "who loses")
            winners = ir.Without(everybody, losers, PLAYERS, span=item.span)
    return ir.GameOver(winners, site, span=item.span)


def _flow(c: Context, item: n.Flow) -> ir.Statement:
    from dsl.ir.elaboration.declarations import flow

    symbol = c.e.scope.names.get(item.name.text)
    if not isinstance(symbol, FlowSymbol):
        raise Reported
    flow(c.e, item, symbol.inside, c.rule_text)
    return ir.RunFlow(item.name.text, span=item.span)


__all__ = ["EnumSymbol", "act", "block", "call", "fits", "sequence", "text_parts"]
