"""Whole games, from the first question to the end, are the same on both engines.

500 seeds of each rule set of a short game for two; of every game a few at any table, and one at each.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from dsl.ir import nodes as ir
from interpreter.engine import Engine
from interpreter.runtime.chance import below, bot_seed
from tests.bundled import EACH_GAME, Sitting, rule_sets, seats, sittings
from tests.properties.ir_programs import games
from tests.properties.test_backends_agree import agree
from tests.tables import game

SEEDS = 500
MADE_UP = 100
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


@pytest.mark.parametrize("name", EACH_GAME)
@settings(max_examples=2, phases=AS_THEY_COME, suppress_health_check=list(HealthCheck), deadline=None)
@given(data=st.data(), seed=st.integers(0, 1_000_000))
def test_a_whole_game_is_the_same_on_both_engines(name: str, data: st.DataObject, seed: int) -> None:
    agree_to_the_end(data.draw(sittings(name)), seed)


@pytest.mark.slow
@pytest.mark.parametrize("name", EACH_GAME)
def test_every_rule_set_and_every_size_of_table_is_the_same_on_both_engines(name: str) -> None:
    for players in seats(name):
        agree_to_the_end(Sitting(name, (), players), players)
    for place, variants in enumerate(rule_sets(name)[1:]):
        sizes = seats(name, variants)
        agree_to_the_end(Sitting(name, variants, sizes[place % len(sizes)]), place)


@pytest.mark.slow
@settings(max_examples=MADE_UP, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(games(), st.integers(0, 99), st.integers(0, 99))
def test_many_made_up_games_are_the_same_on_both_engines(rules: ir.Game, seed: int, luck: int) -> None:
    agree(rules, 3, seed, luck)
