"""Blocks written without jumps go the ways that the blocks go, however they lead to one another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import define
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.ir import nodes as ir
from interpreter.backend.python.emit import tree
from interpreter.backend.python.emit.body import Body
from interpreter.backend.python.emit.control_flow import ControlFlow
from interpreter.program.model.nodes import Block, Branch, Component, End, Goto, Leave, Routine, SetState
from interpreter.program.model.routine_id import WHOLE_GAME
from interpreter.program.optimise.structure import shape

SOMETIMES = ir.Constant(1, ir.YES_NO)  # stands for any condition; which way it goes, luck says
SET_UP = SetState(Component.SET_UP, SOMETIMES)
MOST_BLOCKS = 9


class Enough(Exception):
    """There is no more luck."""


@define(kw_only=True)
class Plain(ControlFlow):
    """Writes a block as one statement that tells of it."""

    routine: Routine

    def block(self, label: int) -> bool:
        out = self.code.out
        out.do("told.append(label)", label=label)
        match self.routine.blocks[label].end:
            case Goto(target):
                return self.go_on(target)
            case Branch(_, then, otherwise):
                return self.either(tree.expr("luck()"), lambda: self.go_on(then), lambda: self.go_on(otherwise))
        out.do("return")
        return False

    def lead_out(self, label: int) -> None:
        raise AssertionError(label)

    @contextmanager
    def loop(self, label: int) -> Iterator[None]:
        with self.code.out.block("while True: pass"):
            yield


@st.composite
def routines(draw: st.DrawFn) -> Routine:
    """Any blocks that lead to any others."""
    count = draw(st.integers(1, MOST_BLOCKS))
    label = st.integers(0, count - 1)
    ends: st.SearchStrategy[End] = st.one_of(
        st.builds(lambda a, b: Branch(SOMETIMES, a, b), label, label), st.builds(Goto, label), st.just(Leave(None))
    )
    statements = st.sampled_from(((), (SET_UP,)))
    blocks = {number: Block(draw(statements), draw(ends)) for number in range(count)}
    return Routine(WHOLE_GAME, 0, 0, ("you",), 0, blocks, answers=False, emitted=False, secret=False)


def by_blocks(routine: Routine, luck: Callable[[], bool], told: list[int]) -> None:
    label = routine.entry
    while True:
        told.append(label)
        match routine.blocks[label].end:
            case Goto(target):
                label = target
            case Branch(_, then, otherwise):
                label = then if luck() else otherwise
            case _:
                return
        if len(told) > 200:
            raise Enough


def written(routine: Routine) -> str | None:
    found = shape(routine)
    if found is None:
        return None
    made: Any = SimpleNamespace(out=Body())
    flow = Plain(shape=found, code=made, routine=routine)
    flow.emit(routine.entry)
    first = [tree.assign(flow.jumps, tree.NONE)] if flow.jumps else []
    return tree.text(tree.module([tree.function("run", [], [*first, *made.out.statements])]))


def trail(run: Callable[[], object], told: list[int]) -> list[int]:
    with suppress(Enough):
        run()
    return told[:200]


def lots(luck: list[bool]) -> Callable[[], bool]:
    left: Iterator[bool] = iter(luck)

    def draw() -> bool:
        for one in left:
            return one
        raise Enough

    return draw


@pytest.mark.slow
@settings(max_examples=400, deadline=None)
@given(routines(), st.lists(st.booleans(), max_size=40))
def test_the_same_way_is_gone(routine: Routine, luck: list[bool]) -> None:
    text = written(routine)
    if text is None:
        return  # a loop with several ways in
    told: list[int] = []
    lot = lots(luck)
    expected = trail(lambda: by_blocks(routine, lot, told), told)
    said: list[int] = []
    names: dict[str, Any] = {"luck": lots(luck), "told": Told(said)}
    exec(text, names)
    assert trail(names["run"], said) == expected


class Told:
    """A list that does not go on for ever."""

    def __init__(self, said: list[int]) -> None:
        self.said = said

    def append(self, label: int) -> None:
        self.said.append(label)
        if len(self.said) > 200:
            raise Enough


def test_a_loop_with_two_ways_in_is_left_to_others() -> None:
    blocks = {0: Block((), Branch(SOMETIMES, 1, 2)), 1: Block((), Goto(2)), 2: Block((), Branch(SOMETIMES, 1, 0))}
    assert shape(Routine(WHOLE_GAME, 0, 0, ("you",), 0, blocks, answers=False, emitted=False, secret=False)) is None


def test_a_way_out_of_two_loops_skips_what_comes_between() -> None:
    blocks = {
        0: Block((), Goto(1)),
        1: Block((), Branch(SOMETIMES, 2, 4)),
        2: Block((SET_UP,), Branch(SOMETIMES, 5, 3)),
        3: Block((), Branch(SOMETIMES, 2, 1)),
        4: Block((SET_UP,), Goto(5)),
        5: Block((SET_UP,), Leave(None)),
    }
    text = written(Routine(WHOLE_GAME, 0, 0, ("you",), 0, blocks, answers=False, emitted=False, secret=False))
    assert text is not None
    assert text.count("while True:") == 2
    assert text.count("told.append(5)") == 1, "it is written once, and jumped to"
