"""Games as environments of PettingZoo: its own tests pass, and who is asked, the mask and the rewards are right."""

from __future__ import annotations

import random
import re
import sys

import pytest

from interpreter import open_game
from interpreter.doors.sizes import ROOM
from tests.bundled import EACH_GAME, seats

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'bylaws[rl]'")

from pettingzoo.test import api_test, seed_test

from interpreter.doors.pettingzoo import Environment

#: PettingZoo says so of all environments with a mask, and of all that cannot be drawn as a picture.
pytestmark = pytest.mark.filterwarnings("ignore:Observation", "ignore:The observation contains negative numbers")


@pytest.mark.parametrize("name", EACH_GAME)
def test_what_pettingzoo_asks_of_an_environment(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    players = seats(name)[-1]
    api_test(Environment(name, players), num_cycles=40)
    seed_test(lambda: Environment(name, players), num_cycles=15)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("name", EACH_GAME)
def test_the_same_seed_and_actions_are_the_same_game(name: str) -> None:
    env, state, luck = Environment(name), open_game(name).new(seed=5), random.Random(3)
    env.reset(seed=5)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        if termination or truncation:
            assert (truncation, reward) == (False, state.player_return(int(agent[-1])))
            env.step(None)
            continue
        assert agent == f"seat_{state.current_player()}" and reward == 0
        assert observation is not None
        assert [*observation["action_mask"].nonzero()[0]] == state.legal_actions()
        action = luck.choice(state.legal_actions())
        env.step(action)
        state.apply(action)
    assert state.is_terminal() and env.agents == []


def test_who_is_not_asked_has_no_action_and_others_do_not_see_the_answers() -> None:
    env = Environment("hearts")
    env.reset(seed=1)
    asked = env.agents.index(env.agent_selection)
    for seat, agent in enumerate(env.possible_agents):
        assert env.observe(agent)["action_mask"].any() == (seat == asked)
    hands = {agent: env.observe(agent)["observation"].tolist() for agent in env.agents}
    assert len({tuple(hand[1:]) for hand in hands.values()}) == 4


def test_games_follow_from_a_seed_and_long_ones_are_cut_off() -> None:
    env = Environment("leduc_poker", most_decisions=1, render_mode="ansi")
    began = []
    for seed in (4, None, 4, None):
        env.reset(seed=seed)
        began.append(str(env.position))
        assert (env.render() or "").endswith(env.position.prompt())
        env.step(0)
        assert all(env.truncations.values()) and not any(env.terminations.values())
    assert began[0] == began[2] and began[1] == began[3] != began[0]
    env.render_mode = None
    assert env.render() is None


def test_there_is_room_for_as_many_answers_as_the_rules_allow() -> None:
    assert Environment("goofspiel").action_space("seat_0").n == 13 + 1  # type: ignore[attr-defined]
    assert Environment("action_the_project", 3).action_space("seat_0").n == ROOM  # type: ignore[attr-defined]
    env = Environment("goofspiel", most_actions=5)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="13 answers are more than there is room for: say most_actions=13"):
        env.last()


def test_what_is_missing_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "interpreter.doors.pettingzoo")
    with pytest.raises(ImportError, match=re.escape("PettingZoo is missing: pip install 'bylaws[rl]'")):
        __import__("interpreter.doors.pettingzoo")
