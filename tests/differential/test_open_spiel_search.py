"""What OpenSpiel has written in Python takes our states as if they were its own, and finds the same."""

from __future__ import annotations

import random
from typing import Any

import pytest

from interpreter import open_game

spiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this platform")


def uniform(name: str, ours: Any) -> tuple[list[float], list[float]]:
    """What both players have of a game on average if they play by chance, here and there."""
    from open_spiel.python.algorithms.expected_game_score import policy_value
    from open_spiel.python.policy import UniformRandomPolicy

    games = ours, spiel.load_game(name)
    values = [policy_value(game.new_initial_state(), [UniformRandomPolicy(game)] * 2) for game in games]
    return list(values[0]), list(values[1])


def test_kuhn_poker_by_chance() -> None:
    ours, theirs = uniform("kuhn_poker", open_game("kuhn_poker", returns="chips"))
    assert ours == pytest.approx([1 / 8, -1 / 8])
    assert theirs == pytest.approx(ours)


def test_the_value_of_tic_tac_toe_from_anywhere() -> None:
    """Actions have other numbers: theirs are squares, ours the places among those that are free."""
    from open_spiel.python.algorithms.minimax import expectiminimax

    luck, values = random.Random(1), set()
    for _ in range(12):
        ours, theirs = open_game("tic_tac_toe").new_initial_state(), spiel.load_game("tic_tac_toe").new_initial_state()
        for _ in range(4):
            action = luck.choice(ours.legal_actions())
            theirs.apply_action(theirs.legal_actions()[action])
            ours.apply_action(action)
        found = [expectiminimax(state, 9, lambda state: 0.0, 0)[0] for state in (ours, theirs)]
        assert found[0] == found[1]
        values.add(found[0])
    assert len(values) > 1
