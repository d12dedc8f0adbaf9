"""Turns: the active player, limits of actions, edges. Rounds, phases and steps have edges too.

A turn that is left early ends all the same.
"""

from collections.abc import Callable, Iterator

from dsl.ir import nodes as ir
from dsl.ir.effects import calls_function
from dsl.walk import nodes_by_kind, with_fields
from interpreter.program.desugar.finally_block import with_finally
from interpreter.program.model.constants import NOBODY, YES, YOU
from interpreter.program.model.nodes import Component, CountAction, ForgetActions, SetState, Statement

_ACTIVE = ir.Function("active_player", (), ir.PLAYER.or_none())
_NEXT = ir.Function("next_player", (), ir.PLAYER.or_none())
_GIVEN = ir.Compare("!=", _NEXT, NOBODY)


def with_limits(game: ir.Game) -> ir.Game:
    """Lowers limits of actions, how often and on whose turn, to needs."""
    if not any(action.limit is not None or action.own_turn for action in game.actions):
        return game
    actions = []
    for number, action in enumerate(game.actions):
        needs = (*_own_turn(action), *_limit(action, number))
        actions.append(with_fields(action, needs=(*action.needs, *needs)) if needs else action)
    return with_fields(game, actions=tuple(actions))


def _own_turn(action: ir.Action) -> Iterator[ir.Need]:
    if action.own_turn:
        mine = ir.Compare("=", _ACTIVE, YOU, span=action.span)
        yield ir.Need(mine, "only on your own turn", span=action.span)


def _limit(action: ir.Action, number: int) -> Iterator[ir.Need]:
    if action.limit is None:
        return
    taken = ir.Function("taken", (ir.Constant(number, ir.NUMBER), YOU), ir.NUMBER, span=action.span)
    per = f" per {action.per_unit}" if action.per_unit else ""
    times = action.limit.value if isinstance(action.limit, ir.Constant) else 0
    words = "only once" if times == 1 else f"no more than {times} times" if times else "no more often"
    yield ir.Need(ir.Compare("<", taken, action.limit, span=action.span), f"{words}{per}", span=action.span)


def counted(action: ir.Action, number: int, statements: tuple[Statement, ...]) -> tuple[Statement, ...]:
    """Counts an action as it is taken, if it is limited."""
    return statements if action.limit is None else (CountAction(number, YOU), *statements)


def with_edges(statements: tuple[Statement, ...], flow: ir.Flow, game: ir.Game) -> tuple[Statement, ...]:
    """Puts the edges around a pass of a round, a phase or a step."""
    start = ir.Boundary(ir.Edge.START, ir.Unit(flow.kind), flow.name, YOU, span=flow.span)
    end = ir.Boundary(ir.Edge.END, ir.Unit(flow.kind), flow.name, YOU, span=flow.span)
    body = with_finally(statements, (end,), in_loop=True)
    return (*_resets(game, flow.kind, flow.name), start, *body, end)


def turn(node: ir.Turn, ends: tuple[Statement, ...], game: ir.Game, outer: int) -> tuple[Statement, ...]:
    """Lowers a turn: its edges, then the checks `ends`; the active player before is restored from the slot `outer`."""
    start = ir.Boundary(ir.Edge.START, ir.Unit.TURN, "", node.player, span=node.span)
    end = ir.Boundary(ir.Edge.END, ir.Unit.TURN, "", node.player, span=node.span)
    asked = _uses_active_player(game)
    before: tuple[Statement, ...] = (ir.SetLocal(outer, _ACTIVE), _active(node.player)) if asked else ()
    after: tuple[Statement, ...] = (_active(ir.Local(outer, "outer", ir.PLAYER.or_none())),) if asked else ()
    over = (end, *ends, *after)
    return (*before, *_resets(game, "turn", ""), start, *with_finally(node.body, over, in_loop=False), *over)


def _active(player: ir.Expression) -> SetState:
    return SetState(Component.ACTIVE_PLAYER, player)


def assigns_next_turn(game: ir.Game) -> bool:
    """Whether somebody may be given the next turn out of order."""
    return ir.NextTurn in nodes_by_kind(game)


def with_next_turn(node: object, begun: Callable[[], int]) -> object:
    """Lowers a loop of turns where whoever was given the next turn has it; then it goes on from there.

    Once round, it ends when it is in order the turn of whoever began, whom the slot `begun` keeps.
    """
    match node:
        case ir.ForEach(slot, ir.PlayersFrom(anticlockwise=back_round) as over, body) if is_a_turn(body):
            one = ir.Local(slot, "player", ir.PLAYER)
            first = ir.Local(begun(), "begun", ir.PLAYER)
            back = ir.If(ir.Compare("=", one, first), (ir.Stop(span=node.span),), (), span=node.span)
            neighbour = ir.Function("right" if back_round else "left", (one,), ir.PLAYER)
            onward = ir.SetLocal(slot, neighbour, span=node.span)
            in_order = ir.If(ir.Not(_GIVEN), (onward, back), (), span=node.span)
            began = ir.SetLocal(slot, ir.First(over, ir.PLAYER), span=node.span)
            loop = ir.While(YES, None, False, (_assigned_turn(slot), *body, in_order), span=node.span)
            return (began, _assigned_turn(slot), ir.SetLocal(first.slot, one, span=node.span), loop)
        case ir.While(body=(*body, ir.SetLocal(slot, ir.Function("left" | "right")))) if is_a_turn(tuple(body)):
            return with_fields(node, body=(_assigned_turn(slot), *node.body))
    return node


def is_a_turn(body: tuple[Statement, ...]) -> bool:
    """Whether the body of a loop is just a turn."""
    match body:
        case (ir.Turn(),) | (ir.If(_, (ir.Turn(),), ()),):
            return True
    return False


def _assigned_turn(slot: int) -> ir.If[Statement]:
    """Gives the turn to whoever was given the next one."""
    return ir.If(_GIVEN, (ir.SetLocal(slot, _NEXT), SetState(Component.NEXT_PLAYER, NOBODY)), ())


def _uses_active_player(game: ir.Game) -> bool:
    """Whether anything reads the active player."""
    own = any(action.own_turn for action in game.actions)
    return own or calls_function(game, "active_player")


def _resets(game: ir.Game, *units: str) -> tuple[Statement, ...]:
    """Resets the counts of actions that are limited per turn, round or phase."""
    numbers = tuple(k for k, a in enumerate(game.actions) if a.limit is not None and a.per_unit in units and a.per_unit)
    return (ForgetActions(numbers),) if numbers else ()
