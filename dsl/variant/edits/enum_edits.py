"""Edits enums and spaces: more values behind those that are there."""

from attrs import evolve

from dsl.diagnostic import Diagnostic
from dsl.syntax import nodes as n
from dsl.variant.edits.siblings import rewritten
from dsl.variant.provenance import Change
from dsl.variant.rules import Outcome, Rules, kind_of
from dsl.variant.targets import find


def extend_enum(rules: Rules, edit: n.ExtendEnum, texts: tuple[n.RuleText, ...], variant: str) -> Outcome:
    """The new values come after all others; rule text above the edit joins that of the enum.

    How many spaces are laid out side by side stays as it was, unless the edit says it.
    """
    name, kind = edit.more.name, kind_of(edit.more)
    enum = find(rules, kind, name)
    if isinstance(enum, Diagnostic):
        return enum
    assert isinstance(enum, n.Enum | n.Spaces)
    inline = enum.inline and edit.more.inline
    longer: n.Enum | n.Spaces
    if isinstance(enum, n.Enum):
        values = (*enum.values, *edit.more.values)
        longer = evolve(enum, values=values, inline=inline or any(isinstance(one, n.TitlesOf) for one in values))
    else:
        assert isinstance(edit.more, n.Spaces)
        across = edit.more.across or enum.across
        longer = evolve(enum, values=(*enum.values, *edit.more.values), inline=inline, across=across)
    items = rewritten(rules.items, enum, lambda s: (*s.before, *s.texts, *texts, longer, *s.after))
    return rules.changed(items, Change("extended", kind, name.text, variant, edit, enum))
