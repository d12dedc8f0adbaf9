"""Bots that choose by chance alone.

A bot maps its luck (the state of its random stream), the number of options and whether the last is to pass, to its new
luck and the place of its answer. Each spends the same luck on a question of the same kind.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from interpreter.runtime.chance import M64, A, C

Bot: TypeAlias = Callable[[int, int, int], tuple[int, int]]


def random_bot(luck: int, count: int, can_pass: int) -> tuple[int, int]:
    """Passes half of the time where it may, however much it could bid; else takes any other option uniformly."""
    if not can_pass:
        return uniform_bot(luck, count, 0)
    if count == 1:
        return luck, 0
    luck = luck * A + C & M64
    if luck >> 63:
        return luck, count - 1
    return uniform_bot(luck, count - 1, 0)


def uniform_bot(luck: int, count: int, can_pass: int) -> tuple[int, int]:
    """Any option, passing included, all equally likely."""
    luck = luck * A + C & M64
    return luck, (luck >> 32) * count >> 32


#: The bots by the names that are used on the command line.
BOTS: Mapping[str, Bot] = MappingProxyType({"random": random_bot, "uniform": uniform_bot})
