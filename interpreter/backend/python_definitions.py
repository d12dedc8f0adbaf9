"""Definitions as Python text: short ones are written where they are asked for, others become functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext

from dsl.ir import nodes as ir
from dsl.walk import nodes_in
from interpreter.backend import python_lists as lists
from interpreter.backend.python_code import Code, Unit, all_the_same, test, value
from interpreter.backend.python_sure import sure
from interpreter.backend.python_text import Text, is_simple, operand
from interpreter.errors import DISAGREE
from interpreter.program.desugar.timed_effects import BEGAN
from interpreter.program.model.constant_fold import folded
from interpreter.program.model.nodes import Definition, Exact
from interpreter.runtime.state import effect_attribute

#: The text of a condition that holds by itself.
ALWAYS = "1"
#: The plain value of a definition with at most so many parts stands where it is asked for while nothing changes it.
VERY_SHORT = 10


def derived(c: Code, node: ir.Derived) -> str:
    """The value of a definition for some arguments."""
    if (known := c.worked_out.get(node) or c.just_now.get(node)) is not None:
        return known
    definition = _for_these(c, node)
    inner = _inside(c, definition, node.arguments)
    if inner is None and (plain := _while_nothing_changes_it(c, definition, node.arguments)) is not None:
        return plain
    if inner is None:
        arguments = "".join(f", {value(c, argument)}" for argument in node.arguments)
        return f"{c.unit.function('d', node.define)}(st{arguments})"
    found = value(inner, definition.value)
    return _with_one(inner, definition.exceptions[0], found, definition) if definition.exceptions else found


def _for_these(c: Code, node: ir.Derived) -> Definition:
    """The definition with what is known of its arguments put in."""
    known = {slot: given for slot, given in enumerate(node.arguments) if isinstance(given, ir.Constant)}
    definition = c.unit.definitions[node.define]
    return folded(definition, c.unit.program.setting, known) if known else definition


def _while_nothing_changes_it(c: Code, definition: Definition, arguments: tuple[ir.Expression, ...]) -> str | None:
    """A short definition whose exceptions all hang on effects: its plain value as long as none of them is in force."""
    begun = _begun(definition.exceptions)
    if begun is None or len(nodes_in(definition.value)) > VERY_SHORT:
        return None
    before = c.mark()
    named = [c.text.kept(text, "a") if not is_simple(text := value(c, given)) else text for given in arguments]
    after = c.mark()
    known = {slot for slot, given in enumerate(arguments) if sure(c, given)}
    plain = value(c.inside(dict(enumerate(named)), known), definition.value)
    if c.mark() != after:
        c.rewind(before)
        return None
    function = f"{c.unit.function('d', definition.name)}(st{''.join(f', {given}' for given in named)})"
    return f"({function} if {begun} else {operand(plain)})"


def _begun(rules: Sequence[Exact]) -> str | None:
    """Whether anything is in force that these rules hang on; None if there are others among them, or none."""
    if not rules or not all(isinstance(rule.instances, ir.InForce) for rule in rules):
        return None
    effects = [rule.instances.effect for rule in rules if isinstance(rule.instances, ir.InForce)]
    return " or ".join(dict.fromkeys(f"st.{effect_attribute(effect)}" for effect in effects))


def derived_test(c: Code, node: ir.Derived) -> str:
    """A definition as a condition."""
    if (known := c.worked_out.get(node)) is not None:
        return known
    definition = _for_these(c, node)
    inner = None if definition.exceptions else _inside(c, definition, node.arguments)
    return derived(c, node) if inner is None else test(inner, definition.value)


def definition_list(c: Code, node: ir.Derived) -> tuple[Code, ir.Expression] | None:
    """The list that a short definition stands for, gone through in place, and what it is written in; else None."""
    definition = _for_these(c, node)
    inner = None if definition.exceptions or node in c.worked_out else _inside(c, definition, node.arguments)
    return None if inner is None else (inner, definition.value)


def _inside(c: Code, definition: Definition, arguments: tuple[ir.Expression, ...]) -> Code | None:
    """What the definition's expressions are written in at this place; None if it is to be a function."""
    cost, _ = c.unit.definition_cost(definition.name)
    if cost > c.short or len(definition.exceptions) > 1 or any(x.instances is not None for x in definition.exceptions):
        return None
    return inside(c, definition, arguments)


def inside(c: Code, definition: Definition, arguments: tuple[ir.Expression, ...]) -> Code:
    """What the definition's expressions are written in at this place."""
    texts: dict[int, str] = {}
    known = {slot for slot, argument in enumerate(arguments) if sure(c, argument)}
    for slot, argument in enumerate(arguments):
        text = value(c, argument)
        texts[slot] = text if is_simple(text) or _uses(definition, slot) <= 1 else c.text.kept(text, "a")
    return c.inside(texts, known)


def _uses(definition: Definition, slot: int) -> int:
    parts = (definition.value, definition.exceptions)
    return sum(1 for node in nodes_in(parts) if isinstance(node, ir.Local) and node.slot == slot)


def _with_one(c: Code, rule: Exact, found: str, definition: Definition) -> str:
    """The value with a single exception to it."""
    if rule.how != "instead" or definition.bounds is not None:
        found = c.text.kept(found, "usual")
    c.previous = found
    before = c.mark()
    condition = test(c, rule.condition)
    later = c.mark()
    changed = _bounded(_changed(c, rule, found), definition)
    if c.mark() == later:
        return f"({operand(changed)} if {condition} else {found})"
    c.rewind(before)
    name = c.text.name("t")
    c.text.line(f"{name} = {found}")
    with c.text.block(f"if {test(c, rule.condition)}:"):
        c.text.line(f"{name} = {_bounded(_changed(c, rule, found), definition)}")
    return name


def _changed(c: Code, rule: Exact, found: str) -> str:
    worth = value(c, rule.value)
    match rule.how:
        case "at_least":
            return f"max({found}, {worth})"
        case "at_most":
            return f"min({found}, {worth})"
        case _:
            return worth


def _bounded(text: str, definition: Definition) -> str:
    if definition.bounds is None:
        return text
    low, high = definition.bounds
    return f"max({low}, min({high}, {text}))"


# ---------------------------------------------------------------- functions


def definition_function(unit: Unit, name: str) -> list[str]:
    """The function that works a definition out, with all its exceptions."""
    definition = unit.definitions[name]
    text = Text()
    arguments = {slot: text.name(f"a{slot}") for slot in range(definition.arity)}
    c = Code(unit, text, arguments.__getitem__, arguments.__getitem__, set())
    header = f"def {unit.called[f'd {name}']}(st{''.join(f', {a}' for a in arguments.values())}):"
    with c.knowing({node: text.kept(value(c, node)) for node in _worked_out_again(unit, definition.value)}):
        found = value(c, definition.value)
    if definition.exceptions:
        name = text.name("worth")
        text.line(f"{name} = {found}")
        if (begun := _begun(definition.exceptions)) is not None:
            text.line(f"if not ({begun}): return {name}")
        _exceptions(c, definition, name)
        found = name
    text.line(f"return {found}")
    return [header, *text.lines]


def _worked_out_again(unit: Unit, node: ir.Expression) -> list[ir.Derived]:
    """What is worked out first in any case, and then again somewhere in an expression."""
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
        case ir.Derived() if unit.cost(node)[0] > VERY_SHORT and not (node.type.many or unit.cost(node)[1]):
            yield node
        case _:
            pass


_STANDINGS = (ir.Standing.BASE, ir.Standing.VARIANT, ir.Standing.CARD)
_FURTHER = {"at_least": ">", "at_most": "<"}


def _exceptions(c: Code, definition: Definition, found: str) -> None:
    with c.knowing({zone: c.text.kept(value(c, zone), zone.zone) for zone in _zones_often(definition.exceptions)}):
        _all_exceptions(c, definition, found)


def _zones_often(rules: Sequence[Exact]) -> list[ir.ZoneAt]:
    """The zones for which several exceptions ask, and which an argument says."""
    zones = [node for node in nodes_in(tuple(rule.condition for rule in rules)) if isinstance(node, ir.ZoneAt)]
    often = [zone for zone, times in Counter(zones).items() if times > 1]
    return [zone for zone in often if zone.at and all(isinstance(index, ir.Local) for index in zone.at)]


def _all_exceptions(c: Code, definition: Definition, found: str) -> None:
    c.previous = c.text.name("usual")
    c.text.line(f"{c.previous} = {found}")
    rules = definition.exceptions
    _exact(c, definition, found, [rule for rule in rules if rule.how == "instead"])
    for standing in _STANDINGS:
        _limits(c, definition, found, [r for r in rules if r.standing is standing and r.how in ("at_least", "at_most")])
    for standing in _STANDINGS:
        for rule in rules:
            if rule.how == "plain" and rule.standing is standing:
                with _applying(c, rule):
                    c.text.line(f"{c.previous} = {found}")
                    c.text.line(f"{found} = {value(c, rule.value)}")
    if definition.bounds is not None:
        low, high = definition.bounds
        c.text.line(f"{found} = {low} if {found} < {low} else {high} if {found} > {high} else {found}")


def _is_card(rule: Exact) -> bool:
    """Whether what stands for the effect is the card that has it; else it is a list of what it keeps."""
    return not isinstance(rule.instances, ir.InForce)


@contextmanager
def _applying(c: Code, rule: Exact) -> Iterator[str]:
    """The lines written inside are done if the exception applies, and for each effect with which it does.

    Gives the text of how many effects had begun before this one.
    """
    if rule.instances is None:
        with c.text.block(f"if {test(c, rule.condition)}:"):
            yield "0"
        return
    indent = c.text.indent
    with lists.each(c, rule.instances) as one, c.with_local(rule.instance, one, sure=_is_card(rule)):
        if (condition := test(c, rule.condition)) != ALWAYS:
            c.text.line(f"if {condition}:")
            c.text.indent += 1
        yield "0" if _is_card(rule) else f"{one}[{BEGAN}]"
    c.text.indent = indent


@contextmanager
def _while_any(c: Code, rules: Sequence[Exact]) -> Iterator[None]:
    """The lines written inside are done only if something is in force that the rules hang on, if all hang on that."""
    begun = _begun(rules)
    if begun is None:
        yield
        return
    with c.text.block(f"if {begun}:"):
        yield


_COMBINE = {"highest": "max({})", "lowest": "min({})", "sum": "sum({})", "latest": "{}[-1]"}


def _exact(c: Code, definition: Definition, found: str, rules: list[Exact]) -> None:
    """The exact values of the highest standing that has any."""
    if not rules:
        return
    if all_the_same(rules, definition.combining):
        with _while_any(c, rules):
            for rule in rules:
                with _applying(c, rule):
                    c.text.line(f"{found} = {value(c, rule.value)}")
        return
    exact, which = c.text.name("exact"), c.text.name("which")
    in_order = definition.combining == "latest" and any(rule.instances is not None for rule in rules)
    with _while_any(c, rules):
        c.text.line(f"{exact} = []")
        standings = [standing for standing in reversed(_STANDINGS) if any(r.standing is standing for r in rules)]
        for standing in standings:
            same = [rule for rule in rules if rule.standing is standing]
            with c.text.block(f"if not {exact}:") if standing is not standings[0] else nullcontext():
                for rule in same:
                    with _applying(c, rule) as began:
                        worth = value(c, rule.value)
                        c.text.line(f"{exact}.append({f'({began}, {worth})' if in_order else worth})")
                        if definition.combining is None:
                            fault = c.unit.fault_number(rule.span, DISAGREE.format(definition.name))
                            c.text.line(f"{which} = {fault}")
        with c.text.block(f"if {exact}:"):
            if definition.combining is None:
                c.text.line(f"if len(set({exact})) > 1: fault({which})")
            if in_order:
                c.text.line(f"if len({exact}) > 1: {exact}.sort(key=began)")
                c.text.line(f"{found} = {exact}[-1][1]")
            else:
                c.text.line(f"{found} = {_COMBINE[definition.combining or 'latest'].format(exact)}")


def _limits(c: Code, definition: Definition, found: str, rules: list[Exact]) -> None:
    """What a standing allows at least and at most; `previous` in a limit is the value before it."""
    if rules:
        with _while_any(c, rules):
            _within(c, definition, found, rules)


def _within(c: Code, definition: Definition, found: str, rules: list[Exact]) -> None:
    c.text.line(f"{c.previous} = {found}")
    if len({rule.how for rule in rules}) == 1:
        for rule in rules:
            with _applying(c, rule):
                limit = c.text.kept(value(c, rule.value), "limit")
                c.text.line(f"if {limit} {_FURTHER[rule.how]} {found}: {found} = {limit}")
        return
    least, most, which = (c.text.name(wish) for wish in ("least", "most", "which"))
    c.text.line(f"{least} = {most} = None")
    for rule in rules:
        name = least if rule.how == "at_least" else most
        with _applying(c, rule):
            limit = c.text.kept(value(c, rule.value), "limit")
            c.text.line(f"if {name} is None or {limit} {_FURTHER[rule.how]} {name}: {name} = {limit}")
            c.text.line(f"{which} = {c.unit.fault_number(rule.span, DISAGREE.format(definition.name))}")
    c.text.line(f"if {least} is not None and {most} is not None and {least} > {most}: fault({which})")
    c.text.line(f"if {most} is not None and {most} < {found}: {found} = {most}")
    c.text.line(f"if {least} is not None and {least} > {found}: {found} = {least}")
