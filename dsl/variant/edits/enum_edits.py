"""Edits enums: more values behind those that are there."""

from attrs import evolve

from dsl.diagnostic import Diagnostic
from dsl.syntax import nodes as n
from dsl.variant.edits.siblings import rewritten
from dsl.variant.provenance import Change
from dsl.variant.rules import Outcome, Rules
from dsl.variant.targets import find


def extend_enum(rules: Rules, edit: n.ExtendEnum, texts: tuple[n.RuleText, ...], variant: str) -> Outcome:
    """The new values come after all others; rule text above the edit joins that of the enum."""
    name = edit.more.name
    enum = find(rules, "enum", name)
    if isinstance(enum, Diagnostic):
        return enum
    assert isinstance(enum, n.Enum)
    values = (*enum.values, *edit.more.values)
    inline = (enum.inline and edit.more.inline) or any(isinstance(value, n.TitlesOf) for value in values)
    longer = evolve(enum, values=values, inline=inline)
    items = rewritten(rules.items, enum, lambda s: (*s.before, *s.texts, *texts, longer, *s.after))
    return rules.changed(items, Change("extended", "enum", name.text, variant, edit, enum))
