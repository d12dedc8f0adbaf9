"""Lists in a sentence: `a, b and c`; of many in messages only the first dozen. And how many, and what goes together."""

from collections.abc import Iterable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")

MOST_LISTED = 12


def series(words: Iterable[str], last: str = "and") -> str:
    """Joins words; `last` stands before the last one."""
    *most, end = [*words] or [""]
    return f"{', '.join(most)} {last} {end}" if most else end


def listed(words: Iterable[str], last: str = "and", most: int = MOST_LISTED) -> str:
    """Joins words as they are to be printed; `last` stands before the last one."""
    known = list(words)
    more = [f"{len(known) - most} more"] if len(known) > most else []
    return series([*known[:most], *more], last)


def joined(names: Iterable[str], last: str = "and") -> str:
    """Joins names, each in backquotes."""
    return listed((f"`{name}`" for name in names), last)


def count(number: int, noun: str) -> str:
    """`1 game`, `4,000 games`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """What stands with each key, in the order in which it comes."""
    found: dict[K, list[V]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found
