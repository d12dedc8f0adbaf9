"""Writes definitions: those that give a number as functions, those that give a list in their place."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import TypeAlias

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.walk import nodes_in
from interpreter.backend.wasm.emit.binary import Function, Num
from interpreter.backend.wasm.emit.conditions import if_holds
from interpreter.backend.wasm.emit.memory import Unsupported
from interpreter.backend.wasm.emit.ranges import test_range
from interpreter.backend.wasm.emit.scope import Body, Scope, Unit, each, function, is_sure, made_list, value
from interpreter.backend.wasm.emit.writer import Label
from interpreter.backend.wasm.nodes.lists.items import through
from interpreter.backend.wasm.nodes.things import field_of
from interpreter.program.desugar.timed_effects import BEGAN
from interpreter.program.model.nodes import Definition, Exact
from interpreter.runtime.state import effect_attribute

#: A definition whose value is made of fewer nodes than these is written in its place.
_SHORT = 30
_STANDINGS = (ir.Standing.BASE, ir.Standing.VARIANT, ir.Standing.CARD)


def derived(s: Scope, node: ir.Derived) -> None:
    """Pushes what a definition gives."""
    if id(node) in s.worked_out:
        s.w.get(s.worked_out[id(node)])
        return
    definition = s.unit.definitions[node.define]
    if any(argument.type.many for argument in node.arguments):
        raise Unsupported("a definition of a list")
    if not definition.exceptions and _is_short(s.unit, definition.value, _SHORT):
        with given(s, node) as (arguments, sure), s.inside(arguments, sure):
            value(s, definition.value)
        return
    for argument in node.arguments:
        value(s, argument)
    never_none = (slot for slot, argument in enumerate(node.arguments) if is_sure(s, argument))
    s.w.call(_defined(s.unit, node.define, frozenset(never_none)))


def _is_short(unit: Unit, node: ir.Expression, most: int) -> bool:
    """Whether an expression, with definitions in their places, has fewer nodes than so many."""
    nodes = nodes_in(node)
    if len(nodes) >= most:
        return False
    inner = [unit.definitions[one.define] for one in nodes if isinstance(one, ir.Derived)]
    return all(_is_short(unit, one.value, most - len(nodes)) for one in inner if not one.exceptions)


@contextmanager
def given(s: Scope, node: ir.Derived) -> Iterator[tuple[dict[int, int], set[int]]]:
    """The arguments of a definition that is written in its place: locals by slot, and those that are not none."""
    with ExitStack() as stack:
        found: dict[int, int] = {}
        for slot, argument in enumerate(node.arguments):
            if argument.type.many:
                found[slot] = stack.enter_context(made_list(s, argument))
            elif isinstance(argument, ir.Local):
                found[slot] = s.local(argument.slot)
            else:
                value(s, argument)
                found[slot] = stack.enter_context(s.w.kept())
        yield found, {slot for slot, argument in enumerate(node.arguments) if is_sure(s, argument)}


def _defined(unit: Unit, name: str, sure: frozenset[int]) -> Function:
    """The function of a definition where these arguments are not none."""
    if (name, sure) not in unit.defined:
        arity = unit.definitions[name].arity
        unit.defined[name, sure] = unit.module.function(f"define_{len(unit.defined)}", [Num.I32] * arity, Num.I32)
        unit.wanted.append((name, sure))
    return unit.defined[name, sure]


def write_definitions(unit: Unit) -> None:
    """Writes the functions of all definitions that are wanted."""
    while unit.wanted:
        name, sure = unit.wanted.pop()
        definition = unit.definitions[name]
        with function(unit, unit.defined[name, sure]) as s:
            s.slots = {slot: slot for slot in range(definition.arity)}
            s.non_none = set(sure)
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
    with given(s, node) as (arguments, sure):
        outer = s.seen

        def back(item: int, out: object) -> None:
            inner, s.seen = s.seen, outer
            body(item, out)  # type: ignore[arg-type]
            s.seen = inner

        with s.inside(arguments, sure):
            each(s, definition.value, back)


# ---------------------------------------------------------------- exceptions


#: What is done with each value that an exception gives.
_Use: TypeAlias = Callable[[], None]


@frozen
class _InPlace:
    """Effects that are asked where they matter whether an exception applies by them; `some`: a local, 1 if one does."""

    effects: ir.InForce
    some: int


#: Copies of a card, each with the local that says whether an exception of it applies; or a list of what it does by.
_Applies: TypeAlias = list[tuple[int | None, int]] | int | _InPlace
#: So many copies of a card are asked one by one.
_FEW = 3


def _exceptions(s: Scope, definition: Definition, found: int) -> None:
    """Applies exact values, then least and most, then those relative to `previous`, then the type's bounds."""
    w = s.w
    with ExitStack() as stack:
        some = stack.enter_context(w.scratch())
        s.previous = found
        s.non_none |= {rule.instance for rule in definition.exceptions if rule.instances is not None}
        w.be(some, 0)
        if _are_in_place(definition):
            applies: dict[int, _Applies] = {
                id(rule): _InPlace(rule.instances, some)
                for rule in definition.exceptions
                if isinstance(rule.instances, ir.InForce)
            }
            _any_in_force(s, (rule.instances for rule in definition.exceptions))
        else:
            applies = _applying(s, definition.exceptions, some, stack)
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
                w.get(some)
                with w.when():
                    _within(s, found, definition.bounds)


def _within(s: Scope, found: int, bounds: tuple[int, int]) -> None:
    """Puts the nearest number within bounds into a local."""
    w = s.w
    for bound, how in zip(bounds, ("gt_s", "lt_s"), strict=True):
        w.number(bound)
        w.get(found)
        w.number(bound)
        w.get(found)
        w.do(f"i32.{how}")
        w.do("select")
        w.put(found)


def _are_in_place(definition: Definition) -> bool:
    """Whether all exceptions are by effects, and each can be asked where it matters; all of them must be asked."""
    rules = definition.exceptions
    return (
        all(isinstance(rule.instances, ir.InForce) for rule in rules)
        and not any(isinstance(node, ir.Previous) for rule in rules for node in nodes_in(rule.condition))
        and len({rule.standing for rule in rules if rule.how == "instead"}) < 2
    )


def _any_in_force(s: Scope, by: Iterable[ir.Expression | None]) -> None:
    """Pushes how many effects of these are in force, or another number that is 0 if none is."""
    effects = sorted({instances.effect for instances in by if isinstance(instances, ir.InForce)})
    for number, effect in enumerate(effects):
        s.w.load(s.unit.memory.at[effect_attribute(effect)])
        if number:
            s.w.do("i32.or")


def _applying(s: Scope, rules: Sequence[Exact], some: int, stack: ExitStack) -> dict[int, _Applies]:
    """Finds which exceptions apply, and whether any does; those by effects are not looked at while none is in force."""
    w = s.w
    applies: dict[int, _Applies] = {}
    for rule in rules:
        if (copies := _few_copies(s, rule)) is not None:
            applies[id(rule)] = [(copy, _holds(s, rule, copy, some, stack)) for copy in copies]
    by_list = [(rule, rule.instances) for rule in rules if id(rule) not in applies and rule.instances is not None]
    for rule, instances in by_list:
        applies[id(rule)] = stack.enter_context(s.list(instances.type))
    for rule, instances in by_list:
        if not isinstance(instances, ir.InForce):
            _of_each(s, rule, instances, applies[id(rule)], some)
    if any(isinstance(instances, ir.InForce) for _, instances in by_list):
        _any_in_force(s, (instances for _, instances in by_list))
        with w.when():
            for rule, instances in by_list:
                if isinstance(instances, ir.InForce):
                    _of_each(s, rule, instances, applies[id(rule)], some)
    return applies


def _few_copies(s: Scope, rule: Exact) -> tuple[int | None, ...] | None:
    """The copies of a card of which an exception is, if they are known and few; of no card there is one."""
    match rule.instances:
        case None:
            return (None,)
        case ir.Function("copies", (ir.Constant(card),)):
            copies = s.unit.layout.copies(card)
            return copies if copies is not None and len(copies) <= _FEW else None
    return None


def _holds(s: Scope, rule: Exact, copy: int | None, some: int, stack: ExitStack) -> int:
    """Whether an exception of a copy of a card applies, in a local."""
    w = s.w
    with _instance(s, rule, copy):
        value(s, rule.condition)
    holds = stack.enter_context(w.kept())
    w.of("i32.or", holds, some)
    w.put(some)
    return holds


@contextmanager
def _instance(s: Scope, rule: Exact, copy: int | None) -> Iterator[None]:
    if copy is None:
        yield
        return
    with s.w.scratch() as one:
        s.w.be(one, copy)
        s.slots[rule.instance] = one
        yield


def _of_each(s: Scope, rule: Exact, instances: ir.Expression, holds: _Applies, some: int) -> None:
    """Lists those things by which an exception applies."""
    w = s.w
    assert isinstance(holds, int)

    def asked(one: int, _: Label) -> None:
        s.slots[rule.instance] = one
        value(s, rule.condition)
        with w.when():
            s.append(holds, one)
            w.be(some, 1)

    each(s, instances, asked)


def _each_value(s: Scope, rule: Exact, applies: Mapping[int, _Applies], use: _Use) -> None:
    """Does something with each value that an exception gives, which is pushed."""
    w, by = s.w, applies[id(rule)]

    def given_by(one: int, _: Label) -> None:
        s.slots[rule.instance] = one
        value(s, rule.value)
        use()

    if isinstance(by, int):
        through(s, by, given_by)
        return
    if isinstance(by, _InPlace):
        some = by.some

        def asked(one: int, out: Label) -> None:
            s.slots[rule.instance] = one
            with if_holds(s, rule.condition):
                given_by(one, out)
                w.be(some, 1)

        each(s, by.effects, asked)
        return
    for copy, holds in by:
        w.get(holds)
        with w.when(), _instance(s, rule, copy):
            value(s, rule.value)
            use()


def _began(s: Scope, rule: Exact) -> None:
    """Pushes when what gives a value began; what has always been there began first."""
    if rule.instances is None or rule.instances.type.kind is ir.Kind.PIECE:
        s.w.number(0)
    else:
        field_of(s, s.slots[rule.instance], BEGAN)


def _exact(s: Scope, definition: Definition, found: int, applies: Mapping[int, _Applies]) -> None:
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
                w.of("i32.add", worth, found)
                test_range(w)
                w.put(worth)
            case _:
                w.of("i32.ne", worth, found)
                w.trap_if()
    w.get(worth)
    w.put(found)
    w.be(met, 1)


def _limited(s: Scope, rules: Sequence[Exact], found: int, applies: Mapping[int, _Applies]) -> None:
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
        w.of("i32.gt_s", least, most)
        w.trap_if()
        for limit, how in ((most, "lt_s"), (least, "gt_s")):
            w.better(limit, found, f"i32.{how}")
            w.put(found)
        s.previous = found
