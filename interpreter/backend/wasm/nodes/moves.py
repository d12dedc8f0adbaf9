"""Writes what happens to pieces: they move, are drawn, shuffled, made; and dice."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from dsl.ir import nodes as ir
from interpreter.backend.wasm.emit.helpers import load_piece, scaled, store_piece, zone_address
from interpreter.backend.wasm.emit.memory import Unsupported
from interpreter.backend.wasm.emit.scope import Scope, is_sure, made_list, value
from interpreter.backend.wasm.emit.writer import Label
from interpreter.backend.wasm.nodes import knowledge
from interpreter.backend.wasm.nodes.functions import of_piece, of_piece_in, through
from interpreter.program.model import nodes as p
from interpreter.program.model.layout import ASIDE
from interpreter.runtime.state import COPY


def move_pieces(s: Scope, n: ir.MovePieces) -> None:
    """Pieces go to a zone, one after another; a full zone takes no more."""
    w = s.w
    value(s, n.zone)
    with w.kept() as zone:
        if not n.pieces.type.many:
            value(s, n.pieces)
            with w.kept() as piece:
                _moved(s, n, piece, zone)
            return
        with made_list(s, n.pieces) as pieces:
            through(s, pieces, lambda piece, _: _moved(s, n, piece, zone))


def _moved(s: Scope, n: ir.MovePieces, piece: int, zone: int) -> None:
    with (
        _if_there(s, piece, not n.pieces.type.many and is_sure(s, n.pieces)),
        _if_there(s, zone, is_sure(s, n.zone)),
        _if_room(s, n.zone, zone, lambda: _lies_there(s, piece, zone)),
    ):
        _goes(s, piece, lambda: s.w.get(zone), int(n.at_bottom))
        knowledge.enters(s, piece, zone, lambda: value(s, n.mover), n.face)


def _goes(s: Scope, piece: int, pushes_zone: Callable[[], None], at_bottom: int = 0) -> None:
    """A piece, in a local, leaves its zone for another."""
    s.w.get(piece)
    s.w.call(s.unit.helpers.remove)
    s.w.get(piece)
    pushes_zone()
    s.w.number(at_bottom)
    s.w.call(s.unit.helpers.insert)


def _lies_there(s: Scope, piece: int, zone: int) -> None:
    w = s.w
    of_piece_in(s, piece, "zone")
    w.get(zone)
    w.do("i32.eq")


@contextmanager
def _if_there(s: Scope, local: int, sure: bool) -> Iterator[None]:
    """If a local is not none."""
    if sure:
        yield
        return
    s.w.is_there(local)
    with s.w.when():
        yield


@contextmanager
def _if_room(s: Scope, node: ir.Expression, zone: int, lies_there: Callable[[], None] | None) -> Iterator[None]:
    """If a zone has room, or the piece lies there already (which is pushed)."""
    w, layout = s.w, s.unit.layout
    limits = {layout.zones[node.zone].capacity} if isinstance(node, ir.ZoneAt) else set(layout.capacities)
    if limits <= {None, -1}:
        yield
        return
    w.get(zone)
    zone_address(w, s.unit.memory)
    w.do("i32.load", 0)
    most = next(iter(limits))
    if len(limits) == 1 and most is not None:
        w.number(most)
    else:
        table = s.unit.memory.table([1 << 30 if most < 0 else most for most in layout.capacities])
        w.get(zone)
        w.cell(table)
    w.do("i32.lt_s")
    if lies_there is not None:
        lies_there()
        w.do("i32.or")
    with w.when():
        yield


def draw(s: Scope, n: ir.Draw) -> None:
    """One piece after another from the top; the pile is refilled when one more is due."""
    w = s.w
    with w.scratch() as source, w.scratch() as target, w.scratch() as last, w.scratch() as left, w.scratch() as player:
        value(s, n.player)
        w.put(player)
        value(s, n.source)
        w.put(source)
        value(s, n.target)
        w.put(target)
        value(s, n.amount)
        w.put(left)
        w.be(last, ir.NONE)
        with w.block() as done:
            for zone, node in ((source, n.source), (target, n.target)):
                if not is_sure(s, node):
                    w.is_none(zone)
                    w.go(done, "br_if")
            with w.block("loop") as again:
                w.get(left)
                w.number(0)
                w.do("i32.le_s")
                w.go(done, "br_if")
                w.add_to(left, -1)
                _refill(s, n.source, source, done)
                with w.scratch() as piece:
                    _top(s, source)
                    w.put(piece)
                    with _if_room(s, n.target, target, lambda: _lies_there(s, piece, target)):
                        w.get(piece)
                        w.put(last)
                        _goes(s, piece, lambda: w.get(target))
                        knowledge.enters(s, piece, target, lambda: w.get(player))
                        w.go(again)
        if n.slot >= 0:
            w.get(last)
            w.put(s.local(n.slot))


def _refill(s: Scope, node: ir.Expression, zone: int, none_left: Label) -> None:
    """An empty pile gets the cards that it is refilled from, shuffled; without any, nothing more is drawn."""
    w, layout, memory = s.w, s.unit.layout, s.unit.memory
    w.get(zone)
    zone_address(w, memory)
    w.do("i32.load", 0)
    w.do("i32.eqz")
    with w.when():
        slot = layout.zones[node.zone] if isinstance(node, ir.ZoneAt) else None
        numbers = range(slot.base, slot.base + slot.count) if slot else range(len(layout.zone_names))
        if all(layout.refills[number] < 0 for number in numbers):
            w.go(none_left)
            return
        table = memory.table(layout.refills)
        w.get(zone)
        w.cell(table)
        with w.kept() as source:
            for local in (source, zone):
                w.get(source)
                w.number(0) if local == source else w.get(zone)
                w.do("i32.lt_s" if local == source else "i32.eq")
                w.go(none_left, "br_if")
            w.get(source)
            zone_address(w, memory)
            w.do("i32.load", 0)
            w.do("i32.eqz")
            w.go(none_left, "br_if")
            with w.block("loop") as again, w.scratch() as piece:  # the bottom one first
                w.get(source)
                zone_address(w, memory)
                load_piece(w, memory)
                w.put(piece)
                _goes(s, piece, lambda: w.get(zone))
                w.get(source)
                zone_address(w, memory)
                w.do("i32.load", 0)
                w.go(again, "br_if")
        _shuffled(s, node, zone)


def _shuffled(s: Scope, node: ir.Expression, zone: int) -> None:
    """Shuffles the zone in a local."""
    w, layout, memory = s.w, s.unit.layout, s.unit.memory
    w.get(zone)
    zone_address(w, memory)
    if isinstance(node, ir.ZoneAt):
        w.number(memory.at[layout.zones[node.zone].stream])
    else:
        streams = [memory.at.get(stream, 0) for stream in layout.zone_streams]
        table = memory.table(streams)
        w.get(zone)
        w.cell(table)
    w.call(s.unit.helpers.shuffle)
    knowledge.shuffled(s, zone)


def lift(s: Scope, n: p.Lift) -> None:
    """Puts pieces from the top of a pile aside, the outermost first; refills it when one more is due."""
    w = s.w
    aside = s.unit.layout.zones[ASIDE.name].base
    lifted = s.begin_list(n.slot, s.holding[n.slot])
    value(s, n.source)
    with w.kept() as source, w.scratch() as left, w.scratch() as piece:
        value(s, n.amount)
        w.put(left)
        with w.block() as done, w.block("loop") as again:
            w.get(left)
            w.number(0)
            w.do("i32.le_s")
            w.is_none(source)
            w.do("i32.or")
            w.go(done, "br_if")
            w.add_to(left, -1)
            _refill(s, n.source, source, done)
            _top(s, source)
            w.put(piece)
            _goes(s, piece, lambda: w.number(aside))
            s.append(lifted, piece)
            w.go(again)


def _top(s: Scope, zone: int) -> None:
    """Pushes the piece on top of the zone in a local, which has one."""
    w, memory = s.w, s.unit.memory
    with w.scratch() as address:
        w.get(zone)
        zone_address(w, memory)
        w.do("local.tee", address)
        w.length(address)
        w.number(1)
        w.do("i32.sub")
        scaled(w, memory)
        w.do("i32.add")
        load_piece(w, memory)


def lay_back(s: Scope, n: p.LayBack) -> None:
    """Moves a piece that is still aside back on top of its pile."""
    w = s.w
    aside = s.unit.layout.zones[ASIDE.name].base
    value(s, n.piece)
    with w.kept() as piece, w.scratch() as source:
        w.get(piece)
        w.looked_up(s.unit.memory.of_pieces("zone") - 4)
        w.number(aside)
        w.do("i32.eq")
        with w.when():
            value(s, n.source)
            w.put(source)
            _goes(s, piece, lambda: w.get(source))


def shuffle(s: Scope, n: ir.Shuffle) -> None:
    """Puts a zone in random order."""
    value(s, n.zone)
    with s.w.kept() as zone, _if_there(s, zone, is_sure(s, n.zone)):
        _shuffled(s, n.zone, zone)


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
            with _if_room(s, n.zone, zone, None):
                _made(s, kind, zone, owner)
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
            for place in range(slot.strides[0]):
                w.get(offset)
                if slot.strides[0] != 1:
                    w.number(slot.strides[0])
                    w.do("i32.mul")
                w.get(kind)
                w.cell(memory.table(slot.by_kind))
                w.do("i32.store", memory.cell(slot) + 4 * place)
        w.get(piece)
        w.get(zone)
        w.number(0)
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

    with s.list(ir.PIECES) as between:  # behind the list that was made last nothing stands

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


def roll(s: Scope, n: ir.Roll) -> None:
    """Dice are rolled one after another."""
    w, layout = s.w, s.unit.layout
    die = next(die for die in layout.setting.game.dice if die.name == n.die)
    of = ir.Type(ir.Kind.DIE, die.name)
    rolled = s.begin_list(n.slot, of)
    with w.scratch() as left, w.scratch() as pips:
        value(s, n.amount)
        w.put(left)
        w.get(left)
        w.number(s.unit.most_items(of))
        w.do("i32.gt_s")
        w.trap_if()
        with w.block() as done, w.block("loop") as again:
            w.get(left)
            w.number(0)
            w.do("i32.le_s")
            w.go(done, "br_if")
            w.number(s.unit.memory.at[layout.dice[die.name]])
            w.number(die.high - die.low + 1)
            w.call(s.unit.helpers.below)
            w.plus(die.low)
            w.put(pips)
            s.append(rolled, pips)
            w.add_to(left, -1)
            w.go(again)


