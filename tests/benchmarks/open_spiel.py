"""`python -m tests.benchmarks.open_spiel`: random games of the classics here and in OpenSpiel, driven from Python.

Both sides ask the same random player, in turn, in time of the processor; the best of several rounds counts. In all
of these games chance is even, so that OpenSpiel's is drawn by the same means as an answer. Natively bots of the same
kind are asked from inside.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from functools import partial
from time import process_time
from typing import Any

from attrs import Factory, frozen

from dsl.loading import load
from interpreter.backend.wasm.driver.machine import Machine
from interpreter.engine import Engine
from tests.benchmarks.__main__ import Bot, random_player
from tests.benchmarks.native import natively, timed

ROUNDS = 5
#: So many more games are played natively.
_MORE = 100


@frozen
class Classic:
    """A game on both sides. `theirs` and `parameters` are OpenSpiel's names for it."""

    ours: str
    players: int
    games: int
    theirs: str
    parameters: Mapping[str, Any] = Factory(dict)


CLASSICS = (
    Classic("tic_tac_toe", 2, 1000, "tic_tac_toe"),
    Classic("kuhn_poker", 2, 1000, "kuhn_poker"),
    Classic("leduc_poker", 2, 1000, "leduc_poker"),
    Classic("liars_dice", 2, 1000, "liars_dice"),
    Classic("goofspiel", 2, 400, "goofspiel", {"num_cards": 13, "players": 2, "points_order": "random"}),
    Classic("goofspiel", 4, 400, "goofspiel", {"num_cards": 13, "players": 4, "points_order": "random"}),
)


def main(arguments: list[str]) -> int:
    """Prints a line for each game, or with --json an object."""
    try:
        import pyspiel
    except ImportError:
        print("OpenSpiel is not installed: pip install open_spiel", file=sys.stderr)
        return 2
    found = [report(classic, pyspiel) for classic in CLASSICS]
    if "--json" in arguments:
        print(json.dumps({"version": 2, "games": found}))
        return 0
    for row in found:
        print(
            f"{row['game']:<12} {row['players']} players {row['games_per_s']:>10,.0f} games/s here"
            f" {row['native_games_per_s']:>10,.0f} natively {row['theirs_games_per_s']:>10,.0f} there "
            f" {row['ratio']:>6.2f} and {row['native_ratio']:.1f} x OpenSpiel  "
            f" {row['decisions_per_game']:.1f} decisions here, {row['theirs_decisions_per_game']:.1f} there"
        )
    return 0


def report(classic: Classic, pyspiel: Any) -> dict[str, Any]:
    """What was measured of one game."""
    game = load(classic.ours).game
    assert game is not None
    engine = Engine(game, classic.players)
    theirs = pyspiel.load_game(classic.theirs, dict(classic.parameters))
    sides: dict[str, Callable[[int], int]] = {
        "here": lambda seed: play_here(engine, seed, random_player(seed)),
        "there": lambda seed: play_there(theirs, random_player(seed)),
    }
    compiled = engine.native()
    assert compiled is not None, classic.ours
    machine = Machine(compiled, ("random",) * classic.players)
    seconds = dict.fromkeys(sides, float("inf"))
    decisions = dict.fromkeys(sides, 0)
    native = float("inf")
    for _ in range(ROUNDS):
        for side, play in sides.items():
            began = process_time()
            decisions[side] = sum(play(seed) for seed in range(classic.games))
            seconds[side] = min(seconds[side], process_time() - began)
        native = min(native, timed(partial(natively, machine), _MORE * classic.games))
    return {
        "game": classic.ours,
        "players": classic.players,
        "games_per_s": round(classic.games / seconds["here"], 1),
        "native_games_per_s": round(1 / native, 1),
        "theirs_games_per_s": round(classic.games / seconds["there"], 1),
        "ratio": round(seconds["there"] / seconds["here"], 3),
        "native_ratio": round(seconds["there"] / classic.games / native, 3),
        "decisions_per_game": round(decisions["here"] / classic.games, 2),
        "theirs_decisions_per_game": round(decisions["there"] / classic.games, 2),
    }


def play_here(engine: Engine, seed: int, choose: Bot) -> int:
    """Plays a game to its end, as `bylaws simulate` does; how many decisions that took."""
    state = engine.play_out(seed, (choose,) * engine.players)
    assert state is not None
    return state.decisions


def play_there(game: Any, choose: Bot) -> int:
    """Likewise."""
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[choose(len(outcomes), 0)][0])
        elif state.is_simultaneous_node():
            chosen = []
            for seat in range(game.num_players()):
                legal = state.legal_actions(seat)
                chosen.append(legal[choose(len(legal), 0)])
            decisions += len(chosen)
            state.apply_actions(chosen)
        else:
            legal = state.legal_actions()
            state.apply_action(legal[choose(len(legal), 0)])
            decisions += 1
    return decisions


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
