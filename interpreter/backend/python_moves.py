"""Statements about pieces and chance, as Python text. What is rare calls `python_runtime.py`."""

from __future__ import annotations

from attrs import frozen

from dsl.ir import nodes as ir
from interpreter.backend import python_journal as journal
from interpreter.backend import python_lists as lists
from interpreter.backend.python_code import Code, lasting, sequence, value
from interpreter.backend.python_sure import all_sure, sure
from interpreter.backend.python_text import atom, operand
from interpreter.program.model.layout import SEEN_BY_MOVER, SEEN_BY_PIECE_OWNER
from interpreter.program.model.nodes import Forget, Verb
from interpreter.runtime.chance import M64, A, C

_MOVES = {"move": Verb.MOVE, "give": Verb.GIVE_PIECE, "discard": Verb.DISCARD, "remove": Verb.REMOVE}


@frozen
class Zone:
    """A zone that pieces go to: the text of its number, and the instances that it may be."""

    text: str
    instances: tuple[int, ...]
    sure: bool
    seat: str  # the text of whose it is, if that is all that its number hangs on

    @property
    def exists(self) -> str:
        """What must hold for it to be a zone at all; "" if it always is."""
        return "" if self.sure else f"{self.text} >= 0"


def zone_of(c: Code, node: ir.Expression) -> Zone:
    """A zone that is needed more than once."""
    is_sure = sure(c, node)
    if isinstance(node, ir.ZoneAt):
        slot = c.unit.layout.zones[node.zone]
        instances = tuple(range(slot.base, slot.base + slot.count))
        if len(node.at) == 1 and is_sure:
            index = c.text.kept(value(c, node.at[0]), "p")
            base = f"{slot.base} + {index}" if slot.base else index
            if index.isdigit():
                number = slot.base + int(index)
                return Zone(str(number), (number,), True, index)
            is_seat = slot.zone.dimensions[0].dimension is ir.Dimension.PLAYER
            return Zone(c.text.kept(base, "z"), instances, True, index if is_seat else "")
        return Zone(c.text.kept(value(c, node), "z"), instances, is_sure, "")
    everywhere = tuple(range(len(c.unit.layout.masks)))
    return Zone(c.text.kept(value(c, node), "z"), everywhere, is_sure, "")


def _mask(c: Code, zone: Zone, mover: str, piece: str, face: str | None = None) -> str:
    """The text of the mask of those who see a piece that comes into a zone."""
    everybody = c.unit.layout.everybody
    if face == "up":
        return str(everybody)
    masks = [c.unit.layout.masks[instance] for instance in zone.instances]
    if face == "down":
        masks = [0 if mask == everybody else mask for mask in masks]
    if len(set(masks)) == 1:
        special = {SEEN_BY_MOVER: journal.bit(mover), SEEN_BY_PIECE_OWNER: f"BIT[st.owner[{piece}]]"}
        return special.get(masks[0], str(masks[0]))
    if zone.seat and masks == [1 << seat for seat in range(len(masks))]:
        return journal.bit(zone.seat)
    table = c.unit.table(f"seen {face}" if face else "seen", _all_masks(c, face))
    if min(masks) >= 0:
        return f"{table}[{zone.text}]"
    return f"mask({table}[{zone.text}], {journal.bit(mover)}, BIT[st.owner[{piece}]])"


def _all_masks(c: Code, face: str | None) -> tuple[int, ...]:
    masks = c.unit.layout.masks
    if face != "down":
        return masks
    return tuple(0 if mask == c.unit.layout.everybody else mask for mask in masks)


def _learn(c: Code, piece: str, mask: str) -> None:
    if c.unit.blind:
        return
    if mask == str(c.unit.layout.everybody):
        c.text.line(f"st.seen[{piece}] = {mask}")
    elif mask != "0":
        c.text.line(f"st.seen[{piece}] |= {mask}")


def _room(c: Code, zone: Zone, piece: str) -> str:
    """What must hold for one more piece to come in; "" if there is always room."""
    most = {c.unit.layout.capacities[instance] for instance in zone.instances}
    if most == {-1}:
        return ""
    if len(most) == 1:
        return f"(len(st.zones[{zone.text}]) < {most.pop()} or st.zone[{piece}] == {zone.text})"
    table = c.unit.table("capacity", c.unit.layout.capacities)
    return f"has_room(st, {table}[{zone.text}], {zone.text}, {piece})"


# ---------------------------------------------------------------- moving


def move_pieces(c: Code, s: ir.MovePieces) -> None:
    """Pieces go to a zone, one after another."""
    if _is_whole_zone(c, s):
        _move_all(c, s)
    elif isinstance(s.pieces, ir.PileEnd) and s.pieces.amount is None:
        _move_end(c, s, s.pieces)
    else:
        _move_any(c, s)


def _mover(c: Code, s: ir.MovePieces, zone: Zone) -> str:
    """Whoever moves, if it matters."""
    matters = c.unit.journal or any(c.unit.layout.masks[i] == SEEN_BY_MOVER for i in zone.instances)
    return c.text.kept(value(c, s.mover), "mover") if matters else "-1"


def _is_whole_zone(c: Code, s: ir.MovePieces) -> bool:
    """Whether all of one zone goes on top of another that has room for any number."""
    match s:
        case ir.MovePieces(pieces=ir.Contents(ir.ZoneAt() as source), zone=ir.ZoneAt() as target, at_bottom=False):
            endless = c.unit.layout.zones[target.zone].capacity is None
            return endless and source.zone != target.zone and sure(c, source)
        case _:
            return False


def _move_all(c: Code, s: ir.MovePieces) -> None:
    pile = c.text.kept(sequence(c, s.pieces).text, "pile")
    zone = zone_of(c, s.zone)
    mover = _mover(c, s, zone)
    with c.text.when(zone.exists):
        piece = c.text.name("piece")
        with c.text.block(f"for {piece} in {pile}:"):
            left = _left(c, piece)
            _arrived(c, s, piece, zone, mover, left)
        c.text.line(f"st.zones[{zone.text}].extend({pile})")
        c.text.line(f"{pile}.clear()")


def _move_end(c: Code, s: ir.MovePieces, end: ir.PileEnd) -> None:
    """The piece at one end of a zone, if there is any."""
    pile = c.text.kept(lists.zone_list(c, end.zone), "pile")
    place = "-1" if end.end == "top" else "0"
    zone = zone_of(c, s.zone)
    mover = _mover(c, s, zone)
    with c.text.when(zone.exists, pile):
        piece = c.text.name("piece")
        take = f"{piece} = {pile}.pop({'' if place == '-1' else place})"
        mark = c.mark()
        c.text.line(f"{piece} = {pile}[{place}]")
        room = _room(c, zone, piece)
        if not room:
            c.rewind(mark)
        with c.text.when(room):
            c.text.line(take)
            left = _left(c, piece)
            _put(c, s, piece, zone)
            _arrived(c, s, piece, zone, mover, left)


def _move_any(c: Code, s: ir.MovePieces) -> None:
    """Any piece or pieces, wherever they lie."""
    many = s.pieces.type.many
    pieces = c.text.kept(lasting(c, s.pieces) if many else value(c, s.pieces), "pieces" if many else "piece")
    zone = zone_of(c, s.zone)
    mover = _mover(c, s, zone)
    is_sure = all_sure(c, s.pieces) if many else sure(c, s.pieces)
    piece = c.text.name("piece") if many else pieces
    loop = c.text.block(f"for {piece} in {pieces}:") if many else c.text.when()
    there = "" if is_sure else f"{piece} >= 0"
    with c.text.when(zone.exists), loop, c.text.when(there, _room(c, zone, piece)):
        left = _left(c, piece)
        c.text.line(f"st.zones[st.zone[{piece}]].remove({piece})")
        _put(c, s, piece, zone)
        _arrived(c, s, piece, zone, mover, left)


def _left(c: Code, piece: str) -> str:
    """The name of the zone that a piece leaves; only a journal wants to know."""
    return c.text.kept(f"st.zone[{piece}]", "left") if c.unit.journal else ""


def _put(c: Code, s: ir.MovePieces, piece: str, zone: Zone) -> None:
    put = f"insert(0, {piece})" if s.at_bottom else f"append({piece})"
    c.text.line(f"st.zones[{zone.text}].{put}")


def _arrived(c: Code, s: ir.MovePieces, piece: str, zone: Zone, mover: str, left: str) -> None:
    """A piece lies in its new zone, and is seen there."""
    c.text.line(f"st.zone[{piece}] = {zone.text}")
    _learn(c, piece, _mask(c, zone, mover, piece, s.face))
    known = f"{journal.bit(mover)} | {journal.bit(c.you)}" if s.manner is ir.Manner.SECRETLY else ""
    told = [piece, left, zone.text]
    journal.tell(c, s.site, _MOVES[s.verb], mover, told, seen=f"st.seen[{piece}]", known=known)


def draw(c: Code, s: ir.Draw) -> None:
    """One piece after another from the top; the pile is refilled when one more is due."""
    player = c.text.kept(value(c, s.player), "player")
    source, target = zone_of(c, s.source), zone_of(c, s.target)
    last = c.write(s.slot) if s.slot >= 0 else ""
    if last:
        c.text.line(f"{last} = -1")
    with c.text.when(source.exists, target.exists):
        pile = c.text.kept(f"st.zones[{source.text}]", "pile")
        is_one = isinstance(s.amount, ir.Constant) and s.amount.value == 1
        with c.text.block("for _ in (0,):" if is_one else f"for _ in range({value(c, s.amount)}):"):
            _draw_one(c, s, player, source, target, pile, last)


def _draw_one(c: Code, s: ir.Draw, player: str, source: Zone, target: Zone, pile: str, last: str) -> None:
    if any(c.unit.layout.refills[instance] >= 0 for instance in source.instances):
        refills = c.unit.table("refilled from", c.unit.layout.refills)
        c.text.line(f"if not {pile}: refill(st, {source.text}, {refills}[{source.text}], {s.site}, {c.you})")
    c.text.line(f"if not {pile}: break")
    piece = c.text.kept(f"{pile}[-1]", "piece")
    if room := _room(c, target, piece):
        c.text.line(f"if not {room}: break")
    c.text.line(f"{pile}.pop()")
    c.text.line(f"st.zones[{target.text}].append({piece})")
    c.text.line(f"st.zone[{piece}] = {target.text}")
    _learn(c, piece, _mask(c, target, player, piece))
    if last:
        c.text.line(f"{last} = {piece}")
    told = [piece, source.text, target.text]
    journal.tell(c, s.site, Verb.DRAW, player, told, seen=f"st.seen[{piece}]")


def shuffle_zone(c: Code, s: ir.Shuffle) -> None:
    """Puts a zone in random order; what was known of its pieces is known no longer."""
    zone = zone_of(c, s.zone)
    streams = {c.unit.layout.zone_streams[instance] for instance in zone.instances}
    with c.text.when(zone.exists):
        if len(streams) > 1:
            c.text.line(f"shuffle_any(st, {zone.text})")
        else:
            pile, stream = c.text.kept(f"st.zones[{zone.text}]", "pile"), streams.pop()
            c.text.line(f"st.{stream} = shuffle(st.{stream}, {pile})")
            if not c.unit.blind:
                piece = c.text.name("piece")
                with c.text.block(f"for {piece} in {pile}:"):
                    c.text.line(f"st.seen[{piece}] = {_mask(c, zone, '-1', piece)}")
        journal.tell(c, s.site, Verb.SHUFFLE, c.you, [zone.text])


def reveal(c: Code, s: ir.Reveal) -> None:
    """Pieces become known, all at the same moment."""
    if c.unit.blind:
        return
    pieces = c.text.kept(sequence(c, s.pieces).text, "pieces")
    if not (all_sure(c, s.pieces) if s.pieces.type.many else sure(c, s.pieces)):
        pieces = c.text.kept(f"[piece for piece in {pieces} if piece >= 0]", "pieces")
    mask = str(c.unit.layout.everybody)
    if s.to is not None:
        mask = c.text.name("mask")
        c.text.line(f"{mask} = 0")
        if s.to.type.many:
            with lists.each(c, s.to) as seat:
                c.text.line(f"{mask} |= BIT[{seat}]")
        else:
            c.text.line(f"{mask} |= {journal.bit(value(c, s.to))}")
    piece = c.text.name("piece")
    with c.text.block(f"for {piece} in {pieces}:"):
        _learn(c, piece, mask)
    if c.unit.journal:
        with c.text.block(f"for {piece} in {pieces}:"):
            journal.tell(c, s.site, Verb.REVEAL, c.you, [piece], seen=f"st.seen[{piece}]")


def flip(c: Code, s: ir.Flip) -> None:
    """Pieces are turned face up or face down."""
    if c.unit.blind:
        return
    pieces = lasting(c, s.pieces) if s.pieces.type.many else f"({value(c, s.pieces)},)"
    c.text.line(f"flip(st, {pieces}, {int(s.up)}, {s.site}, {c.you})")


def create(c: Code, s: ir.Create) -> None:
    """Makes new pieces on top of a zone."""
    kinds = c.unit.layout.created[s.card_type, s.of_each]
    amount, zone, owner = (operand(value(c, part)) for part in (s.amount, s.zone, s.owner))
    c.text.line(f"create(st, {kinds}, {amount}, {zone}, {owner}, {s.site})")


def swap(c: Code, s: ir.Swap) -> None:
    """Two pieces change places, or all that lies in two zones."""
    what = "zones" if s.left.type.kind is ir.Kind.ZONE else "pieces"
    left, right = (operand(value(c, part)) for part in (s.left, s.right))
    c.text.line(f"swap_{what}(st, {left}, {right}, {s.site}, {c.you})")


# ---------------------------------------------------------------- chance


def below(c: Code, stream: str, n: str, wish: str = "place") -> str:
    """The name of a random number from 0 to n - 1."""
    chance, name = c.text.name("s"), c.text.name(wish)
    c.text.line(f"st.{stream} = {chance} = st.{stream} * {A} + {C} & {M64}")
    c.text.line(f"{name} = ({chance} >> 32) * {atom(n)} >> 32")
    return name


def roll(c: Code, s: ir.Roll) -> None:
    """Dice are rolled one after another."""
    die = next(die for die in c.unit.program.game.dice if die.name == s.die)
    amount, target = value(c, s.amount), c.write(s.slot)
    stream, sides = c.unit.layout.dice[s.die], die.high - die.low + 1
    rolled = f"{target} = roll(st, {stream!r}, {amount}, {die.low}, {sides})"
    if amount == "1":
        c.text.line(f"if st.rolls: {rolled}")  # they are said beforehand
        with c.text.block("else:"):
            name = below(c, stream, str(sides))
            c.text.line(f"{target} = ({name} + {die.low},)")
    else:
        c.text.line(rolled)
    if c.unit.journal:
        with c.text.block(f"if {target}:"):
            who = c.you if s.you is None else c.text.kept(value(c, s.you), "who")
            journal.tell(c, s.site, Verb.ROLL, who, [f"*{target}"], seen=journal.bit(who) if s.secret else "")


def forget(c: Code, s: Forget) -> None:
    """Who does not see the pieces just offered no longer knows which is which."""
    if c.unit.blind:
        return
    c.text.line(f"forget(st, {journal.bit(value(c, s.chooser))})")
