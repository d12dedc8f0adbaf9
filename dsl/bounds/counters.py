"""Bounds every variable from below and above, with the reason for the bound.

A counter that is not declared with its bounds may have some all the same: it is only ever set to certain values; it
grows so often only, by so much; or it only changes hands, so that nobody can have more than there is of it.
"""

from collections.abc import Iterator, Mapping
from math import inf

from dsl.bounds.bodies import BodySites, Site
from dsl.bounds.evaluate import evaluate
from dsl.bounds.interval import Amount, Interval, join, number, product
from dsl.bounds.runs import runs_of, visits_once
from dsl.bounds.state import State, Why
from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.nodes import Kind


@frozen
class _Flow:
    """So much goes to `to`, or away from it if `to` is empty, by one statement; `source` is a counter, or the bank."""

    to: str
    source: str
    own: Amount  # what one player's or one space's counter gets by it in a whole game
    all: Amount  # what all of them get
    statement: ir.Statement


@frozen
class _Moves:
    """All that happens to counters: flows, and values that are set, with how often and by which statement."""

    flows: tuple[_Flow, ...]
    settings: Mapping[str, list[tuple[Interval, Amount, ir.Statement]]]


def count_counters(state: State) -> None:
    """What each variable can be, by what is known now."""
    moves = _moves(state)
    supplies = _supplies(moves, state)
    for variable in state.game.variables:
        name = variable.name
        if variable.type.many:
            lists = [value for value, _, _ in moves.settings.get(name, ())]
            state.grow(state.variables, name, join(evaluate(variable.start, state), *lists))
        elif variable.type.kind is not Kind.NUMBER:
            values = [value for value, _, _ in moves.settings.get(name, ())]
            state.grow(state.variables, name, join(evaluate(variable.start, state), *values))
        else:
            state.grow(state.variables, name, _of_counter(variable, moves, supplies, state))


def _moves(state: State) -> _Moves:
    flows: list[_Flow] = []
    settings: dict[str, list[tuple[Interval, Amount, ir.Statement]]] = {}
    for body in state.bodies:
        slots = state.slots[body.id]
        for site in body.sites:
            match site.statement:
                case ir.Write(variable, _, value):
                    runs = runs_of(body, site, state)
                    settings.setdefault(variable, []).append((evaluate(value, state, slots), runs, site.statement))
                case ir.Change() | ir.Transfer():
                    flows += _flows(body, site, state)
                case _:
                    pass
    return _Moves(tuple(flows), settings)


def _flows(body: BodySites, site: Site, state: State) -> Iterator[_Flow]:
    s, slots = site.statement, state.slots[body.id]
    amount = evaluate(s.amount, state, slots)
    if not amount.is_number:
        return
    runs = runs_of(body, site, state)
    if isinstance(s, ir.Change):
        up, down = (-amount.low, amount.high) if s.down else (amount.high, -amount.low)
        own = _own_runs(s.at, body, site, state)
        yield _Flow(s.variable, "", product(max(0, up), own), product(max(0, up), runs), s)
        yield _Flow("", s.variable, product(max(0, down), own), product(max(0, down), runs), s)
        return
    for counter in evaluate(s.counter, state, slots).of:
        source, target = _name(s.source, str(counter)), _name(s.target, str(counter))
        most = max(0, min(amount.high, _held(source, state)))
        at = _at(s.target)
        yield _Flow(target, source, product(most, _own_runs(at, body, site, state)), product(most, runs), s)


def _own_runs(at: tuple[ir.Expression, ...], body: BodySites, site: Site, state: State) -> Amount:
    loops = (visits_once(body, index, site, state) for index in at)
    return runs_of(body, site, state, next((loop for loop in loops if loop is not None), None))


def _name(place: ir.Place, counter: str) -> str:
    """The variable that a place is; nothing for the bank."""
    match place:
        case ir.Bank():
            return ""
        case ir.Holder():
            return counter
        case ir.Pot(variable):
            return variable


def _at(place: ir.Place) -> tuple[ir.Expression, ...]:
    match place:
        case ir.Bank():
            return ()
        case ir.Holder(player):
            return (player,)
        case ir.Pot(_, at):
            return at


def _held(name: str, state: State) -> Amount:
    """How much of a counter can be taken away; the bank has no end."""
    if not name:
        return inf
    found = state.variable(name)
    low = _declared_low(state.declared.variables[name], state)
    return found.high - low if found.is_number and low > -inf else 0 if not found.is_number else inf


def _declared_low(variable: ir.Variable, state: State) -> Amount:
    return -inf if variable.low is None else evaluate(variable.low, state).low


def _declared_high(variable: ir.Variable, state: State) -> Amount:
    return inf if variable.high is None else evaluate(variable.high, state).high


# ---------------------------------------------------------------- one counter


def _of_counter(variable: ir.Variable, moves: _Moves, supplies: Mapping[str, Amount], state: State) -> Interval:
    start = evaluate(variable.start, state)
    low, high = _declared_low(variable, state), _declared_high(variable, state)
    found = _by_changes(variable.name, start, moves, state)
    supply = supplies.get(variable.name, inf)
    _say_why(variable, start, high, found.high, supply, moves, state)
    return number(max(low, found.low), max(start.low, min(high, found.high, supply)))


def _by_changes(name: str, start: Interval, moves: _Moves, state: State) -> Interval:
    """From what it is at first or is set to, it grows and shrinks by all that ever comes and goes."""
    found = join(start, *(value for value, _, _ in moves.settings.get(name, ()) if value.is_number))
    up = sum(flow.own for flow in moves.flows if flow.to == name)
    down = any(flow.all > 0 for flow in moves.flows if flow.source == name)
    return number(-inf if down else found.low, found.high + up)


def _say_why(
    variable: ir.Variable, start: Interval, declared: Amount, grown: Amount, supply: Amount, moves: _Moves, state: State
) -> None:
    name = variable.name
    values = [(value.high, node) for value, _, node in moves.settings.get(name, ()) if value.is_number]
    flows = [(flow.own, flow.statement) for flow in moves.flows if flow.to == name and flow.own > 0]
    least = min(declared, grown, supply)
    if variable.high is not None and declared == least:
        why = Why("as declared")
    elif least == inf:
        _, node = max((*flows, *values), key=lambda pair: pair[0], default=(0, None))
        words = "nothing says how often it grows" if (inf, node) in flows else "it is set to what has no bound"
        why = Why(words, node)
    elif supply < grown:
        why = Why(f"it only changes hands: there are {supply:g} in all")
    elif flows:
        _, node = max(flows, key=lambda pair: pair[0])
        base = max([start.high, *(high for high, _ in values)])
        more = f"at most {grown - base:g} come in a whole game"
        why = Why(f"to {base:g}, {more}" if base else more, node)
    elif values:
        high, node = max(values, key=lambda pair: pair[0])
        why = Why("it is never set to more", node) if high >= start.high else Why("it begins there, and never grows")
    else:
        why = Why("it begins there, and never grows")
    state.why["variable", name] = why


# ---------------------------------------------------------------- what only changes hands


def _supplies(moves: _Moves, state: State) -> dict[str, Amount]:
    """How much one player or pot can have of what only changes hands: all that there is, and all that ever comes."""
    found: dict[str, Amount] = {}
    for group in _groups(moves, state):
        supply: Amount = 0
        for name in group:
            supply += _supply_of(name, group, moves, state)
        for name in group:
            # Others may have less than nothing, if they may owe.
            low = _declared_low(state.declared.variables[name], state)
            found[name] = supply + min(low, 0)
    return found


def _groups(moves: _Moves, state: State) -> list[set[str]]:
    """The counters among which something changes hands."""
    groups: dict[str, set[str]] = {v.name: {v.name} for v in state.game.variables if v.type == ir.NUMBER}
    for flow in moves.flows:
        if flow.to and flow.source and groups[flow.to] is not groups[flow.source]:
            joined = groups[flow.to] | groups[flow.source]
            groups |= dict.fromkeys(joined, joined)
    return list({id(group): group for group in groups.values()}.values())


def _supply_of(name: str, group: set[str], moves: _Moves, state: State) -> Amount:
    """What a counter brings into its group: what all have of it at first, and what comes from elsewhere."""
    variable = state.declared.variables[name]
    instances = state.instances(variable.dimensions)
    start, low = evaluate(variable.start, state), _declared_low(variable, state)
    found: Amount = product(instances, start.high - min(low, 0)) if low > -inf else inf
    for value, runs, _ in moves.settings.get(name, ()):
        if value.is_number:
            found += product(runs, max(0, value.high - low if low > -inf else inf))
    return found + sum(flow.all for flow in moves.flows if flow.to == name and not flow.source)
