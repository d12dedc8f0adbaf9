"""What a text stands among: all files of its game, as they are spelt, whatever they mean."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

from attrs import evolve, frozen

from dsl.disk.files import Files, LoadError
from dsl.disk.find import SCENARIOS, find
from dsl.listing import grouped
from dsl.loading.from_tables import with_tables
from dsl.loading.read import Read, libraries, read, read_all
from dsl.loading.variants import available
from dsl.names.collect import collect
from dsl.names.symbols import Scope
from dsl.source import Source, Span
from dsl.syntax import nodes as n
from dsl.variant.rules import Items
from dsl.walk import nodes_in, nodes_of

_BRACES = re.compile(r"\{\s*([^\W\d]\w*)\s*\}")
#: A text and what may stand in its braces are so many words.
_MOST_IN_A_TEXT = 12

#: A word of the rules: a name, or a text in quotes, which may be the title of something.
Word: TypeAlias = n.Name | n.Text


@frozen(eq=False)
class Surroundings:
    """`text` is the text itself, `rules` are those of the game, of its libraries and of all its variants."""

    text: Read
    files: tuple[Read, ...]
    rules: Items

    @property
    def source(self) -> Source:
        return self.text.sources[0]

    @cached_property
    def scope(self) -> Scope:
        """The names that the rules declare, whatever is wrong with them."""
        return collect(self.rules)

    @cached_property
    def words(self) -> dict[str, list[Word]]:
        """Every place where a word stands in any file, in order."""
        return grouped((word.text, word) for file in self.files for word in words_in(file.items))

    @cached_property
    def titled(self) -> dict[str, list[tuple[type, Span]]]:
        """What has each title, and where it says so."""
        nodes = (node for file in self.files for node in nodes_in(file.items))
        titles = ((type(node), title) for node in nodes if isinstance(title := getattr(node, "title", None), n.Text))
        return grouped((title.text, (kind, title.span)) for kind, title in titles)

    @cached_property
    def clauses(self) -> dict[str, list[Span]]:
        """Where the rules say what each clause of the rulebook says."""
        lines = (line for file in self.files for line in nodes_of(file.items, n.RuleText))
        return grouped((span.text, span) for line in lines for span in _ids(line))

    @cached_property
    def cast(self) -> dict[str, list[Span]]:
        """Who plays in scenarios, wherever that is said."""
        parts = (part for file in self.files for part in nodes_of(file.items, n.Cast))
        return grouped((name.text, name.span) for part in parts for name in part.names)

    @cached_property
    def own_words(self) -> tuple[Word, ...]:
        """The words of the text itself, in order."""
        return tuple(sorted(words_in(self.text.items), key=lambda word: word.span.start))

    def word_at(self, offset: int) -> Word | None:
        """The word at a place; of two side by side, the one that begins there."""
        before = bisect_right(self.own_words, offset, key=lambda word: word.span.start)
        nearest = reversed(self.own_words[max(0, before - _MOST_IN_A_TEXT) : before])
        return next((word for word in nearest if offset <= word.span.end), None)


def surroundings(path: Path, disk: Files) -> Surroundings:
    """What stands around a file; if nobody can tell to which game it belongs, the file alone."""
    text = read(path, disk)
    try:
        place = find(path, disk)
        base = read_all(place.rules, disk)
        used = libraries(base.items, disk)
        paths = dict.fromkeys(variant.path for variant in available(place, base.items, disk) if variant.path)
        variants = read_all(paths, disk)
        scenarios = read_all(disk.below(place.folder / SCENARIOS) if place.folder else (), disk)
        listed = with_tables(base.items, used.items, place.rules[0], disk)
    except LoadError:
        base, used, variants, scenarios, listed = text, Read(), Read(), Read(), Read(text.items)
    everything = base.and_then(used).and_then(variants).and_then(scenarios)
    known = dict.fromkeys(everything.sources)
    own = () if text.sources[0] in known else (text,)
    rules = (*listed.items, *used.items, *_edits(base.items), *_edits(variants.items))
    files = (*_apart(everything), *_titles_in(listed), *own)
    return Surroundings(text, files, rules if not own else (*rules, *text.items))


def _edits(items: Items) -> Items:
    """What variants declare, as if it were the game's."""
    edits = (edit for item in items if isinstance(item, n.Variant) for edit in item.edits)
    return tuple(edit.flow if isinstance(edit, n.Insert) else edit for edit in edits)  # type: ignore[misc]


def _titles_in(listed: Read) -> Iterator[Read]:
    """Of each table that a deck takes its cards from, the titles."""
    for source in listed.sources:
        for deck in (item for item in listed.items if isinstance(item, n.Deck)):
            cards = (each for each in deck.entries if isinstance(each, n.CardEntry) and each.span.source is source)
            if titles := tuple(evolve(card, attributes=(), copies=None, body=()) for card in cards):
                yield Read((evolve(deck, entries=titles),), (), (source,))


def _apart(everything: Read) -> Iterator[Read]:
    """Each file for itself."""
    items = grouped((item.span.source, item) for item in everything.items)
    for source in everything.sources:
        yield Read(tuple(items.get(source, ())), (), (source,))


def _ids(line: n.RuleText) -> Iterator[Span]:
    start = line.span.start
    for clause in line.clauses:
        at = line.span.source.text.index(f"[{clause}]", start) + 1
        yield Span(line.span.source, at, at + len(clause))
        start = at


def words_in(tree: object) -> Iterator[Word]:
    """The words in a tree, in its order; behind a text the names in its braces."""
    for node in nodes_in(tree):
        if isinstance(node, n.Name | n.Text):
            yield node
        if isinstance(node, n.Text) and node.span.in_file:
            yield from _in_braces(node)


def names_in(tree: object) -> Iterator[n.Name]:
    """The names in a tree, also those in the braces of texts."""
    return (word for word in words_in(tree) if isinstance(word, n.Name))


def _in_braces(text: n.Text) -> Iterator[n.Name]:
    for found in _BRACES.finditer(text.span.text):
        start = text.span.start + found.start(1)
        if found[1] != "you":
            yield n.Name(found[1], span=Span(text.span.source, start, start + len(found[1])))
