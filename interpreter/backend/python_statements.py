"""Statements that never wait, as lines of Python. `write_all` is the door; every kind has its function."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from dsl.ir import nodes as ir
from dsl.ir.effects import reads
from interpreter.backend import python_changes as changes
from interpreter.backend import python_journal as journal
from interpreter.backend import python_lists as lists
from interpreter.backend import python_moves as moves
from interpreter.backend import python_options as options
from interpreter.backend.python_code import Code, added, lasting, test, value
from interpreter.backend.python_sure import all_sure
from interpreter.backend.python_text import atom
from interpreter.errors import TOO_LONG, TOO_OFTEN
from interpreter.program.model.layout import ASIDE
from interpreter.program.model.nodes import (
    STEP_LIMIT,
    BeginEffect,
    By,
    CallRoutine,
    Copied,
    CountAction,
    CountRound,
    Decides,
    Deepen,
    Due,
    EndEffects,
    Forget,
    ForgetActions,
    Hold,
    Keep,
    Later,
    LayBack,
    Lift,
    LookAgain,
    Mark,
    Plain,
    Ready,
    SetActive,
    SetCause,
    SetRulesUnderWay,
    Statement,
    TurnOver,
    Verb,
)
from interpreter.program.model.routine_id import ANSWER
from interpreter.program.model.side_effects import all_writes, independent
from interpreter.program.model.substitute import written
from interpreter.runtime.state import RULES_UNDER_WAY, TURN_OVER, depth_attribute, effect_attribute


def write_all(c: Code, statements: Sequence[Statement]) -> None:
    """Writes statements one after another."""
    c.just_now.clear()
    for statement in statements:
        c.level = c.text.indent
        STATEMENTS[type(statement)](c, statement)
        if not isinstance(statement, ir.SetLocal):
            c.just_now.clear()
    c.level = c.text.indent


# ---------------------------------------------------------------- structure


def _if(c: Code, s: ir.If) -> None:
    if not s.then:
        with c.text.block(f"if not {atom(test(c, s.condition))}:"):
            write_all(c, s.otherwise)
        return
    with c.text.block(f"if {test(c, s.condition)}:"), _known_to_be_there(c, s):
        write_all(c, s.then)
    if s.otherwise:
        with c.text.block("else:"):
            write_all(c, s.otherwise)


@contextmanager
def _known_to_be_there(c: Code, s: ir.If) -> Iterator[None]:
    """Where it has been asked whether there is anything in a local, there is, as long as nothing is put into it."""
    match s.condition:
        case ir.Compare("!=", ir.Local(slot), ir.Constant(ir.NONE)) if slot not in written(s.then):
            before, c.sure = c.sure, c.sure | {slot}
            yield
            c.sure = before
        case _:
            yield


def _for_each(c: Code, s: ir.ForEach) -> None:
    """The list is fixed when the loop starts; where the body cannot change it, it need not be made."""
    target, names = c.write(s.slot), c.unit.state_names
    if independent(all_writes(s.body, names), reads(s.over, names)):
        with lists.each(c, s.over) as name:
            _body(c, s, target, name)
        return
    items = lasting(c, s.over)
    name = c.text.name(lists.WISHES.get(s.over.type.kind, "x"))
    with c.text.block(f"for {name} in {items}:"):
        _body(c, s, target, name)


def _body(c: Code, s: ir.ForEach, target: str, name: str) -> None:
    """The body for one item; a local that only the loop sets needs no other name than the item's."""
    if target.isidentifier() and s.slot not in written(s.body):
        with c.with_local(s.slot, name, sure=all_sure(c, s.over)):
            write_all(c, s.body)
        return
    c.text.line(f"{target} = {name}")
    write_all(c, s.body)


def _for_range(c: Code, s: ir.ForRange) -> None:
    target = c.write(s.slot)
    name = target if target.isidentifier() else c.text.name("item")
    low, high = value(c, s.low), value(c, s.high)
    end = str(int(high) + 1) if high.lstrip("-").isdigit() else f"{atom(high)} + 1"
    with c.text.block(f"for {name} in range({low}, {end}):"):
        if name != target:
            c.text.line(f"{target} = {name}")
        write_all(c, s.body)


def _while(c: Code, s: ir.While) -> None:
    left = c.text.name("left")
    c.text.line(f"{left} = {STEP_LIMIT if s.bound is None else value(c, s.bound)}")
    fault = c.unit.fault(s.span, TOO_LONG if s.bound is None else TOO_OFTEN)
    before = c.mark()
    condition = test(c, s.condition)
    lines = c.mark() != before
    c.rewind(before)
    ends_quietly = s.bound is not None and not s.fault
    plain = f"{left} > 0 and ({condition})" if ends_quietly else condition
    with c.text.block("while True:" if lines else f"while {plain}:"):
        if lines and ends_quietly:
            c.text.line(f"if {left} <= 0: break")
        if lines:
            c.text.line(f"if not {atom(test(c, s.condition))}: break")
        if not ends_quietly:
            c.text.line(f"if {left} <= 0: {fault}")
        c.text.line(f"{left} -= 1")
        write_all(c, s.body)


def _stop(c: Code, _: ir.Stop) -> None:
    c.text.line("break")


def _leave(c: Code, s: ir.Leave) -> None:
    c.text.line(f"return {'-1' if s.value is None else value(c, s.value)}")


def _call(c: Code, s: CallRoutine) -> None:
    routine = c.unit.plain[str(s.routine)]
    assert isinstance(routine, Plain), "what may wait ends its block"
    you = value(c, s.you) if s.you is not None else c.read(0)
    given = [you, *(value(c, argument) for argument in s.arguments)]
    if c.unit.journal and routine.told:
        given[0] = you = c.text.kept(you, "you")
        begin(c, routine.number, you, s.site, secret=routine.secret)
    passed = ", ".join(["st", *(given[slot] for slot in c.unit.signatures[str(s.routine)])])
    call = f"{c.unit.function('p', str(s.routine))}({passed})"
    if s.routine == ANSWER:
        c.text.line(f"if st.later: {call}")  # nothing waits at the end of most sentences
        return
    answer = c.write(s.slot) if s.slot >= 0 else ""
    if c.unit.journal and routine.answers and not answer:
        answer = c.text.name("answer")
    c.text.line(f"{answer} = {call}" if answer else call)
    if routine.answers:
        decide(c, routine.number, you, answer, s.site)


def begin(c: Code, routine: int, you: str, site: int, *, secret: bool) -> None:
    """Tells that a routine begins."""
    mask = journal.bit(you) if secret else ""
    journal.tell(c, site, Verb.BEGIN, you, [str(routine)], seen=mask, known=mask)


def decide(c: Code, routine: int, you: str, answer: str, site: int) -> None:
    """Tells what a routine has decided."""
    if c.unit.journal:
        journal.tell(c, site, Verb.DECIDE, you, [str(routine), f"*as_list({answer})"])


def _mark(c: Code, s: Mark) -> None:
    if not c.unit.journal:
        return
    you = c.text.kept(value(c, s.you), "you")
    if s.answer is None:
        secret = c.unit.program.routines[c.unit.program.names[s.routine]].secret
        begin(c, s.routine, you, s.site, secret=secret)
    else:
        decide(c, s.routine, you, value(c, s.answer), s.site)


def _by(c: Code, s: By) -> None:
    before = c.you
    c.you = c.text.kept(value(c, s.you), "you")
    write_all(c, (s.statement,))
    c.you = before


def _keep(c: Code, s: Keep) -> None:
    c.text.line(f"{c.write(s.into)} = (*{c.read(s.into)}, {c.read(s.slot)})")


def _later(c: Code, s: Later) -> None:
    arguments = [value(c, s.you), *(value(c, argument) for argument in s.arguments)]
    c.text.line(f"st.later.append(({s.order}, {s.rule}, {', '.join(arguments)}))")


def _due(c: Code, s: Due) -> None:
    c.text.line(f"{c.write(s.slot)} = all_due(st) if st.later and not st.held else ()")


def _hold(c: Code, s: Hold) -> None:
    c.text.line(f"st.held += {s.by}")


def _set_active(c: Code, s: SetActive) -> None:
    c.text.line(f"st.active_player = {value(c, s.player)}")


def _set_cause(c: Code, s: SetCause) -> None:
    c.text.line(f"st.cause, st.causer = {value(c, s.card)}, {value(c, s.player)}")


def _set_rules_under_way(c: Code, s: SetRulesUnderWay) -> None:
    c.text.line(f"st.{RULES_UNDER_WAY} = {value(c, s.rules)}")


def _turn_over(c: Code, s: TurnOver) -> None:
    c.text.line(f"st.{TURN_OVER} = {value(c, s.over)}")


def _next_turn(c: Code, s: ir.NextTurn) -> None:
    c.text.line(f"st.next_player = {value(c, s.player)}")


def _count_action(c: Code, s: CountAction) -> None:
    player = c.text.kept(value(c, s.player), "player")
    first = s.action * c.unit.program.setting.players
    c.text.line(f"if {player} >= 0: st.taken[{added(first, player)}] += 1")


def _forget_actions(c: Code, s: ForgetActions) -> None:
    players = c.unit.program.setting.players
    for action in s.actions:
        c.text.line(f"st.taken[{action * players}:{(action + 1) * players}] = {[0] * players}")


def _begin_effect(c: Code, s: BeginEffect) -> None:
    c.text.line(f"begin_effect(st, {s.effect}, {', '.join(value(c, given) for given in s.values)})")


def _end_effects(c: Code, s: EndEffects) -> None:
    player = c.text.kept(value(c, s.player), "player") if s.effects else ""
    for effect in s.effects:
        here = f"st.{effect_attribute(effect)}"
        c.text.line(f"if {here}: {here} = after({here}, {s.moment}, {player})")


def _deepen(c: Code, s: Deepen) -> None:
    c.text.line(f"st.{depth_attribute(s.number)} += {s.by}")


def _finish(c: Code, s: ir.Finish) -> None:
    c.text.line(f"finish(st, {s.effect}, {value(c, s.instance)})")


def _copied(c: Code, s: Copied) -> None:
    piece = c.text.kept(value(c, s.piece), "piece")
    known = c.text.name("known")
    c.text.line(f"{known} = copied(st, {piece}, {value(c, s.original)})")
    journal.tell(c, s.site, Verb.BECOME, c.you, [piece, f"st.kind[{piece}]"], seen=known)


def _look_again(c: Code, _: LookAgain) -> None:
    c.text.line("look_again(st)")


def _decides(c: Code, s: Decides) -> None:
    c.text.line(f"st.deciding = ({value(c, s.player)}, {value(c, s.decider)})")


def _lift(c: Code, s: Lift) -> None:
    zone, amount = moves.zone_of(c, s.source), value(c, s.amount)
    if amount != "1" or not zone.sure or any(c.unit.layout.refills[place] >= 0 for place in zone.instances):
        c.text.line(f"{c.write(s.slot)} = lift(st, {zone.text}, {amount}, {s.site}, {c.you})")
        return
    aside = c.unit.layout.zones[ASIDE.name].base
    lifted, pile, piece = c.write(s.slot), c.text.kept(f"st.zones[{zone.text}]", "pile"), c.text.name("piece")
    c.text.line(f"{lifted} = ()")
    with c.text.block(f"if {pile}:"):
        c.text.line(f"{piece} = {pile}.pop()")
        c.text.line(f"st.zones[{aside}].append({piece})")
        c.text.line(f"st.zone[{piece}] = {aside}")
        c.text.line(f"{lifted} = ({piece},)")


def _lay_back(c: Code, s: LayBack) -> None:
    piece = c.text.kept(value(c, s.piece), "piece")
    aside = c.unit.layout.zones[ASIDE.name].base
    with c.text.block(f"if st.zone[{piece}] == {aside} and {piece} >= 0:"):
        zone = c.text.kept(value(c, s.source), "z")
        c.text.line(f"st.zones[{aside}].remove({piece})")
        c.text.line(f"st.zones[{zone}].append({piece})")
        c.text.line(f"st.zone[{piece}] = {zone}")


def _count_round(c: Code, s: CountRound) -> None:
    c.text.line(f"st.round_number = {value(c, s.value)}")


def _ready(c: Code, _: Ready) -> None:
    c.text.line("st.set_up = 1")


def _announce(c: Code, s: ir.Announce) -> None:
    if not c.unit.journal:
        return
    told = []
    for part in s.text:
        if not isinstance(part, str):
            text = value(c, part)
            told.append(f"*{atom(text)}" if part.type.many else text)
    journal.tell(c, s.site, Verb.ANNOUNCE, c.you, told)


# ---------------------------------------------------------------- chance answers


def _choose(c: Code, s: ir.Choose) -> None:
    """Chance answers: one thing, as many as may be, or an order."""
    asks_who = c.unit.journal or isinstance(s.options, ir.FromActions)
    player = c.text.kept(value(c, s.player), "player") if asks_who else "-1"
    found = options.candidates(c, s.options, player)
    stream = c.unit.layout.choice_streams[s.site]
    if options.is_single(s.options):
        items = c.text.kept(found, "items")
        with c.text.block(f"if {items}:"):
            place = moves.below(c, stream, f"len({items})")
            answer = c.write(s.slot)
            c.text.line(f"{answer} = {items}[{place}]")
            journal.tell(c, s.site, Verb.CHOOSE, player, [answer])
            write_all(c, s.body)
    else:
        answer = _several_picked(c, s, stream, found)
        with c.text.block(f"if {answer}:"):
            c.text.line(f"{c.write(s.slot)} = {answer}")
            journal.tell(c, s.site, Verb.CHOOSE, player, [f"*{answer}"])
            write_all(c, s.body)
    if s.otherwise:
        with c.text.block("else:"):
            write_all(c, s.otherwise)


def _several_picked(c: Code, s: ir.Choose, stream: str, found: str) -> str:
    """The name of as many as may be, or all in an order."""
    items, answer = c.text.name("items"), c.text.name("picked")
    c.text.line(f"{items} = list({found})")
    most = value(c, s.options.most) if isinstance(s.options, ir.FromList) else f"len({items})"
    c.text.line(f"{answer} = pick(st, {stream!r}, {items}, {most})")
    return answer


#: Every kind of statement that can stand inside a block.
STATEMENTS: dict[type, Callable[[Code, Any], None]] = {
    ir.SetLocal: changes.set_local,
    ir.Write: changes.write,
    ir.WriteAttribute: changes.write_attribute,
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
    ir.Stop: _stop,
    ir.Leave: _leave,
    CallRoutine: _call,
    ir.Announce: _announce,
    Mark: _mark,
    Forget: moves.forget,
    Keep: _keep,
    CountRound: _count_round,
    Decides: _decides,
    ir.Finish: _finish,
    Copied: _copied,
    LookAgain: _look_again,
    Deepen: _deepen,
    Lift: _lift,
    LayBack: _lay_back,
    Later: _later,
    Due: _due,
    Hold: _hold,
    SetActive: _set_active,
    TurnOver: _turn_over,
    ir.NextTurn: _next_turn,
    SetCause: _set_cause,
    SetRulesUnderWay: _set_rules_under_way,
    CountAction: _count_action,
    ForgetActions: _forget_actions,
    BeginEffect: _begin_effect,
    EndEffects: _end_effects,
    By: _by,
    Ready: _ready,
}
