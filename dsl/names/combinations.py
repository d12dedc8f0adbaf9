"""Expands entries of a deck that stand for several cards: `"{rank} of {suit}", suit each Suit, rank each Rank`."""

import re
from itertools import product
from math import prod
from typing import TypeAlias

import attrs

from dsl.names.state import spoken
from dsl.names.symbols import Scope
from dsl.syntax import nodes as n

#: More cards than this are not made from one line.
MOST = 10_000

Printed: TypeAlias = tuple[n.Expression, str]  # a value, and how it is called in the title


@attrs.frozen
class Varied:
    """What is printed on each of the cards with another value."""

    name: n.Name
    value: n.EachValue


def each_card(scope: Scope, entry: n.CardEntry) -> tuple[n.CardEntry, ...]:
    """One entry for every combination of what is said with `each`; the last one that is said changes first.

    An entry in which something cannot be gone through stays as it is.
    """
    varied = several(entry)
    if not varied or how_many(scope, entry) not in range(1, MOST + 1):
        return (entry,)
    names = [a.name.text for a in varied]
    lists = [_values(scope, a.value) for a in varied]
    return tuple(_card(entry, dict(zip(names, values, strict=True))) for values in product(*lists))


def several(entry: n.CardEntry) -> list[Varied]:
    """What is printed with `each`."""
    printed = (a for a in entry.attributes if isinstance(a, n.Attribute))
    return [Varied(a.name, a.value) for a in printed if isinstance(a.value, n.EachValue)]


def how_many(scope: Scope, entry: n.CardEntry) -> int:
    """How many cards the entry stands for."""
    return prod(_length(scope, a.value) for a in several(entry))


def in_braces(title: n.Text) -> list[str]:
    """What stands in braces in a title."""
    return re.findall(r"\{(\w*)\}", title.text)


def _length(scope: Scope, each: n.EachValue) -> int:
    match each.values:
        case n.Range() as spread:
            return len(_numbers(spread))
        case n.Name(text) if enum := scope.enums.get(text):
            return len(enum.values)
        case _:
            return 0


def _values(scope: Scope, each: n.EachValue) -> list[Printed]:
    """What it goes through; nothing if that cannot be told."""
    match each.values:
        case n.Range() as spread:
            return [(_number(k, each), str(k)) for k in _numbers(spread)]
        case n.Name(text) if enum := scope.enums.get(text):
            return [(n.Name(v.name.text, span=each.span), _title(v)) for v in enum.values]
        case _:
            return []


def _numbers(spread: n.Range) -> range:
    low, high = _plain(spread.low), _plain(spread.high)
    return range(0) if low is None or high is None else range(low, high + 1)


def _plain(node: n.Expression) -> int | None:
    match node:
        case n.Number():
            return node.value
        case n.Negative(n.Number() as positive):
            return -positive.value
        case _:
            return None


def _number(value: int, each: n.EachValue) -> n.Expression:
    said = n.Number(str(abs(value)), span=each.span)
    return said if value >= 0 else n.Negative(said, span=each.span)


def _title(value: n.EnumValue | n.CounterItem | n.Seat) -> str:
    return value.title.text if value.title is not None else spoken(value.name.text)


def _card(entry: n.CardEntry, values: dict[str, Printed]) -> n.CardEntry:
    title = re.sub(r"\{(\w+)\}", lambda x: values[x[1]][1] if x[1] in values else x[0], entry.title.text)
    printed = tuple(
        attrs.evolve(a, value=values[a.name.text][0]) if isinstance(a, n.Attribute) and a.name.text in values else a
        for a in entry.attributes
    )
    return attrs.evolve(entry, title=attrs.evolve(entry.title, text=title), attributes=printed)
