"""Lists in a sentence: `a, b and c`; in messages, of many only the first dozen."""

from collections.abc import Iterable

MOST_LISTED = 12


def series(words: Iterable[str], last: str = "and") -> str:
    """Joins words; `last` stands before the last one."""
    *most, end = [*words] or [""]
    return f"{', '.join(most)} {last} {end}" if most else end


def listed(words: Iterable[str], last: str = "and") -> str:
    """Joins words as they are to be printed; `last` stands before the last one."""
    known = list(words)
    more = [f"{len(known) - MOST_LISTED} more"] if len(known) > MOST_LISTED else []
    return series([*known[:MOST_LISTED], *more], last)


def joined(names: Iterable[str], last: str = "and") -> str:
    """Joins names, each in backquotes."""
    return listed((f"`{name}`" for name in names), last)
