"""`python -m tests.benchmarks.compiling`: how long it takes until a game that comes along can be played.

In time of the processor, the best of several times. The cache is a folder of its own, empty at first.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from unittest.mock import patch

from attrs import evolve, frozen

from dsl.disk.find import installed_games
from dsl.ir import nodes as ir
from dsl.loading import load
from interpreter.engine import Engine, forget

ROUNDS = 10


@frozen
class Compiled:
    """Seconds until there is an engine: from the IR, and from what was kept the last time."""

    from_ir: float
    from_cache: float


def main() -> int:
    """Prints a table."""
    print("| game | players | from the IR | from the cache |")
    print("|---|---|---|---|")
    for name in sorted(installed_games()):
        game = load(name).game
        assert game is not None
        players = min(4, game.most_players)
        found = compiled(game, players)
        print(f"| {game.title} | {players} | {found.from_ir * 1e3:.1f} | {found.from_cache * 1e3:.1f} |")
    return 0


def compiled(game: ir.Game, players: int) -> Compiled:
    """Measures one game at one table."""
    with TemporaryDirectory() as folder, patch("dsl.cache.cache_folder", lambda: Path(folder) / "bylaws"):
        Engine(game, players)
        from_cache = _best(lambda: Engine(game, players))
        return Compiled(_best(lambda: Engine(evolve(game), players)), from_cache)  # a game that is not known has no key


def _best(make: Callable[[], Engine]) -> float:
    times = []
    for _ in range(ROUNDS):
        forget()
        began = process_time()
        make()
        times.append(process_time() - began)
    return min(times)


if __name__ == "__main__":
    os.environ.pop("BYLAWS_CACHE", None)
    sys.exit(main())
