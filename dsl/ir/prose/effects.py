"""Says rules that hold for a time, or as long as a card lies somewhere: exceptions, and rules on events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dsl.ir import nodes as ir
from dsl.ir.nodes import EventKind, Kind, Override, Timing
from dsl.ir.prose.calls import unless_left
from dsl.ir.prose.conditions import clause, predicate, state
from dsl.ir.prose.nouns import YOU, Noun, a, bare, is_plural, spelt
from dsl.ir.prose.statements import Writer, named_often
from dsl.ir.prose.transfers import ASKED
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
    if free and more:
        raise Wordless(rule, "an exception for some of them")
    values = Values(lexicon, called, held)
    if_so = f" while {' and '.join(clause(values, part) for part in more)}" if more else ""
    if not define.arguments:
        return _changed_for_all(define, rule, values) + if_so
    if define.arguments[0].kind not in (Kind.PLAYER, Kind.PIECE) or len(define.arguments) > 2:
        raise Wordless(rule, f"an exception to `{spelt(define.name)}`")
    one = lexicon.piece(define.arguments[0]) if define.arguments[0].kind is Kind.PIECE else "player"
    of = f" ({called[1].text})" if 1 in called else ""
    return _changed(lexicon, define, rule, called.get(0), one, of) + if_so


def _changed_for_all(define: ir.Define, rule: ir.ExceptionRule, values: Values) -> str:
    """What is otherwise of the game as a whole."""
    if define.type.kind is Kind.YES_NO and rule.how is Override.INSTEAD and isinstance(rule.value, ir.Constant):
        return state(values, defined(define), bool(rule.value.value))
    if define.type.kind is Kind.YES_NO:
        raise Wordless(rule, "an exception that depends")
    return _otherwise(rule, Noun(f"the {defined(define)}", several=is_plural(defined(define))), values)


def _changed(
    lexicon: Lexicon, define: ir.Define, rule: ir.ExceptionRule, subject: Noun | None, one: str, of: str
) -> str:
    """What is otherwise of `subject`, or of all of them if there is none."""
    name = f"{defined(define)}{of}"
    if define.name.startswith(BANNED) and rule.value == ir.Constant(1, ir.YES_NO):
        titles = {action.name: action.title for action in lexicon.game.actions}
        who = subject.text if subject is not None else "no player"
        return f"{who} {'can' if subject is None else 'cannot'} take the action “{titles[define.name[len(BANNED) :]]}”"
    if define.type.kind is Kind.YES_NO:
        if rule.how is not Override.INSTEAD or not isinstance(rule.value, ir.Constant):
            raise Wordless(rule, "an exception that depends")
        holds = bool(rule.value.value)
        if subject is None:
            return predicate(name, Noun(f"every {one}" if holds else f"no {one}"), True)
        return predicate(name, subject, holds)
    owner = subject if subject is not None else Noun(f"every {one}")
    thing = Noun(f"{owner.possessive} {name}", several=is_plural(name))
    return _otherwise(rule, thing, Values(lexicon, {0: owner}, {}))


def _otherwise(rule: ir.ExceptionRule, thing: Noun, values: Values) -> str:
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

#: What definitions are called that say whom an action is forbidden.
BANNED = "forbidden "


def _hook(lexicon: Lexicon, hook: ir.HookRule, held: Mapping[int, Noun]) -> str:
    you = {0: held.get(0, YOU)}
    if hook.event is EventKind.PROCEDURE:
        called, parts = _taking_part(lexicon, hook, Values(lexicon, you, held))
        procedure = lexicon.procedures[hook.name]
        event = announced(Values(lexicon, called, held), procedure, hook.timing)
        words = "before" if hook.timing is Timing.BEFORE else "whenever"
    else:
        subject, bound = _subject(hook, Values(lexicon, you, held))
        called = {**you, **bound}
        thing, parts = _kind_met(lexicon, hook)
        event, words = _event(Values(lexicon, called, held), hook, subject, thing)
    values = Values(lexicon, called, held)
    if_so = [_condition(values, part) for part in parts]
    event += "".join(f" and {part}" for part in if_so)
    if not hook.body.statements:
        if hook.timing is not Timing.INSTEAD:
            raise Wordless(hook, "a rule without anything to do")
        return f"{words} {event}, nothing happens instead"
    writer = Writer(values, hook.body.slots, named_often(hook.body), 1, in_rule=True)
    does = writer.joined(unless_left(hook.body.statements))
    instead = " instead" if hook.timing is Timing.INSTEAD else ""
    if not hook.optional:
        return f"{words} {event}, {does}{instead}"
    if hook.question is None or not values.noun(hook.question.player).you:
        raise Wordless(hook, "a reaction of somebody else")
    return f"{words} {event}, you may do this{instead}: {does}"


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
    known = [values.called[slot].text for slot in range(1, 1 + len(procedure.parameters))]
    if len(known) > 1 or values.lexicon.plain:
        raise Wordless(procedure, f"what `{spelt(procedure.name)}` is")
    done = "would be done" if timing is Timing.INSTEAD else "is done"
    return f"“{spelt(procedure.name)}”{''.join(f' of {one}' for one in known)} {done}"


def _subject(hook: ir.HookRule, values: Values) -> tuple[Noun, dict[int, Noun]]:
    """Who it is about, and what the event binds."""
    subject = values.noun(hook.subject) if hook.subject is not None else Noun("a player")
    called: dict[int, Noun] = {}
    for slot, bound in enumerate(hook.binds, 1):
        if bound == "subject":
            called[slot] = subject if hook.subject is not None else Noun("that player")
        elif bound in ("amount", "asked"):
            called[slot] = ASKED
        elif bound in ("piece", "die"):
            called[slot] = Noun("that card" if bound == "piece" else "that die")
    return subject, called


def _kind_met(lexicon: Lexicon, hook: ir.HookRule) -> tuple[str, list[ir.Expression]]:
    """What a piece is called that meets the rule, and the conditions that this does not say yet."""
    parts = _parts(hook.condition)
    pieces = [slot for slot, bound in enumerate(hook.binds, 1) if bound == "piece"]
    match parts:
        case [ir.IsIn(ir.Local(slot), ir.AllOf(of) | ir.ListOf((ir.AllOf(of),))), *more] if slot in pieces:
            return lexicon.piece(of), more
        case _:
            return "card", parts


def _event(values: Values, hook: ir.HookRule, subject: Noun, thing: str) -> tuple[str, str]:
    """The event, and the word that begins the clause. `thing`: what a piece is called that meets it."""
    lexicon, game = values.lexicon, values.lexicon.game
    edge, _, unit = hook.name.partition(" ")
    if hook.event is EventKind.BOUNDARY and hook.timing is not Timing.INSTEAD:
        of = f"{subject.possessive} turn" if unit == "turn" else f"a {unit}"
        return f"the {edge} of {of}", f"right {hook.timing}"
    match hook.event:
        case EventKind.FLOW if hook.timing is not Timing.INSTEAD:
            flow = lexicon.flows[hook.name]
            return f"the {flow.kind} “{flow.title or spelt(flow.name)}”", hook.timing
        case EventKind.ACTION:
            title = next(action.title for action in game.actions if action.name == hook.name)
            verb, things = "take", f"the action “{title}”"
        case EventKind.BECOME if hook.timing is not Timing.INSTEAD:
            verb, things = "become", f"the {spelt(hook.name)}"
        case EventKind.ROLL if hook.name and hook.timing is not Timing.INSTEAD:
            verb, things = "roll", a(spelt(hook.name))
        case EventKind.ENTER if hook.entering is not None:
            subject, verb, things = Noun(a(thing)), "come", f"into {values.noun(hook.entering).text}"
        case EventKind.LEAVE if hook.leaving is not None:
            subject, verb, things = Noun(a(thing)), "leave", values.noun(hook.leaving).text
        case EventKind.SHUFFLE if hook.leaving is not None:
            verb, things = "shuffle", values.noun(hook.leaving).text
        case (
            EventKind.GAIN | EventKind.LOSE | EventKind.PAY | EventKind.GIVE
        ) if isinstance(hook.counter, ir.Constant):
            counters = lexicon.counter(lexicon.numbered(hook.counter.value), True)
            verb, things = str(hook.event), f"{counters}{_place(values, 'from', hook.source)}"
            things += _place(values, "to", hook.target)
        case (
            EventKind.DRAW | EventKind.DISCARD | EventKind.MOVE | EventKind.REVEAL | EventKind.PLAY | EventKind.GIVE
        ) if hook.counter is None:
            source = f" from {values.noun(hook.leaving).text}" if hook.leaving is not None else ""
            target = f" to {values.noun(hook.entering).text}" if hook.entering is not None else ""
            verb, things = str(hook.event), f"{a(thing)}{source}{target}"
        case _:
            raise Wordless(hook, f"a rule on `{hook.event}`")
    match hook.timing:
        case Timing.INSTEAD:
            return f"{subject.text} would {verb} {things}", "whenever"
        case Timing.AFTER:
            return f"{subject.text} {subject.does(verb)} {things}", "whenever"
        case Timing.BEFORE:
            return f"{subject.text} {subject.does(verb)} {things}", "before"


def _place(values: Values, word: str, place: ir.Place | None) -> str:
    """From whom counters come, or to whom they go."""
    match place:
        case None:
            return ""
        case ir.Bank():
            return f" {word} the bank"
        case ir.Holder(player):
            return f" {word} {values.noun(player).text}"
        case ir.Pot(variable, at):
            return f" {word} {values.noun(ir.Read(variable, at, ir.NUMBER)).text}"


def _condition(values: Values, part: ir.Expression) -> str:
    """A condition on an event; who brought it about has words of its own."""
    match part:
        case ir.Compare(("=" | "!=") as operator, ir.Function("controller", (ir.Function("cause"),)), who):
            noun = values.noun(who)
            return f"it was {'not ' if operator == '!=' else ''}{noun.text} who brought that about"
        case _:
            return clause(values, part)
