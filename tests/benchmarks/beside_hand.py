"""`python -m tests.benchmarks.beside_hand`: native games beside generated Python and games written by hand, in one run.

By hand is careful plain Python, and for two of the games C, if there is `gcc`. Random players on all sides, that pass
half of the time where they may. Time of the processor, each in turn, the best of several rounds; nothing is made of
the games. How many decisions a game has shows that all sides play the same one.
"""

import ctypes
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import frozen

from dsl.loading import load
from interpreter.backend.wasm.driver.machine import Machine
from interpreter.backend.wasm.driver.records import Field
from interpreter.engine import Engine
from tests.benchmarks.__main__ import BENCHMARKS, Benchmark, random_player
from tests.benchmarks.native import generated, natively, timed

HERE = Path(__file__).parent
ROUNDS = 5
#: For each benchmark how many games are played natively, and the folder with its C.
NATIVE = {
    "action core": (40_000, "action_core"), "office job": (3_000, ""), "they're coming": (2_000, ""),
    "goofspiel for 2": (400_000, "goofspiel"), "goofspiel for 4": (200_000, "goofspiel"), "tic-tac-toe": (200_000, ""),
}  # fmt: skip


@frozen
class InC:
    """A game in C. `play` takes a seed, how many games, how many players, and where the score goes; it counts."""

    play: Callable[..., int]

    def games(self, players: int, games: int) -> None:
        """Plays them."""
        self.counted(players, games)

    def counted(self, players: int, games: int) -> tuple[int, int]:
        """How many decisions so many games have, and the score of them all."""
        score = ctypes.c_int64()
        return self.play(0, games, players, ctypes.byref(score)), score.value


def compiled(folder: str, into: Path) -> InC | None:
    """A game in C, if it can be compiled here."""
    gcc = shutil.which("gcc")
    if gcc is None or not folder:
        return None
    made = into / f"{folder}.so"
    command = [gcc, "-O2", "-shared", "-fPIC", "-o", str(made), str(HERE / folder / "hand_written.c")]
    subprocess.run(command, check=True, timeout=60)
    play = ctypes.CDLL(str(made)).play
    play.argtypes = [ctypes.c_uint64, ctypes.c_int64, ctypes.c_int, ctypes.POINTER(ctypes.c_int64)]
    play.restype = ctypes.c_int64
    return InC(play)


def main(names: list[str]) -> None:
    """Prints a line for each game."""
    with TemporaryDirectory() as folder:
        for benchmark in BENCHMARKS:
            if not names or benchmark.name in names:
                report(benchmark, compiled(NATIVE[benchmark.name][1], Path(folder)))


def report(benchmark: Benchmark, in_c: InC | None) -> None:
    """Measures one game, and prints how fast each side is."""
    game = load(benchmark.rules).game
    assert game is not None
    engine, players = Engine(game, benchmark.players), benchmark.players
    made = engine.native()
    assert made is not None, benchmark.name
    machine = Machine(made, ("random",) * players)
    many = NATIVE[benchmark.name][0]
    sides: dict[str, tuple[Callable[[int], None], int]] = {
        "by hand": (partial(by_hand, benchmark), benchmark.games),
        "generated": (partial(generated, engine, players), benchmark.games),
        "native": (partial(natively, machine), many),
    }
    if in_c is not None:
        sides["in C"] = (partial(in_c.games, players), 5 * many)
    seconds = dict.fromkeys(sides, float("inf"))
    for _ in range(ROUNDS):
        for name, (play, games) in sides.items():
            seconds[name] = min(seconds[name], timed(play, games))
    here = sum(record[Field.DECISIONS] for record in machine.played(range(100)).records) / 100
    there = sum(benchmark.by_hand(seed, random_player(seed))[0] for seed in range(100)) / 100
    print(f"{benchmark.name}, {players} players: {here:.1f} decisions natively, {there:.1f} by hand")
    for name in sides:
        ratio = seconds["by hand"] / seconds[name]
        print(f"  {name:<10} {1 / seconds[name]:>11,.0f} games/s {ratio:>7.2f} x by hand", flush=True)


def by_hand(benchmark: Benchmark, games: int) -> None:
    """Plays games written by hand in Python."""
    for seed in range(games):
        benchmark.by_hand(seed, random_player(seed))


if __name__ == "__main__":
    main(sys.argv[1:])
