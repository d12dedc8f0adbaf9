"""Writes what games that are watched keep of events: where they were told, where pieces went, how the game ended."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from dsl.ir import nodes as ir
from interpreter.backend.wasm.emit.scope import Scope, value


def tell(s: Scope, site: int) -> None:
    """Something is told at a site."""
    watch = s.unit.watch
    if watch is not None and 0 <= site < watch.wanted.sites:
        s.w.number(0)
        s.w.number(1)
        s.w.do("i32.store8", watch.flags + site)


def tell_if(s: Scope, site: int, happened: Callable[[], None]) -> None:
    """The same if 1 is pushed, not 0: without a branch, since what is news can hardly be foreseen."""
    watch, w = s.unit.watch, s.w
    if watch is not None and 0 <= site < watch.wanted.sites:
        w.number(0)
        happened()
        w.number(0)
        w.do("i32.load8_u", watch.flags + site)
        w.do("i32.or")
        w.do("i32.store8", watch.flags + site)


def tell_if_any(s: Scope, site: int, amount: int) -> None:
    """The same if a local is more than 0."""
    tell_if(s, site, lambda: s.w.with_number("i32.gt_s", amount, 0))


def stored(s: Scope, offset: int, base: int, site: int) -> None:
    """Stores what has been pushed where its offset has been pushed before, and is in a local; told if it is news."""
    w = s.w
    if s.unit.watch is None:
        w.do("i32.store", base)
        return
    with w.kept() as new:

        def is_news() -> None:
            w.get(offset)
            w.do("i32.load", base)
            w.get(new)
            w.do("i32.ne")

        tell_if(s, site, is_news)
        w.get(new)
    w.do("i32.store", base)


def list_stored(s: Scope, to: int, items: int, site: int) -> None:
    """Tells that a list, in a local, comes in the place of another, if that has other items."""
    watch, w = s.unit.watch, s.w
    if watch is None:
        return

    def is_news() -> None:
        w.get(to)
        w.get(items)
        w.call(watch.differ)

    tell_if(s, site, is_news)


@contextmanager
def moving(
    s: Scope, site: int, verb: ir.MoveVerb | None, piece: int, zone: int, node: ir.Expression
) -> Iterator[None]:
    """A piece goes to a zone meanwhile, which is a node; both are in locals. Without a verb it is drawn."""
    watch, w, memory = s.unit.watch, s.w, s.unit.memory
    if watch is None:
        yield
        return
    slot = s.unit.layout.zones[node.zone] if isinstance(node, ir.ZoneAt) else None
    every, left = watch.came(verb), watch.left()
    came = every[slot.base : slot.base + slot.count] if slot else every
    one = came[0] if len(set(came)) == 1 else None
    found = {mask & one for mask in left} if one is not None else set()
    with w.scratch() as before:
        if len(found) != 1:
            _of(s, piece, "zone", before)
        yield
        tell(s, site)
        if len(found) == 1:
            (always,) = found
            if always:
                _became(s, piece, lambda: w.number(always))
            return

        def what() -> None:
            w.get(before)
            w.looked_up(memory.table(left))
            if one is None:
                w.get(zone)
                w.cell(memory.table(every))
            else:
                w.number(one)
            w.do("i32.and")

        _became(s, piece, what)


def _became(s: Scope, piece: int, what: Callable[[], None]) -> None:
    """Notes what became of a piece, which is pushed."""
    w, watch = s.w, s.unit.watch
    assert watch is not None
    w.get(piece)
    w.get(piece)
    w.do("i32.load8_u", watch.pieces)
    what()
    w.do("i32.or")
    w.do("i32.store8", watch.pieces)


def leaves(s: Scope, piece: int) -> None:
    """A piece, in a local, is about to leave its zone, where it was offered as often as something was asked there."""
    watch, w = s.unit.watch, s.w
    if watch is None:
        return
    for one in watch.dwindling.values():
        with w.scratch() as offset:
            w.with_number("i32.shl", piece, 2)
            w.do("local.tee", offset)
            w.get(offset)
            w.do("i32.load", one.question.uses)
            w.get(offset)
            w.do("i32.load", s.unit.memory.of_pieces("zone"))
            w.cell(one.put)
            w.do("i32.add")
            w.do("i32.store", one.question.uses)


@contextmanager
def turning(s: Scope, site: int, piece: int) -> Iterator[None]:
    """A piece is turned meanwhile; it is told if others see it then than before."""
    w = s.w
    if s.unit.watch is None:
        yield
        return
    with w.scratch() as before:
        _of(s, piece, "seen", before)
        yield

        def is_news() -> None:
            w.get(piece)
            w.cell(s.unit.memory.of_pieces("seen"))
            w.get(before)
            w.do("i32.xor")
            w.number(s.unit.layout.everybody)
            w.do("i32.and")
            w.number(0)
            w.do("i32.ne")

        tell_if(s, site, is_news)


def _of(s: Scope, piece: int, name: str, local: int) -> None:
    """Puts into a local what the state tells of a piece."""
    s.w.get(piece)
    s.w.cell(s.unit.memory.of_pieces(name))
    s.w.put(local)


def announced(s: Scope, n: ir.Announce) -> None:
    """A text is told; or a marked point is reached, perhaps with a card whose text is carried out."""
    watch = s.unit.watch
    if watch is None:
        return
    tell(s, n.site)
    if n.site in watch.wanted.texts:
        value(s, next(part for part in n.text if not isinstance(part, str)))
        with s.w.kept() as card:
            s.w.is_there(card)
            with s.w.when():
                _became(s, card, lambda: s.w.number(watch.text(n.site)))


def ended(s: Scope, site: int) -> None:
    """The game is over."""
    watch, w = s.unit.watch, s.w
    if watch is None:
        return
    tell(s, site)
    at = watch.ending(site)
    w.number(0)
    w.load(at)
    w.plus(1)
    w.do("i32.store", at)
