"""Writes what happens to pieces: they move, are drawn, shuffled, made; and dice."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from dsl.ir import nodes as ir
from interpreter.backend.wasm.emit.scope import Scope, is_sure, made_list, value
from interpreter.backend.wasm.emit.writer import Label
from interpreter.backend.wasm.emit.zones import load_piece, scaled, zone_address
from interpreter.backend.wasm.nodes.lists.items import through
from interpreter.backend.wasm.nodes.pieces import knowledge
from interpreter.backend.wasm.nodes.things import of_piece_in
from interpreter.backend.wasm.watch import told
from interpreter.program.model import nodes as p
from interpreter.program.model.layout import ASIDE


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
        if_room(s, n.zone, zone, lambda: _lies_there(s, piece, zone)),
    ):
        with told.moving(s, n.site, n.verb, piece, zone, n.zone):
            _goes(s, piece, lambda: s.w.get(zone), int(n.at_bottom))
        knowledge.enters(s, piece, zone, lambda: value(s, n.mover), n.face)


def _goes(s: Scope, piece: int, pushes_zone: Callable[[], None], at_bottom: int = 0) -> None:
    """A piece, in a local, leaves its zone for another."""
    w, helpers = s.w, s.unit.helpers
    told.leaves(s, piece)
    w.get(piece)
    if at_bottom:
        w.call(helpers.remove)
        w.get(piece)
    pushes_zone()
    w.call(helpers.insert_below if at_bottom else helpers.move)


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
def if_room(s: Scope, node: ir.Expression, zone: int, lies_there: Callable[[], None] | None) -> Iterator[None]:
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
                _refill(s, n.source, source, done, n.site)
                with w.scratch() as piece:
                    _top(s, source)
                    w.put(piece)
                    with if_room(s, n.target, target, lambda: _lies_there(s, piece, target)):
                        w.get(piece)
                        w.put(last)
                        with told.moving(s, n.site, None, piece, target, n.target):
                            _goes(s, piece, lambda: w.get(target))
                        knowledge.enters(s, piece, target, lambda: w.get(player))
                        w.go(again)
        if n.slot >= 0:
            w.get(last)
            w.put(s.local(n.slot))


def _refill(s: Scope, node: ir.Expression, zone: int, none_left: Label, site: int) -> None:
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
        told.tell(s, site)


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
            _refill(s, n.source, source, done, n.site)
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
        told.tell(s, n.site)


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
        told.tell_if_any(s, n.site, left)
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


