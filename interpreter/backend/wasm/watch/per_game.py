"""Writes what is done before and after each game that is watched, and before many of them."""

from functools import partial
from typing import Final

from interpreter.backend.wasm.emit.writer import Writer
from interpreter.backend.wasm.emit.zones import load_piece, scaled
from interpreter.backend.wasm.watch.answered import add_at
from interpreter.backend.wasm.watch.layout import FLUSHED, Watch
from interpreter.program.model.layout import Layout
from interpreter.runtime.state import OWN_KIND


def begin_batch(w: Writer, watch: Watch) -> None:
    """All counts begin anew."""
    for at, size in watch.cleared:
        w.fill(at, size)
    w.number(1)
    w.do("global.set", watch.now)


def begin_game(w: Writer, watch: Watch) -> None:
    """What is counted of one game begins anew."""
    w.copy(watch.flags, watch.image, watch.size)
    for at in watch.forgotten:
        w.number(0)
        w.number(0)
        w.do("i32.store", at)
    w.do("global.get", watch.now)
    w.do("global.set", watch.began)


def end_game(w: Writer, watch: Watch, layout: Layout, games: int) -> None:
    """Adds up what happened in a game, after so many more (in a local): in bytes, and now and then in numbers."""
    with w.scratch() as at, w.scratch() as end:
        w.be(at, 0)
        w.be(end, watch.pieces - watch.flags)
        with w.counted(at, end, 16):
            w.get(at)
            for address in (watch.told, watch.flags):
                w.get(at)
                w.do("v128.load", address)
            w.do("i8x16.add")
            w.do("v128.store", watch.told)
    _journeys(w, watch, layout)
    _still_there(w, watch)
    w.add_to(games, 1)
    w.with_number("i32.ge_s", games, FLUSHED)
    with w.when():
        w.call(watch.flush)
        w.be(games, 0)


def write_flush(watch: Watch) -> None:
    """Adds what was counted in bytes to numbers."""
    w = Writer(watch.flush)
    at, end = w.local(), w.local()
    for told, size, numbers in (
        (watch.told, watch.pieces - watch.flags, watch.reached), (watch.went, 4 * len(watch.titles), watch.journeys),
    ):  # fmt: skip
        w.be(at, 0)
        w.be(end, size)
        with w.counted(at, end):
            with w.scratch() as offset:
                w.get(at)
                w.cells()
                w.do("local.tee", offset)
                w.get(offset)
                w.do("i32.load", numbers)
                w.get(at)
                w.do("i32.load8_u", told)
                w.do("i32.add")
                w.do("i32.store", numbers)
            w.get(at)
            w.number(0)
            w.do("i32.store8", told)


def _still_there(w: Writer, watch: Watch) -> None:
    """What is left of what dwindled was offered as often as something was asked there."""
    memory = watch.memory
    for one in watch.dwindling.values():
        with w.scratch() as at, w.scratch() as end:
            for zone in one.zones:
                address = memory.zone(zone)
                w.be(at, address)
                w.load(address)
                scaled(w, memory)
                w.plus(address)
                w.put(end)
                with w.counted(at, end, memory.width):
                    w.get(at)
                    load_piece(w, memory)
                    w.cells()
                    with w.kept() as offset:
                        add_at(w, offset, one.question.uses, partial(w.load, one.put + 4 * zone))


def _journeys(w: Writer, watch: Watch, layout: Layout) -> None:
    """Counts the titles, each once for whatever became of the pieces that have it."""
    plain = [title not in watch.wanted.texted for title in watch.titles]
    if layout.fixed_kinds and len(layout.first_pieces) <= _FEW_PIECES:
        pieces: dict[str, list[int]] = {title: [] for title in watch.titles}
        for piece, (kind, _, _) in enumerate(layout.first_pieces):
            pieces[layout.kinds[kind].title].append(piece)
        for place, those in enumerate(pieces.values()):
            if those:
                w.number(0)
                for number, piece in enumerate(those):
                    w.number(0)
                    w.do("i32.load8_u", watch.pieces + piece)
                    if number:
                        w.do("i32.or")
                w.cell(watch.apart[plain[place]])
                w.load(watch.went + 4 * place)
                w.do("i32.add")
                w.do("i32.store", watch.went + 4 * place)
        return
    memory, titles = watch.memory, watch.memory.room(len(watch.titles))
    tables = memory.table([watch.apart[one] for one in plain])
    with w.scratch() as at, w.scratch() as end, w.scratch() as went:
        w.be(at, 0)
        w.load(memory.at["pieces"])
        w.put(end)
        with w.counted(at, end):
            w.get(at)
            w.do("i32.load8_u", watch.pieces)
            w.put(went)
            w.get(went)
            with w.when():
                w.get(at)
                w.cell(memory.of_pieces(OWN_KIND if layout.copying else "kind"))
                w.cell(watch.title_of)
                with w.kept() as title:
                    w.get(title)
                    w.get(title)
                    w.do("i32.load8_u", titles)
                    w.get(went)
                    w.do("i32.or")
                    w.do("i32.store8", titles)
        w.be(at, 0)
        w.be(end, len(watch.titles))
        with w.counted(at, end), w.scratch() as offset:
            w.get(at)
            w.cells()
            w.do("local.tee", offset)
            w.get(offset)
            w.do("i32.load", watch.went)
            w.get(at)
            w.do("i32.load8_u", titles)
            w.cells()
            w.get(offset)
            w.do("i32.load", tables)
            w.do("i32.add")
            w.do("i32.load", 0)
            w.do("i32.add")
            w.do("i32.store", watch.went)
            w.get(at)
            w.number(0)
            w.do("i32.store8", titles)


#: With no more pieces than this, each is asked by itself what became of it.
_FEW_PIECES: Final = 200
