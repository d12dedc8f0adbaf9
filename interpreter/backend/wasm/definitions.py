"""Writes definitions: those that give a number as functions, those that give a list in their place."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from dsl.ir import nodes as ir
from interpreter.backend.wasm.binary import Function, Num
from interpreter.backend.wasm.memory import Unsupported
from interpreter.backend.wasm.scope import Body, Scope, Unit, each, function, is_sure, made_list, value
from interpreter.program.model.nodes import Definition, Exact

#: A definition whose value is made of fewer nodes than these is written in its place.
_STANDINGS = (ir.Standing.BASE, ir.Standing.VARIANT, ir.Standing.CARD)


def derived(s: Scope, node: ir.Derived) -> None:
    """Pushes what a definition gives."""
    for argument in node.arguments:
        if argument.type.many:
            raise Unsupported("a definition of a list")
        value(s, argument)
    s.w.do("call", _defined(s.unit, node.define).index)


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
        outer = s.slots, s.lists, s.sure, s.previous

        def back(item: int, out: object) -> None:
            inner = s.slots, s.lists, s.sure, s.previous
            s.slots, s.lists, s.sure, s.previous = outer
            body(item, out)  # type: ignore[arg-type]
            s.slots, s.lists, s.sure, s.previous = inner

        with s.inside(given, sure):
            each(s, definition.value, back)


# ---------------------------------------------------------------- exceptions


def _exceptions(s: Scope, definition: Definition, found: int) -> None:
    """Applies exact values, then least and most, then those relative to `previous`, then the type's bounds."""
    w = s.w
    if definition.combining is not None or any(rule.instances is not None for rule in definition.exceptions):
        raise Unsupported("exceptions by effects, or combined")
    with ExitStack() as stack:
        applies = {id(rule): stack.enter_context(w.scratch()) for rule in definition.exceptions}
        some = stack.enter_context(w.scratch())
        s.previous = found
        w.number(0)
        w.put(some)
        for rule in definition.exceptions:
            value(s, rule.condition)
            w.do("local.tee", applies[id(rule)])
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
                        with _when(s, applies[id(rule)]):
                            value(s, rule.value)
                            w.put(found)
            if definition.bounds is not None:
                for bound, how in zip(definition.bounds, ("gt_s", "lt_s"), strict=True):
                    w.number(bound)
                    w.get(found)
                    w.number(bound)
                    w.get(found)
                    w.do(f"i32.{how}")
                    w.do("select")
                    w.put(found)


@contextmanager
def _when(s: Scope, condition: int) -> Iterator[None]:
    s.w.get(condition)
    with s.w.when():
        yield


def _exact(s: Scope, definition: Definition, found: int, applies: dict[int, int]) -> None:
    """Of the highest standing that has any, the value; those who contradict each other are for another engine."""
    w = s.w
    with w.block() as done, w.scratch() as met, w.scratch() as worth, w.scratch() as before:
        for standing in reversed(_STANDINGS):
            rules = [rule for rule in definition.exceptions if rule.how == "instead" and rule.standing is standing]
            if not rules:
                continue
            w.number(0)
            w.put(met)
            w.get(found)
            w.put(before)
            s.previous = before
            for rule in rules:
                with _when(s, applies[id(rule)]):
                    value(s, rule.value)
                    w.put(worth)
                    w.get(met)
                    with w.when():
                        w.get(worth)
                        w.get(found)
                        w.do("i32.ne")
                        w.trap_if()
                    w.get(worth)
                    w.put(found)
                    w.number(1)
                    w.put(met)
            s.previous = found
            w.get(met)
            w.go(done, "br_if")


def _limited(s: Scope, rules: list[Exact], found: int, applies: dict[int, int]) -> None:
    w = s.w
    rules = [rule for rule in rules if rule.how in ("at_least", "at_most")]
    if not rules:
        return
    with w.scratch() as least, w.scratch() as most, w.scratch() as before, w.scratch() as worth:
        w.get(found)
        w.put(before)
        s.previous = before
        w.number(-(1 << 31))
        w.put(least)
        w.number((1 << 31) - 1)
        w.put(most)
        for rule in rules:
            limit, how = (least, "gt_s") if rule.how == "at_least" else (most, "lt_s")
            with _when(s, applies[id(rule)]):
                value(s, rule.value)
                w.put(worth)
                for local in (worth, limit, worth, limit):
                    w.get(local)
                w.do(f"i32.{how}")
                w.do("select")
                w.put(limit)
        w.get(least)
        w.get(most)
        w.do("i32.gt_s")
        w.trap_if()
        for limit, how in ((most, "lt_s"), (least, "gt_s")):
            for local in (limit, found, limit, found):
                w.get(local)
            w.do(f"i32.{how}")
            w.do("select")
            w.put(found)
        s.previous = found
