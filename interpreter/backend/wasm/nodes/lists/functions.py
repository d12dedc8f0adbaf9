"""Writes the built-in functions that give lists."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack

from dsl.ir import nodes as ir
from interpreter.backend.wasm.emit.memory import Unsupported
from interpreter.backend.wasm.emit.scope import Body, Scope, each, made_anew, made_list, value
from interpreter.backend.wasm.emit.writer import Label
from interpreter.backend.wasm.nodes.lists.items import close_gap, through
from interpreter.backend.wasm.nodes.things import constant_argument, of_piece_in
from interpreter.runtime.state import RULES_UNDER_WAY


def each_function(s: Scope, node: ir.Function, body: Body) -> None:
    """Goes through the list that a function gives."""
    written = LISTS.get(node.name)
    if written is None:
        raise Unsupported(f"list of {node.name}")
    written(s, node, body)


def _copies(s: Scope, node: ir.Function, body: Body) -> None:
    w = s.w
    card = constant_argument(node.arguments[0])
    known = s.unit.layout.copies(card)
    if known is None:
        with w.scratch() as at, w.scratch() as end:
            w.be(at, 0)
            w.load(s.unit.memory.at["pieces"])
            w.put(end)
            with w.counted(at, end) as out:
                of_piece_in(s, at, "kind")
                w.number(card)
                w.do("i32.eq")
                with w.when():
                    body(at, out)
        return
    table = s.unit.memory.table(known or (0,))
    with w.scratch() as at, w.scratch() as end, w.scratch() as piece:
        w.be(at, 0)
        w.be(end, len(known))
        with w.counted(at, end) as out:
            w.get(at)
            w.cell(table)
            w.put(piece)
            body(piece, out)


def _rules_under_way(s: Scope, _: ir.Function, body: Body) -> None:
    s.w.number(s.unit.memory.at[RULES_UNDER_WAY])
    with s.w.kept() as place:
        through(s, place, body)


def _metered_each(s: Scope, node: ir.Function, body: Body) -> None:
    weight, found = node.arguments
    with made_list(s, found) as items:
        value(s, weight)
        s.w.length(items)
        s.w.do("i32.mul")
        s.w.do("i64.extend_i32_s")
        s.w.call(s.unit.helpers.spend)
        through(s, items, body)


def _from(backwards: bool) -> Callable[[Scope, ir.Function, Body], None]:
    """A list from one of its items on, forwards or backwards, and round; from the first if it is not there."""

    def written(s: Scope, node: ir.Function, body: Body) -> None:
        w = s.w
        items, start = node.arguments
        with ExitStack() as stack:
            over = stack.enter_context(made_list(s, items))
            at, left, one, end = (stack.enter_context(w.scratch()) for _ in range(4))
            value(s, start)
            with w.kept() as wanted:
                w.be(at, 0)
                w.be(left, 0)

                def found(item: int, out: Label) -> None:
                    w.get(item)
                    w.get(wanted)
                    w.do("i32.eq")
                    with w.when():
                        w.get(left)
                        w.put(at)
                        w.go(out)
                    w.add_to(left, 1)

                through(s, over, found)
            w.length(over)
            w.put(end)
            w.be(left, 0)
            with w.counted(left, end) as out:
                s.w.item(over, at)
                w.put(one)
                body(one, out)
                if backwards:
                    w.get(at)
                    w.get(end)
                    w.get(at)
                    w.do("select")
                    w.number(1)
                    w.do("i32.sub")
                    w.put(at)
                else:
                    w.add_to(at, 1)
                    w.get(at)
                    w.get(end)
                    w.do("i32.ge_s")
                    with w.when():
                        w.be(at, 0)

    return written


def _without_each(s: Scope, node: ir.Function, body: Body) -> None:
    """A list without the first of each of others."""
    w = s.w
    items, gone = node.arguments
    with made_anew(s, items) as left, w.scratch() as at, w.scratch() as end:

        def taken(one: int, _: Label) -> None:
            w.be(at, 0)
            w.length(left)
            w.put(end)
            with w.counted(at, end) as out:
                s.w.item(left, at)
                w.get(one)
                w.do("i32.eq")
                with w.when():
                    close_gap(s, left, at, end)
                    w.go(out)

        each(s, gone, taken)
        through(s, left, body)


#: Every function that gives a list.
LISTS: Mapping[str, Callable[[Scope, ir.Function, Body], None]] = {
    "copies": _copies,
    "rules_under_way": _rules_under_way,
    "metered_each": _metered_each,
    "from": _from(False),
    "back_from": _from(True),
    "without_each": _without_each,
}
