"""Elaborates rules on events (before, after, instead of, whenever), and what is forbidden or allowed."""

from collections.abc import Iterable
from typing import assert_never

import attrs

from dsl.diagnostic import Edit, Fix, Label
from dsl.elaborate.core import expressions as ex
from dsl.elaborate.core import statements
from dsl.elaborate.core.context import Context
from dsl.elaborate.core.elaborator import Elaborator, Reported, attempt
from dsl.elaborate.core.kinds import is_one, meant
from dsl.elaborate.expressions import counters, queries
from dsl.elaborate.statements import bodies
from dsl.elaborate.statements.questions import choices
from dsl.ir import nodes as ir
from dsl.ir.nodes import NUMBER, PLAYER, EventKind, Kind, Timing, Type
from dsl.names.symbols import ActionSymbol, FlowSymbol, ProcedureSymbol, Symbol, VariableSymbol, declared_at, what
from dsl.names.types import article
from dsl.source import Span
from dsl.syntax import nodes as n

#: The events of verbs by the word that names them in a rule.
GERUNDS = {
    "gaining": "gain", "losing": "lose", "paying": "pay", "giving": "give", "drawing": "draw", "discarding": "discard",
    "moving": "move", "revealing": "reveal", "playing": "play", "shuffling": "shuffle", "rolling": "roll",
    "entering": "enter", "leaving": "leave", "becoming": "become",
}  # fmt: skip


def hook(e: Elaborator, node: n.Hook | n.Reaction) -> ir.HookRule | ir.WheneverRule:
    """A rule on an event, or one that holds at all times."""
    if isinstance(node, n.Reaction) and node.title is not None:
        with e.under(node.title.text):
            return rule(_context(e, node), node)
    return rule(_context(e, node), node)


def _context(e: Elaborator, node: n.Hook | n.Reaction) -> Context:
    """A reaction is that of whoever may decline it; a rule on an event knows the `you` of the event."""
    if isinstance(node, n.Reaction):
        return bodies.body_context(e, "", PLAYER)
    return bodies.body_context(e, "", None if isinstance(node.trigger, n.Whenever) else PLAYER.or_none())


def rule(c: Context, node: n.Hook | n.Reaction) -> ir.HookRule | ir.WheneverRule:
    """A rule in the names of `c`."""
    match node.trigger:
        case n.Whenever(holds):
            return _whenever(c, node, holds)
        case n.AtEvent():
            return _at_event(c, node, node.trigger)
        case _:
            assert_never(node.trigger)


# ---------------------------------------------------------------- whenever


def _whenever(c: Context, node: n.Hook | n.Reaction, holds: n.Expression) -> ir.WheneverRule:
    """`whenever any player as riser where ...`: the first such player is named in the body."""
    try:
        test, opening = _first_such(c, node, holds)
    except Reported:
        with c.unsure():
            statements.block(c, node.body.items)
        raise
    done = statements.block(c, node.body.items)
    standing, _ = c.e.standing_of(node.span)
    return ir.WheneverRule(test, ir.Body(tuple(c.slots), (*opening, *done)), standing, span=node.span)


def _first_such(
    c: Context, node: n.Hook | n.Reaction, holds: n.Expression
) -> tuple[ir.Expression, tuple[ir.Statement, ...]]:
    if not (isinstance(holds, n.Query) and holds.kind == "any" and holds.noun.binding is not None):
        return ex.condition(c, holds), ()
    thing = holds.noun
    found = queries.noun(c, thing)
    bound = c.bind(thing.binding, found.type.one())
    first = ir.First(_from_active(found), found.type.one(), span=node.span)
    return ir.Some(found, -1, None, span=node.span), (ir.SetLocal(bound.slot, first, span=node.span),)


def _from_active(found: ir.Expression) -> ir.Expression:
    """The same players, beginning with the one whose turn it is."""
    match found:
        case ir.AllOf(of) if of == PLAYER:
            return ir.PlayersFrom(ir.Function("active_player", (), PLAYER.or_none(), span=found.span), span=found.span)
        case ir.Filter(over) | ir.Without(over):
            return attrs.evolve(found, over=_from_active(over))
        case _:
            return found


# ---------------------------------------------------------------- before, after, instead of


@attrs.frozen
class _Event:
    """What a rule meets, as the fields of a HookRule."""

    event: str
    name: str = ""
    subject: ir.Expression | None = None
    counter: ir.Expression | None = None
    source: ir.Place | None = None
    target: ir.Place | None = None
    binds: tuple[str, ...] = ()
    tests: tuple[ir.Expression, ...] = ()
    leaving: ir.Expression | None = None
    entering: ir.Expression | None = None


def _at_event(c: Context, node: n.Hook | n.Reaction, trigger: n.AtEvent) -> ir.HookRule:
    before = len(c.slots)
    c.on_event = True
    try:
        met = _event(c, trigger.event)
        _makes_sense(c, met, trigger)
    except Reported:
        with c.unsure():
            statements.block(c, node.body.items)
        raise
    parameters = len(c.slots) - before if met.event == "procedure" else 0
    tests = [*met.tests]
    if trigger.condition is not None:
        tests.append(ex.condition_or_unknown(c, trigger.condition))
    holds = ir.And(tuple(tests), span=trigger.span) if len(tests) > 1 else next(iter(tests), None)
    c.answer = _answer_in_place_of(c, trigger)
    done = statements.block(c, node.body.items)
    standing, source_name = c.e.standing_of(node.span)
    title = node.title if isinstance(node, n.Reaction) else None
    return ir.HookRule(
        Timing(trigger.timing), EventKind(met.event), met.name, met.subject, met.counter, met.source, met.target,
        met.binds, holds, isinstance(node, n.Reaction), title.text if title else "",
        ir.Body(tuple(c.slots), done), standing, source_name, parameters, met.leaving, met.entering,
        question=_offer(c, title, node.span) if isinstance(node, n.Reaction) else None, span=node.span,
    )  # fmt: skip


def _offer(c: Context, title: n.Text | None, span: Span) -> ir.Choose:
    """The question whether somebody does what a rule lets them do. Nobody else learns that it was put."""
    text = title.text if title else c.e.headings[-1] if c.e.headings else ""
    parts = choices.text_parts(c, title) if title else (text,)
    options = ir.FromMenu((text,), (None,), choices.if_in_braces((parts,)), span=span)
    match parts:
        case (*_, str(last)):
            prompt = parts if last.endswith("?") else (*parts[:-1], f"{last}?")
        case _:
            prompt = (*parts, "?")
    return ir.Choose(
        ir.Local(0, "you", PLAYER), options, ir.NONE, True, ir.Manner.SECRETLY, prompt, None, (), (), (), c.site(span),
        announced=False, span=span,
    )  # fmt: skip


def _answer_in_place_of(c: Context, trigger: n.AtEvent) -> Type | None:
    """What a rule may decide that stands in place of a procedure: what the procedure would have."""
    if trigger.timing != "instead" or not isinstance(trigger.event, n.ProcedureEvent):
        return None
    symbol = c.e.scope.names[trigger.event.name.text]
    return symbol.answer if isinstance(symbol, ProcedureSymbol) else None


def _event(c: Context, event: n.Event) -> _Event:
    match event:
        case n.FlowEvent(kind, name):
            known_flow(c, name, kind)
            return _Event("flow", name.text)
        case n.ActionEvent(name):
            known(c, name, ActionSymbol, "action")
            return _Event("action", name.text)
        case n.ProcedureEvent(name):
            return _procedure_event(c, name)
        case n.BoundaryEvent():
            return _boundary(c, event)
        case n.VerbEvent(gerund="entering" | "leaving"):
            return _zone_event(c, event)
        case n.VerbEvent(gerund="rolling"):
            return _roll_event(c, event)
        case n.VerbEvent(gerund="shuffling"):
            return _shuffle_event(c, event)
        case n.VerbEvent(gerund="becoming"):
            return _role_event(c, event)
        case n.VerbEvent():
            return _verb_event(c, event)
        case _:
            assert_never(event)


def _boundary(c: Context, event: n.BoundaryEvent) -> _Event:
    """The start or end of a turn, a round, a phase or a step."""
    period = event.period
    if period.owner is not None:
        return _Event("boundary", f"{event.edge} turn", ex.player(c, period.owner, "whose turn it is"))
    if period.unit not in ("turn", "round", "phase", "step"):
        known_flow(c, n.Name(period.unit, span=period.span))
    return _Event("boundary", f"{event.edge} {period.unit}")


def _procedure_event(c: Context, name: n.Name) -> _Event:
    """A rule on a procedure knows its parameters by their names."""
    symbol = known(c, name, ProcedureSymbol, "procedure")
    assert isinstance(symbol, ProcedureSymbol)
    for p, type_ in zip(symbol.node.parameters, symbol.parameters, strict=True):
        c.bind(p.name, type_)
    return _Event("procedure", name.text)


def known_flow(c: Context, name: n.Name, kind: str = "") -> None:
    """A step, phase or round of that name; of that kind, where one is said."""
    symbol = known(c, name, FlowSymbol, "step, phase or round")
    assert isinstance(symbol, FlowSymbol)
    actual = symbol.node.kind
    if kind and kind != actual:
        edit = Edit(Span(name.span.source, name.span.start - len(kind) - 1, name.span.start), f"{actual} ")
        fix = Fix(f"write `{actual}`", (edit,), safe=True) if _stands_before(kind, name.span) else None
        c.e.wrong(
            "another-kind", f"`{name.text}` is a {actual}, not a {kind}", name.span, label=f"this is a {actual}",
            labels=(Label(declared_at(symbol), "declared here"),), help=(f"write `{actual} {name.text}`",), fix=fix,
        )  # fmt: skip


def _stands_before(word: str, span: Span) -> bool:
    return span.source.text[: span.start].endswith(f"{word} ")


def known(c: Context, name: n.Name, kind: type[Symbol], meant: str) -> Symbol:
    """What the name stands for, which must be of that kind."""
    symbol = c.e.scope.names.get(name.text)
    if isinstance(symbol, kind):
        return symbol
    word = meant.split(",")[0]
    if symbol is not None:
        one = article(word)
        c.e.wrong(f"not-{one}-{word}", f"`{name.text}` is {what(symbol)}, and {one} {meant} is wanted", name.span,
                  label=f"{one} {word} is wanted", labels=(Label(declared_at(symbol), "declared here"),),
                  help=(_how_to_name(name.text, symbol),))  # fmt: skip
    c.e.unknown(name, f"there is no {meant} called", c.e.scope.names_of(kind), f"unknown-{word}", "there are")


def _how_to_name(text: str, symbol: Symbol) -> str:
    match symbol:
        case ProcedureSymbol():
            return f"a procedure is met like this: `after doing {text}: ...`"
        case FlowSymbol(node):
            return f"a {node.kind} is met like this: `after {node.kind} {text}: ...`"
        case ActionSymbol():
            return f"an action is met like this: `after action {text}: ...`"
        case _:
            return "rules meet steps, phases, rounds, procedures, actions and what players do"


def _verb_event(c: Context, event: n.VerbEvent) -> _Event:
    """Who does what: a player or any, an amount of a counter or a piece, from and to where."""
    subject = _party(c, event.subject, PLAYER, "subject")
    if subject.certain is not None and not subject.certain.type.many:
        c.subject = subject.certain
    counter: ir.Expression | None = None
    thing = _Party()
    match event.object:
        case n.SomeAmount(asked, coin, binding):
            counter = counters.counter_of(c, coin)
            named = [(role, name) for role, name in (("amount", binding), ("asked", asked)) if name is not None]
            for _, name in named:
                c.bind(name, NUMBER)
            thing = _Party(binds=tuple(role for role, _ in named))
        case None:
            pass
        case other:
            _no_amount(c, other)
            thing = _party(c, other, ir.PIECE, "piece")
    binds, tests = (*subject.binds, *thing.binds), (*subject.tests, *thing.tests)
    if counter is None:
        leaving, entering = _zones(c, event.source, "where it comes from"), _zones(c, event.target, "where it goes")
        if entering is not None and event.gerund in ("revealing", "playing"):
            assert event.target is not None
            c.e.wrong("goes-nowhere", f"{event.gerund} a card moves it nowhere", event.target.span,
                      label="it stays where it is",
                      help=("leave this out; `from ZONE` says where it lies",))  # fmt: skip
        return _Event(GERUNDS[event.gerund], "", subject.certain, None, None, None, binds, tests, leaving, entering)
    source, target = _place(c, event.source, counter), _place(c, event.target, counter)
    return _Event(GERUNDS[event.gerund], "", subject.certain, counter, source, target, binds, tests)


def _no_amount(c: Context, party: n.Party) -> None:
    """`any coin`, or `coins` alone: what is counted is said by `some`."""
    name = party.noun.name if isinstance(party, n.AnySuch) else party
    symbol = c.e.scope.find(name.text) if isinstance(name, n.Name) and c.find(name.text) is None else None
    if isinstance(name, n.Name) and isinstance(symbol, VariableSymbol) and isinstance(symbol.node, n.Counters):
        c.e.wrong("wrong-kind", f"`{name.text}` is counted, and is no card", name.span, label="how much of it?",
                  help=(f"write `some {name.text}`, or `some {name.text} as amount` to know how much",))  # fmt: skip


def _roll_event(c: Context, event: n.VerbEvent) -> _Event:
    """`any player rolling`, `any player rolling any die as d`: then each of the dice is one event."""
    subject = _party(c, event.subject, PLAYER, "subject")
    if event.object is None:
        return _Event("roll", subject=subject.certain, binds=subject.binds, tests=subject.tests)
    if not isinstance(event.object, n.AnySuch):
        c.e.wrong("wrong-kind", "a die is meant here", event.span, label="not a kind of that",
                  help=("write `any player rolling any die as NAME`, or `any player rolling`",))  # fmt: skip
    die = _party(c, event.object, Type(Kind.DIE), "die")
    noun = event.object.noun.name
    kind = ex.kind_named(c, noun.text) if isinstance(noun, n.Name) else None
    name = kind.name if kind is not None else ""
    return _Event("roll", name, subject.certain, binds=(*subject.binds, *die.binds), tests=(*subject.tests, *die.tests))


def _shuffle_event(c: Context, event: n.VerbEvent) -> _Event:
    """`any player shuffling`, `any player shuffling ZONE`."""
    subject = _party(c, event.subject, PLAYER, "subject")
    if isinstance(event.object, n.AnySuch | n.SomeAmount):
        c.e.wrong("which-zone", "shuffling which zone?", event.span, label="no zone is named",
                  help=("write `any player shuffling ZONE`, or `any player shuffling` for all zones",))  # fmt: skip
    zones = _zones(c, event.object, "what is shuffled")
    return _Event("shuffle", subject=subject.certain, binds=subject.binds, tests=subject.tests, leaving=zones)


def _role_event(c: Context, event: n.VerbEvent) -> _Event:
    """`any player as NAME becoming ROLE`: the role comes to somebody who did not have it."""
    subject = _party(c, event.subject, PLAYER, "subject")
    role = event.object
    symbol = c.e.scope.names.get(role.text) if isinstance(role, n.Name) else None
    if more := event.source or event.target:
        c.e.wrong("becoming-what", "a role comes from nowhere and goes nowhere", more.span, label="what is this?",
                  help=("leave this out; `while ...` says when the rule holds",))  # fmt: skip
    if not isinstance(symbol, VariableSymbol) or not isinstance(symbol.node, n.Role):
        roles = [k for k, s in c.e.scope.names.items() if isinstance(s, VariableSymbol) and isinstance(s.node, n.Role)]
        c.e.wrong("becoming-what", "somebody becomes what a role says", event.span, label="no role is named",
                  help=(f"write `any player becoming {roles[0] if roles else 'ROLE'}`",
                        "a role is declared like this: `role NAME`"))  # fmt: skip
    return _Event("become", symbol.name, subject.certain, binds=subject.binds, tests=subject.tests)


def _makes_sense(c: Context, met: _Event, trigger: n.AtEvent) -> None:
    """What is rolled stands in the rest of the rules, and is not there before."""
    if met.event != "roll" or trigger.timing == "after":
        return
    if trigger.timing == "instead":
        c.e.wrong("instead-of-rolling", "nothing can be done instead of rolling", trigger.span,
                  label="the rules go on with what was rolled",
                  help=("write `after any player rolling: ...`",
                        "or a rule `instead of` the procedure or action in which it is done"))  # fmt: skip
    if "die" in met.binds:
        c.e.wrong("before-rolling", "before it is rolled, a die shows nothing", trigger.span, label="this is too early",
                  help=("write `after ...`, or leave the die out: `before any player rolling: ...`",))  # fmt: skip


def _zone_event(c: Context, event: n.VerbEvent) -> _Event:
    """`any CARD as c entering Z`, `... leaving Z`: however it goes there."""
    piece = _party(c, event.subject, ir.PIECE, "piece")
    if event.object is None or isinstance(event.object, n.AnySuch | n.SomeAmount):
        c.e.wrong("which-zone", f"{event.gerund} which zone?", event.span, label="no zone is named",
                  help=(f"write `any card {event.gerund} ZONE`",))  # fmt: skip
    zones = _zones(c, event.object, f"what is {'entered' if event.gerund == 'entering' else 'left'}")
    leaving, entering = (None, zones) if event.gerund == "entering" else (zones, None)
    tests = piece.tests
    if piece.certain is not None:
        one = c.bind(None, ir.PIECE, hidden_name="piece")
        tests = (ir.IsIn(one, ex.as_list(piece.certain, event.span), span=event.span),)
    binds = piece.binds if piece.certain is None else ("piece",)
    return _Event(GERUNDS[event.gerund], binds=binds, tests=tests, leaving=leaving, entering=entering)


def _zones(c: Context, node: n.Expression | None, wanted: str) -> ir.Expression | None:
    """One zone or several."""
    if node is None:
        return None
    found = ex.expression(c, node, ir.ZONE.list())
    return c.expect(found, ir.ZONE.list() if found.type.many else ir.ZONE, node.span, wanted)


def _place(c: Context, node: n.Expression | None, counter: ir.Expression) -> ir.Place | None:
    """A pot that is only named is the one of whatever counter it is."""
    if node is None:
        return None
    meant = counters.place(c, node, counter)
    return attrs.evolve(meant, at=()) if isinstance(meant, ir.Pot) and isinstance(node, n.Name) else meant


@attrs.frozen
class _Party:
    """Somebody or something in an event: a certain one, or any that passes the tests; what the body may read of it."""

    certain: ir.Expression | None = None
    binds: tuple[str, ...] = ()
    tests: tuple[ir.Expression, ...] = ()


def _party(c: Context, party: n.Party, type_: Type, role: str) -> _Party:
    if not isinstance(party, n.AnySuch):
        found = ex.expression(c, party, type_)
        wanted = type_.list() if found.type.many else type_
        return _Party(c.expect(found, wanted, party.span, f"the {role} of an event"))
    noun = party.noun
    kind = ex.kind_named(c, noun.name.text) if isinstance(noun.name, n.Name) else None
    if kind is None or kind.kind is not type_.kind:
        word = {Kind.PLAYER: "player", Kind.DIE: "die"}.get(type_.kind, "card")
        c.e.wrong("wrong-kind", f"a {word} is meant here", noun.name.span,
                  label="not a kind of that", help=(f"write `any {word}`",))  # fmt: skip
    kinds = meant(c, noun.name, kind) if isinstance(noun.name, n.Name) else None
    if noun.binding is None and noun.other_than is None and kinds is None:
        return _Party()
    one = c.bind(noun.binding, kind, hidden_name=role)
    tests: list[ir.Expression] = []
    if noun.other_than is not None:
        other = ex.typed(c, noun.other_than, kind, "who is left out")
        tests.append(ir.Compare("!=", one, other, span=party.span))
    if kinds is not None:
        tests.append(is_one(one, kind, kinds, party.span))
    return _Party(None, (role,), tuple(tests))


# ---------------------------------------------------------------- forbid and allow


def permission_targets(e: Elaborator, permissions: Iterable[n.Permission]) -> None:
    """Only actions that there are can be forbidden or allowed."""
    listed = list(permissions)
    for p in listed:
        attempt(lambda p: permission_target(e, p), p)
        if p.allowed and isinstance(p.event, n.ActionEvent):
            _lifts_something(e, p, p.event.name, listed)


def _lifts_something(e: Elaborator, p: n.Permission, name: n.Name, permissions: list[n.Permission]) -> None:
    forbidden = (x.event.name.text for x in permissions if not x.allowed and isinstance(x.event, n.ActionEvent))
    if name.text in e.scope.names and name.text not in forbidden:
        e.note(
            "allows-nothing", f"nothing forbids `{name.text}`", p.span, label="there is nothing to lift",
            help=("`allow` lifts a `forbid`; what keeps an action from being taken else are its `needs`",),
        )  # fmt: skip


def permission_target(e: Elaborator, p: n.Permission) -> None:
    """Only actions can be forbidden or allowed."""
    word = "allow" if p.allowed else "forbid"
    if not isinstance(p.event, n.ActionEvent):
        e.wrong(
            "forbid-what", f"only actions can be {word}{'ed' if p.allowed else 'den'}", p.event.span,
            label="this is not an action",
            help=(f"write `{word} action NAME if CONDITION`; to change what happens, write `instead of ...:`",),
        )  # fmt: skip
    known(Context(e), p.event.name, ActionSymbol, "action")
