"""Elaborates named bodies: procedures, actions, and rounds, phases and steps."""

from collections.abc import Iterable
from contextlib import suppress
from itertools import takewhile

from dsl.elaborate.core import expressions as ex
from dsl.elaborate.core import statements
from dsl.elaborate.core.context import Context
from dsl.elaborate.core.elaborator import Elaborator, Reported
from dsl.elaborate.core.titles import rule_texts, title_of
from dsl.elaborate.statements.questions import costs
from dsl.ir import nodes as ir
from dsl.ir.nodes import NUMBER, PLAYER, YES_NO, Standing, Type
from dsl.names.symbols import ActionSymbol, FlowSymbol, ProcedureSymbol
from dsl.syntax import nodes as n


def body_context(e: Elaborator, where: str, you: Type | None) -> Context:
    """A body whose slot 0 is `you`: somebody, perhaps nobody (a type that may be none), or never anybody (None)."""
    c = Context(e, slots=["you"], offers=_offers_during(e, where))
    c.you = ir.Local(0, "you", you) if you is not None else None
    return c


def _offers_during(e: Elaborator, where: str) -> tuple[str, ...]:
    """The anytime actions that go with every question asked in that procedure, step, phase or round."""
    around = {where}
    while isinstance(symbol := e.scope.names.get(where), FlowSymbol) and symbol.inside:
        where = symbol.inside
        around.add(where)
    traits = ((action, trait) for action in e.scope.actions() for trait in action.traits)
    return tuple(a.name.text for a, t in traits if t.kind == "during" and any(x.text in around for x in t.names))


def procedure(e: Elaborator, symbol: ProcedureSymbol) -> ir.Procedure:
    """A procedure; slot 0 is the `you` of whoever calls it."""
    node = symbol.node
    with e.under(node.title.text if node.title else node.name.text.replace("_", " ").capitalize()):
        c = body_context(e, node.name.text, PLAYER.or_none())
        c.answer = symbol.answer
        for p, type_ in zip(node.parameters, symbol.parameters, strict=True):
            try:
                c.bind(p.name, type_)
            except Reported:
                c.bind_unknown(p.name)
        depth = ex.number(c, node.depth, "how deep") if node.depth is not None else None
        done = statements.sequence(c, node.body.items)
        return ir.Procedure(
            node.name.text, symbol.parameters, symbol.answer, ir.Body(tuple(c.slots), done), depth,
            node.title.text if node.title else "", span=node.span,
        )  # fmt: skip


def flow(
    e: Elaborator, node: n.Flow, inside: str, texts: tuple[ir.RuleText, ...] = (), around: Context | None = None
) -> None:
    """A round, phase or step, kept in `Elaborator.flows`; `around` it is the body that it stands in, if it does."""
    title = title_of(node.name, node.title)
    heading = f"{node.number.text}. {title}" if node.number else title
    with e.under(heading):
        you = around.you.type if around is not None and around.you is not None else None
        c = body_context(e, node.name.text, you)
        c.outside_turns = around is None or around.outside_turns
        until = _until(c, node)
        bound = ex.number(c, node.bound, "how often at most") if node.bound is not None else None
        done = statements.sequence(c, node.body.items)
        e.flows[node.name.text] = ir.Flow(
            node.name.text, ir.FlowKind(node.kind), node.number.text if node.number else "", title, until, bound,
            ir.Body(tuple(c.slots), done), (*texts, *rule_texts(node.body.items)), inside, span=node.span,
        )  # fmt: skip


def _until(c: Context, node: n.Flow) -> ir.Expression | None:
    if node.condition is None:
        return None
    holds = ex.condition_or_unknown(c, node.condition.condition)
    return holds if node.condition.how == "until" else ir.Not(holds, span=node.condition.span)


# ---------------------------------------------------------------- actions


def action(e: Elaborator, node: n.Action, permissions: Iterable[n.Permission]) -> ir.Action:
    """An action; `you` is who takes it. Its `needs` and what forbids it come first."""
    title = title_of(node.name, node.title)
    with e.under(title):
        c = body_context(e, node.name.text, PLAYER)
        _check_traits(c, node)
        limit, unit = _limit(c, node)
        needs = _forbidden(c, node, permissions)
        items = list(node.body.items)
        while items and isinstance(items[0], n.Needs | n.RuleText):
            first = items.pop(0)
            if isinstance(first, n.Needs):
                needs.append(_need(c, first))
        price = costs.of_action(c, node.traits)
        needs += price.needs
        asked = sum(1 for _ in takewhile(costs.is_asked_first, items))
        done = statements.sequence(c, (*items[:asked], *price.paid, *items[asked:]))
        kinds = {t.kind for t in node.traits}
        return ir.Action(
            node.name.text, title, ir.ActionKind(node.kind or "action"), "secretly" in kinds, unit, limit,
            "own_turn" in kinds, tuple(needs), ir.Body(tuple(c.slots), done),
            rule_texts(node.body.items),
            taking=next((t.told.text for t in node.traits if t.told is not None), ""), span=node.span,
        )  # fmt: skip


def _need(c: Context, node: n.Needs) -> ir.Need:
    reason = node.reason.text if node.reason else " ".join(node.condition.span.text.split())
    return ir.Need(ex.condition_or_unknown(c, node.condition), reason, span=node.span)


def _check_traits(c: Context, node: n.Action) -> None:
    """What an action is offered during or beside must be there."""
    for trait in node.traits:
        kinds = {"during": (ProcedureSymbol, FlowSymbol), "beside": (ActionSymbol,)}.get(trait.kind, ())
        for name in trait.names:
            if not isinstance(c.e.scope.names.get(name.text), kinds):
                _no_such(c, name, trait.kind, kinds)


def _no_such(c: Context, name: n.Name, trait: str, kinds: Iterable[type]) -> None:
    known = {k for k, s in c.e.scope.names.items() if isinstance(s, tuple(kinds))}
    meant = "action" if trait == "beside" else "procedure, step, phase or round"
    with suppress(Reported):
        c.e.unknown(name, f"there is no {meant} called", known, f"unknown-{meant.split(',')[0]}", "there are")


def _limit(c: Context, node: n.Action) -> tuple[ir.Expression | None, str]:
    for t in node.traits:
        if t.kind == "limit":
            amount = ex.number(c, t.amount, "how often") if t.amount is not None else ir.Constant(1, NUMBER)
            return amount, t.unit.text if t.unit else ""
    return None, ""


def _forbidden(c: Context, node: n.Action, permissions: Iterable[n.Permission]) -> list[ir.Need]:
    """`forbid action NAME if ...` is one more need of that action, unless an `allow` of equal weight lifts it."""
    about = [p for p in permissions if isinstance(p.event, n.ActionEvent) and p.event.name.text == node.name.text]
    allowed = [(_weight(c, p), _holds(c, p)) for p in about if p.allowed]
    needs = []
    for p in about:
        if p.allowed:
            continue
        holds = _holds(c, p)
        lifted = tuple(condition for weight, condition in allowed if weight >= _weight(c, p))
        if lifted:
            holds = ir.And((holds, *(ir.Not(condition, span=p.span) for condition in lifted)), span=p.span)
        source = c.e.standing_of(p.span)[1]
        reason = f"forbidden by {source}" if source else "forbidden now"
        needs.append(ir.Need(ir.Not(holds, span=p.span), reason, span=p.span))
    return needs


def _holds(c: Context, p: n.Permission) -> ir.Expression:
    return ex.condition_or_unknown(c, p.condition) if p.condition is not None else ir.Constant(1, YES_NO)


def _weight(c: Context, p: n.Permission) -> int:
    """Base < variant < card."""
    standing, _ = c.e.standing_of(p.span)
    return list(Standing).index(standing)
