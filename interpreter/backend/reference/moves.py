"""Pieces that move, are created, shuffled, revealed; dice; announcements: in the reference back end."""

from collections.abc import Iterable

from dsl.ir import nodes as ir
from dsl.ir.limits import MOST_PIECES
from interpreter.backend.reference.journal import emit
from interpreter.backend.reference.values import Context, value
from interpreter.errors import TOO_MANY_PIECES, RuleFault
from interpreter.program.model.nodes import MOVE_ENTRIES, Forget, Verb
from interpreter.program.model.state_layers import Value
from interpreter.runtime.chance import below, shuffle
from interpreter.runtime.state import made
from interpreter.runtime.visibility import bit, entry_mask, zone_mask


def as_list(found: Value) -> tuple[int, ...]:
    """Makes a list of one thing or of a list; none is left out."""
    things = found if isinstance(found, tuple) else (found,)
    return tuple(thing for thing in things if thing >= 0)


def move_pieces(context: Context, s: ir.MovePieces) -> None:
    """Pieces go to a zone, one after another; a full zone takes no more."""
    pieces, zone = as_list(value(context, s.pieces)), value(context, s.zone)
    mover = value(context, s.mover)
    for piece in pieces:
        left = context.state.zone[piece]
        if zone >= 0 and _has_room(context, zone, piece):
            _put(context, piece, zone, at_bottom=s.at_bottom)
            _learn(context, piece, entry_mask(context.program.layout, zone, mover, context.state.owner[piece], s.face))
            known = bit(mover) | bit(context.frame[0]) if s.manner is ir.Manner.SECRETLY else None
            seen = context.state.seen[piece]
            emit(context, s.site, MOVE_ENTRIES[s.verb], mover, (piece, left, zone), seen, known)


def _has_room(context: Context, zone: int, piece: int) -> bool:
    most = context.program.layout.capacities[zone]
    inside = context.state.zones[zone]
    return most < 0 or len(inside) < most or piece in inside


def _put(context: Context, piece: int, zone: int, *, at_bottom: bool) -> None:
    state = context.state
    state.zones[state.zone[piece]].remove(piece)
    state.zones[zone].insert(0 if at_bottom else len(state.zones[zone]), piece)
    state.zone[piece] = zone


def _learn(context: Context, piece: int, mask: int) -> None:
    context.state.seen[piece] |= mask


def draw(context: Context, s: ir.Draw) -> None:
    """One piece after another from the top; the pile is refilled when one more is due."""
    player, source, target = value(context, s.player), value(context, s.source), value(context, s.target)
    last = ir.NONE
    for _ in range(value(context, s.amount)):
        if source < 0 or target < 0:
            break
        if not context.state.zones[source]:
            refill(context, source, s.site)
        if not context.state.zones[source] or not _has_room(context, target, context.state.zones[source][-1]):
            break
        last = context.state.zones[source][-1]
        _put(context, last, target, at_bottom=False)
        _learn(context, last, entry_mask(context.program.layout, target, player, context.state.owner[last], None))
        emit(context, s.site, Verb.DRAW, player, (last, source, target), context.state.seen[last])
    if s.slot >= 0:
        context.frame[s.slot] = last


def refill(context: Context, zone: int, site: int) -> None:
    """An empty pile gets the cards that it is refilled from, shuffled."""
    source = context.program.layout.refills[zone]
    if source < 0 or source == zone or not context.state.zones[source]:
        return
    for piece in list(context.state.zones[source]):
        _put(context, piece, zone, at_bottom=False)
    _shuffle(context, zone, site)


def shuffle_zone(context: Context, s: ir.Shuffle) -> None:
    """Puts a zone in random order; what was known of its pieces is known no longer."""
    zone = value(context, s.zone)
    if zone >= 0:
        _shuffle(context, zone, s.site)


def _shuffle(context: Context, zone: int, site: int) -> None:
    layout, state = context.program.layout, context.state
    stream = layout.zone_streams[zone]
    setattr(state, stream, shuffle(getattr(state, stream), state.zones[zone]))
    for piece in state.zones[zone]:
        state.seen[piece] = zone_mask(layout, zone, ir.NONE, state.owner[piece])
    emit(context, site, Verb.SHUFFLE, context.frame[0], (zone,))


def reveal(context: Context, s: ir.Reveal) -> None:
    """Pieces become known, all at the same moment."""
    pieces = as_list(value(context, s.pieces))
    mask = context.program.layout.everybody
    if s.to is not None:
        mask = 0
        for seat in as_list(value(context, s.to)):
            mask |= bit(seat)
    if s.told is not None:
        _tell(context, s, pieces, mask)
        return
    for piece in pieces:
        _learn(context, piece, mask)
    who = context.frame[0] if s.you is None else value(context, s.you)
    for piece in pieces:
        emit(context, s.site, Verb.REVEAL, who, (piece,), context.state.seen[piece])


def _tell(context: Context, s: ir.Reveal, pieces: Iterable[int], mask: int) -> None:
    """Some learn a property of the piece, and no more."""
    assert s.told is not None
    layout, worth = context.program.layout, value(context, s.told)
    shift = layout.looked_shift(s.field)
    for piece in pieces:
        _learn(context, piece, mask << shift)
        seen = context.state.seen[piece]
        told = (worth, layout.looked.index(s.field), context.state.zone[piece])
        emit(context, s.site, Verb.LOOK, context.frame[0], told, (seen | seen >> shift) & layout.everybody)


def flip(context: Context, s: ir.Flip) -> None:
    """Face up all see it; face down only those whom its zone lets see what lies face down there."""
    layout, state = context.program.layout, context.state
    for piece in as_list(value(context, s.pieces)):
        before = state.seen[piece]
        zone, owner = state.zone[piece], state.owner[piece]
        state.seen[piece] = layout.everybody if s.up else entry_mask(layout, zone, ir.NONE, owner, "down")
        if (state.seen[piece] ^ before) & layout.everybody:
            emit(context, s.site, Verb.FLIP, context.frame[0], (piece, int(s.up)), before | state.seen[piece])


def create(context: Context, s: ir.Create) -> None:
    """Makes new pieces on top of a zone, as far as there is room."""
    layout, state = context.program.layout, context.state
    amount, zone, owner = value(context, s.amount), value(context, s.zone), value(context, s.owner)
    if s.like is None:
        kinds = layout.created[s.card_type, s.of_each]
    else:
        kinds = tuple(state.kind[one] for one in (value(context, s.like),) if one >= 0)
    for kind in kinds:
        for _ in range(amount):
            if zone < 0 or not _has_room(context, zone, len(state.kind)):
                return
            if len(state.kind) >= MOST_PIECES:
                raise RuleFault(s.span, TOO_MANY_PIECES)
            piece = made(state, kind, zone, owner, zone_mask(layout, zone, owner, owner))
            emit(context, s.site, Verb.CREATE, owner, (piece, zone), state.seen[piece])


def swap(context: Context, s: ir.Swap) -> None:
    """Two pieces change places, or all that lies in two zones."""
    left, right = value(context, s.left), value(context, s.right)
    if left < 0 or right < 0 or left == right:
        return
    if s.left.type.kind is ir.Kind.ZONE:
        moved = [*_exchange_zones(context, left, right)]
    else:
        moved = [*_exchange_pieces(context, left, right)]
    state = context.state
    for piece in moved:
        _learn(context, piece, zone_mask(context.program.layout, state.zone[piece], ir.NONE, state.owner[piece]))
    emit(context, s.site, Verb.SWAP, context.frame[0], (left, right))


def _exchange_zones(context: Context, left: int, right: int) -> list[int]:
    zones = context.state.zones
    zones[left], zones[right] = zones[right], zones[left]
    for zone in (left, right):
        for piece in zones[zone]:
            context.state.zone[piece] = zone
    return zones[left] + zones[right]


def _exchange_pieces(context: Context, left: int, right: int) -> list[int]:
    state = context.state
    first, second = state.zone[left], state.zone[right]
    at, to = state.zones[first].index(left), state.zones[second].index(right)
    state.zones[first][at], state.zones[second][to] = right, left
    state.zone[left], state.zone[right] = second, first
    return [left, right]


def roll(context: Context, s: ir.Roll) -> None:
    """Dice are rolled one after another; rolls that were fixed beforehand come first."""
    die = next(die for die in context.program.game.dice if die.name == s.die)
    pips = tuple(_pips(context, die) for _ in range(value(context, s.amount)))
    context.frame[s.slot] = pips
    if pips:
        who = context.frame[0] if s.you is None else value(context, s.you)
        emit(context, s.site, Verb.ROLL, who, pips, bit(who) if s.secret else None)


def _pips(context: Context, die: ir.Die) -> int:
    state = context.state
    if state.rolls:
        fixed, state.rolls = state.rolls[0], state.rolls[1:]
        return fixed
    stream = context.program.layout.dice[die.name]
    chance, more = below(getattr(state, stream), die.high - die.low + 1)
    setattr(state, stream, chance)
    return die.low + more


def forget(context: Context, s: Forget) -> None:
    """Redacts the pieces just offered for those who do not see them."""
    redact(context, context.state.options, value(context, s.chooser))


def redact(context: Context, pieces: Iterable[int], chooser: int) -> None:
    """Redacts pieces among which a seat, or chance for it, has chosen in secret, for those who do not see them."""
    state, layout = context.state, context.program.layout
    for piece in pieces:
        usual = zone_mask(layout, state.zone[piece], ir.NONE, state.owner[piece])
        state.seen[piece] &= layout.knowing(usual | bit(chooser))


def announce(context: Context, s: ir.Announce) -> None:
    """Emits an announcement, with the values of what is in the braces, for those who know all pieces among them."""
    parts = [(part.type.kind, value(context, part)) for part in s.text if not isinstance(part, str)]
    emitted = tuple(item for _, part in parts for item in (part if isinstance(part, tuple) else (part,)))
    seen = context.program.layout.everybody
    for piece in (piece for kind, part in parts if kind is ir.Kind.PIECE for piece in as_list(part)):
        seen &= context.state.seen[piece]
    emit(context, s.site, Verb.ANNOUNCE, context.frame[0], emitted, seen)
