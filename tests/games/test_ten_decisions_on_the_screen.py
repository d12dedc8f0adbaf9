"""Ten decisions of each game at three widths, with bots in the other seats, letter for letter."""

from __future__ import annotations

import io
import sys

import pytest
from rich.console import Console

from interpreter.engine import Engine
from interpreter.players.bots import Bots
from interpreter.players.human.person import Person
from interpreter.players.human.terminal import Terminal
from interpreter.table.session import Session, Table
from tests.golden_files import Case, Golden, golden_names
from tests.tables import NAMES, game

GAMES = ("action_the_project", "bad_day_at_the_office", "office_job", "theyre_coming", "thrown_under_the_bus")
WIDTHS = (80, 110, 160)
DECISIONS = 10


@golden_names("screens/games/ten_decisions", [f"{name}-{width}" for name in GAMES for width in WIDTHS], ".txt")
def test_ten_decisions(case: Case, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    name, _, width = case.name.rpartition("-")
    seats = ("you", "random", "random")
    session = Session(Engine(game(name), 3, trace=True), Table("test", "", (), {}, NAMES[:3], seats, 11))
    out = io.StringIO()
    terminal = Terminal(Console(file=out, width=int(width), color_system=None), asks=False, clears=False)
    person, bots, typed = Person(terminal, private=False, trace=False, save=lambda *_: ""), Bots.at(session), 0
    while not session.over and typed < DECISIONS:
        if session.state.player:
            bots.decide(session)
            continue
        monkeypatch.setattr(sys, "stdin", io.StringIO("1\n2\n3\n4\n5\np\n"))  # the first of these that is an answer
        before = len(out.getvalue())
        person.decide(session)
        typed += len(out.getvalue()) > before
    golden(case, out.getvalue())
