"""What a statement does: the reference, written to be obviously right.

`run` is the door for statements that never wait; every kind has its function in `STATEMENTS`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dsl.ir import nodes as ir
from dsl.source import Span
from interpreter.backend.reference.changes import change, set_local, transfer, write
from interpreter.backend.reference.journal import tell
from interpreter.backend.reference.moves import (
    announce,
    create,
    draw,
    flip,
    forget,
    move_pieces,
    refill,
    reveal,
    roll,
    shuffle_zone,
    swap,
)
from interpreter.backend.reference.questions import candidates
from interpreter.backend.reference.scene import Value
from interpreter.backend.reference.values import Scene, holds, value
from interpreter.errors import TOO_DEEP, TOO_LONG, TOO_OFTEN, RuleFault
from interpreter.program.model.nodes import (
    DEPTH_LIMIT,
    STEP_LIMIT,
    BeginEffect,
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
from interpreter.runtime import timed_effects as effects
from interpreter.runtime.chance import below
from interpreter.runtime.copying import copied, look_again
from interpreter.runtime.draw_staging import lay_back, lift
from interpreter.runtime.state import RULES_UNDER_WAY, TURN_OVER, depth_attribute
from interpreter.runtime.trigger_queue import due
from interpreter.runtime.visibility import bit


class Stopped(Exception):
    """The innermost loop has been left."""


class Left(Exception):
    """The routine has been left, with this answer or with none."""

    def __init__(self, answer: Value) -> None:
        super().__init__()
        self.answer = answer


def run(scene: Scene, statements: Sequence[Statement]) -> None:
    """Carries out statements that never wait."""
    for statement in statements:
        STATEMENTS[type(statement)](scene, statement)


# ---------------------------------------------------------------- structure


def _if(scene: Scene, s: ir.If) -> None:
    run(scene, s.then if holds(scene, s.condition) else s.otherwise)


def _for_each(scene: Scene, s: ir.ForEach) -> None:
    _loop(scene, s.slot, value(scene, s.over), s.body)


def _for_range(scene: Scene, s: ir.ForRange) -> None:
    _loop(scene, s.slot, range(value(scene, s.low), value(scene, s.high) + 1), s.body)


def _loop(scene: Scene, slot: int, items: Sequence[int], body: Sequence[Statement]) -> None:
    try:
        for item in items:
            scene.frame[slot] = item
            run(scene, body)
    except Stopped:
        pass


def _while(scene: Scene, s: ir.While) -> None:
    bound = STEP_LIMIT if s.bound is None else value(scene, s.bound)
    passes = 0
    try:
        while (passes < bound or s.fault or s.bound is None) and holds(scene, s.condition):
            if passes >= bound:
                raise RuleFault(s.span, TOO_LONG if s.bound is None else TOO_OFTEN)
            passes += 1
            run(scene, s.body)
    except Stopped:
        pass


def _stop(_: Scene, __: ir.Stop) -> None:
    raise Stopped


def _leave(scene: Scene, s: ir.Leave) -> None:
    raise Left(ir.NONE if s.value is None else value(scene, s.value))


def _call(scene: Scene, s: CallRoutine) -> None:
    routine = scene.program.routines[s.routine]
    assert isinstance(routine, Plain)
    you = scene.frame[0] if s.you is None else value(scene, s.you)
    answer = call(scene, routine, you, [value(scene, argument) for argument in s.arguments], s.site, s.span)
    if s.slot >= 0:
        scene.frame[s.slot] = answer


def call(scene: Scene, routine: Plain, you: int, arguments: list[Value], site: int, span: Span) -> Value:
    """Runs a routine that never waits, and gives its answer."""
    if scene.depth >= DEPTH_LIMIT:
        raise RuleFault(span, TOO_DEEP)
    if routine.told:
        begin(scene, routine.number, you, site, routine.secret)
    inner = scene.inside(new_frame(routine.slots, you, arguments))
    answer: Value = ir.NONE
    try:
        run(inner, routine.statements)
    except Left as left:
        answer = left.answer
    if routine.answers:
        decide(scene, routine.number, you, answer, site)
    return answer


def new_frame(slots: Sequence[str], you: int, arguments: Sequence[Value]) -> list[Value]:
    """The locals of a routine that begins."""
    return [you, *arguments, *[ir.NONE] * (len(slots) - 1 - len(arguments))]


def begin(scene: Scene, routine: int, you: int, site: int, secret: bool) -> None:
    """Tells that a routine begins."""
    who = bit(you) if secret else None
    tell(scene, site, Verb.BEGIN, you, (routine,), who, who)


def decide(scene: Scene, routine: int, you: int, answer: Value, site: int) -> None:
    """Tells what a routine has decided."""
    tell(scene, site, Verb.DECIDE, you, (routine, *(answer if isinstance(answer, tuple) else (answer,))))


def _mark(scene: Scene, s: Mark) -> None:
    you = value(scene, s.you)
    if s.answer is None:
        begin(scene, s.routine, you, s.site, scene.program.routines[scene.program.names[s.routine]].secret)
    else:
        decide(scene, s.routine, you, value(scene, s.answer), s.site)


def _keep(scene: Scene, s: Keep) -> None:
    scene.frame[s.into] = (*scene.frame[s.into], scene.frame[s.slot])


def _later(scene: Scene, s: Later) -> None:
    arguments = (value(scene, argument) for argument in s.arguments)
    scene.state.later.append((s.order, s.rule, value(scene, s.you), *arguments))


def _due(scene: Scene, s: Due) -> None:
    scene.frame[s.slot] = () if scene.state.held else due(scene.state)


def _hold(scene: Scene, s: Hold) -> None:
    scene.state.held += s.by


def _set_active(scene: Scene, s: SetActive) -> None:
    scene.state.active_player = value(scene, s.player)


def _set_cause(scene: Scene, s: SetCause) -> None:
    scene.state.cause, scene.state.causer = value(scene, s.card), value(scene, s.player)


def _set_rules_under_way(scene: Scene, s: SetRulesUnderWay) -> None:
    setattr(scene.state, RULES_UNDER_WAY, value(scene, s.rules))


def _turn_over(scene: Scene, s: TurnOver) -> None:
    setattr(scene.state, TURN_OVER, value(scene, s.over))


def _next_turn(scene: Scene, s: ir.NextTurn) -> None:
    scene.state.next_player = value(scene, s.player)


def _count_action(scene: Scene, s: CountAction) -> None:
    player = value(scene, s.player)
    if player >= 0:
        scene.state.taken[s.action * scene.program.setting.players + player] += 1


def _forget_actions(scene: Scene, s: ForgetActions) -> None:
    players = scene.program.setting.players
    for action in s.actions:
        scene.state.taken[action * players : (action + 1) * players] = [0] * players


def _begin_effect(scene: Scene, s: BeginEffect) -> None:
    effects.begin(scene.state, s.effect, *(value(scene, given) for given in s.values))


def _end_effects(scene: Scene, s: EndEffects) -> None:
    effects.end(scene.state, s.effects, s.moment, value(scene, s.player))


def _deepen(scene: Scene, s: Deepen) -> None:
    here = depth_attribute(s.number)
    setattr(scene.state, here, getattr(scene.state, here) + s.by)


def _finish(scene: Scene, s: ir.Finish) -> None:
    effects.finish(scene.state, s.effect, value(scene, s.instance))


def _copied(scene: Scene, s: Copied) -> None:
    piece = value(scene, s.piece)
    known = copied(scene.state, piece, value(scene, s.original))
    tell(scene, s.site, Verb.BECOME, scene.frame[0], (piece, scene.state.kind[piece]), known)


def _look_again(scene: Scene, _: LookAgain) -> None:
    look_again(scene.state)


def _decides(scene: Scene, s: Decides) -> None:
    scene.state.deciding = value(scene, s.player), value(scene, s.decider)


def _lift(scene: Scene, s: Lift) -> None:
    def refilled(zone: int) -> None:
        refill(scene, zone, s.site)

    scene.frame[s.slot] = lift(scene.state, value(scene, s.source), value(scene, s.amount), refilled)


def _lay_back(scene: Scene, s: LayBack) -> None:
    lay_back(scene.state, value(scene, s.piece), value(scene, s.source))


def _count_round(scene: Scene, s: CountRound) -> None:
    scene.state.round_number = value(scene, s.value)


# ---------------------------------------------------------------- chance answers


def _choose(scene: Scene, s: ir.Choose) -> None:
    """Chance answers: one thing, as many as may be, or an order."""
    left = list(candidates(scene, s.options, value(scene, s.player)))
    many = _how_many(scene, s.options, len(left))
    picked = [_pick(scene, s, left) for _ in range(1 if many is None else many) if left]
    if not picked:
        run(scene, s.otherwise)
        return
    scene.frame[s.slot] = picked[0] if many is None else tuple(picked)
    tell(scene, s.site, Verb.CHOOSE, value(scene, s.player), tuple(picked))
    run(scene, s.body)


def _how_many(scene: Scene, options: ir.Options, there: int) -> int | None:
    """How many things chance picks; None: one, which is then no list."""
    match options:
        case ir.InOrder():
            return there
        case ir.FromList(several=False):
            return None
        case ir.FromList(_, _, most):
            return min(there, max(0, value(scene, most)))  # type: ignore[no-any-return]
        case _:
            return None


def _pick(scene: Scene, s: ir.Choose, left: list[int]) -> int:
    stream = scene.program.layout.choice_streams[s.site]
    chance, place = below(getattr(scene.state, stream), len(left))
    setattr(scene.state, stream, chance)
    return left.pop(place)


def _ready(scene: Scene, _: Ready) -> None:
    scene.state.set_up = 1


#: Every kind of statement that can stand inside a block; each takes its own, which the type cannot say.
STATEMENTS: dict[type, Callable[[Scene, Any], None]] = {
    ir.SetLocal: set_local,
    ir.Write: write,
    ir.Change: change,
    ir.Transfer: transfer,
    ir.MovePieces: move_pieces,
    ir.Draw: draw,
    ir.Shuffle: shuffle_zone,
    ir.Reveal: reveal,
    ir.Flip: flip,
    ir.Create: create,
    ir.Swap: swap,
    ir.Roll: roll,
    ir.Choose: _choose,
    ir.If: _if,
    ir.ForEach: _for_each,
    ir.ForRange: _for_range,
    ir.While: _while,
    ir.Stop: _stop,
    ir.Leave: _leave,
    CallRoutine: _call,
    ir.Announce: announce,
    Mark: _mark,
    Forget: forget,
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
    Ready: _ready,
}
