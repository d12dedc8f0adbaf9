"""Modules: what they are made of, that they reach nothing, and what happens where they cannot go on."""

import os
import signal
from collections import Counter
from pathlib import Path

import pytest

from dsl.cache import keep
from interpreter.backend.python.driver.source import PythonSource
from interpreter.backend.reference.statements import STATEMENTS as REFERENCE_STATEMENTS
from interpreter.backend.reference.values import VALUES as REFERENCE_VALUES
from interpreter.backend.wasm.driver import machine
from interpreter.backend.wasm.driver.records import Field
from interpreter.backend.wasm.driver.whole_game import native_module
from interpreter.backend.wasm.emit.binary import signed, unsigned
from interpreter.backend.wasm.nodes.functions import FUNCTIONS
from interpreter.backend.wasm.nodes.lists.each import LISTS
from interpreter.backend.wasm.nodes.lists.functions import LISTS as LISTS_OF_FUNCTIONS
from interpreter.backend.wasm.nodes.statements import STATEMENTS
from interpreter.backend.wasm.nodes.values import ABOUT_EFFECTS, VALUES
from interpreter.engine import Engine
from interpreter.program.model.functions import PLAYABLE
from tests.golden_files import Case, Golden, golden_names
from tests.native_play import Native
from tests.tables import game, game_of


@pytest.mark.parametrize(
    ("number", "bytes_"), [(0, b"\0"), (127, b"\x7f"), (128, b"\x80\x01"), (624485, b"\xe5\x8e\x26")]
)
def test_unsigned_numbers(number: int, bytes_: bytes) -> None:
    assert unsigned(number) == bytes_


@pytest.mark.parametrize(("number", "bytes_"), [(0, b"\0"), (-1, b"\x7f"), (64, b"\xc0\0"), (-123456, b"\xc0\xbb\x78")])
def test_signed_numbers(number: int, bytes_: bytes) -> None:
    assert signed(number) == bytes_


def text_of(name: str, players: int) -> str:
    engine = Engine(game(name), players)
    assert isinstance(engine.back_end, PythonSource)
    whole = engine.back_end.whole_game()
    assert whole is not None
    return native_module(whole)[0].text()


@golden_names("wasm", ["tic_tac_toe"], ".wat")
def test_a_small_game_as_text(case: Case, golden: Golden) -> None:
    golden(case, text_of(case.name, 2))


def test_a_module_takes_nothing_from_outside() -> None:
    """It has no imports: it cannot reach anything but its own memory, which does not grow."""
    import wasmtime

    native = Native(game("action_the_project"), ("random",) * 2)
    made = wasmtime.Module(wasmtime.Engine(), native.machine.compiled.module)
    assert list(made.imports) == []
    assert sorted(export.name for export in made.exports) == ["games", "memory"]
    memory = next(export.type for export in made.exports if export.name == "memory")
    assert isinstance(memory, wasmtime.MemoryType) and memory.limits.min == memory.limits.max


HOSTILE = """game "{title}":
    players: 2
enum Colour: red "{title}"
counter gold of player
phase sharing "{title}":
    each player:
        choose a number from 0 to 3 as part asking "{title}"
        raise your gold by part
game ends after sharing: the player with most gold wins
"""


def test_nothing_that_a_rule_file_says_is_in_a_module() -> None:
    """Numbers alone: titles and names never reach it."""
    games = (game_of(HOSTILE.format(title=title)) for title in ("Plain", "(unreachable)"))
    plain, other = (Native(one, ("random",) * 2) for one in games)
    assert plain.machine.compiled == other.machine.compiled


#: Such as memory has places for.
NAMES = ("bots", "image", "keys", "lists", "luck", "records", "results", "search", "thought")


def test_a_counter_may_be_called_as_anything_is_in_memory() -> None:
    counters = "\n".join(f"counter {name}" for name in NAMES)
    raised = "\n".join(f"        raise {name} by part" for name in NAMES)
    rules = f"""game "Odd names":
    players: 2
{counters}
phase sharing "Sharing":
    each player:
        choose a number from 1 to 3 as part
{raised}
game ends after sharing: nobody wins
"""
    assert list(Native(game_of(rules), ("random",) * 2).differences(range(8))) == []


DIVIDED = """game "Now and then by nothing":
    players: 2
counter gold of player
phase sharing "Sharing":
    each player:
        choose a number from 0 to 9 as part
        set your gold to (60 / part rounded down)
"""


def test_what_goes_wrong_is_for_another_engine() -> None:
    native = Native(game_of(DIVIDED), ("random",) * 2)
    found = [native.machine.played(range(seed, seed + 1)).given_up for seed in range(60)]
    assert set(found) == {True, False}
    assert list(native.differences(range(60))) == []


@pytest.mark.parametrize("few", [1, 2, 64])
def test_a_game_that_is_given_up_ends_what_is_played_in_one_go(few: int) -> None:
    """Nothing of it is counted, however many are played before it is looked whether one was given up."""
    native = Native(game_of(DIVIDED), ("random",) * 2)
    alone = []
    for seed in range(40):
        batch = native.machine.played(range(seed, seed + 1))
        alone.append((batch.records, Counter(batch.choices), Counter(batch.times(Field.CHOICES)), batch.given_up))
    native.machine.few = few
    together = native.machine.played(range(40))
    records, choices, times, _ = zip(*alone[: len(together.seeds)], strict=True)
    assert records and together.given_up
    assert together.records == [one for (one,) in records]
    assert together.choices == sum(choices, Counter())
    assert together.times(Field.CHOICES) == sum(times, Counter())
    assert alone[len(together.seeds)][-1]


def test_after_a_game_that_is_given_up_few_are_played_in_one_go() -> None:
    machine = Native(game_of(DIVIDED), ("random",) * 2).machine
    assert machine.few == machine.most
    while not machine.played(range(40)).given_up:
        pass
    few = machine.few
    assert few < machine.most
    for seed in range(100):
        machine.played(range(seed, seed + 1))
    assert machine.few == few  # so short a call does not tell how long one takes
    left = range(2000)
    while left:
        batch = machine.played(left)
        left = left[len(batch.seeds) + batch.given_up :]
    assert machine.few == few


def test_native_code_is_written_for_every_kind() -> None:
    assert STATEMENTS.keys() == REFERENCE_STATEMENTS.keys()
    assert VALUES.keys() | LISTS.keys() == REFERENCE_VALUES.keys()
    assert FUNCTIONS.keys() | LISTS_OF_FUNCTIONS.keys() | ABOUT_EFFECTS.keys() == PLAYABLE


def test_a_process_that_is_forked_off_one_that_has_compiled_compiles_as_well() -> None:
    """The threads that compile are not forked with it, so that it would wait for them without end."""
    assert list(Native(game("tic_tac_toe"), ("random",) * 2).differences(range(1))) == []
    child = os.fork()
    if not child:
        signal.alarm(20)
        try:
            os._exit(len(list(Native(game("kuhn_poker"), ("random",) * 2).differences(range(1)))))
        finally:
            os._exit(1)
    assert os.waitpid(child, 0)[1] == 0


@pytest.mark.parametrize("spoilt", [None, b"", b"no machine code"])
def test_machine_code_is_kept_and_made_anew_if_it_is_of_another_kind(
    spoilt: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import wasmtime

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("BYLAWS_CACHE", raising=False)
    monkeypatch.setattr(machine, "_LARGE", 0)
    made, deserialize, compiled = [], wasmtime.Module.deserialize, wasmtime.Module

    def counted(engine: wasmtime.Engine, module: bytes) -> wasmtime.Module:
        made.append(module)
        return compiled(engine, module)

    for _ in range(3):
        monkeypatch.setattr(wasmtime, "Module", counted)
        vars(counted)["deserialize"] = deserialize
        machine._machine_code.cache_clear()
        native = Native(game("tic_tac_toe"), ("random",) * 2)
        assert list(native.differences(range(2))) == []
        if spoilt is not None and len(made) < 2:
            for entry in tmp_path.rglob("machine-*"):
                keep("machine", entry.name.partition("-")[2], spoilt)
    assert len(made) == (1 if spoilt is None else 2)
    machine._machine_code.cache_clear()
