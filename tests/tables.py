"""Tables to play at: a game by its name, or rules written down in a test, with bots that choose by chance."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from dsl.ir import nodes as ir
from dsl.loading import load
from interpreter.engine import Engine
from interpreter.players.uniform import random_bot
from interpreter.table.session import Session, Table

ACTION = "action_the_project"
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Flo", "Gus", "Hal")


@cache
def game(name: str = ACTION, *variants: str) -> ir.Game:
    """A game that comes along, with variants."""
    loaded = load(name, variants)
    assert loaded.game is not None, loaded.diagnostics
    return loaded.game


@cache
def game_of(rules: str) -> ir.Game:
    """The game that a text declares."""
    path = Path("test.bylaws")
    loaded = load(path, texts={path: rules})
    assert loaded.game is not None, loaded.diagnostics
    return loaded.game


def table(rules: ir.Game, players: int, seed: int = 1, engine: str = "reference") -> Session:
    """A game at its first question."""
    played_by = Engine(rules, players, trace=True, engine=engine)
    return Session(played_by, Table("test", "", (), {}, NAMES[:players], ("random",) * players, seed))


def played(session: Session, luck: int) -> Iterator[int]:
    """Plays on by chance; yields the place of each answer before it is given."""
    while not session.over:
        count = session.engine.option_count(session.state)
        luck, index = random_bot(luck, count, session.state.can_pass)
        yield index
        session.decide(index)


def play(session: Session, luck: int, decisions: int) -> Session:
    """The game after so many more decisions, or at its end."""
    for made, _ in enumerate(played(session, luck)):
        if made == decisions:
            break
    return session
