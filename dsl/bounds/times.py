"""How often each body can be carried out in a whole game, and how often each round can go on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import inf, prod

from attrs import frozen

from dsl.bounds.expressions import worth
from dsl.bounds.facts import Facts, Key
from dsl.bounds.parts import Loop, Part, Site, fills_once, has_turns
from dsl.bounds.worth import Amount, times
from dsl.checking.rule_set import leads_to
from dsl.ir import nodes as ir
from dsl.ir.walk import nodes_in

#: What may keep a sentence from being carried out that stands in the way of the rules.
_PLACES = ("move", "draw", "discard", "give", "enter", "leave", "remove")


@frozen(eq=False, slots=False)
class Calls:
    """Which sites carry out which body; found once, since it hangs on no number."""

    facts: Facts

    @cached_property
    def sites(self) -> dict[Key, list[tuple[Part, Site]]]:
        """Where each body is carried out from."""
        found: dict[Key, list[tuple[Part, Site]]] = {}
        for part in self.facts.parts:
            for site in part.sites:
                for key in leads_to(site.statement):
                    found.setdefault(key, []).append((part, site))
        return found

    @cached_property
    def turns(self) -> list[tuple[Part, Site]]:
        return [(p, s) for p in self.facts.parts for s in p.sites if isinstance(s.statement, ir.Turn)]

    @cached_property
    def out_of_order(self) -> bool:
        """Whether somebody may be given a turn out of order."""
        return any(isinstance(s.statement, ir.NextTurn) for p in self.facts.parts for s in p.sites)

    @cached_property
    def cut_short(self) -> bool:
        """Whether a step may end before it is done, or a rule may stand in the place of what it does."""
        ended = any(isinstance(s.statement, ir.EndTurn) for p in self.facts.parts for s in p.sites)
        instead = [h for h in self.facts.tables.game.hooks if h.timing is ir.Timing.INSTEAD]
        return ended or any(h.event in _PLACES or h.event in ("flow", "procedure") for h in instead)


def count_runs(facts: Facts, calls: Calls) -> None:
    """Fills `runs` and `passes` by what is known now."""
    facts.passes = {f.name: _passes(f, facts, calls) for f in facts.tables.game.flows if f.kind == "round"}
    done: dict[Key, Amount] = {}
    for part in facts.parts:
        _runs((part.kind, part.name), facts, calls, done, set())
    facts.runs = done


def runs_of(part: Part, site: Site, facts: Facts, calls: Calls, without: Loop | None = None) -> Amount:
    """How often a statement is carried out in a game; `without` one of the loops around it."""
    loops = [loop for loop in site.loops if loop is not without]
    each = [loop_passes(loop, part, facts, calls) for loop in loops]
    if 0 in each:
        return 0
    return times(facts.runs.get((part.kind, part.name), 0), prod(each))


def loop_passes(loop: Loop, part: Part, facts: Facts, calls: Calls) -> Amount:
    """How often a loop goes round each time it begins."""
    slots = facts.slots[part.key]
    match loop:
        case ir.ForEach(over=over):
            again = calls.out_of_order and has_turns(loop)
            return inf if again else worth(over, facts, slots).most
        case ir.AllAtOnce(over=over):
            return worth(over, facts, slots).most
        case ir.ForRange(_, low, high):
            first, last = worth(low, facts, slots), worth(high, facts, slots)
            return max(0, last.high - first.low + 1) if first.is_number and last.is_number else 0
        case ir.While(bound=bound):
            return inf if bound is None else max(0, worth(bound, facts, slots).high)


def _runs(key: Key, facts: Facts, calls: Calls, done: dict[Key, Amount], open_: set[Key]) -> Amount:
    if key in done:
        return done[key]
    if key in open_:
        return inf  # it comes to itself
    open_.add(key)
    found = _runs_of(key, facts, calls, done, open_)
    open_.remove(key)
    done[key] = found
    return found


def _runs_of(key: Key, facts: Facts, calls: Calls, done: dict[Key, Amount], open_: set[Key]) -> Amount:
    kind, name = key
    if kind in ("setup", "main"):
        return 1
    if kind == "whenever":
        return inf
    if kind == "end":
        return 1 if _ends_the_game(facts.tables.game.ends[int(name)]) else inf
    if kind == "hook":
        return _runs_of_hook(facts.tables.game.hooks[int(name)], facts, calls, done, open_)
    found: Amount = 0
    for part, site in calls.sites.get(key, ()):
        each = _runs((part.kind, part.name), facts, calls, done, open_)
        for loop in site.loops:
            each = times(each, loop_passes(loop, part, facts, calls))
        found += times(each, _times_there(site.statement, name, part, facts))
    if kind == "flow":
        found = times(found, facts.passes.get(name, 1))
    return _limited(name, found, facts) if kind == "action" else found


def _runs_of_hook(hook: ir.HookRule, facts: Facts, calls: Calls, done: dict[Key, Amount], open_: set[Key]) -> Amount:
    """A rule meets an event as often as that happens; with an effect, any number of times."""
    if hook.effect >= 0:
        return inf
    match hook.event:
        case "flow" | "procedure" | "action":
            return _runs((hook.event, hook.name), facts, calls, done, open_)
        case "boundary" if hook.name.endswith(" turn"):
            found: Amount = 0
            for part, site in calls.turns:
                each = _runs((part.kind, part.name), facts, calls, done, open_)
                for loop in site.loops:
                    each = times(each, loop_passes(loop, part, facts, calls))
                found += each
            return found
        case _:
            return inf


def _times_there(statement: object, name: str, part: Part, facts: Facts) -> Amount:
    """How often an action is taken at most each time it is asked for; all else is carried out once."""
    match statement:
        case ir.TakeActions(at_most=at_most):
            free = any(a.name == name and a.kind != "action" for a in facts.tables.game.actions)
            slots = facts.slots[part.key]
            return inf if at_most is None or free else max(0, worth(at_most, facts, slots).high)
        case ir.Choose():
            return inf
        case _:
            return 1


def _limited(name: str, found: Amount, facts: Facts) -> Amount:
    """An action that each player may take so often in a game."""
    action = next(a for a in facts.tables.game.actions if a.name == name)
    if action.limit is None or action.per_unit != "game":
        return found
    return min(found, times(facts.tables.players, max(0, worth(action.limit, facts, {}).high)))


# ---------------------------------------------------------------- rounds


def _passes(flow: ir.Flow, facts: Facts, calls: Calls) -> Amount:
    """How often a round goes on: until its number is reached, or a pile is empty of which each pass takes a piece."""
    found: Amount = inf if flow.bound is None else max(1, worth(flow.bound, facts, {}).high)
    conditions = [] if flow.until is None else [flow.until]
    conditions += _ends_within(flow, facts, calls)
    for condition in conditions:
        for part in condition.parts if isinstance(condition, ir.Or) else (condition,):
            found = min(found, _until(part, flow, facts, calls))
    return found


def _ends_within(flow: ir.Flow, facts: Facts, calls: Calls) -> list[ir.Expression]:
    """What ends the game if it holds after a pass of the round, or after a step that stands in each pass."""
    inside = {flow.name, *(run.flow for run in _always(flow, facts, calls) if isinstance(run, ir.RunFlow))}
    ends = facts.tables.game.ends
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


def _always(flow: ir.Flow, facts: Facts, calls: Calls) -> Iterator[ir.Statement]:
    """What is carried out in every pass of the round, whatever happens."""
    if calls.cut_short:
        return
    part = next(p for p in facts.parts if (p.kind, p.name) == ("flow", flow.name))
    for statement in part.body.statements:
        if any(isinstance(node, ir.Leave | ir.Stop) for node in nodes_in(statement)):
            return
        yield statement
        if isinstance(statement, ir.RunFlow):
            inner = next(f for f in facts.tables.game.flows if f.name == statement.flow)
            if inner.kind != "round":
                yield from _always(inner, facts, calls)


def _until(condition: ir.Expression, flow: ir.Flow, facts: Facts, calls: Calls) -> Amount:
    """How many passes there are at most, if the round ends when this holds after a pass."""
    match condition:
        case ir.Derived(define, ()) if not facts.tables.defines[define].exceptions:
            return _until(facts.tables.defines[define].value, flow, facts, calls)
        case ir.Not(ir.Compare(operator, left, right)):
            return _number_reached(_OPPOSITE[operator], left, right, facts)
        case ir.Compare("=", ir.CountOf(ir.Contents(ir.ZoneAt(zone, ()))), ir.Constant(0)):
            return _emptied(zone, flow, facts, calls)
        case ir.Not(ir.Some(ir.Contents(ir.ZoneAt(zone, ())), where=None)):
            return _emptied(zone, flow, facts, calls)
        case ir.Compare(operator, left, right):
            return _number_reached(operator, left, right, facts)
        case _:
            return inf


_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}


def _number_reached(operator: str, left: ir.Expression, right: ir.Expression, facts: Facts) -> Amount:
    if _is_round_number(right):
        operator, left, right = _TURNED[operator], right, left
    if not _is_round_number(left):
        return inf
    goal = worth(right, facts, {})
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


def _emptied(zone: str, flow: ir.Flow, facts: Facts, calls: Calls) -> Amount:
    """As many passes as pieces lie there, if each takes one away and none comes after the setup."""
    taken = any(_takes_from(statement, zone, facts) for statement in _always(flow, facts, calls))
    if not taken or any(_may_fill(site.statement, zone) for p in facts.parts if p.kind != "setup" for site in p.sites):
        return inf
    return max(1, facts.in_zone(zone, 1)) if not facts.tables.zones[zone].refill else inf


def _takes_from(statement: object, zone: str, facts: Facts) -> bool:
    match statement:
        case ir.MovePieces(pieces=ir.PileEnd(_, ir.ZoneAt(source), None), zone=ir.ZoneAt(target)):
            there = facts.tables.zones.get(target)
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


def visits_once(part: Part, e: ir.Expression, site: Site, calls: Calls) -> Loop | None:
    """The loop around the statement that goes through all different things, of which `e` is the one."""
    if not isinstance(e, ir.Local) or calls.out_of_order or not fills_once(part, e.slot):
        return None
    loop = next((x for x in site.loops if isinstance(x, ir.ForEach | ir.AllAtOnce) and x.slot == e.slot), None)
    return loop if loop is not None and _all_different(loop.over) else None


def _all_different(over: ir.Expression) -> bool:
    match over:
        case ir.PlayersFrom() | ir.AllOf() | ir.Contents(ir.ZoneAt()):
            return True
        case ir.Filter(inner) | ir.Without(inner) | ir.Ranked(inner) | ir.Function("from", (inner, *_)):
            return _all_different(inner)
        case _:
            return False
