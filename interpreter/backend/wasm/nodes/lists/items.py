"""Writes how items are gone through: constants and numbers, and slots that are an item for a while."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from dsl.ir import nodes as ir
from dsl.ir.slots import mentions
from interpreter.backend.wasm.emit.scope import Body, Scope, value
from interpreter.backend.wasm.emit.writer import Label
from interpreter.program.optimise.lookup_tables import Chosen, chosen
from interpreter.program.optimise.non_none import all_non_none

#: What is done with constants is written out for each if that is at most so many instructions.
WRITTEN_OUT = 120


def each_constant(s: Scope, first: int, count: int, body: Body) -> None:
    """Goes through so many numbers from the first on; where that is short, it is written out."""
    w, code = s.w, s.w.function.code
    began = len(code)
    with w.scratch() as at, w.scratch() as end:
        w.be(at, first)
        w.be(end, first + count)
        with w.counted(at, end) as out:
            inside = len(code)
            body(at, out)
            length = len(code) - inside
        if length * count <= WRITTEN_OUT:
            del code[began:]
            with w.block() as out:
                for number in range(first, first + count):
                    w.be(at, number)
                    body(at, out)


def each_number(s: Scope, low: Callable[[], None], count: Callable[[], None], body: Body) -> None:
    """Goes through so many numbers from the lowest on; both are pushed."""
    w = s.w
    with w.scratch() as at, w.scratch() as end:
        low()
        w.put(at)
        w.get(at)
        count()
        w.do("i32.add")
        w.put(end)
        with w.counted(at, end) as out:
            body(at, out)


def through(s: Scope, place: int, body: Body) -> None:
    """Goes through the list at an address."""
    w = s.w
    with w.scratch() as at, w.scratch() as end, w.scratch() as one:
        w.get(place)
        w.put(at)
        w.get(place)
        w.length(place)
        w.cells()
        w.do("i32.add")
        w.put(end)
        with w.counted(at, end, 4) as out:
            w.get(at)
            w.do("i32.load", 4)
            w.put(one)
            body(one, out)


def close_gap(s: Scope, place: int, at: int, end: int) -> None:
    """Takes the item at a place out of a list of so many."""
    for local in (place, at, end):
        s.w.get(local)
    s.w.call(s.unit.helpers.close_gap)


def contains(s: Scope, through_all: Callable[[Body], None], wanted: int) -> None:
    """Pushes whether a local is among the items that are gone through."""
    w = s.w
    with w.scratch() as found:
        w.be(found, 0)

        def same(one: int, out: Label) -> None:
            w.of("i32.eq", one, wanted)
            with w.when():
                w.be(found, 1)
                w.go(out)

        through_all(same)
        w.get(found)


def better(s: Scope, worth: int, best: int, how: str) -> None:
    """Puts one local into another if it is better."""
    w = s.w
    w.get(worth)
    w.get(best)
    w.do(f"i32.{how}")
    with w.when():
        w.get(worth)
        w.put(best)


def in_table(s: Scope, node: ir.Filter) -> Chosen | None:
    """The table in which a condition on all things of a type finds them; what fails is for another engine anyhow."""
    if not isinstance(node.over, ir.AllOf):
        return None
    return chosen(s.unit.layout, node.over, node.slot, node.where, lambda _: False)


@contextmanager
def worked_out(s: Scope, slot: int, where: ir.Expression | None) -> Iterator[None]:
    """What a condition on items asks first, and is the same whatever the item, is worked out before all of them."""
    before = s.worked_out
    with ExitStack() as stack:
        found: dict[int, int] = {}
        for node in _steady(where, slot):
            value(s, node)
            found[id(node)] = stack.enter_context(s.w.kept())
        s.worked_out = before | found
        yield
    s.worked_out = before


def _steady(node: ir.Expression | None, slot: int) -> Iterator[ir.Derived]:
    match node:
        case ir.Derived():
            if not node.type.many and not mentions(node, slot):
                yield node
        case ir.And(parts) | ir.Or(parts):
            yield from _steady(parts[0], slot)
        case ir.Not(inner):
            yield from _steady(inner, slot)
        case ir.Compare(_, left, right) | ir.Arithmetic(_, left, right):
            yield from _steady(left, slot)
            yield from _steady(right, slot)


@contextmanager
def bound(s: Scope, slot: int, item: int, over: ir.Expression) -> Iterator[None]:
    """A slot is the local with an item of a list, while something is written that changes neither."""
    before, was_sure = s.slots.get(slot), slot in s.non_none
    s.slots[slot] = item
    if all_non_none(s, over):
        s.non_none.add(slot)
    yield
    if not was_sure:
        s.non_none.discard(slot)
    if before is None:
        del s.slots[slot]
    else:
        s.slots[slot] = before
