"""A board as squares on the screen, or as lines where it is narrow."""

from collections.abc import Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from dsl.ir.shown import FRAME, WIDEST_SPACE, width_laid_out
from dsl.render.screen import visible
from interpreter.showing.grids import Grid, Square

#: A square has so many lines at least, so that the board keeps its shape.
FEWEST_LINES = 3
PLAIN_LINES = 2


def drawing(grid: Grid, seat: int | None, width: int) -> RenderableType:
    """The board as it lies, where there is room for that, else a line for each space."""
    if grid.track:
        return _track(grid, seat)
    told = [[_square(square, seat, grid.plain) if square else [] for square in row] for row in grid.rows]
    titles = [line.plain for row in told for lines in row for line in lines[:1]]
    if grid.flows:
        return _listed([square for square in grid.rows[0] if square])
    if width_laid_out(len(grid.rows[0]), titles) >= width:
        whole = _lines(grid)
    else:  # all squares are of one size
        height = max(PLAIN_LINES if grid.plain else FEWEST_LINES, *(len(lines) for row in told for lines in row))
        whole = _table([[lines + [Text("")] * (height - len(lines)) for lines in row] for row in told], titles)
    return Group(whole, *map(_line, grid.outside))


def _track(grid: Grid, seat: int | None) -> Text:
    """All spaces one after another, each with what is on it in brackets."""
    spaces = []
    for square in filter(None, grid.rows[0]):
        title, *told = _square(square, seat, plain=False)
        title.style = "dim" if square.is_bare else "bold"
        spaces.append(Text.assemble(title, " (", Text(", ").join(told), ")") if told else title)
    return Text.assemble((visible(grid.title), "bold"), ": ", Text(" · ", "dim").join(spaces))


def _listed(squares: Sequence[Square]) -> RenderableType:
    """A line for each space on which there is something, and one for all the rest."""
    bare = [square.title for square in squares if square.is_bare]
    empty = [Text.assemble(("Nothing on", "dim"), f": {visible(', '.join(bare))}")] if bare else []
    return Group(*(_line(square) for square in squares if not square.is_bare), *empty)


def _table(rows: Sequence[Sequence[list[Text]]], titles: Sequence[str]) -> RenderableType:
    narrowest = width_laid_out(1, titles) - FRAME
    drawn = Table(box=box.SQUARE, show_header=False, show_lines=True, padding=(0, 1))
    for _ in rows[0]:
        drawn.add_column(min_width=narrowest, max_width=WIDEST_SPACE)
    for row in rows:
        drawn.add_row(*(Text("\n").join(lines) for lines in row))
    return drawn


def _lines(grid: Grid) -> RenderableType:
    """Row by row, with what is on each space."""
    return Group(
        *(
            _line(square, f" (row {row}, column {column})")
            for row, across in enumerate(grid.rows, start=1)
            for column, square in enumerate(across, start=1)
            if square
        )
    )


def _square(square: Square, seat: int | None, plain: bool) -> list[Text]:
    """The lines of a square: its title, who stands there, and all else; on a plain board that one word counts."""
    if plain:
        return [Text(visible(square.title), "dim"), *(Text(visible(note), "bold yellow") for note in square.notes)]
    lines = [Text(visible(square.title), "bold")]
    if square.figures:
        lines.append(Text(visible(", ".join(square.figures)), "bold magenta"))
    if square.players:
        named = [Text(visible(name), "bold cyan" if whose == seat else "cyan") for whose, name in square.players]
        lines.append(Text(", ").join(named))
    return lines + [Text(visible(note), "yellow") for note in square.notes]


def _line(square: Square, where: str = "") -> Text:
    told = ", ".join((*square.figures, *(name for _, name in square.players), *square.notes))
    return Text.assemble((visible(square.title), "bold"), where, f": {visible(told)}" if told else "")
