"""Goofspiel beside OpenSpiel's: every game with three cards, and long games by chance with all thirteen.

OpenSpiel's game is the one in which prizes come in random order, bids are shown (`imp_info` is off) and points are
counted; its simultaneous bids are made one after another (`convert_to_turn_based`). Two things it has otherwise:

- It plays the last round by itself, as nobody has a choice there.
- Its information state lists the cards that are left, the prizes and who took them, but not who bid what when. Here all
  of that stands in the log. So what a player knows here is compared to that and all bids of the rounds that are over.
"""

from __future__ import annotations

from collections.abc import Hashable
from random import Random
from typing import Any

import pytest

from interpreter.engine import Engine
from interpreter.runtime.state import value_of
from interpreter.table.session import Session, Table
from tests.differential.lockstep import (
    Mapping,
    Node,
    by_depth,
    lying,
    played,
    shown,
    start,
    starts,
    their_luck,
    titles,
    told_apart_here_alone,
    told_apart_there_alone,
    walked,
)
from tests.tables import NAMES, game

spiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this platform")

MAPPING = Mapping(
    action=lambda session, index: int(titles(session, session.state.options)[index].removeprefix("Bid ")) - 1,
    chance=lambda session, theirs: int(lying(session, "pile")[-1].removeprefix("Prize of ")) - 1,
    returns=lambda session: [float(points) for points in value_of(session.state, "points")],
)


def ours(players: int, cards: int) -> Session:
    engine = Engine(game("goofspiel"), players, {"highest_card": cards}, trace=True)
    return Session(engine, Table("test", "", (), {}, NAMES[:players], ("random",) * players, 1))


def theirs(players: int, cards: int) -> Any:
    said = {"players": players, "num_cards": cards, "points_order": "random", "returns_type": "total_points"}
    return spiel.convert_to_turn_based(spiel.load_game("goofspiel", {**said, "imp_info": False}))


@pytest.mark.slow
@pytest.mark.parametrize(("players", "cards"), [(2, 3), (3, 2)])
def test_every_short_game(players: int, cards: int) -> None:
    """The same player to move, the same bids, the same points, as likely, as many; and players know as much."""
    found = walked(starts(ours(players, cards), theirs(players, cards), MAPPING), MAPPING, known)
    expected = their_luck(theirs(players, cards))
    assert by_depth(found.luck) == by_depth(expected)
    assert found.luck == pytest.approx(expected)
    assert not told_apart_here_alone(found.known)
    assert not told_apart_there_alone(found.known)


def known(node: Node, seat: int) -> tuple[Hashable, Hashable]:
    state, players = node.theirs, node.theirs.num_players()
    done = state.history()
    over = tuple(done[: len(done) // (players + 1) * (players + 1)])
    return shown(node.ours, seat), (state.information_state_string(seat), over)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "games"), [(2, 300), (4, 100)])
def test_long_games_by_chance(players: int, games: int) -> None:
    """With thirteen cards, step by step."""
    their_game = theirs(players, 13)
    for seed in range(games):
        session, luck = ours(players, 13), Random(seed)
        session.begin(session.engine.new_game(seed))
        node = played(start(session, their_game, MAPPING), MAPPING, lambda node: luck.choice(node.answers))  # noqa: B023
        assert len(node.theirs.history()) == 12 * (players + 1)
