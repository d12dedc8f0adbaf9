"""Goofspiel with thirteen cards, written by hand in plain Python: what a programmer would write instead of rules."""

from __future__ import annotations

from collections.abc import Callable

from tests.benchmarks.action_core.hand_written import Luck

CARDS = 13


def run(players: int, seed: int, bot: Callable[[int, int], int]) -> tuple[list[int], int]:
    """One game. `bot` gets the number of cards in hand, and 0, since nobody may pass; it returns a place.

    Returns the points of each seat, and how many bids were asked for.
    """
    prizes = list(range(1, CARDS + 1))
    Luck(seed).shuffle(prizes)
    hands = [list(range(1, CARDS + 1)) for _ in range(players)]
    points = [0] * players
    asked = 0
    for prize in prizes:
        bids = []
        for hand in hands:
            bids.append(hand.pop(bot(len(hand), 0)))
            asked += 1
        best = max(bids)
        if bids.count(best) == 1:
            points[bids.index(best)] += prize
    return points, asked
