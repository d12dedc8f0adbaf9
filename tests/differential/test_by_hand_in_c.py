"""The games that are written by hand in C for benchmarks are those that are written in Python."""

import shutil
from pathlib import Path

import pytest

from tests.benchmarks.__main__ import BENCHMARKS, Benchmark, random_player
from tests.benchmarks.beside_hand import NATIVE, compiled

IN_C = [benchmark for benchmark in BENCHMARKS if NATIVE[benchmark.name][1]]


@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no compiler of C")
@pytest.mark.parametrize("benchmark", IN_C, ids=lambda benchmark: benchmark.name)
def test_games_in_c_are_the_same(benchmark: Benchmark, tmp_path: Path) -> None:
    in_c = compiled(NATIVE[benchmark.name][1], tmp_path)
    assert in_c is not None
    played = [benchmark.by_hand(seed, random_player(seed)) for seed in range(30)]
    assert in_c.counted(benchmark.players, 30) == tuple(map(sum, zip(*played, strict=True)))
