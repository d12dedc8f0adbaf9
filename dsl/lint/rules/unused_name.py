import re

from dsl.diagnostic import Edit, Fix
from dsl.ir import nodes as ir
from dsl.lint.rule import Diagnostic, Found, Subject, first_line, rule, warning
from dsl.lint.slots import never_read
from dsl.source import Span
from dsl.syntax import nodes as n

_DECIDED = re.compile(r"let\s+\w+\s+be\s+decided\s+by\s+")


@rule("C110")
def unused_name(subject: Subject) -> Found:
    """What `let`, `roll` or `choose` has named, and no line after it reads."""
    lets = {let.span for let in subject.syntax(n.Let)}
    for found in never_read(subject):
        match found.statement:
            case ir.SetLocal() as s if s.span in lets:
                yield _unused(
                    found.name, s.span, "worked out, and never looked at", _without(s.span) if found.alone else None
                )
            case ir.Roll() as s:
                yield _unused(found.name, s.span, "rolled, and never looked at", None)
            case ir.Call() as s:
                yield _unused(found.name, s.span, "decided, and never looked at", _done(s.span))
            case ir.Choose(options=ir.FromList() | ir.FromRange() | ir.InOrder(), optional=False) as s:
                yield _unused(found.name, s.span, "chosen, and never looked at", None)
            case _:
                pass


def _unused(name: str, span: Span, label: str, fix: Fix | None) -> Diagnostic:
    return warning(
        "unused-name", f"nothing uses `{name}`", first_line(span), label=label, fix=fix,
        help=(f"write `{name}` in the lines below where they mean it, or take it away",),
    )  # fmt: skip


def _done(span: Span) -> Fix | None:
    """What a procedure decides is not kept: it is only done."""
    found = _DECIDED.match(span.text)
    if found is None:
        return None
    opening = Span(span.source, span.start, span.start + len(found[0]))
    return Fix("do it, and keep no answer", (Edit(opening, "do "),), safe=True)


def _without(span: Span) -> Fix | None:
    """The line goes, if nothing else stands on it and others stay in its block."""
    source = span.source
    start = source.line_start(span.line)
    end = source.text.find("\n", span.end) + 1 or len(source.text)
    before, line = source.text[:start].rstrip(), source.text[start:end]
    if line.strip() != span.text.strip() or before.endswith(":"):
        return None
    return Fix("take the line away", (Edit(Span(source, start, end), ""),), safe=True)
