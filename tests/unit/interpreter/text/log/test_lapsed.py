"""Rules that held for a time are told to be over, on both engines, to those who know where they come from."""

from __future__ import annotations

import pytest

from tests.tables import game_of, table

SPELLS = game_of(
    """game "Spells":
    players: 2 to 2
counter coins of player
action bless "Bless":
    until start of your next turn:
        after any player gaining some coins: gain 1 coins
action hurry "Hurry":
    until end of this turn:
        exception to dear: instead 1
define dear: 2
round day "Day":
    players take turns:
        you take up to 1 actions from bless, hurry
        gain dear coins
game ends after day when highest coins of players > 90: nobody wins
"""
)


@pytest.mark.parametrize("engine", ["reference", "python"])
def test_the_end_of_a_timed_effect_is_told(engine: str) -> None:
    session = table(SPELLS, 2, engine=engine)
    session.decide(0)  # Ann blesses
    session.decide(1)  # Ben hurries
    told = [line.text for line in session.log(0)]
    hurried, blessed = told.index("Ben's Hurry is over."), told.index("Your Bless is over.")
    assert hurried < blessed and "Ann's Bless is over." in [line.text for line in session.log(1)]
    assert not session.view(0).effects
