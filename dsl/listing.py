"""Lists as messages write them: `a, b and c`; of many only the first dozen."""

from collections.abc import Iterable

MOST_LISTED = 12


def listed(words: Iterable[str], last: str = "and") -> str:
    """Joins words as they are to be printed; `last` stands before the last one."""
    known = list(words)
    more = [f"{len(known) - MOST_LISTED} more"] if len(known) > MOST_LISTED else []
    *most, end = [*known[:MOST_LISTED], *more] or [""]
    return f"{', '.join(most)} {last} {end}" if most else end


def joined(names: Iterable[str], last: str = "and") -> str:
    """Joins names, each in backquotes."""
    return listed((f"`{name}`" for name in names), last)
