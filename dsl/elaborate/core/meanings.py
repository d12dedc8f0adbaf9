"""Keeps what procedures and cards mean while somebody writes: only what can have changed is worked out again.

What a thing means hangs on the thing itself and on what the rules declare. So it is kept under the thing, a node of the
syntax tree, which stays the same as long as nobody edits its file; when something else is declared, all is forgotten.
What else comes of a thing is kept with it: its texts, its sites, the plurals it says. Nothing is kept of a thing that
has faults or begins effects.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from attrs import define, evolve, field

from dsl.elaborate.core.elaborator import Elaborator
from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.nodes import TEXT
from dsl.names.symbols import Scope
from dsl.syntax import nodes as n
from dsl.walk import nodes_by_kind, rebuilt, schema, with_fields

T = TypeVar("T")


@frozen(eq=False)
class Meaning:
    """What a node means where `given` holds besides: `texts` by their numbers then, and `sites` from the first one.

    It is `whole` if nothing else has come of it.
    """

    node: object
    given: object
    made: Any
    texts: dict[int, str]
    first_site: int
    sites: tuple[ir.Site, ...]
    plurals: frozenset[str]
    whole: bool


@define(eq=False)
class Meanings:
    """What was meant when the same rules were last looked at: by the identities of nodes, while this was `declared`."""

    declared: list[object] = field(factory=list)
    known: dict[int, Meaning] = field(factory=dict)


def begin(e: Elaborator, kept: Meanings, items: tuple[n.TopItem, ...]) -> None:
    """Lets the elaborator take what was kept, if the same is declared now, and keep what is meant now in its place."""
    now = _declared(items, e.scope)
    e.before = kept.known if kept.declared == now else {}
    kept.declared, kept.known = now, e.after


def meaning_of(e: Elaborator, node: object, given: object, make: Callable[[], T]) -> T:
    """What `make` makes of a node: what it made the last time, if nothing has changed on which that hangs."""
    before = e.before.get(id(node))
    is_known = before is not None and before.node is node and before.given == given
    kept = _again(e, before) if before is not None and is_known else _anew(e, node, given, make)
    if kept.whole:
        e.after[id(node)] = kept
    made: T = kept.made
    return made


def _anew(e: Elaborator, node: object, given: object, make: Callable[[], object]) -> Meaning:
    first_site, besides, plurals = len(e.sites), _besides(e), e.scope.plurals
    e.said, e.scope.plurals = {}, set()
    try:
        made = make()
        whole = besides == _besides(e)
        sites = tuple(e.sites[first_site:])
        return Meaning(node, given, made, e.said, first_site, sites, frozenset(e.scope.plurals), whole)
    finally:
        e.scope.plurals |= plurals


def _again(e: Elaborator, before: Meaning) -> Meaning:
    first_site = len(e.sites)
    shift = first_site - before.first_site if before.sites else 0
    e.sites += before.sites
    e.scope.plurals |= before.plurals
    numbers = {number: e.text(words) for number, words in before.texts.items()}
    if not shift and all(was == now for was, now in numbers.items()):
        return before
    texts = {numbers[number]: words for number, words in before.texts.items()}
    return evolve(before, made=_renumbered(before.made, shift, numbers), texts=texts, first_site=first_site)


def _renumbered(tree: Any, shift: int, numbers: dict[int, int]) -> Any:
    """The same with other numbers of sites and texts."""

    def change(node: Any) -> Any:
        if isinstance(node, ir.Constant):
            return with_fields(node, value=numbers.get(node.value, node.value)) if node.type == TEXT else node
        inner = rebuilt(node, change)
        site = getattr(inner, "site", -1)
        return with_fields(inner, site=site + shift) if site >= 0 else inner

    return rebuilt(tree, change) if isinstance(tree, tuple) else change(tree)


def _besides(e: Elaborator) -> tuple[int, ...]:
    """How much there is of what is not kept."""
    unknown = sum(map(len, e.scope.unknowns.places.values()))
    return len(e.diagnostics), len(e.effects), len(e.rules_in_play), len(e.whenevers_in_play), len(e.bans), unknown


# ---------------------------------------------------------------- what is declared

#: What has a body, into which nobody looks who only names it.
_DOING = (n.Setup, n.Flow, n.Procedure, n.Action, n.Reaction, n.Hook, n.GameEnd, n.Deck, n.CardEntry)
_INSIDE = ("body", "entries")
#: What is only read by people.
_WORDS = (n.RuleText, n.Ruling)


def _declared(items: tuple[n.TopItem, ...], scope: Scope) -> list[object]:
    """All that anybody can see of the items from outside: each whole, or up to what is done in it.

    Of what is done, the scope says what others can see.
    """
    found: list[object] = [item for item in items if not isinstance(item, (*_DOING, *_WORDS))]
    nodes = nodes_by_kind(items)
    for kind in _DOING:
        names = [name for name in schema(kind).said if name not in _INSIDE]
        found += ((kind, *(getattr(node, name) for name in names)) for node in nodes.get(kind, ()))
    return [*found, set(scope.parts), tuple(scope.set_fields.items()), scope.missing_cards]
