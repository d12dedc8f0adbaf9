"""Texts in columns, as those of the table are; where they fit they are laid out here, for which rich takes long."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from dsl.frozen import frozen


@frozen
class Columns:
    """Rows of texts, each column as wide as its widest, `gap` apart and `indent` from the left.

    `headed`: the first row is a head; `keys`: the first column is for what is typed, and ends where it does.
    """

    rows: Sequence[Sequence[Text]]
    gap: int
    indent: int = 0
    headed: bool = False
    keys: bool = False

    def lines(self, width: int) -> list[Text] | None:
        """The rows, a line each; None if they do not fit."""
        widths = [max(text.cell_len for text in column) for column in zip(*self.rows, strict=True)]
        if self.indent + sum(widths) + self.gap * (len(widths) - 1) > width:
            return None
        return [Text.assemble(*self._line(row, widths)) for row in self.rows]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        lines = self.lines(options.max_width)
        yield from [self._broken()] if lines is None else lines

    def _line(self, row: Sequence[Text], widths: Sequence[int]) -> Iterator[Text | str]:
        before = self.indent
        for place, (text, width) in enumerate(zip(row, widths, strict=True)):
            room = width - text.cell_len
            left = room if self.keys and place == 0 else 0
            yield " " * (before + left)
            yield text
            before = room - left + self.gap

    def _broken(self) -> RenderableType:
        """With lines broken inside their columns."""
        table = Table(box=None, show_header=self.headed, pad_edge=False, padding=(0, self.gap, 0, 0))
        for place, head in enumerate(self.rows[0]):
            is_key = self.keys and place == 0
            table.add_column(head if self.headed else "", justify="right" if is_key else "left", no_wrap=is_key)
        for row in self.rows[self.headed :]:
            table.add_row(*row)
        return Padding(table, (0, 0, 0, self.indent), expand=False)
