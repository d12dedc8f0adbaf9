"""One event in words, as one viewer may hear it: who does what to which things.

A sentence is kept in parts, so that the journal can put like ones together before they are said.
"""

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from attrs import evolve, frozen

from dsl.ir import nodes as ir
from dsl.ir.prose.nouns import amount_of
from dsl.listing import series
from interpreter.text.labels import Words, capital, several

#: Stands for the things of a sentence: no text has this sign.
THINGS = "\N{OBJECT REPLACEMENT CHARACTER}"

#: More titles than this are only counted.
MOST_TITLES = 5


@frozen
class Piece:
    """A piece by what it is called, or one that the viewer does not know, with the `marks` that everybody sees on it.

    Pieces that come from where they lay in no order are told in theirs: which came first may be a secret.
    """

    title: str | None
    order: tuple[int, ...] = ()
    marks: str = ""


@frozen
class Amount:
    """So many of a counter."""

    counter: ir.Variable
    number: int


@frozen
class Something:
    """Counters of a kind and number that the viewer does not learn."""


Thing: TypeAlias = Piece | Amount | Something


@frozen
class Sentence:
    """`subject` (a seat, or -1: then `lead`, if there is one) `does` it; several `do`.

    In both, THINGS stands for `things`. `together`: several do it as one, so they are always named.
    """

    subject: int
    does: str
    do: str
    things: tuple[Thing, ...] = ()
    lead: str = ""
    together: bool = False


def said(words: Words, sentence: Sentence, subjects: Sequence[int]) -> str:
    """The sentence, of one subject or of several who all do the same."""
    things = things_said(sentence.things)
    if sentence.subject == ir.NONE:
        form = sentence.does if sentence.lead or len(sentence.things) == 1 else sentence.do
        return capital(f"{sentence.lead} {form.replace(THINGS, things)}".strip()) + "."
    if len(subjects) == len(words.names) > 1 and not sentence.together:
        return f"Everybody {sentence.does.replace(THINGS, things)}."
    form = sentence.does if len(subjects) == 1 else sentence.do
    return f"{capital(series(map(words.player, subjects)))} {form.replace(THINGS, things)}."


def things_said(things: Sequence[Thing]) -> str:
    """`Three of Cups and 2 cards`, `a card and a card (worn)`, `4 coins and 4 points`, `something`."""
    pieces = sorted((thing for thing in things if isinstance(thing, Piece)), key=lambda piece: piece.order)
    known = [piece.title for piece in pieces if piece.title is not None]
    unknown = Counter(piece.marks for piece in pieces if piece.title is None)
    if len(known) > MOST_TITLES:
        unknown[""] += len(known)
        known = []
    parts = several(known)
    for marks, number in sorted(unknown.items()):
        parts.append(f"a card{marks}" if number == 1 else f"{number} cards{marks}")
    parts.extend(amount_of(thing.counter, thing.number) for thing in things if isinstance(thing, Amount))
    if Something() in things:
        parts.append("something")
    return series(parts)


def alike(first: Sentence, second: Sentence) -> bool:
    """Whether two sentences differ in their things alone, and those can be told together."""
    if not first.things or not second.things or evolve(first, things=()) != evolve(second, things=()):
        return False
    counters = [thing.counter for thing in (*first.things, *second.things) if isinstance(thing, Amount)]
    return len(set(counters)) == len(counters) and Something() not in first.things
