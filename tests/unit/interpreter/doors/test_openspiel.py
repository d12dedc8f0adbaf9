"""Games as games of OpenSpiel: its own test passes, and its algorithms find what is known of a game."""

from __future__ import annotations

import pickle
import random
import re
import sys
from typing import Any

import pytest

from interpreter import RuleFault, open_game
from tests.bundled import EACH_GAME, seats
from tests.unit.interpreter.test_api import FAULTY

pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this platform")

import pyspiel as spiel

from interpreter.doors.openspiel import SpielGame, _unlike


def loaded(**parameters: object) -> Any:
    return spiel.load_game("bylaws", parameters)


@pytest.mark.slow
@pytest.mark.parametrize("name", EACH_GAME)
def test_what_openspiel_asks_of_a_game(name: str) -> None:
    spiel.random_sim_test(loaded(rules=name, players=max(2, seats(name)[0])), num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["kuhn_poker", "goofspiel", "hearts", "last_biscuit"])
def test_the_same_where_chance_draws_each_number(name: str) -> None:
    spiel.random_sim_test(loaded(rules=name, seeds=0), num_sims=1, serialize=True, verbose=False)


def test_what_a_game_says_of_itself() -> None:
    kuhn = loaded(rules="kuhn_poker", returns="chips", seeds=7)
    assert (kuhn.num_players(), kuhn.num_distinct_actions(), kuhn.max_chance_outcomes()) == (2, 4 + 1, 7)
    assert (kuhn.min_utility(), kuhn.max_utility()) == (-2, 2)
    assert kuhn.get_type().utility == spiel.GameType.Utility.GENERAL_SUM
    hearts = loaded(rules="hearts")
    assert (hearts.min_utility(), hearts.max_utility(), hearts.utility_sum()) == (-1, 1, 0)
    team = loaded(rules="bad_day_at_the_office", players=3)
    assert team.get_type().utility == spiel.GameType.Utility.IDENTICAL and team.num_players() == 3
    short = loaded(rules="goofspiel", players=3, parameters="highest_card=4", actions=9)
    assert isinstance(short, SpielGame) and short.num_distinct_actions() == 9
    state = short.new_initial_state()
    assert state.chance_outcomes()[-1] == (999, 1 / 1000)
    state.apply_action(1)
    assert state.legal_actions() == [0, 1, 2, 3]


def test_a_state_says_what_our_own_says() -> None:
    state, ours, luck = loaded(rules="hearts").new_initial_state(), open_game("hearts").new(12), random.Random(1)
    assert state.is_chance_node() and str(state).endswith("-> -1") and state.action_to_string(-1, 12) == "seed 12"
    assert state.information_state_string(0) == "" and not any(state.observation_tensor(0))
    state.apply_action(12)
    while not state.is_terminal():
        seat = state.current_player()
        assert (seat, state.legal_actions()) == (ours.current_player(), ours.legal_actions())
        assert [state.action_to_string(one) for one in state.legal_actions()] == [
            ours.action_to_string(one) for one in ours.legal_actions()
        ]
        assert state.information_state_string() == ours.information_state_string()
        assert state.observation_string(3) == ours.observation_string(3)
        action = luck.choice(ours.legal_actions())
        state.apply_action(action)
        ours.apply(action)
    assert state.returns() == ours.returns() and state.full_history()
    again = pickle.loads(pickle.dumps(state))
    assert str(again) == str(state) and again.returns() == state.returns()


def test_names_that_are_alike_are_numbered() -> None:
    assert _unlike(["a card", "Ox", "a card"]) == ["a card", "Ox", "a card (2)"]
    assert _unlike(["a", "a", "a (2)"]) == ["1. a", "2. a", "3. a (2)"]


def test_rules_that_go_wrong_in_play_say_so() -> None:
    state = loaded(rules=FAULTY).new_initial_state()
    state.apply_action(1)
    with pytest.raises(RuleFault):
        state.apply_action(0)
    assert state.legal_actions() == [0, 1, 2]


@pytest.mark.slow
def test_regrets_find_what_kuhn_poker_is_worth() -> None:
    """A chip in eighteen games is lost by whoever begins (Kuhn 1950)."""
    from open_spiel.python.algorithms.cfr import CFRSolver
    from open_spiel.python.algorithms.expected_game_score import policy_value

    kuhn = loaded(rules="kuhn_poker", returns="chips", seeds=0)
    solver = CFRSolver(kuhn)
    for _ in range(30):
        solver.evaluate_and_update_policy()
    value = policy_value(kuhn.new_initial_state(), [solver.average_policy()] * 2)
    assert value[0] == pytest.approx(-1 / 18, abs=0.01) and value[0] == -value[1]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["goofspiel", "hearts"])
def test_a_search_in_other_worlds_plays_on(name: str) -> None:
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    pytest.importorskip("wasmtime", reason="nothing is dealt anew without native code")
    state = loaded(rules=name).new_initial_state()
    state.apply_action(3)
    bot = ISMCTSBot(loaded(rules=name), RandomRolloutEvaluator(1), 2.0, 8)
    for _ in range(6):
        state.apply_action(bot.step(state))
    assert not state.is_terminal()


def test_what_is_missing_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "interpreter.doors.openspiel")
    with pytest.raises(ImportError, match=re.escape("OpenSpiel is missing: pip install 'bylaws[openspiel]'")):
        __import__("interpreter.doors.openspiel")
