"""Generates statements that never suspend. `write_all` is the door; every kind has its function."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from dsl.ir import nodes as ir
from dsl.ir.limits import MOST_IN_FORCE
from interpreter.backend.python.emit import tree
from interpreter.backend.python.emit.code import Code, WritesStatement, added, lasting, spend, test, too_long, value
from interpreter.backend.python.emit.tree import call, expr, num, of_state
from interpreter.backend.python.nodes import changes, journal, lists, moves, options
from interpreter.errors import TOO_MANY_IN_FORCE, TOO_OFTEN
from interpreter.program.model.layout import ASIDE
from interpreter.program.model.nodes import (
    Append,
    Attributed,
    BeginEffect,
    CallRoutine,
    Copied,
    CountAction,
    Defer,
    Drain,
    EndEffects,
    Forget,
    ForgetActions,
    LayBack,
    Lift,
    NothingToLose,
    Plain,
    RefreshCopies,
    RoutineEvent,
    SetState,
    Spend,
    Statement,
    TextEvent,
    Verb,
    are_pieces,
)
from interpreter.program.model.routine_id import DRAIN
from interpreter.program.model.substitute import filled_slots
from interpreter.program.optimise.non_none import all_non_none, non_none
from interpreter.runtime.state import effect_attribute, target_attribute


def write_all(c: Code, statements: Sequence[Statement]) -> None:
    """Generates statements one after another."""
    c.just_now.clear()
    for statement in statements:
        c.level = c.out.statements
        STATEMENTS[type(statement)](c, statement)
        if not isinstance(statement, ir.SetLocal):
            c.just_now.clear()
    c.level = c.out.statements


# ---------------------------------------------------------------- structure


def _if(c: Code, s: ir.If) -> None:
    condition = test(c, s.condition)
    if not s.then:
        with c.out.when(tree.opposite(condition)):
            write_all(c, s.otherwise)
        return
    with c.out.when(condition), _known_to_be_there(c, s):
        write_all(c, s.then)
    if s.otherwise:
        with c.out.otherwise():
            write_all(c, s.otherwise)


@contextmanager
def _known_to_be_there(c: Code, s: ir.If) -> Iterator[None]:
    """Adds the local that an `if` tests for none to the non-none ones, unless its block writes it."""
    match s.condition:
        case ir.Compare("!=", ir.Local(slot), ir.Constant(ir.NONE)) if slot not in filled_slots(s.then):
            before, c.non_none = c.non_none, c.non_none | {slot}
            yield
            c.non_none = before
        case _:
            yield


def _for_each(c: Code, s: ir.ForEach) -> None:
    """The list is fixed as the loop starts; a local that only the loop writes has the item's name."""
    target = c.write(s.slot)
    items = lasting(c, s.over)
    name = c.out.name(lists.WISHES.get(s.over.type.kind, "x"))
    with c.out.block("for name in items: pass", name=name, items=items):
        if isinstance(target, ast.Name) and s.slot not in filled_slots(s.body):
            with c.with_local(s.slot, name, non_none=all_non_none(c, s.over)):
                write_all(c, s.body)
        else:
            c.out.put(target, name)
            write_all(c, s.body)


def _for_range(c: Code, s: ir.ForRange) -> None:
    target = c.write(s.slot)
    name = target if isinstance(target, ast.Name) else c.out.name("item")
    low, high = value(c, s.low), value(c, s.high)
    with c.out.block("for name in range(low, end): pass", name=name, low=low, end=_one_more(high)):
        if name is not target:
            c.out.put(target, name)
        write_all(c, s.body)


def _one_more(result: ast.expr) -> ast.expr:
    number = tree.number_in(result)
    return expr("result + 1", result=result) if number is None else num(number + 1)


def _while(c: Code, s: ir.While) -> None:
    left = c.out.name("left")
    if s.bound is not None:
        c.out.put(left, value(c, s.bound))
    ends_quietly = s.bound is not None and not s.fault
    with c.out.captured() as before:
        condition = test(c, s.condition)
    plain = expr("left > 0 and condition", left=left, condition=condition) if ends_quietly else condition
    with c.out.block("while condition: pass", condition=tree.Constant(True) if before else plain):
        if before and ends_quietly:
            c.out.do("if left <= 0: break", left=left)
        if before:
            c.out.statements += before
            c.out.do("if stops: break", stops=tree.opposite(condition))
        if s.bound is not None:
            if s.fault:
                c.out.do("if left <= 0: fault", left=left, fault=c.unit.fault(s.span, TOO_OFTEN))
            c.out.do("left -= 1", left=left)
        write_all(c, s.body)


def _spend(c: Code, s: Spend) -> None:
    steps: ast.expr = num(s.steps)
    if s.times is not None:
        steps = expr("steps * max(0, times)", steps=steps, times=value(c, s.times))
    if c.unit.in_one_go:
        spend(c, steps)
    else:
        c.out.do("if not paid: fault", paid=call("spend", tree.ST, steps), fault=too_long(c, s))


def _stop(c: Code, _: ir.Stop) -> None:
    c.out.do("break")


def _leave(c: Code, s: ir.Leave) -> None:
    c.out.do("return answer", answer=tree.NONE if s.value is None else value(c, s.value))


def _call(c: Code, s: CallRoutine) -> None:
    routine = c.unit.plain[s.routine]
    assert isinstance(routine, Plain), "what may suspend ends its block"
    you = value(c, s.you) if s.you is not None else c.read(0)
    given = [you, *(value(c, argument) for argument in s.arguments)]
    if c.unit.journal and routine.emitted:
        given[0] = you = c.out.kept(you, "you")
        begin(c, routine.number, you, s.site, secret=routine.secret)
    passed = [given[slot] for slot in c.unit.signatures[s.routine]]
    for slot, argument in enumerate(s.arguments, start=1):
        if slot not in c.unit.signatures[s.routine] and c.unit.may_fail(argument):
            c.out.do("argument", argument=given[slot])  # nobody reads it, but the fault is one all the same
    nodes = (ir.Local(0, "you", ir.PLAYER) if s.you is None else s.you, *s.arguments)
    known = [slot for slot in c.unit.signatures[s.routine] if non_none(c, nodes[slot])]
    called = call(c.unit.function(s.routine, known), tree.ST, *passed)
    if s.routine == DRAIN:
        c.out.do("if st.later: called", called=called)  # the queue is empty at the end of most sentences
        return
    answer = c.write(s.slot) if s.slot >= 0 else None
    if c.unit.journal and routine.answers and answer is None:
        answer = c.out.name("answer")
    if answer is None:
        c.out.do("called", called=called)
    else:
        c.out.put(answer, called)
        if routine.answers:
            decide(c, routine.number, you, answer, s.site)


def begin(c: Code, routine: int, you: ast.expr, site: int, *, secret: bool) -> None:
    """Emits that a routine begins."""
    mask = journal.bit(you) if secret else None
    journal.emit(c, site, Verb.BEGIN, you, [num(routine)], seen=mask, known=mask)


def decide(c: Code, routine: int, you: ast.expr, answer: ast.expr, site: int) -> None:
    """Emits the answer of a routine."""
    journal.emit(c, site, Verb.DECIDE, you, [num(routine), journal.all_of(call("as_list", answer))])


def _routine_event(c: Code, s: RoutineEvent) -> None:
    if not c.unit.journal:
        return
    you = c.out.kept(value(c, s.you), "you")
    if s.answer is None:
        secret = c.unit.program.routines[c.unit.program.names[s.routine]].secret
        begin(c, s.routine, you, s.site, secret=secret)
    else:
        decide(c, s.routine, you, value(c, s.answer), s.site)


def _text_event(c: Code, s: TextEvent) -> None:
    if not c.unit.journal:
        return
    card = c.out.kept(value(c, s.card), "card")
    with c.out.when(expr("card >= 0", card=card)):
        mask = c.out.kept(
            expr("seen & everybody", seen=of_state("seen", card), everybody=num(c.unit.layout.everybody)), "mask"
        )
        amount = [] if s.amount is None else [value(c, s.amount)]
        journal.emit(c, ir.NONE, Verb.TEXT, tree.NONE, [card, num(s.rule), *amount], seen=mask, known=mask)


def _attributed(c: Code, s: Attributed) -> None:
    before = c.you
    c.you = c.out.kept(value(c, s.you), "you")
    write_all(c, (s.statement,))
    c.you = before


def _append(c: Code, s: Append) -> None:
    c.out.do("into = (*before, one)", into=c.write(s.into), before=c.read(s.into), one=c.read(s.slot))


def _defer(c: Code, s: Defer) -> None:
    arguments = [num(s.order), num(s.rule), value(c, s.you), *(value(c, argument) for argument in s.arguments)]
    c.out.do("st.later.append((arguments,))", arguments=arguments)


def _drain(c: Code, s: Drain) -> None:
    c.out.do("slot = all_due(st) if st.later and not st.held else ()", slot=c.write(s.slot))


def _set_state(c: Code, s: SetState) -> None:
    c.out.put(tree.state(target_attribute(s.target)), value(c, s.value))


def _count_action(c: Code, s: CountAction) -> None:
    player = c.out.kept(value(c, s.player), "player")
    place = added(s.action * c.unit.players, player)
    c.out.do("if player >= 0: st.taken[place] += 1", player=player, place=place)


def _forget_actions(c: Code, s: ForgetActions) -> None:
    players = c.unit.players
    for action in s.actions:
        first = action * players
        c.out.do("st.taken[first:end] = [0] * players", first=first, end=first + players, players=players)


def _begin_effect(c: Code, s: BeginEffect) -> None:
    c.out.do(
        "if len(here) >= most: fault\nbegin_effect(st, effect, values)",
        here=tree.state(effect_attribute(s.effect)), most=MOST_IN_FORCE, effect=s.effect,
        fault=c.unit.fault(s.span, TOO_MANY_IN_FORCE), values=[value(c, given) for given in s.values],
    )  # fmt: skip


def _end_effects(c: Code, s: EndEffects) -> None:
    player = c.out.kept(value(c, s.player), "player") if s.effects else tree.NONE
    for effect in s.effects:
        here = tree.state(effect_attribute(effect))
        if c.unit.journal:
            c.out.do("if here: end_effects(st, (effect,), moment, player)", here=here, effect=effect, moment=s.moment,
                     player=player)  # fmt: skip
        else:
            c.out.do("if here: here = after(here, moment, player)", here=here, moment=s.moment, player=player)


def _finish(c: Code, s: ir.Finish) -> None:
    c.out.do("finish(st, effect, instance)", effect=s.effect, instance=value(c, s.instance))


def _copied(c: Code, s: Copied) -> None:
    piece = c.out.kept(value(c, s.piece), "piece")
    known = c.out.name("known")
    c.out.do("known = copied(st, piece, original)", known=known, piece=piece, original=value(c, s.original))
    journal.emit(c, s.site, Verb.BECOME, c.you, [piece, tree.of_state("kind", piece)], seen=known)


def _refresh_copies(c: Code, _: RefreshCopies) -> None:
    c.out.do("look_again(st)")


def _lift(c: Code, s: Lift) -> None:
    zone, amount = moves.zone_of(c, s.source), value(c, s.amount)
    lifted = c.write(s.slot)
    if amount is not tree.ONE or not zone.is_sure or any(c.unit.layout.refills[at] >= 0 for at in zone.instances):
        c.out.put(lifted, call("lift", tree.ST, zone.number, amount, num(s.site), c.you))
        return
    c.out.do(
        "lifted = ()\n"
        "if pile:\n"
        "    piece = pile.pop()\n"
        "    st.zones[aside].append(piece)\n"
        "    st.zone[piece] = aside\n"
        "    lifted = (piece,)",
        pile=c.out.kept(zone.pieces, "pile"), lifted=lifted, piece=c.out.name("piece"),
        aside=c.unit.layout.zones[ASIDE.name].base,
    )  # fmt: skip


def _lay_back(c: Code, s: LayBack) -> None:
    piece = c.out.kept(value(c, s.piece), "piece")
    aside = c.unit.layout.zones[ASIDE.name].base
    with c.out.when(expr("st.zone[piece] == aside and piece >= 0", piece=piece, aside=aside)):
        c.out.do(
            "st.zones[aside].remove(piece)\nst.zones[zone].append(piece)\nst.zone[piece] = zone",
            aside=aside, piece=piece, zone=c.out.kept(value(c, s.source), "z"),
        )  # fmt: skip


def _announce(c: Code, s: ir.Announce) -> None:
    if not c.unit.journal:
        return
    parts = [part for part in s.text if not isinstance(part, str)]
    emitted, seen = lists.spread_out(c, parts), None
    if pieces := [part for part in parts if part.type.kind is ir.Kind.PIECE]:
        seen, piece = c.out.name("mask"), c.out.name("piece")
        c.out.put(seen, num(c.unit.layout.everybody))
        with c.out.block("for piece in named: pass", piece=piece, named=tree.tuple_of(lists.spread_out(c, pieces))):
            c.out.do("if piece >= 0: mask &= seen", piece=piece, mask=seen, seen=tree.of_state("seen", piece))
    journal.emit(c, s.site, Verb.ANNOUNCE, c.you, emitted, seen=seen)


# ---------------------------------------------------------------- chance answers


def _choose(c: Code, s: ir.Choose) -> None:
    """Generates a random choice: one thing, as many as may be, or an order."""
    in_secret = not s.announced and not c.unit.blind
    asks_who = c.unit.journal or in_secret or isinstance(s.options, ir.FromActions)
    player = c.out.kept(value(c, s.player), "player") if asks_who else tree.NONE
    found = options.candidates(c, s.options, player, asks_somebody=non_none(c, s.player))
    stream = c.unit.layout.choice_streams[s.site]
    answer = c.write(s.slot)
    if options.is_single(s.options):
        items = c.out.kept(found, "items")
        with c.out.when(items):
            c.out.put(answer, tree.at(items, moves.below(c, stream, call("len", items))))
            _chosen(c, s, player, items, answer)
    else:
        found = c.out.kept(found, "found")
        picked = _several_picked(c, s, stream, found)
        with c.out.when(picked):
            c.out.put(answer, picked)
            _chosen(c, s, player, found, journal.all_of(picked))
    if s.otherwise:
        with c.out.otherwise():
            write_all(c, s.otherwise)


def _chosen(c: Code, s: ir.Choose, player: ast.expr, found: ast.expr, answer: ast.expr) -> None:
    """Generates what a random choice tells, and what is done with it."""
    journal.emit(c, s.site, Verb.CHOOSE, player, [answer], seen=None if s.announced else journal.bit(player))
    if not s.announced and are_pieces(s.options):
        moves.redact(c, found, player)
    write_all(c, s.body)


def _several_picked(c: Code, s: ir.Choose, stream: str, found: ast.expr) -> ast.expr:
    """Picks as many as may be, or an order, and gives the name."""
    items, answer = c.out.name("items"), c.out.name("picked")
    c.out.do("items = list(found)", items=items, found=found)
    most = value(c, s.options.most) if isinstance(s.options, ir.FromList) else call("len", items)
    c.out.put(answer, call("pick", tree.ST, tree.Constant(stream), items, most))
    return answer


#: Every kind of statement that can stand inside a block.
STATEMENTS: Mapping[type, WritesStatement] = {
    ir.SetLocal: changes.set_local,
    ir.Write: changes.write,
    ir.Change: changes.change,
    ir.Transfer: changes.transfer,
    ir.MovePieces: moves.move_pieces,
    ir.Draw: moves.draw,
    ir.Shuffle: moves.shuffle_zone,
    ir.Reveal: moves.reveal,
    ir.Flip: moves.flip,
    ir.Create: moves.create,
    ir.Swap: moves.swap,
    ir.Roll: moves.roll,
    ir.Choose: _choose,
    ir.If: _if,
    ir.ForEach: _for_each,
    ir.ForRange: _for_range,
    ir.While: _while,
    Spend: _spend,
    ir.Stop: _stop,
    ir.Leave: _leave,
    CallRoutine: _call,
    ir.Announce: _announce,
    RoutineEvent: _routine_event,
    TextEvent: _text_event,
    NothingToLose: changes.nothing_to_lose,
    Forget: moves.forget,
    Append: _append,
    ir.Finish: _finish,
    Copied: _copied,
    RefreshCopies: _refresh_copies,
    Lift: _lift,
    LayBack: _lay_back,
    Defer: _defer,
    Drain: _drain,
    SetState: _set_state,
    CountAction: _count_action,
    ForgetActions: _forget_actions,
    BeginEffect: _begin_effect,
    EndEffects: _end_effects,
    Attributed: _attributed,
}
