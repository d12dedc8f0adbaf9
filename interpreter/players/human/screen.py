"""Renders the screen of a person: the view, the log, and the question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from dsl.render.screen import visible
from interpreter.players.answers import ALWAYS, BACK_KEY, Numbers, keys
from interpreter.players.human.drawing import drawing
from interpreter.players.human.layout import Board, board
from interpreter.table.decision import Decision
from interpreter.table.session import Session
from interpreter.text.log.journal import LogLine

if TYPE_CHECKING:
    from interpreter.table.ending.outcome import Outcome

#: A terminal narrower than this gets lists in place of tables.
NARROW = 60
#: So many lines of the log stand above a question at least; `log` shows them all.
FEWEST_LINES = 5
#: No question has so many answers.
MOST_ANSWERS = 1 << 31
#: What stands between things in one line.
GAP = "   "


def table(session: Session, seat: int | None, width: int) -> RenderableType:
    """All that lies open to `seat`, as a table with a column for each player."""
    shown = board(session, seat)
    parts: list[RenderableType] = [Text.assemble((visible(shown.title), "bold"), "   ", visible(shown.where))]
    parts.extend(drawing(grid, shown.seat, width) for grid in shown.grids)
    if shown.rows:
        parts.append(_players(shown) if width >= NARROW else _player_lines(shown))
    for_each_item = ([_labelled(item.label, words) for words in item.ways] for item in shown.shared)
    fitting = (next((text for text in ways if text.cell_len <= width), ways[-1]) for ways in for_each_item)
    parts.extend(_in_lines(fitting, width))
    parts.extend(_labelled(item.label, item.ways[0]) for item in shown.own)
    return Group(*parts)


def log(lines: Sequence[LogLine]) -> RenderableType:
    """Lines of the log, headings set off."""
    return Group(*(Text(visible(line.text), "bold" if line.level else "") for line in lines))


def last_of_log(lines: Sequence[LogLine], room: int) -> RenderableType:
    """The last lines of the log, as many as there is room for, and that there are more."""
    left_out = len(lines) - max(room, FEWEST_LINES)
    if left_out <= 1:
        return log(lines)
    return Group(Text(f"... {left_out + 1} lines before these: `log`", "dim"), log(lines[left_out + 1 :]))


def question(decision: Decision, numbers: Numbers | None = None, *, back: bool = False) -> RenderableType:
    """The question with what it is about, and each answer with what to type for it; `back`: that too."""
    rows = Table.grid(padding=(0, 2))
    rows.add_column(justify="right", style="bold", no_wrap=True)
    rows.add_column()
    if decision.numbers is not None:
        low, high = decision.numbers
        rows.add_row(str(low) if low == high else f"{low} to {high}", Text(visible(decision.unit or "a number"), "dim"))
    listed = sorted(keys(decision, numbers), key=lambda one: int(one[0]) if one[0].isdigit() else MOST_ANSWERS)
    for key, option in listed:
        alike = f"  ({option.alike} of them)" if option.alike > 1 else ""
        text = Text(f": {visible(option.text)}" if option.text else "", "dim")
        on_terms = Text(f" ({visible(option.terms)})" if option.terms else "", "dim")
        rows.add_row(key, Text.assemble(visible(option.words + alike), on_terms, text))
    if decision.guarded and len(listed) == 1 and decision.numbers is None:
        rows.add_row("Enter", Text("the same", "dim"))
    if decision.more > 1 and len(listed) > 1:
        several = f"or several in one line, such as `{listed[1][0]} {listed[0][0]}`"
        rest = f", `in any order` or `{ALWAYS}`" if decision.takes_all else ""
        rows.add_row("", Text(several + rest, "dim"))
    if back:
        rows.add_row(BACK_KEY, Text("back", "dim"))
    about = decision.about if decision.about.casefold() not in decision.prompt.casefold() else ""
    asked = Text.assemble((visible(f"{about}: "), "") if about else "", (visible(decision.prompt), "bold"))
    return Group(asked, Padding(rows, (0, 0, 0, 2), expand=False))


def outcome(ended: Outcome) -> RenderableType:
    """How the game ended: why, who has won, and everybody's place."""
    said = Text(visible(" ".join(ended.sentences)), "bold")
    return Group(Text(""), said, *(Text(f"  {visible(line)}") for line in ended.places))


# ---------------------------------------------------------------- the table


def _players(shown: Board) -> Table:
    grid = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    grid.add_column("")
    for seat, name in enumerate(shown.names):
        mark = " (you)" if seat == shown.seat else ""
        grid.add_column(Text(visible(name + mark), "bold cyan" if mark else "bold"))
    for row in shown.rows:
        cells = (Text(visible(words), "dim" if words in ("hidden", "-", "no") else "") for words in row.cells)
        grid.add_row(Text(visible(row.label)), *cells)
    return grid


def _player_lines(shown: Board) -> RenderableType:
    lines = []
    for seat, name in enumerate(shown.names):
        mark = " (you)" if seat == shown.seat else ""
        told = (f"{row.label} {row.cells[seat]}" for row in shown.rows if row.cells[seat] not in ("-", "no"))
        lines.append(_labelled(name + mark, ", ".join(told)))
    return Group(*lines)


def _in_lines(texts: Iterable[Text], width: int) -> Iterator[Text]:
    """Texts side by side, as many as fit in each line."""
    line = Text()
    for text in texts:
        if line and line.cell_len + len(GAP) + text.cell_len > width:
            yield line
            line = Text()
        line = Text.assemble(line, GAP, text) if line else text
    if line:
        yield line


def _labelled(label: str, words: str) -> Text:
    return Text.assemble((visible(label), "bold"), ": ", visible(words))


def plain_text(text: str) -> Text:
    """A sentence that cannot steer the terminal, whatever names stand in it."""
    return Text(visible(text))
