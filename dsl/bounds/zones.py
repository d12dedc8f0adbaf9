"""Which pieces can get where, how many there are of each, and how many may lie in a zone."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from dsl.bounds.expressions import worth
from dsl.bounds.facts import Facts, Why
from dsl.bounds.parts import Loop, Part, Site
from dsl.bounds.times import Calls, runs_of, visits_once
from dsl.bounds.worth import Amount, times
from dsl.ir import nodes as ir


def lay_out(facts: Facts) -> None:
    """What lies where at the beginning."""
    for number, kind in enumerate(facts.tables.kinds):
        if kind.card is not None:
            zone = kind.card.zone.zone
            facts.lying[zone] = facts.lying.get(zone, frozenset()) | {number}
            facts.pieces[number] = _copies(kind.card, facts)


def _copies(card: ir.Card, facts: Facts) -> Amount:
    copies = max(0, worth(card.copies, facts, {}).high)
    return copies * facts.tables.players if card.each_player else copies


def move_about(facts: Facts) -> None:
    """Which kinds of pieces come where by what the rules do."""
    for part in facts.parts:
        slots = facts.slots[part.key]
        for site in part.sites:
            match site.statement:
                case ir.MovePieces(pieces=pieces, zone=zone):
                    _come(facts, worth(zone, facts, slots).of, worth(pieces, facts, slots).of)
                case ir.Draw(source=source, target=target):
                    _come(facts, worth(target, facts, slots).of, _lying_in(facts, worth(source, facts, slots).of))
                case ir.Create(card_type, _, of_each, zone):
                    _come(facts, worth(zone, facts, slots).of, _created(facts, card_type, of_each))
                case ir.Swap(left, right):
                    _exchange(facts, *((side, worth(side, facts, slots).of) for side in (left, right)))
                case _:
                    pass
    for refilled in facts.tables.game.zones:
        if refilled.refill:
            _come(facts, frozenset((refilled.name,)), facts.lying.get(refilled.refill, frozenset()))


def _come(facts: Facts, zones: frozenset[int | str], kinds: frozenset[int | str] | frozenset[int]) -> None:
    for zone in zones:
        known = facts.lying.get(str(zone), frozenset())
        facts.lying[str(zone)] = known | {k for k in kinds if isinstance(k, int)}


def _lying_in(facts: Facts, zones: frozenset[int | str]) -> frozenset[int]:
    return frozenset(k for zone in zones for k in facts.lying.get(str(zone), ()))


def _created(facts: Facts, card_type: str, of_each: str | None) -> frozenset[int]:
    return frozenset(k for k, kind in enumerate(facts.tables.kinds) if kind.created == (card_type, of_each))


def _exchange(
    facts: Facts, left: tuple[ir.Expression, frozenset[int | str]], right: tuple[ir.Expression, frozenset[int | str]]
) -> None:
    """What lies in two zones, or two pieces wherever they lie."""
    for (one, of), (_, other) in ((left, right), (right, left)):
        if one.type.kind is ir.Kind.ZONE:
            _come(facts, of, _lying_in(facts, other))
        else:
            places = frozenset[int | str](zone for zone, kinds in facts.lying.items() if kinds & of)
            _come(facts, places, other)


# ---------------------------------------------------------------- how many


def count_pieces(facts: Facts, calls: Calls) -> None:
    """How many pieces there may be of each kind, and how many one instance of each zone may hold."""
    made: dict[tuple[str, str | None], Amount] = {}
    for part, site in _sites_of(facts, ir.Create):
        amount = max(0, worth(site.statement.amount, facts, facts.slots[part.key]).high)
        key = (site.statement.card_type, site.statement.of_each)
        made[key] = made.get(key, 0) + times(amount, runs_of(part, site, facts, calls))
    for number, kind in enumerate(facts.tables.kinds):
        if kind.created is not None:
            facts.pieces[number] = made[kind.created]
    arriving = _arrivals(facts, calls)
    for zone in facts.tables.game.zones:
        facts.sizes[zone.name] = _size(zone, arriving.get(zone.name, 0), facts)
    out: frozenset[int | str] = frozenset(facts.lying.get("", ()))
    facts.sizes[""] = facts.count(out)


def _size(zone: ir.Zone, arriving: Amount, facts: Facts) -> Amount:
    """The least of what keeps a zone small: its room, all pieces that can get there, all that ever come there."""
    kinds: frozenset[int | str] = frozenset(facts.lying.get(zone.name, ()))
    there = facts.count(kinds)
    room = _room(zone, facts)
    first = _at_first(zone, facts)
    coming = inf if zone.refill else first + arriving
    if coming < min(there, room):
        words = "no more ever come there" if first == 0 else f"{first:g} at first, and {_more(arriving)}"
        facts.why["zone", zone.name] = Why(words)
    elif room < inf and room <= there:
        words = "a slot holds one piece" if zone.shape == "slot" else "as declared"
        facts.why["zone", zone.name] = Why(words)
    elif there == inf:
        endless = next((k for k in sorted(k for k in kinds if isinstance(k, int)) if facts.pieces[k] == inf), None)
        what = facts.tables.kinds[endless].title if endless is not None else "pieces"
        facts.why["zone", zone.name] = Why(f"{what} may be made again and again", _made_at(facts, endless))
    else:
        facts.why["zone", zone.name] = Why("all pieces that can get there" if there else "nothing can get there")
    return min(there, room, coming)


def _more(arriving: Amount) -> str:
    return f"{arriving:g} more may come" if arriving else "none ever come there"


def _room(zone: ir.Zone, facts: Facts) -> Amount:
    """How many there is room for. What lies in two zones changes places as it is, whatever there is room for."""
    if zone.capacity is None:
        return inf
    room = max(0, worth(zone.capacity, facts, {}).high)
    for part, site in _sites_of(facts, ir.Swap):
        left, right = (worth(side, facts, facts.slots[part.key]).of for side in _sides(site.statement))
        if site.statement.left.type.kind is ir.Kind.ZONE and zone.name in left | right:
            room = max(room, *(facts.sizes.get(str(other), 0) for other in left | right))
    return room


def _sides(swap: ir.Swap) -> tuple[ir.Expression, ir.Expression]:
    return swap.left, swap.right


def _made_at(facts: Facts, kind: int | None) -> object:
    created = None if kind is None else facts.tables.kinds[kind].created
    return next(
        (
            s.statement
            for _, s in _sites_of(facts, ir.Create)
            if (s.statement.card_type, s.statement.of_each) == created
        ),
        None,
    )


def _at_first(zone: ir.Zone, facts: Facts) -> Amount:
    """How many pieces lie in one instance at the beginning."""
    found: Amount = 0
    for kind in facts.tables.kinds:
        if kind.card is not None and kind.card.zone.zone == zone.name:
            copies = max(0, worth(kind.card.copies, facts, {}).high)
            each = kind.card.each_player and any(i.dimension is ir.Dimension.PLAYER for i in zone.dimensions)
            found += copies if each or not kind.card.each_player else copies * facts.tables.players
    return found


def _arrivals(facts: Facts, calls: Calls) -> dict[str, Amount]:
    """How many pieces come into one instance of each zone in a whole game."""
    found: dict[str, Amount] = {}
    for part in facts.parts:
        slots = facts.slots[part.key]
        for site in part.sites:
            for zone, each in _coming(site.statement, part, facts):
                runs = runs_of(part, site, facts, calls, _own_loop(zone, part, site, calls))
                for name in worth(zone, facts, slots).of:
                    found[str(name)] = found.get(str(name), 0) + times(each, runs)
    return found


def _coming(statement: object, part: Part, facts: Facts) -> Iterator[tuple[ir.Expression, Amount]]:
    """The zones into which pieces come by a statement, and how many each time."""
    slots = facts.slots[part.key]
    match statement:
        case ir.MovePieces(pieces=pieces, zone=zone):
            yield zone, worth(pieces, facts, slots).most
        case ir.Draw(amount=amount, target=target):
            yield target, max(0, worth(amount, facts, slots).high)
        case ir.Create(card_type, amount, of_each, zone):
            kinds = len(_created(facts, card_type, of_each))
            yield zone, times(kinds, max(0, worth(amount, facts, slots).high))
        case ir.Swap(left, right):
            for side in (left, right):
                if side.type.kind is ir.Kind.ZONE:
                    yield side, inf
        case _:
            pass


def _own_loop(zone: ir.Expression, part: Part, site: Site, calls: Calls) -> Loop | None:
    """The loop that comes to each instance of the zone once."""
    if not isinstance(zone, ir.ZoneAt):
        return None
    loops = (visits_once(part, index, site, calls) for index in zone.at)
    return next((loop for loop in loops if loop is not None), None)


def _sites_of(facts: Facts, kind: type) -> Iterator[tuple[Part, Site]]:
    return ((p, s) for p in facts.parts for s in p.sites if isinstance(s.statement, kind))
