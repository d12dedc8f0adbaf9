"""However deep conditions are nested, each is written once: the work of writing grows with the size of the rules."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pytest
from attrs import evolve

from dsl.ir import nodes as ir
from interpreter.backend.python.emit import tree
from interpreter.backend.python.emit.body import Body
from interpreter.backend.python.emit.code import Code
from interpreter.backend.python.emit.code import test as written_test
from interpreter.backend.python.emit.unit import Unit
from interpreter.backend.python.nodes.values import WRITERS
from interpreter.engine import Engine
from tests import ir_table as t

#: What was written twice at each level would be written some 10 ** 12 times.
DEPTHS = (10, 20, 40)


def and_or(depth: int) -> ir.Expression:
    """Parts that need a loop, in one another."""
    found = _loop(0)
    for level in range(depth):
        kind = ir.Or if level % 2 else ir.And
        found = kind((_loop(level + 1), found))
    return found


def cases(depth: int) -> ir.Expression:
    """Which value it is, and what is worked out for it, in one another."""
    found: ir.Expression = t.n(0)
    for level in range(depth):
        found = ir.Cases(((_loop(level), found),), t.n(level), ir.NUMBER)
    return t.compare(found, ">", t.n(1))


def members(depth: int) -> ir.Expression:
    """Whether a card is among those for which the same is asked of another."""
    found = _loop(0)
    for level in range(depth):
        asked = ir.Filter(t.lying("pile"), 2 + level, ir.And((_loop(level), found)), ir.PIECES)
        found = ir.IsIn(t.top("pile"), asked)
    return found


def players(depth: int) -> ir.Expression:
    """Players for whom there is another: for so few, conditions are written out if that can be done."""
    found = _loop(0)
    for level in range(depth):
        found = ir.Some(t.EVERYBODY, 2 + level, found)
    return found


def _loop(level: int) -> ir.Expression:
    """What cannot be said as an expression."""
    others = t.compare(t.local(100, ir.PIECE), "!=", t.n(level))
    return t.compare(ir.CountOf(ir.Filter(t.lying("pile"), 100, others, ir.PIECES)), ">", t.n(level))


def work(node: ir.Expression) -> tuple[int, int]:
    """How often an expression is written for it, and how many nodes are in what comes of it."""
    calls: Counter[type] = Counter()

    def counted(kind: type, write: Callable[..., Any], *given: Any) -> Any:
        calls[kind] += 1
        return write(*given)

    def watched(writers: Mapping[type, Callable[..., Any]]) -> dict[type, Callable[..., Any]]:
        return {kind: partial(counted, kind, write) for kind, write in writers.items()}

    writers = evolve(
        WRITERS, values=watched(WRITERS.values), tests=watched(WRITERS.tests), lists=watched(WRITERS.lists)
    )
    out = Body()

    def local(slot: int) -> ast.expr:
        return tree.name(f"v{slot}")

    code = Code(Unit(Engine(t.game(), 3).program, False, writers, {}, {}), out, local, local, set())
    out.do("return found", found=written_test(code, node))
    return calls.total(), sum(1 for statement in out.statements for _ in ast.walk(statement))


@pytest.mark.parametrize("nested", [and_or, cases, members, players])
def test_the_work_grows_with_the_size(nested: Callable[[int], ir.Expression]) -> None:
    least, middle, most = (work(nested(depth)) for depth in DEPTHS)
    for few, more, many in zip(least, middle, most, strict=True):
        assert more - few > 0
        assert many - more <= 2 * (more - few), "so much for each level, and no more"
