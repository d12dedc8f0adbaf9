"""They're Coming! on the engine and written by hand: the same questions and answers, and the same table after each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from dsl.loading import load
from interpreter.engine import Engine
from interpreter.players.uniform import random_bot
from interpreter.runtime.chance import bot_seed
from interpreter.runtime.state import State, value_of
from tests.benchmarks.theyre_coming import hand_written

#: Players, the engine, and games: as few as show something new.
TABLES = ((1, "generated", 12), (2, "generated", 8), (4, "generated", 8), (7, "generated", 6), (3, "reference", 1))
MANY = 60


@cache
def engine(players: int, kind: str = "generated") -> Engine:
    game = load("theyre_coming", ()).game
    assert game is not None
    return Engine(game, players, engine=kind)


def games_side_by_side(players: int, seed: int, kind: str) -> Iterator[tuple[State, hand_written.Game]]:
    """Plays both games with the same random players; gives both at each question, and at the end."""
    by_rules = engine(players, kind)
    state = by_rules.new_game(seed)
    by_hand = hand_written.Game(players, seed)
    play = by_hand.play()
    luck = [bot_seed(seed, seat) for seat in range(players)]
    question = next(play)
    while True:
        seat, options, may_pass = question
        asked = [*state.options, *(hand_written.OTHER_NUMBER for _ in state.offers)]
        assert (state.player, asked, bool(state.can_pass)) == (seat, list(options), may_pass)
        yield state, by_hand
        luck[seat], place = random_bot(luck[seat], len(options) + may_pass, may_pass)
        by_rules.advance(state, place)
        try:
            question = play.send(options[place] if place < len(options) else None)
        except StopIteration:
            break
    assert state.over
    assert list(state.winners) == by_hand.winners
    yield state, by_hand


def laid_out(rules: Engine, state: State) -> dict[str, Any]:
    """What lies where, and what everybody has, on the engine's table."""

    def zone(name: str) -> list[list[int]]:
        slot = rules.program.layout.zones[name]
        return state.zones[slot.base : slot.base + slot.count]

    return {
        **{name: zone(name) for name in ("floor", "prone", "deployed", "hand", "shown")},
        **{name: zone(name)[0] for name in ("off_board", "policies", "zombie_supply", "former_bosses")},
        "character": [(slot or [hand_written.GONE])[0] for slot in zone("character")],
        **{name: list(value_of(state, name)) for name in ("injuries", "strikes", "undead")},
        "boss_injuries": value_of(state, "boss_injuries"),
    }


def laid_out_by_hand(game: hand_written.Game) -> dict[str, Any]:
    """The same, in the game written by hand."""
    return {
        "floor": game.floor,
        "prone": game.prone,
        "deployed": game.deployed,
        "hand": game.hands,
        "shown": game.shown,
        "off_board": game.off,
        "policies": game.policies,
        "zombie_supply": game.supply,
        "former_bosses": game.former_bosses,
        "character": game.character,
        "injuries": game.injuries,
        "strikes": game.strikes,
        "undead": [int(dead) for dead in game.dead],
        "boss_injuries": game.boss_injuries,
    }


def in_hand_elsewhere(found: dict[str, Any]) -> dict[str, Any]:
    """Without what is on its way while somebody is asked: cards just drawn, and those just given up."""
    return {name: worth for name, worth in found.items() if name not in ("hand", "shown")}


@pytest.mark.slow
@pytest.mark.parametrize(("players", "kind", "games"), TABLES)
def test_the_same_answers_give_the_same_game(players: int, kind: str, games: int) -> None:
    rules = engine(players, kind)
    for seed in range(games):
        for state, by_hand in games_side_by_side(players, seed, kind):
            assert in_hand_elsewhere(laid_out(rules, state)) == in_hand_elsewhere(laid_out_by_hand(by_hand))
        assert laid_out(rules, state) == laid_out_by_hand(by_hand)


@pytest.mark.slow
@pytest.mark.parametrize("players", range(1, 8))
def test_many_games_have_the_same_questions(players: int) -> None:
    for seed in range(1000, 1000 + MANY):
        for _ in games_side_by_side(players, seed, "generated"):
            pass
