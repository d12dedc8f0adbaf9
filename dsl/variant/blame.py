"""Tells what comes of an edit beside the edit, and not where it shows in the rules beneath."""

from attrs import evolve

from dsl.diagnostic import Diagnostic, Label
from dsl.source import Span
from dsl.syntax import nodes as n
from dsl.variant.provenance import Provenance
from dsl.variant.rules import Heading, Items, Named, Rules, head, kind_of, name_in, name_of
from dsl.variant.targets import word_for
from dsl.walk import nodes_of


def beside_the_edit(found: Diagnostic, items: Items, provenance: Provenance) -> Diagnostic | None:
    """What was found of a thing, told where a variant has put something else in place of rules that name the thing.

    None if it was found of nothing that a variant could remove, or if no edit has to do with it.
    """
    at = found.span
    libraries = {item.span.source for item in items if isinstance(item, n.Library)}
    named = Rules(items).named()
    here = (thing for thing in named if thing.span.source is at.source and thing.span.source not in libraries)
    thing = next((thing for thing in here if at.start == thing.span.start or at == _name_span(thing)), None)
    name = name_of(thing) if thing is not None else ""
    if thing is None or not name:
        return None
    owner = provenance.variant_at(thing.span)
    by_others = (change for change in provenance.changes if change.variant != owner and change.was is not thing)
    names = {name, *(value.name.text for value in nodes_of(thing, n.EnumValue))}
    names |= {seat.name.text for seat in nodes_of(thing, n.Seat)}
    cause = next((change for change in by_others if _names(change.was, names)), None)
    if cause is None:
        return None
    others = any(_names(item, names) for item in items if item is not thing and not isinstance(item, n.Ruling))
    return evolve(
        found, span=head(cause.edit.span), label=f'the variant "{cause.variant}" has to do with it',
        labels=(Label(head(at), f"the {word_for(kind_of(thing))}"),), fix=None,
        help=(
            f"if it is not wanted any more, add `remove {kind_of(thing)} {name}` to the variant"
            + ", and replace the lines that go on naming it" * others,
        ),
    )  # fmt: skip


def _name_span(thing: Named) -> Span | None:
    name = name_in(thing) if isinstance(thing, Heading) else getattr(thing, "name", None)
    return name.span if name else None


def _names(tree: object, names: set[str]) -> bool:
    """Whether one of these is said there: of an enum, its name or that of a value."""
    return any(node.text in names for node in nodes_of(tree, n.Name))
