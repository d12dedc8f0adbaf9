"""Lists as something is chosen from them: how many items there are, and which is at a place.

What stands somewhere in order, or can be worked out from a place, is not copied.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from interpreter.backend.wasm.emit.scope import Body, Scope, is_sure, made_list, value
from interpreter.backend.wasm.emit.zones import load_piece, piece_address
from interpreter.backend.wasm.nodes.lists import masks
from interpreter.backend.wasm.nodes.lists.each import zone_place
from interpreter.backend.wasm.nodes.lists.items import through
from interpreter.program.optimise.lookup_tables import always_known


@frozen
class Form:
    """`count` pushes how many items there are; `item` the one at the place in a local; `each` goes through them all.

    `apart`: no two of them are equal. `mask`: the local with a bit for each, if there is one.
    """

    count: Callable[[], None]
    item: Callable[[int], None]
    each: Callable[[Body], None]
    apart: bool = True
    mask: int | None = None


@contextmanager
def form(s: Scope, over: ir.Expression) -> Iterator[Form]:
    """A list, as long as nothing has changed of what it is made of."""
    w, memory = s.w, s.unit.memory
    match over:
        case ir.AllOf(of) if (items := always_known(s.unit.layout, of)) is not None:
            if items == tuple(range(len(items))):
                yield by_places(s, lambda: w.number(len(items)), w.get)
                return
            table = memory.table(items or (0,))
            yield by_places(s, lambda: w.number(len(items)), lambda place: _of_table(s, place, table))
        case ir.Contents(zone) if not zone.type.many:
            zone_place(s, zone)
            with w.kept() as address:

                def of_zone(place: int) -> None:
                    piece_address(w, memory, address, place)
                    load_piece(w, memory)

                yield Form(lambda: w.length(address), of_zone, lambda body: s.pieces_at(address, body))
        case ir.PlayersFrom(start, anticlockwise=False) if is_sure(s, start):
            value(s, start)
            with w.kept() as first:
                players = s.unit.setting.players

                def of_round(place: int) -> None:
                    w.of("i32.add", first, place)
                    w.number(players)
                    w.do("i32.rem_u")

                yield by_places(s, lambda: w.number(players), of_round)
        case _ if masks.has_mask(s, over):
            masks.mask(s, over)
            with w.kept() as whole:

                def counted() -> None:
                    w.get(whole)
                    w.do("i32.popcnt")

                nth, each = partial(masks.nth, s, whole), partial(masks.each_bit, s, whole)
                yield Form(counted, nth, each, mask=whole)
        case _:
            with made_list(s, over) as items_at:
                yield of_list(s, items_at)


def of_list(s: Scope, items: int, *, apart: bool = False) -> Form:
    """A list that has been made, at an address."""
    w = s.w
    return Form(lambda: w.length(items), lambda at: w.item(items, at), lambda body: through(s, items, body), apart)


def by_places(s: Scope, count: Callable[[], None], item: Callable[[int], None]) -> Form:
    """A list whose items, no two of them equal, are worked out from their places."""

    def each(body: Body) -> None:
        w = s.w
        with w.scratch() as at, w.scratch() as end, w.scratch() as one:
            w.be(at, 0)
            count()
            w.put(end)
            with w.counted(at, end) as out:
                item(at)
                w.put(one)
                body(one, out)

    return Form(count, item, each)


def _of_table(s: Scope, place: int, table: int) -> None:
    s.w.get(place)
    s.w.cell(table)


def is_steady(s: Scope, over: ir.Expression) -> bool:
    """Whether a list is the same whatever is done with its items meanwhile."""
    match over:
        case ir.AllOf(of):
            return always_known(s.unit.layout, of) is not None
        case ir.PlayersFrom():
            return True
    return False
