"""Matches the things of two rule sets: what is added, removed or changed."""

from collections.abc import Iterator
from difflib import SequenceMatcher

from dsl.difference.things import CHAPTERS, Thing, things
from dsl.frozen import frozen
from dsl.listing import grouped
from dsl.variant.rules import Items

#: The kinds of things that follow each other.
ORDERED = ("round", "phase", "step", "value", "place")


@frozen
class Difference:
    """`how` is added, removed or changed; `before` and `after` are heads of the thing, `lines` those of its body
    that go (`- ...`) and come (`+ ...`)."""

    chapter: str
    how: str
    kind: str
    name: str
    inside: str
    before: str
    after: str
    lines: tuple[str, ...] = ()


def differences(one: Items, other: Items) -> list[Difference]:
    """In what the second rule set differs from the first, by chapter."""
    before, after = things(one), things(other)
    found = [*_found(before, after), *_reordered(before, after)]
    order = list(CHAPTERS)
    return sorted(found, key=lambda difference: order.index(difference.chapter))


def _found(one: list[Thing], other: list[Thing]) -> Iterator[Difference]:
    """First what is changed or added, in the order of the second; then what is removed."""
    waiting = _by_key(one)
    unmatched: list[Thing] = []
    for thing in other:
        same = waiting.get(_key(thing), [])
        if thing in same:
            same.remove(thing)
        else:
            unmatched.append(thing)
    for thing in unmatched:
        before = waiting.get(_key(thing), [])
        yield _changed(before.pop(0), thing) if before else _one_sided("added", thing)
    for thing in one:
        if thing in waiting[_key(thing)]:
            waiting[_key(thing)].remove(thing)
            yield _one_sided("removed", thing)


def _reordered(one: list[Thing], other: list[Thing]) -> Iterator[Difference]:
    """What stands in another order in both, where order means something."""
    for inside in dict.fromkeys(thing.inside for thing in other if thing.kind in ORDERED):
        before, after = (_in_order(found, inside) for found in (one, other))
        old, new = [each for each in before if each in after], [each for each in after if each in before]
        if old != new:
            kind = next(thing.kind for thing in other if thing.inside == inside and thing.kind in ORDERED)
            chapter = next(chapter for chapter, kinds in CHAPTERS.items() if kind in kinds)
            yield Difference(chapter, "changed", "order", inside or "the game", "", ", ".join(old), ", ".join(new))


def _in_order(found: list[Thing], inside: str) -> list[str]:
    return [thing.name for thing in found if thing.inside == inside and thing.kind in ORDERED]


def _key(thing: Thing) -> tuple[str, str]:
    return thing.kind, thing.name


def _by_key(found: list[Thing]) -> dict[tuple[str, str], list[Thing]]:
    return grouped((_key(thing), thing) for thing in found)


def _one_sided(how: str, thing: Thing) -> Difference:
    before, after = (thing.head, "") if how == "removed" else ("", thing.head)
    sign = "+ " if how == "added" else "- "
    lines = tuple(sign + line for line in thing.body)
    return Difference(_chapter(thing), how, thing.kind, thing.name, thing.inside, before, after, lines)


def _changed(before: Thing, after: Thing) -> Difference:
    lines = tuple(_lines(before.body, after.body))
    moved = before.inside != after.inside
    old, new = (f"{thing.head} in {thing.inside}".strip() if moved else thing.head for thing in (before, after))
    return Difference(_chapter(after), "changed", after.kind, after.name, after.inside, old, new, lines)


def _lines(before: tuple[str, ...], after: tuple[str, ...]) -> Iterator[str]:
    for how, start, end, other_start, other_end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if how != "equal":
            yield from (f"- {line}" for line in before[start:end])
            yield from (f"+ {line}" for line in after[other_start:other_end])


def _chapter(thing: Thing) -> str:
    return next(chapter for chapter, kinds in CHAPTERS.items() if thing.kind in kinds)
