"""Counts how often each body can run in a whole game, and how many passes each round can have."""

from collections.abc import Iterator
from math import inf, prod
from typing import TypeAlias

from dsl.bounds.bodies import BodySites, Site, fills_once, has_turns
from dsl.bounds.evaluate import evaluate
from dsl.bounds.interval import OPPOSITE, TURNED, Amount, product
from dsl.bounds.state import State
from dsl.ir import nodes as ir
from dsl.ir.bodies import SETUP
from dsl.walk import nodes_in

#: The kind and name by which a body is carried out.
Key: TypeAlias = "tuple[str, str]"


def count_runs(state: State) -> None:
    """Fills `runs` and `passes` by what is known now."""
    state.passes = {f.name: _passes(f, state) for f in state.game.flows if f.kind == "round"}
    done: dict[Key, Amount] = {}
    for body in state.bodies:
        _runs(body.callee, state, done, set())
    state.runs = done


def runs_of(body: BodySites, site: Site, state: State, without: ir.Loop | None = None) -> Amount:
    """How often a statement is carried out in a game; `without` one of the loops around it."""
    loops = [loop for loop in site.loops if loop is not without]
    each = [loop_passes(loop, body, state) for loop in loops]
    if 0 in each:
        return 0
    return product(state.runs.get(body.callee, 0), prod(each))


def loop_passes(loop: ir.Loop, body: BodySites, state: State) -> Amount:
    """How often a loop goes round each time it begins."""
    slots = state.slots[body.id]
    match loop:
        case ir.ForEach(over=over):
            again = state.out_of_order and has_turns(loop)
            return inf if again else evaluate(over, state, slots).most
        case ir.AllAtOnce(over=over):
            return evaluate(over, state, slots).most
        case ir.ForRange(_, low, high):
            first, last = evaluate(low, state, slots), evaluate(high, state, slots)
            return max(0, last.high - first.low + 1) if first.is_number and last.is_number else 0
        case ir.While(bound=bound):
            return inf if bound is None else max(0, evaluate(bound, state, slots).high)


def _runs(key: Key, state: State, done: dict[Key, Amount], open_: set[Key]) -> Amount:
    if key in done:
        return done[key]
    if key in open_:
        return inf  # it comes to itself
    open_.add(key)
    found = _runs_of(key, state, done, open_)
    open_.remove(key)
    done[key] = found
    return found


def _runs_of(key: Key, state: State, done: dict[Key, Amount], open_: set[Key]) -> Amount:
    kind, name = key
    if kind in ("setup", "main"):
        return 1
    if kind == "whenever":
        return inf
    if kind == "end":
        return 1 if _ends_the_game(state.game.ends[int(name)]) else inf
    if kind == "hook":
        return _runs_of_hook(state.game.hooks[int(name)], state, done, open_)
    found: Amount = 0
    for body, site in state.callers.get(key, ()):
        each = _runs_at(body, site, state, done, open_)
        found += product(each, _times_there(site.statement, name, body, state))
    if kind == "flow":
        found = product(found, state.passes.get(name, 1))
    return _limited(name, found, state) if kind == "action" else found


def _runs_at(body: BodySites, site: Site, state: State, done: dict[Key, Amount], open_: set[Key]) -> Amount:
    """How often a statement is carried out, by how often its body is."""
    found = _runs(body.callee, state, done, open_)
    for loop in site.loops:
        found = product(found, loop_passes(loop, body, state))
    return found


def _runs_of_hook(hook: ir.HookRule, state: State, done: dict[Key, Amount], open_: set[Key]) -> Amount:
    """A rule meets an event as often as that happens; with an effect, any number of times."""
    if hook.effect >= 0:
        return inf
    match hook.event:
        case "flow" | "procedure" | "action":
            return _runs((hook.event, hook.name), state, done, open_)
        case "boundary" if hook.name.endswith(" turn"):
            return sum(_runs_at(body, site, state, done, open_) for body, site in state.sites_of(ir.Turn))
        case _:
            return inf


def _times_there(statement: object, name: str, body: BodySites, state: State) -> Amount:
    """How often an action is taken at most each time it is asked for; all else is carried out once."""
    match statement:
        case ir.TakeActions(at_most=at_most):
            free = any(a.name == name and a.kind != "action" for a in state.game.actions)
            slots = state.slots[body.id]
            return inf if at_most is None or free else max(0, evaluate(at_most, state, slots).high)
        case ir.Choose():
            return inf
        case _:
            return 1


def _limited(name: str, found: Amount, state: State) -> Amount:
    """An action that each player may take so often in a game."""
    action = next(a for a in state.game.actions if a.name == name)
    if action.limit is None or action.per_unit != "game":
        return found
    return min(found, product(state.players, max(0, evaluate(action.limit, state).high)))


# ---------------------------------------------------------------- rounds


def _passes(flow: ir.Flow, state: State) -> Amount:
    """How often a round goes on: until its number is reached, or a pile is empty of which each pass takes a piece."""
    found: Amount = inf if flow.bound is None else max(1, evaluate(flow.bound, state).high)
    conditions = [] if flow.until is None else [flow.until]
    conditions += _ends_within(flow, state)
    for condition in conditions:
        for part in condition.parts if isinstance(condition, ir.Or) else (condition,):
            found = min(found, _until(part, flow, state))
    return found


def _ends_within(flow: ir.Flow, state: State) -> list[ir.Expression]:
    """What ends the game if it holds after a pass of the round, or after a step that stands in each pass."""
    inside = {flow.name, *(run.flow for run in _always(flow, state) if isinstance(run, ir.RunFlow))}
    ends = state.game.ends
    return [
        end.condition
        for end in ends
        if (not end.after or end.after in inside) and end.condition is not None and _ends_the_game(end)
    ]


def _ends_the_game(end: ir.GameEnd) -> bool:
    statements = end.body.statements
    return any(isinstance(s, ir.GameOver) for s in statements) and not any(
        isinstance(node, ir.Leave) for node in nodes_in(statements)
    )


def _always(flow: ir.Flow, state: State) -> Iterator[ir.Statement]:
    """What is carried out in every pass of the round, whatever happens."""
    if state.cut_short:
        return
    body = next(b for b in state.bodies if b.callee == ("flow", flow.name))
    for statement in body.body.statements:
        if any(isinstance(node, ir.Leave | ir.Stop) for node in nodes_in(statement)):
            return
        yield statement
        if isinstance(statement, ir.RunFlow):
            inner = next(f for f in state.game.flows if f.name == statement.flow)
            if inner.kind != "round":
                yield from _always(inner, state)


def _until(condition: ir.Expression, flow: ir.Flow, state: State) -> Amount:
    """How many passes there are at most, if the round ends when this holds after a pass."""
    match condition:
        case ir.Derived(define, ()) if not state.declared.defines[define].exceptions:
            return _until(state.declared.defines[define].value, flow, state)
        case ir.Not(ir.Compare(operator, left, right)):
            return _number_reached(OPPOSITE[operator], left, right, state)
        case ir.Compare("=", ir.CountOf(ir.Contents(ir.ZoneAt(zone, ()))), ir.Constant(0)):
            return _emptied(zone, flow, state)
        case ir.Not(ir.Some(ir.Contents(ir.ZoneAt(zone, ())), where=None)):
            return _emptied(zone, flow, state)
        case ir.Compare(operator, left, right):
            return _number_reached(operator, left, right, state)
        case _:
            return inf


def _number_reached(operator: ir.Comparison, left: ir.Expression, right: ir.Expression, state: State) -> Amount:
    if _is_round_number(right):
        operator, left, right = TURNED[operator], right, left
    if not _is_round_number(left):
        return inf
    goal = evaluate(right, state)
    match operator:
        case ">=":
            return max(1, goal.high)
        case ">":
            return max(1, goal.high + 1)
        case "=" if goal.low == goal.high >= 1:
            return goal.high
        case _:
            return inf


def _is_round_number(e: ir.Expression) -> bool:
    return isinstance(e, ir.Function) and e.name == "round_number"


def _emptied(zone: str, flow: ir.Flow, state: State) -> Amount:
    """As many passes as pieces lie there, if each takes one away and none comes after the setup."""
    taken = any(_takes_from(statement, zone, state) for statement in _always(flow, state))
    if not taken or any(_may_fill(site.statement, zone) for b in state.bodies if b.id != SETUP for site in b.sites):
        return inf
    return max(1, state.in_zone(zone, 1)) if not state.declared.zones[zone].refill else inf


def _takes_from(statement: object, zone: str, state: State) -> bool:
    match statement:
        case ir.MovePieces(pieces=ir.PileEnd(_, ir.ZoneAt(source), None), zone=ir.ZoneAt(target)):
            there = state.declared.zones.get(target)
            return source == zone and target != zone and (there is None or there.capacity is None)
        case _:
            return False


def _may_fill(statement: object, zone: str) -> bool:
    """Whether a piece may come into the zone by this."""
    match statement:
        case ir.MovePieces(zone=target) | ir.Draw(target=target) | ir.Create(zone=target):
            return not isinstance(target, ir.ZoneAt | ir.Zones) or target.zone == zone
        case ir.Swap(left, right):
            return any(not isinstance(side, ir.ZoneAt) or side.zone == zone for side in (left, right))
        case _:
            return False


def visits_once(body: BodySites, e: ir.Expression, site: Site, state: State) -> ir.Loop | None:
    """The loop around the statement that goes through all different things, of which `e` is the one."""
    if not isinstance(e, ir.Local) or state.out_of_order or not fills_once(body, e.slot):
        return None
    loop = next((x for x in site.loops if isinstance(x, ir.ForEach | ir.AllAtOnce) and x.slot == e.slot), None)
    return loop if loop is not None and _all_different(loop.over) else None


def _all_different(over: ir.Expression) -> bool:
    match over:
        case ir.PlayersFrom() | ir.AllOf() | ir.Contents(ir.ZoneAt()):
            return True
        case ir.Filter(inner) | ir.Without(inner) | ir.Ranked(inner) | ir.Function("from" | "back_from", (inner, *_)):
            return _all_different(inner)
        case _:
            return False
