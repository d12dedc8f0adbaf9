"""Rules that hold whenever something is so, whatever of the state that is."""

from __future__ import annotations

import pytest

from interpreter.engine import Engine
from tests.played_alike import played_alike
from tests.tables import game_of

RULES = """
game "Watched":
    players: 2
counter coin of player
counter fame of player
cards Card: rank: number
zone pile: stack, face down
zone shown: row, face up
flag marked of Card
deck Card in pile:
    3 x "Low", rank 1
    3 x "High", rank 2
setup: shuffle pile

action rest "Rest", once per turn: nothing happens
action show "Show":
    move top of pile to shown
    gain 1 coin

round day "Day" until round_number >= 3:
    players take turns:
        you take one action from rest, show
        gain 1 coin
        shuffle pile

whenever ({condition}) and highest fame of players < 3:
    each player: gain 1 fame

game ends after day when round_number >= 3: the player with most coin wins
"""


@pytest.mark.parametrize(
    "condition",
    [
        "active_player is not none",
        "next_player is none",
        "round_number > 1",
        "highest coin of players > 2",
        "shown is not empty",
        "rank of top of pile > 1",
        "any Card in shown where face_up",
        "any Card in shown where holder is none",
        "(number of players where coin > 1) > 1",
    ],
)
def test_whatever_it_looks_at_both_engines_play_the_same(condition: str) -> None:
    for end in played_alike(game_of(RULES.format(condition=condition)), 2, 3):
        assert max(end["fame"]) <= 3


GIVEN = """game "Given":
    players: 2
counter coin of player
counter granted
whenever next_player exists and granted = 0:
    raise granted by 1
    end turn
phase going "Going":
    players take turns:
        gain 1 coin
        if granted = 0: set next_player to you
        gain 5 coins
game ends after going: nobody wins
"""


@pytest.mark.parametrize("engine", ["generated", "reference"])
def test_who_is_given_the_next_turn_is_looked_at_before_the_next_sentence(engine: str) -> None:
    """So the first turn is over behind it, and whoever began has another."""
    playing = Engine(game_of(GIVEN), 2, engine=engine)
    assert playing.dump(playing.new_game(1))["variables"]["coin"] == [7, 6]
