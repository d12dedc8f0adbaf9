"""Elaborates definitions when first asked for, and attaches their exceptions."""

from collections.abc import Iterable

from dsl.diagnostic import Edit, Fix, Label
from dsl.elaborate.core import expressions as ex
from dsl.elaborate.core.context import Context, Local, unknown_value
from dsl.elaborate.core.elaborator import DefineKey, Elaborator, Reported
from dsl.ir import nodes as ir
from dsl.ir.nodes import UNKNOWN, Kind, Type
from dsl.listing import listed
from dsl.names.symbols import DefineSymbol, what
from dsl.names.type_advice import shown
from dsl.names.types import comparable, words
from dsl.source import Span
from dsl.syntax import nodes as n
from dsl.walk import nodes_of


def define(e: Elaborator, symbol: DefineSymbol, span: Span) -> ir.Define | None:
    """The definition, worked out now if that has not been done; None if something is wrong with it."""
    key = key_of(symbol)
    if key not in e.defines:
        _work_out(e, symbol, key)
    elif e.defines[key] is None and symbol in e.open_defines:
        _circular(e, symbol, span)
    return e.defines[key]


def key_of(symbol: DefineSymbol) -> DefineKey:
    """What it is found by among those that have been worked out."""
    return symbol.node.name.text, symbol.arguments


def define_key(symbol: DefineSymbol) -> str:
    """The name of a definition in the IR: with what it is of, since several may share a name."""
    return ir.OF.join([symbol.node.name.text, *(a.name or a.kind.value for a in symbol.arguments)])


def _work_out(e: Elaborator, symbol: DefineSymbol, key: DefineKey) -> None:
    e.defines[key] = None
    e.open_defines.append(symbol)
    headings, e.headings = e.headings, [f"define {symbol.node.name.text}"]
    try:
        e.defines[key] = _define(e, symbol)
    except Reported:
        pass
    finally:
        e.headings = headings
        e.open_defines.pop()


def _circular(e: Elaborator, symbol: DefineSymbol, span: Span) -> None:
    """`a` is worked out from `b`, and `b` from `a`."""
    circle = e.open_defines[e.open_defines.index(symbol) :]
    name = symbol.node.name.text
    if len(circle) == 1:
        message, help_ = f"`{name}` is defined by itself", "say what it is without using its own name"
    else:
        message = f"`{name}` is defined in a circle"
        way = ", which needs ".join(f"`{s.node.name.text}`" for s in (*circle[1:], symbol))
        help_ = f"`{name}` needs {way}: one of them must be said without the others"
    labels = tuple(Label(s.node.name.span, "part of the circle") for s in circle if s.node.name.span != span)
    e.wrong(
        "circular-definition", message, span, label="this leads back to where it began", labels=labels, help=(help_,)
    )


def _define(e: Elaborator, symbol: DefineSymbol) -> ir.Define:
    node = symbol.node
    c = define_context(e, symbol)
    value = _cases(c, node) if node.value is None else ex.expression(c, node.value)
    return ir.Define(
        define_key(symbol), symbol.arguments, tuple(c.slots), value, value.type,
        ir.Combining(node.combining) if node.combining else None, (), node.title.text if node.title else "", node.shown,
        span=node.span,
    )  # fmt: skip


def define_context(e: Elaborator, symbol: DefineSymbol) -> Context:
    """The arguments stand in slots 0, 1 ...; the first is the candidate (`their`)."""
    c = Context(e)
    bind_arguments(c, symbol)
    return c


def bind_arguments(c: Context, symbol: DefineSymbol) -> None:
    """What a definition is of, in the next slots; the first is the candidate (`their`)."""
    bound = [
        c.bind(domain.binding, type_, hidden_name=domain.kind.text)
        for domain, type_ in zip(symbol.node.domains, symbol.arguments, strict=True)
    ]
    c.candidate = bound[0] if bound else None


def _cases(c: Context, node: n.Define) -> ir.Expression:
    cases: list[tuple[ir.Expression, ir.Expression]] = []
    default: ir.Expression | None = None
    type_: Type | None = None
    for case in node.cases:
        if not isinstance(case, n.Case):
            continue
        value = ex.expression(c, case.value, type_)
        if type_ is not None and not comparable(value.type, type_):
            c.e.wrong(
                "mixed-cases", f"this case is {words(value.type)}, the first one {words(type_)}", case.value.span,
                label=f"this is {words(value.type)}", help=("all cases of a definition are of one kind",),
            )  # fmt: skip
        type_ = value.type if type_ is None or type_.kind is Kind.NOTHING else type_
        if case.condition is None:
            default = value
        else:
            cases.append((ex.condition(c, case.condition), value))
    if any(isinstance(case, n.BadLine) for case in node.cases):
        raise Reported
    for case in node.cases:
        if isinstance(case, n.Case) and case.lone and cases:
            text = shown(case.value.span)
            c.e.wrong("unfinished-line", "this case is not finished", case.value.span, label="when is it so?",
                      help=(f"write `{text} if ...`, or `{text} otherwise` for the rest",))  # fmt: skip
    if default is None or type_ is None:
        c.e.wrong("no-otherwise", f"what is `{node.name.text}` when none of its cases holds?", node.name.span,
                  label="no case for the rest", help=("end with a line such as `0 otherwise`",))  # fmt: skip
    return ir.Cases(tuple(cases), default, type_, span=node.span) if cases else default


# ---------------------------------------------------------------- exceptions


def exceptions(e: Elaborator, nodes: Iterable[n.ExceptionTo]) -> None:
    """Hangs each exception on its definition."""
    for node in nodes:
        try:
            symbol = exception_target(e, node)
            done = define(e, symbol, node.span)
            if done is not None:
                c = exception_context(e, symbol, done)
                with e.under(f"exception to {symbol.node.name.text}"):
                    rule = exception_rule(c, done.type, node)
                    e.hang(key_of(symbol), rule, tuple(c.slots))
        except Reported:
            continue


def exception_target(e: Elaborator, node: n.ExceptionTo) -> DefineSymbol:
    """The definition that an exception is made to."""
    name = node.name.text
    found = e.scope.defines.get(name, [])
    if not found:
        if (symbol := e.scope.names.get(name)) is not None:
            e.wrong("not-a-definition", f"`{name}` is {what(symbol)}, not a definition", node.name.span,
                    label="exceptions are made to definitions",
                    help=(f"define it: `define {name}: ...`, or change it where it changes",))  # fmt: skip
        e.unknown(
            node.name, "there is no definition called", e.scope.defines, "unknown-definition", "the definitions are"
        )
    wanted = 0 if node.of is None else 1
    fitting = [s for s in found if len(s.arguments) == wanted] or [s for s in found if len(s.arguments) > wanted > 0]
    if not fitting:
        _of_what(e, node, found[0])
    return fitting[0]


def _of_what(e: Elaborator, node: n.ExceptionTo, symbol: DefineSymbol) -> None:
    name, of = node.name.text, listed(a.name or a.kind.value for a in symbol.arguments)
    if node.of is None:
        message, help_ = (
            f"whose `{name}`?",
            f"it is defined of {of}: write `exception to {name} of any {of} where ...: ...`",
        )
    else:
        message, help_ = f"`{name}` is not of anything", f"write `exception to {name} if ...: ...`"
    e.wrong(
        "exception-of-what", message, node.name.span,
        label="an exception for whom?" if node.of is None else "there is only one",
        labels=(Label(symbol.node.name.span, "defined here"),), help=(help_,),
    )  # fmt: skip


def exception_context(e: Elaborator, symbol: DefineSymbol, done: ir.Define) -> Context:
    """What an exception is read in: the slots of its definition, and behind them its own."""
    c = define_context(e, symbol)
    c.slots[len(symbol.arguments) :] = list(done.slots[len(symbol.arguments) :])
    return c


def exception_rule(c: Context, type_: Type, node: n.ExceptionTo) -> ir.ExceptionRule:
    """When an exception holds, and what it makes of the usual value."""
    tests = [t for t in (_applies_to(c, node), _if(c, node.condition)) if t is not None]
    c.previous = type_
    if node.value.how == "plain" and not any(p.word == "previous" for p in nodes_of(node.value.value, n.Pronoun)):
        _unclear_exception(c, node.value)
    value = ex.typed(c, node.value.value, type_, f"`{node.name.text}`")
    if node.value.how in ("at_least", "at_most") and type_.kind not in (Kind.NUMBER, Kind.VALUE, Kind.UNKNOWN):
        c.e.wrong(
            "not-ordered", f"{words(type_)} is never at least or at most something", node.value.span,
            label=f"`{node.name.text}` is {words(type_)}", help=(f"write `instead {shown(node.value.value.span)}`",),
        )  # fmt: skip
    holds: ir.Expression = ir.And(tuple(tests), span=node.span) if len(tests) != 1 else tests[0]
    standing, source = c.e.standing_of(node.span)
    return ir.ExceptionRule(holds, ir.Override(node.value.how), value, standing, source, span=node.span)


def _unclear_exception(c: Context, value: n.ExceptionValue) -> None:
    at = Span(value.span.source, value.span.start, value.span.start)
    text = shown(value.span)
    c.e.wrong(
        "exception-unclear", f"does `{text}` replace the usual value?", value.span,
        label="the usual value is not mentioned",
        help=(f"say `instead {text}`, or start from the usual value: `previous + 1`",),
        fix=Fix("write `instead`", (Edit(at, "instead "),), safe=False),
    )  # fmt: skip


def _applies_to(c: Context, node: n.ExceptionTo) -> ir.Expression | None:
    """`of any player where C`, `of X`: which of those that the definition is of."""
    candidate = c.candidate
    match node.of:
        case None:
            return None
        case n.AnySuch(noun):
            if noun.binding is not None and isinstance(candidate, ir.Local):
                c.names[-1][noun.binding.text] = Local(candidate.slot, candidate.type, True, noun.binding.span)
            return _any_such(c, noun, candidate)
        case other:
            type_ = candidate.type if candidate is not None else UNKNOWN
            return ir.Compare(
                "=", candidate or unknown_value(other.span), ex.typed(c, other, type_, "whose it is"), span=node.span
            )


def _any_such(c: Context, noun: n.Noun, candidate: ir.Expression | None) -> ir.Expression | None:
    """`any player other than X where C`, of the candidate."""
    if candidate is not None and isinstance(noun.name, n.Name):
        kind = ex.kind_named(c, noun.name.text)
        if kind is None or not comparable(kind, candidate.type):
            c.e.wrong(
                "wrong-kind", f"this is defined of {words(candidate.type)}", noun.name.span,
                label=f"not of {shown(noun.name.span)}",
                help=(f"write `of any {candidate.type.name or candidate.type.kind}`",),
            )  # fmt: skip
    tests = [] if noun.where is None else [ex.condition(c, noun.where)]
    if noun.other_than is not None and candidate is not None:
        other = ex.typed(c, noun.other_than, candidate.type, "who is left out")
        tests.insert(0, ir.Compare("!=", candidate, other, span=noun.other_than.span))
    if not tests:
        return None
    return tests[0] if len(tests) == 1 else ir.And(tuple(tests), span=noun.span)


def _if(c: Context, node: n.Expression | None) -> ir.Expression | None:
    return ex.condition(c, node) if node is not None else None
