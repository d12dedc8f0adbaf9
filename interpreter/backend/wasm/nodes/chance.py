"""Writes what chance chooses: one thing, several, or an order."""

from collections.abc import Callable

from dsl.ir import nodes as ir
from interpreter.backend.wasm.emit.memory import Unsupported
from interpreter.backend.wasm.emit.scope import Scope, value, write_all
from interpreter.backend.wasm.nodes.lists.items import close_gap
from interpreter.backend.wasm.nodes.pieces import knowledge
from interpreter.backend.wasm.nodes.questions import options
from interpreter.backend.wasm.nodes.remembered import copy_list
from interpreter.backend.wasm.watch import told
from interpreter.program.model import nodes as p


def choose(s: Scope, n: ir.Choose[p.Statement]) -> None:
    """Lets chance pick one thing, as many as may be, or an order."""
    w, unit = s.w, s.unit
    stream = unit.memory.at[unit.layout.choice_streams[n.site]]
    with w.scratch() as player, w.scratch() as count:
        value(s, n.player)
        w.put(player)
        with options(s, n.options, player, count) as found:
            match n.options:
                case ir.InOrder():
                    _several(s, n, stream, count, found.item, None)
                case ir.FromList(_, _, most, several=True):
                    _several(s, n, stream, count, found.item, most)
                case _:
                    _one(s, n, stream, count, found.item)


def _one(s: Scope, n: ir.Choose[p.Statement], stream: int, count: int, option: Callable[[int], None]) -> None:
    w = s.w
    w.get(count)
    w.number(0)
    w.do("i32.gt_s")
    with w.when():
        _below(s, stream, count)
        with w.kept() as at, w.scratch() as picked:
            option(at)
            w.put(picked)
            _lose_track(s, n, count, option)
            w.get(picked)
        w.put(s.local(n.slot))
        _then(s, n)


def _lose_track(s: Scope, n: ir.Choose[p.Statement], count: int, option: Callable[[int], None]) -> None:
    """What chance picked in secret, nobody else knows."""
    w = s.w
    if n.announced or not s.unit.knows or not p.are_pieces(n.options):
        return
    with s.list(ir.PIECES) as there, w.scratch() as at, w.scratch() as one:
        w.be(at, 0)
        with w.counted(at, count):
            option(at)
            w.put(one)
            s.append(there, one)
        value(s, n.player)
        with w.kept() as who:
            knowledge.redact(s, there, lambda: w.get(who))


def _below(s: Scope, stream: int, count: int) -> None:
    s.w.number(stream)
    s.w.get(count)
    s.w.call(s.unit.helpers.below)


def _then(s: Scope, n: ir.Choose[p.Statement]) -> None:
    told.tell(s, n.site)
    write_all(s, n.body)
    if n.otherwise:
        s.w.otherwise()
        write_all(s, n.otherwise)


def _several(
    s: Scope, n: ir.Choose[p.Statement], stream: int, count: int, option: Callable[[int], None],
    most: ir.Expression | None,
) -> None:  # fmt: skip
    """Picks one after another from what is left; without `most`, all."""
    w = s.w
    of = s.holding[n.slot]
    with (
        s.gathering(of) as gathered, s.list(of) as picked, w.scratch() as wanted, w.scratch() as at, w.scratch() as one,
    ):  # fmt: skip
        w.be(at, 0)
        with w.counted(at, count):
            option(at)
            w.put(one)
            gathered.add(one)
        gathered.done()
        left = gathered.place
        if most is None:
            w.get(count)
        else:
            value(s, most)
        w.put(wanted)
        with w.block() as done, w.block("loop") as again:
            for local in (wanted, count):
                w.get(local)
                w.number(0)
                w.do("i32.le_s")
                w.go(done, "br_if")
            w.add_to(wanted, -1)
            _below(s, stream, count)
            w.put(at)
            s.w.item(left, at)
            w.put(one)
            s.append(picked, one)
            close_gap(s, left, at, count)
            w.add_to(count, -1)
            w.go(again)
        w.length(picked)
        with w.when():
            if s.unit.knows and not n.announced and p.are_pieces(n.options):
                raise Unsupported("chance picks several pieces in secret")
            copy_list(s, n.slot, picked, of)
            _then(s, n)
