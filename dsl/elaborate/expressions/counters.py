"""Elaborates transfers of counters: which counter, how many, from where and to where."""

from dsl.diagnostic import Edit, Fix, Label
from dsl.elaborate.core import expressions as ex
from dsl.elaborate.core.context import Context
from dsl.elaborate.core.elaborator import Reported
from dsl.elaborate.expressions.subjects import manner_of, who_acts
from dsl.ir import nodes as ir
from dsl.ir.nodes import NUMBER, Dimension, Kind
from dsl.listing import joined
from dsl.names.symbols import VariableSymbol, declared_at, what
from dsl.names.type_advice import shown
from dsl.names.types import words
from dsl.source import Span
from dsl.syntax import nodes as n


def transfer(c: Context, item: n.Act, doing: n.Transfer, subject: ir.Expression | None) -> ir.Statement:
    """`gain 3 coins`, `pay 2 coins to the bank`, `lose 1 coin`: between a player and the bank or somebody else."""
    who = ir.Holder(who_acts(c, subject, item.span), span=item.span)
    coin = counter_of(c, doing.amount.counter)
    source: ir.Place = ir.Bank(span=item.span) if doing.verb == "gain" else who
    target: ir.Place = who if doing.verb == "gain" else ir.Bank(span=item.span)
    if doing.source is not None:
        source = place(c, doing.source, coin)
    if doing.target is not None:
        target = place(c, doing.target, coin)
    elif doing.verb == "pay":
        c.e.wrong(
            "pay-whom", "pay whom?", item.span, label="it is not said where this goes",
            help=(f"write `{shown(item.span)} to the bank`, or name who gets it",),
            fix=Fix(
                "pay the bank",
                (Edit(Span(item.span.source, item.span.end, item.span.end), " to the bank"),),
                safe=False,
            ),
        )  # fmt: skip
    amount = _amount(c, doing.amount, coin, source)
    return ir.Transfer(ir.TransferVerb(doing.verb), coin, amount, source, target, manner_of(item), c.site(item.span),
                       span=item.span)  # fmt: skip


def give(c: Context, item: n.Act, doing: n.GiveAmount, subject: ir.Expression | None) -> ir.Statement:
    """`give 2 coins to friend`."""
    coin = counter_of(c, doing.counter)
    giver = ir.Holder(who_acts(c, subject, item.span), span=item.span)
    getter = ir.Holder(ex.player(c, doing.to, "who gets it"), span=doing.to.span)
    amount = ex.number(c, doing.amount, "the amount")
    return ir.Transfer(ir.TransferVerb.GIVE, coin, amount, giver, getter, manner_of(item), c.site(item.span),
                       span=item.span)  # fmt: skip


def pot_pays(c: Context, item: n.Act, pot: n.Expression, symbol: VariableSymbol) -> ir.Statement:
    """`pot pays 3 coins to the bank`: a counter that is no player's lets go of some."""
    doing = item.verb
    if not isinstance(doing, n.Transfer) or doing.verb != "pay" or doing.target is None:
        c.e.wrong(
            "pot-does", f"`{symbol.name}` is no player: it can only pay", item.span, label="players do this",
            labels=(Label(declared_at(symbol), "declared here"),),
            help=(f"write `{symbol.name} pays 3 COUNTER to PLAYER` or `... to the bank`",),
        )  # fmt: skip
    coin = counter_of(c, doing.amount.counter)
    source = _pot(c, pot, symbol, coin)
    target = place(c, doing.target, coin)
    amount = _amount(c, doing.amount, coin, source)
    return ir.Transfer(ir.TransferVerb.PAY, coin, amount, source, target, manner_of(item), c.site(item.span),
                       span=item.span)  # fmt: skip


# ---------------------------------------------------------------- which counter


def counter_of(c: Context, node: n.Expression) -> ir.Expression:
    """Which counter of players is meant, as an expression of type COUNTER."""
    if not isinstance(node, n.Name):
        return guarded_counter(c, ex.expression(c, node), node.span)
    if (local := c.find(node.text)) is not None:
        return as_counter(c, c.read(node.text, local, node.span), node.span)
    symbol = c.e.scope.find(node.text) or c.e.scope.counter_of_several(node.text)
    if isinstance(symbol, VariableSymbol) and symbol.number >= 0:
        return ir.Constant(symbol.number, ir.COUNTER, span=node.span)
    if symbol is None and not c.e.scope.definitions(node.text):
        known = {v.name for v in c.e.scope.counters} | {x for x in c.local_names() if _is_counter(c, x)}
        c.e.unknown(node, "there is no counter called", known, "unknown-counter", "the counters are")
    if isinstance(symbol, VariableSymbol) and isinstance(symbol.node, n.Counters):
        c.e.wrong(
            "not-of-player", f"players have no `{node.text}`", node.span, label="not a counter of players",
            labels=(Label(declared_at(symbol), "declared here"),),
            help=(_change_instead(symbol), f"players have: {joined(v.name for v in c.e.scope.counters)}"),
        )  # fmt: skip
    if symbol is not None and not (isinstance(symbol, VariableSymbol) and not symbol.dimensions):
        c.e.wrong("not-a-counter", f"`{node.text}` is {what(symbol)}, not a counter", node.span,
                  label="a counter is wanted", labels=(Label(declared_at(symbol), "declared here"),),
                  help=(f"the counters are: {joined(v.name for v in c.e.scope.counters)}",))  # fmt: skip
    return guarded_counter(c, ex.expression(c, node), node.span)


def _is_counter(c: Context, name: str) -> bool:
    """Whether a local stands for a counter."""
    local = c.find(name)
    if local is None or local.type.kind is Kind.COUNTER:
        return local is not None
    enum = c.e.scope.enums.get(local.type.name)
    return local.type.kind is Kind.VALUE and enum is not None and enum.of_counters


def _change_instead(symbol: VariableSymbol) -> str:
    which = f"{symbol.name}[...]" if symbol.dimensions else symbol.name
    return f"to change it, write `raise {which} by 1` or `lower {which} by 1`"


def as_counter(c: Context, value: ir.Expression, span: Span) -> ir.Expression:
    """The number of a counter, from a value of type COUNTER or of a group of counters."""
    if value.type.kind in (Kind.COUNTER, Kind.UNKNOWN) and not value.type.many:
        return value
    group = c.e.scope.enums.get(value.type.name) if value.type.kind is Kind.VALUE and not value.type.many else None
    if group is None or not group.of_counters:
        names = [v.name for v in c.e.scope.counters]
        help_ = f"the counters are: {joined(names)}"
        if value.type.kind is Kind.NUMBER and names and not isinstance(value, ir.Constant):
            help_ = f"say of which counter: `{names[0]} equal to {shown(span)}`"
        if isinstance(value, ir.Read) and value.variable in names:
            coin = value.variable
            help_ = f"say who in front, and the counter alone: `PLAYER gains 1 {coin}`, `pay 1 {coin} to PLAYER`"
        c.e.wrong("not-a-counter", f"a counter is wanted, not {words(value.type)}", span,
                  label=f"this is {words(value.type)}", help=(help_,))  # fmt: skip
    base = next((v.number for v in c.e.scope.counters if v.group == group.name), None)
    if base is None:
        c.e.wrong("not-of-player", f"players have no {group.name}", span, label=f"this is {words(value.type)}",
                  labels=(Label(group.at, "declared here"),),
                  help=(f"declare them for players: `counters {group.name} of player`",))  # fmt: skip
    if isinstance(value, ir.Constant):
        return ir.Constant(base + value.value, ir.COUNTER, span=span)
    return ir.Arithmetic("+", value, ir.Constant(base, NUMBER), ir.COUNTER, span=span)


def guarded_counter(c: Context, value: ir.Expression, span: Span) -> ir.Expression:
    """A counter from a value that may be none: then it is no counter at all."""
    counter = as_counter(c, value, span)
    if not value.type.optional or counter is value:
        return counter
    missing = ir.Compare("=", value, ir.Constant(ir.NONE, ir.NOTHING), span=span)
    return ir.Cases(((missing, ir.Constant(ir.NONE, ir.COUNTER)),), counter, ir.COUNTER, span=span)


# ---------------------------------------------------------------- where counters go


def place(c: Context, node: n.Expression, counter: ir.Expression) -> ir.Place:
    """Where counters go from or to: the bank, a player, or a pot."""
    named = node.noun if isinstance(node, n.The) else node
    if isinstance(named, n.Name) and named.text == "bank":
        return ir.Bank(span=node.span)
    if (symbol := pot_named(c, node)) is not None:
        return _pot(c, node, symbol, counter)
    return ir.Holder(ex.player(c, node, "where counters come from or go"), span=node.span)


def pot_named(c: Context, node: n.Expression) -> VariableSymbol | None:
    """The counter that is no player's, if the word names one."""
    named = node.name if isinstance(node, n.Property) else node
    if not isinstance(named, n.Name) or c.find(named.text) is not None:
        return None
    symbol = c.e.scope.find(named.text)
    if isinstance(symbol, VariableSymbol) and isinstance(symbol.node, n.Counters) and symbol.number < 0:
        return symbol
    return None


def _pot(c: Context, node: n.Expression, symbol: VariableSymbol, counter: ir.Expression) -> ir.Pot:
    if isinstance(node, n.Property):
        read = ex.expression(c, node)
        return ir.Pot(symbol.name, read.at if isinstance(read, ir.Read) else (), span=node.span)
    if not symbol.dimensions:
        return ir.Pot(symbol.name, (), span=node.span)
    group = symbol.dimensions[0].name
    if symbol.dimensions[0].dimension is Dimension.VALUE and not group:
        raise Reported  # nobody knows what there is one of it for
    base = next((v.number for v in c.e.scope.counters if v.group == group), None)
    if len(symbol.dimensions) != 1 or base is None:
        c.e.wrong("which-pot", f"which `{symbol.name}`?", node.span, label=f"there is one for each {group}",
                  help=(f"say which: `{symbol.name}[...]`",))  # fmt: skip
    return ir.Pot(symbol.name, (_group_value(counter, base),), span=node.span)


def _group_value(counter: ir.Expression, base: int) -> ir.Expression:
    """The value of the group that a counter's number stands for: the other way round from `as_counter`."""
    match counter:
        case ir.Constant(number):
            return ir.Constant(number - base, NUMBER, span=counter.span)
        case ir.Arithmetic("+", value, ir.Constant(added)) if added == base:
            return value
        case _:
            return ir.Arithmetic("-", counter, ir.Constant(base, NUMBER), span=counter.span)


# ---------------------------------------------------------------- how many


def _amount(
    c: Context, said: n.SomeOf | n.EqualTo | n.AllOf, counter: ir.Expression, source: ir.Place
) -> ir.Expression:
    match said:
        case n.SomeOf(amount) | n.EqualTo(_, amount):
            return ex.number(c, amount, "the amount")
        case n.AllOf():
            return _all_there(c, counter, source, said)


def _all_there(c: Context, counter: ir.Expression, source: ir.Place, said: n.AllOf) -> ir.Expression:
    match source:
        case ir.Holder(who):
            return ir.ReadCounter(counter, who, span=said.span)
        case ir.Pot(variable, at):
            return ir.Read(variable, at, NUMBER, span=said.span)
        case ir.Bank():
            text = shown(said.counter.span)
            c.e.wrong("all-of-the-bank", "the bank never runs out: there is no `all` of it", said.span,
                      label=f"all {text} of the bank",
                      help=(f"say where from, as in `gain all {text} from PLAYER`, or how many",))  # fmt: skip
