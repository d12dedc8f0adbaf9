"""One event in words, as one viewer may hear it: who does what to which things.

A sentence is kept in parts, so that the journal can put like ones together before they are said.
"""

import re
from collections import Counter
from collections.abc import Sequence
from operator import attrgetter
from typing import TypeAlias

from attrs import field

from dsl.frozen import changed, frozen
from dsl.ir import nodes as ir
from dsl.ir.prose.nouns import a, amount_of, counted, plural, several_of, third_person, verb_of_several
from dsl.listing import series
from interpreter.text.company import Hearer
from interpreter.text.labels import Words, capital

#: Stands for the things of a sentence: no text has this sign.
THINGS = "\N{OBJECT REPLACEMENT CHARACTER}"

#: What begins what somebody leaves undone.
NOT = "does not "

#: More titles than this are only counted.
MOST_TITLES = 5


@frozen
class Piece:
    """A piece by what it is called, or one that the viewer does not know, with the `marks` that everybody sees on it.

    Pieces that come from where they lay in no order are told in theirs: which came first may be a secret.
    `whose` it is or lies with, if that is told, or `where` it lies or comes from: `on Ben's desk`.
    `several`: what stands behind the number of those that are called so.
    `sort`: what many are called of which only the number is told; "": each is told. `number`: which piece it is.
    `back`: what one is called that the viewer does not know.
    """

    title: str | None
    order: tuple[int, ...] = ()
    marks: str = ""
    several: str = ""
    sort: str = ""
    whose: str = ""
    where: str = ""
    number: int = field(default=ir.NONE, eq=False)
    back: str = "card"

    @property
    def called(self) -> str:
        """With whose it is: `Ben's Lamp`, `Lamp on Ben's desk`."""
        return f"{self.whose} {self.title} {self.where}".strip()


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
class Reason:
    """Why something happens: the `title` of the card or the part of the rules behind it, and what must hold for that.

    `used`: the event is that the card goes, on account of what it has offered. `instead`: the amount of what it happens
    in place of, if that is the same in another amount.
    """

    title: str
    since: tuple[str, ...] = ()
    used: bool = field(default=False, eq=False)
    instead: int = field(default=ir.NONE, eq=False)

    def __str__(self) -> str:
        """Said before what happens: `Fair Share, as Ann is out of luck`."""
        return f"{self.title}, as {series(self.since)}" if self.since else self.title

    @property
    def of_what_is_named(self) -> str:
        """The same where the title has just been read."""
        return f"As {series(self.since)}" if self.since else ""


@frozen
class Sentence:
    """`subject` (a seat, or -1: then `lead`, if there is one) `does` it, THINGS in that standing for `things`.

    `together`: several do it as one, so they are always named. `begins`, `ends`: nothing is told before it, or behind
    it, in one sentence with it. `once`: to do it again is no news. `until`: it needs not be said when the same subject
    does something with this verb next, which says more, and `may_be_said`: by the rules that may well come.
    `announced`: in the designer's words; a value of the subject that is set then stands behind it as an `aside`
    (`rank: Chief`) of that subject, who is `about`. `reason`: why.
    `rolled_for`: it only says what the roll behind it is for. `joins`: `lead` is what a
    counter has come to because of what the sentence before shows, and stands in that. `order`: the things are told
    in the order in which it is done to them, which is said behind several of them.
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
    may_be_said: bool = False
    announced: bool = False
    aside: str = ""
    about: int = ir.NONE
    reason: Reason | None = None
    rolled_for: str = ""
    joins: bool = False
    order: str = ""

    @property
    def verb(self) -> str:
        """The verb in the third person."""
        return self.does.partition(" ")[0]


def clause(words: Words, sentence: Sentence, subjects: Sequence[int], seat: Hearer) -> tuple[str, str]:
    """Who does it, one subject or several who all do the same, and what they do. Whoever sits in `seat` is `you`."""
    things = things_said(sentence.things, in_order=bool(sentence.order))
    if sentence.order and len(sentence.things) > 1:
        sentence = changed(sentence, does=sentence.does + sentence.order)
    if sentence.subject == ir.NONE:
        alone = sentence.lead or len(sentence.things) == 1
        return sentence.lead, (sentence.does if alone else of_several(sentence.does)).replace(THINGS, things).strip()
    does, whom = sentence.does, series("you" if one == seat else words.player(one) for one in subjects)
    if len(subjects) == len(words.names) > 1 and not sentence.together:
        if does.startswith(NOT):
            return "nobody", third_person(does.removeprefix(NOT)).replace(THINGS, things)
        whom = "everybody"
    elif len(subjects) > 1 or seat in subjects:
        apart = not sentence.together and sentence.verb != "is" and not does.startswith(NOT)
        each = "each " if len(subjects) > 1 and apart else ""
        does = each + of_several(does) + (" together" if len(subjects) > 1 and sentence.together else "")
    return whom, does.replace(THINGS, things)


def of_several(does: str) -> str:
    """What several do, or `you`: the first word is the verb, but where things come first."""
    before, verb, rest = re.split(r"(\w+)", does, maxsplit=1)
    return f"{before}{verb_of_several(verb)}{rest}"


def says_what(behind: str) -> bool:
    """Whether words behind the name of a player begin with what that player does: ` draws 2 cards`."""
    verb = behind[1:].partition(" ")[0].rstrip(":,")
    return behind.startswith(" ") and verb.isalpha() and verb.endswith("s") and not verb.endswith(("ss", "us"))


def joined(whom: str, deeds: Sequence[str], lead: str = "") -> str:
    """What somebody does, one after another, as one sentence: `Ann draws Lamp and Rug, and discards Cup.`

    The `lead` says why: `Fair Share: Ann draws Lamp.`
    """
    *most, last = deeds
    apart = any(" and " in deed or ", " in deed for deed in most)
    does = f"{', '.join(most)}, and {last}" if apart else series(deeds)
    said = f"{whom} {does}".strip()
    said = f"{capital(lead)}: {said}" if lead else capital(said)
    return said if said.endswith(_ENDS) else f"{said}."


#: What a sentence ends with.
_ENDS = (".", "!", "?", '."', '!"', '?"')


def _so_many(number: int, title: str, several: str) -> str:
    return title if number == 1 else f"{number} {several or f'x {title}'}"


def things_said(things: Sequence[Thing], *, in_order: bool = False) -> str:
    """`Three of Cups and 2 cards`, `Ann's 2 gems`, `a card and a card (worn)`, `4 coins and 4 points`.

    `in_order`: what comes again is told again.
    """
    pieces = sorted((thing for thing in things if isinstance(thing, Piece)), key=lambda piece: piece.order)
    before, behind = _in_common([p.whose for p in pieces]), _in_common([p.where for p in pieces])
    titles = [
        ("" if before else p.whose, p.title, "" if behind else p.where, p.several, place * in_order)
        for place, p in enumerate(pieces) if p.title is not None
    ]  # fmt: skip
    known, unknown = Counter(titles), Counter((p.back, p.marks) for p in pieces if p.title is None)
    parts = [
        f"{whose} {_so_many(number, title, several)} {where}".strip()
        for (whose, title, where, several, _), number in known.items()
    ]  # fmt: skip
    if known.total() > MOST_TITLES and any(piece.sort for piece in pieces):
        sorts = Counter(piece.sort for piece in pieces if piece.title)
        unknown["card", ""] += sorts.pop("cards", 0)
        parts = [counted(number, sort) for sort, number in sorts.items()]
    elif parts:
        parts[0] = f"{before} {parts[0]}".lstrip()
        parts[-1] = f"{parts[-1]} {behind}".rstrip()
    for (back, marks), number in sorted((+unknown).items()):
        parts.append(f"{a(back)}{marks}" if number == 1 else f"{number} {plural(back)}{marks}")
    parts.extend(_amount(thing) for thing in things if isinstance(thing, Amount))
    if Something() in things:
        parts.append("something secret")
    way = [thing.name for thing in things if isinstance(thing, Successive)]
    return ", then ".join((*way, *filter(None, [series(parts)])))


def _in_common(words: Sequence[str]) -> str:
    """What several things have in common, so that it is said once."""
    return words[0] if len(words) > 1 and len(set(words)) == 1 else ""


def _amount(amount: Amount) -> str:
    counter, number = amount.counter, amount.number
    return amount_of(counter, number) if number or counter.unit else f"no {several_of(counter)}"


def alike(first: Sentence, second: Sentence) -> bool:
    """Whether two sentences differ in their things alone, and those can be told together."""
    if not first.things or not second.things or _besides_things(first) != _besides_things(second):
        return False
    counters = [thing.counter for thing in (*first.things, *second.things) if isinstance(thing, Amount)]
    return len(set(counters)) == len(counters) and not any(isinstance(thing, Something) for thing in first.things)


_besides_things = attrgetter(*(name for name in Sentence.__match_args__ if name != "things"))
_besides_subject = attrgetter(*(name for name in Sentence.__match_args__ if name != "subject"))


def is_same_of_another(first: Sentence, second: Sentence) -> bool:
    """Whether two sentences differ in their subjects at most."""
    return _besides_subject(first) == _besides_subject(second)
