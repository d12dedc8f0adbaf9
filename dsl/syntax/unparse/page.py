"""Lays out lines on a page: indents, columns, comments, and lines that are too long."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from attrs import evolve

from dsl.frozen import frozen
from dsl.syntax.construct import NO_TRIVIA, Line, Trivia
from dsl.syntax.unparse.breaks import WIDTH, broken

INDENT = 4
#: By how much the parts of a column may differ, by table; more, and holes would be all that one sees.
UNEVEN = {"zones": 40, "values": 16, "cards": 16, "add": 16, "replace": 16, "cases": 13}
#: Behind lines longer than this a comment stands close; behind others, comments stand below each other.
LONG_BEFORE_COMMENT = 64


@frozen
class TextLine:
    """One line, `depth` blocks deep, with the comment behind it.

    In neighbouring lines of one `table`, the `cells` that the text is made of stand below each other. A line
    that is too long opens a block with `opens`, if it can, in which the rest of it stands. `node` is what it says.
    """

    text: str
    comment: str = ""
    depth: int = 0
    table: str = ""
    cells: tuple[str, ...] = ()
    opens: str = ""
    node: Line | None = None


def line(text: str, trivia: Trivia = NO_TRIVIA, under: Iterable[TextLine] = (), *, opens: str = "") -> list[TextLine]:
    """A line with its comments and with what stands in the block under it."""
    return _with_block(TextLine(text, trivia.behind or "", opens=opens), trivia, under)


def row(table: str, cells: Iterable[str], trivia: Trivia = NO_TRIVIA, under: Iterable[TextLine] = ()) -> list[TextLine]:
    """A line that is a row of a table, with its comments and its block."""
    kept = tuple(cell for cell in cells if cell)
    return _with_block(TextLine(" ".join(kept), trivia.behind or "", 0, table, kept), trivia, under)


def _with_block(first: TextLine, trivia: Trivia, under: Iterable[TextLine]) -> list[TextLine]:
    above = [TextLine(comment) for comment in trivia.above]
    below = [TextLine(comment) for comment in trivia.below]
    return [*above, first, *deeper([*under, *below])]


def deeper(lines: Iterable[TextLine]) -> list[TextLine]:
    """The same lines in a block."""
    return [evolve(each, depth=each.depth + 1) for each in lines]


def page(lines: Iterable[TextLine], below: Iterable[str]) -> str:
    """All lines as text, ending in a newline unless there are none."""
    return "".join(f"{text}\n" for text, _ in laid_out([*lines, *map(TextLine, below)]))


def laid_out(lines: Iterable[TextLine]) -> Iterator[tuple[str, TextLine]]:
    """All lines of a page, each with what it is made of."""
    whole = [short for each in lines for short in _opened(each)]
    return (written for run in _runs(whole) for written in _written(run))


def _opened(whole: TextLine) -> list[TextLine]:
    """A line, or two if it is too long and its sentence may stand in a block of its own."""
    if not whole.opens or whole.depth * INDENT + len(whole.text) <= WIDTH:
        return [whole]
    sentence = whole.text.removeprefix(whole.opens).lstrip()
    return [evolve(whole, text=whole.opens, opens=""), TextLine(sentence, depth=whole.depth + 1, node=whole.node)]


def _runs(lines: Iterable[TextLine]) -> Iterator[list[TextLine]]:
    """Neighbouring lines of one block, up to the next blank line; within them, columns are kept."""
    for _, run in groupby(lines, key=lambda each: (each.depth, not each.text)):
        yield _with_columns(list(run))


def _with_columns(run: list[TextLine]) -> list[TextLine]:
    tables = {each.table for each in run if each.cells}
    if not tables:
        return run
    widths = {name: _widths([each.cells for each in run if each.table == name], UNEVEN[name]) for name in tables}
    set_out = [evolve(each, text=_set_out(each.cells, widths[each.table])) if each.cells else each for each in run]
    too_wide = {each.table for each in set_out if each.depth * INDENT + len(each.text) > WIDTH}
    return [plain if plain.table in too_wide else wide for plain, wide in zip(run, set_out, strict=True)]


def _widths(rows: list[tuple[str, ...]], uneven: int) -> list[int]:
    """How wide each column is, up to the first that is too uneven."""
    widths: list[int] = []
    for column in range(max(map(len, rows), default=0)):
        parts = [len(cells[column]) for cells in rows if len(cells) > column + 1]
        if not parts or max(parts) - min(parts) > uneven:
            break
        widths.append(max(parts))
    return widths


def _set_out(cells: tuple[str, ...], widths: list[int]) -> str:
    padded = [f"{cell:{width}}" for cell, width in zip(cells[:-1], widths, strict=False)]
    return " ".join([*padded, *cells[len(padded) :]])


def _written(run: list[TextLine]) -> Iterator[tuple[str, TextLine]]:
    """The lines as they are written, with the comments behind them below each other.

    The comment of a line that is broken stands above it, so that it is clear what it is about.
    """
    written = [broken(each.text, " " * (INDENT * each.depth)) for each in run]
    behind = [len(parts[0]) for each, parts in zip(run, written, strict=True) if each.comment and len(parts) == 1]
    column = max((width for width in behind if width <= LONG_BEFORE_COMMENT), default=0)
    for each, (first, *more) in zip(run, written, strict=True):
        if each.comment and more:
            yield " " * (INDENT * each.depth) + each.comment, each
        yield f"{first:{column}}  {each.comment}" if each.comment and not more else first, each
        yield from ((part, each) for part in more)
