"""Commands are told from answers."""

from __future__ import annotations

import pytest

from interpreter.players.human.commands import COMMANDS, Command, command, help_page


@pytest.mark.parametrize(
    ("typed", "name", "argument"),
    [
        ("?", "?", ""), ("? trade", "?", "trade"), ("?trade", "?", "trade"), ("why 3", "why", "3"),
        ("/undo", "undo", ""), ("UNDO", "undo", ""), ("save", "save", ""), ("save a b.save", "save", "a b.save"),
        ("look", "look", ""), ("q", "quit", ""), ("exit", "quit", ""), ("help", "help", ""),
    ],
)  # fmt: skip
def test_commands(typed: str, name: str, argument: str) -> None:
    assert command(typed) == Command(name, argument)


@pytest.mark.parametrize("typed", ["", "3", "lamp", "undo it", "quit now", "rules of play", "whynot"])
def test_what_is_no_command(typed: str) -> None:
    assert command(typed) is None


def test_the_help_names_every_command() -> None:
    text = "\n".join(line.text for line in help_page())
    assert all(form in text and meaning in text for form, meaning in COMMANDS.values())
