"""Writes questions: what may be answered, and what a bot answers."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TypeAlias

from dsl.ir import nodes as ir
from interpreter.backend.wasm.emit.binary import Num
from interpreter.backend.wasm.emit.memory import Unsupported
from interpreter.backend.wasm.emit.scope import Scope, is_sure, made_list, value
from interpreter.backend.wasm.nodes import knowledge
from interpreter.backend.wasm.nodes.functions import item_at
from interpreter.program.model import nodes as p

#: Pushes the option at the place in a local.
_Option: TypeAlias = Callable[[int], None]
#: Goes on at a block.
Goes: TypeAlias = Callable[[int], None]


def ask(s: Scope, n: p.Ask, go: Goes) -> None:
    """Asks: without enough to choose from, goes on at once; else a bot answers."""
    w, unit = s.w, s.unit
    with w.scratch() as player, ExitStack() as stack:
        value(s, n.player)
        w.put(player)
        if not is_sure(s, n.player):
            w.is_none(player)
            with w.when():
                go(n.skipped)
        count = stack.enter_context(w.scratch())
        option = stack.enter_context(options(s, n.options, player, count))
        _enough(s, n, count, option, go)
        offers = stack.enter_context(_offers(s, n, player)) if n.offers else None
        may_pass, answers, place = (stack.enter_context(w.scratch()) for _ in range(3))
        value(s, n.may_pass)
        w.number(0)
        w.do("i32.ne")
        w.put(may_pass)
        w.call(unit.helpers.asked)
        w.get(count)
        if offers is not None:
            w.length(offers)
            w.do("i32.add")
        w.get(may_pass)
        w.do("i32.add")
        w.put(answers)
        w.get(player)
        w.get(answers)
        w.get(may_pass)
        w.call(unit.helpers.choose)
        w.put(place)
        w.get(place)
        w.get(count)
        w.do("i32.lt_s")
        with w.when():
            option(place)
            w.put(s.local(n.slot))
            go(n.answered)
        if offers is not None:
            _offered(s, n, offers, place, count, go)
        go(n.passed)


def _enough(s: Scope, n: p.Ask, count: int, option: _Option, go: Goes) -> None:
    """Goes on without a question if there is not enough to choose from."""
    w = s.w
    w.get(count)
    w.number(0)
    w.do("i32.gt_s")
    if n.enough >= 0:
        with w.when(Num.I32), w.scratch() as first:
            w.be(first, 0)
            option(first)
            w.number(n.enough)
            w.do("i32.lt_s")
            w.otherwise()
            w.number(0)
    if n.ask_anyway:
        if n.anyway_if is None:
            w.do("drop")
            return
        value(s, n.anyway_if)
        w.number(0)
        w.do("i32.ne")
        w.do("i32.or")
    w.do("i32.eqz")
    with w.when():
        go(n.skipped)


@contextmanager
def options(s: Scope, which: ir.Options, player: int, count: int) -> Iterator[_Option]:
    """Puts into a local how many options there are; gives what pushes one."""
    w = s.w
    match which:
        case ir.FromRange(low, high):
            with w.scratch() as first:
                value(s, low)
                w.put(first)
                value(s, high)
                w.get(first)
                w.do("i32.sub")
                w.plus(1)
                w.put(count)
                w.get(count)
                w.number(0)
                w.get(count)
                w.number(0)
                w.do("i32.gt_s")
                w.do("select")
                w.put(count)

                def of_range(place: int) -> None:
                    w.get(first)
                    w.get(place)
                    w.do("i32.add")

                yield of_range
        case ir.FromMenu(labels, conditions) if not any(conditions):
            w.be(count, len(labels))
            yield w.get
        case ir.FromList(ir.AllOf(of), several=False) if of.kind is not ir.Kind.PIECE:
            w.be(count, s.unit.setting.size(of))
            yield w.get
        case ir.FromList(over) | ir.InOrder(over):
            with made_list(s, over) as items:
                knowledge.offered(s, which, items)
                yield _counted(s, items, count)
        case ir.FromMenu(_, conditions):
            with s.list(ir.NUMBER) as items:
                for place, condition in enumerate(conditions):
                    _if_holds(s, condition, items, place)
                yield _counted(s, items, count)
        case ir.FromActions(names, conditions):
            with s.list(ir.NUMBER) as items:
                for place, name in enumerate(names):
                    with ExitStack() as stack:
                        if conditions and (condition := conditions[place]) is not None:
                            value(s, condition)
                            stack.enter_context(w.when())
                        legal(s, s.unit.actions[name], player)
                        with w.when():
                            _append_number(s, items, place)
                yield _counted(s, items, count)


def _counted(s: Scope, items: int, count: int) -> _Option:
    w = s.w
    w.length(items)
    w.put(count)

    def option(place: int) -> None:
        item_at(s, items, place)

    return option


def _append_number(s: Scope, items: int, number: int) -> None:
    s.w.number(number)
    with s.w.kept() as one:
        s.append(items, one)


def _if_holds(s: Scope, condition: ir.Expression | None, items: int, place: int) -> None:
    if condition is None:
        _append_number(s, items, place)
        return
    value(s, condition)
    with s.w.when():
        _append_number(s, items, place)


def legal(s: Scope, action: p.Action, player: int) -> None:
    """Pushes whether somebody, in a local, may take an action now."""
    w = s.w
    with s.inside({0: player}, {0}), w.scratch() as may:
        w.be(may, 0)
        with w.block() as done:
            for need in action.needs:
                value(s, need)
                w.do("i32.eqz")
                w.go(done, "br_if")
            for let in action.lets:
                if let.value.type.many:
                    raise Unsupported("a list that an action is asked with")
                value(s, let.value)
                w.put(s.local(let.slot))
            if action.question is None:
                w.be(may, 1)
            else:
                _has_question(s, action.question, player, may)
        w.get(may)


def _has_question(s: Scope, question: ir.Options, player: int, may: int) -> None:
    """Whether there are as many options as are needed."""
    w = s.w
    with w.scratch() as count, options(s, question, player, count):
        w.get(count)
        if isinstance(question, ir.FromList):
            value(s, question.least)
            with w.kept() as least:
                w.get(least)
                w.number(1)
                w.get(least)
                w.number(1)
                w.do("i32.gt_s")
                w.do("select")
        else:
            w.number(1)
        w.do("i32.ge_s")
        w.put(may)


@contextmanager
def _offers(s: Scope, n: p.Ask, player: int) -> Iterator[int]:
    """The places of the actions that are offered beside the question, in a list."""
    with s.list(ir.NUMBER) as items:
        for place, offer in enumerate(n.offers):
            legal(s, s.unit.actions[offer.name], player)
            with s.w.when():
                _append_number(s, items, place)
        yield items


def _offered(s: Scope, n: p.Ask, offers: int, place: int, count: int, go: Goes) -> None:
    """Goes on with an action that was offered, if that is the answer."""
    w = s.w
    with w.scratch() as at:
        w.get(place)
        w.get(count)
        w.do("i32.sub")
        w.put(at)
        w.get(at)
        w.length(offers)
        w.do("i32.lt_s")
        with w.when():
            item_at(s, offers, at)
            w.put(at)
            for number, offer in enumerate(n.offers):
                w.get(at)
                w.number(number)
                w.do("i32.eq")
                with w.when():
                    go(offer.target)
            w.trap()


