"""Liar's Dice beside OpenSpiel's: every game with a die under each cup, and games by chance with more dice.

OpenSpiel's information state does not show the dice at the end of a game either; here they are shown when somebody
doubts. So what players know is compared wherever somebody decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import attrs
import pytest

from interpreter.engine import Engine
from interpreter.players.uniform import random_bot
from interpreter.runtime.state import value_of
from interpreter.table.session import Session, Table
from tests.differential.lockstep import (
    Mapping,
    Node,
    after,
    by_depth,
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

pytestmark = pytest.mark.slow

spiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this platform")

SOME = {0, 4, 5}  # an ordinary face, the highest of these, and the wild one
FACES = ("one", "two", "three", "four", "five", "six")


def mapping(dice: int) -> Mapping:
    """With so many dice under each cup."""
    return Mapping(
        action=lambda session, index: call(titles(session, session.state.options)[index], dice),
        chance=lambda session, theirs: faces(session)[len(theirs.history())],
        returns=lambda session: [1.0 if seat in session.state.winners else -1.0 for seat in range(2)],
    )


def call(title: str, dice: int) -> int:
    """The number that OpenSpiel gives it: bids by how many dice they are on, then by the face."""
    if title == "Liar!":
        return 2 * dice * len(FACES)
    quantity, face = title.split(" x ")
    return (int(quantity) - 1) * len(FACES) + FACES.index(face)


def faces(session: Session) -> list[int]:
    """What all dice show, player by player."""
    cups = value_of(session.state, "cup")
    return [place % len(FACES) for place, count in enumerate(cups) for _ in range(count)]


def ours(dice: int) -> Session:
    engine = Engine(game("liars_dice"), 2, {"dice_each": dice}, trace=True)
    return Session(engine, Table("test", "", (), {}, NAMES[:2], ("random",) * 2, 1))


def theirs(dice: int) -> Any:
    return spiel.load_game("liars_dice", {"numdice": dice})


@pytest.mark.slow
def test_every_game_with_some_faces() -> None:
    """The same player to move, the same answers, the same returns, as many: for each roll of one, five and six."""
    some = attrs.evolve(mapping(1), counts=lambda session: set(faces(session)) <= SOME)
    found = walked(starts(ours(1), theirs(1), some), some, lambda node, seat: ((), ()))
    expected = [one for one in their_luck(theirs(1)) if {int(face) for face in one.split(", ")[:2]} <= SOME]
    assert by_depth(found.luck) == by_depth(expected)
    assert set(found.luck) == set(expected)


def test_players_know_as_much() -> None:
    """For every roll, along one course of the bidding."""
    met = list(course(list(starts(ours(1), theirs(1), mapping(1))), luck=3))
    assert len(met) > 36 * 3
    known = [(s, shown(node.ours, s), node.theirs.information_state_string(s)) for node in met for s in range(2)]
    assert not told_apart_here_alone(known)
    assert not told_apart_there_alone(known)


def course(nodes: list[Node], luck: int) -> Iterator[Node]:
    """All of these, and where they all go with the same answers, as long as somebody decides."""
    while nodes and nodes[0].answers:
        yield from nodes
        luck, index = random_bot(luck, min(4, len(nodes[0].answers)), False)
        nodes = [further for node in nodes for further in after(node, index, mapping(1))]


@pytest.mark.parametrize(("dice", "games"), [(1, 500), (2, 300), (5, 100)])
def test_games_by_chance(dice: int, games: int) -> None:
    """With more dice, step by step: bids that are not much higher than the last, until somebody doubts."""
    same, their_game = mapping(dice), theirs(dice)
    won = 0
    for seed in range(games):
        session, luck = ours(dice), Random(seed)
        session.begin(session.engine.new_game(seed))
        node = played(start(session, their_game, same), same, lambda node: careful(node, luck, dice))  # noqa: B023
        won += 0 in node.ours.state.winners
    assert games // 5 < won < games * 4 // 5


def careful(node: Node, luck: Random, dice: int) -> int:
    """A bid that is not much higher than the last, or now and then a doubt."""
    doubts = luck.random() < 0.3 and len(node.theirs.history()) > 2 * dice
    return -1 % len(node.answers) if doubts else luck.choice(node.answers[:6])
