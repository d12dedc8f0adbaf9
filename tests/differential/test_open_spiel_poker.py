"""Kuhn Poker and Leduc Poker: every game of them beside OpenSpiel's."""

from __future__ import annotations

from collections.abc import Hashable

import pytest

from interpreter.runtime.state import value_of
from interpreter.table.session import Session
from tests.differential.lockstep import (
    Mapping,
    Node,
    answers,
    by_depth,
    lying,
    shown,
    starts,
    their_luck,
    told_apart_here_alone,
    told_apart_there_alone,
    walked,
)
from tests.tables import game, table

spiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this platform")

RANKS = ("Jack", "Queen", "King")
SUITS = ("Spades", "Hearts")

KUHN = Mapping(
    action=lambda session, index: {"Check": 0, "Fold": 0, "Bet": 1, "Call": 1}[answers(session)[index]],
    chance=lambda session, theirs: RANKS.index(lying(session, "hand", len(theirs.history()))[0]),
    returns=lambda session: chips_won(session, 2),
)

LEDUC = Mapping(
    action=lambda session, index: {"Fold": 0, "Check": 1, "Call": 1, "Bet": 2}[answers(session)[index]],
    chance=lambda session, theirs: leduc_card(session, len(theirs.history())),
    returns=lambda session: chips_won(session, 13),
    counts=lambda session: lying(session, "pile")[:3] == sorted(lying(session, "pile")[:3]),
)


def chips_won(session: Session, at_first: int) -> list[float]:
    return [chips - at_first for chips in value_of(session.state, "chips")]


def leduc_card(session: Session, dealt: int) -> int:
    """The first two go into hands, the next one onto the table."""
    (title,) = lying(session, "hand", dealt) if dealt < 2 else lying(session, "table")
    rank, suit = title.split(" of ")
    return RANKS.index(rank) * len(SUITS) + SUITS.index(suit)


def known(node: Node, seat: int) -> tuple[Hashable, Hashable]:
    return shown(node.ours, seat), node.theirs.information_state_string(seat)


@pytest.mark.parametrize(
    ("name", "mapping"),
    [
        pytest.param("kuhn_poker", KUHN, id="kuhn"),
        pytest.param("leduc_poker", LEDUC, id="leduc", marks=pytest.mark.slow),
    ],
)
def test_every_game(name: str, mapping: Mapping) -> None:
    """The same player to move, the same answers, the same returns, as likely, as many; and players know as much."""
    their_game = spiel.load_game(name)
    found = walked(starts(table(game(name), 2, engine="generated"), their_game, mapping), mapping, known)
    expected = their_luck(their_game)
    assert by_depth(found.luck) == by_depth(expected)
    assert found.luck == pytest.approx(expected)
    assert not told_apart_here_alone(found.known)
    assert not told_apart_there_alone(found.known)
