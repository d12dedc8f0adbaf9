"""The fixpoint over a whole game: what is known grows, body by body, until nothing new is found.

What would grow for ever is widened to what has no end.
"""

from collections.abc import Mapping
from math import inf
from typing import Any

from dsl.bounds.bodies import BodySites, filled_by
from dsl.bounds.counters import count_counters
from dsl.bounds.evaluate import evaluate
from dsl.bounds.interval import EMPTY, Interval, join
from dsl.bounds.runs import count_runs
from dsl.bounds.state import State, nothing_known
from dsl.bounds.statements import PATIENCE, filling
from dsl.bounds.zones import count_pieces, lay_out, move_about
from dsl.cache import between_parts
from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyId, BodyKind


def fixpoint(game: ir.Game, players: int, given: Mapping[str, int]) -> State:
    """All that can be found out about a game for so many players, with these values of parameters."""
    state = nothing_known(game, players, given)
    _begin(state)
    passes, before, now = 0, None, _snapshot(state)
    while before != now:
        between_parts()
        _one_pass(state)
        passes += 1
        if passes > PATIENCE:
            _widen(state, now)
        before, now = now, _snapshot(state)
    return state


def _begin(state: State) -> None:
    parameters = {p.name: len(p.parameters) for p in state.game.procedures}
    for body in state.bodies:
        told = parameters[body.id.name] if body.id.kind is BodyKind.PROCEDURE else 0
        state.slots[body.id] |= dict.fromkeys((*body.filled, *range(1, told + 1)), EMPTY)
    lay_out(state)


def _one_pass(state: State) -> None:
    count_runs(state)
    for body in state.bodies:
        for site in body.sites:
            _note(site.statement, body, state.slots[body.id], state)
    for number_, hook in enumerate(state.game.hooks):
        if hook.event == "procedure" and hook.parameters:
            told = _slots_of_procedure(hook.name, state)
            handed = {place: told[place] for place in range(1, hook.parameters + 1) if place in told}
            state.slots[BodyId(BodyKind.HOOK, "", number_)] |= handed
    move_about(state)
    count_pieces(state)
    count_counters(state)


def _note(statement: object, body: BodySites, slots: dict[int, Interval], state: State) -> None:
    """What a statement puts into the slots of its body, or hands on to another."""
    slot = filled_by(statement)
    if slot >= 0:
        slots[slot] = join(slots.get(slot, EMPTY), filling(statement, state, slots))
    match statement:
        case ir.Call(procedure, arguments):
            told = _slots_of_procedure(procedure, state)
            for place, argument in enumerate(arguments, 1):
                told[place] = join(told.get(place, EMPTY), evaluate(argument, state, slots))
        case ir.Leave(value) if value is not None and (decides_for := _decides_for(body, state)):
            state.grow(state.answers, decides_for, evaluate(value, state, slots))
        case ir.Begin(effect, held) | ir.Become(effect, held):
            numbers = [evaluate(e, state, slots) for e in held if e.type == ir.NUMBER]
            state.captured[effect] = join(state.held(effect), *numbers)
        case _:
            pass


def _slots_of_procedure(name: str, state: State) -> dict[int, Interval]:
    return state.slots[BodyId(BodyKind.PROCEDURE, name)]


def _decides_for(body: BodySites, state: State) -> str:
    """The procedure that a body decides for: itself, or the one in whose place the rule stands; or none."""
    if body.id.kind is BodyKind.HOOK:
        hook = state.game.hooks[body.id.number]
        return hook.name if hook.event == "procedure" else ""
    return body.id.name if body.id.kind is BodyKind.PROCEDURE else ""


# ---------------------------------------------------------------- until nothing new is found


def _tables(state: State) -> tuple[dict[Any, Any], ...]:
    """All that is known; first what holds intervals, then what pieces there are, then the rest."""
    found: list[dict[Any, Any]] = [*state.slots.values(), state.variables, state.answers, state.captured]
    return (*found, state.sizes, state.pieces, state.lying, state.runs, state.passes)


def _snapshot(state: State) -> tuple[dict[Any, Any], ...]:
    return tuple(dict(table) for table in _tables(state))


def _widen(state: State, before: tuple[dict[Any, Any], ...]) -> None:
    """What has grown again is taken to have no end."""
    *intervals, sizes, pieces, _, _, _ = list(zip(_tables(state), before, strict=True))
    for table, old in intervals:
        for name, now in table.items():
            if now != (was := old.get(name, EMPTY)):
                table[name] = now.widened(was)
    for table, old in (sizes, pieces):
        table |= {name: inf for name, amount in table.items() if amount > old.get(name, 0)}
