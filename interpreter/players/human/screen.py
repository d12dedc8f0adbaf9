"""Renders the screen of a person: the view, the log, and the question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from dsl.render.screen import visible
from interpreter.players.answers import ALWAYS, BACK_KEY, Numbers, gone, keys
from interpreter.players.human.columns import Columns
from interpreter.players.human.drawing import drawing
from interpreter.showing.layout import Board, board
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
#: So many answers that cannot be chosen any more are named.
MOST_LEFT_OUT = 4
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
    """Lines of the log, headings set off; without those under which nothing stands, as another follows at once."""
    told = (line for line, after in zip_longest(lines, lines[1:]) if after is None or not 0 < after.level <= line.level)
    return Group(*(Text(visible(line.text), "bold" if line.level else "") for line in told))


def last_of_log(lines: Sequence[LogLine], room: int) -> RenderableType:
    """The last lines of the log, as many as there is room for, and that there are more."""
    left_out = len(lines) - max(room, FEWEST_LINES)
    if left_out <= 1:
        return log(lines)
    return Group(Text(f"... {left_out + 1} lines before these: `log`", "dim"), log(lines[left_out + 1 :]))


def question(
    decision: Decision, numbers: Numbers | None = None, *, back: str = "", not_now: Iterable[tuple[int, str]] = ()
) -> RenderableType:
    """The question with what the cards at stake say, and each answer with what to type; `back`: what that takes back.

    `not_now`: why an action cannot be taken, in its place.
    """
    rows: list[tuple[str, Text]] = []
    numbers = {} if numbers is None else numbers
    if decision.numbers is not None:
        low, high = decision.numbers
        said = str(low) if low == high else f"{low} to {high}"
        rows.append((said, Text(visible(decision.unit or "a number"), "dim")))
    listed = list(keys(decision, numbers))
    for key, option in listed:
        alike = f"  ({option.alike} of them)" if option.alike > 1 else ""
        text = Text(f": {visible(option.text)}" if option.text else "", "dim")
        on_terms = Text(f" ({visible(option.terms)})" if option.terms else "", "dim")
        rows.append((key, Text.assemble(visible(option.words + alike), on_terms, text)))
    rows += [(str(place + 1), Text(visible(reason), "dim")) for place, reason in not_now]
    rows.sort(key=lambda row: _place_of(row[0]))
    if left_out := gone(decision, numbers):
        rows.append(("", Text(f"not any more: {_left_out(left_out)}", "dim")))
    if decision.guarded and len(listed) == 1 and decision.numbers is None:
        rows.append(("Enter", Text("the same", "dim")))
    if decision.more > 1 and len(listed) > 1:
        several = f"or several in one line, such as `{listed[1][0]} {listed[0][0]}`"
        rest = f", `in any order` or `{ALWAYS}`" if decision.takes_all else ""
        rows.append(("", Text(several + rest, "dim")))
    if back:
        rows.append((BACK_KEY, Text(f"back: take back {visible(back)}", "dim")))
    about = decision.about if decision.about.casefold() not in decision.prompt.casefold() else ""
    asked = Text.assemble((visible(f"{about}: "), "") if about else "", (visible(decision.prompt), "bold"))
    at_stake = (Text(f"{visible(one.card)}: {visible(one.text)}", "dim") for one in decision.cards)
    cards = (Padding(told, (0, 0, 0, 2), expand=False) for told in at_stake)
    answers = Columns([(Text(key, "bold"), words) for key, words in rows], gap=2, indent=2, keys=True)
    return Group(asked, *cards, answers)


def _place_of(key: str) -> int:
    return int(key) if key.isdigit() else MOST_ANSWERS


def _left_out(answers: Sequence[tuple[int, str]]) -> str:
    """Answers that cannot be chosen any more, by what they are called if these are few."""
    if len(answers) > MOST_LEFT_OUT:
        return ", ".join(str(number) for number, _ in answers)
    return ", ".join(f"{number} {visible(words.partition(' (')[0].partition(', ')[0])}" for number, words in answers)


def outcome(ended: Outcome) -> RenderableType:
    """How the game ended: why, who has won, and everybody's place."""
    said = Text(visible(" ".join(ended.sentences)), "bold")
    return Group(Text(""), said, *(Text(f"  {visible(line)}") for line in ended.places))


# ---------------------------------------------------------------- the table


def _players(shown: Board) -> Columns:
    rows = [[Text()]]
    for seat, name in enumerate(shown.names):
        mark = " (you)" if seat == shown.seat else ""
        rows[0].append(Text(visible(name + mark), "bold cyan" if mark else "bold"))
    for row in shown.rows:
        cells = (Text(visible(words), "dim" if words in ("hidden", "-", "no") else "") for words in row.cells)
        rows.append([Text(visible(row.label)), *cells])
    return Columns(rows, gap=len(GAP), headed=True)


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
