"""What Kuhn Poker is worth if both play it well, worked out on the engine from what players see there."""

from __future__ import annotations

import pytest

from interpreter.runtime.state import value_of
from interpreter.table.session import Session
from tests.differential.equilibrium import bounds, learned, tree, value
from tests.differential.lockstep import beginnings_of, shown
from tests.tables import game, table


@pytest.mark.slow
def test_whoever_begins_loses_a_chip_in_eighteen_games() -> None:
    """Kuhn 1950. Against the policy that is found, nobody wins much more than that."""
    deals = beginnings_of(table(game("kuhn_poker"), 2, engine="generated"))
    whole = tuple(tree(deal, chips_won, shown) for deal in deals)
    played = learned(whole, rounds=300)
    assert len(played) == 12, "there are six situations for each player"
    assert value(whole, played) == pytest.approx(-1 / 18, abs=1e-3)
    lowest, highest = bounds(whole, played)
    assert lowest <= -1 / 18 <= highest
    assert highest - lowest < 2e-3


def chips_won(session: Session) -> float:
    """What the first player has won."""
    return float(value_of(session.state, "chips")[0]) - 2
