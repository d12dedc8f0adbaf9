"""English for what sentences are about: nouns with number and person, verbs that agree, plurals."""

from attrs import frozen


@frozen
class Noun:
    """A noun phrase in the third person, `several` of it or one; `you`: the reader, in the second person."""

    text: str
    several: bool = False
    you: bool = False

    @property
    def possessive(self) -> str:
        """`your`, `that player's`, `the other players'`."""
        if self.you:
            return "your"
        if self.text == "they":
            return "their"
        return f"{self.text}'" if self.text.endswith("s") and self.several else f"{self.text}'s"

    def does(self, verb: str) -> str:
        """The verb (in its bare form) as this subject has it: `gain`, `gains`."""
        return verb if self.you or self.several else third_person(verb)

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
    """Whether a noun looks like a plural."""
    return word.endswith("s") and not word.endswith(("ss", "us", "is"))


def plural(word: str) -> str:
    """Several of what the last word names: `points`, `properties`, `boxes`; what ends in `s` stays."""
    if word.endswith("s"):
        return word
    if word.endswith(("x", "ch", "sh")):
        return word + "es"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    return word + "s"


def listed(parts: list[str], joint: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    return f" {joint} ".join(filter(None, (", ".join(parts[:-1]), parts[-1]))) if parts else ""


def sentence(words: str) -> str:
    """A clause as a sentence of its own."""
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", "!", "?")) else ".")
