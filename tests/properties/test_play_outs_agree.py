"""A game that is played in one go is the game that is played question by question, but for who knows which piece."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dsl.ir import nodes as ir
from interpreter.engine import Choose, Engine
from interpreter.errors import RuleFault
from interpreter.runtime.chance import below, bot_seed
from interpreter.runtime.state import State
from tests.bundled import GAMES, each_sitting
from tests.properties.ir_programs import games
from tests.tables import game, game_of

pytestmark = pytest.mark.slow

CLASSICS = (
    ("goofspiel", 3), ("hearts", 4), ("kuhn_poker", 2), ("leduc_poker", 2), ("liars_dice", 3), ("tic_tac_toe", 2),
)  # fmt: skip
#: A made-up game that goes on longer than this is left.
MOST_DECISIONS = 2000


class TooMany(Exception):
    """The game goes on and on."""


def seat(seed: int, place: int, met: list[tuple[int, int, int]]) -> Choose:
    """Somebody who answers by luck, and notes what was asked."""
    luck = bot_seed(seed, place)

    def choose(count: int, can_pass: int) -> int:
        nonlocal luck
        if len(met) > MOST_DECISIONS:
            raise TooMany
        met.append((place, count, can_pass))
        luck, index = below(luck, count)
        return index

    return choose


def in_one_go(engine: Engine, seed: int) -> Any:
    met: list[tuple[int, int, int]] = []
    state = engine.play_out(seed, [seat(seed, place, met) for place in range(engine.players)])
    return None if state is None else (met, left_of(engine, state))


def question_by_question(engine: Engine, seed: int) -> Any:
    met: list[tuple[int, int, int]] = []
    choose = [seat(seed, place, met) for place in range(engine.players)]
    state = engine.new_game(seed)
    while engine.asks(state):
        if state.decisions > MOST_DECISIONS:
            raise TooMany  # nobody is asked who has a single answer
        count = engine.option_count(state)
        engine.advance(state, choose[state.player](count, state.can_pass) if count > 1 else 0)
    return met, left_of(engine, state)


def left_of(engine: Engine, state: State) -> Any:
    """All that can be told of a game at its end; who knows which piece only if there is a journal."""
    dump = engine.dump(state)
    if state.journal is None:
        del dump["seen"]
    return dump, state.journal


def agree(rules: ir.Game, players: int, seed: int, *, journal: bool = False) -> bool:
    """Whether the game could be played in one go; then it is the same game."""
    engine = Engine(rules, players, trace=journal)
    try:
        slowly = question_by_question(engine, seed)
    except TooMany:
        return False
    except RuleFault:
        assert in_one_go(engine, seed) is None, "a game that fails is left to be played question by question"
        return False
    quickly = in_one_go(engine, seed)
    assert quickly is None or quickly == slowly
    return quickly is not None


@pytest.mark.parametrize(("name", "players"), CLASSICS)
def test_a_classic_is_played_in_one_go(name: str, players: int) -> None:
    assert all(agree(game(name), players, seed, journal=seed % 3 == 0) for seed in range(30))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_rule_set_and_size_of_table_is_played_in_one_go(name: str) -> None:
    for place, sitting in enumerate(each_sitting(name)):
        assert agree(game(sitting.name, *sitting.variants), sitting.players, place, journal=place % 2 == 1)


#: Has what no classic has: several actions offered beside a question, piles that change places, a rule about faces.
FAIR = """
game "Fair":
    players: 2 to 3

cards Card: worth: number
zone pack: stack, face down
zone spare: stack, face down
zone stall of player: row, face down, seen by nobody
counter coin of player
counter ticket of player: from 0 to 3

deck Card in pack:
    3 x "Plum", worth 1
    3 x "Pear", worth 2
deck Card in spare:
    4 x "Fig", worth 5

setup:
    shuffle pack
    each player:
        gain 1 ticket
        draw 2 from pack to your stall

anytime action sell "Sell", during trading: gain 3 coins
anytime action cash "Cash in", during trading:
    needs ticket of you > 0
    lose 1 ticket
    gain 1 coin

round day "Day":
    step 1 trading "Trading":
        players take turns:
            choose a number from 0 to 2 as bid asking "Bid?"
            gain bid coins
            you may "Change":
                swap pack and spare
            draw 1 from pack to your stall
            flip top of your stall face up
            for each card in your stall where face_up: gain 1 coin
            if face_up of top of your stall: gain 1 coin
    step 2 resting "Resting":
        players take turns:
            you may choose a card from your stall as gone asking "Away with which?":
                move gone to spare

game ends after day when round_number >= 4: the player with most coin wins
"""


def test_offers_piles_that_change_places_and_faces_are_the_same_in_one_go() -> None:
    rules = game_of(FAIR)
    assert sum(agree(rules, 3, seed) for seed in range(40)) > 10


@settings(max_examples=12, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(games(), st.integers(0, 99), st.booleans())
def test_a_made_up_game_is_the_same_in_one_go(rules: ir.Game, seed: int, journal: bool) -> None:
    agree(rules, 3, seed, journal=journal)
