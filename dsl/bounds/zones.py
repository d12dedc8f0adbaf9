"""Tracks which pieces can reach which zones, how many there are of each, and how full a zone can get."""

from collections.abc import Iterator, Mapping
from math import inf

from dsl.bounds.bodies import BodySites, Site
from dsl.bounds.evaluate import evaluate
from dsl.bounds.interval import Amount, Interval, product
from dsl.bounds.runs import runs_of, visits_once
from dsl.bounds.state import State, Why
from dsl.ir import nodes as ir


def lay_out(state: State) -> None:
    """What lies where at the beginning."""
    for number, kind in enumerate(state.kinds):
        if kind.card is not None:
            zone = kind.card.zone.zone
            state.lying[zone] = state.lying.get(zone, frozenset()) | {number}
            state.pieces[number] = _copies(kind.card, state)


def _copies(card: ir.Card, state: State) -> Amount:
    copies = max(0, evaluate(card.copies, state).high)
    return copies * state.players if card.each_player else copies


def move_about(state: State) -> None:
    """Which kinds of pieces come where by what the rules do."""
    for body in state.bodies:
        slots = state.slots[body.id]
        for site in body.sites:
            match site.statement:
                case ir.MovePieces(pieces=pieces, zone=zone):
                    _come(state, evaluate(zone, state, slots).of, evaluate(pieces, state, slots).of)
                case ir.Draw(source=source, target=target):
                    _come(state, evaluate(target, state, slots).of, _lying_in(state, evaluate(source, state, slots).of))
                case ir.Create(zone=zone) as create:
                    _come(state, evaluate(zone, state, slots).of, _made(state, create, slots))
                case ir.Swap(left, right):
                    _exchange(state, *((side, evaluate(side, state, slots).of) for side in (left, right)))
                case _:
                    pass
    for refilled in state.game.zones:
        if refilled.refill:
            _come(state, frozenset((refilled.name,)), state.lying.get(refilled.refill, frozenset()))


def _come(state: State, zones: frozenset[int | str], kinds: frozenset[int | str] | frozenset[int]) -> None:
    for zone in zones:
        known = state.lying.get(str(zone), frozenset())
        state.lying[str(zone)] = known | {k for k in kinds if isinstance(k, int)}


def _lying_in(state: State, zones: frozenset[int | str]) -> frozenset[int]:
    return frozenset(k for zone in zones for k in state.lying.get(str(zone), ()))


def _made(state: State, create: ir.Create, slots: Mapping[int, Interval]) -> frozenset[int]:
    """The kinds of pieces that it makes, or one of which it does."""
    if create.like is not None:
        return frozenset(k for k in evaluate(create.like, state, slots).of if isinstance(k, int))
    return frozenset(k for k, kind in enumerate(state.kinds) if kind.created == (create.card_type, create.of_each))


def _exchange(
    state: State, left: tuple[ir.Expression, frozenset[int | str]], right: tuple[ir.Expression, frozenset[int | str]]
) -> None:
    """What lies in two zones, or two pieces wherever they lie."""
    for (one, of), (_, other) in ((left, right), (right, left)):
        if one.type.kind is ir.Kind.ZONE:
            _come(state, of, _lying_in(state, other))
        else:
            places = frozenset[int | str](zone for zone, kinds in state.lying.items() if kinds & of)
            _come(state, places, other)


# ---------------------------------------------------------------- how many


def count_pieces(state: State) -> None:
    """How many pieces there may be of each kind, and how many one instance of each zone may hold."""
    made: dict[int, Amount] = {}
    for body, site in state.sites_of(ir.Create):
        amount = max(0, evaluate(site.statement.amount, state, state.slots[body.id]).high)
        for number in _made(state, site.statement, state.slots[body.id]):
            made[number] = made.get(number, 0) + product(amount, runs_of(body, site, state))
    for number, kind in enumerate(state.kinds):
        state.pieces[number] = made.get(number, 0) + (_copies(kind.card, state) if kind.card is not None else 0)
    arriving = _arrivals(state)
    for zone in state.game.zones:
        state.sizes[zone.name] = _size(zone, arriving.get(zone.name, 0), state)
    out: frozenset[int | str] = frozenset(state.lying.get("", ()))
    state.sizes[""] = state.count(out)


def _size(zone: ir.Zone, arriving: Amount, state: State) -> Amount:
    """The least of what keeps a zone small: its room, all pieces that can get there, all that ever come there."""
    kinds: frozenset[int | str] = frozenset(state.lying.get(zone.name, ()))
    there = state.count(kinds)
    room = _room(zone, state)
    first = _at_first(zone, state)
    coming = inf if zone.refill else first + arriving
    if coming < min(there, room):
        words = "no more ever come there" if first == 0 else f"{first:g} at first, and {_more(arriving)}"
        state.why["zone", zone.name] = Why(words)
    elif room < inf and room <= there:
        words = "a slot holds one piece" if zone.shape == "slot" else "as declared"
        state.why["zone", zone.name] = Why(words)
    elif there == inf:
        endless = next((k for k in sorted(k for k in kinds if isinstance(k, int)) if state.pieces[k] == inf), None)
        what = state.kinds[endless].title if endless is not None else "pieces"
        state.why["zone", zone.name] = Why(f"{what} may be made again and again", _made_at(state, endless))
    else:
        state.why["zone", zone.name] = Why("all pieces that can get there" if there else "nothing can get there")
    return min(there, room, coming)


def _more(arriving: Amount) -> str:
    return f"{arriving:g} more may come" if arriving else "none ever come there"


def _room(zone: ir.Zone, state: State) -> Amount:
    """How many there is room for. What lies in two zones changes places as it is, whatever there is room for."""
    if zone.capacity is None:
        return inf
    room = max(0, evaluate(zone.capacity, state).high)
    for body, site in state.sites_of(ir.Swap):
        left, right = (evaluate(side, state, state.slots[body.id]).of for side in _sides(site.statement))
        if site.statement.left.type.kind is ir.Kind.ZONE and zone.name in left | right:
            room = max(room, *(state.sizes.get(str(other), 0) for other in left | right))
    return room


def _sides(swap: ir.Swap) -> tuple[ir.Expression, ir.Expression]:
    return swap.left, swap.right


def _made_at(state: State, kind: int | None) -> object:
    made = (s.statement for b, s in state.sites_of(ir.Create) if kind in _made(state, s.statement, state.slots[b.id]))
    return next(made, None)


def _at_first(zone: ir.Zone, state: State) -> Amount:
    """How many pieces lie in one instance at the beginning."""
    found: Amount = 0
    for kind in state.kinds:
        if kind.card is not None and kind.card.zone.zone == zone.name:
            copies = max(0, evaluate(kind.card.copies, state).high)
            each = kind.card.each_player and any(i.dimension is ir.Dimension.PLAYER for i in zone.dimensions)
            found += copies if each or not kind.card.each_player else copies * state.players
    return found


def _arrivals(state: State) -> dict[str, Amount]:
    """How many pieces come into one instance of each zone in a whole game."""
    found: dict[str, Amount] = {}
    for body in state.bodies:
        slots = state.slots[body.id]
        for site in body.sites:
            for zone, each in _coming(site.statement, body, state):
                runs = runs_of(body, site, state, _own_loop(zone, body, site, state))
                for name in evaluate(zone, state, slots).of:
                    found[str(name)] = found.get(str(name), 0) + product(each, runs)
    return found


def _coming(statement: object, body: BodySites, state: State) -> Iterator[tuple[ir.Expression, Amount]]:
    """The zones into which pieces come by a statement, and how many each time."""
    slots = state.slots[body.id]
    match statement:
        case ir.MovePieces(pieces=pieces, zone=zone):
            yield zone, evaluate(pieces, state, slots).most
        case ir.Draw(amount=amount, target=target):
            yield target, max(0, evaluate(amount, state, slots).high)
        case ir.Create(amount=amount, zone=zone) as create:
            kinds = 1 if create.like is not None else len(_made(state, create, slots))
            yield zone, product(kinds, max(0, evaluate(amount, state, slots).high))
        case ir.Swap(left, right):
            for side in (left, right):
                if side.type.kind is ir.Kind.ZONE:
                    yield side, inf
        case _:
            pass


def _own_loop(zone: ir.Expression, body: BodySites, site: Site, state: State) -> ir.Loop | None:
    """The loop that comes to each instance of the zone once."""
    if not isinstance(zone, ir.ZoneAt):
        return None
    loops = (visits_once(body, index, site, state) for index in zone.at)
    return next((loop for loop in loops if loop is not None), None)
