"""Writes statements, but for those about pieces."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack

from dsl.bounds.interval import Interval, number
from dsl.ir import nodes as ir
from dsl.ir.limits import LARGEST_NUMBER
from interpreter.backend.wasm.emit.memory import MOST_RECORDS, Unsupported
from interpreter.backend.wasm.emit.ranges import range_of, test_range
from interpreter.backend.wasm.emit.scope import Scope, each, is_sure, made_list, value
from interpreter.backend.wasm.emit.writer import Label
from interpreter.backend.wasm.nodes import copying, effects, knowledge, moves
from interpreter.backend.wasm.nodes.functions import close_gap, item_at, through
from interpreter.backend.wasm.nodes.questions import options
from interpreter.backend.wasm.nodes.values import list_cell, place
from interpreter.program.model import nodes as p
from interpreter.program.model.layout import VariableSlot
from interpreter.runtime.state import RULES_UNDER_WAY, TURN_OVER, depth_attribute


def write_all(s: Scope, statements: Sequence[p.Statement]) -> None:
    """Writes statements."""
    for statement in statements:
        written = STATEMENTS.get(type(statement))
        if written is None:
            raise Unsupported(f"statement {type(statement).__name__}")
        with s.sentence():
            written(s, statement)


# ---------------------------------------------------------------- structure


def _if(s: Scope, n: ir.If[p.Statement]) -> None:
    value(s, n.condition)
    with s.w.when():
        write_all(s, n.then)
        if n.otherwise:
            s.w.otherwise()
            write_all(s, n.otherwise)


def _for_each(s: Scope, n: ir.ForEach[p.Statement]) -> None:
    """Goes through a list that is made before, for what is done may change what it was made of."""
    with made_list(s, n.over) as items:

        def done(item: int, out: Label) -> None:
            s.w.get(item)
            s.w.put(s.local(n.slot))
            s.loops.append(out)
            write_all(s, n.body)
            s.loops.pop()

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
            with s.sentence():
                if n.bound is not None and not n.fault:
                    w.get(left)
                    w.number(0)
                    w.do("i32.le_s")
                    w.go(out, "br_if")
                value(s, n.condition)
                w.do("i32.eqz")
                w.go(out, "br_if")
                if n.bound is not None:
                    if n.fault:
                        w.get(left)
                        w.number(0)
                        w.do("i32.le_s")
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
    s.w.do("i64.const", n.steps)
    if n.times is not None:
        value(s, n.times)
        s.w.do("i64.extend_i32_s")
        s.w.do("i64.mul")
    s.w.call(s.unit.helpers.spend)


def _call(s: Scope, n: p.CallRoutine) -> None:
    routine, function = s.unit.routines[n.routine]
    given = [ir.Local(0, "you", ir.PLAYER.or_none()) if n.you is None else n.you, *n.arguments]
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
    if unit.is_recursive:
        w.do("global.get", unit.helpers.depth)
        w.plus(1)
        w.do("global.set", unit.helpers.depth)
        w.do("global.get", unit.helpers.depth)
        w.number(min(p.DEPTH_LIMIT, unit.program.deepest) - 1)
        w.do("i32.gt_s")
        w.trap_if()
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


def _nothing(_: Scope, __: object) -> None:
    """What is only told."""


# ---------------------------------------------------------------- what is remembered


def _set_local(s: Scope, n: ir.SetLocal) -> None:
    w = s.w
    if isinstance(n.value, ir.Local) and n.value.slot in s.holding:
        copy_list(s, n.slot, s.local(n.value.slot), s.holding[n.value.slot])
    elif n.value.type.many:
        with made_list(s, n.value) as items:
            copy_list(s, n.slot, items, n.value.type)
    else:
        value(s, n.value)
        w.put(s.local(n.slot))


def copy_list(s: Scope, slot: int, items: int, of: ir.Type) -> None:
    """Copies the list at an address, in a local, to where that of a slot stands; none stays none."""
    w = s.w
    w.is_none(items)
    with w.when():
        w.be(s.local(slot), ir.NONE)
        w.otherwise()
        w.length(items)
        w.number(s.unit.most_items(of))
        w.do("i32.gt_u")
        w.trap_if()
        s.push_area(slot, of)
        w.copy_list(items)
        s.push_area(slot, of)
        w.put(s.local(slot))


def _append(s: Scope, n: p.Append) -> None:
    w = s.w
    w.length(s.local(n.into))
    w.number(s.unit.most_items(s.holding[n.into]))
    w.do("i32.ge_u")
    w.trap_if()
    s.append(s.local(n.into), s.local(n.slot))


def _cell(s: Scope, variable: str, at: Sequence[ir.Expression]) -> int:
    """Pushes the offset of a cell, which must be somewhere; gives what is added to it."""
    slot, cell = s.unit.layout.variables[variable], s.unit.memory.cell(s.unit.layout.variables[variable])
    if not slot.sizes:
        s.w.number(0)
        return cell
    place(s, slot.sizes, slot.strides, at)
    s.w.cells_behind_none()
    return cell - 4


def _is_somewhere(s: Scope, at: Sequence[ir.Expression]) -> bool:
    return all(is_sure(s, index) for index in at)


def _when_somewhere(s: Scope, variable: str, at: Sequence[ir.Expression], done: Callable[[int, int], None]) -> None:
    """Does something with the offset of a cell, in a local, and what is added to it; unless it is nobody's."""
    base = _cell(s, variable, at)
    with s.w.kept() as offset:
        if _is_somewhere(s, at):
            done(offset, base)
            return
        s.w.get(offset)
        with s.w.when():
            done(offset, base)


def _write(s: Scope, n: ir.Write) -> None:
    slot = s.unit.layout.variables[n.variable]
    if slot.variable.type.many:
        _write_list(s, n, slot)
        return

    def stored(offset: int, base: int) -> None:
        s.w.get(offset)
        value(s, n.value)
        _clamp(s, range_of(s.unit.before_play, n.value), slot.low, slot.high)
        s.w.do("i32.store", base)

    _when_somewhere(s, n.variable, n.at, stored)


def _write_list(s: Scope, n: ir.Write, slot: VariableSlot) -> None:
    """Copies a list to where a variable stands, unless it is nobody's."""
    w = s.w
    with s.list(n.value.type) as copied:
        each(s, n.value, lambda item, _: s.append(copied, item))
        list_cell(s, slot, n.at)
        with w.kept() as to:
            w.length(copied)
            w.number(s.unit.most_items(slot.variable.type))
            w.do("i32.gt_u")
            w.trap_if()
            w.get(to)
            w.number(s.unit.memory.cell(slot))
            w.do("i32.ge_u")
            with w.when():
                w.get(to)
                w.copy_list(copied)


def _clamp(s: Scope, now: Interval, low: int | None, high: int | None) -> None:
    """Brings the number that has been pushed into bounds."""
    for bound_, how, needed in (
        (low, "lt_s", low is not None and now.low < low), (high, "gt_s", high is not None and now.high > high),
    ):  # fmt: skip
        if needed and bound_ is not None:
            with s.w.kept() as new:
                s.w.number(bound_)
                s.w.get(new)
                s.w.get(new)
                s.w.number(bound_)
                s.w.do(f"i32.{how}")
                s.w.do("select")


def _change(s: Scope, n: ir.Change) -> None:
    slot, w = s.unit.layout.variables[n.variable], s.w

    def stored(offset: int, base: int) -> None:
        w.get(offset)
        w.get(offset)
        w.do("i32.load", base)
        value(s, n.amount)
        _added(s, n.down, slot.low, slot.high)
        w.do("i32.store", base)

    _when_somewhere(s, n.variable, n.at, stored)


def _added(s: Scope, down: bool, low: int | None, high: int | None) -> None:
    """Adds two numbers, neither of which is beyond the largest, and brings the sum into bounds."""
    s.w.do("i32.sub" if down else "i32.add")  # twice the largest fits
    _clamp(s, number(-2 * LARGEST_NUMBER, 2 * LARGEST_NUMBER), low, high)
    if low is None or high is None:
        test_range(s.w)


def _transfer(s: Scope, n: ir.Transfer) -> None:
    w, layout = s.w, s.unit.layout
    if not isinstance(n.counter, ir.Constant):
        value(s, n.counter)
        with w.kept() as counter:
            for number in range(len(layout.counters)):
                w.get(counter)
                w.number(number)
                w.do("i32.eq")
                with w.when():
                    _transfer_of(s, n, layout.counters[number])
    elif n.counter.value >= 0:
        _transfer_of(s, n, layout.counters[n.counter.value])


def _account(place_: ir.Place, counter: str) -> tuple[str, tuple[ir.Expression, ...]] | None:
    """The variable that one side of a transfer is, and its indices; None is the bank."""
    match place_:
        case ir.Bank():
            return None
        case ir.Holder(player):
            return counter, (player,)
        case ir.Pot(variable, at):
            return variable, at


def _transfer_of(s: Scope, n: ir.Transfer, counter: str) -> None:
    w, variables = s.w, s.unit.layout.variables
    sides = [_account(n.source, counter), _account(n.target, counter)]
    with w.block() as nothing, w.scratch() as amount, w.scratch() as source, w.scratch() as target:
        offsets, bases = (source, target), [0, 0]
        for k, side in enumerate(sides):
            if side is None:
                continue
            bases[k] = _cell(s, *side)
            w.put(offsets[k])
            if not _is_somewhere(s, side[1]):
                w.get(offsets[k])
                w.do("i32.eqz")
                w.go(nothing, "br_if")
        value(s, n.amount)
        w.put(amount)
        for k, side in enumerate(sides):
            limit = None if side is None else (variables[side[0]].low, variables[side[0]].high)[k]
            if limit is not None:
                if k == 0:
                    w.get(offsets[k])
                    w.do("i32.load", bases[k])
                    w.number(limit)
                else:
                    w.number(limit)
                    w.get(offsets[k])
                    w.do("i32.load", bases[k])
                w.do("i32.sub")
                with w.kept() as most:
                    w.better(amount, most, "i32.lt_s")
                    w.put(amount)
        w.get(amount)
        w.number(0)
        w.do("i32.le_s")
        w.go(nothing, "br_if")
        for k, side in enumerate(sides):
            if side is not None:
                w.get(offsets[k])
                w.get(offsets[k])
                w.do("i32.load", bases[k])
                w.get(amount)
                w.do("i32.add" if k else "i32.sub")
                test_range(s.w)
                w.do("i32.store", bases[k])


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
                w.get(rules)
                w.number(4 + 4 * MOST_RECORDS)
                w.do("memory.copy")
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
        s.w.number(s.unit.memory.at["taken"] + 4 * action * players)
        s.w.number(0)
        s.w.number(4 * players)
        s.w.do("memory.fill")


# ---------------------------------------------------------------- chance


def _choose(s: Scope, n: ir.Choose[p.Statement]) -> None:
    """Lets chance pick one thing, as many as may be, or an order."""
    w, unit = s.w, s.unit
    stream = unit.memory.at[unit.layout.choice_streams[n.site]]
    with w.scratch() as player, w.scratch() as count:
        value(s, n.player)
        w.put(player)
        with options(s, n.options, player, count) as option:
            match n.options:
                case ir.InOrder():
                    _several(s, n, stream, count, option, None)
                case ir.FromList(_, _, most, several=True):
                    _several(s, n, stream, count, option, most)
                case _:
                    _one(s, n, stream, count, option)


def _one(s: Scope, n: ir.Choose[p.Statement], stream: int, count: int, option: Callable[[int], None]) -> None:
    w = s.w
    w.get(count)
    w.number(0)
    w.do("i32.gt_s")
    with w.when():
        _below(s, stream, count)
        with w.kept() as at, w.scratch() as picked:
            option(at)
            w.put(picked)
            _lose_track(s, n, count, option)
            w.get(picked)
        w.put(s.local(n.slot))
        _then(s, n)


def _lose_track(s: Scope, n: ir.Choose[p.Statement], count: int, option: Callable[[int], None]) -> None:
    """What chance picked in secret, nobody else knows."""
    w = s.w
    if n.announced or not s.unit.knows or not p.are_pieces(n.options):
        return
    with s.list(ir.PIECES) as there, w.scratch() as at, w.scratch() as one:
        w.be(at, 0)
        with w.counted(at, count):
            option(at)
            w.put(one)
            s.append(there, one)
        value(s, n.player)
        with w.kept() as who:
            knowledge.redact(s, there, lambda: w.get(who))


def _below(s: Scope, stream: int, count: int) -> None:
    s.w.number(stream)
    s.w.get(count)
    s.w.call(s.unit.helpers.below)


def _then(s: Scope, n: ir.Choose[p.Statement]) -> None:
    write_all(s, n.body)
    if n.otherwise:
        s.w.otherwise()
        write_all(s, n.otherwise)


def _several(
    s: Scope, n: ir.Choose[p.Statement], stream: int, count: int, option: Callable[[int], None],
    most: ir.Expression | None,
) -> None:  # fmt: skip
    """Picks one after another from what is left; without `most`, all."""
    w = s.w
    of = s.holding[n.slot]
    with s.list(of) as left, s.list(of) as picked, w.scratch() as wanted, w.scratch() as at, w.scratch() as one:
        w.be(at, 0)
        with w.counted(at, count):
            option(at)
            w.put(one)
            s.append(left, one)
        if most is None:
            w.get(count)
        else:
            value(s, most)
        w.put(wanted)
        with w.block() as done, w.block("loop") as again:
            for local in (wanted, count):
                w.get(local)
                w.number(0)
                w.do("i32.le_s")
                w.go(done, "br_if")
            w.add_to(wanted, -1)
            _below(s, stream, count)
            w.put(at)
            item_at(s, left, at)
            w.put(one)
            s.append(picked, one)
            close_gap(s, left, at, count)
            w.add_to(count, -1)
            w.go(again)
        w.length(picked)
        with w.when():
            if s.unit.knows and not n.announced and p.are_pieces(n.options):
                raise Unsupported("chance picks several pieces in secret")
            copy_list(s, n.slot, picked, of)
            _then(s, n)


#: The function of each kind of statement.
STATEMENTS: Mapping[type, Callable[[Scope, p.OfItsKind], None]] = {
    ir.SetLocal: _set_local,
    ir.Write: _write,
    ir.Change: _change,
    ir.Transfer: _transfer,
    ir.MovePieces: moves.move_pieces,
    ir.Draw: moves.draw,
    ir.Shuffle: moves.shuffle,
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
    p.Spend: _spend,
    p.CallRoutine: _call,
    p.SetState: _set_state,
    p.CountAction: _count_action,
    p.ForgetActions: _forget_actions,
    p.Append: _append,
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
    # what is only told
    ir.Announce: _nothing,
    p.RoutineEvent: _nothing,
}
