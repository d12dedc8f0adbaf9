"""Whole games, from the first question to the end, are the same on both engines.

500 seeds of each rule set of a short game for two; fewer of the longer games, at tables of every size. Every other
variant is in `test_backends_agree`.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dsl.ir import nodes as ir
from interpreter.chance import below, bot_seed
from interpreter.engine import Engine
from tests.properties.ir_programs import games
from tests.properties.test_backends_agree import agree
from tests.tables import game

SEEDS = 500
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


LONGER = {
    "bad_day_at_the_office": ((), ("short_cuts", "ants"), ("difficulty", "watched")),
    "office_job": ((), ("board_room",), ("draft",)),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "variants"),
    [(name, variants) for name, sets in LONGER.items() for variants in sets],
    ids=lambda part: part if isinstance(part, str) else "+".join(part) or "base",
)
def test_longer_games_are_the_same_on_both_engines(name: str, variants: tuple[str, ...]) -> None:
    rules = game(name, *variants)
    for players in range(rules.fewest_players, rules.most_players + 1):
        generated = Engine(rules, players, trace=True)
        reference = Engine(rules, players, trace=True, engine="reference")
        for seed in range(24 // players):
            assert whole_game(generated, seed) == whole_game(reference, seed), (players, seed)


@pytest.mark.slow
@settings(max_examples=SEEDS, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large], deadline=None)
@given(games(), st.integers(0, 99), st.integers(0, 99))
def test_many_made_up_games_are_the_same_on_both_engines(rules: ir.Game, seed: int, luck: int) -> None:
    agree(rules, 3, seed, luck)
