"""Elaborates calls of procedures: which, with what arguments, and what they decide."""

from typing import NoReturn

from dsl.diagnostic import Label
from dsl.elaborate.core import expressions as ex
from dsl.elaborate.core.context import Context, Statements, unknown_value
from dsl.elaborate.core.elaborator import Reported
from dsl.elaborate.expressions import counters
from dsl.elaborate.statements import verbs
from dsl.ir import nodes as ir
from dsl.ir.nodes import Kind, Type
from dsl.listing import joined
from dsl.names.built_ins import PROCEDURES
from dsl.names.symbols import ProcedureSymbol, Symbol, declared_at, what
from dsl.names.types import fits, words
from dsl.source import Span
from dsl.syntax import nodes as n


def call(c: Context, procedure: n.Name, arguments: tuple[n.Argument, ...], span: Span, slot: int = -1) -> ir.Statement:
    """`do PROCEDURE of X, with Y`; it keeps the `you` of whoever calls it."""
    if procedure.text not in c.e.scope.names and (procedure.text == "effect" or procedure.text in c.e.scope.parts):
        return _effect(c, procedure.text, arguments, span)
    symbol = _known(c, procedure)
    return ir.Call(procedure.text, _arguments(c, symbol, arguments, span), slot, handed_on(c), c.site(span), span=span)


def handed_on(c: Context) -> ir.Expression | None:
    """Who is `you` in what is called: whoever is here, unless that is the `you` of this whole body anyway."""
    own = isinstance(c.you, ir.Local) and c.you.slot == 0
    return None if own else c.you


def _known(c: Context, name: n.Name) -> ProcedureSymbol:
    symbol = c.e.scope.names.get(name.text)
    if isinstance(symbol, ProcedureSymbol):
        return symbol
    other: Symbol | None = symbol or next(iter(c.e.scope.definitions(name.text)), None)
    if other is not None:
        c.e.wrong("not-a-procedure", f"`{name.text}` is {what(other)}, not a procedure", name.span,
                  label="only procedures are done", labels=(Label(declared_at(other), "declared here"),),
                  help=(f"declare what is to be done: `procedure {name.text}: ...`",))  # fmt: skip
    message = "there is no procedure called"
    if library := PROCEDURES.get(name.text):
        c.e.wrong_name("unknown-procedure", name, f"{message} `{name.text}`", label="not declared",
                       help=(f"the library `{library}` has it: write `use {library}` at the left margin",))  # fmt: skip
    known = c.e.scope.names_of(ProcedureSymbol)
    c.e.unknown(name, message, known, "unknown-procedure", "the procedures are")


def _effect(c: Context, part: str, arguments: tuple[n.Argument, ...], span: Span) -> ir.Statement:
    """`do effect of CARD`: what the card's text says; `do NAME of CARD`: what it says under `when NAME:`."""
    if not arguments:
        c.e.wrong("effect-of-what", f"the {part} of which card?", span, label="no card is named",
                  help=(f"write `do {part} of CARD`",))  # fmt: skip
    card, *others = arguments
    value = verbs.pieces_of(c, card.value)
    if value.type.many:
        c.e.wrong("effect-of-what", "one card at a time has its effect", card.value.span,
                  label=f"this is {words(value.type)}",
                  help=(f"go through them: `for each NAME in ...: do {part} of NAME`",))  # fmt: skip
    this = value
    for other in others:
        if other.preposition != "for" or len(others) > 1:
            c.e.wrong("argument-unknown", f"a card's {part} is done of one card, and for one at most", other.span,
                      label="one thing too many",
                      help=(f"write `do {part} of CARD` or `do {part} of CARD, for OTHER`",))  # fmt: skip
        this = c.expect(verbs.pieces_of(c, other.value), ir.PIECE, other.value.span, "the card it is done for")
    return ir.DoText("" if part == "effect" else part, value, this, handed_on(c), c.site(span), span=span)


def decides(c: Context, item: n.Decides) -> tuple[Statements, ir.Expression]:
    """`if settling of claimant decides yes`: the procedure is done, and whether that is its answer."""
    try:
        done, answer = _asked(c, item, None)
        value = c.e.expression_of(c, item.value, answer.type.or_none())
        if not fits(value.type, answer.type.or_none()):
            _other_answer(c, item, answer.type, value.type)
    except Reported:
        return (), unknown_value(item.span)
    return (done,), ir.Compare("=", answer, value, span=item.span)


def _other_answer(c: Context, item: n.Decides, decided: Type, given: Type) -> NoReturn:
    answers = "`decides yes` or `decides no`" if decided == ir.YES_NO else f"{words(decided)} behind `decides`"
    c.e.wrong("wrong-type", f"`{item.procedure.text}` decides {words(decided)}, and this is {words(given)}",
              item.value.span, label=f"this is {words(given)}", help=(f"write {answers}",))  # fmt: skip


def decided(c: Context, item: n.Decided) -> ir.Statement:
    """`let winner be decided by auction of ...`."""
    return _asked(c, item, item.name)[0]


def _asked(c: Context, item: n.Decided | n.Decides, name: n.Name | None) -> tuple[ir.Statement, ir.Local]:
    """A procedure that decides something, and what stands for its answer."""
    symbol = _known(c, item.procedure)
    if symbol.answer is None:
        c.e.wrong(
            "decides-nothing", f"`{item.procedure.text}` decides nothing", item.procedure.span,
            label="no answer comes back", labels=(Label(declared_at(symbol), "declared here"),),
            help=(
                f"write `do {item.procedure.text} ...`, or let it decide something:"
                f" `procedure {_signature(symbol)}, deciding TYPE:`",
            ),
        )  # fmt: skip
    given = _arguments(c, symbol, item.arguments, item.span)
    answer = c.bind(name, symbol.answer, fixed=False, hidden_name="answer")
    return ir.Call(item.procedure.text, given, answer.slot, handed_on(c), c.site(item.span), span=item.span), answer


def decide(c: Context, value: n.Expression, span: Span) -> ir.Statement:
    """`decide X`: the answer of a procedure, which ends with it."""
    if c.answer is None:
        c.e.wrong("decide-nothing", "nothing is decided here", span, label="this has no answer to give",
                  help=("a procedure that decides says so in its first line: `procedure NAME ..., deciding TYPE:`",
                        "to end one without an answer, write `return`"))  # fmt: skip
    return ir.Leave(ex.typed(c, value, c.answer, "the answer"), span=span)


# ---------------------------------------------------------------- arguments


def _arguments(
    c: Context, symbol: ProcedureSymbol, arguments: tuple[n.Argument, ...], span: Span
) -> tuple[ir.Expression, ...]:
    """Each parameter's value: by its preposition where one is said, else in order."""
    parameters = symbol.node.parameters
    waiting = list(range(len(parameters)))
    values: dict[int, ir.Expression] = {}
    for a in arguments:
        fitting = [k for k in waiting if a.preposition is None or parameters[k].preposition == a.preposition]
        if not fitting:
            _no_such_argument(c, symbol, a, values)
        k = fitting[0]
        waiting.remove(k)
        values[k] = _argument(c, a.value, symbol.parameters[k], parameters[k])
    if waiting:
        missing = joined((_said(parameters[k]) for k in waiting), "and")
        c.e.wrong(
            "argument-missing", f"`{symbol.node.name.text}` also needs {missing}", span, label="something is missing",
            labels=(Label(declared_at(symbol), "declared here"),),
            help=(f"it is done like this: `do {_signature(symbol)}`",),
        )  # fmt: skip
    return tuple(values[k] for k in range(len(parameters)))


def _argument(c: Context, node: n.Expression, type_: Type, parameter: n.ProcedureParameter) -> ir.Expression:
    if type_.kind is Kind.COUNTER:
        return counters.counter_of(c, node)
    value = ex.expression(c, node, type_)
    if type_.many and not value.type.many:
        value = ex.as_list(value, node.span)
    labels = (Label(parameter.span, "declared here"),)
    return c.expect(value, type_, node.span, f"`{parameter.name.text}`", labels)


def _no_such_argument(c: Context, symbol: ProcedureSymbol, a: n.Argument, values: dict[int, ir.Expression]) -> NoReturn:
    name = symbol.node.name.text
    prepositions = [p.preposition for p in symbol.node.parameters]
    if a.preposition in prepositions:
        message, label = f"`{a.preposition}` is said twice", f"`{name}` takes one thing with `{a.preposition}`"
    elif a.preposition is not None:
        message, label = f"`{name}` takes nothing with `{a.preposition}`", "not one of its words"
    else:
        message, label = f"`{name}` takes no more than {len(values)} things", "one too many"
    c.e.wrong(
        "argument-unknown", message, a.span, label=label, labels=(Label(declared_at(symbol), "declared here"),),
        help=(f"it is done like this: `do {_signature(symbol)}`",),
    )  # fmt: skip


def _said(p: n.ProcedureParameter) -> str:
    return f"{p.preposition} {p.name.text}" if p.preposition else p.name.text


def _signature(symbol: ProcedureSymbol) -> str:
    said = ", ".join(_said(p) for p in symbol.node.parameters)
    return f"{symbol.node.name.text} {said}".strip()
