"""One event in words, as one viewer may hear it: who does what to which things.

A sentence is kept in parts, so that the journal can put like ones together before they are said.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from attrs import evolve, field, frozen

from dsl.ir import nodes as ir
from dsl.ir.prose.nouns import amount_of, counted, several_of, verb_of_several
from dsl.listing import series
from interpreter.text.labels import Words, capital

#: Stands for the things of a sentence: no text has this sign.
THINGS = "\N{OBJECT REPLACEMENT CHARACTER}"

#: More titles than this are only counted.
MOST_TITLES = 5


@frozen
class Piece:
    """A piece by what it is called, or one that the viewer does not know, with the `marks` that everybody sees on it.

    Pieces that come from where they lay in no order are told in theirs: which came first may be a secret.
    `whose` it is or lies with, if that is told. `several`: what stands behind the number of those that are called so.
    `sort`: what many are called of which only the number is told; "": each is told. `number`: which piece it is.
    """

    title: str | None
    order: tuple[int, ...] = ()
    marks: str = ""
    several: str = ""
    sort: str = ""
    whose: str = ""
    number: int = field(default=ir.NONE, eq=False)

    @property
    def called(self) -> str:
        """With whose it is: `Ben's Lamp`."""
        return f"{self.whose} {self.title}".lstrip()


@frozen
class Amount:
    """So many of a counter."""

    counter: ir.Variable
    number: int


@frozen
class Something:
    """Counters of a kind and number that the viewer does not learn."""


@frozen
class Successive:
    """What comes one after another: where a pawn goes, what somebody rolls."""

    name: str


Thing: TypeAlias = Piece | Amount | Something | Successive


@frozen
class Sentence:
    """`subject` (a seat, or -1: then `lead`, if there is one) `does` it, THINGS in that standing for `things`.

    `together`: several do it as one, so they are always named. `begins`, `ends`: nothing is told before it, or behind
    it, in one sentence with it. `once`: to do it again is no news. `until`: it needs not be said when the same subject
    does something with this verb next, which says more. `announced`: in the designer's words; a value of the subject
    that is set then stands behind it as an `aside` (`rank: Chief`) of that subject, who is `about`.
    """

    subject: int
    does: str
    things: tuple[Thing, ...] = ()
    lead: str = ""
    together: bool = False
    begins: bool = False
    ends: bool = False
    once: bool = False
    until: str = ""
    announced: bool = False
    aside: str = ""
    about: int = ir.NONE

    @property
    def verb(self) -> str:
        """The verb in the third person."""
        return self.does.partition(" ")[0]


def clause(words: Words, sentence: Sentence, subjects: Sequence[int], seat: int | None) -> tuple[str, str]:
    """Who does it, one subject or several who all do the same, and what they do. Whoever sits in `seat` is `you`."""
    things = things_said(sentence.things)
    if sentence.subject == ir.NONE:
        alone = sentence.lead or len(sentence.things) == 1
        return sentence.lead, (sentence.does if alone else of_several(sentence.does)).replace(THINGS, things).strip()
    does, whom = sentence.does, series("you" if one == seat else words.player(one) for one in subjects)
    if len(subjects) == len(words.names) > 1 and not sentence.together:
        whom = "everybody"
    elif len(subjects) > 1 or seat in subjects:
        each = "each " if len(subjects) > 1 and sentence.verb != "is" and not sentence.together else ""
        does = each + of_several(does) + (" together" if len(subjects) > 1 and sentence.together else "")
    return whom, does.replace(THINGS, things)


def of_several(does: str) -> str:
    """What several do, or `you`: the first word is the verb, but where things come first."""
    before, verb, rest = re.split(r"(\w+)", does, maxsplit=1)
    return f"{before}{verb_of_several(verb)}{rest}"


def says_what(behind: str) -> bool:
    """Whether words behind the name of a player begin with what that player does: ` draws 2 cards`."""
    verb = behind[1:].partition(" ")[0]
    return behind.startswith(" ") and verb.isalpha() and verb.endswith("s") and not verb.endswith(("ss", "us"))


def joined(whom: str, deeds: Sequence[str]) -> str:
    """What somebody does, one after another, as one sentence: `Ann draws Lamp and Rug, and discards Cup.`"""
    *most, last = deeds
    apart = any(" and " in deed or ", " in deed for deed in most)
    does = f"{', '.join(most)}, and {last}" if apart else series(deeds)
    said = capital(f"{whom} {does}".strip())
    return said if said.endswith(_ENDS) else f"{said}."


#: What a sentence ends with.
_ENDS = (".", "!", "?", '."', '!"', '?"')


def things_said(things: Sequence[Thing]) -> str:
    """`Three of Cups and 2 cards`, `a card and a card (worn)`, `4 coins and 4 points`, `something`."""
    pieces = sorted((thing for thing in things if isinstance(thing, Piece)), key=lambda piece: piece.order)
    whose = {piece.whose for piece in pieces}
    before = f"{whose.pop()} ".lstrip() if len(whose) == 1 and len(pieces) > 1 else ""
    titles = [(piece.title if before else piece.called, piece.several) for piece in pieces if piece.title is not None]
    known, unknown = Counter(titles), Counter(piece.marks for piece in pieces if piece.title is None)
    parts = [title if n == 1 else f"{n} {several or f'x {title}'}" for (title, several), n in known.items() if title]
    if known.total() > MOST_TITLES and any(piece.sort for piece in pieces):
        sorts = Counter(piece.sort for piece in pieces if piece.title)
        are_cards = all(piece.several.startswith("copies") for piece in pieces if piece.title)
        parts = [] if are_cards else [counted(number, sort) for sort, number in sorts.items()]
        unknown[""] += known.total() if are_cards else 0
    elif parts:
        parts[0] = before + parts[0]
    for marks, number in sorted((+unknown).items()):
        parts.append(f"a card{marks}" if number == 1 else f"{number} cards{marks}")
    parts.extend(_amount(thing) for thing in things if isinstance(thing, Amount))
    if Something() in things:
        parts.append("something")
    way = [thing.name for thing in things if isinstance(thing, Successive)]
    return ", then ".join((*way, *filter(None, [series(parts)])))


def _amount(amount: Amount) -> str:
    counter, number = amount.counter, amount.number
    return amount_of(counter, number) if number or counter.unit else f"no {several_of(counter)}"


def alike(first: Sentence, second: Sentence) -> bool:
    """Whether two sentences differ in their things alone, and those can be told together."""
    if not first.things or not second.things or evolve(first, things=()) != evolve(second, things=()):
        return False
    counters = [thing.counter for thing in (*first.things, *second.things) if isinstance(thing, Amount)]
    return len(set(counters)) == len(counters) and Something() not in first.things
