"""Says rules that hold for a time, or as long as a card lies somewhere: exceptions, and rules on events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dsl.ir import nodes as ir
from dsl.ir.nodes import EventKind, Kind, Override, Timing
from dsl.ir.prose.conditions import clause, predicate
from dsl.ir.prose.nouns import YOU, Noun, bare, is_plural, spelt
from dsl.ir.prose.statements import ASKED, Writer, named_often
from dsl.ir.prose.values import Lexicon, Values, Wordless, defined
from dsl.ir.slots import mentions


def rules_of(lexicon: Lexicon, effect: int, held: Mapping[int, Noun]) -> Iterator[str]:
    """Every rule of an effect as a clause. `held`: what it keeps, by place; 0 is its `you`, 1 its card."""
    found = False
    for define in lexicon.game.defines:
        for exception in define.exceptions:
            if exception.effect == effect:
                found = True
                yield _exception(lexicon, define, exception, held)
    for hook in lexicon.game.hooks:
        if hook.effect == effect:
            found = True
            yield _hook(lexicon, hook, held)
    if not found:
        raise Wordless(lexicon.game.effects[effect], "an effect without a rule")


def _parts(condition: ir.Expression | None) -> list[ir.Expression]:
    match condition:
        case None | ir.Constant(1):
            return []
        case ir.And(parts):
            return list(parts)
        case _:
            return [condition]


def _exception(lexicon: Lexicon, define: ir.Define, rule: ir.ExceptionRule, held: Mapping[int, Noun]) -> str:
    nothing = Values(lexicon, {}, held)
    called: dict[int, Noun] = {}
    more: list[ir.Expression] = []
    for part in _parts(rule.condition):
        match part:
            case ir.Compare("=", ir.Local(slot), other) if slot < len(define.arguments) and slot not in called:
                called[slot] = nothing.noun(other)
            case _:
                more.append(part)
    free = [slot for slot in range(len(define.arguments)) if slot not in called]
    if len(define.arguments) != 1 or define.arguments[0].kind not in (Kind.PLAYER, Kind.PIECE):
        raise Wordless(rule, f"an exception to `{spelt(define.name)}`")
    if free and more:
        raise Wordless(rule, "an exception for some of them")
    one = lexicon.piece(define.arguments[0]) if define.arguments[0].kind is Kind.PIECE else "player"
    values = Values(lexicon, called, held)
    if_so = f" while {' and '.join(clause(values, part) for part in more)}" if more else ""
    return _changed(lexicon, define, rule, called.get(0), one) + if_so


def _changed(lexicon: Lexicon, define: ir.Define, rule: ir.ExceptionRule, subject: Noun | None, one: str) -> str:
    """What is otherwise of `subject`, or of all of them if there is none."""
    name = defined(define)
    if define.type.kind is Kind.YES_NO:
        if rule.how is not Override.INSTEAD or not isinstance(rule.value, ir.Constant):
            raise Wordless(rule, "an exception that depends")
        holds = bool(rule.value.value)
        if subject is None:
            return predicate(name, Noun(f"every {one}" if holds else f"no {one}"), True)
        return predicate(name, subject, holds)
    owner = subject if subject is not None else Noun(f"every {one}")
    thing = Noun(f"{owner.possessive} {name}", several=is_plural(name))
    values = Values(lexicon, {0: owner}, {})
    match rule.how, rule.value:
        case Override.INSTEAD, value:
            return f"{thing.text} {thing.are} {values.noun(value).text}"
        case Override.AT_LEAST, value:
            return f"{thing.text} {thing.are} at least {values.noun(value).text}"
        case Override.AT_MOST, value:
            return f"{thing.text} {thing.are} at most {values.noun(value).text}"
        case Override.PLAIN, _:
            return f"{thing.text} {thing.are} {_step(rule)}"
    raise Wordless(rule, "how it is otherwise")


def _step(rule: ir.ExceptionRule) -> str:
    """By how much: `1 higher`."""
    value = rule.value
    if isinstance(value, ir.Function) and value.name == "shift":
        value = ir.Arithmetic("+", value.arguments[0], value.arguments[1])
    match value:
        case ir.Arithmetic("+", ir.Previous(), ir.Constant(number)):
            return f"{number} higher"
        case ir.Arithmetic("-", ir.Previous(), ir.Constant(number)):
            return f"{number} lower"
        case ir.Arithmetic("+", ir.Previous(), ir.Arithmetic("-", ir.Constant(0), ir.Constant(number))):
            return f"{number} lower"
        case _:
            raise Wordless(rule, "by how much it is otherwise")


# ---------------------------------------------------------------- rules on events

_VERBS = {EventKind.GAIN: "gain", EventKind.LOSE: "lose", EventKind.PAY: "pay"}


def _hook(lexicon: Lexicon, hook: ir.HookRule, held: Mapping[int, Noun]) -> str:
    if hook.optional or hook.source is not None or hook.target is not None or hook.question is not None:
        raise Wordless(hook, "a reaction")
    you = {0: held.get(0, YOU)}
    if hook.event is EventKind.PROCEDURE:
        called, parts = _taking_part(lexicon, hook, Values(lexicon, you, held))
        procedure = lexicon.procedures[hook.name]
        event, words = _moment(announced(Values(lexicon, called, held), procedure, hook.timing), hook.timing)
    else:
        subject, bound = _subject(hook, Values(lexicon, you, held))
        called, parts = {**you, **bound}, _parts(hook.condition)
        event, words = _event(lexicon, hook, subject)
    values = Values(lexicon, called, held)
    if_so = [_condition(values, part) for part in parts]
    event += "".join(f" and {part}" for part in if_so)
    if not hook.body.statements:
        if hook.timing is not Timing.INSTEAD:
            raise Wordless(hook, "a rule without anything to do")
        return f"{words} {event}, nothing happens instead"
    writer = Writer(values, hook.body.slots, named_often(hook.body), 1)
    does = writer.joined(hook.body.statements)
    return f"{words} {event}, {does}{' instead' if hook.timing is Timing.INSTEAD else ''}"


def _taking_part(lexicon: Lexicon, hook: ir.HookRule, values: Values) -> tuple[dict[int, Noun], list[ir.Expression]]:
    """What the parameters of a procedure are called, and the conditions that this does not say yet."""
    called = dict(values.called)
    left = []
    for part in _parts(hook.condition):
        match part:
            case ir.Compare("=", ir.Local(slot, type=ir.PLAYER), other) if slot not in called:
                called[slot] = values.noun(other)
            case ir.Compare("!=", ir.Local(slot, type=ir.PLAYER), you) if slot not in called and values.noun(you).you:
                called[slot] = Noun("another player")
            case _:
                left.append(part)
    for slot, parameter in enumerate(lexicon.procedures[hook.name].parameters, 1):
        if slot not in called:
            called[slot] = Noun(f"a {Values(lexicon, {}, {}).one_of(parameter)}")
            if any(mentions(part, slot) for part in (*left, *hook.body.statements)):
                raise Wordless(hook, "what the event is about, and which it was")
    return called, left


def _moment(event: str, timing: Timing) -> tuple[str, str]:
    return event, "before" if timing is Timing.BEFORE else "whenever"


def announced(values: Values, procedure: ir.Procedure, timing: Timing = Timing.AFTER) -> str:
    """What happens in a procedure, by what it begins with: `announce "{riser} is promoted"`."""
    match procedure.body.statements:
        case (ir.Announce((ir.Local() as who, str(does), *rest)), *_):
            subject = values.noun(who)
            verb, _, behind = does.strip().partition(" ")
            verb = bare(verb)
            told = f"would {verb}" if timing is Timing.INSTEAD else subject.are if verb == "be" else subject.does(verb)
            more = "".join(part if isinstance(part, str) else values.noun(part).text for part in rest)
            return f"{subject.text} {told} {behind}{more}".rstrip(". ")
    raise Wordless(procedure, f"what `{spelt(procedure.name)}` is")


def _subject(hook: ir.HookRule, values: Values) -> tuple[Noun, dict[int, Noun]]:
    """Who it is about, and what the event binds."""
    subject = values.noun(hook.subject) if hook.subject is not None else Noun("a player")
    called: dict[int, Noun] = {}
    for slot, bound in enumerate(hook.binds, 1):
        if bound == "subject":
            called[slot] = subject if hook.subject is not None else Noun("that player")
        elif bound in ("amount", "asked"):
            called[slot] = ASKED
    return subject, called


def _event(lexicon: Lexicon, hook: ir.HookRule, subject: Noun) -> tuple[str, str]:
    """The event, and the word that begins the clause."""
    edge, _, unit = hook.name.partition(" ")
    if hook.event is EventKind.BOUNDARY and hook.timing is not Timing.INSTEAD and unit == "turn":
        return f"the {edge} of {subject.possessive} turn", "at"
    if hook.event not in _VERBS or not isinstance(hook.counter, ir.Constant):
        raise Wordless(hook, f"a rule on `{hook.event}`")
    variable = lexicon.numbered(hook.counter.value)
    verb = _VERBS[hook.event]
    things = lexicon.counter(variable, True)
    match hook.timing:
        case Timing.INSTEAD:
            return f"{subject.text} would {verb} {things}", "whenever"
        case Timing.AFTER:
            return f"{subject.text} {subject.does(verb)} {things}", "whenever"
        case Timing.BEFORE:
            return f"{subject.text} {subject.does(verb)} {things}", "before"


def _condition(values: Values, part: ir.Expression) -> str:
    """A condition on an event; who brought it about has words of its own."""
    match part:
        case ir.Compare(("=" | "!=") as operator, ir.Function("controller", (ir.Function("cause"),)), who):
            noun = values.noun(who)
            return f"it was {'not ' if operator == '!=' else ''}{noun.text} who brought that about"
        case _:
            return clause(values, part)
