"""A player who thinks against the searches of OpenSpiel, in games that they take as their own: `interpreter/doors`.

They are what OpenSpiel has in Python: MCTS where nothing is hidden, else Information Set MCTS, which is dealt worlds by
the same door. Each plays on so many times before each decision, with one play-out by chance each time.
"""

from functools import lru_cache
from typing import Any, Final

from interpreter.players.thinking.ruled_out import hides_pieces
from interpreter.runtime.chance import mix
from interpreter.runtime.hidden_values import hidden_slots

#: How much is tried that was tried seldom: what OpenSpiel's examples have, where a game is worth -1 to 1.
_WEIGHT: Final = 2.0


@lru_cache(maxsize=1)
def _opened(name: str, players: int) -> Any:
    import pyspiel

    import interpreter.doors.openspiel  # noqa: F401  (registers the game)

    return pyspiel.load_game("bylaws", {"rules": name, "players": players})


def _search(game: Any, passes: int, seed: int) -> Any:
    import numpy as np
    from open_spiel.python.algorithms import ismcts, mcts

    luck = np.random.RandomState(seed)
    played = mcts.RandomRolloutEvaluator(1, luck)
    engine = game.opened.engine
    if hides_pieces(engine) or hidden_slots(engine.program.layout):
        return ismcts.ISMCTSBot(game, played, _WEIGHT, passes, random_state=luck, allow_inconsistent_action_sets=True)
    return mcts.MCTSBot(game, _WEIGHT, passes, played, random_state=luck)


def contest(name: str, players: int, passes: int, seed: int) -> float:
    """Which part of the win our player had in a game; the seats take turns by the seed."""
    game, mine = _opened(name, players), seed % players
    search = _search(game, passes, seed)
    state = game.new_initial_state()
    state.apply_action(seed % game.seeds)
    while not state.is_terminal():
        seat = state.current_player()
        if len(state.legal_actions()) == 1:
            state.apply_action(0)
        elif seat == mine:
            state.apply_action(state.at.think(passes, mix(seed ^ len(state.history()))).best)
        else:
            state.apply_action(search.step(state))
    return (float(state.returns()[mine]) * (players - 1) + 1) / players
