"""English for what sentences are about: nouns with number and person, verbs that agree, plurals."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Protocol

from dsl.frozen import frozen
from dsl.ir import nodes as ir


@frozen
class Noun:
    """A noun phrase in the third person, `several` of it or one; `you`: the reader, in the second person."""

    text: str
    several: bool = False
    you: bool = False

    @property
    def possessive(self) -> str:
        """`your`, `that player's`, `the other players'`."""
        if self.you or self.text in ("they", "you"):
            return "their" if self.text == "they" else "your"
        return f"{self.text}'" if self.text.endswith("s") and self.several else f"{self.text}'s"

    def has(self, thing: str) -> str:
        """A thing with whose it is: `your hand`, `the worth of the top card of the pile`."""
        return f"the {thing} of {self.text}" if self.text.count(" ") > 2 else f"{self.possessive} {thing}"

    def does(self, verb: str) -> str:
        """The verb (in its bare form) as this subject has it: `gain`, `gains`."""
        return verb if self.you or self.several else third_person(verb)

    @property
    def begins(self) -> str:
        """Who does it, before the verb of a sentence; the reader is told what to do."""
        return "" if self.you else f"{self.text} "

    def orders(self, verb: str) -> str:
        """The verb behind that."""
        return verb if self.you else self.does(verb)

    @property
    def are(self) -> str:
        return "are" if self.you or self.several else "is"


YOU = Noun("you", you=True)

_ODD_VERBS = {"be": "is", "have": "has", "do": "does", "go": "goes", "can": "can", "may": "may", "must": "must"}
_ODD_BASES = {third: base for base, third in _ODD_VERBS.items()} | {"are": "be", "was": "be"}


def third_person(verb: str) -> str:
    """The third person of the first word: `draws`, `passes the card on`."""
    word, _, rest = verb.partition(" ")
    if word in _ODD_VERBS:
        word = _ODD_VERBS[word]
    elif word.endswith(("s", "x", "ch", "sh")):
        word += "es"
    elif word.endswith("y") and word[-2:-1] not in "aeiou":
        word = word[:-1] + "ies"
    else:
        word += "s"
    return f"{word} {rest}".rstrip()


def bare(verb: str) -> str:
    """The bare form of a verb in the third person: `take` of `takes`."""
    if verb in _ODD_BASES:
        return _ODD_BASES[verb]
    if verb.endswith("ies") and len(verb) > 4:
        return verb[:-3] + "y"
    return verb[:-2] if verb.endswith(("sses", "xes", "ches", "shes")) else verb.removesuffix("s")


def is_plural(word: str) -> bool:
    """Whether a noun looks like a plural: `points`, `coins of gold`, `actions in a turn`."""
    head = word.partition(" of ")[0].partition(" in ")[0]
    return head.endswith("s") and not head.endswith(("ss", "us", "is"))


def plural(word: str) -> str:
    """Several of what the last word names: `points`, `properties`, `boxes`, `bosses`; what ends in one `s` stays."""
    if word.endswith("s") and not word.endswith("ss"):
        return word
    if word.endswith(("ss", "x", "ch", "sh")):
        return word + "es"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    return word + "s"


def a(thing: str) -> str:
    """One of that, with its article."""
    return f"{'an' if thing[0] in 'aeiou' else 'a'} {thing}"


def sentence(words: str) -> str:
    """A clause as a sentence of its own."""
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", "!", "?")) else ".")


#: Plurals that the rules below would get wrong, among those that counters are often called by.
_ODD: Mapping[str, str] = MappingProxyType({"dice": "die", "lives": "life", "cookies": "cookie"})


# ---------------------------------------------------------------- what things are called


class Named(Protocol):
    """Something that a rule set declares."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...


def called(thing: Named) -> str:
    """What players call something, within a sentence: by its title, or by its name as words."""
    return in_sentence(thing.title or spelt(thing.name))


def spelt(name: str) -> str:
    """A name of a rule file as words: `draw_pile` and `DrawPile` are `draw pile`."""
    return " ".join(map(in_sentence, _NEW_WORD.sub("_", name).split("_")))


#: Where a word begins within a name that is written with capitals.
_NEW_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z][a-z])")


def in_sentence(title: str) -> str:
    """A title within a sentence: a first capital goes unless more than the first letter has one."""
    return title[:1].lower() + title[1:] if title[1:] == title[1:].lower() else title


def the(words: str) -> str:
    """With an article, unless it has one."""
    return words if words.startswith(("the ", "The ")) else f"the {words}"


def several_of(counter: ir.Variable) -> str:
    """What several of a counter are called: by the plural of its title, if the rules use that of its name."""
    return plural(called(counter)) if counter.plural else called(counter)


def amount_of(counter: ir.Variable, number: int) -> str:
    """So many of a counter: `3 coins`, or by its unit `$300`."""
    return in_units(counter.unit, number) if counter.unit else counted(number, several_of(counter))


def in_units(unit: str, number: int) -> str:
    """So many of what one is shown as: `$400` for 4 of `$100`, `2 pounds` for 2 of `1 pound`."""
    before, one, behind = re.split(r"([0-9]+)", unit, maxsplit=1)
    if one == "1" and number != 1 and re.search(r" [a-z]{3,}$", behind):
        behind = plural(behind)
    return f"{'-' if number < 0 else ''}{before}{abs(number) * int(one):,}{behind}"


def face_of(face: str, said: Mapping[str, str]) -> str:
    """What a card shows, with what is said of each of its fields; nothing if none of those in it says anything."""
    fields = re.findall(r"\{(\w+)\}", face)
    return re.sub(r"\{(\w+)\}", lambda x: said.get(x[1], ""), face) if any(said.get(f) for f in fields) else ""


def counted(number: int, things: str) -> str:
    """`1 point`, `2 points`, `1 coin of gold`, `1 fame`. What things are called is what the rules call them."""
    return f"{number} {one_of(things) if number == 1 else things}"


def one_of(things: str) -> str:
    """The singular: `victory point` of `victory points`."""
    head, of, rest = things.partition(" of ")
    before, _, last = head.rpartition(" ")
    return f"{before} {_singular(last)}".lstrip() + of + rest


def _singular(word: str) -> str:
    small = word.casefold()
    if small in _ODD:
        return word[:1] + _ODD[small][1:]
    if len(word) < 3 or not small.endswith("s") or small.endswith(("ss", "us", "is")):
        return word
    if small.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[: -2 if small.endswith(("xes", "shes", "ches", "sses")) else -1]


def verb_of_several(does: str) -> str:
    """The plural of a verb in the third person: `draw` of `draws`, `are` of `is`."""
    return "are" if does == "is" else bare(does)
