"""Whole games, from the first question to the end, are the same on both engines.

100 seeds of five rule sets of a short game for two, so that what happens in one game of a hundred is met with a chance
of 0.99; of every game a few at any table, and one at each.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from interpreter.engine import Engine
from interpreter.runtime.chance import below, bot_seed
from tests.bundled import GAMES, SMALL_GAMES, Sitting, each_sitting, sittings
from tests.tables import game

SEEDS = 100
#: A case is a whole game, so that a smaller one would take minutes to find.
AS_THEY_COME = (Phase.explicit, Phase.reuse, Phase.generate)
RULE_SETS = ((), ("fate",), ("sealed_bids",), ("no_gifts", "own_card"), ("spent_cards", "fate", "kinder_fate"))


def whole_game(engine: Engine, seed: int) -> tuple[Any, ...]:
    """Everything that happened, with the answers that were given, and the state at the end."""
    luck = bot_seed(seed, 0)
    state = engine.new_game(seed)
    answers = []
    while engine.asks(state):
        luck, index = below(luck, engine.option_count(state))
        answers.append((state.player, state.site, engine.code(state, index)))
        engine.advance(state, index)
    return answers, state.journal, engine.dump(state)


@pytest.mark.slow
@pytest.mark.parametrize("variants", RULE_SETS, ids=lambda v: "+".join(v) or "base")
def test_whole_games_are_the_same_on_both_engines(variants: tuple[str, ...]) -> None:
    rules = game("action_the_project", *variants)
    generated = Engine(rules, 2, trace=True)
    reference = Engine(rules, 2, trace=True, engine="reference")
    for seed in range(SEEDS):
        assert whole_game(generated, seed) == whole_game(reference, seed), seed


def agree_to_the_end(sitting: Sitting, seed: int) -> None:
    """A whole game with the same answers on both engines."""
    rules = game(sitting.name, *sitting.variants)
    generated = Engine(rules, sitting.players, trace=True)
    reference = Engine(rules, sitting.players, trace=True, engine="reference")
    assert whole_game(generated, seed) == whole_game(reference, seed)


@pytest.mark.parametrize("name", SMALL_GAMES)
@settings(max_examples=2, phases=AS_THEY_COME, suppress_health_check=list(HealthCheck), deadline=None)
@given(data=st.data(), seed=st.integers(0, 1_000_000))
def test_a_whole_game_is_the_same_on_both_engines(name: str, data: st.DataObject, seed: int) -> None:
    agree_to_the_end(data.draw(sittings(name)), seed)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_rule_set_and_every_size_of_table_is_the_same_on_both_engines(name: str) -> None:
    for seed, sitting in enumerate(each_sitting(name)):
        agree_to_the_end(sitting, seed)
