"""A person whose typing is written down, at a terminal that is a text."""

from __future__ import annotations

import io
import sys

import pytest
from rich.console import Console

from interpreter.players.human.person import Person
from interpreter.players.human.terminal import Terminal
from interpreter.table.session import Session


def type_to(patch: pytest.MonkeyPatch, session: Session, *lines: str, width: int = 80, trace: bool = False) -> str:
    """What a person at the table sees who types these lines; everybody's answers are theirs."""
    out = io.StringIO()
    terminal = Terminal(Console(file=out, width=width, color_system=None), asks=False, clears=False)
    person = Person(terminal, private=False, trace=trace, save=_save)
    patch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    try:
        while not session.over:
            person.decide(session)
    except EOFError:
        pass
    return out.getvalue()


def _save(session: Session, file: str) -> str:
    session.save(file or "usual.save")
    return file or "usual.save"
