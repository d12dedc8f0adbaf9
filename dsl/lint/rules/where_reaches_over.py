from collections.abc import Iterator

from dsl.diagnostic import Edit, Fix
from dsl.ir import nodes as ir
from dsl.ir.slots import mentions
from dsl.lint.rule import Found, Subject, rule, warning
from dsl.source import Span
from dsl.syntax import nodes as n

_Place = tuple[str, int, int]
_JOINING = ("and", "or")


@rule("C131")
def where_reaches_over(subject: Subject) -> Found:
    """A question whose `where` ends in conditions that do not look at what they are asked of."""
    questions = dict(_questions(subject))
    picked: list[ir.Some | ir.Filter] = [*subject.all(ir.Some), *subject.all(ir.Filter)]
    for picks in picked:
        if isinstance(picks.where, ir.And | ir.Or) and (asked := questions.pop(_place(picks.where.span), None)):
            yield from _found(picks.where, picks.slot, asked)


def _questions(subject: Subject) -> Iterator[tuple[_Place, n.Query | n.BestOf]]:
    """What may stand before an `and`, and has a `where` without brackets, by the place of what follows `where`."""
    compared = {id(node.right) for node in subject.syntax(n.Compare)}
    met = {id(node.condition) for node in subject.syntax(n.Whenever)}  # there, `as` names whom the rule is about
    asked: list[n.Query | n.BestOf] = [*subject.syntax(n.Query), *subject.syntax(n.BestOf)]
    for query in asked:
        where = query.noun.where
        is_condition = id(query) in compared or (isinstance(query, n.Query) and query.kind in ("any", "no"))
        if is_condition and id(query) not in met and isinstance(where, n.Binary) and where.operator in _JOINING:
            yield _place(where.span), query


def _place(span: Span) -> _Place:
    return span.source.path, span.start, span.end


def _found(where: ir.And | ir.Or, slot: int, query: n.Query | n.BestOf) -> Found:
    parts = _parts(where)
    own = [k for k, part in enumerate(parts) if mentions(part, slot)]
    if not own or own[-1] == len(parts) - 1:
        return
    source, ends = where.span.source, parts[own[-1]].span.end
    begins = query.span.start
    word = "and" if isinstance(where, ir.And) else "or"
    brackets = (Edit(Span(source, begins, begins), "("), Edit(Span(source, ends, ends), ")"))
    yield warning(
        "where-reaches-over", f"this still belongs to the `where`, and says nothing of the {query.noun.name.span.text}",
        Span(source, parts[own[-1] + 1].span.start, where.span.end), label="asked of each of them in turn",
        help=(f"put brackets round what stands before `{word}`, or round all that follows `where` if it is meant so",),
        fix=Fix(f"end the `where` before `{word}`", brackets, safe=False),
    )  # fmt: skip


def _parts(where: ir.And | ir.Or) -> list[ir.Expression]:
    """What is joined by the same word, in order."""
    found: list[ir.Expression] = []
    for part in where.parts:
        found.extend(_parts(part) if isinstance(part, type(where)) else [part])
    return found
