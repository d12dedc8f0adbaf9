"""Whoever thinks comes to the same natively and by the stepping engine: visits and means of every answer."""

from collections.abc import Iterator

import pytest

from dsl.ir import nodes as ir
from interpreter.engine import Engine
from interpreter.players.thinking.aim import aim_of
from interpreter.players.thinking.budget import Budget
from interpreter.players.thinking.moment import Following, Moment
from interpreter.players.thinking.thinker import Thinker, by_stepping
from interpreter.players.uniform import random_bot
from tests.properties.test_secrecy import MARKS, MASKS
from tests.tables import game, game_of

PASSES = 30
#: Each with how many play, how many decisions are made, and how many of these are thought over.
GAMES = {
    "tic_tac_toe": (2, 9, 2), "kuhn_poker": (2, 6, 1), "leduc_poker": (2, 9, 1), "goofspiel": (3, 21, 3),
    "liars_dice": (3, 15, 2), "hearts": (4, 40, 6), "last_biscuit": (3, 20, 3),
}  # fmt: skip
LARGE = {
    "action_the_project": (3, 90, 25), "bad_day_at_the_office": (3, 91, 30), "office_job": (3, 60, 25),
    "theyre_coming": (3, 61, 30), "thrown_under_the_bus": (3, 61, 30),
}  # fmt: skip


def moments(engine: Engine, seed: int, most: int, every: int) -> Iterator[Moment]:
    """Decisions of a game that is played by chance."""
    state, luck, following = engine.new_game(seed), seed, Following(engine)
    for made in range(most):
        if not engine.asks(state):
            return
        if made % every == 0 and engine.option_count(state) > 1:
            yield following.moment(engine.clone(state))
        luck, place = random_bot(luck, engine.option_count(state), state.can_pass)
        following.answered(state, place)
        engine.advance(state, place)


def comes_to_the_same(
    rules: ir.Game, players: int, most: int, every: int, seeds: int = 2, *, score: bool = False
) -> None:
    engine = Engine(rules, players)
    native, aim = Thinker(engine, Budget(PASSES, score=score)), aim_of(engine, score=score)
    assert native._native is not None
    thought_over = 0
    for seed in range(seeds):
        for moment in moments(engine, seed, most, every):
            found = native.think(moment, 7)
            assert found == by_stepping(engine, moment, PASSES, 7, aim=aim)
            assert found.passes + found.lost == PASSES and found.lost <= PASSES // 4
            thought_over += 1
    assert thought_over > 1


@pytest.mark.parametrize("name", GAMES)
def test_both_back_ends_come_to_the_same(name: str) -> None:
    comes_to_the_same(game(name), *GAMES[name])


@pytest.mark.parametrize("name", ["leduc_poker", "goofspiel", "hearts", "last_biscuit"])
def test_both_back_ends_come_to_the_same_if_they_are_after_the_score(name: str) -> None:
    comes_to_the_same(game(name), *GAMES[name], seeds=1, score=True)


@pytest.mark.slow
@pytest.mark.parametrize("rules", [MASKS, MARKS], ids=["masks", "marks"])
def test_both_back_ends_come_to_the_same_where_much_is_hidden(rules: str) -> None:
    comes_to_the_same(game_of(rules), 3, 40, 4)


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_both_back_ends_come_to_the_same_in_large_games(name: str) -> None:
    comes_to_the_same(game(name), *LARGE[name], seeds=1)
