"""Writes what makes pieces, and what changes their places."""

from dsl.ir import nodes as ir
from interpreter.backend.wasm.emit.memory import Unsupported
from interpreter.backend.wasm.emit.scope import Scope, is_sure, value
from interpreter.backend.wasm.emit.writer import Label
from interpreter.backend.wasm.emit.zones import scaled, store_piece, zone_address
from interpreter.backend.wasm.nodes.pieces import knowledge
from interpreter.backend.wasm.nodes.pieces.moves import if_room
from interpreter.backend.wasm.nodes.things import of_piece, of_piece_in
from interpreter.backend.wasm.watch import told
from interpreter.runtime.state import COPY


def create(s: Scope, n: ir.Create) -> None:
    """Makes new pieces on top of a zone, as far as there is room."""
    w, layout = s.w, s.unit.layout
    with w.scratch() as amount, w.scratch() as zone, w.scratch() as owner, w.scratch() as kind, w.block() as done:
        for node, local in ((n.amount, amount), (n.zone, zone), (n.owner, owner)):
            value(s, node)
            w.put(local)
        if not is_sure(s, n.zone):
            w.is_none(zone)
            w.go(done, "br_if")
        if n.like is not None:
            of_piece(s, "kind", n.like)
            w.put(kind)
            w.is_none(kind)
            w.go(done, "br_if")
            _make_all(s, n, amount, kind, zone, owner, done)
            return
        for number in layout.created[n.card_type, n.of_each]:
            w.be(kind, number)
            _make_all(s, n, amount, kind, zone, owner, done)


def _make_all(s: Scope, n: ir.Create, amount: int, kind: int, zone: int, owner: int, no_room: Label) -> None:
    w = s.w
    with w.scratch() as left, w.block() as enough:
        w.get(amount)
        w.put(left)
        with w.block("loop") as again:
            w.get(left)
            w.number(0)
            w.do("i32.le_s")
            w.go(enough, "br_if")
            with if_room(s, n.zone, zone, None):
                _made(s, kind, zone, owner)
                told.tell(s, n.site)
                w.add_to(left, -1)
                w.go(again)
            w.go(no_room)


def _made(s: Scope, kind: int, zone: int, owner: int) -> None:
    """Makes a piece, with the initial marks of its kind."""
    w, layout, memory = s.w, s.unit.layout, s.unit.memory
    w.load(memory.at["pieces"])
    with w.kept() as piece, w.scratch() as offset:
        w.get(piece)
        w.number(memory.pieces)
        w.do("i32.ge_s")
        w.trap_if()
        w.number(0)
        w.get(piece)
        w.plus(1)
        w.do("i32.store", memory.at["pieces"])
        w.get(piece)
        w.cells()
        w.put(offset)
        w.get(offset)
        w.get(owner)
        w.do("i32.store", memory.of_pieces("owner"))
        w.get(offset)
        w.get(kind)
        w.do("i32.store", memory.of_pieces("kind"))
        for name in memory.told[4:]:
            w.get(offset)
            w.number(0) if name == COPY else w.get(kind)
            w.do("i32.store", memory.of_pieces(name))
        for slot in layout.marks:
            if slot.variable.type.many:
                raise Unsupported("marks that are lists, on pieces that are made")
            first = memory.table([one for one in slot.by_kind if isinstance(one, int)])
            for place in range(slot.strides[0]):
                w.get(offset)
                if slot.strides[0] != 1:
                    w.number(slot.strides[0])
                    w.do("i32.mul")
                w.get(kind)
                w.cell(first)
                w.do("i32.store", memory.cell(slot) + 4 * place)
        w.get(piece)
        w.get(zone)
        w.call(s.unit.helpers.insert)
        if s.unit.knows:
            knowledge.be_seen(s, piece, lambda: knowledge.zone_mask(s, zone, lambda: w.get(owner), piece))


def swap(s: Scope, n: ir.Swap) -> None:
    """Two pieces change places, or all that lies in two zones."""
    w = s.w
    of_zones = n.left.type.kind is ir.Kind.ZONE
    with w.scratch() as left, w.scratch() as right, w.block() as nothing:
        for node, local in ((n.left, left), (n.right, right)):
            value(s, node)
            w.put(local)
            w.is_none(local)
            w.go(nothing, "br_if")
        w.get(left)
        w.get(right)
        w.do("i32.eq")
        w.go(nothing, "br_if")
        (_swap_zones if of_zones else _swap_pieces)(s, left, right)
        told.tell(s, n.site)
        if s.unit.knows and of_zones:
            for zone in (left, right):
                w.get(zone)
                s.pieces_in(lambda piece, _: _learn_there(s, piece))
        elif s.unit.knows:
            for piece in (left, right):
                _learn_there(s, piece)


def _learn_there(s: Scope, piece: int) -> None:
    knowledge.usual(s, piece, lambda mask: knowledge.learn(s, piece, mask))


def _swap_zones(s: Scope, left: int, right: int) -> None:
    w, memory = s.w, s.unit.memory

    def one() -> None:
        _address(s, left)

    def other() -> None:
        _address(s, right)

    with s.room(memory.stride) as between:

        def aside() -> None:
            w.get(between)

        for to, source in ((aside, one), (one, other), (other, aside)):
            to()
            source()
            w.number(memory.stride)
            w.do("memory.copy")
    for zone in (left, right):
        w.get(zone)
        s.pieces_in(lambda piece, _: _lies_in(s, piece, zone))  # noqa: B023


def _lies_in(s: Scope, piece: int, zone: int) -> None:
    """Notes in which zone a piece lies; both are in locals."""
    s.w.get(piece)
    s.w.cells()
    s.w.get(zone)
    s.w.do("i32.store", s.unit.memory.of_pieces("zone"))


def _address(s: Scope, zone: int) -> None:
    s.w.get(zone)
    zone_address(s.w, s.unit.memory)


def _swap_pieces(s: Scope, left: int, right: int) -> None:
    """Each comes to where the other lay."""
    w, memory, helpers = s.w, s.unit.memory, s.unit.helpers
    with w.scratch() as first, w.scratch() as second:
        for piece, place in ((left, first), (right, second)):
            of_piece_in(s, piece, "zone")
            zone_address(w, memory)
            with w.kept() as address:
                w.get(address)
                w.get(address)
                w.get(piece)
                w.call(helpers.find)
                scaled(w, memory)
                w.do("i32.add")
                w.put(place)
        for place, piece in ((first, right), (second, left)):
            w.get(place)
            w.get(piece)
            store_piece(w, memory)
        of_piece_in(s, left, "zone")
        w.put(first)
        of_piece_in(s, right, "zone")
        w.put(second)
        for piece, zone in ((left, second), (right, first)):
            _lies_in(s, piece, zone)
