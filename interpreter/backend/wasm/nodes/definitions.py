"""Writes definitions: those that give a number as functions, those that give a list in their place."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from typing import TypeAlias

from dsl.ir import nodes as ir
from interpreter.backend.wasm.emit.binary import Function, Num
from interpreter.backend.wasm.emit.memory import Unsupported
from interpreter.backend.wasm.emit.ranges import test_range
from interpreter.backend.wasm.emit.scope import Body, Scope, Unit, each, function, is_sure, made_list, value
from interpreter.backend.wasm.emit.writer import Label
from interpreter.backend.wasm.nodes.functions import field_of, through
from interpreter.program.desugar.timed_effects import BEGAN
from interpreter.program.model.nodes import Definition, Exact

#: A definition whose value is made of fewer nodes than these is written in its place.
_STANDINGS = (ir.Standing.BASE, ir.Standing.VARIANT, ir.Standing.CARD)


def derived(s: Scope, node: ir.Derived) -> None:
    """Pushes what a definition gives."""
    for argument in node.arguments:
        if argument.type.many:
            raise Unsupported("a definition of a list")
        value(s, argument)
    s.w.call(_defined(s.unit, node.define))


def _defined(unit: Unit, name: str) -> Function:
    if name not in unit.defined:
        arity = unit.definitions[name].arity
        unit.defined[name] = unit.module.function(f"define_{len(unit.defined)}", [Num.I32] * arity, Num.I32)
        unit.wanted.append(name)
    return unit.defined[name]


def write_definitions(unit: Unit) -> None:
    """Writes the functions of all definitions that are wanted."""
    while unit.wanted:
        name = unit.wanted.pop()
        definition = unit.definitions[name]
        with function(unit, unit.defined[name]) as s:
            s.slots = {slot: slot for slot in range(definition.arity)}
            value(s, definition.value)
            if definition.exceptions:
                with s.w.kept() as found:
                    _exceptions(s, definition, found)
                    s.w.get(found)


def each_derived(s: Scope, node: ir.Derived, body: Body) -> None:
    """Goes through the list that a definition gives."""
    definition = s.unit.definitions[node.define]
    if definition.exceptions:
        raise Unsupported("an exception to a list")
    with ExitStack() as stack:
        given: dict[int, int] = {}
        for slot, argument in enumerate(node.arguments):
            if argument.type.many:
                given[slot] = stack.enter_context(made_list(s, argument))
            else:
                value(s, argument)
                given[slot] = stack.enter_context(s.w.kept())
        sure = {slot for slot, argument in enumerate(node.arguments) if is_sure(s, argument)}
        outer = s.slots, s.lists, s.non_none, s.previous

        def back(item: int, out: object) -> None:
            inner = s.slots, s.lists, s.non_none, s.previous
            s.slots, s.lists, s.non_none, s.previous = outer
            body(item, out)  # type: ignore[arg-type]
            s.slots, s.lists, s.non_none, s.previous = inner

        with s.inside(given, sure):
            each(s, definition.value, back)


# ---------------------------------------------------------------- exceptions


#: What is done with each value that an exception gives.
_Use: TypeAlias = Callable[[], None]


def _exceptions(s: Scope, definition: Definition, found: int) -> None:
    """Applies exact values, then least and most, then those relative to `previous`, then the type's bounds."""
    w = s.w
    with ExitStack() as stack:
        some = stack.enter_context(w.scratch())
        s.previous = found
        w.be(some, 0)
        applies: dict[int, int] = {}
        for rule in definition.exceptions:
            applies[id(rule)] = _applying(s, rule, stack)
            w.get(applies[id(rule)])
            if rule.instances is not None:
                w.do("i32.load", 0)
            w.get(some)
            w.do("i32.or")
            w.put(some)
        w.get(some)
        with w.when():
            _exact(s, definition, found, applies)
            for standing in _STANDINGS:
                _limited(s, [rule for rule in definition.exceptions if rule.standing is standing], found, applies)
            for standing in _STANDINGS:
                for rule in definition.exceptions:
                    if rule.how == "plain" and rule.standing is standing:
                        _each_value(s, rule, applies, lambda: w.put(found))
            if definition.bounds is not None:
                for bound, how in zip(definition.bounds, ("gt_s", "lt_s"), strict=True):
                    w.number(bound)
                    w.get(found)
                    w.number(bound)
                    w.get(found)
                    w.do(f"i32.{how}")
                    w.do("select")
                    w.put(found)


def _applying(s: Scope, rule: Exact, stack: ExitStack) -> int:
    """Whether an exception applies, in a local; of one by effects, the list of those by which it does."""
    w = s.w
    if rule.instances is None:
        value(s, rule.condition)
        return stack.enter_context(w.kept())
    holds = stack.enter_context(s.list(rule.instances.type))

    def asked(one: int, _: Label) -> None:
        s.slots[rule.instance] = one
        value(s, rule.condition)
        with w.when():
            s.append(holds, one)

    each(s, rule.instances, asked)
    return holds


def _each_value(s: Scope, rule: Exact, applies: Mapping[int, int], use: _Use) -> None:
    """Does something with each value that an exception gives, which is pushed."""
    w = s.w
    if rule.instances is None:
        w.get(applies[id(rule)])
        with w.when():
            value(s, rule.value)
            use()
        return

    def given(one: int, _: Label) -> None:
        s.slots[rule.instance] = one
        value(s, rule.value)
        use()

    through(s, applies[id(rule)], given)


def _began(s: Scope, rule: Exact) -> None:
    """Pushes when what gives a value began; what has always been there began first."""
    if rule.instances is None or rule.instances.type.kind is ir.Kind.PIECE:
        s.w.number(0)
    else:
        field_of(s, s.slots[rule.instance], BEGAN)


def _exact(s: Scope, definition: Definition, found: int, applies: Mapping[int, int]) -> None:
    """Of the highest standing that has any, the value; those who contradict each other are for another engine."""
    w = s.w
    with w.block() as done, w.scratch() as met, w.scratch() as worth, w.scratch() as before, w.scratch() as latest:
        for standing in reversed(_STANDINGS):
            rules = [rule for rule in definition.exceptions if rule.how == "instead" and rule.standing is standing]
            if not rules:
                continue
            w.be(met, 0)
            w.be(latest, -1)
            w.get(found)
            w.put(before)
            s.previous = before
            for rule in rules:
                _each_value(s, rule, applies, lambda: _combined(s, definition, rule, found, met, worth, latest))  # noqa: B023
            s.previous = found
            w.get(met)
            w.go(done, "br_if")


def _combined(s: Scope, definition: Definition, rule: Exact, found: int, met: int, worth: int, latest: int) -> None:
    """Combines a value with those before it."""
    w = s.w
    w.put(worth)
    if definition.combining == "latest":
        _began(s, rule)
        w.get(latest)
        w.do("i32.ge_s")
        with w.when():
            w.get(worth)
            w.put(found)
            _began(s, rule)
            w.put(latest)
        w.be(met, 1)
        return
    w.get(met)
    with w.when():
        match definition.combining:
            case "highest" | "lowest":
                w.better(worth, found, "i32.gt_s" if definition.combining == "highest" else "i32.lt_s")
                w.put(worth)
            case "sum":
                w.get(worth)
                w.get(found)
                w.do("i32.add")
                test_range(w)
                w.put(worth)
            case _:
                w.get(worth)
                w.get(found)
                w.do("i32.ne")
                w.trap_if()
    w.get(worth)
    w.put(found)
    w.be(met, 1)


def _limited(s: Scope, rules: Sequence[Exact], found: int, applies: Mapping[int, int]) -> None:
    w = s.w
    rules = [rule for rule in rules if rule.how in ("at_least", "at_most")]
    if not rules:
        return
    with w.scratch() as least, w.scratch() as most, w.scratch() as before, w.scratch() as worth:
        w.get(found)
        w.put(before)
        s.previous = before
        w.be(least, -(1 << 31))
        w.be(most, (1 << 31) - 1)
        for rule in rules:
            limit, how = (least, "gt_s") if rule.how == "at_least" else (most, "lt_s")

            def tightened() -> None:
                w.put(worth)
                w.better(worth, limit, f"i32.{how}")  # noqa: B023
                w.put(limit)  # noqa: B023

            _each_value(s, rule, applies, tightened)
        w.get(least)
        w.get(most)
        w.do("i32.gt_s")
        w.trap_if()
        for limit, how in ((most, "lt_s"), (least, "gt_s")):
            w.better(limit, found, f"i32.{how}")
            w.put(found)
        s.previous = found
