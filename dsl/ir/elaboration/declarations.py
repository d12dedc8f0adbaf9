"""Declarations: from what is written to the parts of a game."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from dsl.check.scope import (
    ActionSymbol,
    CardTypeSymbol,
    DefineSymbol,
    EnumSymbol,
    FlowSymbol,
    ParameterSymbol,
    ProcedureSymbol,
    VariableSymbol,
    ZoneSymbol,
    spoken,
    type_of,
)
from dsl.check.types import comparable, words
from dsl.ir import nodes as ir
from dsl.ir.elaboration.context import Context, Elaborator, Reported
from dsl.ir.elaboration.expressions import (
    condition,
    define_key,
    expression,
    filtered,
    kind_named,
    list_of,
    number,
    own_property,
    typed,
    without,
)
from dsl.ir.elaboration.statements import block, counter_of, place, sequence
from dsl.ir.nodes import NUMBER, PLAYER, YES_NO, Kind, Standing, Timing, Type
from dsl.nearest import nearest
from dsl.source import Span
from dsl.syntax import nodes as n


def rule_texts(items: Iterable[object]) -> tuple[ir.RuleText, ...]:
    return tuple(ir.RuleText(t.words, t.clauses, span=t.span) for t in items if isinstance(t, n.RuleText))


# ---------------------------------------------------------------- parameters, variables, zones


def parameter(e: Elaborator, symbol: ParameterSymbol) -> ir.Parameter:
    node = symbol.node
    value = _constant(e, node.value, symbol.type)
    low, high = _range(e, node.range) if node.range else _natural_range(e, symbol.type, value)
    if not low <= value <= high:
        e.note(
            "parameter-range", f"{node.name.text} is {value}, outside its own range", node.value.span,
            help=(f"choose a value from {low} to {high}, or widen the range",),
        )  # fmt: skip
    description = node.description.text if node.description else spoken(node.name.text)
    return ir.Parameter(node.name.text, symbol.type, value, low, high, description, span=node.span)


def _constant(e: Elaborator, node: n.Expression, type_: Type) -> int:
    value = typed(Context(e), node, type_)
    if not isinstance(value, ir.Constant):
        e.wrong("not-a-number", "a plain number, yes, no or the value of an enum is wanted", node.span)
    return value.value


def _range(e: Elaborator, node: n.Range) -> tuple[int, int]:
    low, high = _constant(e, node.low, NUMBER), _constant(e, node.high, NUMBER)
    if low > high:
        e.note("empty-range", f"nothing lies between {low} and {high}", node.span, help=("put the smaller number first",))
    return low, high


def _natural_range(e: Elaborator, type_: Type, value: int) -> tuple[int, int]:
    match type_.kind:
        case Kind.YES_NO:
            return 0, 1
        case Kind.VALUE:
            return 0, len(e.scope.enums[type_.name].values) - 1
        case _:
            return value, value


def variable(e: Elaborator, symbol: VariableSymbol) -> ir.Variable:
    """Counters begin at 0 and do not go below it unless their bounds say so; flags at no, the rest at none."""
    counts = isinstance(symbol.node, n.Counters)
    bounds = next((t.range for t in symbol.traits if t.kind == "bounds"), None)
    most = next((t.value for t in symbol.traits if t.kind == "at_most"), None)
    c = Context(e)
    low = number(c, bounds.low) if bounds else ir.Constant(0, NUMBER) if counts else None
    high = number(c, bounds.high) if bounds else number(c, most) if most is not None else None
    return ir.Variable(
        symbol.name, symbol.title, symbol.dimensions, symbol.type, _start(e, symbol, low), low, high, symbol.hidden,
        symbol.group, symbol.number, span=symbol.node.span,
    )  # fmt: skip


def _start(e: Elaborator, symbol: VariableSymbol, low: ir.Expression | None) -> ir.Expression:
    said = next((t.value for t in symbol.traits if t.kind == "starts"), None)
    if said is not None:
        return typed(Context(e), said, symbol.type, "what it starts at")
    if symbol.type.kind is Kind.NUMBER:
        return low if low is not None else ir.Constant(0, NUMBER)
    nothing = ir.NONE if symbol.type.kind in (Kind.PLAYER, Kind.PIECE, Kind.ZONE) or symbol.type.optional else 0
    return ir.Constant(nothing, symbol.type)


def zone(e: Elaborator, symbol: ZoneSymbol) -> ir.Zone:
    node = symbol.node
    refill = next((t.name for t in node.traits if t.kind == "refill"), None)
    if refill is not None and not isinstance(e.scope.names.get(refill.text), ZoneSymbol):
        zones = {k for k, s in e.scope.names.items() if isinstance(s, ZoneSymbol)}
        Context(e).unknown(refill, "there is no zone called", zones, "unknown-zone")
    most = next((t.value for t in node.traits if t.kind == "at_most"), None)
    capacity = number(Context(e), most) if most is not None else ir.Constant(1, NUMBER) if symbol.shape == "slot" else None
    return ir.Zone(
        node.name.text, symbol.dimensions, symbol.shape, symbol.seen, refill.text if refill else "", capacity,
        span=node.span,
    )  # fmt: skip


def enumeration(e: Elaborator, symbol: EnumSymbol) -> ir.Enumeration:
    values = tuple(_value(e, symbol, v) for v in symbol.values)
    return ir.Enumeration(symbol.name, values, symbol.ring, span=symbol.node.span)


def _value(e: Elaborator, symbol: EnumSymbol, node: n.EnumValue | n.CounterItem | n.Seat) -> ir.Value:
    title = node.title.text if node.title else spoken(node.name.text)
    printed = [] if isinstance(node, n.CounterItem) else [a for a in node.attributes if isinstance(a, n.Attribute)]
    attributes = [(a.name.text, attribute_value(e, a.value, symbol.attributes[a.name.text])) for a in printed]
    if isinstance(node, n.Seat):
        attributes.append(("place", node.place.value))
    return ir.Value(node.name.text, title, tuple(attributes))


def attribute_value(e: Elaborator, node: n.Expression | None, type_: Type) -> int:
    """What is printed, as an int. A bare word is a yes."""
    return 1 if node is None else _constant(e, node, type_)


def die(e: Elaborator, node: n.Dice) -> ir.Die:
    bounds = next((t.range for t in node.traits if t.kind == "bounds"), None)
    low, high = _range(e, bounds) if bounds else (1, 6)
    return ir.Die(node.name.text, low, high, span=node.span)


# ---------------------------------------------------------------- cards


def card_type(e: Elaborator, symbol: CardTypeSymbol) -> ir.CardType:
    name = symbol.node.name.text
    fields = {**symbol.fields, **e.scope.piece_fields}
    return ir.CardType(
        name, tuple(ir.PieceField(k, t, k in e.changing_fields or k in e.scope.piece_fields) for k, t in fields.items()),
        span=symbol.node.span,
    )  # fmt: skip


def deck(e: Elaborator, node: n.Deck) -> list[ir.Card]:
    symbol = e.scope.names.get(node.card_type.text)
    if not isinstance(symbol, CardTypeSymbol):
        kinds = {k for k, s in e.scope.names.items() if isinstance(s, CardTypeSymbol)}
        Context(e).unknown(node.card_type, "there are no cards called", kinds, "unknown-cards")
    where = expression(Context(e), node.zone)
    if not isinstance(where, ir.ZoneAt):
        e.wrong("not-a-zone", f"a deck lies in a zone, and this is {words(where.type)}", node.zone.span)
    cards: list[ir.Card] = []
    texts: tuple[ir.RuleText, ...] = ()
    for entry in node.entries:
        if isinstance(entry, n.RuleText):
            texts = (*texts, *rule_texts([entry]))
        elif isinstance(entry, n.CardEntry):
            try:
                cards.append(card(e, symbol, entry, where, texts))
            except Reported:
                continue
            texts = ()
    return cards


def card(
    e: Elaborator, symbol: CardTypeSymbol, entry: n.CardEntry, where: ir.ZoneAt, texts: tuple[ir.RuleText, ...]
) -> ir.Card:
    values = []
    for a in entry.attributes:
        if isinstance(a, n.Attribute):
            values.append((a.name.text, _printed(e, symbol, a)))
    inside = rule_texts(entry.body)
    said = tuple(t.words for t in (*texts, *inside))
    copies = entry.copies.value if entry.copies else 1
    return ir.Card(
        entry.title.text, symbol.node.name.text, copies, where, tuple(values), _effect(e, entry), said, span=entry.span
    )


def _printed(e: Elaborator, symbol: CardTypeSymbol, a: n.Attribute) -> int:
    kind = symbol.fields.get(a.name.text)
    if kind is None:
        near = nearest(a.name.text, symbol.fields)
        e.wrong(
            "unknown-field", f"{symbol.node.name.text} cards have nothing called `{a.name.text}`", a.name.span,
            label=f"did you mean `{near[0]}`?" if near else "",
            help=(f"add it to `cards {symbol.node.name.text}: ...`",),
        )  # fmt: skip
    if kind.kind is Kind.TEXT and isinstance(a.value, n.Text):
        return e.text(a.value.text)
    return attribute_value(e, a.value, kind)


def _effect(e: Elaborator, entry: n.CardEntry) -> ir.Body | None:
    """The text of a card: `you` is its controller, `this` the card itself in slot 1."""
    items = tuple(x for x in entry.body if not isinstance(x, n.WhenPart))
    if not any(not isinstance(x, n.RuleText | n.BadLine) for x in items) and not any(
        isinstance(x, n.WhenPart) for x in entry.body
    ):
        return None
    with e.under(entry.title.text):
        c = Context(e, slots=["you", "this"])
        c.you = ir.Local(0, "you", PLAYER)
        c.this = ir.Local(1, "this", Type(Kind.PIECE))
        c.names[-1]["controller"] = _local(0, PLAYER, entry.span)
        done = sequence(c, items)
        for part in entry.body:
            if isinstance(part, n.WhenPart):
                block(c, part.body.items)
        return ir.Body(tuple(c.slots), done)


def _local(slot: int, type_: Type, span: Span):  # type: ignore[no-untyped-def]
    from dsl.ir.elaboration.context import Local

    return Local(slot, type_, True, span)


# ---------------------------------------------------------------- definitions and their exceptions


def define_type(e: Elaborator, symbol: DefineSymbol, span: Span) -> Type:
    """The type of a definition, working it out now if that has not been done."""
    done = define(e, symbol, span)
    return done.type if done is not None else ir.UNKNOWN


def define(e: Elaborator, symbol: DefineSymbol, span: Span) -> ir.Define | None:
    key = (symbol.node.name.text, symbol.arguments)
    if key in e.defines:
        done = e.defines[key]
        if done is None and key in e.open_defines:
            e.wrong(
                "circular-definition", f"`{symbol.node.name.text}` is defined by itself", span,
                help=("say it without using the name that is being defined",),
            )  # fmt: skip
        return done
    e.defines[key] = None
    e.open_defines.add(key)
    try:
        e.defines[key] = _define(e, symbol)
    except Reported:
        pass
    finally:
        e.open_defines.discard(key)
    return e.defines[key]


def _define(e: Elaborator, symbol: DefineSymbol) -> ir.Define:
    node = symbol.node
    with e.under(f"define {node.name.text}"):
        c = define_context(e, symbol)
        value = _cases(c, node) if node.value is None else expression(c, node.value)
        return ir.Define(
            define_key(symbol), symbol.arguments, tuple(c.slots), value, value.type, node.combining, (), span=node.span
        )


def define_context(e: Elaborator, symbol: DefineSymbol) -> Context:
    """The arguments stand in slots 0, 1 ...; the first is the candidate (`their`)."""
    c = Context(e)
    for domain, type_ in zip(symbol.node.domains, symbol.arguments, strict=True):
        c.bind(domain.binding, type_, hidden_name=domain.kind.text)
    if symbol.arguments:
        c.candidate = ir.Local(0, c.slots[0], symbol.arguments[0])
    return c


def _cases(c: Context, node: n.Define) -> ir.Expression:
    cases: list[tuple[ir.Expression, ir.Expression]] = []
    default: ir.Expression | None = None
    type_: Type | None = None
    for case in node.cases:
        if not isinstance(case, n.Case):
            continue
        value = expression(c, case.value, type_)
        if type_ is not None and not comparable(value.type, type_):
            c.e.wrong("mixed-cases", f"this case is {words(value.type)}, the first one {words(type_)}", case.span)
        type_ = value.type if type_ is None or type_.kind is Kind.NOTHING else type_
        if case.condition is None:
            default = value
        else:
            cases.append((condition(c, case.condition), value))
    if default is None or type_ is None:
        c.e.wrong("no-otherwise", f"what is `{node.name.text}` when no case holds?", node.name.span,
                  help=("end the cases with one that says `... otherwise`",))  # fmt: skip
    return ir.Cases(tuple(cases), default, type_, span=node.span)


def exceptions(e: Elaborator, nodes: list[n.ExceptionTo]) -> None:
    """Hangs each exception on its definition."""
    for node in nodes:
        try:
            symbol = _exception_target(e, node)
            done = define(e, symbol, node.span)
            if done is None:
                continue
            key = (symbol.node.name.text, symbol.arguments)
            e.defines[key] = _with_exception(e, symbol, done, node)
        except Reported:
            continue


def _exception_target(e: Elaborator, node: n.ExceptionTo) -> DefineSymbol:
    found = e.scope.defines.get(node.name.text, [])
    if not found:
        Context(e).unknown(node.name, "there is no definition called", set(e.scope.defines), "unknown-definition")
    wanted = 0 if node.of is None else 1
    fitting = [s for s in found if len(s.arguments) == wanted] or [s for s in found if len(s.arguments) >= wanted]
    if not fitting:
        e.wrong("no-such-definition", f"`{node.name.text}` is not of anything", node.span)
    return fitting[0]


def _with_exception(e: Elaborator, symbol: DefineSymbol, done: ir.Define, node: n.ExceptionTo) -> ir.Define:
    c = define_context(e, symbol)
    c.slots[len(symbol.arguments) :] = list(done.slots[len(symbol.arguments) :])
    rule = exception_rule(c, symbol, done.type, node)
    return attrs.evolve(done, slots=tuple(c.slots), exceptions=(*done.exceptions, rule))


def exception_rule(c: Context, symbol: DefineSymbol, type_: Type, node: n.ExceptionTo) -> ir.ExceptionRule:
    tests = [t for t in (_applies_to(c, node), _if(c, node.condition)) if t is not None]
    c.previous = type_
    if node.value.how == "plain" and not _mentions_previous(node.value.value):
        c.e.wrong(
            "exception-unclear", "does this value replace the usual one?", node.value.span,
            help=(f"say `instead {node.value.span.text}`, or start from the usual value: `previous + 1`",),
        )  # fmt: skip
    value = typed(c, node.value.value, type_, f"`{node.name.text}`")
    holds: ir.Expression = ir.And(tuple(tests), span=node.span) if len(tests) != 1 else tests[0]
    standing, source = c.e.standing_of(node.span)
    return ir.ExceptionRule(holds, node.value.how, value, standing, source, span=node.span)


def _applies_to(c: Context, node: n.ExceptionTo) -> ir.Expression | None:
    candidate = c.candidate
    match node.of:
        case None:
            return None
        case n.AnySuch(noun):
            if noun.binding is not None and candidate is not None and isinstance(candidate, ir.Local):
                c.names[-1][noun.binding.text] = _local(candidate.slot, candidate.type, noun.span)
            return _if(c, noun.where)
        case other:
            if candidate is None:
                return None
            return ir.Compare("=", candidate, expression(c, other, candidate.type), span=node.span)


def _if(c: Context, node: n.Expression | None) -> ir.Expression | None:
    return condition(c, node) if node is not None else None


def _mentions_previous(node: object) -> bool:
    if isinstance(node, n.Pronoun):
        return node.word == "previous"
    if isinstance(node, tuple):
        return any(_mentions_previous(x) for x in node)
    if attrs.has(type(node)):
        return any(_mentions_previous(getattr(node, f.name)) for f in attrs.fields(type(node)) if f.eq)
    return False


# ---------------------------------------------------------------- bodies


def body_context(e: Elaborator, where: str) -> Context:
    """A body in which `you` is slot 0, whoever that is when it runs."""
    c = Context(e, slots=["you"], offers=offers_during(e, where))
    c.you = ir.Local(0, "you", PLAYER.or_none())
    return c


def offers_during(e: Elaborator, where: str) -> tuple[str, ...]:
    """The anytime actions that go with every question asked in that procedure, step, phase or round."""
    around = {where}
    while isinstance(symbol := e.scope.names.get(where), FlowSymbol) and symbol.inside:
        where = symbol.inside
        around.add(where)
    return tuple(
        s.node.name.text
        for s in e.scope.names.values()
        if isinstance(s, ActionSymbol) and isinstance(s.node, n.Action)
        for t in s.node.traits
        if t.kind == "during" and any(x.text in around for x in t.names)
    )


def procedure(e: Elaborator, symbol: ProcedureSymbol) -> ir.Procedure:
    node = symbol.node
    with e.under(node.name.text.replace("_", " ").capitalize()):
        c = body_context(e, node.name.text)
        c.answer = symbol.answer
        for p, type_ in zip(node.parameters, symbol.parameters, strict=True):
            _try(lambda p=p, type_=type_: c.bind(p.name, type_))  # type: ignore[misc]
        done = sequence(c, node.body.items)
        return ir.Procedure(
            node.name.text, symbol.parameters, symbol.answer, ir.Body(tuple(c.slots), done), span=node.span
        )


def _try(what):  # type: ignore[no-untyped-def]
    try:
        return what()
    except Reported:
        return None


def flow(e: Elaborator, node: n.Flow, inside: str, texts: tuple[ir.RuleText, ...] = ()) -> None:
    """A round, phase or step, kept in `Elaborator.flows`."""
    title = node.title.text if node.title else spoken(node.name.text)
    heading = f"{node.number.text}. {title}" if node.number else title
    with e.under(heading):
        c = body_context(e, node.name.text)
        until = None
        if node.condition is not None:
            holds = condition(c, node.condition.condition)
            until = holds if node.condition.how == "until" else ir.Not(holds, span=node.condition.span)
        bound = number(c, node.bound) if node.bound is not None else None
        done = sequence(c, node.body.items)
        e.flows[node.name.text] = ir.Flow(
            node.name.text, node.kind, node.number.text if node.number else "", title, until, bound,
            ir.Body(tuple(c.slots), done), (*texts, *rule_texts(node.body.items)), inside, span=node.span,
        )  # fmt: skip


def action(e: Elaborator, node: n.Action, permissions: list[n.Permission]) -> ir.Action:
    title = node.title.text if node.title else spoken(node.name.text)
    with e.under(title):
        c = body_context(e, node.name.text)
        needs = [*_forbidden(c, node, permissions)]
        items = list(node.body.items)
        while items and isinstance(items[0], n.Needs | n.RuleText):
            first = items.pop(0)
            if isinstance(first, n.Needs):
                reason = first.reason.text if first.reason else first.condition.span.text
                needs.append(ir.Need(condition(c, first.condition), reason, span=first.span))
        done = sequence(c, tuple(items))
        limit, unit = _limit(c, node)
        kinds = {t.kind for t in node.traits}
        return ir.Action(
            node.name.text, title, node.kind or "action", "secretly" in kinds, unit, limit, "own_turn" in kinds,
            tuple(needs), ir.Body(tuple(c.slots), done), rule_texts(node.body.items), span=node.span,
        )  # fmt: skip


def _limit(c: Context, node: n.Action) -> tuple[ir.Expression | None, str]:
    for t in node.traits:
        if t.kind == "limit":
            amount = number(c, t.amount) if t.amount is not None else ir.Constant(1, NUMBER)
            return amount, t.unit.text if t.unit else ""
    return None, ""


def _forbidden(c: Context, node: n.Action, permissions: list[n.Permission]) -> list[ir.Need]:
    """`forbid action NAME if ...` is one more need of that action."""
    needs = []
    for p in permissions:
        if isinstance(p.event, n.ActionEvent) and p.event.name.text == node.name.text and not p.allowed:
            holds = condition(c, p.condition) if p.condition is not None else ir.Constant(1, YES_NO)
            source = c.e.standing_of(p.span)[1]
            reason = f"forbidden by {source}" if source else "forbidden now"
            needs.append(ir.Need(ir.Not(holds, span=p.span), reason, span=p.span))
    return needs


def permission_targets(e: Elaborator, permissions: list[n.Permission]) -> None:
    for p in permissions:
        if not isinstance(p.event, n.ActionEvent):
            e.note("forbid-what", "only actions can be forbidden or allowed so far", p.span,
                   help=("write `forbid action NAME if CONDITION`",))  # fmt: skip
        elif not isinstance(e.scope.names.get(p.event.name.text), ActionSymbol):
            actions = {k for k, s in e.scope.names.items() if isinstance(s, ActionSymbol)}
            _try(lambda p=p: Context(e).unknown(p.event.name, "there is no action called", actions, "unknown-action"))  # type: ignore[misc]


# ---------------------------------------------------------------- rules that meet events


GERUNDS = {
    "gaining": "gain", "losing": "lose", "paying": "pay", "giving": "give", "drawing": "draw", "discarding": "discard",
    "moving": "move", "revealing": "reveal", "playing": "play", "shuffling": "shuffle", "rolling": "roll",
    "entering": "enter", "leaving": "leave", "becoming": "become",
}  # fmt: skip


def hook(e: Elaborator, node: n.Hook | n.Reaction) -> ir.HookRule | ir.WheneverRule:
    c = body_context(e, "")
    match node.trigger:
        case n.Whenever(holds):
            return _whenever(c, node, holds)
        case n.AtEvent():
            return _at_event(c, node, node.trigger)


def _whenever(c: Context, node: n.Hook | n.Reaction, holds: n.Expression) -> ir.WheneverRule:
    """`whenever any player as riser where ...`: the first such player is named in the body."""
    opening: tuple[ir.Statement, ...] = ()
    if isinstance(holds, n.Query) and holds.kind == "any" and holds.noun.binding is not None:
        thing = holds.noun
        over = without(c, list_of(c, thing.name), thing.other_than)
        found = filtered(c, over, thing.binding, thing.where, thing.span) if thing.where is not None else over
        test: ir.Expression = ir.Some(found, -1, None, span=node.span)
        bound = c.bind(thing.binding, over.type.one())
        opening = (ir.SetLocal(bound.slot, ir.First(found, over.type.one()), span=node.span),)
    else:
        test = condition(c, holds)
    done = block(c, node.body.items)
    standing, _ = c.e.standing_of(node.span)
    return ir.WheneverRule(test, ir.Body(tuple(c.slots), (*opening, *done)), standing, span=node.span)


def _at_event(c: Context, node: n.Hook | n.Reaction, trigger: n.AtEvent) -> ir.HookRule:
    before = len(c.slots)
    tests: list[ir.Expression] = []
    event, name, subject, counter, source, target, binds = _event(c, trigger.event, tests)
    parameters = len(c.slots) - before if event == "procedure" else 0
    if trigger.condition is not None:
        tests.append(condition(c, trigger.condition))
    holds = ir.And(tuple(tests), span=trigger.span) if len(tests) > 1 else next(iter(tests), None)
    c.answer = _answer_in_place_of(c, trigger)
    done = block(c, node.body.items)
    standing, source_name = c.e.standing_of(node.span)
    optional = isinstance(node, n.Reaction)
    label = node.title.text if isinstance(node, n.Reaction) and node.title else ""
    return ir.HookRule(
        Timing(trigger.timing), event, name, subject, counter, source, target, binds, holds, optional, label,
        ir.Body(tuple(c.slots), done), standing, source_name, parameters, span=node.span,
    )  # fmt: skip


def _answer_in_place_of(c: Context, trigger: n.AtEvent) -> Type | None:
    """What a rule may decide that stands in place of a procedure: what the procedure would have."""
    if trigger.timing != "instead" or not isinstance(trigger.event, n.ProcedureEvent):
        return None
    symbol = c.e.scope.names[trigger.event.name.text]
    return symbol.answer if isinstance(symbol, ProcedureSymbol) else None


EventParts = tuple[
    str, str, ir.Expression | None, ir.Expression | None, ir.Place | None, ir.Place | None, tuple[str, ...]
]


def _event(c: Context, event: n.Event, tests: list[ir.Expression]) -> EventParts:
    match event:
        case n.FlowEvent(_, name):
            return "flow", _known(c, name, FlowSymbol, "step, phase or round"), None, None, None, None, ()
        case n.ActionEvent(name):
            return "action", _known(c, name, ActionSymbol, "action"), None, None, None, None, ()
        case n.ProcedureEvent(name):
            known = _known(c, name, ProcedureSymbol, "procedure")
            symbol = c.e.scope.names[name.text]
            assert isinstance(symbol, ProcedureSymbol)
            for p, type_ in zip(symbol.node.parameters, symbol.parameters, strict=True):
                c.bind(p.name, type_)
            return "procedure", known, None, None, None, None, ()
        case n.BoundaryEvent():
            return "boundary", event.edge, None, None, None, None, ()
        case n.VerbEvent():
            return _verb_event(c, event, tests)


def _known(c: Context, name: n.Name, kind: type, what: str) -> str:
    if not isinstance(c.e.scope.names.get(name.text), kind):
        known = {k for k, s in c.e.scope.names.items() if isinstance(s, kind)}
        c.unknown(name, f"there is no {what} called", known, f"unknown-{what.split()[0].strip(',')}")
    return name.text


def _verb_event(c: Context, event: n.VerbEvent, tests: list[ir.Expression]) -> EventParts:
    """Who does what: a player or any, an amount of a counter or a piece, from and to where."""
    binds: list[str] = []
    subject = _party(c, event.subject, PLAYER, "subject", binds, tests)
    if subject is not None and not subject.type.many:
        c.subject = subject
    counter: ir.Expression | None = None
    match event.object:
        case n.SomeAmount(coin, binding):
            counter = counter_of(c, coin)
            if binding is not None:
                c.bind(binding, NUMBER)
                binds.append("amount")
        case None:
            pass
        case other:
            _party(c, other, Type(Kind.PIECE), "piece", binds, tests)
    anything = counter if counter is not None else ir.Constant(ir.NONE, ir.COUNTER)
    source = _event_place(c, event.source, anything) if counter is not None else None
    target = _event_place(c, event.target, anything) if counter is not None else None
    return GERUNDS[event.gerund], "", subject, counter, source, target, tuple(binds)


def _event_place(c: Context, node: n.Expression | None, counter: ir.Expression) -> ir.Place | None:
    """Where the counters of an event go from or to; a pot that is only named is the one of whatever counter it is."""
    if node is None:
        return None
    meant = place(c, node, counter)
    return attrs.evolve(meant, at=()) if isinstance(meant, ir.Pot) and isinstance(node, n.Name) else meant


def _party(
    c: Context, party: n.Party, type_: Type, role: str, binds: list[str], tests: list[ir.Expression]
) -> ir.Expression | None:
    """A certain one, or None for `any ...`; what narrows that is added to the tests."""
    if not isinstance(party, n.AnySuch):
        return expression(c, party, type_)
    kind = kind_named(c, party.noun.name.text) if isinstance(party.noun.name, n.Name) else type_
    narrows = kind is not None and kind.kind is Kind.PIECE and kind.name
    if party.noun.binding is None and party.noun.other_than is None and not narrows:
        return None
    one = c.bind(party.noun.binding, kind or type_, hidden_name=role)
    binds.append(role)
    if party.noun.other_than is not None:
        other = expression(c, party.noun.other_than, one.type)
        tests.append(ir.Compare("!=", one, other, span=party.span))
    if kind is not None and narrows:
        tests.append(ir.IsIn(one, ir.AllOf(kind, kind.list()), span=party.span))
    return None


def check_standing_rule(c: Context, item: n.ExceptionTo | n.Permission | n.Hook | n.Reaction) -> None:
    """Checks a rule that begins to hold in play, in the names of the body it stands in."""
    match item:
        case n.ExceptionTo():
            symbol = _exception_target(c.e, item)
            done = define(c.e, symbol, item.span)
            inner = _inner(c)
            inner.candidate = ir.Local(0, "candidate", symbol.arguments[0]) if symbol.arguments else None
            exception_rule(inner, symbol, done.type if done else ir.UNKNOWN, item)
        case n.Permission(_, event, holds):
            if isinstance(event, n.ActionEvent):
                _known(c, event.name, ActionSymbol, "action")
            if holds is not None:
                condition(c, holds)
        case n.Hook() | n.Reaction():
            inner = _inner(c)
            match item.trigger:
                case n.Whenever(holds):
                    _whenever(inner, item, holds)
                case n.AtEvent():
                    _at_event(inner, item, item.trigger)


def _inner(c: Context) -> Context:
    return attrs.evolve(c, slots=list(c.slots), names=[*c.names, {}])


__all__ = ["Standing", "own_property", "type_of"]
