"""Long lists stop after each screenful for somebody at a terminal, and never in a pipe."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from interpreter.players.human.person import Person
from interpreter.players.human.terminal import Terminal
from interpreter.table.session import Session
from interpreter.text.log.journal import LogLine
from tests.tables import game_of, table

MORE = "lines more: Enter, or q to stop."
RULES = """game "Tea":
    players: 2 to 2
cards Leaf: sort: number
counter cups of player
zone tin: row, face up
deck Leaf in tin:
    "Assam", sort 1
    "Ceylon", sort 2
    "Yunnan", sort 3
> Tea is poured at four.
>
> It is drunk at five.
>
> The pot is washed at six.
phase day "Day":
    each player:
        raise your cups by 1
        choose a number from 1 to 4 as first_cup asking "How many cups?"
        lower your cups by 1
        raise your cups by 2
        choose a number from 1 to 4 as second_cup asking "And then?"
"""


class Sitting(Terminal):
    """A terminal at which somebody types these lines."""

    lines: list[str]

    def read(self, prompt: str) -> str:
        self.write(f"{prompt}\n")
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)


def seen(*typed: str, at_a_terminal: bool, height: int = 3) -> str:
    """What is shown to somebody who types these lines, of which the first one answers a question."""
    out = io.StringIO()
    console = Console(file=out, width=80, height=height, color_system=None)
    terminal = Sitting(console, asks=at_a_terminal, clears=at_a_terminal)
    terminal.lines = list(typed)
    person = Person(terminal, private=False, trace=False, save=lambda session, file: file)
    session: Session = table(game_of(RULES), 2)
    with pytest.raises(EOFError):
        while not session.over:
            person.decide(session)
    return out.getvalue()


@pytest.mark.parametrize("command", ["log", "rules", "look", "? Day", "help"])
def test_each_list_stops_at_a_terminal_and_never_in_a_pipe(command: str) -> None:
    enter = [""] * 60
    assert MORE not in seen("1", command, at_a_terminal=False)
    assert MORE in seen("1", command, *enter, at_a_terminal=True)
    assert MORE not in seen("1", command, at_a_terminal=True, height=90), "all of it fits"


def test_each_stop_says_how_much_is_left_and_q_ends_it() -> None:
    out = io.StringIO()
    terminal = Sitting(Console(file=out, width=80, height=4, color_system=None), asks=True, clears=True)
    lines = [LogLine(f"line {number}") for number in range(8)]
    terminal.lines = ["", "q"]
    terminal.page(lines, stops=True)
    shown = out.getvalue()
    assert f"line 2\n5 {MORE}" in shown and f"line 5\n2 {MORE}" in shown and "line 6" not in shown
