"""Keys what others can see of the rules: all that is declared, and of what is done only what they look into.

Scenarios look for words in it, and the setup does some procedures. So whoever edits what a step or a card does need not
have all scenarios looked at again, nor all cards counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from dsl.cache import key_of, program
from dsl.syntax import nodes as n
from dsl.walk import nodes_by_kind, nodes_of

if TYPE_CHECKING:
    from dsl.loading.loaded import Loaded

#: What has a body, which nobody looks into who only names it.
_DOING = (n.Setup, n.Flow, n.Procedure, n.Action, n.Reaction, n.Hook, n.GameEnd, n.CardEntry)


def key_for_scenarios(rules: Loaded) -> str:
    """Stands for all of the rules that the meaning of scenarios can depend on; empty if that is not known."""
    if rules.game is None or not rules.key:
        return ""
    return _key(rules, _seen(rules))


def key_for_setup(rules: Loaded) -> str:
    """Stands for all that tells how many cards there are when play begins; empty if that is not known."""
    return _key(rules, _set_up(rules)) if rules.key else ""


def _key(rules: Loaded, seen: Iterable[str]) -> str:
    """Stands for what is seen, and for all that is put on top of the rules of the game."""
    put_on = [v.node.span.text for v in rules.variants if v.node is not None and v.title in rules.chosen]
    others = rules.files[len(rules.place.rules) :]
    values = (f"{name}={value!r}" for name, value in rules.parameters.items())
    parts = (*rules.chosen, "", *put_on, "", *values, "", *(source.text for source in others), "", *seen)
    return key_of(program(), rules.title, *parts)


def _declared(rules: Loaded) -> Iterator[str]:
    """What is declared, as it is written."""
    return (item.span.text for item in rules.items if not isinstance(item, (*_DOING, n.Deck)))


def _seen(rules: Loaded) -> Iterator[str]:
    """What is declared; and the titles and names in bodies by which others find something, each once."""
    yield from _declared(rules)
    nodes = nodes_by_kind(rules.items)
    for kind in _HEADS:
        yield from map(_head, nodes.get(kind, ()))
    for kind, word in _WORDS.items():
        yield from dict.fromkeys(f"{kind.__name__} {word(node)}" for node in nodes.get(kind, ()))


def _set_up(rules: Loaded) -> Iterator[str]:
    """What is declared, the cards up to what they do, what bends definitions; the setup, and what is done in it."""
    yield from _declared(rules)
    nodes = nodes_by_kind(rules.items)
    yield from map(_head, (*nodes.get(n.Deck, ()), *nodes.get(n.CardEntry, ())))
    yield from (node.span.text for node in nodes.get(n.ExceptionTo, ()))
    procedures = {item.name.text: item for item in rules.items if isinstance(item, n.Procedure)}
    waiting: list[n.Setup | n.Procedure] = [item for item in rules.items if isinstance(item, n.Setup)]
    while waiting:
        item = waiting.pop()
        yield item.span.text
        named = (name.text for name in nodes_of(item, n.Name))
        waiting += [procedures.pop(name) for name in named if name in procedures]


def _head(node: Any) -> str:
    """A thing as it is written, up to what is done in it: with its place in the line, which says what it stands in."""
    inside = node.entries if isinstance(node, n.Deck) else node.body
    first = next(iter(inside), None) if isinstance(inside, tuple) else inside
    span = node.span
    end = span.end if first is None or first.span.source is not span.source else first.span.start
    begun = span.source.text.rfind("\n", 0, span.start) + 1
    words: str = span.source.text[begun : max(end, span.start)]
    return words


_HEADS: tuple[type, ...] = (*_DOING, n.Deck)
#: Of what is found in bodies: how it is named.
_WORDS: dict[type, Any] = {
    n.Text: lambda node: node.text,
    n.MenuOption: lambda node: node.label.text,
    n.MayDo: lambda node: node.offer,
    n.WhenPart: lambda node: node.name.text,
    n.Assign: lambda node: node.target.span.text,
    n.Raise: lambda node: node.target.span.text,
    n.Create: lambda node: node.card_type.text,
}
