"""Traces rules to their text: the base game or one of the variants on top of it.

A node of the merged tree keeps the span of the file it was written in, so what stands there says for itself
where it comes from. What an edit did to a rule that was there before is listed as a `Change`.
"""

from dsl.frozen import frozen
from dsl.ir.nodes import Standing
from dsl.source import Span
from dsl.syntax import nodes as n


@frozen
class VariantText:
    """The lines of a file that state a variant."""

    title: str
    span: Span

    def holds(self, span: Span) -> bool:
        """Whether a place lies within the variant."""
        return span.source is self.span.source and self.span.start <= span.start < self.span.end


@frozen
class Change:
    """What one edit of a variant did.

    `how` is inserted, replaced, extended, removed, set, added or declared; `kind` and `name` say what was
    changed; `was` is that thing as it stood in the rules beneath, if it did.
    """

    how: str
    kind: str
    name: str
    variant: str
    edit: n.Edit
    was: n.TopItem | n.CardEntry | None = None


@frozen
class Provenance:
    """Where everything in a merged rule set comes from; `changes` are in the order they were made in."""

    texts: tuple[VariantText, ...] = ()
    changes: tuple[Change, ...] = ()

    def standing(self, span: Span) -> tuple[Standing, str]:
        """The weight of a rule that is written there, and the title of its variant, if any."""
        title = self.variant_at(span)
        return (Standing.VARIANT, title) if title else (Standing.BASE, "")

    def variant_at(self, span: Span) -> str:
        """The title of the variant that the place belongs to, or nothing."""
        return next((text.title for text in self.texts if text.holds(span)), "")

    def changes_to(self, kind: str, name: str) -> tuple[Change, ...]:
        """What variants did to one thing, the first change first."""
        return tuple(change for change in self.changes if (change.kind, change.name) == (kind, name))
