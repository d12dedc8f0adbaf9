"""Keeps what procedures and cards mean while somebody writes: only what can have changed is worked out again.

What a thing means hangs on the thing itself and on what the rules declare. So it is kept under the thing, a node of the
syntax tree, which stays the same as long as nobody edits its file, and with variants too; when something else is
declared, all is forgotten, but for parameters, which are reached by their names alone.
What else comes of a thing is kept with it: its texts, its sites, the plurals it says, the effects that it begins with
all their rules. Nothing is kept of a thing that has faults.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from attrs import define, evolve, field

from dsl.cache import between_parts
from dsl.elaborate.core.elaborator import Elaborator, Hung
from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.nodes import TEXT
from dsl.listing import grouped
from dsl.names.symbols import Scope, singular
from dsl.syntax import nodes as n
from dsl.walk import by_kind, nodes_by_kind, nodes_in, rebuilt, schema, with_fields

T = TypeVar("T")


@frozen(eq=False)
class _Effects:
    """The effects that a thing begins, with all their rules, and what `hung` them where."""

    begun: tuple[ir.Effect, ...]
    hooks: tuple[ir.HookRule, ...]
    whenevers: tuple[ir.WheneverRule, ...]
    hung: tuple[Hung, ...]


@frozen(eq=False)
class Meaning:
    """What a node means where `given` holds besides: `texts` by their numbers then, and `sites` from the first one.

    `effects` are numbered from the first one. It is `whole` if nothing else has come of it.
    """

    node: object
    given: object
    made: Any
    effects: _Effects
    first_effect: int
    texts: dict[int, str]
    first_site: int
    sites: tuple[ir.Site, ...]
    plurals: frozenset[str]
    whole: bool
    said: list[frozenset[str]] = field(factory=list)  # `words`, once somebody has asked; the same when it is renumbered

    @property
    def words(self) -> frozenset[str]:
        """All that the node names."""
        if not self.said:
            self.said.append(_words((self.node, self.given)))
        return self.said[0]


@define(eq=False)
class Meanings:
    """What was meant when the same rules were last looked at, while this was `declared`: by the identities of nodes
    and by what is made of them.

    Of parameters others can see no more than is said here, by their names.
    """

    declared: list[object] = field(factory=list)
    parameters: Mapping[str, object] = field(factory=dict)
    known: dict[tuple[int, str], Meaning] = field(factory=dict)

    def take(self, others: Meanings) -> None:
        """Keeps these in the place of what was kept: not before they are whole, as the work may be given up."""
        self.declared, self.parameters, self.known = others.declared, others.parameters, others.known


def begin(e: Elaborator, kept: Meanings, also: Meanings | None, items: tuple[n.TopItem, ...]) -> Meanings:
    """Lets the elaborator take what was kept, if the same is declared now; gives what is to be kept in its place.

    `also` is kept of the same game with other variants, which share most of their nodes.
    """
    now, parameters = _declared(items, e.scope), _parameters(items)
    for one in (also, kept):
        if one is not None and one.declared == now:
            e.before |= _not_about(_others(one.parameters, parameters), one, now)
    return Meanings(now, parameters, e.after)


def _others(one: Mapping[str, object], other: Mapping[str, object]) -> set[str]:
    """The parameters that are not the same in both."""
    return {name for name in one.keys() | other.keys() if one.get(name) != other.get(name)}


def _not_about(parameters: set[str], kept: Meanings, declared: list[object]) -> dict[tuple[int, str], Meaning]:
    """What was kept of nodes that do not say these names; what is declared must not say them either."""
    if not parameters:
        return kept.known
    said = parameters | {f"{name}s" for name in parameters} | {singular(name) for name in parameters}
    if not _words(declared).isdisjoint(said):
        return {}
    return {at: meaning for at, meaning in kept.known.items() if meaning.words.isdisjoint(said)}


def _words(things: Iterable[object]) -> frozenset[str]:
    """All names in them, and all words of their texts, as `{name}` is one."""
    kinds = by_kind(nodes_in(tuple(things)))
    words = (word for text in kinds.get(n.Text, ()) for word in re.findall(r"\w+", text.text))
    return frozenset((*(name.text for name in kinds.get(n.Name, ())), *words))


def meaning_of(e: Elaborator, node: object, given: object, make: Callable[[], T], what: str = "") -> T:
    """What `make` makes of a node: what it made the last time, if nothing has changed on which that hangs.

    `what` tells apart what is made of the same node.
    """
    at = id(node), what
    before = e.before.get(at)
    is_known = before is not None and before.node is node and before.given == given
    kept = _again(e, before) if before is not None and is_known and _fits(e, before) else _anew(e, node, given, make)
    if kept.whole:
        e.after[at] = kept
    made: T = kept.made
    return made


def _anew(e: Elaborator, node: object, given: object, make: Callable[[], object]) -> Meaning:
    between_parts()
    first_site, besides, plurals = len(e.sites), _besides(e), e.scope.plurals
    first = [len(those) for those in _begun(e)]
    e.said, e.scope.plurals = {}, set()
    try:
        made = make()
        whole = besides == _besides(e)
        effects = _Effects(*(tuple(those[start:]) for those, start in zip(_begun(e), first, strict=True)))
        sites, plurals_now = tuple(e.sites[first_site:]), frozenset(e.scope.plurals)
        return Meaning(node, given, made, effects, first[0], e.said, first_site, sites, plurals_now, whole)
    finally:
        e.scope.plurals |= plurals


def _begun(e: Elaborator) -> tuple[list[Any], ...]:
    """All that effects have come to, as in `_Effects`."""
    return e.effects, e.rules_in_play, e.whenevers_in_play, e.hung


def _fits(e: Elaborator, before: Meaning) -> bool:
    """Whether each exception is hung where there are the same slots as then, since it has its own behind them."""
    slots: dict[object, tuple[str, ...]] = {}
    for one in before.effects.hung:
        if slots.get(one.on, e.slots_of(one.on)) != one.before or e.place_of(one.on) != one.place:
            return False
        slots[one.on] = one.after
    return True


def _again(e: Elaborator, before: Meaning) -> Meaning:
    first_site, first_effect = len(e.sites), len(e.effects)
    shift = first_site - before.first_site if before.sites else 0
    later = first_effect - before.first_effect if before.effects.begun else 0
    e.sites += before.sites
    e.scope.plurals |= before.plurals
    numbers = {number: e.text(words) for number, words in before.texts.items()}
    now = before
    if shift or later or any(was != new for was, new in numbers.items()):
        now = evolve(
            before, made=_renumbered(before.made, shift, numbers, later), first_site=first_site,
            first_effect=first_effect, texts={numbers[number]: words for number, words in before.texts.items()},
            effects=_renumbered(before.effects, shift, numbers, later),
        )  # fmt: skip
    e.effects += now.effects.begun
    e.rules_in_play += now.effects.hooks
    e.whenevers_in_play += now.effects.whenevers
    for one in now.effects.hung:
        e.hang(one.on, one.rule, one.after)
    return now


def _renumbered(tree: Any, shift: int, numbers: dict[int, int], later: int) -> Any:
    """The same with other numbers of sites and texts, and of the effects that it begins."""

    def change(node: Any) -> Any:
        if isinstance(node, ir.Constant):
            return with_fields(node, value=numbers.get(node.value, node.value)) if node.type == TEXT else node
        inner = rebuilt(node, change)
        if isinstance(inner, ir.Card):
            return with_fields(inner, standing=tuple(effect + later for effect in inner.standing)) if later else inner
        if (site := getattr(inner, "site", -1)) >= 0:
            inner = with_fields(inner, site=site + shift)
        effect = getattr(inner, "effect", -1)
        return with_fields(inner, effect=effect + later) if effect >= 0 else inner

    return rebuilt(tree, change) if isinstance(tree, tuple) else change(tree)


def _besides(e: Elaborator) -> tuple[int, int]:
    """How much there is of what is not kept."""
    return len(e.diagnostics), sum(map(len, e.scope.unknowns.places.values()))


# ---------------------------------------------------------------- what is declared

#: What has a body, into which nobody looks who only names it.
_DOING = (n.Setup, n.Flow, n.Procedure, n.Action, n.Reaction, n.Hook, n.GameEnd, n.Deck, n.CardEntry)
_INSIDE = ("body", "entries")
#: What is only read by people.
_WORDS = (n.RuleText, n.Ruling)


def _declared(items: tuple[n.TopItem, ...], scope: Scope) -> list[object]:
    """All that anybody can see of the items from outside: each whole, or up to what is done in it.

    Of what is done, the scope says what others can see; of the game, that are its settings.
    """
    found: list[object] = [item for item in items if not isinstance(item, (*_DOING, *_WORDS, n.Game, n.Parameter))]
    found += (one for item in items if isinstance(item, n.Game) for one in item.settings if isinstance(one, n.Setting))
    nodes = nodes_by_kind(items)
    for kind in _DOING:
        names = [name for name in schema(kind).said if name not in _INSIDE]
        found += ((kind, *(getattr(node, name) for name in names)) for node in nodes.get(kind, ()))
    return [*found, set(scope.parts), tuple(scope.set_fields.items()), scope.missing_cards]


def _parameters(items: tuple[n.TopItem, ...]) -> Mapping[str, object]:
    """What others can see of each parameter: of one that is a number, only how large it may be, since play asks it.

    All of one name stand together: there is more than one of it by mistake alone.
    """
    found = (item for item in items if isinstance(item, n.Parameter))
    return grouped((p.name.text, (p.range, None if isinstance(p.value, n.Number) else p.value)) for p in found)
