"""Writes questions: what may be answered, and what a bot answers."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TypeAlias, assert_never

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from interpreter.backend.wasm.emit.answers import bot_answer
from interpreter.backend.wasm.emit.binary import Num
from interpreter.backend.wasm.emit.memory import Unsupported
from interpreter.backend.wasm.emit.scope import Gathering, Scope, is_sure, made_list, value
from interpreter.backend.wasm.emit.writer import Label
from interpreter.backend.wasm.nodes.lists.forms import Form, by_places, form, of_list
from interpreter.backend.wasm.nodes.pieces import knowledge
from interpreter.backend.wasm.watch.answered import Counted, Put
from interpreter.backend.wasm.watch.asked import action_offered, noted, offers_actions
from interpreter.backend.wasm.watch.told import tell
from interpreter.program.model import nodes as p

#: Goes on at a block.
Goes: TypeAlias = Callable[[int], None]


@frozen(eq=False)
class Asked:
    """A question as it is asked: the locals with who is asked, how many options there are, the list of places of
    actions that are offered (None: there are none), whether passing is allowed, and how many answers there are. Who
    passes may go to `passed` at once.
    """

    ask: p.Ask
    player: int
    count: int
    option: Callable[[int], None]
    offers: int | None
    may_pass: int
    answers: int
    passed: Label


def ask(s: Scope, n: p.Ask, go: Goes) -> None:
    """Asks: without enough to choose from, goes on at once; else a bot answers, or what `asks` of the scope says."""
    w = s.w
    with w.scratch() as player, ExitStack() as stack:
        value(s, n.player)
        w.put(player)
        if not is_sure(s, n.player):
            w.is_none(player)
            with w.when():
                go(n.skipped)
        count = stack.enter_context(w.scratch())
        found = stack.enter_context(options(s, n.options, player, count, offers=offers_actions(n)))
        _enough(s, n, count, found, go)
        offers = stack.enter_context(_offers(s, n, player)) if n.offers else None
        may_pass, answers, place = (stack.enter_context(w.scratch()) for _ in range(3))
        value(s, n.may_pass)
        w.number(0)
        w.do("i32.ne")
        w.put(may_pass)
        tell(s, n.site)
        with noted(s, n, Put(found, count, may_pass)) as counted:
            with w.block() as passed:
                (s.asks or by_bot)(s, Asked(n, player, count, found.item, offers, may_pass, answers, passed))
                w.put(place)
                w.of("i32.ge_s", place, count)
                with w.when():
                    if offers is not None:
                        _offered(s, n, offers, place, count, counted, go)
                    w.go(passed)
                found.item(place)
                w.put(s.local(n.slot))
                counted.taken(s.local(n.slot))
                go(n.answered)
            counted.passed()
            go(n.passed)


def answers_of(s: Scope, asked: Asked) -> None:
    """Puts into its local how many answers there are."""
    w = s.w
    w.get(asked.count)
    if asked.offers is not None:
        w.length(asked.offers)
        w.do("i32.add")
    w.get(asked.may_pass)
    w.do("i32.add")
    w.put(asked.answers)


def by_bot(s: Scope, asked: Asked) -> None:
    """Pushes the place of the answer that a bot gives."""
    w = s.w
    answers_of(s, asked)
    bot_answer(w, s.unit.memory, s.unit.helpers.spent, asked.player, asked.answers, asked.may_pass, asked.passed)


def _enough(s: Scope, n: p.Ask, count: int, found: Form, go: Goes) -> None:
    """Goes on without a question if there is not enough to choose from."""
    w = s.w
    w.with_number("i32.gt_s", count, 0)
    if n.enough >= 0:
        with w.when(Num.I32), w.scratch() as first:
            w.be(first, 0)
            found.item(first)
            w.number(n.enough)
            w.do("i32.lt_s")
            w.otherwise()
            w.number(0)
    if n.ask_anyway:
        if isinstance(n.options, ir.FromRange):
            w.get(count)
            w.number(0)
            w.with_number("i32.gt_s", count, 0)
            w.do("select")
            w.put(count)
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
def options(s: Scope, which: ir.Options, player: int, count: int, *, offers: bool = False) -> Iterator[Form]:
    """Puts into a local how many options there are, of which there may be less than none in a range; gives them.

    With `offers`, somebody is asked if there are any actions.
    """
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
                yield by_places(s, lambda: w.get(count), lambda place: w.of("i32.add", first, place))
        case ir.FromMenu(labels, conditions) if not any(conditions):
            w.be(count, len(labels))
            yield by_places(s, lambda: w.get(count), w.get)
        case ir.FromList(over) | ir.InOrder(over):
            if knowledge.is_noted(s, which):
                with made_list(s, over) as items:
                    knowledge.offered(s, items)
                    w.length(items)
                    w.put(count)
                    yield of_list(s, items)
                return
            with form(s, over) as found:
                found.count()
                w.put(count)
                yield found
        case ir.FromMenu(_, conditions):
            with s.gathering(ir.NUMBER) as found:
                for place, condition in enumerate(conditions):
                    _if_holds(s, condition, found, place)
                found.done()
                yield _counted(s, found.place, count)
        case ir.FromActions(names, conditions):
            with s.gathering(ir.NUMBER) as found:
                for place, name in enumerate(names):
                    with ExitStack() as stack:
                        if conditions and (condition := conditions[place]) is not None:
                            value(s, condition)
                            stack.enter_context(w.when())
                        legal(s, s.unit.actions[name], player)
                        with w.when():
                            found.number(place)
                            if offers:
                                action_offered(s, name)
                found.done()
                yield _counted(s, found.place, count)
        case _:
            assert_never(which)


def _counted(s: Scope, items: int, count: int) -> Form:
    s.w.length(items)
    s.w.put(count)
    return of_list(s, items, apart=True)


def _if_holds(s: Scope, condition: ir.Expression | None, found: Gathering, place: int) -> None:
    if condition is None:
        found.number(place)
        return
    value(s, condition)
    with s.w.when():
        found.number(place)


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
                w.with_number("i32.gt_s", least, 1)
                w.do("select")
        else:
            w.number(1)
        w.do("i32.ge_s")
        w.put(may)


@contextmanager
def _offers(s: Scope, n: p.Ask, player: int) -> Iterator[int]:
    """The places of the actions that are offered beside the question, in a list."""
    with s.gathering(ir.NUMBER) as found:
        for place, offer in enumerate(n.offers):
            legal(s, s.unit.actions[offer.name], player)
            with s.w.when():
                found.number(place)
                action_offered(s, offer.name)
        found.done()
        yield found.place


def _offered(s: Scope, n: p.Ask, offers: int, place: int, count: int, counted: Counted, go: Goes) -> None:
    """Goes on with an action that was offered, if that is the answer."""
    w = s.w
    with w.scratch() as at:
        w.of("i32.sub", place, count)
        w.put(at)
        w.get(at)
        w.length(offers)
        w.do("i32.lt_s")
        with w.when():
            s.w.item(offers, at)
            w.put(at)
            counted.besides(at)
            for number, offer in enumerate(n.offers):
                w.with_number("i32.eq", at, number)
                with w.when():
                    go(offer.target)
            w.trap()


