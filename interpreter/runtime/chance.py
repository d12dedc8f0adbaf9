"""Chance: one small random generator whose whole state is a single integer.

The generator is specified in `docs/chance.md`, so that another program can repeat every shuffle and
roll. It is a 64-bit linear congruential generator that gives away its upper 32 bits only. Both the
functions below and the generated engine use exactly this arithmetic, where `s` is the state:

    s = s * A + C & M64; value = (s >> 32) * n >> 32

`value` is one of 0 to n - 1, and each of them comes up with a probability that differs from 1/n by
less than 2**-32. `n` is at least 1 and at most 2**31. In C, `uint64_t` does the same without the mask.

Each deck, die and purpose has a stream of its own, `stream_seed(seed, name)`, so that what happens to
one never shifts the luck of another.
"""

from collections.abc import MutableSequence
from typing import Any, Final

M64: Final = (1 << 64) - 1
A: Final = 6364136223846793005
C: Final = 1442695040888963407
LARGEST_N: Final = 1 << 31

_GOLDEN: Final = 0x9E3779B97F4A7C15
_FNV_BASIS: Final = 0xCBF29CE484222325
_FNV_PRIME: Final = 0x100000001B3


def stream_seed(seed: int, name: str) -> int:
    """The first state of the stream called `name` in the game that was started with `seed`.

    `seed` is taken modulo 2**64. `name` is taken letter by letter: `deck` and `Deck` are two streams.
    Equal to `mix(mix(seed) ^ name_hash(name))`, for callers that know `name_hash` beforehand.
    """
    return mix(mix(seed) ^ name_hash(name))


def bot_seed(seed: int, seat: int) -> int:
    """The first state of the private stream of the bot in `seat` (0 is the first seat).

    The colon keeps these names apart from those of a game's decks and dice, which have none, so a
    bot that thinks longer or is replaced by another leaves the game's own luck as it was.
    """
    return stream_seed(seed, f"bot:{seat}")


def next_state(state: int) -> int:
    """The state that follows `state`; both lie in 0 to 2**64 - 1. All 2**64 states form one cycle."""
    return state * A + C & M64


def below(state: int, n: int) -> tuple[int, int]:
    """The next state and a number from 0 to `n` - 1.

    Takes exactly one step for every `n`, also for `n` = 1, where there is nothing to decide.
    Raises ValueError unless 1 <= n <= LARGEST_N.
    """
    if not 1 <= n <= LARGEST_N:
        raise ValueError(f"a random number is drawn from 1 to {LARGEST_N} possibilities, not from {n}")
    state = state * A + C & M64
    return state, (state >> 32) * n >> 32


def shuffle(state: int, pieces: MutableSequence[Any]) -> int:
    """Put `pieces` in random order, in place, and return the state after it.

    Fisher-Yates from the end: one step for each place but the first, so no step at all for a list of
    at most one piece.
    """
    for last in range(len(pieces) - 1, 0, -1):
        state = state * A + C & M64
        other = (state >> 32) * (last + 1) >> 32
        pieces[last], pieces[other] = pieces[other], pieces[last]
    return state


def mix(seed: int) -> int:
    """Scramble `seed` (taken modulo 2**64) to 64 bits: number `seed` + 1 of SplitMix64 started at 0.

    Different seeds give different results, and seeds that lie side by side give unrelated ones.
    """
    z = (seed * _GOLDEN + _GOLDEN) & M64
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & M64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & M64
    return z ^ (z >> 31)


def name_hash(name: str) -> int:
    """FNV-1a, 64 bits, of the UTF-8 bytes of `name`."""
    digest = _FNV_BASIS
    for byte in name.encode():
        digest = (digest ^ byte) * _FNV_PRIME & M64
    return digest
