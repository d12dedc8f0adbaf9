"""A divisor that may be 0 is guarded, where it stands or before."""

from collections.abc import Iterator

from dsl.checks.analysis.facts import NONE_KNOWN, Facts, if_fails, if_holds, is_known
from dsl.checks.analysis.rule_set import RuleSet
from dsl.checks.analysis.zero import zero_because
from dsl.checks.reach import ends
from dsl.diagnostic import Diagnostic, Label, error
from dsl.ir import nodes as ir
from dsl.ir.bodies import conditions
from dsl.source import Span
from dsl.walk import children, schema

Found = Iterator[tuple[ir.Divide, Facts]]


def division_by_zero(rules: RuleSet) -> Iterator[Diagnostic]:
    """An error for each division by something that may be 0 and that no condition keeps from it."""
    environment = rules.at_any_table
    for heading, found in _divisions(rules):
        for division, known in found:
            why = None if is_known(division.right, known) else zero_because(division.right, environment)
            if why is not None:
                yield _by_zero(division, *why, heading=heading)


def _divisions(rules: RuleSet) -> Iterator[tuple[str, Found]]:
    """The divisions of definitions, of what variables start at, of conditions and of bodies, with their headings."""
    game = rules.game
    for d in game.defines:
        yield f"define {ir.own_name(d.name)}", _in_expression(d.value, NONE_KNOWN)
        yield from (("", _in_expression(x.value, if_holds(x.condition))) for x in d.exceptions)
    yield from (("", _in_expression(v.start, NONE_KNOWN)) for v in game.variables)
    yield from (("", _in_expression(condition, NONE_KNOWN)) for _, condition in conditions(game))
    needed: dict[str, Facts] = {}
    for a in game.actions:
        needed[a.name] = NONE_KNOWN
        for need in a.needs:
            yield a.title, _in_expression(need.condition, needed[a.name])
            needed[a.name] |= if_holds(need.condition)
    for body in rules.bodies:
        if body.nodes_of(ir.Divide):
            known = needed[body.name] if body.kind == "action" else NONE_KNOWN
            yield body.heading, _in_block(body.statements, known)


def _by_zero(division: ir.Divide, why: str, place: Span, *, heading: str) -> Diagnostic:
    divisor = division.right.span
    said = " ".join(divisor.text.split())
    return error(
        "divided-by-zero", f"this may be a division by 0: {why}", divisor, label="may be 0",
        labels=(Label(place, why),) if place != divisor and place.in_file else (), heading=heading,
        help=(_instead(said, why, heading),),
    )  # fmt: skip


def _instead(said: str, why: str, heading: str) -> str:
    if why.endswith("set to 0"):
        return f"let the range of `{said}` begin at 1, or say what happens when it is 0"
    if heading.startswith("define"):
        return f"say what it is then, in a case of its own: `0 if {said} = 0`, and this `otherwise`"
    return f"say what happens then, before: `if {said} = 0: return`, or make sure that it is never 0"


# ---------------------------------------------------------------- what is known where


def _in_block(statements: tuple[ir.Statement, ...], known: Facts) -> Found:
    for s in statements:
        yield from _in_statement(s, known)
        if isinstance(s, ir.If):
            if s.then and ends(s.then[-1]):
                known |= if_fails(s.condition)
            if s.otherwise and ends(s.otherwise[-1]):
                known |= if_holds(s.condition)


def _in_statement(s: ir.Statement, known: Facts) -> Found:
    match s:
        case ir.If(condition, then, otherwise):
            yield from _in_expression(condition, known)
            yield from _in_block(then, known | if_holds(condition))
            yield from _in_block(otherwise, known | if_fails(condition))
        case ir.While(condition, bound, _, body):
            yield from _in_expression((condition, bound), known)
            yield from _in_block(body, known | if_holds(condition))
        case ir.ForEach(_, over, body):
            yield from _in_expression(over, known)
            yield from _in_block(body, known | if_holds(ir.Some(over, -1, None)))
        case _:
            for name in schema(type(s)).children:
                into = _in_block if name in schema(type(s)).blocks else _in_expression
                yield from into(getattr(s, name), known)


def _in_expression(e: object, known: Facts) -> Found:
    """The divisions in an expression (or a statement without blocks), each with what is known there."""
    match e:
        case tuple():
            for part in e:
                yield from _in_expression(part, known)
        case ir.Divide():
            yield from _in_expression((e.left, e.right), known)
            yield e, known
        case ir.And(parts):
            for part in parts:
                yield from _in_expression(part, known)
                known |= if_holds(part)
        case ir.Or(parts):
            for part in parts:
                yield from _in_expression(part, known)
                known |= if_fails(part)
        case ir.Cases(cases, default):
            for condition, value in cases:
                yield from _in_expression(condition, known)
                yield from _in_expression(value, known | if_holds(condition))
                known |= if_fails(condition)
            yield from _in_expression(default, known)
        case _ if hasattr(type(e), "__attrs_attrs__"):
            yield from _in_expression(tuple(children(e)), known)
        case _:
            return
