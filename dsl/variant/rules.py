"""Holds rules under edit: the items so far, and what has been done to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias, cast

from attrs import evolve, field

from dsl.diagnostic import Diagnostic
from dsl.frozen import frozen
from dsl.listing import grouped
from dsl.source import Span
from dsl.syntax import nodes as n
from dsl.syntax.unparse import first_line
from dsl.syntax.unparse.text import text
from dsl.variant.provenance import Change
from dsl.walk import kinds_within

Items: TypeAlias = tuple[n.TopItem, ...]

#: What is declared without rules.
Heading: TypeAlias = (
    n.Counters | n.Zone | n.Role | n.Remember | n.Flag | n.Parameter | n.Cards | n.Tokens | n.Pawn | n.Dice | n.Enum
    | n.Spaces | n.Grid | n.Track | n.Ruling
)  # fmt: skip
#: A rule that has no name.
Nameless: TypeAlias = n.Hook | n.ExceptionTo | n.Permission
#: What has a body.
Bodied: TypeAlias = n.Flow | n.Procedure | n.Action | n.Reaction | n.Setup | n.GameEnd
#: What an edit may be about, besides cards and settings.
Named: TypeAlias = Bodied | n.Define | Heading | Nameless


@frozen(eq=False)
class _LookedAt:
    """An item, and what is named in it."""

    item: n.TopItem
    named: tuple[Named, ...]
    by_name: Mapping[str, list[Named]]


@frozen
class Rules:
    """The merged items up to now. An edit makes new rules of them, or a diagnostic.

    `looked_at` are items with all that is named in them: most are in the rules of the next edit too.
    """

    items: Items
    changes: tuple[Change, ...] = ()
    looked_at: dict[int, _LookedAt] = field(factory=dict, eq=False, repr=False)

    def named(self) -> Iterator[Named]:
        """Everything with a name of its own that edits can change; steps come after the phase that holds them."""
        return (thing for item in self.items for thing in self._looked_at(item).named)

    def called(self, name: str) -> list[Named]:
        """All of these that have this name, in the same order."""
        known = self.looked_at  # which is asked for every item: so it is asked here first
        looked_at = (known.get(id(item)) or self._looked_at(item) for item in self.items)
        return [thing for one in looked_at for thing in one.by_name.get(name, ())]

    def _looked_at(self, item: n.TopItem) -> _LookedAt:
        if (known := self.looked_at.get(id(item))) is None:
            itself = (item,) if isinstance(item, Named) and not isinstance(item, n.Flow) else ()
            named = (*itself, *kinds_within(item).get(n.Flow, ()))
            known = self.looked_at[id(item)] = _LookedAt(item, named, grouped((name_of(one), one) for one in named))
        return known

    def changed(self, items: Items, change: Change) -> Rules:
        """These rules with other items and one more change on record."""
        return evolve(self, items=items, changes=(*self.changes, change))

    def removed_again(self, edit: n.Edit, variant: str) -> Rules | None:
        """These rules, if another variant has removed the same by the same edit; that is on record then for both."""
        same = next((c for c in self.changes if c.how == "removed" and c.edit == edit and c.variant != variant), None)
        return self.changed(self.items, evolve(same, variant=variant, edit=edit)) if same else None


Outcome: TypeAlias = Rules | Diagnostic



def kind_of(thing: Named | n.Setting) -> str:
    """The word that the thing is declared with."""
    if isinstance(thing, n.GameEnd):
        return "game end"
    if isinstance(thing, n.Counters):
        return "counters" if thing.group else "counter"
    if isinstance(thing, Nameless):
        return "rule"
    return thing.kind if isinstance(thing, n.Flow) else type(thing).__name__.lower()


def name_of(thing: Named | n.Setting) -> str:
    """Its name, of counters in a group that of the group; the setup and some reactions have none.

    An end of the game, and a rule that has no name either, are known by how they begin.
    """
    match thing:
        case n.GameEnd():
            return text(thing)
        case n.Setup():
            return ""
        case _ if isinstance(thing, Nameless):
            return first_line(thing)
        case _:
            name = name_in(thing) if isinstance(thing, Heading) else thing.name
            return name.text if name else ""


def name_in(heading: Heading) -> n.Name:
    """What it is known by: of counters in a group, the name of the group; of a ruling, the id of its clause."""
    if isinstance(heading, n.Ruling):
        return heading.clause
    if isinstance(heading, n.Counters):
        return heading.group or cast(n.CounterItem, heading.items[0]).name
    return heading.name


def title_of(thing: Named) -> n.Text | None:
    """The title in quotes behind its name, if it has one."""
    return thing.title if isinstance(thing, n.Flow | n.Action | n.Reaction | n.Procedure) else None


def decks(items: Items) -> Iterator[n.Deck]:
    """Every deck, in order."""
    return (item for item in items if isinstance(item, n.Deck))


def entries(deck: n.Deck) -> Iterator[n.CardEntry]:
    """The cards that a deck lists."""
    return (entry for entry in deck.entries if isinstance(entry, n.CardEntry))


def game_title(items: Items) -> n.Text | None:
    """The title of the game, if a readable file gives one."""
    return next((item.title for item in items if isinstance(item, n.Game)), None)


def head(span: Span) -> Span:
    """The first line of what may be a long block, to mark it by."""
    line_end = span.source.text.find("\n", span.start, span.end)
    return span if line_end == -1 else Span(span.source, span.start, line_end)
