"""Makes titles, and collects the rule text in or above a body."""

from collections.abc import Iterable

from dsl.elaborate.core.elaborator import Elaborator
from dsl.ir import nodes as ir
from dsl.ir.nodes import TEXT
from dsl.names.state import spoken
from dsl.source import Span
from dsl.syntax import nodes as n


def title_of(name: n.Name, title: n.Text | None) -> str:
    """The title given, or the name as one says it."""
    return title.text if title is not None else spoken(name.text)


def title_of_value(e: Elaborator, value: ir.Expression, span: Span) -> ir.Expression:
    """What stands for a value of an enum, of spaces or of a track; for no value, none."""
    said = [title_of(v.name, v.title) for v in e.scope.enums[value.type.name].values]
    cases = tuple(
        (ir.Compare("=", value, ir.Constant(place, value.type), span=span), ir.Constant(e.text(title), TEXT))
        for place, title in enumerate(said)
    )
    return ir.Cases(cases, ir.Constant(ir.NONE, TEXT), TEXT, span=span)


def rule_texts(items: Iterable[object]) -> tuple[ir.RuleText, ...]:
    """The `>` lines among these."""
    return tuple(ir.RuleText(t.words, t.clauses, span=t.span) for t in items if isinstance(t, n.RuleText))
