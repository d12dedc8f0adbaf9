"""Writes what games that are watched keep of questions: how often they were put, what was offered, what was taken."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, assert_never

from dsl.ir import nodes as ir
from interpreter.backend.wasm.emit.memory import Unsupported
from interpreter.backend.wasm.emit.scope import Scope
from interpreter.backend.wasm.watch.answered import (
    LOWEST,
    MOST_NUMBERS,
    Counted,
    Options,
    Put,
    add_at,
    add_cell,
    add_to,
    within,
)  # fmt: skip
from interpreter.backend.wasm.watch.each import Counting, each_bit, each_option
from interpreter.backend.wasm.watch.layout import MOST_TOLD_APART, USE, How, Passing, Watch, told_apart
from interpreter.backend.wasm.watch.pieces import pieces_asked
from interpreter.backend.wasm.watch.ranges import range_asked
from interpreter.program.model import nodes as p

#: So few values are counted each without a branch.
_FEW: Final = 9


@contextmanager
def noted(s: Scope, n: p.Ask, a: Put) -> Iterator[Counted]:
    """Counts a question, if games are watched; how it is answered is counted meanwhile."""
    watch, w = s.unit.watch, s.w
    if watch is None:
        yield Counted()
        return
    with _options(s, watch, n, a) as (question, taken):
        add_to(w, question.at)
        if question.passing is Passing.COUNTED:
            add_to(w, question.at + 4, lambda: w.get(a.may_pass))
        besides = _action_taken(s, watch, [offer.action for offer in n.offers])
        yield Counted(taken, besides, lambda: add_to(w, question.at + 8))


def offers_actions(n: p.Ask) -> bool:
    """Whether a question is put if it has any action to offer, so that each is counted when it is found."""
    return isinstance(n.options, ir.FromActions) and n.enough < 0


def action_offered(s: Scope, name: str) -> None:
    """Counts that an action is offered, if games are watched."""
    if s.unit.watch is not None:
        add_to(s.w, s.unit.watch.actions + USE * s.unit.program.actions[name].number)


@contextmanager
def _options(s: Scope, watch: Watch, n: p.Ask, a: Put) -> Iterator[Counting]:
    """Counts the options."""
    match n.options:
        case ir.FromRange(low, high):
            with range_asked(s, watch, n, a, low, high) as counting:
                yield counting
        case ir.FromMenu(labels, conditions):
            cells, texts = told_apart(labels)
            if not any(conditions):
                yield _every(s, watch, n, cells, texts)
                return
            apart = len(texts) == len(labels)
            yield each_option(s, watch, n, a, texts, lambda option: _cell_of(s, cells, option), len(labels), apart)
        case ir.FromActions(names):
            numbers = [s.unit.program.actions[name].number for name in names]
            if not offers_actions(n):
                _actions(s, watch, a.options, numbers)
            yield watch.question(n, How.ACTIONS), _action_taken(s, watch, numbers)
        case ir.FromList(over) | ir.InOrder(over) if over.type.kind is ir.Kind.PIECE:
            with pieces_asked(s, watch, n, a, over) as counting:
                yield counting
        case ir.FromList(ir.AllOf(of), several=False):
            size = s.unit.setting.size(of)
            cells, texts = told_apart([watch.wanted.label(of.one(), one) for one in range(size)])
            yield _every(s, watch, n, cells, texts)
        case ir.FromList(over) | ir.InOrder(over):
            yield _values(s, watch, n, a, over.type)
        case _:
            assert_never(n.options)


def _cell_of(s: Scope, cells: Sequence[int], option: int) -> None:
    """Pushes where an option is counted among others."""
    s.w.get(option)
    if list(cells) != list(range(len(cells))):
        s.w.cell(s.unit.memory.table(cells))


# ---------------------------------------------------------------- one form after another


def _every(s: Scope, watch: Watch, n: p.Ask, cells: Sequence[int], labels: Sequence[str]) -> Counting:
    """All are offered each time; what was taken is counted alone."""
    if 2 * len(labels) > MOST_TOLD_APART:
        raise Unsupported("more options than are told apart")
    w, question = s.w, watch.question(n, How.EVERY, labels)

    def taken(option: int) -> None:
        _cell_of(s, cells, option)
        add_cell(w, question.uses)

    return question, taken


def _actions(s: Scope, watch: Watch, options: Options, numbers: Sequence[int]) -> None:
    """Counts actions that are offered: places of these in a list, as `numbers` has them. No two of them are equal."""
    options.each(lambda option, _: _add_to_action(s, watch, numbers, option, 0))


def _action_taken(s: Scope, watch: Watch, numbers: Sequence[int]) -> Callable[[int], None]:
    """Gives what counts that one was taken."""
    return lambda option: _add_to_action(s, watch, numbers, option, 4)


def _add_to_action(s: Scope, watch: Watch, numbers: Sequence[int], option: int, offset: int) -> None:
    s.w.get(option)
    s.w.cell(s.unit.memory.table([USE * number for number in numbers]))
    with s.w.kept() as use:
        add_at(s.w, use, watch.actions + offset)


def _values(s: Scope, watch: Watch, n: p.Ask, a: Put, of: ir.Type) -> Counting:
    """Of values; of numbers so many as may be told apart."""
    w = s.w
    low, size = _from_to(s, of)
    cells, texts = told_apart([watch.wanted.label(of.one(), low + place) for place in range(size)])

    def cell(option: int) -> None:
        with w.scratch() as found:
            w.with_number("i32.sub", option, low)
            w.put(found)
            if of.kind in (ir.Kind.NUMBER, ir.Kind.DIE):
                within(w, found, size)
            _cell_of(s, cells, found)

    apart = a.options.apart and len(texts) == len(cells)
    if apart and a.options.mask is not None and size <= _FEW:
        return each_bit(s, watch, n, a, texts, cell, a.options.mask)
    return each_option(s, watch, n, a, texts, cell, s.unit.most_items(of), apart)


def _from_to(s: Scope, of: ir.Type) -> tuple[int, int]:
    """The lowest of the values of a type, and how many there are; none comes first."""
    layout, setting = s.unit.layout, s.unit.setting
    match of.kind:
        case ir.Kind.PLAYER | ir.Kind.VALUE:
            return -1, 1 + setting.size(of)
        case ir.Kind.YES_NO:
            return 0, 2
        case ir.Kind.ZONE:
            return -1, 1 + len(layout.masks)
        case ir.Kind.COUNTER:
            return -1, 1 + len(layout.counters)
        case ir.Kind.TEXT:
            return -1, 1 + len(layout.texts)
        case ir.Kind.NUMBER | ir.Kind.DIE:
            return LOWEST, MOST_NUMBERS
        case _:
            raise Unsupported("options of that kind, watched")
