"""A compiled program from the cache is the one that would be made: with an empty, a full and a spoilt cache alike."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dsl import cache
from dsl.ir import nodes as ir
from dsl.ir.keys import give_key
from interpreter import engine as engines
from interpreter.backend.python.driver.source import PythonSource
from interpreter.engine import Engine, forget
from interpreter.players.uniform import random_bot
from tests.bundled import EACH_GAME
from tests.tables import game

#: So many decisions of a game are compared one by one.
DECISIONS = 30


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache that has nothing yet."""
    monkeypatch.setattr(cache, "cache_folder", lambda: tmp_path / "cache")
    monkeypatch.setattr(engines, "_PROGRAMS", {})
    monkeypatch.setattr(engines, "_BACK_ENDS", {})
    monkeypatch.setenv("BYLAWS_CACHE", "on")
    return tmp_path / "cache"


@pytest.mark.parametrize("name", EACH_GAME)
def test_a_program_from_the_cache_is_the_same(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = game(name)
    give_key(rules, f"the rules of {name}")  # short ones have none
    made = _told_anew(rules, trace=True)
    with monkeypatch.context() as m:
        m.setattr(engines, "lower", _not_again)
        m.setattr(PythonSource, "_generated", _not_again)
        assert _told_anew(rules, trace=True) == made
        m.setenv("BYLAWS_CACHE", "off")
        with pytest.raises(AssertionError, match="made again"):
            _told_anew(rules, trace=True)
    for place, entry in enumerate((*folder.glob("code-*"), *folder.glob("program-*"))):
        before = entry.read_bytes()
        entry.write_bytes(before[:-1] if place else before[:-1] + bytes([before[-1] ^ 1]))
    assert _told_anew(rules, trace=True) == made


def test_every_table_and_kind_of_engine_has_entries_of_its_own(folder: Path) -> None:
    """Of code there are two for each: what drives any game, and what is written for this one."""
    rules = game("goofspiel")
    give_key(rules, "the rules of goofspiel")
    for players, cards, trace in ((2, 13, False), (3, 13, False), (2, 5, False), (2, 5, True)):
        Engine(rules, players, {"highest_card": cards}, trace=trace)
    Engine(rules, 2, {"highest_card": 5}, engine="reference")
    assert (len([*folder.glob("program-*")]), len([*folder.glob("code-*")])) == (3, 2 * 4)


def test_other_routines_are_written_behind_what_was_kept(folder: Path) -> None:
    rules = game("thrown_under_the_bus")
    written = []
    for _ in range(2):
        forget()
        engine = Engine(rules, 3)
        engine.start(engine.empty_state(7), "setup")
        assert isinstance(engine.back_end, PythonSource)
        written.append([module.code for module in engine.back_end.modules])
    assert written[0] == written[1] and len(written[0]) == 3


def _told_anew(rules: ir.Game, trace: bool) -> list[Any]:
    """The code of the program, and a game with it: every state, question and entry of the journal."""
    forget()
    engine = Engine(rules, rules.fewest_players, trace=trace)
    assert isinstance(engine.back_end, PythonSource)
    state, luck = engine.new_game(7), 7
    told: list[Any] = [module.code for module in engine.back_end.modules]
    while engine.asks(state) and len(told) < DECISIONS:
        asked = engine.asked(state)
        told.append((engine.dump(state), engine.running(state), asked, asked.span))
        luck, index = random_bot(luck, engine.option_count(state), state.can_pass)
        engine.advance(state, index)
    return [*told, state.journal]


def _not_again(*_: Any) -> Callable[..., Any]:
    raise AssertionError("made again")
