"""Takes a library out of the rules, with all that it has."""

from attrs import evolve

from dsl.diagnostic import Diagnostic
from dsl.syntax import nodes as n
from dsl.variant.edits.parameters import parameters, unsettled
from dsl.variant.provenance import Change
from dsl.variant.rules import Items, Outcome, Rules
from dsl.variant.targets import the_one


def remove_library(rules: Rules, edit: n.Remove, name: n.Name, variant: str) -> Outcome:
    """The game does not take it in any more. What another library takes in stays, for that one."""
    libraries = {item.name.text: item.span.source for item in rules.items if isinstance(item, n.Library)}
    uses = [item for item in rules.items if isinstance(item, n.Use) and item.span.source not in libraries.values()]
    taken_in = [(use, used) for use in uses for used in use.names]
    found = [use for use, used in taken_in if used.text == name.text]
    old = the_one(rules, "use", name.text, name.span, found, [used.text for _, used in taken_in])
    if isinstance(old, Diagnostic):
        return rules.removed_again(edit, variant) or old
    fewer = evolve(old, names=tuple(used for used in old.names if used.text != name.text))
    items: Items = tuple(fewer if item is old else item for item in rules.items if item is not old or fewer.names)
    others = {used.text for item in items if isinstance(item, n.Use) for used in item.names}
    if name.text not in others:
        gone = [item for item in items if item.span.source is libraries[name.text]]
        items = unsettled(tuple(item for item in items if item not in gone), parameters(tuple(gone)))
    return rules.changed(items, Change("removed", "use", name.text, variant, edit, old))
