"""Elaborates a merged rule set into a game, or into what keeps it from being one."""

from collections.abc import Iterable
from functools import partial
from typing import TypeVar

import attrs

from dsl.cache import between_parts
from dsl.diagnostic import Diagnostic, has_errors
from dsl.elaborate.core import expressions as ex
from dsl.elaborate.core import grids
from dsl.elaborate.core.context import Context
from dsl.elaborate.core.elaborator import Ban, Elaborator, StandingOf, attempt, each
from dsl.elaborate.core.meanings import Meanings, begin, meaning_of
from dsl.elaborate.core.titles import rule_texts
from dsl.elaborate.declarations import cards, declarations, supplies
from dsl.elaborate.declarations.rulebook import rulebook
from dsl.elaborate.expressions import definitions
from dsl.elaborate.expressions.meaning import meaning
from dsl.elaborate.statements import bodies, rules
from dsl.elaborate.statements.statements import sequence
from dsl.ir import nodes as ir
from dsl.ir.nodes import PLAYER, YES_NO, Kind, Standing
from dsl.ir.secrecy import mark_secrets
from dsl.listing import listed
from dsl.names.collect import collect
from dsl.names.symbols import (
    CardTypeSymbol,
    DefineSymbol,
    DieSymbol,
    ParameterSymbol,
    ProcedureSymbol,
    VariableSymbol,
    ZoneSymbol,
)
from dsl.names.types import words
from dsl.names.unknown import with_places
from dsl.source import NO_SPAN, Span
from dsl.syntax import nodes as n
from dsl.walk import nodes_by_kind

N = TypeVar("N")
_MEASURED, _GOAL = "measured", "goal"


def elaborate(
    items: tuple[n.TopItem, ...], *, standing: StandingOf | None = None, variants: tuple[str, ...] = (),
    kept: Meanings | None = None, also: Meanings | None = None,
) -> tuple[ir.Game | None, tuple[Diagnostic, ...]]:  # fmt: skip
    """The game that these declarations make, and what was found wrong; the game is None if that was an error.

    `kept` is what they meant the last time, with the same variants; it is then what they mean now. `also` is what they
    mean with others.
    """
    scope = collect(items)
    e = Elaborator(scope, standing or _all_base, meaning, sequence, list(scope.diagnostics))
    after = begin(e, kept, also, items) if kept is not None else None
    game = _game(e, items, variants)
    if kept is not None and after is not None:
        kept.take(after)
    found = with_places(e.diagnostics, scope.unknowns, lambda: scope.said_once(nodes_by_kind(items).get(n.Name, ())))
    unread = n.BadLine in nodes_by_kind(items)  # reported when it was read
    between_parts()
    return (None if unread or has_errors(found) else mark_secrets(game)), found


def _all_base(_: Span) -> tuple[Standing, str]:
    return Standing.BASE, ""


def _of(items: Iterable[object], kind: type[N]) -> list[N]:
    return [x for x in items if isinstance(x, kind)]


def _game(e: Elaborator, items: tuple[n.TopItem, ...], variants: tuple[str, ...]) -> ir.Game:
    head = next(iter(_of(items, n.Game)), None)
    fewest, e.most_players = _players(e, head, items)
    symbols = e.scope.names.values()
    permissions = _of(items, n.Permission)
    rules.permission_targets(e, permissions)
    variables = [
        *each(_of(symbols, VariableSymbol), lambda s: declarations.variable(e, s)),
        *map(grids.lying, grids.grids(e)), *declarations.fields_in_play(e.scope),
    ]  # fmt: skip
    each(_of(items, n.Track), lambda t: declarations.track(e, t))
    _definitions(e, items)
    setup = _setup(e, items)
    main = _main(e, items)
    procedures = each(
        _of(symbols, ProcedureSymbol), lambda s: meaning_of(e, s.node, (), lambda: bodies.procedure(e, s))
    )
    actions = each(_of(items, n.Action), lambda a: bodies.action(e, a, permissions))
    hooks: list[n.Hook | n.Reaction] = [*_of(items, n.Hook), *_of(items, n.Reaction)]
    met = each(hooks, lambda h: rules.hook(e, h))
    ends = each(_of(items, n.GameEnd), lambda g: _game_end(e, g))
    ends = sorted(ends, key=lambda end: e.standing_of(end.span)[0] is ir.Standing.BASE)  # a variant's come first
    decks = each(_of(items, n.Deck), lambda d: cards.deck(e, d))
    bans = {name: _ban(name, ban) for name, ban in e.bans.items() if ban.exceptions}
    return ir.Game(
        title=head.title.text if head else "", fewest_players=fewest, most_players=e.most_players,
        credits=_credits(head), variants=variants,
        parameters=tuple(each(_of(symbols, ParameterSymbol), lambda s: declarations.parameter(e, s))),
        enumerations=(
            *each(e.scope.enums.values(), lambda s: cards.enumeration(e, s)), *map(grids.cells, grids.grids(e))
        ),
        card_types=tuple(each(_of(symbols, CardTypeSymbol), partial(cards.card_type, e))),
        cards=tuple(card for deck in decks for card in deck),
        dice=tuple(each(_of(symbols, DieSymbol), lambda s: declarations.die(e, s.node))),
        zones=tuple(each(_of(symbols, ZoneSymbol), lambda s: declarations.zone(e, s))),
        variables=tuple(_with_plural(e, v) for v in variables),
        defines=(*(x for x in e.defines.values() if x is not None), *bans.values()),
        procedures=tuple(procedures), flows=tuple(e.flows.values()),
        actions=tuple(_unless_banned(action, bans.get(action.name)) for action in actions),
        hooks=(*_of(met, ir.HookRule), *e.rules_in_play),
        whenevers=(*_of(met, ir.WheneverRule), *e.whenevers_in_play), ends=tuple(ends),
        setup=setup, main=main, texts=tuple(e.texts), rulings=_rulings(e, _of(items, n.Ruling)), sites=tuple(e.sites),
        rulebook=rulebook(e, items), effects=tuple(e.effects),
        measured=tuple(each(_measured(head), partial(_measure, e))), goal=_goal(e, head),
    )  # fmt: skip


def _with_plural(e: Elaborator, variable: ir.Variable) -> ir.Variable:
    """Whoever writes `gain 2 points` says what several of them are called."""
    return attrs.evolve(variable, plural=f"{variable.name}s") if variable.name in e.scope.plurals else variable


def _ban(name: str, ban: Ban) -> ir.Define:
    """Whether an action is forbidden to somebody for a time."""
    return ir.Define(
        f"forbidden {name}", (PLAYER,), tuple(ban.slots), ir.Constant(0, YES_NO), YES_NO,
        ir.Combining.HIGHEST, tuple(ban.exceptions), span=ban.exceptions[0].span,
    )  # fmt: skip


def _unless_banned(action: ir.Action, ban: ir.Define | None) -> ir.Action:
    if ban is None:
        return action
    you = ir.Local(0, "you", PLAYER)
    sources = listed(dict.fromkeys(x.source for x in ban.exceptions if x.source), "or")
    reason = f"forbidden by {sources}" if sources else "forbidden now"
    free = ir.Not(ir.Derived(ban.name, (you,), YES_NO, span=ban.span), span=ban.span)
    return attrs.evolve(action, needs=(*action.needs, ir.Need(free, reason, span=ban.span)))


def _definitions(e: Elaborator, items: tuple[n.TopItem, ...]) -> None:
    """All definitions, also those that nothing asks for, then their exceptions."""

    def work_out(symbol: DefineSymbol) -> None:
        definitions.define(e, symbol, symbol.node.span)

    each([s for same in e.scope.defines.values() for s in same], work_out)
    definitions.exceptions(e, _of(items, n.ExceptionTo))


# ---------------------------------------------------------------- the head of the game


def _players(e: Elaborator, head: n.Game | None, items: tuple[n.TopItem, ...]) -> tuple[int, int]:
    if head is None:
        at = items[0].span if items else NO_SPAN
        if not any(isinstance(item, n.BadLine) and item.span.text.lstrip().startswith("game") for item in items):
            e.note("no-game", "no `game` is declared here", Span(at.source, at.start, at.start),
                   help=('begin with `game "Title":` and, indented below it, `players: 2 to 4`',))  # fmt: skip
        return 1, 1
    settings = _of(head.settings, n.Setting)
    players = next((s for s in settings if s.name.text == "players"), None)
    if players is not None:
        return _player_range(e, players)
    if not any(isinstance(s, n.BadLine) for s in head.settings):
        e.note("no-players", "how many can play?", head.title.span, label="nothing below says it",
               help=("add `players: 2 to 4` below the title",))  # fmt: skip
    return 1, 1


def _player_range(e: Elaborator, setting: n.Setting) -> tuple[int, int]:
    if isinstance(setting.value, n.Range):
        low, high = setting.value.low, setting.value.high
        if isinstance(low, n.Number) and isinstance(high, n.Number) and 1 <= low.value <= high.value <= 20:
            return low.value, high.value
    elif isinstance(setting.value, n.Number) and 1 <= setting.value.value <= 20:
        return setting.value.value, setting.value.value
    e.note("players-range", "the number of players is one from 1 to 20, or a range of these", setting.value.span,
           label="neither of these",
           help=("write `players: 2 to 6`, the smaller number first, or `players: 2`",))  # fmt: skip
    return 1, 1


def _measured(head: n.Game | None) -> tuple[n.Expression, ...]:
    """What the setting `measured` names."""
    for setting in _of(head.settings, n.Setting) if head else ():
        if setting.name.text == _MEASURED and not isinstance(setting.value, n.Range):
            return setting.value.items if isinstance(setting.value, n.Several) else (setting.value,)
    return ()


def _measure(e: Elaborator, node: n.Expression) -> ir.Measured:
    """A bare word in it is a property of each player; a division without its rounding is one of sums."""
    c = Context(e, slots=["player"], candidate=ir.Local(0, "player", PLAYER))
    name = " ".join(node.span.text.split())
    if isinstance(node, n.Divide) and node.rounding is None:
        value, per = (ex.number(c, part, "what is divided") for part in (node.left, node.right))
        return ir.Measured(name, value, per, span=node.span)
    value = ex.expression(c, node)
    if value.type.many or value.type.kind not in (Kind.NUMBER, Kind.YES_NO, Kind.VALUE):
        e.wrong("wrong-type", "what is measured must be a number, a yes or no, or a value of an enum", node.span,
                label=f"this is {words(value.type)}", help=("name a counter, a flag or a definition",))  # fmt: skip
    return ir.Measured(name, value, span=node.span)


def _goal(e: Elaborator, head: n.Game | None) -> str:
    """What players are after, in words of the designer; nothing where the rules are to tell it."""
    for setting in _of(head.settings, n.Setting) if head else ():
        if setting.name.text == _GOAL:
            said = setting.value.items if isinstance(setting.value, n.Several) else (setting.value,)
            words = [text.text.strip() for text in said if isinstance(text, n.Text)]
            if len(words) == len(said) and all(one.strip(" .") for one in words):
                return " ".join(words)
            e.note("goal-in-words", "`goal` says in words what players are after", setting.value.span,
                   label="no words", help=('write `goal: "Be the first to ..."`, or leave the line out: '
                                           "then it is told from the rules where that can be",))  # fmt: skip
    return ""


def _credits(head: n.Game | None) -> tuple[tuple[str, str], ...]:
    if head is None:
        return ()
    said = ((s.name.text, s.value) for s in _of(head.settings, n.Setting))
    others = ((name, value) for name, value in said if name not in ("players", _MEASURED, _GOAL))
    return tuple((name, _credit(value)) for name, value in others if isinstance(value, n.Text | n.Number))


def _credit(value: n.Text | n.Number) -> str:
    return value.text if isinstance(value, n.Text) else str(value.value)


# ---------------------------------------------------------------- setup, main, the end


def _setup(e: Elaborator, items: tuple[n.TopItem, ...]) -> ir.Body:
    """First the tokens that everybody has from the start, then what is written."""
    with e.under("Setup"):
        c = bodies.body_context(e, "setup", None)
        c.outside_turns = True
        supplied = [s for done in each(_of(items, n.Tokens), lambda t: supplies.supply(c, t)) for s in done]
        done = [s for node in _of(items, n.Setup) for s in sequence(c, node.body.items)]
        return ir.Body(tuple(c.slots), (*supplied, *done))


def _main(e: Elaborator, items: tuple[n.TopItem, ...]) -> ir.Body:
    """The rounds, phases and steps that stand at the left margin, in the order written."""
    flows = _of(items, n.Flow)
    texts: dict[int, tuple[ir.RuleText, ...]] = {}
    before: list[n.RuleText] = []
    for item in items:
        if isinstance(item, n.RuleText):
            before.append(item)
        else:
            texts[id(item)] = rule_texts(before)
            before = []
    for f in flows:
        attempt(lambda f: bodies.flow(e, f, "", texts.get(id(f), ())), f)
    return ir.Body(("you",), tuple(ir.RunFlow(f.name.text, span=f.span) for f in flows))


def _game_end(e: Elaborator, node: n.GameEnd) -> ir.GameEnd:
    with e.under("Game end"):
        if node.after is not None and (node.after.text != "turn" or "turn" in e.scope.names):
            attempt(lambda name: rules.known_flow(Context(e), name), node.after)
        after = node.after.text if node.after is not None else ""
        c = bodies.body_context(e, after, None)
        holds = ex.condition_or_unknown(c, node.condition) if node.condition is not None else None
        done = sequence(c, node.body.items)
        return ir.GameEnd(after, holds, ir.Body(tuple(c.slots), done), span=node.span)


# ---------------------------------------------------------------- rulings


def _rulings(e: Elaborator, nodes: list[n.Ruling]) -> tuple[ir.Ruling, ...]:
    done = []
    for node in nodes:
        for name in node.changed_by:
            if not isinstance(e.scope.names.get(name.text), ParameterSymbol):
                attempt(lambda name: _no_such_parameter(e, name), name)
        answer = tuple(t.words for t in node.texts if isinstance(t, n.RuleText))
        changed_by = tuple(x.text for x in node.changed_by)
        done.append(ir.Ruling(node.clause.text, node.question.text, answer, changed_by, span=node.span))
    return tuple(done)


def _no_such_parameter(e: Elaborator, name: n.Name) -> None:
    known = e.scope.names_of(ParameterSymbol)
    e.unknown(name, "there is no parameter called", known, "unknown-parameter", "the parameters are")
