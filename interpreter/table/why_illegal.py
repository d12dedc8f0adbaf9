"""Explains why something cannot be chosen, from what the options themselves are made of.

The reason is in the player's own terms and tells no more than they can know: of a rule about hidden things it is said
what must be so, not what is. A scenario is told the same of an action that cannot be taken.
"""

from collections.abc import Iterator
from typing import assert_never

from attrs import evolve, field

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.listing import series
from dsl.nearest import nearest
from dsl.source import NO_SPAN, Span
from interpreter.backend.reference.values import holds, value
from interpreter.engine import Engine
from interpreter.program.model.nodes import Ask
from interpreter.runtime.state import State
from interpreter.table.decision import actions_left, options_of, prompt
from interpreter.table.naming import PASSING, as_number, plain_name, things_of
from interpreter.text.facts import fact, facts
from interpreter.text.labels import Words, spoken
from interpreter.text.locations import location
from interpreter.text.observability import can_know
from interpreter.text.rules_in_words import Place

#: Of a menu from which more is missing, one has to ask.
_MOST_MISSING = 4


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
    scene, asked = engine.scene(state), engine.asked(state)
    question = _Question(scene, words, state.player, engine, asked, spoken(said.strip()), told=_told(asked))
    return None if _is_offered(question, wanted) else next(_reasons(question, wanted))


def _told(asked: Ask) -> frozenset[int]:
    return frozenset((asked.player.slot,) if isinstance(asked.player, ir.Local) else ())


def why_not_action(engine: Engine, state: State, words: Words, seat: int, name: str) -> Reason:
    """Why a player cannot take an action now, whoever is asked something or nobody."""
    action = next(action for action in words.program.game.actions if action.name == name)
    place = Place(engine.scene(state, ()), words, seat)
    if not engine.asks(state):
        return _why_not_action(place, action)
    asked, question = engine.asked(state), prompt(engine, state, words)
    if state.player != seat:
        return Reason(f"{words.player(state.player)} is asked something else first: {question}", asked.span)
    return _not_at_this_point(asked, question, action) or _why_not_action(place, action)


def not_now(engine: Engine, state: State, words: Words) -> list[tuple[int, str]]:
    """Of the actions or the menu that the question is about, what cannot be chosen: its place, and why not.

    Nothing where no action is left to be taken, which is said once, and of a menu from which much is missing.
    """
    asked = engine.asked(state)
    match asked.options:
        case ir.FromActions(names) if actions_left(engine, state, asked) != 0:
            place = Place(engine.scene(state, ()), words, state.player)
            actions = {action.name: action for action in words.program.game.actions}
            named = ((k, actions[name]) for k, name in enumerate(names) if k not in state.options)
            return [(k, _why_not_action(place, action).sentence) for k, action in named]
        case ir.FromMenu(labels) as menu if len(labels) - len(state.options) <= _MOST_MISSING:
            question = _Question(engine.scene(state), words, state.player, engine, asked, "", told=_told(asked))
            left = (k for k, label in enumerate(labels) if k not in state.options and "{" not in label)
            return [(k, reason.sentence) for k in left if (reason := _why_not_listed(question, menu, k)) is not None]
        case _:
            return []


@frozen(eq=False)
class _Question(Place):
    """The question that waits for the player, and what they would like to answer."""

    engine: Engine
    asked: Ask
    said: str

    @property
    def state(self) -> State:
        return self.scene.state

    @property
    def prompt(self) -> str:
        return prompt(self.engine, self.state, self.words)


def _is_offered(q: _Question, wanted: str) -> bool:
    if isinstance(q.asked.options, ir.FromRange) and as_number(wanted) in q.state.options:
        return True
    options = options_of(q.engine, q.state, q.words)
    named = any(wanted in map(plain_name, (option.name, option.words)) for option in options)
    return named or bool(q.state.can_pass and wanted in PASSING)


def _reasons(q: _Question, wanted: str) -> Iterator[Reason]:
    """Everything that could be meant and why it is not offered; at the end, that nothing is called so."""
    options = q.asked.options
    match options:
        case ir.FromRange():
            yield from _number(q, options, wanted)
        case ir.FromMenu(labels):
            meant = [k for k, label in enumerate(labels) if plain_name(label) == wanted]
            for k in meant or [k for k, label in enumerate(labels) if _begins_to_say(wanted, label)]:
                if k not in q.state.options and (reason := _why_not_listed(q, options, k)) is not None:
                    yield reason
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
            yield _not_at_this_point(q.asked, q.prompt, action) or _why_not_action(q, action)
    if wanted in PASSING:
        yield Reason("This question has to be answered.", q.asked.span)
    yield _unknown(q, wanted)


def _begins_to_say(wanted: str, label: str) -> bool:
    """Whether these are some of the words of a label without braces, and enough letters to mean it."""
    return len(wanted) > 2 and wanted not in PASSING and wanted in plain_name(label) and "{" not in label


def _elsewhere(q: _Question, wanted: str) -> Iterator[Reason]:
    """Of something that there is: that it is not what the question is about, or in which action it is chosen."""
    program = q.words.program
    values = (ir.Type(ir.Kind.VALUE, one.name) for one in program.game.enumerations)
    for type_ in (ir.PIECE, ir.PLAYER, *values):
        for name, thing in things_of(q.words, q.state, q.seat, type_):
            if plain_name(name) == wanted:
                if isinstance(q.asked.options, ir.FromActions) and type_ == ir.PIECE:
                    yield from _in_actions(q, q.asked.options, thing, name)
                yield Reason(f'"{name}" is not among the answers here. The question is: {q.prompt}', q.asked.span)


def _in_actions(q: _Question, offered: ir.FromActions, piece: int, name: str) -> Iterator[Reason]:
    """In which of the actions a piece can be chosen, or why in none; nothing of lists that hang on secrets."""
    reasons: list[Reason] = []
    actions = {action.name: action for action in q.words.program.game.actions}
    for k, action in enumerate(actions[name] for name in offered.names):
        match _before(q, action):
            case inner, ir.FromList(over) if over.type.kind is ir.Kind.PIECE and can_know(inner.scene, q.seat, over):
                left_out = _left_out(inner, over, piece, name)
                if left_out is None and k in q.state.options:
                    yield Reason(f'"{name}" is chosen in an action: take "{action.title}" first.', action.span)
                why = _why_not_action(q, action) if left_out is None else left_out
                reasons.append(why if left_out is None else Reason(f"{action.title}: {why.sentence}", why.span))
    yield from reasons


def _unknown(q: _Question, wanted: str) -> Reason:
    if isinstance(q.asked.options, ir.FromRange):
        return Reason(f'A number is asked for here, and "{q.said}" is none.')
    if as_number(wanted) is not None:
        return Reason(f"There is no answer {q.said} here.")
    if (known := next(_elsewhere(q, wanted), None)) is not None:
        return known
    near = nearest(wanted, sorted({name for name, _ in _all_names(q)}))
    hint = f' Did you mean "{near[0]}"?' if near else ""
    return Reason(f'Nothing that could be answered here is called "{q.said}".{hint}')


# ---------------------------------------------------------------- rules in words


def _needs(place: Place, possible: str, rule: ir.Expression) -> Reason:
    """`possible` only if the rule holds: the part of it that fails, and what of it the player can know."""
    place, failed = _failing(place, rule)
    so = place.condition(failed)
    known = series(facts(place.scene, place.words, place.seat, failed))
    if not so:
        possible, so = possible.replace(" is ", " is not ").replace(" can ", " cannot "), "now"
    else:
        possible += " only if"
    return Reason(f"{possible} {': '.join(filter(None, (so, known)))}.", rule.span)


def _failing(place: Place, condition: ir.Expression) -> tuple[Place, ir.Expression]:
    """The part of a condition that fails, if the player can know it; else what they cannot see. And where to look."""
    match condition:
        case ir.And(parts):
            known = [part for part in parts if can_know(place.scene, place.seat, part)]
            for part in known:
                if not holds(place.scene, part):
                    return _failing(place, part)
            hidden = [part for part in parts if part not in known]
            return place, hidden[0] if len(hidden) == 1 else condition
        case ir.Cases(cases, default):
            return _failing(place, next((worth for case, worth in cases if holds(place.scene, case)), default))
        case ir.Derived(name, arguments) if can_know(place.scene, place.seat, condition):
            define = place.words.program.definitions[name]
            if not define.exceptions:
                given = [value(place.scene, argument) for argument in arguments]
                scene = place.scene.inside([*given, *[ir.NONE] * (define.slots - len(given))])
                inner = _failing(Place(scene, place.words, place.seat, told=range(len(given))), define.value)
                return inner if inner[0].condition(inner[1]) else (place, condition)
    return place, condition


# ---------------------------------------------------------------- numbers


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


def _empty_range(place: Place, options: ir.FromRange) -> str:
    return f"it would have to be at least {_bound(place, options.low)} and at most {_bound(place, options.high)}"


def _bound(place: Place, rule: ir.Expression) -> str:
    """A bound as a number, if the player can know it, with what it comes from, where that says more."""
    named = place.thing(rule)
    if not can_know(place.scene, place.seat, rule):
        return named or "what the rules say"
    number = str(value(place.scene, rule))
    known = series(facts(place.scene, place.words, place.seat, rule))
    known = "" if known == f"{named} is {number}" else known
    named = "" if known and known == _fact(place, rule) else named  # the fact is about nothing else
    said = next(_description(place, rule), "") or ": ".join(part for part in (named, known) if part not in ("", number))
    return f"{number} ({said})" if said else number


def _description(place: Place, rule: ir.Expression) -> Iterator[str]:
    """What a parameter is, in the designer's words."""
    named = rule.span.text if rule.span.in_file else ""
    yield from (one.description for one in place.words.program.game.parameters if one.name == named and one.description)


def _fact(place: Place, rule: ir.Expression) -> str:
    return fact(place.scene, place.words, place.seat, rule)


# ---------------------------------------------------------------- lists


def _left_out(q: Place, over: ir.Expression, thing: int, name: str) -> Reason | None:
    """The reason why a thing is not in a list, or None if it is."""
    match over:
        case ir.Filter(inner, slot, where):
            return _left_out(q, inner, thing, name) or _filtered(q, slot, where, thing, name)
        case ir.Without(inner, item):
            unwanted = value(q.scene, item)
            if thing == unwanted or (isinstance(unwanted, tuple) and thing in unwanted):
                other = f": it has to be other than {q.thing(item)}" if q.thing(item) not in ("", name) else ""
                return Reason(f"{name} cannot be chosen{other}.", over.span)
            return _left_out(q, inner, thing, name)
    if thing in value(q.scene, over):
        return None
    among = q.several_of(over)
    return Reason(f"{name} is not among {f'the {among}' if among else 'those to choose from'}.", over.span)


def _filtered(q: Place, slot: int, where: ir.Expression, thing: int, name: str) -> Reason | None:
    before = q.scene.frame[slot]
    q.scene.frame[slot] = thing
    try:
        if holds(q.scene, where):
            return None
        return _needs(Place(q.scene, q.words, q.seat, told=(slot, *q.told)), f"{name} can be chosen", where)
    finally:
        q.scene.frame[slot] = before


def _why_not_listed(q: _Question, menu: ir.FromMenu, k: int) -> Reason | None:
    """Why an option of a menu is not offered: what it costs is not there, or something else that it needs."""
    label, condition = menu.labels[k], menu.conditions[k]
    if condition is None:
        return None
    place, failed = _failing(q, condition)
    price = next((one for one in (menu.prices[k] if menu.prices else ()) if one.span == failed.span), None)
    return _needs(q, f'"{label}" is possible', condition) if price is None else _too_dear(place, label, price, failed)


def _too_dear(place: Place, title: str, price: ir.Price, enough: ir.Expression) -> Reason:
    """That what is there does not pay for it: `it costs 3 coins (you have 1 coin)`."""
    assert isinstance(enough, ir.Compare), "that it can be paid is one comparison"
    cost = place.words.price(price, int(value(place.scene, enough.right)))
    held = series(facts(place.scene, place.words, place.seat, enough.left))
    return Reason(f'"{title}" is not possible now: it costs {cost}{f" ({held})" if held else ""}.', enough.span)


# ---------------------------------------------------------------- actions


def _not_at_this_point(asked: Ask, question: str, action: ir.Action) -> Reason | None:
    """That the question that waits is about other things, and what it asks."""
    offered = asked.options.names if isinstance(asked.options, ir.FromActions) else ()
    if action.name in (*offered, *(offer.name for offer in asked.offers)):
        return None
    return Reason(f'"{action.title}" cannot be done at this point. The question is: {question}', action.span)


def _why_not_action(place: Place, action: ir.Action) -> Reason:
    inner, _ = _inside(place, action)
    for need in sorted(action.needs, key=lambda need: not can_know(inner.scene, place.seat, need.condition)):
        if not holds(inner.scene, need.condition):
            if need.price is not None and can_know(inner.scene, place.seat, need.condition):
                return _too_dear(inner, action.title, need.price, need.condition)
            if need.reason == need.condition.span.text:
                return evolve(_needs(inner, f'"{action.title}" is possible', need.condition), span=need.span)
            held = facts(inner.scene, place.words, place.seat, need.condition)
            known = f" ({series(held)})" if held and isinstance(need.condition, ir.Compare) else ""
            return Reason(f'"{action.title}" is not possible now: {need.reason.rstrip(".")}{known}.', need.span)
    return _nothing_to_choose(*_before(place, action), action)


def _inside(place: Place, action: ir.Action) -> tuple[Place, ir.Options | None]:
    """An action where it begins, with what it asks."""
    program = place.words.program.actions[action.name]
    scene = place.scene.inside([place.seat, *[ir.NONE] * (len(program.slots) - 1)])
    return Place(scene, place.words, place.seat, told=(0,)), program.question


def _before(place: Place, action: ir.Action) -> tuple[Place, ir.Options | None]:
    """An action where it asks what it asks."""
    inner, question = _inside(place, action)
    for let in place.words.program.actions[action.name].lets:
        inner.scene.frame[let.slot] = value(inner.scene, let.value)
    return inner, question


def _nothing_to_choose(place: Place, question: ir.Options | None, action: ir.Action) -> Reason:
    match question:
        case ir.FromRange():
            why = _empty_range(place, question)
            return Reason(f'"{action.title}" is not possible now: {why}.', question.span)
        case ir.FromList(over):
            one = place.one_of(over)
            why = f"there is no {one}" if one else "there is nothing to choose"
            return Reason(f'"{action.title}" is not possible now: {why}.', over.span)
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
