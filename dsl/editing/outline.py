"""How a text is divided: its items with what stands in them, and the blocks that can be folded away."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from dsl.names.symbols import DECLARED, only
from dsl.node import Node
from dsl.source import Source, Span
from dsl.syntax import nodes as n
from dsl.syntax.building.reserved import given_name
from dsl.syntax.reading.lines import read_lines
from dsl.syntax.reading.vocabulary import vocabulary
from dsl.syntax.reading.white_space import usual_line_ends
from dsl.variant.rules import Items
from dsl.walk import children


@frozen
class Part:
    """A part of a text: what it is called, what it is, its `whole`, and the `head` that names it."""

    name: str
    what: str
    whole: Span
    head: Span
    parts: tuple[Part, ...] = ()


def outline(items: Items) -> tuple[Part, ...]:
    """The parts of a text, in order."""
    return tuple(part for item in items for part in _parts(item))


def _parts(node: Node) -> Iterator[Part]:
    """The part that a node is, or those in it."""
    if isinstance(node, n.RuleText | n.BadLine):
        return
    inner = tuple(part for child in children(node) for part in _parts(child))
    if (named := _named(node)) is not None and isinstance(node, _LISTED):
        name, what, head = named
        yield Part(name, what, node.span, head, inner)
    else:
        yield from inner


def _named(node: Node) -> tuple[str, str, Span] | None:
    """What a node is called, what it is, and where it says so."""
    match node:
        case n.Flow(kind=kind, name=name):
            return name.text, f"a {kind}", name.span
        case n.Game(title=title) | n.Variant(title=title) | n.Scenario(title=title) | n.CardEntry(title=title):
            return title.text, _TITLED[type(node)], title.span
        case n.Setup():
            return "setup", "what is set up", _head(node.span)
        case n.GameEnd():
            return "game ends", "the end of the game", _head(node.span)
        case n.Ruling(question=question):
            return question.text, "a ruling", question.span
        case n.Deck(card_type=kind):
            return f"deck {kind.text}", "a deck", _head(node.span)
        case n.Counters() if node.group is None:
            return ", ".join(item.name.text for item in only(node.items, n.CounterItem)), "a counter", _head(node.span)
        case _ if isinstance(node, _LISTED):
            given = given_name(node)
            head = given.span if given else _head(node.span)
            return (given.text if given else head.text.rstrip(":")), DECLARED.get(type(node), "a rule"), head
        case _:
            return None


_TITLED = {n.Game: "the game", n.Variant: "a variant", n.Scenario: "a scenario", n.CardEntry: "a card"}
_LISTED = (
    *(n.Game, n.Variant, n.Scenario, n.CardEntry, n.Setup, n.GameEnd, n.Ruling, n.Deck, n.Flow, n.Library),
    *DECLARED,
    *(n.Hook, n.Permission, n.ExceptionTo),
    *(n.Insert, n.InsertLines, n.ReplaceLines, n.RemoveLines, n.Replace, n.ReplaceDefine, n.ReplaceHeading),
    *(n.ReplaceCard, n.Extend, n.ExtendEnum, n.Remove, n.RemoveCard, n.SetParameter, n.AddCard),
)


def _head(span: Span) -> Span:
    """The first line of it."""
    return Span(span.source, span.start, span.start + len(span.text.split("\n", 1)[0].rstrip()))


def folds(source: Source) -> Iterator[tuple[int, int]]:
    """The first and the last line of each block that can be folded away, counted from 1; of long comments too."""
    lines = read_lines(usual_line_ends(source.text), vocabulary().scanner).lines
    open_: list[tuple[int, int]] = []  # indent and number of the lines whose blocks are open
    last = 0
    for line in lines:
        while open_ and open_[-1][0] >= line.indent:
            _, first = open_.pop()
            if last > first:
                yield first, last
        open_.append((line.indent, line.number))
        last = source.position(line.end)[0]
    for _, first in reversed(open_):
        if last > first:
            yield first, last
