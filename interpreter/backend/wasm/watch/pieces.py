"""Writes what games that are watched keep of pieces that are chosen from."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from dsl.ir import nodes as ir
from interpreter.backend.wasm.emit.binary import Num
from interpreter.backend.wasm.emit.memory import Unsupported
from interpreter.backend.wasm.emit.scope import Scope, is_sure, value
from interpreter.backend.wasm.emit.writer import Label
from interpreter.backend.wasm.watch.answered import Put, add_cell, add_to
from interpreter.backend.wasm.watch.each import Counting, each_option, new_question
from interpreter.backend.wasm.watch.layout import How, Watch
from interpreter.program.model import nodes as p


@contextmanager
def pieces_asked(s: Scope, watch: Watch, n: p.Ask, a: Put, over: ir.Expression) -> Iterator[Counting]:
    """By their titles; where equal ones lie in different places, with the place."""
    w, memory = s.w, s.unit.memory

    def title(piece: int) -> None:
        w.get(piece)
        w.cell(memory.of_pieces("kind"))
        w.cell(watch.title_of)

    zone = _lie_together(over)
    if zone is not None:
        begin = watch.never_equal(zone)
        if begin and a.options.apart and watch.each_by_itself:
            yield _each_piece(s, watch, n, a, begin, over)
        else:
            yield each_option(s, watch, n, a, tuple(watch.titles), title, memory.pieces, apart=False)
        return
    if not watch.are_unlike:
        raise Unsupported("pieces whose titles are like places")

    with w.scratch() as many:
        _lie_apart(s, a, many)

        def cell(piece: int) -> None:
            w.get(many)
            with w.when(Num.I32):
                title(piece)
                with w.kept() as found:
                    w.get(found)
                    w.number(len(watch.labels) // len(watch.titles) - 1)
                    w.do("i32.mul")
                    _zone(s, piece)
                    w.cell(memory.table(watch.places))
                    w.do("i32.add")
                    w.plus(len(watch.titles))
                    w.get(found)
                    w.get(found)
                    w.cell(watch.scattered)
                    w.do("select")
                w.otherwise()
                title(piece)

        def scattered(piece: int, _: Label) -> None:
            title(piece)
            w.cells()
            with w.kept() as of:
                _scatter(s, watch, of, lambda: _zone(s, piece))

        w.get(many)
        with w.when():
            new_question(w, watch)
            a.options.each(scattered)
        yield each_option(s, watch, n, a, watch.labels, cell, memory.pieces, apart=False)


def _each_piece(s: Scope, watch: Watch, n: p.Ask, a: Put, most: int, over: ir.Expression) -> Counting:
    """Each piece is counted by itself, of which no two with one title are offered together; so many may come up.

    Once all have come up, those that lie where nothing comes are counted when they leave.
    """
    w, titles = s.w, watch.each_by_itself
    question = watch.question(n, How.PIECES, titles)
    met, dwindling = question.at + 12, watch.dwindling.get(n.site)

    def offered(piece: int, _: Label) -> None:
        w.get(piece)
        add_cell(w, question.uses)

    def offered_first(piece: int, out: Label) -> None:
        w.get(piece)
        w.cell(question.uses)
        w.do("i32.eqz")
        with w.when():
            w.with_number("i32.shl", piece, 2)
            w.plus(question.uses)
            w.call(watch.first)
            add_to(w, met)
        offered(piece, out)

    def taken(piece: int) -> None:
        w.get(piece)
        add_cell(w, question.taken)

    w.load(met)
    w.number(most)
    w.do("i32.eq")
    with w.when():
        if dwindling is not None and isinstance(over, ir.Contents) and is_sure(s, over.zone):
            value(s, over.zone)
            add_cell(w, dwindling.put)
        else:
            a.options.each(offered)
        w.otherwise()
        a.options.each(offered_first)
    return question, taken


def _lie_apart(s: Scope, a: Put, many: int) -> None:
    """Puts into a local whether the pieces lie in different places."""
    w = s.w
    with w.scratch() as zone:
        w.be(many, 0)
        w.be(zone, ir.NONE)

        def elsewhere(piece: int, _: Label) -> None:
            w.get(many)
            w.is_there(zone)
            _zone(s, piece)
            w.get(zone)
            w.do("i32.ne")
            w.do("i32.and")
            w.do("i32.or")
            w.put(many)
            _zone(s, piece)
            w.put(zone)

        a.options.each(elsewhere)


def _scatter(s: Scope, watch: Watch, title: int, zone: Callable[[], None]) -> None:
    """Notes where a piece lies, which is pushed, with a title that has an offset in a local."""
    w = s.w
    w.get(title)
    w.do("i32.load", watch.named)
    w.do("global.get", watch.now)
    w.do("i32.ne")
    with w.when():
        w.get(title)
        w.do("global.get", watch.now)
        w.do("i32.store", watch.named)
        w.get(title)
        w.number(0)
        w.do("i32.store", watch.scattered)
        w.get(title)
        zone()
        w.do("i32.store", watch.lying)
        w.otherwise()
        w.get(title)
        w.get(title)
        w.do("i32.load", watch.scattered)
        w.get(title)
        w.do("i32.load", watch.lying)
        zone()
        w.do("i32.ne")
        w.do("i32.or")
        w.do("i32.store", watch.scattered)


def _lie_together(over: ir.Expression) -> ir.Expression | None:
    """The place in which all pieces of a list are, if there is one."""
    match over:
        case ir.Contents(zone):
            return None if zone.type.many else zone
        case ir.Filter(over=inner) | ir.Function("metered_each", (_, inner)):
            return _lie_together(inner)
        case _:
            return None


def _zone(s: Scope, piece: int) -> None:
    """Pushes where a piece lies."""
    s.w.get(piece)
    s.w.cell(s.unit.memory.of_pieces("zone"))
