"""Routines: setup, flows, procedures, actions, texts and ends of the game, each with its statements.

After this stage bodies call routines by their identities (`CallRoutine`), and there is neither `Call`, `RunFlow`,
`DoText` nor `DecidedBy`.
"""

from collections.abc import Iterator, Mapping

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyId, BodyKind, bodies
from dsl.node import Node
from dsl.source import NO_SPAN, Span
from dsl.walk import rebuilt_around, statements_in, with_fields
from interpreter.program.desugar.card_texts import texts
from interpreter.program.desugar.causes import with_cause
from interpreter.program.desugar.finally_block import with_finally
from interpreter.program.desugar.turns import assigns_next_turn, counted, turn, with_edges, with_next_turn
from interpreter.program.model.constants import NOBODY, YES, ZERO
from interpreter.program.model.nodes import (
    OF_PART,
    CallRoutine,
    Component,
    SetState,
    Statement,
    Statements,
    TextEvent,
    increment,
)
from interpreter.program.model.routine_id import (
    MAIN_ID,
    SETUP_ID,
    WHOLE_GAME,
    Layer,
    PassOf,
    RoutineId,
    TextOf,
    game_end,
)
from interpreter.program.model.routine_id import action as action_id
from interpreter.program.model.routine_id import flow as flow_id
from interpreter.program.model.routine_id import procedure as procedure_id

#: When there is nothing left to play and nobody has won, the game is over all the same.
RUN_OUT = ir.GameOver(ir.ListOf((), ir.PLAYERS), -1)


@frozen
class Source(Node):
    """A routine before it is split into blocks. Slot 0 is `you`, then `arity` parameters.

    `emitted`: its beginning is a journal entry; `secret`: which only `you` learn of.
    """

    name: RoutineId
    arity: int
    slots: tuple[str, ...]
    statements: tuple[Statement, ...]
    answers: bool = False
    emitted: bool = True
    secret: bool = False


def sources(game: ir.Game, causes: bool) -> dict[RoutineId, Source]:
    """Makes a routine of each body of a game. `causes`: whether anything reads the cause of an event."""
    elsewhere = assigns_next_turn(game)
    collected = (*_collected(game, causes), *_ends(game))
    found = {source.name: _with_turns(source, game, elsewhere) for source in collected}
    return {name: _with_ends(source, game) for name, source in found.items()} | dict(_inner(game, found))


def with_turns(source: Source, game: ir.Game) -> Source:
    """Lowers the turns in the body of a rule; few rules have any."""
    has_turns = any(isinstance(node, ir.Turn) for node in statements_in(source.statements))
    return _with_turns(source, game, assigns_next_turn(game)) if has_turns else source


def _with_turns(source: Source, game: ir.Game, elsewhere: bool) -> Source:
    """Lowers the turns in a body; `elsewhere`: somebody may be given the next turn out of order."""
    slots = list(source.slots)
    flows = {flow.name for flow in game.flows}
    ends = tuple(
        call(game_end(number), you=NOBODY, span=end.span)
        for number, end in enumerate(game.ends)
        if end.after == "turn" and "turn" not in flows
    )

    def new(name: str) -> int:
        slots.append(name)
        return len(slots) - 1

    def change(node: object) -> object:
        below = rebuilt_around(node, change)
        return turn(below, ends, game, new("outer")) if isinstance(below, ir.Turn) else below

    def in_order(node: object) -> object:
        return with_next_turn(rebuilt_around(node, in_order), lambda: new("begun"))

    statements = rebuilt_around(source.statements, in_order) if elsewhere else source.statements
    statements = rebuilt_around(statements, change)
    return source if statements is source.statements else with_fields(source, slots=tuple(slots), statements=statements)


def _collected(game: ir.Game, causes: bool) -> Iterator[Source]:
    setup = (*with_calls(game.setup.statements), SetState(Component.SET_UP, YES))
    yield Source(SETUP_ID, 0, game.setup.slots or ("you",), setup)
    whole = (*with_calls(game.main.statements), RUN_OUT)
    yield Source(MAIN_ID, 0, game.main.slots or ("you",), whole, emitted=False)
    both = (call(SETUP_ID), call(MAIN_ID))
    yield Source(WHOLE_GAME, 0, ("you",), both, emitted=False)
    for flow in game.flows:
        if flow.kind == "round":
            yield _round(flow)
        name = RoutineId(PassOf(flow.name)) if flow.kind == "round" else flow_id(flow.name)
        yield Source(name, 0, flow.body.slots, with_edges(with_calls(flow.body.statements), flow, game), span=flow.span)
    for procedure in game.procedures:
        yield Source(
            procedure_id(procedure.name), len(procedure.parameters), procedure.body.slots,
            with_calls(procedure.body.statements), answers=procedure.answer is not None, span=procedure.span,
        )  # fmt: skip
    for number, action in enumerate(game.actions):
        slots = list(action.body.slots)
        taken = counted(action, number, with_calls(action.body.statements))
        taken = with_cause(taken, slots) if causes else taken
        yield Source(
            action_id(action.name), 0, tuple(slots), taken, secret=action.secret, span=action.span,
        )  # fmt: skip
    for routine, statements in texts(game):
        slots = ["you", "card", "this"]
        done = with_cause(statements, slots, ir.Local(2, "this", ir.PIECE)) if causes else statements
        of = OF_PART if isinstance(routine.root, TextOf) and routine.root.part else ir.NONE
        done = (TextEvent(ir.Local(1, "card", ir.PIECE), of), *done)
        yield Source(routine, 2, tuple(slots), done, emitted=False)
    for one in bodies(game):
        if one.id.kind is BodyKind.TEXT:
            body = with_calls(one.body.statements)
            yield Source(RoutineId(one.id), 1, one.body.slots, body, emitted=False, span=one.span)


def with_calls(statements: Statements) -> Statements:
    """Lowers calls to calls of routines, and delegation to statements."""

    def change(node: object) -> object:
        match node:
            case ir.Call(procedure, arguments, slot, you, site):
                return CallRoutine(procedure_id(procedure), arguments, slot, you, site, span=node.span)
            case ir.DoText(part, card, this, you, site):
                return CallRoutine(RoutineId(TextOf(part)), (card, this), -1, you, site, span=node.span)
            case ir.RunFlow(flow, you):
                return call(flow_id(flow), you=you, span=node.span)
            case ir.DecidedBy(player, decider, body):
                nobody = _decides(NOBODY, NOBODY, node.span)
                inside = rebuilt_around(with_finally(body, (nobody,), in_loop=False), change)
                return (_decides(player, decider, node.span), *inside, nobody)
            case ir.NextTurn(player):
                return SetState(Component.NEXT_PLAYER, player, span=node.span)
        return rebuilt_around(node, change)

    return rebuilt_around(statements, change)


def _decides(player: ir.Expression, decider: ir.Expression, span: Span) -> SetState:
    """`decider` answers what `player` is asked; none: everybody for themselves."""
    return SetState(Component.DECIDER, ir.ListOf((player, decider), ir.PLAYERS), span=span)


def call(routine: RoutineId, *, you: ir.Expression | None = None, span: Span = NO_SPAN) -> CallRoutine:
    """Makes a call of a routine without arguments or answer."""
    return CallRoutine(routine, you=you, span=span)


def _round(flow: ir.Flow) -> Source:
    """Makes the routine of a round: counted passes until its condition holds after one. Rounds may nest."""
    outer = len(flow.body.slots)
    number = ir.Function("round_number", (), ir.NUMBER)
    ends = (ir.If(flow.until, (ir.Stop(),), (), span=flow.span),) if flow.until is not None else ()
    counted = increment(Component.ROUND, 1), increment(Component.ROUNDS, 1)
    once: Statements = (*counted, call(RoutineId(PassOf(flow.name)), span=flow.span), *ends)
    statements = (
        ir.SetLocal(outer, number),
        SetState(Component.ROUND, ZERO),
        ir.While(YES, flow.bound, False, once, span=flow.span),
        SetState(Component.ROUND, ir.Local(outer, "outer", ir.NUMBER)),
    )
    slots = (*flow.body.slots, "outer")
    return Source(flow_id(flow.name), 0, slots, statements, emitted=False, span=flow.span)


# ---------------------------------------------------------------- ends of the game


def _ends(game: ir.Game) -> Iterator[Source]:
    for number, end in enumerate(game.ends):
        statements: tuple[Statement, ...] = with_calls(end.body.statements)
        if end.condition is not None:
            statements = (ir.If(end.condition, statements, (), span=end.span),)
        yield Source(game_end(number), 0, end.body.slots, statements, emitted=False, span=end.span)


def end_checks(name: RoutineId, game: ir.Game) -> tuple[CallRoutine, ...]:
    """Makes the calls that check the ends of the game after a routine: a pass of a round, or any other flow."""
    match name:
        case RoutineId(PassOf(flow), ()):
            pass
        case RoutineId(BodyId(BodyKind.FLOW, flow), ()) if all(f.name != flow or f.kind != "round" for f in game.flows):
            pass
        case _:
            return ()
    return tuple(
        call(game_end(number), you=NOBODY, span=end.span)
        for number, end in enumerate(game.ends)
        if end.after in ("", flow)
    )


def _with_ends(source: Source, game: ir.Game) -> Source:
    checks = end_checks(source.name, game)
    if not checks:
        return source
    if _leaves(source):
        inner = call(source.name.within(Layer.APART), span=source.span)
        return with_fields(source, statements=(inner, *checks))
    return with_fields(source, statements=(*source.statements, *checks))


def _inner(game: ir.Game, found: Mapping[RoutineId, Source]) -> Iterator[tuple[RoutineId, Source]]:
    """Routines of bodies that return early, apart from the checks that follow them in any case."""
    for source in found.values():
        if end_checks(source.name, game) and _leaves(source):
            name = source.name.within(Layer.APART)
            yield name, with_fields(source, name=name, emitted=False)


def _leaves(source: Source) -> bool:
    return any(isinstance(node, ir.Leave) for node in statements_in(source.statements))
