from collections.abc import Sequence
from itertools import combinations

from dsl.lint.declared import Declared, declared
from dsl.lint.rule import Diagnostic, Found, Label, Level, Subject, rule, warning
from dsl.listing import grouped

#: Shorter names are often real words that are one letter apart.
_SHORTEST = 4
#: What is kept in play is one kind here: in a sentence nothing else tells them apart.
_KEPT = ("counter", "flag", "role", "remember", "parameter")
#: What may stand in one place of a sentence, where a plural may be meant.
_NOUNS = (*_KEPT, "define", "zone", "tokens", "cards", "pawn", "group")


@rule("N101", Level.INFO)
def confusing_names(subject: Subject) -> Found:
    """Nouns of which one is the other's plural, and names of one kind that are one slip apart within the word."""
    named = list(declared(subject))
    nouns = {one.name.text: one for one in named if one.kind in _NOUNS}
    for one in nouns.values():
        if (several := nouns.get(f"{one.name.text}s")) is not None:
            yield _found(one, several)
    alike = grouped((("kept" if one.kind in _KEPT else one.kind, one.name.text[0]), one) for one in named)
    for group in alike.values():
        for place, another in _perhaps_alike([one.name.text for one in group]):
            if _one_slip_apart(group[place].name.text, group[another].name.text):
                yield _found(group[place], group[another])


def _perhaps_alike(names: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs of places of names that become the same when each loses a letter at most, in order: few of all pairs."""
    left: dict[str, list[int]] = {}
    for place, name in enumerate(names):
        shorter = (name[:k] + name[k + 1 :] for k, letter in enumerate(name) if not letter.isdigit())
        for key in {name, *shorter}:
            left.setdefault(key, []).append(place)
    return sorted({pair for places in left.values() for pair in combinations(places, 2)})


def _found(one: Declared, other: Declared) -> Diagnostic:
    first, second = one.name.text, other.name.text
    there = f"the other {one.kind}" if one.kind == other.kind else "the other one"
    return warning(
        "confusing-names", f"`{second}` is easily taken for `{first}`", other.name.span, label="nearly the same",
        labels=(Label(one.name.span, there),), help=("call one of them something else",),
    )  # fmt: skip


def _one_slip_apart(first: str, second: str) -> bool:
    """Whether a letter was changed, left out or put in, or two change places; but endings are read, and numbers too."""
    if min(len(first), len(second)) < _SHORTEST or abs(len(first) - len(second)) > 1 or first[-1] != second[-1]:
        return False
    start = next((k for k, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), len(first))
    one, other = first[start:], second[start:]
    if any(letter in "0123456789" for letter in one[:1] + other[:1]):
        return False
    swapped = len(one) > 1 and one[:2] == other[:2][::-1] and one[2:] == other[2:]
    return one[1:] == other[1:] or one[1:] == other or one == other[1:] or swapped
