"""Writes what games that are watched keep of numbers that are chosen from a range."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from dsl.ir import nodes as ir
from interpreter.backend.wasm.emit.ranges import range_of
from interpreter.backend.wasm.emit.scope import Scope
from interpreter.backend.wasm.emit.writer import Writer
from interpreter.backend.wasm.watch.answered import LOWEST, MOST_NUMBERS, Put, add_cell, within
from interpreter.backend.wasm.watch.functions import FEW_TOLD_APART, USUAL
from interpreter.backend.wasm.watch.layout import MOST_TOLD_APART, How, Question, Watch
from interpreter.program.model import nodes as p


@contextmanager
def range_asked(
    s: Scope, watch: Watch, n: p.Ask, a: Put, low: ir.Expression, high: ir.Expression
) -> Iterator[tuple[Question, Callable[[int], None]]]:
    """Where ranges begin and end is counted; with too many numbers, their ends and what was given.

    Most ranges have only numbers that came up before, and small ones, which is found out first.
    """
    w = s.w
    lowest, highest = range_of(s.unit.before_play, low).low, range_of(s.unit.before_play, high).high
    first = int(lowest) if lowest > -MOST_NUMBERS else LOWEST
    size = int(min(max(highest - first + 1, 1), MOST_NUMBERS))
    question = watch.question(n, How.RANGE, low=first, size=size, ends=size > MOST_TOLD_APART)
    with w.scratch() as begins, w.scratch() as last:

        def given(at: int, number: int) -> None:
            w.get(number)
            w.plus(-first)
            add_cell(w, at)

        def taken(number: int) -> None:
            if question.ends < 0:
                given(question.taken, number)
                return
            _are_many(w, a)
            with w.when():
                given(question.ends + 4 * size, number)
                w.otherwise()
                given(question.taken, number)

        with w.block() as none:
            w.with_number("i32.le_s", a.count, 0)
            w.go(none, "br_if")
            w.be(begins, 0)
            a.options.item(begins)
            w.plus(-first)
            w.put(begins)
            w.of("i32.add", begins, a.count)
            w.put(last)
            _is_unusual(w, question, begins, last)
            with w.when():
                if question.ends >= 0:
                    _are_many(w, a)
                    with w.when():
                        _is_within(w, question, begins, last)
                        for edge, back in ((begins, 0), (last, -1)):
                            w.get(edge)
                            w.plus(back)
                            add_cell(w, question.ends)
                        w.go(none)
                _new_numbers(w, watch, question, a, begins, last)
                if _may_be_many(question):
                    w.otherwise()
                    w.number(0)
                    w.number(1)
                    w.do("i32.store", watch.range_in_game(question) + USUAL)
            for edge, amount in ((begins, 1), (last, -1)):
                w.get(edge)
                add_cell(w, question.uses, amount)
        yield question, taken


def _are_many(w: Writer, a: Put) -> None:
    w.with_number("i32.gt_s", a.count, MOST_TOLD_APART)


def _may_be_many(question: Question) -> bool:
    """Whether it matters how many different numbers there are in a game."""
    return 2 * question.size > MOST_TOLD_APART


def _is_within(w: Writer, question: Question, begins: int, last: int) -> None:
    """A range that reaches beyond what is counted is for another engine."""
    within(w, begins, question.size)
    w.with_number("i32.gt_s", last, question.size)
    w.trap_if()


def _is_unusual(w: Writer, question: Question, begins: int, last: int) -> None:
    """Pushes whether a range has numbers that have not come up before, or so many or large ones that it matters."""
    w.number(question.size)
    w.get(begins)
    w.do("i32.sub")
    w.load(question.at + 12)
    w.do("i32.gt_s")
    w.get(last)
    w.load(question.at + 16)
    w.do("i32.gt_s")
    w.do("i32.or")
    if _may_be_many(question):
        w.with_number("i32.gt_s", last, FEW_TOLD_APART)
        w.do("i32.or")


def _new_numbers(w: Writer, watch: Watch, question: Question, a: Put, begins: int, last: int) -> None:
    """Notes what comes up first, and that so many numbers come up in a game as are told apart, and no more."""
    _is_within(w, question, begins, last)
    if _may_be_many(question):
        for local in (begins, last, a.count):
            w.get(local)
        for constant in (watch.range_in_game(question), question.size):
            w.number(constant)
        w.call(watch.ranged_in_game)
    w.get(begins)
    w.get(last)
    for constant in (question.at, question.uses, question.size):
        w.number(constant)
    w.call(watch.ranged)
