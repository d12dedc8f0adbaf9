"""The generator of `docs/chance.md`: its vectors, its range and the evenness of what it gives.

The vectors marked "from C" were printed by a C program written from the specification alone; the
others are published ones of SplitMix64, FNV-1a and Knuth's MMIX generator.
"""

import shutil
import subprocess
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.runtime.chance import (
    LARGEST_N,
    M64,
    A,
    C,
    below,
    bot_seed,
    mix,
    name_hash,
    next_state,
    shuffle,
    stream_seed,
)

STREAMS = {
    (0, ""): 11916390706011511622,
    (0, "deck"): 5029768220369636708,
    (1, "deck"): 1803350388759600654,
    (42, "project_pile"): 11171867700485577104,
    (42, "bot:0"): 11091644290975487569,
    (1, "dé 6"): 12917919713792406898,
    (M64, "deck"): 5858764175332653775,
}

C_PROGRAM = """
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
static uint64_t mix(uint64_t seed) {
    uint64_t z = seed * 0x9E3779B97F4A7C15ULL + 0x9E3779B97F4A7C15ULL;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}
int main(int count, char **words) {
    uint64_t hash = 14695981039346656037ULL;
    for (unsigned char *at = (unsigned char *)words[2]; *at; at++) { hash ^= *at; hash *= 1099511628211ULL; }
    uint64_t state = mix(mix(strtoull(words[1], 0, 10)) ^ hash);
    for (int i = 3; i < count; i++) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        printf("%" PRIu64 " ", ((state >> 32) * strtoull(words[i], 0, 10)) >> 32);
    }
    printf("%" PRIu64, state);
}
"""


def chi_square(counts: Counter[int], kinds: int) -> float:
    """The distance from equal counts over `kinds` kinds; its mean is about `kinds`."""
    expected = counts.total() / kinds
    return sum((counts[kind] - expected) ** 2 / expected for kind in range(kinds))


def draws(state: int, n: int, times: int) -> list[int]:
    values = []
    for _ in range(times):
        state, value = below(state, n)
        values.append(value)
    return values


def test_mix_is_splitmix64() -> None:
    assert [mix(seed) for seed in range(3)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


def test_the_names_are_hashed_by_fnv_1a() -> None:
    assert name_hash("") == 0xCBF29CE484222325
    assert name_hash("a") == 0xAF63DC4C8601EC8C
    assert name_hash("foobar") == 0x85944171F73967E8


def test_the_steps_are_those_of_mmix() -> None:
    first = next_state(0)
    second = next_state(first)
    assert [first, second, next_state(second)] == [
        1442695040888963407,
        1876011003808476466,
        11166244414315200793,
    ]


@pytest.mark.parametrize(("seed", "name"), STREAMS)
def test_streams_from_c(seed: int, name: str) -> None:
    assert stream_seed(seed, name) == STREAMS[seed, name]
    assert stream_seed(seed, name) == mix(mix(seed) ^ name_hash(name))


def test_numbers_from_c() -> None:
    state = stream_seed(42, "deck")
    values = []
    for n in (1, 2, 6, 20, 52, 1000, 65536, 1000003, 2147483647, 2147483648):
        state, value = below(state, n)
        values.append(value)
    assert values == [0, 0, 4, 16, 6, 316, 44278, 639323, 899329780, 321428791]
    assert state == 2761052298159168445


def test_shuffle_from_c() -> None:
    pieces = list(range(20))
    state = shuffle(stream_seed(7, "deck"), pieces)
    assert pieces == [14, 11, 0, 1, 10, 4, 12, 19, 3, 16, 8, 17, 2, 18, 5, 13, 15, 6, 9, 7]
    assert state == 2880044706414284614


@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
def test_a_c_program_repeats_every_number(tmp_path: Path) -> None:
    source = tmp_path / "chance.c"
    source.write_text(C_PROGRAM)
    program = tmp_path / "chance"
    subprocess.run(["cc", "-o", program, source], check=True)
    for seed in (0, 1, 2**32, 2**63 + 5, M64):
        state = stream_seed(seed, "Friday’s dice")
        expected = []
        sizes = [1 + mix(seed + i) % (LARGEST_N if i % 2 else 100) for i in range(200)]
        for n in sizes:
            state, value = below(state, n)
            expected.append(value)
        words = [str(program), str(seed), "Friday’s dice", *map(str, sizes)]
        printed = subprocess.run(words, check=True, capture_output=True, text=True).stdout
        assert [int(word) for word in printed.split()] == [*expected, state]


@given(st.integers(1, LARGEST_N), st.integers(0, M64))
def test_a_number_lies_in_its_range_and_takes_one_step(n: int, state: int) -> None:
    after, value = below(state, n)
    assert 0 <= value < n
    assert after == next_state(state)


@given(st.integers(1, LARGEST_N), st.data())
def test_each_value_owns_its_share_of_the_states(n: int, data: st.DataObject) -> None:
    """The upper halves that give `value` begin at ceil(value * 2**32 / n), hence the bound on the bias."""
    value = data.draw(st.integers(0, n - 1))
    first = -(-value * 2**32 // n)
    end = -(-(value + 1) * 2**32 // n)
    assert below(state_before(first << 32), n)[1] == value
    assert below(state_before((end - 1 << 32) + 2**32 - 1), n)[1] == value
    assert abs((end - first) / 2**32 - 1 / n) < 2**-32


def state_before(state: int) -> int:
    return (state - C) * pow(A, -1, 2**64) & M64


@pytest.mark.parametrize("n", [0, -1, LARGEST_N + 1])
def test_there_is_no_number_out_of_nothing_or_too_much(n: int) -> None:
    with pytest.raises(ValueError, match=str(n)):
        below(1, n)


@pytest.mark.parametrize(("n", "limit"), [(2, 15.2), (6, 27.9), (20, 52.4), (52, 99.7)])
def test_numbers_are_even(n: int, limit: float) -> None:
    """`limit` is about the 0.9999 point of the chi-square distribution; the seed is fixed."""
    assert chi_square(Counter(draws(mix(3), n, 60_000)), n) < limit


def test_two_dice_in_a_row_are_even() -> None:
    values = draws(mix(4), 6, 72_000)
    pairs = Counter(6 * first + second for first, second in zip(values[::2], values[1::2], strict=True))
    assert chi_square(pairs, 36) < 77.0


@pytest.mark.parametrize("renewed", [True, False], ids=["a seed for each", "one after another"])
def test_all_orders_of_four_are_even(renewed: bool) -> None:
    numbers = {order: number for number, order in enumerate(permutations(range(4)))}
    state = stream_seed(0, "deck")
    orders: Counter[int] = Counter()
    for seed in range(48_000):
        pieces = [0, 1, 2, 3]
        state = shuffle(stream_seed(seed, "deck") if renewed else state, pieces)
        orders[numbers[tuple(pieces)]] += 1
    assert chi_square(orders, 24) < 58.5


@pytest.mark.parametrize(
    ("one", "other"),
    [((0, "deck"), (0, "die")), ((0, "deck"), (1, "deck")), ((0, "die 1"), (0, "die 2"))],
)
def test_streams_are_independent(one: tuple[int, str], other: tuple[int, str]) -> None:
    first = draws(stream_seed(*one), 6, 36_000)
    second = draws(stream_seed(*other), 6, 36_000)
    together = Counter(6 * a + b for a, b in zip(first, second, strict=True))
    assert chi_square(together, 36) < 77.0


def test_first_rolls_of_two_streams_are_independent_over_the_seeds() -> None:
    together: Counter[int] = Counter()
    for seed in range(20_000):
        _, deck = below(stream_seed(seed, "deck"), 6)
        _, bot = below(bot_seed(seed, 0), 6)
        together[6 * deck + bot] += 1
    assert chi_square(together, 36) < 77.0


def test_seeds_and_names_give_streams_of_their_own() -> None:
    names = [*(f"deck {i}" for i in range(20)), *(f"bot:{i}" for i in range(20)), "", "Deck 1"]
    seeds = [*range(500), -1, M64 - 1, 2**63]
    assert len({stream_seed(seed, name) for seed in seeds for name in names}) == len(seeds) * len(names)


def test_a_bot_has_the_stream_of_its_seat() -> None:
    assert bot_seed(42, 0) == STREAMS[42, "bot:0"]
    assert bot_seed(42, 1) == stream_seed(42, "bot:1")


def test_a_seed_counts_modulo_two_to_the_64() -> None:
    assert stream_seed(2**64 + 5, "deck") == stream_seed(5, "deck")
    assert stream_seed(-1, "deck") == stream_seed(M64, "deck")


@given(st.lists(st.integers(), max_size=30), st.integers(0, M64))
def test_shuffling_keeps_the_pieces_and_takes_a_step_for_each_but_one(pieces: list[int], state: int) -> None:
    shuffled = list(pieces)
    after = shuffle(state, shuffled)
    assert sorted(shuffled) == sorted(pieces)
    for _ in range(len(pieces) - 1):
        state = next_state(state)
    assert after == state
