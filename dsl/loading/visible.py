"""Keys what scenarios can see of the rules: all that is declared, and of what is done only the words in it.

So whoever edits what a procedure, a step or a card does need not have all scenarios looked at again.
"""

from collections.abc import Iterator
from typing import Any

from dsl.cache import key_of, program
from dsl.loading.loaded import Loaded
from dsl.syntax import nodes as n
from dsl.walk import nodes_in_whole

#: What has a body, which nobody looks into who only names it.
_DOING = (n.Setup, n.Flow, n.Procedure, n.Action, n.Reaction, n.Hook, n.GameEnd, n.CardEntry)


def key_for_scenarios(rules: Loaded) -> str:
    """Stands for all of the rules that the meaning of scenarios can depend on; empty if that is not known."""
    if rules.game is None or not rules.key:
        return ""
    put_on = [v.node.span.text for v in rules.variants if v.node is not None and v.title in rules.chosen]
    others = rules.files[len(rules.place.rules) :]
    values = (f"{name}={value!r}" for name, value in rules.parameters.items())
    parts = (*rules.chosen, "", *put_on, "", *values, "", *(source.text for source in others), "", *_seen(rules))
    return key_of(program(), rules.title, *parts)


def _seen(rules: Loaded) -> Iterator[str]:
    """What is declared, as it is written; and the titles and names in bodies by which others find something."""
    for item in rules.items:
        if not isinstance(item, (*_DOING, n.Deck)):
            yield item.span.text
    for node in nodes_in_whole(rules.items):
        kind = type(node)
        if kind in _HEADS:
            yield _head(node)
        elif kind in _WORDS:
            yield f"{kind.__name__} {_WORDS[kind](node)}"


def _head(node: Any) -> str:
    """A thing as it is written, up to what is done in it: with its place in the line, which says what it stands in."""
    inside = node.entries if isinstance(node, n.Deck) else node.body
    first = next(iter(inside), None) if isinstance(inside, tuple) else inside
    span = node.span
    end = span.end if first is None or first.span.source is not span.source else first.span.start
    begun = span.source.text.rfind("\n", 0, span.start) + 1
    words: str = span.source.text[begun : max(end, span.start)]
    return words


_HEADS = frozenset((*_DOING, n.Deck))
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
