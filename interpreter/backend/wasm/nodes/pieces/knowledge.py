"""Writes who knows which piece: masks with a bit for each seat, and further on for each property looked at alone.

Nothing is written where no rule asks for it. See `interpreter/runtime/visibility.py`.
"""

from collections.abc import Callable

from dsl.ir import nodes as ir
from interpreter.backend.wasm.emit.binary import Num
from interpreter.backend.wasm.emit.memory import Unsupported
from interpreter.backend.wasm.emit.scope import Scope, made_list, value
from interpreter.backend.wasm.nodes.lists.items import through
from interpreter.backend.wasm.nodes.things import of_piece_in
from interpreter.backend.wasm.watch import told
from interpreter.program.model import nodes as p
from interpreter.program.model.layout import SEEN_BY_MOVER, SEEN_BY_PIECE_OWNER

Pushes = Callable[[], None]


def bit(s: Scope, seat: Pushes) -> None:
    """Pushes the mask of a seat, which is pushed; of nobody it is 0."""
    table = s.unit.memory.table([0, *(1 << one for one in range(s.unit.setting.players))])
    seat()
    s.w.looked_up(table)


def nobody(s: Scope) -> Pushes:
    """Pushes nobody."""
    return lambda: s.w.number(ir.NONE)


def zone_mask(s: Scope, zone: int, mover: Pushes, piece: int) -> None:
    """Pushes the mask for a piece that somebody puts into a zone; both are in locals."""
    w, layout = s.w, s.unit.layout
    table = s.unit.memory.table(layout.masks)
    w.get(zone)
    w.cell(table)
    if min(layout.masks) >= 0:
        return
    with w.kept() as mask:
        w.get(mask)
        w.number(SEEN_BY_MOVER)
        w.do("i32.eq")
        with w.when(Num.I32):
            bit(s, mover)
            w.otherwise()
            w.get(mask)
            w.number(SEEN_BY_PIECE_OWNER)
            w.do("i32.eq")
            with w.when(Num.I32):
                bit(s, lambda: of_piece_in(s, piece, "owner"))
                w.otherwise()
                w.get(mask)


def enters(s: Scope, piece: int, zone: int, mover: Pushes, face: str | None = None) -> None:
    """Who sees a piece that has come into a zone learns of it."""
    if not s.unit.knows:
        return
    w, everybody = s.w, s.unit.layout.everybody

    def mask() -> None:
        if face == "up":
            w.number(everybody)
            return
        zone_mask(s, zone, mover, piece)
        if face is not None:
            with w.kept() as found:
                _unless_everybody(s, found)

    learn(s, piece, mask)


def _unless_everybody(s: Scope, mask: int) -> None:
    """Pushes a mask, in a local, for what lies face down: where all see what lies there, nobody does."""
    w = s.w
    w.number(0)
    w.get(mask)
    w.get(mask)
    w.number(s.unit.layout.everybody)
    w.do("i32.eq")
    w.do("select")


def learn(s: Scope, piece: int, mask: Pushes, how: str = "or") -> None:
    """Adds a mask, which is pushed, to who knows a piece, in a local; or keeps no others (`and`)."""
    w = s.w
    at = s.unit.memory.of_pieces("seen")
    for _ in range(2):
        w.get(piece)
        w.cells()
    w.do("i32.load", at)
    mask()
    w.do(f"i32.{how}")
    w.do("i32.store", at)


def be_seen(s: Scope, piece: int, mask: Pushes) -> None:
    """Sets who knows a piece."""
    w = s.w
    w.get(piece)
    w.cells()
    mask()
    w.do("i32.store", s.unit.memory.of_pieces("seen"))


def usual(s: Scope, piece: int, change: Callable[[Pushes], None]) -> None:
    """Does something with who sees a piece where it lies, which is pushed then."""
    of_piece_in(s, piece, "zone")
    with s.w.kept() as zone:
        change(lambda: zone_mask(s, zone, nobody(s), piece))


def _each(s: Scope, pieces: ir.Expression, done: Callable[[int], None]) -> None:
    """Does something with one piece, or with each of a list; none is left out."""
    w = s.w

    def there(piece: int) -> None:
        w.is_there(piece)
        with w.when():
            done(piece)

    if pieces.type.many:
        with made_list(s, pieces) as items:
            through(s, items, lambda piece, _: there(piece))
        return
    value(s, pieces)
    with w.kept() as piece:
        there(piece)


def reveal(s: Scope, n: ir.Reveal) -> None:
    """Pieces become known, or a property of them."""
    if not s.unit.knows:
        if s.unit.watch is not None:
            _each(s, n.pieces, lambda _: told.tell(s, n.site))
        return
    w = s.w
    with w.scratch() as mask:
        w.be(mask, s.unit.layout.everybody if n.to is None else 0)
        if n.to is not None:

            def also(seat: int) -> None:
                w.get(mask)
                bit(s, lambda: w.get(seat))
                w.do("i32.or")
                w.put(mask)

            _each(s, n.to, also)
        if n.told is not None:
            w.get(mask)
            w.number(s.unit.layout.looked_shift(n.field))
            w.do("i32.shl")
            w.put(mask)

        def learned(piece: int) -> None:
            learn(s, piece, lambda: w.get(mask))
            told.tell(s, n.site)

        _each(s, n.pieces, learned)


def flip(s: Scope, n: ir.Flip) -> None:
    """Face up all see it; face down only those whom its zone lets see what lies face down there."""
    if not s.unit.knows:
        return
    w, everybody = s.w, s.unit.layout.everybody

    def turned(piece: int) -> None:
        with told.turning(s, n.site, piece):
            if n.up:
                be_seen(s, piece, lambda: w.number(everybody))
            else:
                usual(s, piece, lambda mask: down(piece, mask))

    def down(piece: int, mask: Pushes) -> None:
        mask()
        with w.kept() as found:
            be_seen(s, piece, lambda: _unless_everybody(s, found))

    _each(s, n.pieces, turned)


def shuffled(s: Scope, zone: int) -> None:
    """What was known of the pieces in a zone, in a local, is known no longer."""
    if not s.unit.knows:
        return
    s.w.get(zone)
    s.pieces_in(lambda piece, _: be_seen(s, piece, lambda: zone_mask(s, zone, nobody(s), piece)))


def redact(s: Scope, pieces: int, chooser: Pushes) -> None:
    """Who does not see the pieces of a list, among which somebody has chosen in secret, loses track of them."""
    if not s.unit.knows:
        return
    w, layout = s.w, s.unit.layout
    if layout.looked and layout.everybody.bit_length() * (len(layout.looked) + 1) > 31:
        raise Unsupported("more to know than 31 things")

    def lost(piece: int) -> None:
        def kept(mask: Pushes) -> None:
            mask()
            bit(s, chooser)
            w.do("i32.or")
            with w.kept() as knowing:

                def all_of_it() -> None:
                    w.get(knowing)
                    for name in layout.looked:
                        w.get(knowing)
                        w.number(layout.looked_shift(name))
                        w.do("i32.shl")
                        w.do("i32.or")

                learn(s, piece, all_of_it, "and")

        usual(s, piece, kept)

    through(s, pieces, lambda piece, _: lost(piece))


def forget(s: Scope, n: p.Forget) -> None:
    """Redacts the pieces just offered."""
    if not s.unit.knows:
        return
    s.w.number(s.unit.memory.at["options"])
    value(s, n.chooser)
    with s.w.kept() as chooser, s.w.kept() as pieces:
        redact(s, pieces, lambda: s.w.get(chooser))


def is_noted(s: Scope, options: ir.Options) -> bool:
    """Whether somebody may lose track of the pieces that are offered."""
    return s.unit.knows and s.unit.forgets and p.are_pieces(options)


def offered(s: Scope, pieces: int) -> None:
    """Notes the pieces that are offered, for those who lose track of them."""
    s.w.number(s.unit.memory.at["options"])
    s.copy_list(pieces)
