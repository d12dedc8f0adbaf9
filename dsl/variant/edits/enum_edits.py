"""Edits enums and spaces: more values behind those that are there."""

from attrs import evolve

from dsl.diagnostic import Diagnostic
from dsl.syntax import nodes as n
from dsl.variant.edits.siblings import rewritten
from dsl.variant.provenance import Change
from dsl.variant.rules import Outcome, Rules, kind_of
from dsl.variant.targets import find
from dsl.walk import with_fields


def extend_enum(rules: Rules, edit: n.ExtendEnum, texts: tuple[n.RuleText, ...], variant: str) -> Outcome:
    """The new values come after all others; rule text above the edit joins that of the enum.

    How many spaces are laid out side by side stays as it was, unless the edit says it.
    """
    name, kind = edit.more.name, kind_of(edit.more)
    enum = find(rules, kind, name)
    if isinstance(enum, Diagnostic):
        return enum
    assert isinstance(enum, n.Enum | n.Spaces)
    values = (*enum.values, *edit.more.values)
    inline = (enum.inline and edit.more.inline) or any(isinstance(one, n.TitlesOf) for one in values)
    longer = with_fields(enum, values=values, inline=inline)
    if isinstance(longer, n.Spaces) and isinstance(edit.more, n.Spaces):
        longer = evolve(longer, across=edit.more.across or longer.across)
    items = rewritten(rules.items, enum, lambda s: (*s.before, *s.texts, *texts, longer, *s.after))
    return rules.changed(items, Change("extended", kind, name.text, variant, edit, enum))
