"""Lays out lines and tables for a terminal, or as wide as they are in a file or a pipe.

Where there is too little room, the columns of a table go below each other in groups, each with the key columns; lines
go on below, indented.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import TypeAlias

from dsl.frozen import frozen
from dsl.listing import count, series

_GAP = "  "
#: So wide are the sentences that sum a report up.
SENTENCES = 100
#: A space where no line is broken.
_HELD = "\N{NO-BREAK SPACE}"


@frozen
class TextTable:
    """The first `keys` columns say what a row is about. All columns but those in `left` are set to the right."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    left: Sequence[int] = (0,)
    keys: int = 1


@frozen
class Long:
    """A line that is broken after `width` letters even where there is more room; it goes on a little to the right."""

    text: str
    width: int
    indent: str = ""


@frozen
class AsIs:
    """A line that is never broken: a command that somebody will copy, or a part of a drawing."""

    text: str


Block: TypeAlias = str | TextTable | Long | AsIs


def laid_out(parts: Iterable[Block], width: int | None) -> Iterator[str]:
    """The lines. `width`: how many letters a line can have; None where it does not matter."""
    for part in parts:
        match part:
            case str():
                yield from _broken(part, width) if width else (part,)
            case Long(text, most, indent):
                yield from _broken(text, min(most, width or most), indent)
            case AsIs(text):
                yield text
            case TextTable():
                yield from _table(part, width)


def players_words(seats: Sequence[str]) -> str:
    """Who plays: `4 players`, if all are random; else `4 players (think:400 and 3 random)`."""
    kinds = Counter(seats)
    told = series((f"{many} {kind}" if many > 1 else kind for kind, many in kinds.items()), "and")
    number = count(len(seats), "player")
    return number if set(kinds) == {"random"} else f"{number} ({told})"


def said_of(bots: Iterable[str]) -> str:
    """Whom the numbers are about."""
    return f"What this says, it says of {series(dict.fromkeys(sorted(bots)))} players only."


def _broken(line: str, width: int, indent: str | None = None) -> list[str]:
    """A line in pieces; what follows the first one stands two letters further to the right, or behind `indent`."""
    begins = line[: len(line) - len(line.lstrip())]
    rest = wrap(
        line.strip(), width, initial_indent=begins, subsequent_indent=f"{begins}  " if indent is None else indent,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
    return rest or [""]


def _table(table: TextTable, width: int | None) -> Iterator[str]:
    widths = [max(len(row[k]) for row in (table.headings, *table.rows)) for k in range(len(table.headings))]
    if width is None or _total(widths) <= width:
        yield from _lines(table, widths, range(len(widths)))
    elif 2 * _total(widths[: table.keys]) > width:
        yield from _one_by_one(table, width)
    else:
        for number, group in enumerate(_groups(widths, table.keys, width)):
            yield from ("",) if number else ()
            yield from _lines(table, widths, [*range(table.keys), *group])


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + len(_GAP) * (len(widths) - 1)


def _lines(table: TextTable, widths: Sequence[int], shown: Sequence[int]) -> Iterator[str]:
    for row in (table.headings, *table.rows):
        cells = [row[k].ljust(widths[k]) if k in table.left else row[k].rjust(widths[k]) for k in shown]
        yield _GAP.join(cells).rstrip()


def _groups(widths: Sequence[int], keys: int, width: int) -> list[list[int]]:
    """The columns behind the first ones, as many together as fit."""
    groups: list[list[int]] = []
    for column in range(keys, len(widths)):
        if not groups or _total([*widths[:keys], *(widths[k] for k in (*groups[-1], column))]) > width:
            groups.append([])
        groups[-1].append(column)
    return groups


def _one_by_one(table: TextTable, width: int) -> Iterator[str]:
    """Lays out each row as its key on one line, and its labelled cells below."""
    for row in table.rows:
        yield from _broken(_GAP.join(row[: table.keys]), width)
        told = [
            f"{heading}: {cell}".removeprefix(": ").replace(" ", _HELD)
            for heading, cell in zip(table.headings[table.keys :], row[table.keys :], strict=True)
        ]
        yield from (line.replace(_HELD, " ") for line in _broken(f"  {', '.join(told)}", width, "  "))
