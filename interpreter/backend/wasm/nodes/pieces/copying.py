"""Writes pieces that are copies of others; see `interpreter/runtime/copying.py`."""

from collections.abc import Callable

from dsl.ir import nodes as ir
from interpreter.backend.wasm.emit.binary import Num
from interpreter.backend.wasm.emit.scope import Scope, value
from interpreter.backend.wasm.emit.writer import Label
from interpreter.backend.wasm.nodes.lists.items import through
from interpreter.backend.wasm.nodes.pieces import knowledge
from interpreter.backend.wasm.nodes.things import field_of, of_piece, of_piece_in
from interpreter.backend.wasm.watch import told
from interpreter.program.desugar.timed_effects import BEGAN, KEPT
from interpreter.program.model import nodes as p
from interpreter.runtime.state import COPY, OWN_KIND, effect_attribute, kept_attribute

_PIECE = KEPT + 2


def copied(s: Scope, n: p.Copied) -> None:
    """Makes a piece the copy that has just begun; only who knew both knows it."""
    w = s.w
    with w.scratch() as piece, w.scratch() as original, w.scratch() as latest:
        for node, local in ((n.piece, piece), (n.original, original)):
            value(s, node)
            w.put(local)
        if s.unit.knows:
            knowledge.learn(s, piece, lambda: of_piece_in(s, original, "seen"), "and")
        _latest(s, piece, latest)
        _be(s, piece, latest)
        told.tell(s, n.site)


def _latest(s: Scope, piece: int, latest: int) -> None:
    """The effect that began last by which a piece is a copy, or 0; all in locals."""
    w = s.w
    with w.scratch() as place:
        w.be(latest, 0)

        def of_it(one: int, _: Label) -> None:
            field_of(s, one, _PIECE)
            w.get(piece)
            w.do("i32.eq")
            with w.when():
                _began(s, latest)
                field_of(s, one, BEGAN)
                w.do("i32.lt_s")
                with w.when():
                    w.get(one)
                    w.put(latest)

        for effect in s.unit.layout.copying:
            w.be(place, s.unit.memory.at[effect_attribute(effect)])
            through(s, place, of_it)


def _of_last(s: Scope, one: int, place: int) -> None:
    """Pushes one of the last things that a copying effect keeps: who knew the original, its kind, those of fields."""
    w = s.w
    w.get(one)
    w.length(one)
    w.number(2 + len(s.unit.layout.kept) - place)
    w.do("i32.sub")
    w.cells()
    w.do("i32.add")
    w.do("i32.load", 4)


def _be(s: Scope, piece: int, one: int) -> None:
    """Sets the kind of a piece by a copying effect, or to its own; both in locals."""
    kept = [kept_attribute(place) for place in range(len(s.unit.layout.kept))]

    def own() -> None:
        of_piece_in(s, piece, OWN_KIND)

    for number, name in enumerate(("kind", *kept)):
        _store(s, piece, name, lambda: _if_copy(s, one, lambda: _of_last(s, one, 1 + number), own))  # noqa: B023

    _store(s, piece, COPY, lambda: _began(s, one))


def _began(s: Scope, one: int) -> None:
    """Pushes when a copying effect began, 0 if there is none."""
    _if_copy(s, one, lambda: field_of(s, one, BEGAN), lambda: s.w.number(0))


def _if_copy(s: Scope, one: int, then: Callable[[], None], otherwise: Callable[[], None]) -> None:
    s.w.get(one)
    with s.w.when(Num.I32):
        then()
        s.w.otherwise()
        otherwise()


def _store(s: Scope, piece: int, name: str, pushed: Callable[[], None]) -> None:
    w = s.w
    w.get(piece)
    w.cells()
    pushed()
    w.do("i32.store", s.unit.memory.of_pieces(name))


def refresh(s: Scope, _: p.RefreshCopies) -> None:
    """Recomputes the kinds of pieces whose copies are over, and who sees them, as their zones have it."""
    w = s.w
    with w.scratch() as piece, w.scratch() as end, w.scratch() as latest:
        w.be(piece, 0)
        w.load(s.unit.memory.at["pieces"])
        w.put(end)
        with w.counted(piece, end):
            _latest(s, piece, latest)
            of_piece_in(s, piece, COPY)
            with w.kept() as was:
                _began(s, latest)
                w.get(was)
                w.do("i32.ne")
            with w.when():
                if s.unit.knows:
                    _seen_again(s, piece, latest)
                _be(s, piece, latest)


def _seen_again(s: Scope, piece: int, latest: int) -> None:
    knowledge.usual(s, piece, lambda mask: knowledge.learn(s, piece, mask))
    everybody = s.unit.layout.everybody
    knowledge.learn(
        s, piece, lambda: _if_copy(s, latest, lambda: _of_last(s, latest, 0), lambda: s.w.number(everybody)), "and"
    )


def kept_from(s: Scope, node: ir.Function) -> None:
    """Pushes the kind of which a piece shows a field that some copy keeps."""
    place, piece = node.arguments
    assert isinstance(place, ir.Constant)
    of_piece(s, kept_attribute(place.value), piece)
