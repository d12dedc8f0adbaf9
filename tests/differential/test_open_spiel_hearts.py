"""Hearts beside OpenSpiel's: deals by chance, with all that can be turned there, and what players know.

OpenSpiel draws where cards are passed; here that is a parameter, and all four are played. It counts 26 less the score.
"""

from __future__ import annotations

from collections.abc import Hashable
from collections.abc import Mapping as Given
from random import Random
from typing import Any

import pytest
from attrs import frozen

from interpreter.engine import Engine
from interpreter.runtime.state import value_of
from interpreter.table.session import Session, Table
from tests.differential.lockstep import (
    Mapping,
    Node,
    after,
    lying,
    played,
    shown,
    start,
    titles,
    told_apart_here_alone,
    told_apart_there_alone,
)
from tests.tables import NAMES, game

pytestmark = pytest.mark.slow

spiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this platform")

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "Jack", "Queen", "King", "Ace")
SUITS = ("Clubs", "Diamonds", "Hearts", "Spades")
PASSES = (1, 3, 2, 0)  # to the left, to the right, across, nowhere: their numbers in OpenSpiel


def card(title: str) -> int:
    """The number that OpenSpiel gives it: the ranks from the two on, and the suits within each."""
    rank, suit = title.split(" of ")
    return RANKS.index(rank) * len(SUITS) + SUITS.index(suit)


def brought(session: Session, theirs: Any) -> int:
    """Where cards are passed; then card by card, dealt in turn."""
    if not theirs.history():
        return PASSES[value_of(session.state, "pass_direction")] if len(theirs.legal_actions()) > 1 else 0
    dealt = len(theirs.history()) - 1
    return card(lying(session, "hand", dealt % 4)[dealt // 4])


MAPPING = Mapping(
    action=lambda session, index: card(titles(session, session.state.options)[index]),
    chance=brought,
    returns=lambda session: [26.0 - score for score in value_of(session.state, "score")],
)


@frozen
class Rules:
    """The same rules here and there."""

    variants: tuple[str, ...]
    parameters: Given[str, int]
    theirs: Given[str, bool]

    def session(self, first_pass: int, seed: int) -> Session:
        rules = game("hearts", *self.variants)
        engine = Engine(rules, 4, {"first_pass": first_pass, **self.parameters}, trace=True)
        session = Session(engine, Table("test", "", (), {}, NAMES[:4], ("random",) * 4, 1))
        session.begin(session.engine.new_game(seed))
        return session

    def begun(self, first_pass: int, seed: int) -> Node:
        return start(self.session(first_pass, seed), spiel.load_game("hearts", dict(self.theirs)), MAPPING)


PLAIN = Rules((), {}, {})
JACK, NO_TRICKS = {"jd_bonus": True}, {"avoid_all_tricks_bonus": True}
FREE_LEADS = {"can_lead_any_club": True, "can_lead_hearts_instead_of_qs": True}


@pytest.mark.parametrize(
    ("rules", "deals"),
    [
        pytest.param(PLAIN, 60, id="plain"),
        pytest.param(Rules((), {"first_trick_is_free": 1}, {"no_pts_on_first_trick": False}), 30, id="free"),
        pytest.param(Rules((), {"hearts_must_be_broken": 0}, {"must_break_hearts": False}), 30, id="unbroken"),
        pytest.param(Rules((), {"queen_breaks_hearts": 0}, {"qs_breaks_hearts": False}), 60, id="queen"),
        pytest.param(Rules(("jack_of_diamonds",), {}, JACK), 60, id="jack"),
        pytest.param(Rules(("no_tricks",), {}, NO_TRICKS), 60, id="no tricks"),
        pytest.param(Rules(("free_leads",), {}, FREE_LEADS), 60, id="leads"),
        pytest.param(
            Rules(("jack_of_diamonds", "no_tricks", "free_leads"), {}, {**JACK, **NO_TRICKS, **FREE_LEADS}),
            60,
            id="all",
        ),
    ],
)
def test_deals_by_chance(rules: Rules, deals: int) -> None:
    """Step by step, with players who play by chance, who keep what is worth points, and one who is after all points."""
    shot = 0
    for seed in range(deals):
        luck, player = Random(seed), PLAYERS[seed // 4 % len(PLAYERS)]
        node = played(rules.begun(seed % 4, seed), MAPPING, lambda node: player(node, luck))  # noqa: B023
        shot += sum(value_of(node.ours.state, "score")) > 60
    assert shot


def test_a_deal_in_which_nobody_ever_passes() -> None:
    rules = Rules((), {}, {"pass_cards": False})
    played(rules.begun(3, 1), MAPPING, lambda node: 0)


def by_chance(node: Node, luck: Random) -> int:
    return luck.choice(node.answers)


def hoarding(node: Node, luck: Random) -> int:
    """Plays hearts and the queen of spades last."""
    harmless = [index for index in node.answers if not worth(node, index)]
    return luck.choice(harmless or node.answers)


def shooting(node: Node, luck: Random) -> int:
    """The first player plays what is highest, all others what is worth points, or else what is low."""
    rank = {index: MAPPING.action(node.ours, index) // 4 for index in node.answers}
    if node.ours.state.player == 0:
        return max(node.answers, key=lambda index: rank[index])
    costly = [index for index in node.answers if worth(node, index)]
    return luck.choice(costly) if costly and luck.random() < 0.9 else min(node.answers, key=lambda index: rank[index])


def worth(node: Node, index: int) -> bool:
    title = titles(node.ours, node.ours.state.options)[index]
    return title.endswith("Hearts") or title == "Queen of Spades"


PLAYERS = (by_chance, hoarding, shooting, shooting)


def test_players_know_as_much() -> None:
    """After the same deal and other cards passed, as long as all that is played since is the same in all courses."""
    courses = [course(PLAIN.begun(0, 7), passed) for passed in ((0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0), (1, 1, 1))]
    known, luck = what_is_known(courses), Random(1)
    while common := set.intersection(*(set(cards(node)) for node in courses)):
        title = luck.choice(sorted(common))
        courses = [next(after(node, cards(node)[title], MAPPING)) for node in courses]
        known += what_is_known(courses)
    assert len(known) // 5 < len(set(known)) < len(known), "some are told apart, and some are not"
    assert len(known) > 5 * 4 * 8
    assert not told_apart_here_alone(known)
    assert not told_apart_there_alone(known)


def what_is_known(nodes: list[Node]) -> list[tuple[int, Hashable, Hashable]]:
    return [(s, shown(node.ours, s), node.theirs.information_state_string(s)) for node in nodes for s in range(4)]


def course(node: Node, others: tuple[int, int, int]) -> Node:
    """Everybody has passed the first of their cards; of the last three, some begin with the card after it."""
    for first in (0, *others):
        for index in (first, first, first):
            (node,) = after(node, index, MAPPING)
    return node


def cards(node: Node) -> dict[str, int]:
    """The cards that may be played, each with its place."""
    return {title: index for index, title in enumerate(titles(node.ours, node.ours.state.options))}
