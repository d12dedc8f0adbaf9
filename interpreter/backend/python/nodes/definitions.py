"""Generates definitions: short ones are inlined, others are functions."""

import ast
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from dsl.ir import nodes as ir
from dsl.walk import nodes_in, nodes_of
from interpreter.backend.python.emit import tree
from interpreter.backend.python.emit.body import Body
from interpreter.backend.python.emit.code import Code, check_range, test, value
from interpreter.backend.python.emit.tree import call, expr, num
from interpreter.backend.python.emit.unit import Unit
from interpreter.backend.python.nodes.lists import each
from interpreter.errors import DISAGREE
from interpreter.program.desugar.timed_effects import BEGAN
from interpreter.program.model.nodes import Definition, Exact
from interpreter.program.optimise.charges import all_the_same
from interpreter.program.optimise.non_none import non_none
from interpreter.runtime.state import effect_attribute

#: What has at most so many nodes is not named for another use.
VERY_SHORT = 10


def derived(c: Code, node: ir.Derived) -> ast.expr:
    """Generates the value of a definition for some arguments."""
    if (known := c.worked_out.get(node) or c.just_now.get(node)) is not None:
        return known
    definition = _for_these(c, node)
    inner = _inside(c, definition, node.arguments)
    if inner is None:
        return _called(c, definition, node.arguments)
    found = value(inner, definition.value)
    return _with_one(inner, definition.exceptions[0], found, definition) if definition.exceptions else found


def _called(c: Code, definition: Definition, arguments: tuple[ir.Expression, ...]) -> ast.expr:
    """A call; or the plain value, if it is short, while no effect of its exceptions is in force."""
    known = {slot for slot, argument in enumerate(arguments) if non_none(c, argument)}
    function = c.unit.function(definition.name, known)
    begun = _begun(definition.exceptions)
    if begun is None or len(nodes_in(definition.value)) > VERY_SHORT:
        return call(function, tree.ST, *(value(c, argument) for argument in arguments))
    given = [c.out.kept(value(c, argument), "a") for argument in arguments]
    inner = c.inside(dict(enumerate(given)), known)
    plain = c.out.as_expression(lambda: value(inner, definition.value))
    called = call(function, tree.ST, *given)
    return called if plain is None else tree.IfExp(begun, called, plain)


def _for_these(c: Code, node: ir.Derived) -> Definition:
    """The definition, folded with the constants among its arguments."""
    known = {slot: given for slot, given in enumerate(node.arguments) if isinstance(given, ir.Constant)}
    return c.unit.definition_for(node.define, known) if known else c.unit.definitions[node.define]


def _begun(rules: Sequence[Exact]) -> ast.expr | None:
    """Tests that any effect of these exceptions is in force; None if some have no effect, or there are none."""
    if not rules or not all(isinstance(rule.instances, ir.InForce) for rule in rules):
        return None
    effects = [rule.instances.effect for rule in rules if isinstance(rule.instances, ir.InForce)]
    return tree.joined("or", [tree.state(effect_attribute(effect)) for effect in dict.fromkeys(effects)])


def derived_test(c: Code, node: ir.Derived) -> ast.expr:
    """Generates a definition as a condition."""
    if (known := c.worked_out.get(node)) is not None:
        return known
    definition = _for_these(c, node)
    inner = None if definition.exceptions else _inside(c, definition, node.arguments)
    return derived(c, node) if inner is None else test(inner, definition.value)


def definition_list(c: Code, node: ir.Derived) -> tuple[Code, ir.Expression] | None:
    """The list of a short definition, and the code in which it can be inlined; else None."""
    definition = _for_these(c, node)
    inner = None if definition.exceptions or node in c.worked_out else _inside(c, definition, node.arguments)
    return None if inner is None else (inner, definition.value)


def _inside(c: Code, definition: Definition, arguments: tuple[ir.Expression, ...]) -> Code | None:
    """The code in which a definition is inlined; None if it is to be a function."""
    cost, _ = c.unit.definition_cost(definition.name)
    if cost > c.short or len(definition.exceptions) > 1 or any(x.instances is not None for x in definition.exceptions):
        return None
    return inside(c, definition, arguments)


def inside(c: Code, definition: Definition, arguments: tuple[ir.Expression, ...]) -> Code:
    """Makes the code in which a definition is inlined."""
    places: dict[int, ast.expr] = {}
    known = {slot for slot, argument in enumerate(arguments) if non_none(c, argument)}
    for slot, argument in enumerate(arguments):
        result = value(c, argument)
        places[slot] = result if _uses(definition, slot) <= 1 else c.out.kept(result, "a")
    return c.inside(places, known)


def _uses(definition: Definition, slot: int) -> int:
    parts = (definition.value, definition.exceptions)
    return sum(1 for node in nodes_in(parts) if isinstance(node, ir.Local) and node.slot == slot)


def _with_one(c: Code, rule: Exact, found: ast.expr, definition: Definition) -> ast.expr:
    """The value with a single exception applied."""
    if rule.how != "instead" or definition.bounds is not None:
        found = c.out.kept(found, "usual")
    c.previous, c.previously = found, c.unit.before_play.previously(definition.name)
    condition = test(c, rule.condition)
    with c.out.captured() as before:
        changed = _bounded(_changed(c, rule, found), definition)
    if not before:
        return tree.IfExp(condition, changed, found)
    name = c.out.name("t")
    c.out.put(name, found)
    with c.out.when(condition):
        c.out.statements += before
        c.out.put(name, changed)
    return name


def _changed(c: Code, rule: Exact, found: ast.expr) -> ast.expr:
    result = value(c, rule.value)
    match rule.how:
        case ir.Override.AT_LEAST:
            return call("max", found, result)
        case ir.Override.AT_MOST:
            return call("min", found, result)
        case ir.Override.PLAIN | ir.Override.INSTEAD:
            return result


def _bounded(result: ast.expr, definition: Definition) -> ast.expr:
    if definition.bounds is None:
        return result
    low, high = definition.bounds
    return expr("max(low, min(high, result))", low=low, high=high, result=result)


# ---------------------------------------------------------------- functions


def definition_function(unit: Unit, name: str, non_none: frozenset[int]) -> ast.stmt:
    """Generates the function of a definition, with all its exceptions, for arguments of which these are never none."""
    definition = unit.definitions[name]
    out = Body()
    arguments = {slot: out.name(f"a{slot}") for slot in range(definition.arity)}
    c = Code(unit, out, arguments.__getitem__, arguments.__getitem__, {*non_none})
    with c.knowing({node: out.kept(value(c, node)) for node in _worked_out_again(unit, definition.value)}):
        found = value(c, definition.value)
    if definition.exceptions:
        result = out.name("worth")
        out.put(result, found)
        if (begun := _begun(definition.exceptions)) is not None:
            out.do("if not begun: return result", begun=begun, result=result)
        _exceptions(c, definition, result)
        found = result
    out.do("return found", found=found)
    if unit.in_one_go:
        out.statements[:0] = tree.stmts("global spent")
    parameters = ["st", *(argument.id for argument in arguments.values())]
    return tree.function(unit.called[name, non_none], parameters, out.statements)


def _worked_out_again(unit: Unit, node: ir.Expression) -> list[ir.Derived]:
    """Common subexpressions: what is evaluated in any case, and then again somewhere in an expression."""
    times = Counter(inner for inner in nodes_in(node) if isinstance(inner, ir.Derived))
    return [first for first in dict.fromkeys(_in_any_case(unit, node)) if times[first] > 1]


def _in_any_case(unit: Unit, node: ir.Expression) -> Iterator[ir.Derived]:
    match node:
        case ir.And(parts) | ir.Or(parts):
            costs = [unit.cost(part) for part in parts]
            if not any(faulty for _, faulty in costs):
                yield from _in_any_case(unit, parts[costs.index(min(costs))])
        case ir.Not(inner):
            yield from _in_any_case(unit, inner)
        case ir.Compare(_, left, right) | ir.Arithmetic(_, left, right):
            yield from _in_any_case(unit, left)
            yield from _in_any_case(unit, right)
        case ir.Cases(((condition, _), *_)):
            yield from _in_any_case(unit, condition)
        case ir.Derived() if unit.cost(node)[0] > VERY_SHORT and not (node.type.many or unit.may_fail(node)):
            yield node


_STANDINGS = (ir.Standing.BASE, ir.Standing.VARIANT, ir.Standing.CARD)
_FURTHER = {"at_least": ">", "at_most": "<"}


def _exceptions(c: Code, definition: Definition, found: ast.expr) -> None:
    """Applies all exceptions to `found`."""
    c.previous, c.previously = found, c.unit.before_play.previously(definition.name)
    rules = definition.exceptions
    _exact(c, definition, found, [rule for rule in rules if rule.how == "instead"])
    for standing in _STANDINGS:
        _limits(c, definition, found, [r for r in rules if r.standing is standing and r.how in ("at_least", "at_most")])
    for standing in _STANDINGS:
        for rule in rules:
            if rule.how == "plain" and rule.standing is standing:
                with _applying(c, rule):
                    c.out.put(found, value(c, rule.value))
    if definition.bounds is not None:
        low, high = definition.bounds
        c.out.do("found = low if found < low else high if found > high else found", found=found, low=low, high=high)


def _is_card(rule: Exact) -> bool:
    """Whether an instance is the card that has the effect; else it is a list of what it keeps."""
    return not isinstance(rule.instances, ir.InForce)


@contextmanager
def _applying(c: Code, rule: Exact) -> Iterator[ast.expr]:
    """Generates the test of an exception, for each instance of its effect, around what is added meanwhile.

    Gives when the instance began.
    """
    if rule.instances is None:
        with c.out.when(test(c, rule.condition)):
            yield tree.ZERO
        return
    with each(c, rule.instances) as one, c.with_local(rule.instance, one, non_none=_is_card(rule)):
        condition = test(c, rule.condition)
        with c.out.when(None if condition is tree.ONE else condition):
            yield tree.ZERO if _is_card(rule) else tree.at(one, num(BEGAN))


_COMBINE: Mapping[str, str] = {
    "highest": "found = max(exact)", "lowest": "found = min(exact)",
    "sum": "found = sum(exact)", "latest": "found = exact[-1]",
}  # fmt: skip


def _exact(c: Code, definition: Definition, found: ast.expr, rules: list[Exact]) -> None:
    """Applies the exact values of the highest standing that has any."""
    if not rules:
        return
    if all_the_same(rules, definition.combining):
        with c.out.when(_begun(rules)):  # else no effect of theirs is in force
            for rule in rules:
                with _applying(c, rule):
                    c.out.put(found, value(c, rule.value))
        return
    exact, which = c.out.name("exact"), c.out.name("which")
    in_order = definition.combining == "latest" and any(rule.instances is not None for rule in rules)
    with c.out.when(_begun(rules)):  # else no effect of theirs is in force
        c.out.do("exact = []", exact=exact)
        standings = [standing for standing in reversed(_STANDINGS) if any(r.standing is standing for r in rules)]
        for standing in standings:
            with c.out.when(None if standing is standings[0] else tree.opposite(exact)):
                for rule in (rule for rule in rules if rule.standing is standing):
                    with _applying(c, rule) as began:
                        result = value(c, rule.value)
                        result = tree.tuple_of([began, result]) if in_order else result
                        c.out.do("exact.append(result)", exact=exact, result=result)
                        if definition.combining is None:
                            c.out.put(which, _disagree(c, rule, definition))
        with c.out.when(exact):
            if definition.combining is None:
                c.out.do("if len(set(exact)) > 1: fault(which)", exact=exact, which=which)
            if in_order:
                c.out.do("if len(exact) > 1: exact.sort(key=began)\nfound = exact[-1][1]", exact=exact, found=found)
            else:
                c.out.do(_COMBINE[definition.combining or ir.Combining.LATEST], found=found, exact=exact)
                if definition.combining == "sum":
                    check_range(c, found, definition.span)


def _disagree(c: Code, rule: Exact, definition: Definition) -> ast.expr:
    return num(c.unit.fault_number(rule.span, DISAGREE.format(definition.name)))


def _limits(c: Code, definition: Definition, found: ast.expr, rules: list[Exact]) -> None:
    """Applies the limits of a standing; `previous` in a limit is the value before it."""
    if rules:
        with c.out.when(_begun(rules)):  # else no effect of theirs is in force
            if any(nodes_of(rules, ir.Previous)):
                c.previous = c.out.name("usual")
                c.out.put(c.previous, found)
            _within(c, definition, found, rules)
        c.previous = found


def _within(c: Code, definition: Definition, found: ast.expr, rules: list[Exact]) -> None:
    if len({rule.how for rule in rules}) == 1:
        for rule in rules:
            with _applying(c, rule):
                limit = c.out.kept(value(c, rule.value), "limit")
                is_further = tree.compare(limit, _FURTHER[rule.how], found)
                c.out.do("if is_further: found = limit", is_further=is_further, found=found, limit=limit)
        return
    least, most, which = (c.out.name(wish) for wish in ("least", "most", "which"))
    c.out.do("least = most = None", least=least, most=most)
    for rule in rules:
        name = least if rule.how == "at_least" else most
        with _applying(c, rule):
            limit = c.out.kept(value(c, rule.value), "limit")
            is_further = tree.compare(limit, _FURTHER[rule.how], name)
            c.out.do("if name is None or further: name = limit", name=name, further=is_further, limit=limit)
            c.out.put(which, _disagree(c, rule, definition))
    c.out.do(
        "if least is not None and most is not None and least > most: fault(which)\n"
        "if most is not None and most < found: found = most\n"
        "if least is not None and least > found: found = least",
        least=least, most=most, which=which, found=found,
    )  # fmt: skip
