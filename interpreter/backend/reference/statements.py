"""Execution of statements in the reference back end, written to be obviously right.

`run` is the door for statements that never suspend; every kind has its function in `STATEMENTS`.
"""

from collections.abc import Callable, Mapping, Sequence

from dsl.ir import nodes as ir
from dsl.ir.limits import MOST_IN_FORCE
from dsl.source import Span
from interpreter.backend.reference import moves
from interpreter.backend.reference.changes import change, nothing_to_lose, set_local, transfer, write
from interpreter.backend.reference.context import spend
from interpreter.backend.reference.journal import emit
from interpreter.backend.reference.questions import candidates
from interpreter.backend.reference.values import Context, holds, value
from interpreter.errors import TOO_DEEP, TOO_MANY_IN_FORCE, TOO_OFTEN, RuleFault
from interpreter.program.model import nodes as p
from interpreter.program.model.routine_id import DRAIN
from interpreter.program.model.state_layers import Value
from interpreter.runtime import timed_effects as effects
from interpreter.runtime.chance import below
from interpreter.runtime.copying import copied, refresh_copies
from interpreter.runtime.draw_staging import lay_back, lift
from interpreter.runtime.state import effect_attribute, target_attribute
from interpreter.runtime.trigger_queue import drain
from interpreter.runtime.visibility import bit


class Stopped(Exception):
    """The innermost loop has been left."""


class Left(Exception):
    """The routine has been left, with this answer or with none."""

    def __init__(self, answer: Value) -> None:
        super().__init__()
        self.answer = answer


def run(context: Context, statements: Sequence[p.Statement]) -> None:
    """Executes statements that never suspend."""
    for statement in statements:
        STATEMENTS[type(statement)](context, statement)


# ---------------------------------------------------------------- structure


def _if(context: Context, s: ir.If) -> None:
    run(context, s.then if holds(context, s.condition) else s.otherwise)


def _for_each(context: Context, s: ir.ForEach) -> None:
    _loop(context, s.slot, value(context, s.over), s.body)


def _for_range(context: Context, s: ir.ForRange) -> None:
    _loop(context, s.slot, range(value(context, s.low), value(context, s.high) + 1), s.body)


def _loop(context: Context, slot: int, items: Sequence[int], body: Sequence[p.Statement]) -> None:
    try:
        for item in items:
            context.frame[slot] = item
            run(context, body)
    except Stopped:
        pass


def _while(context: Context, s: ir.While) -> None:
    bound = None if s.bound is None else value(context, s.bound)
    passes = 0
    try:
        while (bound is None or passes < bound or s.fault) and holds(context, s.condition):
            if bound is not None and passes >= bound:
                raise RuleFault(s.span, TOO_OFTEN)
            passes += 1
            run(context, s.body)
    except Stopped:
        pass


def _spend(context: Context, s: p.Spend) -> None:
    spend(context, s.steps if s.times is None else s.steps * max(0, value(context, s.times)), s.span)


def _stop(_: Context, __: ir.Stop) -> None:
    raise Stopped


def _leave(context: Context, s: ir.Leave) -> None:
    raise Left(ir.NONE if s.value is None else value(context, s.value))


def _call(context: Context, s: p.CallRoutine) -> None:
    routine = context.program.routines[s.routine]
    assert isinstance(routine, p.Plain)
    if s.routine == DRAIN and not context.state.later:
        return  # no rule waits, and nothing is spent on that
    you = context.frame[0] if s.you is None else value(context, s.you)
    answer = call(context, routine, you, [value(context, argument) for argument in s.arguments], s.site, s.span)
    if s.slot >= 0:
        context.frame[s.slot] = answer


def call(context: Context, routine: p.Plain, you: int, arguments: list[Value], site: int, span: Span) -> Value:
    """Calls a plain routine, and gives its answer."""
    if context.depth >= p.DEPTH_LIMIT:
        raise RuleFault(span, TOO_DEEP)
    if routine.emitted:
        begin(context, routine.number, you, site, routine.secret)
    inner = context.inside(new_frame(routine.slots, you, arguments))
    answer: Value = ir.NONE
    try:
        run(inner, routine.statements)
    except Left as left:
        answer = left.answer
    if routine.answers:
        decide(context, routine.number, you, answer, site)
    return answer


def new_frame(slots: Sequence[str], you: int, arguments: Sequence[Value]) -> list[Value]:
    """Makes the frame of a routine."""
    return [you, *arguments, *[ir.NONE] * (len(slots) - 1 - len(arguments))]


def begin(context: Context, routine: int, you: int, site: int, secret: bool) -> None:
    """Emits that a routine begins."""
    who = bit(you) if secret else None
    emit(context, site, p.Verb.BEGIN, you, (routine,), who, who)


def decide(context: Context, routine: int, you: int, answer: Value, site: int) -> None:
    """Emits the answer of a routine."""
    emit(context, site, p.Verb.DECIDE, you, (routine, *(answer if isinstance(answer, tuple) else (answer,))))


def _routine_event(context: Context, s: p.RoutineEvent) -> None:
    you = value(context, s.you)
    if s.answer is None:
        begin(context, s.routine, you, s.site, context.program.routines[context.program.names[s.routine]].secret)
    else:
        decide(context, s.routine, you, value(context, s.answer), s.site)


def _text_event(context: Context, s: p.TextEvent) -> None:
    card = value(context, s.card)
    if card >= 0:
        mask = context.state.seen[card] & context.program.layout.everybody
        amount = () if s.amount is None else (value(context, s.amount),)
        emit(context, ir.NONE, p.Verb.TEXT, ir.NONE, (card, s.rule, *amount), mask, mask)


def _append(context: Context, s: p.Append) -> None:
    context.frame[s.into] = (*context.frame[s.into], context.frame[s.slot])


def _defer(context: Context, s: p.Defer) -> None:
    arguments = (value(context, argument) for argument in s.arguments)
    context.state.later.append((s.order, s.rule, value(context, s.you), *arguments))


def _drain(context: Context, s: p.Drain) -> None:
    context.frame[s.slot] = () if context.state.held else drain(context.state)


def _set_state(context: Context, s: p.SetState) -> None:
    setattr(context.state, target_attribute(s.target), value(context, s.value))


def _count_action(context: Context, s: p.CountAction) -> None:
    player = value(context, s.player)
    if player >= 0:
        context.state.taken[s.action * context.program.setting.players + player] += 1


def _forget_actions(context: Context, s: p.ForgetActions) -> None:
    players = context.program.setting.players
    for action in s.actions:
        context.state.taken[action * players : (action + 1) * players] = [0] * players


def _begin_effect(context: Context, s: p.BeginEffect) -> None:
    if len(getattr(context.state, effect_attribute(s.effect))) >= MOST_IN_FORCE:
        raise RuleFault(s.span, TOO_MANY_IN_FORCE)
    effects.begin(context.state, s.effect, *(value(context, given) for given in s.values))


def _end_effects(context: Context, s: p.EndEffects) -> None:
    effects.end(context.state, s.effects, s.moment, value(context, s.player))


def _finish(context: Context, s: ir.Finish) -> None:
    effects.finish(context.state, s.effect, value(context, s.instance))


def _copied(context: Context, s: p.Copied) -> None:
    piece = value(context, s.piece)
    known = copied(context.state, piece, value(context, s.original))
    emit(context, s.site, p.Verb.BECOME, context.frame[0], (piece, context.state.kind[piece]), known)


def _refresh_copies(context: Context, _: p.RefreshCopies) -> None:
    refresh_copies(context.state)


def _lift(context: Context, s: p.Lift) -> None:
    def refilled(zone: int) -> None:
        moves.refill(context, zone, s.site)

    context.frame[s.slot] = lift(context.state, value(context, s.source), value(context, s.amount), refilled)


def _lay_back(context: Context, s: p.LayBack) -> None:
    lay_back(context.state, value(context, s.piece), value(context, s.source))


# ---------------------------------------------------------------- chance answers


def _choose(context: Context, s: ir.Choose) -> None:
    """Makes a random choice: one thing, as many as may be, or an order."""
    there = candidates(context, s.options, value(context, s.player))
    many = _how_many(context, s.options, len(there))
    if isinstance(there, range):
        picked = [there[_place(context, s, len(there))]] if there else []
    else:
        left = list(there)
        picked = [left.pop(_place(context, s, len(left))) for _ in range(1 if many is None else many) if left]
    if not picked:
        run(context, s.otherwise)
        return
    context.frame[s.slot] = picked[0] if many is None else tuple(picked)
    who = value(context, s.player)
    emit(context, s.site, p.Verb.CHOOSE, who, tuple(picked), None if s.announced else bit(who))
    if not s.announced and p.are_pieces(s.options):
        moves.redact(context, there, who)
    run(context, s.body)


def _how_many(context: Context, options: ir.Options, there: int) -> int | None:
    """How many things to pick at random; None: one, which is then no list."""
    match options:
        case ir.InOrder():
            return there
        case ir.FromList(several=False):
            return None
        case ir.FromList(_, _, most):
            return min(there, max(0, value(context, most)))  # type: ignore[no-any-return]
        case ir.FromRange() | ir.FromMenu() | ir.FromActions():
            return None


def _place(context: Context, s: ir.Choose, count: int) -> int:
    stream = context.program.layout.choice_streams[s.site]
    chance, place = below(getattr(context.state, stream), count)
    setattr(context.state, stream, chance)
    return place


#: The function of each kind of statement inside a block.
STATEMENTS: Mapping[type, Callable[[Context, p.OfItsKind], None]] = {
    ir.SetLocal: set_local,
    ir.Write: write,
    ir.Change: change,
    ir.Transfer: transfer,
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
    p.Spend: _spend,
    ir.Stop: _stop,
    ir.Leave: _leave,
    p.CallRoutine: _call,
    ir.Announce: moves.announce,
    p.RoutineEvent: _routine_event,
    p.TextEvent: _text_event,
    p.NothingToLose: nothing_to_lose,
    p.Forget: moves.forget,
    p.Append: _append,
    ir.Finish: _finish,
    p.Copied: _copied,
    p.RefreshCopies: _refresh_copies,
    p.Lift: _lift,
    p.LayBack: _lay_back,
    p.Defer: _defer,
    p.Drain: _drain,
    p.SetState: _set_state,
    p.CountAction: _count_action,
    p.ForgetActions: _forget_actions,
    p.BeginEffect: _begin_effect,
    p.EndEffects: _end_effects,
}
