"""Writes what games that are watched keep of options that are counted each by itself."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from interpreter.backend.wasm.emit.scope import Scope
from interpreter.backend.wasm.emit.writer import Label, Writer
from interpreter.backend.wasm.watch.answered import Put, add_at, add_cell
from interpreter.backend.wasm.watch.layout import MOST_TOLD_APART, USE, How, Question, Watch
from interpreter.program.model import nodes as p

#: A question as it is counted, and what counts that an option was taken, which is in a local.
Counting: TypeAlias = tuple[Question, Callable[[int], None]]


def each_option(
    s: Scope, watch: Watch, n: p.Ask, a: Put, labels: Sequence[str], cell: Callable[[int], None], most: int,
    apart: bool,
) -> Counting:  # fmt: skip
    """Each of `most` at most is counted, equal ones once; `cell` pushes where an option is counted.

    `apart`: no two of them are equal.
    """
    w, question = s.w, watch.question(n, How.EACH, labels)
    known = None
    if len(labels) + most > MOST_TOLD_APART:
        known = watch.known_at(n.site)
        w.load(known)
        w.get(a.count)
        w.do("i32.add")
        w.number(MOST_TOLD_APART)
        w.do("i32.gt_s")
        w.trap_if()

    def use(option: int) -> None:
        use_at(w, question.uses, lambda: cell(option))

    def offered(option: int, _: Label) -> None:
        use(option)
        if known is not None:
            w.number(known)
            w.call(watch.offered)
            return
        with w.kept() as found:
            (_offered if apart else _offered_once)(w, watch, found)

    if known is not None or not apart:
        new_question(w, watch)
    a.options.each(offered)
    return question, lambda option: add_taken(w, use, option)


def each_bit(
    s: Scope, watch: Watch, n: p.Ask, a: Put, labels: Sequence[str], cell: Callable[[int], None], mask: int
) -> Counting:
    """The same of values that have a bit in a local, the first of which stands behind none: it is counted which there
    were together. Which these are can hardly be foreseen, unless one comes up first.
    """
    w, question = s.w, watch.question(n, How.TOGETHER, labels)
    met = question.at + 12

    def first(option: int, _: Label) -> None:
        w.load(met)
        w.get(option)
        w.do("i32.shr_u")
        w.number(1)
        w.do("i32.and")
        w.do("i32.eqz")
        with w.when():
            cell(option)
            w.cells()
            w.plus(question.uses)
            w.call(watch.first)

    def taken(option: int) -> None:
        cell(option)
        add_cell(w, question.uses)

    w.load(met)
    w.get(mask)
    w.do("i32.or")
    w.load(met)
    w.do("i32.ne")
    with w.when():
        a.options.each(first)
        w.number(0)
        w.load(met)
        w.get(mask)
        w.do("i32.or")
        w.do("i32.store", met)
    w.get(mask)
    add_cell(w, question.taken)
    return question, taken


def use_at(w: Writer, first: int, cell: Callable[[], None]) -> None:
    """Pushes the address of a use."""
    cell()
    w.number(USE)
    w.do("i32.mul")
    w.plus(first)


def _offered_once(w: Writer, watch: Watch, use: int) -> None:
    """Counts that what is counted at an address is offered, once for each number that `now` has."""
    w.get(use)
    w.do("i32.load", 8)
    w.do("global.get", watch.now)
    w.do("i32.ne")
    with w.when():
        w.get(use)
        w.do("global.get", watch.now)
        w.do("i32.store", 8)
        _offered(w, watch, use)


def _offered(w: Writer, watch: Watch, use: int) -> None:
    """Counts that what is counted at an address is offered; what comes up first is noted."""
    _noted_first(w, watch, use)
    add_at(w, use, 0)


def _noted_first(w: Writer, watch: Watch, use: int) -> None:
    w.get(use)
    w.do("i32.load", 0)
    w.do("i32.eqz")
    with w.when():
        w.get(use)
        w.call(watch.first)


def new_question(w: Writer, watch: Watch) -> None:
    """What is offered now is told apart from what was offered before."""
    w.do("global.get", watch.now)
    w.plus(1)
    w.do("global.set", watch.now)


def add_taken(w: Writer, use: Callable[[int], None], option: int) -> None:
    """Counts that an option is taken."""
    use(option)
    with w.kept() as found:
        add_at(w, found, 4)
