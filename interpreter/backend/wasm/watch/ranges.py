"""Writes what games that are watched keep of numbers that are chosen from a range."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from interpreter.backend.wasm.emit.ranges import range_of
from interpreter.backend.wasm.emit.scope import Scope
from interpreter.backend.wasm.emit.writer import Writer
from interpreter.backend.wasm.watch.answered import LOWEST, MOST_NUMBERS, Put, add_cell, within
from interpreter.backend.wasm.watch.layout import MOST_TOLD_APART, How, Question, Watch
from interpreter.program.model import nodes as p


@contextmanager
def range_asked(
    s: Scope, watch: Watch, n: p.Ask, a: Put, low: ir.Expression, high: ir.Expression
) -> Iterator[tuple[Question, Callable[[int], None]]]:
    """Where ranges begin and end is counted; with too many numbers, their ends and what was given.

    Most ranges have only numbers that came up before, which is found out first.
    """
    w = s.w
    lowest, highest = range_of(s.unit.before_play, low).low, range_of(s.unit.before_play, high).high
    first = int(lowest) if lowest > -MOST_NUMBERS else LOWEST
    size = int(min(max(highest - first + 1, 1), MOST_NUMBERS))
    question = watch.question(n, How.RANGE, low=first, size=size, ends=size > MOST_TOLD_APART)
    with w.scratch() as begins, w.scratch() as last:

        def counted() -> None:
            _new_numbers(w, watch, question, a, begins, last)
            for edge, amount in ((begins, 1), (last, -1)):
                w.get(edge)
                add_cell(w, question.uses, amount)

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
            if question.ends < 0:
                counted()
            else:
                _are_many(w, a)
                with w.when():
                    _is_within(w, question, begins, last)
                    for edge, back in ((begins, 0), (last, -1)):
                        w.get(edge)
                        w.plus(back)
                        add_cell(w, question.ends)
                    w.otherwise()
                    counted()
        yield question, taken


def _are_many(w: Writer, a: Put) -> None:
    w.with_number("i32.gt_s", a.count, MOST_TOLD_APART)


def _is_within(w: Writer, question: Question, begins: int, last: int) -> None:
    """A range that reaches beyond what is counted is for another engine."""
    within(w, begins, question.size)
    w.with_number("i32.gt_s", last, question.size)
    w.trap_if()


def _new_numbers(w: Writer, watch: Watch, question: Question, a: Put, begins: int, last: int) -> None:
    """Notes what comes up first. Of so many numbers that it matters how many there are in a game, these are kept, too:
    without a branch, since a larger one than before can hardly be foreseen.
    """
    size = question.size
    with w.scratch() as from_here, ExitStack() as stack:
        w.number(size)
        w.get(begins)
        w.do("i32.sub")
        w.put(from_here)
        w.get(from_here)
        w.load(question.at + 12)
        w.do("i32.gt_s")
        w.get(last)
        w.load(question.at + 16)
        w.do("i32.gt_s")
        w.do("i32.or")
        kept = None
        if 2 * size > MOST_TOLD_APART:
            kept = stack.enter_context(_in_game(w, watch, question, begins, last, from_here))
        with w.when():
            _is_within(w, question, begins, last)
            if kept is not None:
                _few_in_game(w, kept, a, begins, last, from_here)
            w.get(begins)
            w.get(last)
            for constant in (question.at, question.uses, size):
                w.number(constant)
            w.call(watch.ranged)


@frozen
class _Kept:
    """What came up before in a game: how many numbers there are from the lowest on, the lowest itself, where the
    highest ends, all in locals; and the address of whether there may be some between that did not come up.
    """

    from_low: int
    low: int
    high: int
    gaps: int


@contextmanager
def _in_game(
    w: Writer, watch: Watch, question: Question, begins: int, last: int, from_here: int
) -> Iterator[_Kept]:  # fmt: skip
    """Notes what comes up in a game, and pushes, with what has been pushed, whether that has to be looked at closely:
    if it is not beside what was there, or there may be so many that some are not told apart.
    """
    game, size = watch.range_in_game(question), question.size
    with w.scratch() as from_low, w.scratch() as low, w.scratch() as high, w.scratch() as ends:
        w.load(game.low)
        w.put(from_low)
        w.load(game.high)
        w.put(high)
        w.number(size)
        w.get(from_low)
        w.do("i32.sub")
        w.put(low)
        for one, other in ((begins, high), (low, last)):
            w.of("i32.gt_s", one, other)
            w.do("i32.or")
        w.number(0)
        w.better(from_here, from_low, "i32.gt_s")
        w.do("local.tee", ends)
        w.do("i32.store", game.low)
        w.number(0)
        w.better(last, high, "i32.gt_s")
        w.do("i32.store", game.high)
        w.get(ends)
        w.load(game.high)
        w.do("i32.add")
        w.number(size + MOST_TOLD_APART // 2)
        w.do("i32.gt_s")
        w.do("i32.or")
        yield _Kept(from_low, low, high, game.gaps)


def _few_in_game(w: Writer, kept: _Kept, a: Put, begins: int, last: int, from_here: int) -> None:
    """Sees to it that so many numbers come up in a game as are told apart; else another engine plays it.

    All from the lowest to the highest may have come up, so with few of these there is no doubt. With more there is none
    if every range was beside another, and there is nothing new in this one. Where some between may not have come up,
    every range is looked at.
    """
    with w.scratch() as gaps:
        w.get(kept.high)
        with w.when():
            w.load(kept.gaps)
            for one, other in ((begins, kept.high), (kept.low, last)):
                w.of("i32.gt_s", one, other)
                w.do("i32.or")
            w.put(gaps)
            w.number(0)
            w.get(gaps)
            w.do("i32.store", kept.gaps)
            w.get(gaps)
            for one, other in ((from_here, kept.from_low), (last, kept.high)):
                w.of("i32.gt_s", one, other)
                w.do("i32.or")
            w.of("i32.sub", kept.high, kept.low)
            w.get(a.count)
            w.do("i32.add")
            w.number(MOST_TOLD_APART)
            w.do("i32.gt_s")
            w.do("i32.and")
            w.trap_if()
