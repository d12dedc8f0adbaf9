"""Pieces that move, are made, shuffled, revealed; dice; announcements: as the reference carries them out."""

from __future__ import annotations

from dsl.ir import nodes as ir
from interpreter.backend.reference.journal import tell
from interpreter.backend.reference.scene import Value
from interpreter.backend.reference.values import Scene, value
from interpreter.program.model.nodes import Forget, Verb
from interpreter.runtime.chance import below, shuffle
from interpreter.runtime.state import made
from interpreter.runtime.visibility import bit, entry_mask, zone_mask

_MOVES = {"move": Verb.MOVE, "give": Verb.GIVE_PIECE, "discard": Verb.DISCARD, "remove": Verb.REMOVE}


def as_list(worth: Value) -> tuple[int, ...]:
    """A list, or one thing as a list; none is left out."""
    things = worth if isinstance(worth, tuple) else (worth,)
    return tuple(thing for thing in things if thing >= 0)


def move_pieces(scene: Scene, s: ir.MovePieces) -> None:
    """Pieces go to a zone, one after another; a full zone takes no more."""
    pieces, zone = as_list(value(scene, s.pieces)), value(scene, s.zone)
    mover = value(scene, s.mover)
    for piece in pieces:
        left = scene.state.zone[piece]
        if zone >= 0 and _has_room(scene, zone, piece):
            _put(scene, piece, zone, at_bottom=s.at_bottom)
            _learn(scene, piece, entry_mask(scene.program.layout, zone, mover, scene.state.owner[piece], s.face))
            known = bit(mover) | bit(scene.frame[0]) if s.manner is ir.Manner.SECRETLY else None
            seen = scene.state.seen[piece]
            tell(scene, s.site, _MOVES[s.verb], mover, (piece, left, zone), seen, known)


def _has_room(scene: Scene, zone: int, piece: int) -> bool:
    most = scene.program.layout.capacities[zone]
    inside = scene.state.zones[zone]
    return most < 0 or len(inside) < most or piece in inside


def _put(scene: Scene, piece: int, zone: int, *, at_bottom: bool) -> None:
    state = scene.state
    state.zones[state.zone[piece]].remove(piece)
    state.zones[zone].insert(0 if at_bottom else len(state.zones[zone]), piece)
    state.zone[piece] = zone


def _learn(scene: Scene, piece: int, mask: int) -> None:
    scene.state.seen[piece] |= mask


def draw(scene: Scene, s: ir.Draw) -> None:
    """One piece after another from the top; the pile is refilled when one more is due."""
    player, source, target = value(scene, s.player), value(scene, s.source), value(scene, s.target)
    last = ir.NONE
    for _ in range(value(scene, s.amount)):
        if source < 0 or target < 0:
            break
        if not scene.state.zones[source]:
            refill(scene, source, s.site)
        if not scene.state.zones[source] or not _has_room(scene, target, scene.state.zones[source][-1]):
            break
        last = scene.state.zones[source][-1]
        _put(scene, last, target, at_bottom=False)
        _learn(scene, last, entry_mask(scene.program.layout, target, player, scene.state.owner[last], None))
        tell(scene, s.site, Verb.DRAW, player, (last, source, target), scene.state.seen[last])
    if s.slot >= 0:
        scene.frame[s.slot] = last


def refill(scene: Scene, zone: int, site: int) -> None:
    """An empty pile gets the cards that it is refilled from, shuffled."""
    source = scene.program.layout.refills[zone]
    if source < 0 or source == zone or not scene.state.zones[source]:
        return
    for piece in list(scene.state.zones[source]):
        _put(scene, piece, zone, at_bottom=False)
    _shuffle(scene, zone, site)


def shuffle_zone(scene: Scene, s: ir.Shuffle) -> None:
    """Puts a zone in random order; what was known of its pieces is known no longer."""
    zone = value(scene, s.zone)
    if zone >= 0:
        _shuffle(scene, zone, s.site)


def _shuffle(scene: Scene, zone: int, site: int) -> None:
    layout, state = scene.program.layout, scene.state
    stream = layout.zone_streams[zone]
    setattr(state, stream, shuffle(getattr(state, stream), state.zones[zone]))
    for piece in state.zones[zone]:
        state.seen[piece] = zone_mask(layout, zone, ir.NONE, state.owner[piece])
    tell(scene, site, Verb.SHUFFLE, scene.frame[0], (zone,))


def reveal(scene: Scene, s: ir.Reveal) -> None:
    """Pieces become known, all at the same moment."""
    pieces = as_list(value(scene, s.pieces))
    mask = scene.program.layout.everybody
    if s.to is not None:
        mask = 0
        for seat in as_list(value(scene, s.to)):
            mask |= bit(seat)
    for piece in pieces:
        _learn(scene, piece, mask)
    for piece in pieces:
        tell(scene, s.site, Verb.REVEAL, scene.frame[0], (piece,), scene.state.seen[piece])


def flip(scene: Scene, s: ir.Flip) -> None:
    """Face up all see it; face down only those whom its zone lets see what lies face down there."""
    layout, state = scene.program.layout, scene.state
    for piece in as_list(value(scene, s.pieces)):
        before = state.seen[piece]
        zone, owner = state.zone[piece], state.owner[piece]
        state.seen[piece] = layout.everybody if s.up else entry_mask(layout, zone, ir.NONE, owner, "down")
        if state.seen[piece] != before:
            tell(scene, s.site, Verb.FLIP, scene.frame[0], (piece, int(s.up)), before | state.seen[piece])


def create(scene: Scene, s: ir.Create) -> None:
    """Makes new pieces on top of a zone, as far as there is room."""
    layout, state = scene.program.layout, scene.state
    amount, zone, owner = value(scene, s.amount), value(scene, s.zone), value(scene, s.owner)
    for kind in layout.created[s.card_type, s.of_each]:
        for _ in range(amount):
            if zone < 0 or not _has_room(scene, zone, len(state.kind)):
                return
            piece = made(state, kind, zone, owner, zone_mask(layout, zone, owner, owner))
            tell(scene, s.site, Verb.CREATE, owner, (piece, zone), state.seen[piece])


def swap(scene: Scene, s: ir.Swap) -> None:
    """Two pieces change places, or all that lies in two zones."""
    left, right = value(scene, s.left), value(scene, s.right)
    if left < 0 or right < 0 or left == right:
        return
    if s.left.type.kind is ir.Kind.ZONE:
        moved = [*_exchange_zones(scene, left, right)]
    else:
        moved = [*_exchange_pieces(scene, left, right)]
    state = scene.state
    for piece in moved:
        _learn(scene, piece, zone_mask(scene.program.layout, state.zone[piece], ir.NONE, state.owner[piece]))
    tell(scene, s.site, Verb.SWAP, scene.frame[0], (left, right))


def _exchange_zones(scene: Scene, left: int, right: int) -> list[int]:
    zones = scene.state.zones
    zones[left], zones[right] = zones[right], zones[left]
    for zone in (left, right):
        for piece in zones[zone]:
            scene.state.zone[piece] = zone
    return zones[left] + zones[right]


def _exchange_pieces(scene: Scene, left: int, right: int) -> list[int]:
    state = scene.state
    first, second = state.zone[left], state.zone[right]
    at, to = state.zones[first].index(left), state.zones[second].index(right)
    state.zones[first][at], state.zones[second][to] = right, left
    state.zone[left], state.zone[right] = second, first
    return [left, right]


def roll(scene: Scene, s: ir.Roll) -> None:
    """Dice are rolled one after another; rolls that were fixed beforehand come first."""
    die = next(die for die in scene.program.game.dice if die.name == s.die)
    pips = tuple(_pips(scene, die) for _ in range(value(scene, s.amount)))
    scene.frame[s.slot] = pips
    if pips:
        who = scene.frame[0] if s.you is None else value(scene, s.you)
        tell(scene, s.site, Verb.ROLL, who, pips, bit(who) if s.secret else None)


def _pips(scene: Scene, die: ir.Die) -> int:
    state = scene.state
    if state.rolls:
        fixed, state.rolls = state.rolls[0], state.rolls[1:]
        return fixed
    stream = scene.program.layout.dice[die.name]
    chance, more = below(getattr(state, stream), die.high - die.low + 1)
    setattr(state, stream, chance)
    return die.low + more


def forget(scene: Scene, s: Forget) -> None:
    """Who does not see the pieces just offered no longer knows which is which."""
    state, layout = scene.state, scene.program.layout
    chooser = bit(value(scene, s.chooser))
    for piece in state.options:
        usual = zone_mask(layout, state.zone[piece], ir.NONE, state.owner[piece])
        state.seen[piece] &= usual | chooser


def announce(scene: Scene, s: ir.Announce) -> None:
    """Says something to all; the journal keeps what stands in the braces."""
    parts = [value(scene, part) for part in s.text if not isinstance(part, str)]
    told = tuple(item for part in parts for item in (part if isinstance(part, tuple) else (part,)))
    tell(scene, s.site, Verb.ANNOUNCE, scene.frame[0], told)
