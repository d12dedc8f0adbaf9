"""How many of something, in plain English, as far as that goes without a dictionary."""

from collections.abc import Mapping
from types import MappingProxyType

#: Plurals that the rules below would get wrong, among those that counters are often called by.
_ODD: Mapping[str, str] = MappingProxyType({"dice": "die", "lives": "life", "cookies": "cookie"})


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
    return {"is": "are", "goes": "go", "passes": "pass"}.get(does, does.removesuffix("s"))
