"""Elaborates assignments: let, set, raise, lower."""

from typing import NoReturn

from dsl.diagnostic import Label
from dsl.elaborate.core import expressions as ex
from dsl.elaborate.core.context import Context, Local, Statements
from dsl.elaborate.core.elaborator import Reported
from dsl.elaborate.expressions import ends
from dsl.ir import nodes as ir
from dsl.ir.nodes import NUMBER, Kind, Type
from dsl.names.built_ins import CONSTANT_NAMES
from dsl.names.type_advice import shown
from dsl.names.types import words
from dsl.source import Span
from dsl.syntax import nodes as n


def let(c: Context, item: n.Let) -> ir.Statement:
    """`let NAME be ...`: the name may be set later on."""
    meant = ex.expression(c, item.value)
    local = c.bind(item.name, meant.type, fixed=False)
    if ends.runs_up(c, meant):
        c.running_up.add(local.slot)
    return ir.SetLocal(local.slot, meant, span=item.span)


def assign(c: Context, item: n.Assign) -> Statements:
    """`set X to v`."""
    if isinstance(item.target, n.Name) and (local := c.find(item.target.text)) is not None:
        return (_set_local(c, item, local),)
    target = ex.expression(c, item.target)
    wanted = f"`{shown(item.target.span)}`"
    match target:
        case ir.Read(variable, at, type_):
            new = ex.typed(c, item.value, type_, wanted)
            return (ir.Write(variable, at, new, c.site(item.span), span=item.span),)
        case ir.Function("next_player"):
            return (ir.NextTurn(ex.player(c, item.value, wanted), span=item.span),)
        case ir.ReadCounter(counter, player):
            return _set_some_counter(c, counter, player, ex.number(c, item.value, wanted), item.span)
        case _ if target.type.kind is Kind.UNKNOWN:
            raise Reported
        case _:
            _cannot_be_set(c, item, target)


def _set_some_counter(
    c: Context, counter: ir.Expression, player: ir.Expression, new: ir.Expression, span: Span
) -> Statements:
    """Which counter it is, is known only in play: each of them has its own case."""
    kept = [c.bind(None, part.type, hidden_name=name) for name, part in (("counter", counter), ("whose", player))]
    value = c.bind(None, NUMBER, hidden_name="new")
    parts = zip((*kept, value), (counter, player, new), strict=True)
    settled = tuple(ir.SetLocal(local.slot, part, span=span) for local, part in parts)
    chosen: Statements = ()
    site = c.site(span)
    for each in reversed(c.e.scope.counters):
        this_one = ir.Compare("=", kept[0], ir.Constant(each.number, ir.COUNTER), span=span)
        chosen = (ir.If(this_one, (ir.Write(each.name, (kept[1],), value, site, span=span),), chosen, span=span),)
    return (*settled, *chosen)


def _set_local(c: Context, item: n.Assign, local: Local) -> ir.Statement:
    text = item.target.span.text
    if local.fixed:
        labels = (Label(local.span, "named here"),) if local.span.in_file else ()
        c.e.wrong(
            "fixed-name", f"`{text}` cannot change", item.target.span, label="this name stays what it is",
            labels=labels, help=("only what `let` has named can be set: `let NAME be ...`",),
        )  # fmt: skip
    value = ex.expression(c, item.value, local.type)
    if local.type.kind is Kind.NOTHING:
        local.type = value.type.or_none()  # `let found be none`, until something is found
    return ir.SetLocal(local.slot, c.expect(value, local.type, item.value.span, f"`{text}`"), span=item.span)


def _cannot_be_set(c: Context, item: n.Assign, target: ir.Expression) -> NoReturn:
    text = shown(item.target.span)
    labels: tuple[Label, ...] = ()
    match target:
        case ir.Derived():
            name = item.target.name.text if isinstance(item.target, n.Property) else text
            labels = tuple(Label(d.node.name.span, "defined here") for d in c.e.scope.definitions(name)[:1])
            label = "worked out from other things"
            help_ = f"change what it is worked out from, or keep a value: `remember {name}: TYPE` instead of `define`"
        case ir.Function("parameter"):
            label, help_ = (
                "a parameter",
                _instead_of_a_parameter(text, target.type),
            )
        case ir.Function(name) if name in CONSTANT_NAMES:
            label, help_ = "every game knows it by itself", "only what the game declares can be set"
        case ir.ZoneAt():
            label, help_ = "a zone", f"cards are moved: `move CARD to {text}`"
        case ir.Constant():
            label, help_ = "this is what it is", f"say what changes: `set NAME to {text}`"
        case _:
            label, help_ = f"this is {words(target.type)}", "counters, flags, roles and remembered values can be set"
    c.e.wrong("cannot-be-set", f"`{text}` cannot be set", item.target.span, label=label, labels=labels, help=(help_,))


def _instead_of_a_parameter(name: str, of: Type) -> str:
    """How something is declared that begins as the parameter says and changes in play."""
    kept = f"now_{name}"
    match of.kind:
        case Kind.NUMBER:
            declared = f"counter {kept}: starts at {name}"
        case Kind.YES_NO:
            declared = f"flag {kept}: starts as {name}"
        case _:
            declared = f"remember {kept}: {of.name}, starts as {name}"
    return f"parameters stay as they are in play: declare `{declared}`, and let the rules speak of `{kept}`"


def change(c: Context, item: n.Raise) -> ir.Statement:
    """`raise X by n`, `lower X by n`."""
    verb = "lowered" if item.down else "raised"
    if isinstance(item.target, n.Name) and (local := c.find(item.target.text)) is not None and not local.fixed:
        return _change_local(c, item, local, verb)
    target = ex.expression(c, item.target)
    if target.type.kind is Kind.UNKNOWN:
        raise Reported
    if not isinstance(target, ir.Read):
        text = shown(item.target.span)
        c.e.wrong(
            "cannot-be-raised", f"`{text}` cannot be {verb}", item.target.span, label=f"this is {words(target.type)}",
            help=("only counters and remembered numbers go up and down",),
        )  # fmt: skip
    c.expect(target, NUMBER, item.target.span, f"what is {verb}")
    amount = ex.number(c, item.amount, "by how much")
    return ir.Change(target.variable, target.at, amount, item.down, c.site(item.span), span=item.span)


def _change_local(c: Context, item: n.Raise, local: Local, verb: str) -> ir.Statement:
    before = ir.Local(local.slot, item.target.span.text, local.type, span=item.target.span)
    c.expect(before, NUMBER, item.target.span, f"what is {verb}")
    amount = ex.number(c, item.amount, "by how much")
    after = ir.Arithmetic("-" if item.down else "+", before, amount, span=item.span)
    return ir.SetLocal(local.slot, after, span=item.span)
