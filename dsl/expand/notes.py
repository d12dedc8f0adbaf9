"""Annotates lines of the merged rules: who changed them, and which rules elsewhere meet them."""

import re
from collections.abc import Iterator
from typing import Any

from dsl.expand.printed import AsTyped
from dsl.frozen import frozen
from dsl.loading import Loaded
from dsl.source import Source, Span
from dsl.syntax import nodes as n
from dsl.syntax.unparse import first_line
from dsl.variant.edits.parameters import written
from dsl.variant.meetings import Meeting, meetings
from dsl.variant.provenance import Change
from dsl.variant.rules import Named, head, kind_of, name_of
from dsl.variant.targets import called
from dsl.walk import nodes_in

#: What edits do to a thing that stays where it is.
_IN_PLACE = {"replaced": "replaces", "extended": "extends", "changed": "changes lines of"}

#: Where a note belongs: below this line of this file.
Spot = tuple[Source, int]


@frozen
class Note:
    """A remark, and where that stands of which it speaks; nowhere for what was given from outside."""

    text: str
    place: Span | None


def notes(loaded: Loaded, is_as_typed: AsTyped) -> dict[Spot, list[Note]]:
    """The remarks on the merged rules, by the line that they belong to."""
    met = meetings(loaded.items)
    found: dict[Spot, list[Note]] = {}
    for item in loaded.items:
        typed = is_as_typed(item)
        for node in nodes_in(item):
            remarks = [*_changes(node, loaded), *(_met_by(rule, node) for rule in met.get(id(node), ()))]
            if remarks:
                found.setdefault(_spot(node, typed), []).extend(remarks)
    return found


def removed(loaded: Loaded) -> Iterator[Note]:
    """What variants have taken out, which no line is left of."""
    for change in loaded.provenance.changes:
        if change.how == "removed":
            thing = called(change.kind, change.name)
            yield Note(f'"{change.variant}" removes the {thing}', head(change.edit.span))


def _spot(node: Any, typed: bool) -> Spot:
    """The last line of a heading or of a sentence; the first where lines are printed otherwise than they stand."""
    span: Span = node.span
    text = span.text
    if not typed or isinstance(node, n.CardEntry):
        return span.source, span.line
    if isinstance(body := getattr(node, "body", None), n.Block):
        text = re.sub(r"(\n\s*#.*|\s)+$", "", text[: body.span.start - span.start])
    return span.source, span.line + text.rstrip().count("\n")


def _changes(node: Any, loaded: Loaded) -> Iterator[Note]:
    """Who replaced, extended or set the node."""
    match node:
        case n.Parameter():
            yield from _settings(node, loaded)
        case n.CardEntry(title=title):
            yield from _edits(loaded.provenance.changes_to("card", title.text))
        case _ if isinstance(node, Named | n.Setting):
            yield from _edits(loaded.provenance.changes_to(kind_of(node), name_of(node)))


def _edits(changes: tuple[Change, ...]) -> Iterator[Note]:
    for change in changes:
        if change.how in _IN_PLACE:
            yield Note(f'"{change.variant}" {_IN_PLACE[change.how]} this', head(change.edit.span))
        elif change.how == "added" and change.was is not None:
            yield Note(f'"{change.variant}" adds to the copies', head(change.edit.span))


def _settings(node: n.Parameter, loaded: Loaded) -> Iterator[Note]:
    for change in loaded.provenance.changes_to("parameter", node.name.text):
        if isinstance(change.was, n.Parameter):
            yield Note(f'"{change.variant}" sets this; it was {written(change.was.value)}', head(change.edit.span))
    if node.name.text in loaded.parameters:
        yield Note("set from outside", None)


def _met_by(rule: Meeting, node: Any) -> Note:
    return Note(f"{'may meet' if isinstance(node, n.Act) else 'meets'} this: {first_line(rule)}", head(rule.span))
