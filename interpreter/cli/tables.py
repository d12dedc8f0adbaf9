"""Plain tables, and numbers with their nouns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def count(number: int, noun: str) -> str:
    """`1 game`, `4,000 games`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def table(headings: Sequence[str], rows: Sequence[Sequence[str]], left: Sequence[int] = (0,)) -> Iterator[str]:
    """The lines of a table. All columns but those in `left` are set to the right."""
    widths = [max(len(row[k]) for row in (headings, *rows)) for k in range(len(headings))]
    for row in (headings, *rows):
        cells = [
            cell.ljust(width) if k in left else cell.rjust(width)
            for k, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()
