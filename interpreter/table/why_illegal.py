"""Explains why something cannot be chosen, from what the options themselves are made of.

The reason is in the player's own terms and tells no more than they can know: a rule about hidden things is quoted.
"""

from collections.abc import Iterator
from typing import assert_never

from attrs import evolve, field, frozen

from dsl.ir import nodes as ir
from dsl.listing import series
from dsl.nearest import nearest
from dsl.source import NO_SPAN, Span
from interpreter.backend.reference.values import Context, holds, value
from interpreter.engine import Engine
from interpreter.program.model.nodes import Ask
from interpreter.runtime.state import State
from interpreter.table.decision import decision
from interpreter.table.naming import PASSING, as_number, plain_name, things_of
from interpreter.text.facts import fact, facts
from interpreter.text.labels import Words
from interpreter.text.locations import location
from interpreter.text.observability import can_know


@frozen
class Reason:
    """A sentence, and the place in the rules that it is about (if there is one)."""

    sentence: str
    span: Span = field(default=NO_SPAN, eq=False)

    @property
    def place(self) -> str:
        """File and line, or nothing."""
        return location(self.span)


def why_illegal(engine: Engine, state: State, words: Words, said: str) -> Reason | None:
    """Why the player who is asked cannot answer with what `said` names; None if they can."""
    wanted = plain_name(said)
    question = _Question(engine, state, words, engine.asked(state), engine.scene(state), said.strip())
    return None if _is_offered(question, wanted) else next(_reasons(question, wanted))


@frozen(eq=False)
class _Question:
    engine: Engine
    state: State
    words: Words
    asked: Ask
    scene: Context
    said: str

    @property
    def seat(self) -> int:
        return self.state.player


def _is_offered(q: _Question, wanted: str) -> bool:
    if isinstance(q.asked.options, ir.FromRange) and as_number(wanted) in q.state.options:
        return True
    options = decision(q.engine, q.state, q.words).options
    named = any(wanted in map(plain_name, (option.name, option.words)) for option in options)
    return named or bool(q.state.can_pass and wanted in PASSING)


def _reasons(q: _Question, wanted: str) -> Iterator[Reason]:
    """Everything that could be meant and why it is not offered; at the end, that nothing is called so."""
    options = q.asked.options
    match options:
        case ir.FromRange():
            yield from _number(q, options, wanted)
        case ir.FromMenu():
            for place, (label, condition) in enumerate(zip(options.labels, options.conditions, strict=True)):
                if plain_name(label) == wanted and condition is not None:
                    failed = _failing(q, condition)
                    prices = options.prices[place] if options.prices else ()
                    price = next((one for one in prices if one.span == failed.span), None)
                    if price is not None:
                        yield Reason(f'"{label}" is not possible now: {_too_dear(q, price, failed)}.', failed.span)
                    else:
                        yield Reason(f'"{label}" is possible only if {_with_facts(q, failed)}.', failed.span)
        case ir.FromList(over) | ir.InOrder(over):
            for name, thing in things_of(q.words, q.state, q.seat, over.type):
                if plain_name(name) == wanted and (reason := _left_out(q, over, thing, name)) is not None:
                    yield reason
        case ir.FromActions():
            pass
        case _:
            assert_never(options)
    for action in q.words.program.game.actions:
        if wanted in (plain_name(action.title), plain_name(action.name)):
            yield _why_not_action(q, action)
    if wanted in PASSING:
        yield Reason("This question has to be answered.", q.asked.span)
    yield _unknown(q, wanted)


def _unknown(q: _Question, wanted: str) -> Reason:
    if isinstance(q.asked.options, ir.FromRange):
        return Reason(f'A number is asked for here, and "{q.said}" is none.')
    if as_number(wanted) is not None:
        return Reason(f"There is no answer {q.said} here.")
    near = nearest(wanted, sorted({name for name, _ in _all_names(q)}))
    hint = f' Did you mean "{near[0]}"?' if near else ""
    return Reason(f'Nothing that could be answered here is called "{q.said}".{hint}')


# ---------------------------------------------------------------- numbers and menus


def _number(q: _Question, options: ir.FromRange, wanted: str) -> Iterator[Reason]:
    number = as_number(wanted)
    if number is None:
        return
    if not q.state.options:
        yield Reason(f"No number is possible now: {_empty_range(q, options)}.", options.span)
    elif number < q.state.options[0]:
        least = _fact(q, options.low) or f"it has to be at least {_bound(q, options.low)}"
        yield Reason(f"{number} is too little: {least}.", options.span)
    else:
        most = _fact(q, options.high) or f"it can be at most {_bound(q, options.high)}"
        yield Reason(f"{number} is too much: {most}.", options.span)


def _empty_range(q: _Question, options: ir.FromRange) -> str:
    return f"it would have to be at least {_bound(q, options.low)} and at most {_bound(q, options.high)}"


def _bound(q: _Question, rule: ir.Expression) -> str:
    """A bound as a number, if the player can know it, with what it comes from, where that says more."""
    if not can_know(q.scene, q.seat, rule):
        return _quoted(rule) or "what the rules say"
    number = str(value(q.scene, rule))
    named = rule.span.text if rule.span.in_file else ""
    declared = (one.description for one in q.words.program.game.parameters if one.name == named)
    said = _fact(q, rule) or next(declared, "") or _with_facts(q, rule)
    return number if said in ("", f"`{number}`") else f"{number} ({said})"


def _fact(q: _Question, rule: ir.Expression) -> str:
    return fact(q.scene, q.words, q.seat, rule)


def _with_facts(q: _Question, rule: ir.Expression) -> str:
    """A rule as it stands in its file, with what of it the player can know."""
    known = series(facts(q.scene, q.words, q.seat, rule))
    return ": ".join(part for part in (_quoted(rule), known) if part)


def _quoted(rule: ir.Expression | ir.Statement) -> str:
    text = " ".join(rule.span.text.split()) if rule.span.in_file else ""
    return f"`{text}`" if text else ""


# ---------------------------------------------------------------- lists


def _left_out(q: _Question, over: ir.Expression, thing: int, name: str) -> Reason | None:
    """The reason why a thing is not in a list, or None if it is."""
    match over:
        case ir.Filter(inner, slot, where):
            return _left_out(q, inner, thing, name) or _filtered(q, slot, where, thing, name)
        case ir.Without(inner, item):
            unwanted = value(q.scene, item)
            if thing == unwanted or (isinstance(unwanted, tuple) and thing in unwanted):
                return Reason(f"{name} is left out: the rule says other than {_quoted(item)}.", over.span)
            return _left_out(q, inner, thing, name)
    if thing in value(q.scene, over):
        return None
    among = f" ({_quoted(over)})" if _quoted(over) else ""
    return Reason(f"{name} is not among those to choose from{among}.", over.span)


def _filtered(q: _Question, slot: int, where: ir.Expression, thing: int, name: str) -> Reason | None:
    before = q.scene.frame[slot]
    q.scene.frame[slot] = thing
    try:
        if holds(q.scene, where):
            return None
        failed = _failing(q, where)
        return Reason(f"{name} does not fit: the rule says where {_with_facts(q, failed)}.", failed.span)
    finally:
        q.scene.frame[slot] = before


def _failing(q: _Question, condition: ir.Expression) -> ir.Expression:
    """The part of a condition that fails, if the player can know it; else what they cannot see."""
    if not isinstance(condition, ir.And):
        return condition
    known = [part for part in condition.parts if can_know(q.scene, q.seat, part)]
    for part in known:
        if not holds(q.scene, part):
            return _failing(q, part)
    hidden = [part for part in condition.parts if part not in known]
    return hidden[0] if len(hidden) == 1 else condition


def _too_dear(q: _Question, price: ir.Price, enough: ir.Expression) -> str:
    """That what is there does not pay for it: `it costs 3 coins, and you have 1`."""
    assert isinstance(enough, ir.Compare), "that it can be paid is one comparison"
    said = f"it costs {q.words.price(price, int(value(q.scene, enough.right)))}"
    if not can_know(q.scene, q.seat, enough.left):
        return said
    there = int(value(q.scene, enough.left))
    if price.counter:
        return f"{said}, and you have {q.words.price(price, there) if there else 'none'}"
    return f"{said}, and there {'is' if there == 1 else 'are'} {there or 'none'}"


# ---------------------------------------------------------------- actions


def _why_not_action(q: _Question, action: ir.Action) -> Reason:
    beside = (offer.name for offer in q.asked.offers)
    if action.name not in (*(q.asked.options.names if isinstance(q.asked.options, ir.FromActions) else ()), *beside):
        return Reason(f'"{action.title}" cannot be done at this point.', action.span)
    program = q.words.program.actions[action.name]
    inner = evolve(q, scene=q.scene.inside([q.seat, *[ir.NONE] * (len(program.slots) - 1)]))
    for need in sorted(action.needs, key=lambda need: not can_know(inner.scene, q.seat, need.condition)):
        if not holds(inner.scene, need.condition):
            if need.price is not None and can_know(inner.scene, q.seat, need.condition):
                why = _too_dear(inner, need.price, need.condition)
                return Reason(f'"{action.title}" is not possible now: {why}.', need.span)
            if need.reason == need.condition.span.text:
                return Reason(f'"{action.title}" needs {_with_facts(inner, need.condition)}.', need.span)
            return Reason(f'"{action.title}" is not possible now: {need.reason.rstrip(".")}.', need.span)
    for let in program.lets:
        inner.scene.frame[let.slot] = value(inner.scene, let.value)
    return _nothing_to_choose(inner, action, program.question)


def _nothing_to_choose(q: _Question, action: ir.Action, question: ir.Options | None) -> Reason:
    match question:
        case ir.FromRange():
            why = _empty_range(q, question)
            return Reason(f'"{action.title}" is not possible now: {why}.', question.span)
        case ir.FromList(over):
            what = f": {_quoted(over)}" if _quoted(over) else ""
            return Reason(f'"{action.title}" is not possible now: there is nothing to choose{what}.', over.span)
        case ir.FromMenu() | ir.FromActions() | ir.InOrder() | None:
            return Reason(f'"{action.title}" is not allowed now.', action.span)
        case _:
            assert_never(question)


# ---------------------------------------------------------------- names


def _all_names(q: _Question) -> Iterator[tuple[str, int]]:
    match q.asked.options:
        case ir.FromList(over) | ir.InOrder(over):
            yield from things_of(q.words, q.state, q.seat, over.type)
        case ir.FromMenu(labels):
            yield from ((label, place) for place, label in enumerate(labels))
    yield from ((action.title, number) for number, action in enumerate(q.words.program.game.actions))
