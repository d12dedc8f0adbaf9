"""`python -m tests.benchmarks.native_search`: how fast searches and redeals are, and what thinking is worth.

Time of the processor, the best of several rounds. One seat thinks, the others answer by chance; seats take turns.
`--passes` says only how fast they are; `NAME` chooses games.
"""

import sys
from functools import partial
from pathlib import Path
from time import process_time

from dsl.loading import load
from interpreter.backend.python.driver.source import PythonSource
from interpreter.backend.wasm.driver.machine import Machine
from interpreter.backend.wasm.emit.binary import Module, Num
from interpreter.backend.wasm.emit.writer import Writer
from interpreter.backend.wasm.resume.source import compiled, written
from interpreter.backend.wasm.search.game import NativeSearch
from interpreter.engine import Engine
from tests.benchmarks.native import natively, timed

ROUNDS = 3
PASSES = 5_000
REDEALS = 200_000
GAMES = 1_000
#: Each with how many players, and how many games are played with 100 passes a decision, and with 1,000.
TABLES = {
    "goofspiel": (2, 200, 60), "action core": (4, 200, 60), "tic_tac_toe": (2, 200, 60), "kuhn_poker": (2, 400, 0),
    "hearts": (4, 60, 10), "action_the_project": (4, 20, 0), "bad_day_at_the_office": (4, 0, 0),
    "office_job": (4, 10, 0), "theyre_coming": (4, 10, 0), "thrown_under_the_bus": (4, 0, 0),
}  # fmt: skip
RULES: dict[str, str | Path] = {"action core": Path(__file__).parent / "action_core"}


def main(names: list[str]) -> None:
    """Prints a line for each game."""
    only_passes = "--passes" in names
    for name in [name for name in names if name in TABLES] or TABLES:
        players, *games = TABLES[name]
        rules = load(RULES.get(name, name)).game
        assert rules is not None
        engine = Engine(rules, players)
        search, made = engine.native_search(), engine.native()
        assert search is not None and made is not None
        machine = Machine(made, ("random",) * players)
        whole = min(timed(partial(natively, machine), GAMES) for _ in range(ROUNDS))
        search.begin(5)
        one = min(timed(partial(_passes, search), PASSES) for _ in range(ROUNDS))
        redeal = _redeal_time(engine)
        print(
            f"{name:<22} {players} players {1 / one:>9,.0f} passes/s  {whole / one:>5.2f} of whole games from the start"
            f"  redeal {redeal * 1e9:>6,.0f} ns  {search.size:>6,} bytes",
            flush=True,
        )
        for passes, many in zip((100, 1_000), games, strict=True):
            if many and not only_passes:
                share, took = _contests(search, players, passes, many)
                print(f"    {passes:>5} passes: {share:.0%} of {many} games won, {took * 1e3:,.1f} ms each", flush=True)


def _passes(search: NativeSearch, passes: int) -> None:
    search.search(passes, 7)


def _contests(search: NativeSearch, players: int, passes: int, games: int) -> tuple[float, float]:
    won, began = 0.0, process_time()
    for seed in range(games):
        bots = [0] * players
        bots[seed % players] = passes
        won += search.contest(seed, bots)[seed % players]
    return won / games, (process_time() - began) / games


def _redeal_time(engine: Engine) -> float:
    """Seconds for a redeal, by a module that makes many in one go."""
    assert isinstance(engine.back_end, PythonSource)
    made = written(engine.back_end, searches=True)
    assert made is not None
    _many_redeals(made.unit.module)
    search = NativeSearch(compiled(engine.back_end, made), engine.new_game, engine.empty_state)
    search.begin(5)
    search.functions["prepare"](search.player)
    return min(timed(lambda many: search.functions["redeals"](many), REDEALS) for _ in range(ROUNDS))


def _many_redeals(made: Module) -> None:
    redeal = next(function for function in made.functions if function.name == "redeal")
    w = Writer(made.function("redeals", [Num.I32], exported="redeals"))
    with w.block("loop") as again:
        w.number(0)
        w.get(0)
        w.do("i64.extend_i32_u")
        w.call(redeal)
        w.add_to(0, -1)
        w.get(0)
        w.go(again, "br_if")


if __name__ == "__main__":
    main(sys.argv[1:])
