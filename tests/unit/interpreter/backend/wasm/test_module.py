"""Modules: what they are made of, that they reach nothing, and what happens where they cannot go on."""

import pytest

from interpreter.backend.python.driver.source import PythonSource
from interpreter.backend.reference.statements import STATEMENTS as REFERENCE_STATEMENTS
from interpreter.backend.reference.values import VALUES as REFERENCE_VALUES
from interpreter.backend.wasm.driver import machine
from interpreter.backend.wasm.driver import source as driver
from interpreter.backend.wasm.driver.whole_game import native_module
from interpreter.backend.wasm.emit.binary import signed, unsigned
from interpreter.backend.wasm.nodes.functions import FUNCTIONS
from interpreter.backend.wasm.nodes.functions import LISTS as LISTS_OF_FUNCTIONS
from interpreter.backend.wasm.nodes.lists import LISTS
from interpreter.backend.wasm.nodes.statements import STATEMENTS
from interpreter.backend.wasm.nodes.values import ABOUT_EFFECTS, VALUES
from interpreter.engine import Engine
from interpreter.program.model.functions import PLAYABLE
from interpreter.simulation.games.native import NativeGames
from interpreter.simulation.games.run import Rules, simulate
from interpreter.table.ending.ranking import judging_of
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
    found = [native.machine.played(seed, 1)[0] for seed in range(60)]
    assert None in found and len(set(map(type, found))) == 2
    assert list(native.differences(range(60))) == []


def test_a_game_that_is_given_up_ends_what_is_played_in_one_go() -> None:
    native = Native(game_of(DIVIDED), ("random",) * 2)
    alone = [native.machine.played(seed, 1)[0] for seed in range(40)]
    assert native.machine.played(0, 40) == alone[: alone.index(None) + 1]


def tally_of(name: str, games: int) -> object:
    made = simulate(Rules(name), ("random",) * 2, games=games, seed=3, jobs=1)
    return made.tally


def test_simulations_count_the_same_natively(monkeypatch: pytest.MonkeyPatch) -> None:
    natively = tally_of("action_the_project", 120)
    monkeypatch.setattr(driver, "is_there", lambda: False)
    assert tally_of("action_the_project", 120) == natively


def test_simulations_do_use_it() -> None:
    engine = Engine(game("goofspiel"), 2)
    native = NativeGames(engine, ("random",) * 2, judging_of(game("goofspiel"), 2))
    played = [native.played(seed) for seed in range(60)]
    assert native.machine is not None and played[-1] is not None and None in played


def test_without_what_runs_it_other_engines_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "is_there", lambda: False)
    assert Engine(game("goofspiel"), 2).native(("random",) * 2) is None
    assert machine.is_there()


def test_native_code_is_written_for_every_kind() -> None:
    assert STATEMENTS.keys() == REFERENCE_STATEMENTS.keys()
    assert VALUES.keys() | LISTS.keys() == REFERENCE_VALUES.keys()
    assert FUNCTIONS.keys() | LISTS_OF_FUNCTIONS.keys() | ABOUT_EFFECTS.keys() == PLAYABLE
