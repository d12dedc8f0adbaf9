"""A player who thinks against the searches of OpenSpiel: MCTS where nothing is hidden, else Information Set MCTS.

Those in C++ play OpenSpiel's own game, which goes in step with ours; each is asked in its own. Where OpenSpiel does
not deal its own game anew for a seat, its search in Python plays ours: `interpreter/doors`. In Hearts it does so for
the first seat alone (else it crashes): there it is one among three of ours. Each plays on so many times before each
decision, with one play-out by chance each time.
"""

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, Final

from interpreter.engine import Engine
from interpreter.players.thinking.budget import Budget
from interpreter.players.thinking.moment import Following
from interpreter.players.thinking.thinker import Thinker
from interpreter.runtime.chance import bot_seed, mix
from interpreter.table.session import Session, Table
from tests.differential.lockstep import Mapping, after, start
from tests.tables import NAMES, game

#: How much is tried that was tried seldom: what OpenSpiel's examples have, where a game is worth -1 to 1.
_WEIGHT: Final = 2.0
_MEGABYTES: Final = 500


def contest(name: str, players: int, passes: int, seed: int, score: bool = False) -> tuple[float, float | None]:
    """Which part of the win one player had in a game, and what it had more than the others by OpenSpiel's count.

    Between two it is ours, and the seats take turns; of more, it is OpenSpiel's. With `score` we are after the score.
    Nothing is counted where OpenSpiel's search plays our game.
    """
    if name in _IN_STEP:
        return _in_step(name, players, Budget(passes, score=score), seed)
    return _by_the_door(name, players, passes, seed), None


# ---------------------------------------------------------------- its games, in step with ours


def _tic_tac_toe() -> Mapping:
    return Mapping(
        action=lambda session, index: session.state.options[index],
        chance=lambda session, theirs: 0,
        returns=lambda session: [(seat in session.state.winners) - len(session.state.winners) / 2 for seat in (0, 1)],
    )


def _kuhn() -> Mapping:
    from tests.differential.test_open_spiel_poker import KUHN

    return KUHN


def _leduc() -> Mapping:
    from tests.differential.test_open_spiel_poker import LEDUC

    return LEDUC


def _hearts() -> Mapping:
    from tests.differential.test_open_spiel_hearts import MAPPING

    return MAPPING


_IN_STEP: Final[dict[str, Callable[[], Mapping]]] = {
    "tic_tac_toe": _tic_tac_toe, "kuhn_poker": _kuhn, "leduc_poker": _leduc, "hearts": _hearts,
}  # fmt: skip


@cache
def _engine(name: str, players: int) -> Engine:
    return Engine(game(name), players, trace=True)


@lru_cache(maxsize=1)
def _thinker(name: str, players: int, budget: Budget) -> Thinker:
    return Thinker(_engine(name, players), budget)


def _in_step(name: str, players: int, budget: Budget, seed: int) -> tuple[float, float]:
    import pyspiel

    mapping, thinker, one = _IN_STEP[name](), _thinker(name, players, budget), seed % 2 if players == 2 else 0
    engine = _engine(name, players)
    session = Session(engine, Table("", "", (), {}, NAMES[:players], ("random",) * players, 1))
    session.begin(engine.new_game(seed))
    theirs, following = pyspiel.load_game(name), Following(engine)
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    if theirs.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION:
        search = pyspiel.MCTSBot(theirs, evaluator, _WEIGHT, budget.passes, _MEGABYTES, False, seed, False)
    else:
        most_visits = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        search = pyspiel.ISMCTSBot(seed, evaluator, _WEIGHT, budget.passes, -1, most_visits, False, True)
    node = start(session, theirs, mapping)
    while node.answers:
        state = node.ours.state
        if len(node.answers) == 1:
            place = 0
        elif (state.player == one) == (players == 2):
            place = thinker.decide(following.moment(state), bot_seed(seed, state.player))
        else:
            wanted = search.step(node.theirs)
            place = next(place for place in node.answers if mapping.action(node.ours, place) == wanted)
        following.answered(state, place)
        (node,) = after(node, place, mapping)
    winners, counted = node.ours.state.winners, node.theirs.returns()
    more = float(counted[one] - (sum(counted) - counted[one]) / (players - 1))
    return (one in winners) / len(winners) if winners else 1 / players, more


# ---------------------------------------------------------------- our games, by the door


@lru_cache(maxsize=1)
def _opened(name: str, players: int) -> Any:
    import pyspiel

    import interpreter.doors.openspiel  # noqa: F401  (registers the game)

    return pyspiel.load_game("bylaws", {"rules": name, "players": players})


def _by_the_door(name: str, players: int, passes: int, seed: int) -> float:
    import numpy as np
    from open_spiel.python.algorithms import ismcts, mcts

    opened, mine, luck = _opened(name, players), seed % players, np.random.RandomState(seed)
    played = mcts.RandomRolloutEvaluator(1, luck)
    search = ismcts.ISMCTSBot(opened, played, _WEIGHT, passes, random_state=luck, allow_inconsistent_action_sets=True)
    state = opened.new_initial_state()
    state.apply_action(seed % opened.seeds)
    while not state.is_terminal():
        if len(state.legal_actions()) == 1:
            state.apply_action(0)
        elif state.current_player() == mine:
            state.apply_action(state.at.think(passes, mix(seed ^ len(state.history()))).best)
        else:
            state.apply_action(search.step(state))
    return (float(state.returns()[mine]) * (players - 1) + 1) / players
