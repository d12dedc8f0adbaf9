"""`python -m tests.benchmarks.boardgame_io [FOLDER]`: random games of two classics here and in boardgame.io.

FOLDER is where `npm install boardgame.io` was typed (the present one, if nothing is said). Each side has a random
player of its own that costs next to nothing; time of the processor; the best of several rounds counts.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from shutil import which
from time import process_time
from typing import Any

from dsl.loading import load
from interpreter.engine import Engine
from tests.benchmarks.__main__ import random_player
from tests.benchmarks.open_spiel import play_here

HERE = Path(__file__).parent
ROUNDS, THEIR_GAMES, OUR_GAMES = 5, 300, 2000
#: Game and number of players.
CLASSICS = (("tic_tac_toe", 2), ("goofspiel", 2), ("goofspiel", 4))


def main(arguments: list[str]) -> int:
    """Prints a line for each game, or with --json an object."""
    folder = next((Path(word) for word in arguments if not word.startswith("-")), Path())
    if why := missing(folder):
        print(why, file=sys.stderr)
        return 2
    found = [report(game, players, folder) for game, players in CLASSICS]
    if "--json" in arguments:
        print(json.dumps({"version": 1, "games": found}))
        return 0
    print(f"boardgame.io {found[0]['boardgame_io']}, Node {found[0]['node']}, Python {platform.python_version()}")
    for row in found:
        print(
            f"{row['game']:<12} {row['players']} players {row['games_per_s']:>9,.0f} games/s here"
            f"{row['reducer_games_per_s']:>7,.0f} with its reducer, {row['client_games_per_s']:>5,.0f} with its client"
            f"{row['ratio']:>7.1f} x the faster   {row['decisions_per_game']:.1f} decisions here,"
            f" {row['their_decisions_per_game']:.1f} there"
        )
    return 0


def missing(folder: Path) -> str:
    """What it takes and is not there, as a sentence; empty if nothing is."""
    if which("node") is None:
        return "Node is not installed (it comes with npm): the games of boardgame.io run on it"
    if not (folder / "node_modules" / "boardgame.io").is_dir():
        return f"boardgame.io is not in {folder.absolute()}: type `npm install boardgame.io` there, or name its folder"
    return ""


def report(name: str, players: int, folder: Path) -> dict[str, Any]:
    """What was measured of one game."""
    theirs = there(name, players, folder)
    seconds, decisions = here(name, players)
    games_per_s = OUR_GAMES / seconds
    fastest = max(theirs["reducer"]["games_per_s"], theirs["client"]["games_per_s"])
    return {
        "game": name,
        "players": players,
        "boardgame_io": theirs["version"],
        "node": theirs["node"],
        "games_per_s": round(games_per_s, 1),
        "reducer_games_per_s": round(theirs["reducer"]["games_per_s"], 1),
        "client_games_per_s": round(theirs["client"]["games_per_s"], 1),
        "ratio": round(games_per_s / fastest, 2),
        "decisions_per_game": round(decisions / OUR_GAMES, 2),
        "their_decisions_per_game": round(theirs["reducer"]["decisions_per_game"], 2),
    }


def here(name: str, players: int) -> tuple[float, int]:
    """Seconds that our games take, and how many decisions they have."""
    game = load(name).game
    assert game is not None
    engine = Engine(game, players)
    seconds, decisions = float("inf"), 0
    for _ in range(ROUNDS):
        began = process_time()
        decisions = sum(play_here(engine, seed, random_player(seed)) for seed in range(OUR_GAMES))
        seconds = min(seconds, process_time() - began)
    return seconds, decisions


def there(name: str, players: int, folder: Path) -> dict[str, Any]:
    """What `measure.js` says."""
    words = ["node", str(HERE / "measure.js"), name, *map(str, (players, THEIR_GAMES, ROUNDS))]
    modules = {"NODE_PATH": str(folder.absolute() / "node_modules"), "NODE_ENV": "production"}
    done = subprocess.run(words, env={**os.environ, **modules}, capture_output=True, check=True, encoding="utf-8")
    return dict(json.loads(done.stdout))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
