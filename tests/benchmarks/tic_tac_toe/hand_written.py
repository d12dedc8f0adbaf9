"""Tic-tac-toe, written by hand in plain Python: what a programmer would write instead of rules."""

from __future__ import annotations

from collections.abc import Callable

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
NOBODY = -1


def run(bot: Callable[[int, int], int]) -> tuple[int, int]:
    """One game. `bot` gets the number of free squares, and 0, since nobody may pass; it returns a place.

    Returns the seat that has won, or NOBODY, and how many squares were asked for.
    """
    marks = [NOBODY] * 9
    free = list(range(9))
    player = asked = 0
    while free:
        marks[free.pop(bot(len(free), 0))] = player
        asked += 1
        for a, b, c in LINES:
            if marks[a] == marks[b] == marks[c] == player:
                return player, asked
        player = 1 - player
    return NOBODY, asked
