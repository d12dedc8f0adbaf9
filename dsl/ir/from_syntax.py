"""Syntax tree to IR: `elaborate` takes a merged rule set and returns the game, or what keeps it from being one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from dsl.check.scope import (
    CardTypeSymbol,
    DefineSymbol,
    DieSymbol,
    EnumSymbol,
    ParameterSymbol,
    ProcedureSymbol,
    Scope,
    VariableSymbol,
    ZoneSymbol,
    collect,
)
from dsl.diagnostic import Diagnostic, has_errors
from dsl.ir import nodes as ir
from dsl.ir.elaboration import declarations as d
from dsl.ir.elaboration.context import Context, Elaborator, Reported, StandingOf
from dsl.ir.elaboration.expressions import condition
from dsl.ir.elaboration.statements import sequence
from dsl.ir.nodes import Standing
from dsl.ir.secrecy import mark_secrets
from dsl.source import NO_SPAN, Span
from dsl.syntax import nodes as n

T = TypeVar("T")
N = TypeVar("N")


def elaborate(
    items: tuple[n.TopItem, ...], *, standing: StandingOf | None = None, variants: tuple[str, ...] = ()
) -> tuple[ir.Game | None, tuple[Diagnostic, ...]]:
    """The game that these declarations make, and what was found wrong; the game is None if that was an error."""
    scope = collect(items)
    e = Elaborator(scope, standing or _all_base, list(scope.diagnostics))
    game = _game(e, items, variants)
    found = tuple(e.diagnostics)
    return (None if has_errors(found) else mark_secrets(game)), found


def _all_base(_: Span) -> tuple[Standing, str]:
    return Standing.BASE, ""


def _of(items: Iterable[object], kind: type[N]) -> list[N]:
    return [x for x in items if isinstance(x, kind)]


def _game(e: Elaborator, items: tuple[n.TopItem, ...], variants: tuple[str, ...]) -> ir.Game:
    head = next(iter(_of(items, n.Game)), None)
    fewest, most = _players(e, head, items)
    permissions = _of(items, n.Permission)
    d.permission_targets(e, permissions)
    variables = _each(e, _symbols(e.scope, VariableSymbol), lambda s: None if s.of_piece else d.variable(e, s))
    for s in _define_symbols(e.scope):
        _guard(lambda s=s: d.define(e, s, s.node.span))  # type: ignore[misc]
    d.exceptions(e, _of(items, n.ExceptionTo))
    setup = _setup(e, _of(items, n.Setup))
    main = _main(e, items)
    procedures = _each(e, _symbols(e.scope, ProcedureSymbol), lambda s: d.procedure(e, s))
    actions = _each(e, _of(items, n.Action), lambda a: d.action(e, a, permissions))
    rules = _each(e, [*_of(items, n.Hook), *_of(items, n.Reaction)], lambda h: d.hook(e, h))
    ends = _each(e, _of(items, n.GameEnd), lambda g: _game_end(e, g))
    cards = [card for deck in _each(e, _of(items, n.Deck), lambda x: d.deck(e, x)) for card in deck]
    return ir.Game(
        title=head.title.text if head else "", fewest_players=fewest, most_players=most, credits=_credits(head),
        variants=variants,
        parameters=tuple(_each(e, _symbols(e.scope, ParameterSymbol), lambda s: d.parameter(e, s))),
        enumerations=tuple(_each(e, e.scope.enums.values(), lambda s: d.enumeration(e, s))),
        card_types=tuple(_each(e, _symbols(e.scope, CardTypeSymbol), lambda s: d.card_type(e, s))),
        cards=tuple(cards), dice=tuple(_each(e, _symbols(e.scope, DieSymbol), lambda s: d.die(e, s.node))),
        zones=tuple(_each(e, _symbols(e.scope, ZoneSymbol), lambda s: d.zone(e, s))),
        variables=tuple(variables), defines=tuple(x for x in e.defines.values() if x is not None),
        procedures=tuple(procedures), flows=tuple(e.flows.values()), actions=tuple(actions),
        hooks=tuple(_of(rules, ir.HookRule)), whenevers=tuple(_of(rules, ir.WheneverRule)), ends=tuple(ends),
        setup=setup, main=main, texts=tuple(e.texts), rulings=_rulings(e, _of(items, n.Ruling)), sites=tuple(e.sites),
    )  # fmt: skip


def _guard(what: Callable[[], T]) -> T | None:
    try:
        return what()
    except Reported:
        return None


def _each(e: Elaborator, things: Iterable[N], make: Callable[[N], T | None]) -> list[T]:
    done = [_guard(lambda x=x: make(x)) for x in things]  # type: ignore[misc]
    return [x for x in done if x is not None]


def _symbols(scope: Scope, kind: type[N]) -> list[N]:
    return [s for s in scope.names.values() if isinstance(s, kind)]


def _define_symbols(scope: Scope) -> list[DefineSymbol]:
    return [s for same in scope.defines.values() for s in same]


def _players(e: Elaborator, head: n.Game | None, items: tuple[n.TopItem, ...]) -> tuple[int, int]:
    if head is None:
        at = items[0].span if items else NO_SPAN
        e.note("no-game", "no `game` is declared here", at,
               help=('begin with `game "Title":` and, indented below it, `players: 2 to 4`',))  # fmt: skip
        return 1, 1
    for setting in _of(head.settings, n.Setting):
        if setting.name.text == "players":
            return _player_range(e, setting)
    e.note("no-players", "how many can play?", head.title.span, help=("add `players: 2 to 4` below the title",))
    return 1, 1


def _player_range(e: Elaborator, setting: n.Setting) -> tuple[int, int]:
    if isinstance(setting.value, n.Range):
        low, high = setting.value.low, setting.value.high
        if isinstance(low, n.Number) and isinstance(high, n.Number) and 1 <= low.value <= high.value <= 20:
            return low.value, high.value
    e.note("players-range", "the number of players is a range such as `2 to 6`, from 1 to 20", setting.span)
    return 1, 1


def _credits(head: n.Game | None) -> tuple[tuple[str, str], ...]:
    if head is None:
        return ()
    return tuple((s.name.text, s.value.text) for s in _of(head.settings, n.Setting) if isinstance(s.value, n.Text))


def _setup(e: Elaborator, nodes: list[n.Setup]) -> ir.Body:
    with e.under("Setup"):
        c = d.body_context(e, "setup")
        done = tuple(s for node in nodes for s in sequence(c, node.body.items))
        return ir.Body(tuple(c.slots), done)


def _main(e: Elaborator, items: tuple[n.TopItem, ...]) -> ir.Body:
    """The rounds, phases and steps that stand at the left margin, in the order written."""
    flows = _of(items, n.Flow)
    texts: dict[int, tuple[ir.RuleText, ...]] = {}
    before: list[n.RuleText] = []
    for item in items:
        if isinstance(item, n.RuleText):
            before.append(item)
        else:
            texts[id(item)] = d.rule_texts(before)
            before = []
    for f in flows:
        _guard(lambda f=f: d.flow(e, f, "", texts.get(id(f), ())))  # type: ignore[misc]
    return ir.Body(("you",), tuple(ir.RunFlow(f.name.text, span=f.span) for f in flows))


def _game_end(e: Elaborator, node: n.GameEnd) -> ir.GameEnd:
    with e.under("Game end"):
        after = d._known(Context(e), node.after, d.FlowSymbol, "step, phase or round") if node.after else ""
        c = d.body_context(e, after)
        holds = condition(c, node.condition) if node.condition is not None else None
        done = sequence(c, node.body.items)
        return ir.GameEnd(after, holds, ir.Body(tuple(c.slots), done), span=node.span)


def _rulings(e: Elaborator, nodes: list[n.Ruling]) -> tuple[ir.Ruling, ...]:
    done = []
    for node in nodes:
        for name in node.changed_by:
            if not isinstance(e.scope.names.get(name.text), ParameterSymbol):
                known = {k for k, s in e.scope.names.items() if isinstance(s, ParameterSymbol)}
                _guard(lambda name=name, known=known: Context(e).unknown(  # type: ignore[misc]
                    name, "there is no parameter called", known, "unknown-parameter"))  # fmt: skip
        answer = tuple(t.words for t in node.texts if isinstance(t, n.RuleText))
        changed_by = tuple(x.text for x in node.changed_by)
        done.append(ir.Ruling(node.clause.text, node.question.text, answer, changed_by, span=node.span))
    return tuple(done)
