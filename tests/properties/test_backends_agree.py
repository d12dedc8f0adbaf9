"""The generated engine and the reference play the same game: same questions, same journal, same state, same faults."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dsl.ir import nodes as ir
from interpreter.engine import Engine
from interpreter.errors import RuleFault
from interpreter.runtime.state import State
from tests.properties.ir_programs import games, made_up
from tests.tables import game

MOST_DECISIONS = 40


def question(engine: Engine, state: State) -> tuple[Any, ...]:
    """All that whoever answers could tell apart."""
    asked = engine.asked(state)
    words = [engine.evaluate(state, part) for part in asked.prompt if not isinstance(part, str)]
    options = tuple(state.options)
    return (
        state.player, state.site, options, state.offers, state.can_pass, words,
        engine.running(state),
    )  # fmt: skip


def played(engine: Engine, seed: int, luck: int) -> Iterator[Any]:
    """Every question of a game, then how it ended; the same luck gives the same places as answers."""
    chance = random.Random(luck)
    try:
        state = engine.new_game(seed)
        for _ in range(MOST_DECISIONS):
            if not engine.asks(state):
                break
            check_pieces(engine, state)
            yield question(engine, state)
            state = _gone_another_way(engine, state, chance)
            engine.advance(state, chance.randrange(engine.option_count(state)))
    except RuleFault as fault:
        yield "fault", fault.message
        return
    yield engine.dump(state)
    yield state.journal


def check_pieces(engine: Engine, state: State) -> None:
    """Every piece lies in exactly one zone, the one it says, and counters are within their bounds."""
    places = {piece: zone for zone, pieces in enumerate(state.zones) for piece in pieces}
    assert sorted(piece for pieces in state.zones for piece in pieces) == list(range(len(state.kind)))
    assert [places[piece] for piece in range(len(state.kind))] == state.zone
    for name, slot in engine.program.layout.variables.items():
        held = engine.dump(state)["variables"][name]
        for worth in held if slot.sizes else [held]:
            assert slot.low is None or worth >= slot.low
            assert slot.high is None or worth <= slot.high


def _gone_another_way(engine: Engine, state: State, chance: random.Random) -> State:
    """Now and then the game goes on with a copy, after the original has gone another way."""
    if chance.random() < 0.8:
        return state
    copy = engine.clone(state)
    with suppress(RuleFault):
        engine.advance(state, chance.randrange(engine.option_count(state)))
    return copy


def agree(rules: ir.Game, players: int, seed: int, luck: int, *, times: int = 1) -> None:
    """Plays the same game on both engines, side by side; many times, as code takes longer to write than to play."""
    generated = Engine(rules, players, trace=True)
    plain = Engine(rules, players)
    reference = Engine(rules, players, trace=True, engine="reference")
    for luck_then in range(luck, luck + times):
        expected = list(played(reference, seed, luck_then))
        same(expected, list(played(generated, seed, luck_then)))
        if expected[-1] and expected[-1][0] != "fault":
            expected[-1] = None  # without a journal
        same(expected, list(played(plain, seed, luck_then)))


def same(expected: list[Any], got: list[Any]) -> None:
    """Fails with the first difference alone: to show all of two long games takes minutes."""
    for number, (one, other) in enumerate(zip(expected, got, strict=False)):
        assert one == other, f"at question {number}"
    assert len(expected) == len(got)


some = settings(max_examples=4, suppress_health_check=list(HealthCheck), deadline=None)


@pytest.mark.slow
@given(games(), st.integers(0, 99), st.integers(0, 99))
@some
def test_made_up_games_are_the_same_on_both_engines(rules: ir.Game, seed: int, luck: int) -> None:
    agree(rules, 3, seed, luck)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 20, 10))
def test_many_made_up_games_are_the_same_on_both_engines(first: int) -> None:
    for luck in range(first, first + 10):
        agree(made_up(random.Random(luck).randrange), 3, luck, luck, times=3)


@pytest.mark.slow
def test_what_a_rule_leaves_undecided_is_not_what_was_decided_before() -> None:
    agree(made_up(random.Random(10817443).randrange), 3, 0, 0)


@pytest.mark.slow
@settings(some, max_examples=10)
@given(games(), st.integers(0, 99), st.integers(0, 99))
def test_many_others_are_the_same_on_both_engines(rules: ir.Game, seed: int, luck: int) -> None:
    agree(rules, 3, seed, luck, times=3)


@pytest.mark.slow
@pytest.mark.parametrize("variants", [(), ("fate",), ("sealed_bids",), ("spent_cards", "fate")], ids=str)
@pytest.mark.parametrize("players", [2, 5])
def test_a_bundled_game_is_the_same_on_both_engines(variants: tuple[str, ...], players: int) -> None:
    agree(game("action_the_project", *variants), players, seed=players, luck=7)


@pytest.mark.parametrize("variants", [(), ("ants", "short_cuts"), ("difficulty", "score")], ids=str)
@pytest.mark.parametrize("players", [2, 6])
def test_a_bundled_game_with_a_board_is_the_same_on_both_engines(variants: tuple[str, ...], players: int) -> None:
    agree(game("bad_day_at_the_office", *variants), players, seed=players, luck=7)
