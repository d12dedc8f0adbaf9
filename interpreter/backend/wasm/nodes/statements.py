"""Writes statements, but for those about pieces."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack

from dsl.ir import nodes as ir
from interpreter.backend.wasm.emit.conditions import either, go_if, if_holds
from interpreter.backend.wasm.emit.memory import MOST_RECORDS
from interpreter.backend.wasm.emit.scope import Scope, each, made_list, value, write_all
from interpreter.backend.wasm.emit.writer import Label
from interpreter.backend.wasm.nodes import effects, remembered
from interpreter.backend.wasm.nodes.chance import choose
from interpreter.backend.wasm.nodes.functions import spend
from interpreter.backend.wasm.nodes.lists import masks
from interpreter.backend.wasm.nodes.lists.forms import is_steady
from interpreter.backend.wasm.nodes.lists.items import through
from interpreter.backend.wasm.nodes.pieces import copying, knowledge, making, moves
from interpreter.backend.wasm.nodes.remembered import copy_list
from interpreter.backend.wasm.watch import told
from interpreter.program.model import nodes as p
from interpreter.program.model.routine_id import DRAIN
from interpreter.runtime.state import RULES_UNDER_WAY, TURN_OVER, depth_attribute

# ---------------------------------------------------------------- structure


def _if(s: Scope, n: ir.If[p.Statement]) -> None:
    if n.otherwise:
        either(s, n.condition, lambda: write_all(s, n.then), lambda: write_all(s, n.otherwise))
        return
    with if_holds(s, n.condition):
        write_all(s, n.then)


def _for_each(s: Scope, n: ir.ForEach[p.Statement]) -> None:
    """Goes through a list that is made before, if what is done may change what it is made of."""

    def done(item: int, out: Label) -> None:
        s.w.get(item)
        s.w.put(s.local(n.slot))
        s.loops.append(out)
        write_all(s, n.body)
        s.loops.pop()

    if is_steady(s, n.over):
        each(s, n.over, done)
        return
    if masks.has_mask(s, n.over):
        masks.each_in_mask(s, n.over, done)
        return
    with made_list(s, n.over) as items:
        through(s, items, done)


def _for_range(s: Scope, n: ir.ForRange[p.Statement]) -> None:
    w = s.w
    value(s, n.low)
    with w.kept() as at, w.scratch() as end:
        value(s, n.high)
        w.plus(1)
        w.put(end)
        with w.counted(at, end) as out:
            w.get(at)
            w.put(s.local(n.slot))
            s.loops.append(out)
            write_all(s, n.body)
            s.loops.pop()


def _while(s: Scope, n: ir.While[p.Statement]) -> None:
    w = s.w
    with w.scratch() as left:
        if n.bound is not None:
            value(s, n.bound)
            w.put(left)
        with w.block() as out, w.block("loop") as again:
            if n.bound is not None and not n.fault:
                w.with_number("i32.le_s", left, 0)
                w.go(out, "br_if")
            go_if(s, n.condition, out, holds=False)
            if n.bound is not None:
                if n.fault:
                    w.with_number("i32.le_s", left, 0)
                    w.trap_if()
                w.add_to(left, -1)
            s.loops.append(out)
            write_all(s, n.body)
            s.loops.pop()
            w.go(again)


def _stop(s: Scope, _: ir.Stop) -> None:
    s.w.go(s.loops[-1])


def _leave(s: Scope, n: ir.Leave) -> None:
    leave(s, n.value)


def leave(s: Scope, answer: ir.Expression | None) -> None:
    """Leaves the function with an answer; a list is copied before anything else is done."""
    assert s.leave is not None
    if answer is None:
        s.w.number(ir.NONE)
    elif answer.type.many:
        with made_list(s, answer) as items:
            s.w.get(items)
    else:
        value(s, answer)
    s.w.go(s.leave)


def _spend(s: Scope, n: p.Spend) -> None:
    if n.times is None:
        spend(s, n.steps)
        return
    s.w.do("i64.const", n.steps)
    value(s, n.times)
    s.w.do("i64.extend_i32_s")
    s.w.do("i64.mul")
    s.w.call(s.unit.helpers.spend)


def _call(s: Scope, n: p.CallRoutine) -> None:
    routine, function = s.unit.routines[n.routine]
    if routine.emitted or routine.answers:
        told.tell(s, n.site)
    given = [ir.Local(0, "you", ir.PLAYER.or_none()) if n.you is None else n.you, *n.arguments]
    with ExitStack() as stack:
        if n.routine == DRAIN:  # mostly no rule waits
            s.w.load(s.unit.memory.at["later"])
            stack.enter_context(s.w.when())
        call(s, routine, function.index, given)
        answered(s, n.slot)


def answered(s: Scope, slot: int) -> None:
    """Puts the answer of a routine, which has been pushed, into a slot; a list is in no frame any more."""
    if slot < 0:
        s.w.do("drop")
    elif slot in s.holding:
        with s.w.kept() as answer:
            copy_list(s, slot, answer, s.holding[slot])
    else:
        s.w.put(s.local(slot))


def call(s: Scope, routine: p.AnyRoutine, index: int, given: Sequence[ir.Expression]) -> None:
    """Pushes the answer of a routine."""
    w, unit = s.w, s.unit
    _test_depth(s)
    if unit.is_recursive:
        w.do("global.get", unit.helpers.depth)
        w.plus(1)
        w.do("global.set", unit.helpers.depth)
    with ExitStack() as stack:
        lists = {
            slot: stack.enter_context(made_list(s, part)) for slot, part in enumerate(given) if part.type.many
        }
        for slot in range(routine.arity + 1):
            if slot >= len(given):
                w.number(ir.NONE)
            elif slot in lists:
                w.get(lists[slot])
            else:
                value(s, given[slot])
        w.do("call", index)
    if unit.is_recursive:
        w.do("global.get", unit.helpers.depth)
        w.number(1)
        w.do("i32.sub")
        w.do("global.set", unit.helpers.depth)


def _test_depth(s: Scope) -> None:
    """Routines call each other so deep, and no deeper."""
    if s.unit.is_recursive:
        s.w.do("global.get", s.unit.helpers.depth)
        s.w.number(min(p.DEPTH_LIMIT, s.unit.program.deepest) - 1)
        s.w.do("i32.ge_s")
        s.w.trap_if()


def _nothing(_: Scope, __: object) -> None:
    """What nobody counts."""


def _event(s: Scope, n: p.RoutineEvent) -> None:
    told.tell(s, n.site)


# ---------------------------------------------------------------- the state


_ALONE = {
    p.Component.SET_UP: "set_up", p.Component.ROUND: "round_number", p.Component.ROUNDS: "rounds",
    p.Component.ACTIVE_PLAYER: "active_player", p.Component.NEXT_PLAYER: "next_player", p.Component.CAUSE: "cause",
    p.Component.CAUSER: "causer", p.Component.HELD: "held",
}  # fmt: skip


def _set_state(s: Scope, n: p.SetState) -> None:
    w, at = s.w, s.unit.memory.at
    match n.target:
        case p.Depth(number):
            name = depth_attribute(number)
        case p.Component.ACTIVE_RULES:
            with made_list(s, n.value) as rules:
                w.length(rules)
                w.number(MOST_RECORDS)
                w.do("i32.gt_u")
                w.trap_if()
                w.number(at[RULES_UNDER_WAY])
                s.copy_list(rules)
            return
        case p.Component.DECIDER:
            with made_list(s, n.value) as pair:
                for place in range(2):
                    w.number(0)
                    w.get(pair)
                    w.do("i32.load", 4 + 4 * place)
                    w.do("i32.store", at["deciding"] + 4 * place)
            return
        case p.Component.TURN_OVER:
            name = TURN_OVER
        case _:
            name = _ALONE[n.target]
    w.number(0)
    value(s, n.value)
    w.do("i32.store", at[name])


def _count_action(s: Scope, n: p.CountAction) -> None:
    w = s.w
    at = s.unit.memory.at["taken"] + 4 * n.action * s.unit.setting.players
    value(s, n.player)
    with w.kept() as player:
        w.is_there(player)
        with w.when():
            for _ in range(2):
                w.get(player)
                w.cells()
            w.do("i32.load", at)
            w.plus(1)
            w.do("i32.store", at)


def _forget_actions(s: Scope, n: p.ForgetActions) -> None:
    players = s.unit.setting.players
    for action in n.actions:
        s.w.number(0)
        with s.w.kept() as nothing:
            s.w.clear(nothing, s.unit.memory.at["taken"] + 4 * action * players, 4 * players)


#: The function of each kind of statement.
STATEMENTS: Mapping[type, Callable[[Scope, p.OfItsKind], None]] = {
    ir.SetLocal: remembered.set_local,
    ir.Write: remembered.write,
    ir.Change: remembered.change,
    ir.Transfer: remembered.transfer,
    ir.MovePieces: moves.move_pieces,
    ir.Draw: moves.draw,
    ir.Shuffle: moves.shuffle,
    ir.Create: making.create,
    ir.Swap: making.swap,
    ir.Roll: moves.roll,
    ir.Choose: choose,
    ir.If: _if,
    ir.ForEach: _for_each,
    ir.ForRange: _for_range,
    ir.While: _while,
    ir.Stop: _stop,
    ir.Leave: _leave,
    p.Spend: _spend,
    p.CallRoutine: _call,
    p.SetState: _set_state,
    p.CountAction: _count_action,
    p.ForgetActions: _forget_actions,
    p.Append: remembered.append,
    p.BeginEffect: effects.begin,
    p.EndEffects: effects.end,
    ir.Finish: effects.finish,
    p.Defer: effects.defer,
    p.Drain: effects.drain,
    p.Copied: copying.copied,
    p.RefreshCopies: copying.refresh,
    p.Lift: moves.lift,
    p.LayBack: moves.lay_back,
    ir.Reveal: knowledge.reveal,
    ir.Flip: knowledge.flip,
    p.Forget: knowledge.forget,
    ir.Announce: told.announced,
    p.RoutineEvent: _event,
    p.TextEvent: _nothing,  # is told in the log alone
    p.NothingToLose: _nothing,
}
