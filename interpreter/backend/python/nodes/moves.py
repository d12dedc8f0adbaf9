"""Generates statements about pieces and chance. What is rare calls `driver/runtime.py`."""

import ast

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.limits import MOST_PIECES
from interpreter.backend.python.emit import tree
from interpreter.backend.python.emit.code import Code, added, items, lasting, value
from interpreter.backend.python.emit.tree import call, expr, num, of_state
from interpreter.backend.python.nodes import journal, lists
from interpreter.backend.python.nodes.changes import is_there
from interpreter.errors import TOO_MANY_PIECES
from interpreter.program.model.layout import SEEN_BY_MOVER, SEEN_BY_PIECE_OWNER
from interpreter.program.model.nodes import MOVE_ENTRIES, Forget, Verb
from interpreter.program.optimise.non_none import all_non_none, non_none
from interpreter.runtime.chance import M64, A, C


@frozen
class Zone:
    """A target zone: its number, and the instances that it may be."""

    number: ast.expr
    instances: tuple[int, ...]
    is_sure: bool
    seat: ast.expr | None  # its owner, if its number depends on nothing else

    @property
    def exists(self) -> ast.expr | None:
        """Tests that it is a zone at all; None if it always is."""
        return None if self.is_sure else is_there(self.number)

    @property
    def pieces(self) -> ast.expr:
        """The list of its pieces."""
        return of_state("zones", self.number)


def zone_of(c: Code, node: ir.Expression) -> Zone:
    """Generates a zone that is needed more than once."""
    is_sure = non_none(c, node)
    if not isinstance(node, ir.ZoneAt):
        everywhere = tuple(range(len(c.unit.layout.masks)))
        return Zone(c.out.kept(value(c, node), "z"), everywhere, is_sure, None)
    slot = c.unit.layout.zones[node.zone]
    instances = tuple(range(slot.base, slot.base + slot.count))
    if len(node.at) != 1 or not is_sure:
        return Zone(c.out.kept(value(c, node), "z"), instances, is_sure, None)
    index = c.out.kept(value(c, node.at[0]), "p")
    number = added(slot.base, index)
    if (place := tree.number_in(number)) is not None:
        return Zone(number, (place,), True, index)
    is_seat = slot.zone.dimensions[0].dimension is ir.Dimension.PLAYER
    return Zone(c.out.kept(number, "z"), instances, True, index if is_seat else None)


def _mask(c: Code, zone: Zone, mover: ast.expr, piece: ast.expr, face: ir.Face | None = None) -> ast.expr:
    """The mask for a piece that comes into a zone."""
    everybody = c.unit.layout.everybody
    if face is ir.Face.UP:
        return num(everybody)
    by_owner = expr("BIT[st.owner[piece]]", piece=piece)
    every = c.unit.layout.masks
    if face is ir.Face.DOWN:
        every = tuple(0 if mask == everybody else mask for mask in every)
    masks = [every[instance] for instance in zone.instances]
    if len(set(masks)) == 1:
        special = {SEEN_BY_MOVER: journal.bit(mover), SEEN_BY_PIECE_OWNER: by_owner}
        return special.get(masks[0], num(masks[0]))
    if zone.seat is not None and masks == [1 << seat for seat in range(len(masks))]:
        return journal.bit(zone.seat)
    usual = tree.at(c.unit.table(f"seen {face}" if face else "seen", every), zone.number)
    return usual if min(masks) >= 0 else call("mask", usual, journal.bit(mover), by_owner)


def _learn(c: Code, piece: ast.expr, mask: ast.expr) -> None:
    if c.unit.blind or mask is tree.ZERO:
        return
    everybody = mask is num(c.unit.layout.everybody)
    c.out.do("st.seen[piece] = mask" if everybody else "st.seen[piece] |= mask", piece=piece, mask=mask)


def _room(c: Code, zone: Zone, piece: ast.expr) -> ast.expr | None:
    """Tests that there is room for one more piece; None if there always is."""
    most = {c.unit.layout.capacities[instance] for instance in zone.instances}
    if most == {-1}:
        return None
    if len(most) == 1:
        return expr(
            "len(st.zones[zone]) < most or st.zone[piece] == zone", zone=zone.number, most=most.pop(), piece=piece
        )
    capacity = tree.at(c.unit.table("capacity", c.unit.layout.capacities), zone.number)
    return call("has_room", tree.ST, capacity, zone.number, piece)


# ---------------------------------------------------------------- moving


def move_pieces(c: Code, s: ir.MovePieces) -> None:
    """Generates a move of pieces, one after another."""
    if _is_whole_zone(c, s):
        _move_all(c, s)
    elif isinstance(s.pieces, ir.PileEnd) and s.pieces.amount is None:
        _move_end(c, s, s.pieces)
    else:
        _move_any(c, s)


def _mover(c: Code, s: ir.MovePieces, zone: Zone) -> ast.expr:
    """The mover, if that matters."""
    matters = c.unit.journal or any(c.unit.layout.masks[i] == SEEN_BY_MOVER for i in zone.instances)
    return c.out.kept(value(c, s.mover), "mover") if matters else tree.NONE


def _is_whole_zone(c: Code, s: ir.MovePieces) -> bool:
    """Whether it moves all of one zone on top of another without capacity."""
    match s:
        case ir.MovePieces(pieces=ir.Contents(ir.ZoneAt() as source), zone=ir.ZoneAt() as target, at_bottom=False):
            endless = c.unit.layout.zones[target.zone].capacity is None
            return endless and source.zone != target.zone and non_none(c, source)
    return False


def _move_all(c: Code, s: ir.MovePieces) -> None:
    pile = c.out.kept(items(c, s.pieces).expression, "pile")
    zone = zone_of(c, s.zone)
    mover = _mover(c, s, zone)
    with c.out.when(zone.exists):
        piece = c.out.name("piece")
        with c.out.block("for piece in pile: pass", piece=piece, pile=pile):
            left = _left(c, piece)
            _arrived(c, s, piece, zone, mover, left)
        c.out.do("there.extend(pile)\npile.clear()", there=zone.pieces, pile=pile)


def _move_end(c: Code, s: ir.MovePieces, end: ir.PileEnd) -> None:
    """Moves the piece at one end of a zone, if there is any."""
    pile = c.out.kept(lists.zone_list(c, end.zone), "pile")
    place = num(-1 if end.end == "top" else 0)
    zone = zone_of(c, s.zone)
    mover = _mover(c, s, zone)
    with c.out.when(zone.exists, pile):
        piece = c.out.name("piece")
        room = _room(c, zone, piece)
        if room is not None:
            c.out.put(piece, tree.at(pile, place))
        with c.out.when(room):
            c.out.do("piece = pile.pop()" if end.end == "top" else "piece = pile.pop(0)", piece=piece, pile=pile)
            left = _left(c, piece)
            _put(c, s, piece, zone)
            _arrived(c, s, piece, zone, mover, left)


def _move_any(c: Code, s: ir.MovePieces) -> None:
    """Moves any piece or pieces, wherever they are."""
    many = s.pieces.type.many
    pieces = c.out.kept(lasting(c, s.pieces) if many else value(c, s.pieces), "pieces" if many else "piece")
    zone = zone_of(c, s.zone)
    mover = _mover(c, s, zone)
    is_sure = all_non_none(c, s.pieces) if many else non_none(c, s.pieces)
    piece = c.out.name("piece") if many else pieces
    with c.out.when(zone.exists), c.out.nested():
        if many:
            c.out.begin("for piece in pieces: pass", piece=piece, pieces=pieces)
        if (condition := tree.both(None if is_sure else is_there(piece), _room(c, zone, piece))) is not None:
            c.out.enter(condition)
        left = _left(c, piece)
        c.out.do("st.zones[st.zone[piece]].remove(piece)", piece=piece)
        _put(c, s, piece, zone)
        _arrived(c, s, piece, zone, mover, left)


def _left(c: Code, piece: ast.expr) -> ast.expr:
    """Names the zone that a piece leaves, if there is a journal."""
    return c.out.kept(of_state("zone", piece), "left") if c.unit.journal else tree.NONE


def _put(c: Code, s: ir.MovePieces, piece: ast.expr, zone: Zone) -> None:
    c.out.do("pile.insert(0, piece)" if s.at_bottom else "pile.append(piece)", pile=zone.pieces, piece=piece)


def _arrived(c: Code, s: ir.MovePieces, piece: ast.expr, zone: Zone, mover: ast.expr, left: ast.expr) -> None:
    """Updates the zone and the visibility of a piece, and emits the move."""
    c.out.put(of_state("zone", piece), zone.number)
    _learn(c, piece, _mask(c, zone, mover, piece, s.face))
    known = None
    if s.manner is ir.Manner.SECRETLY:
        known = expr("mask | masks", mask=journal.bit(mover), masks=journal.bit(c.you))
    emitted = [piece, left, zone.number]
    journal.emit(c, s.site, MOVE_ENTRIES[s.verb], mover, emitted, seen=of_state("seen", piece), known=known)


def draw(c: Code, s: ir.Draw) -> None:
    """Generates draws, one after another from the top; the pile is refilled when one more is due."""
    player = c.out.kept(value(c, s.player), "player")
    source, target = zone_of(c, s.source), zone_of(c, s.target)
    last = c.write(s.slot) if s.slot >= 0 else None
    if last is not None:
        c.out.put(last, tree.NONE)
    with c.out.when(source.exists, target.exists):
        pile = c.out.kept(source.pieces, "pile")
        is_one = isinstance(s.amount, ir.Constant) and s.amount.value == 1
        rounds = tree.values((0,)) if is_one else call("range", value(c, s.amount))
        with c.out.block("for _ in rounds: pass", rounds=rounds):
            _draw_one(c, s, player, source, target, pile, last)


def _draw_one(
    c: Code, s: ir.Draw, player: ast.expr, source: Zone, target: Zone, pile: ast.expr, last: ast.expr | None
) -> None:
    if any(c.unit.layout.refills[instance] >= 0 for instance in source.instances):
        refills = c.unit.table("refilled from", c.unit.layout.refills)
        c.out.do(
            "if not pile: refill(st, zone, refills[zone], site, you)",
            pile=pile, zone=source.number, refills=refills, site=s.site, you=c.you,
        )  # fmt: skip
    c.out.do("if not pile: break", pile=pile)
    piece = c.out.kept(tree.at(pile, tree.NONE), "piece")
    if (room := _room(c, target, piece)) is not None:
        c.out.do("if not room: break", room=room)
    c.out.do("pile.pop()\nthere.append(piece)", pile=pile, there=target.pieces, piece=piece)
    c.out.put(of_state("zone", piece), target.number)
    _learn(c, piece, _mask(c, target, player, piece))
    if last is not None:
        c.out.put(last, piece)
    emitted = [piece, source.number, target.number]
    journal.emit(c, s.site, Verb.DRAW, player, emitted, seen=of_state("seen", piece))


def shuffle_zone(c: Code, s: ir.Shuffle) -> None:
    """Generates a shuffle; what was known of the pieces is known no longer."""
    zone = zone_of(c, s.zone)
    streams = {c.unit.layout.zone_streams[instance] for instance in zone.instances}
    with c.out.when(zone.exists):
        if len(streams) > 1:
            c.out.do("shuffle_any(st, zone)", zone=zone.number)
        else:
            pile, stream = c.out.kept(zone.pieces, "pile"), tree.state(streams.pop())
            c.out.do("stream = shuffle(stream, pile)", stream=stream, pile=pile)
            if not c.unit.blind:
                piece = c.out.name("piece")
                mask = _mask(c, zone, tree.NONE, piece)
                c.out.do("for piece in pile: st.seen[piece] = mask", piece=piece, pile=pile, mask=mask)
        journal.emit(c, s.site, Verb.SHUFFLE, c.you, [zone.number])


def reveal(c: Code, s: ir.Reveal) -> None:
    """Generates a reveal of pieces, all at the same moment."""
    if c.unit.blind:
        return
    pieces = c.out.kept(items(c, s.pieces).expression, "pieces")
    if not (all_non_none(c, s.pieces) if s.pieces.type.many else non_none(c, s.pieces)):
        pieces = c.out.kept(expr("[piece for piece in pieces if piece >= 0]", pieces=pieces), "pieces")
    mask: ast.expr = num(c.unit.layout.everybody)
    if s.to is not None:
        mask = c.out.name("mask")
        c.out.put(mask, tree.ZERO)
        if s.to.type.many:
            with lists.each(c, s.to) as seat:
                c.out.do("mask |= BIT[seat]", mask=mask, seat=seat)
        else:
            c.out.do("mask |= bit", mask=mask, bit=journal.bit(value(c, s.to)))
    piece = c.out.name("piece")
    if s.told is not None:
        _tell(c, s, piece, pieces, mask)
        return
    with c.out.block("for piece in pieces: pass", piece=piece, pieces=pieces):
        _learn(c, piece, mask)
    if c.unit.journal:
        who = c.you if s.you is None else c.out.kept(value(c, s.you), "who")
        with c.out.block("for piece in pieces: pass", piece=piece, pieces=pieces):
            journal.emit(c, s.site, Verb.REVEAL, who, [piece], seen=of_state("seen", piece))


def _tell(c: Code, s: ir.Reveal, piece: ast.expr, pieces: ast.expr, mask: ast.expr) -> None:
    """Generates that some learn a property of the piece, and no more."""
    assert s.told is not None
    layout = c.unit.layout
    shift, everybody = num(layout.looked_shift(s.field)), num(layout.everybody)
    with c.out.block("for piece in pieces: pass", piece=piece, pieces=pieces):
        c.out.do("st.seen[piece] |= mask << shift", piece=piece, mask=mask, shift=shift)
        if c.unit.journal:
            seen = expr("(seen | seen >> shift) & all", seen=of_state("seen", piece), shift=shift, all=everybody)
            told = [value(c, s.told), num(layout.looked.index(s.field)), of_state("zone", piece)]
            journal.emit(c, s.site, Verb.LOOK, c.you, told, seen=seen)


def flip(c: Code, s: ir.Flip) -> None:
    """Generates a flip of pieces face up or face down."""
    if c.unit.blind:
        return
    pieces = lasting(c, s.pieces) if s.pieces.type.many else tree.tuple_of([value(c, s.pieces)])
    c.out.do("flip(st, pieces, up, site, you)", pieces=pieces, up=int(s.up), site=s.site, you=c.you)


def create(c: Code, s: ir.Create) -> None:
    """Generates the creation of pieces on top of a zone."""
    if s.like is None:
        kinds: ast.expr = tree.values(c.unit.layout.created[s.card_type, s.of_each])
    else:
        like = c.out.kept(value(c, s.like), "piece")
        kinds = expr("(kind,) if like >= 0 else ()", kind=of_state("kind", like), like=like)
    numbers = [value(c, part) for part in (s.amount, s.zone, s.owner)]
    c.out.do(
        "create(st, kinds, numbers, site)\nif len(st.kind) > most: fault",
        kinds=kinds, numbers=numbers, site=s.site, most=MOST_PIECES, fault=c.unit.fault(s.span, TOO_MANY_PIECES),
    )  # fmt: skip


def swap(c: Code, s: ir.Swap) -> None:
    """Generates a swap of two pieces, or of the contents of two zones."""
    swapping = "swap_zones" if s.left.type.kind is ir.Kind.ZONE else "swap_pieces"
    both = [value(c, part) for part in (s.left, s.right)]
    c.out.do("swap(st, both, site, you)", swap=tree.name(swapping), both=both, site=s.site, you=c.you)


# ---------------------------------------------------------------- chance


def below(c: Code, stream: str, n: ast.expr, wish: str = "place") -> ast.expr:
    """Generates a random number from 0 to n - 1, and gives its name."""
    chance, name = c.out.name("s"), c.out.name(wish)
    c.out.do(
        "stream = chance = stream * a + c & m\nname = (chance >> 32) * n >> 32",
        stream=tree.state(stream), chance=chance, a=A, c=C, m=M64, name=name, n=n,
    )  # fmt: skip
    return name


def roll(c: Code, s: ir.Roll) -> None:
    """Generates a roll of dice, one after another."""
    die = next(die for die in c.unit.program.game.dice if die.name == s.die)
    amount, target = value(c, s.amount), c.write(s.slot)
    stream, sides = c.unit.layout.dice[s.die], die.high - die.low + 1
    rolled = call("roll", tree.ST, tree.Constant(stream), amount, num(die.low), num(sides))
    if amount is tree.ONE:
        with c.out.when(expr("st.rolls")):  # they are fixed beforehand
            c.out.put(target, rolled)
        with c.out.otherwise():
            name = below(c, stream, num(sides))
            c.out.do("target = (name + low,)", target=target, name=name, low=die.low)
    else:
        c.out.put(target, rolled)
    if c.unit.journal:
        with c.out.when(target):
            who = c.you if s.you is None else c.out.kept(value(c, s.you), "who")
            seen = journal.bit(who) if s.secret else None
            journal.emit(c, s.site, Verb.ROLL, who, [journal.all_of(target)], seen=seen)


def forget(c: Code, s: Forget) -> None:
    """Generates the redaction of the pieces just offered."""
    redact(c, tree.state("options"), value(c, s.chooser))


def redact(c: Code, pieces: ast.expr, chooser: ast.expr) -> None:
    """Generates the redaction of pieces among which a seat, or chance for it, has chosen in secret."""
    if not c.unit.blind:
        c.out.do("forget(st, pieces, mask)", pieces=pieces, mask=journal.bit(chooser))
