"""Work by threads: the same result for any number of them, and up to where it was ended."""

import signal
import threading
import time
from collections.abc import Callable

import pytest
from attrs import frozen

from interpreter.simulation.processes.parallel import Run, SeedError
from interpreter.simulation.processes.threads import run_in_threads

THREADS = pytest.mark.parametrize("threads", [1, 2, 3])


@frozen
class Listing:
    """Lists the seeds in the order of merging, three at a time, after `first` has been called with the first."""

    first: Callable[[int], object] = abs

    def start(self) -> Callable[[range, list[int]], int]:
        def play(seeds: range, part: list[int]) -> int:
            self.first(seeds[0])
            part.extend(seeds[:3])
            return len(seeds[:3])

        return play

    def empty(self) -> list[int]:
        return []

    def merge(self, whole: list[int], part: list[int]) -> None:
        whole.extend(part)


def dawdle(seed: int) -> None:
    """The first seeds take longest, so that later chunks are done before them."""
    time.sleep(max(0, 3 - seed) * 0.05)


@THREADS
@pytest.mark.parametrize("seeds", [range(0), range(7, 8), range(10, 75), range(0, 1000, 7), range(700)])
def test_every_seed_is_done_once_and_in_order(seeds: range, threads: int) -> None:
    assert run_in_threads(Listing(dawdle), seeds, threads=threads) == Run(list(seeds), len(seeds), len(seeds))


@THREADS
def test_enough_ends_a_run_at_the_same_place_for_any_number_of_threads(threads: int) -> None:
    told: list[int] = []
    run = run_in_threads(
        Listing(), range(640), threads=threads, progress=told.append, enough=lambda whole: len(whole) > 95
    )
    assert run == Run(list(range(100)), 100, 640)
    assert told == list(range(10, 101, 10))


@THREADS
def test_ctrl_c_leaves_the_first_seeds_without_a_gap(threads: int) -> None:
    def press(seed: int) -> None:
        time.sleep(0.002)
        if seed > 200 and not pressed.is_set():
            pressed.set()
            signal.raise_signal(signal.SIGINT)

    pressed = threading.Event()
    run = run_in_threads(Listing(press), range(6400), threads=threads)
    assert 100 < run.done < 2000
    assert run.result == list(range(run.done))


@THREADS
def test_what_fails_is_told_with_its_seed(threads: int) -> None:
    def fail(seed: int) -> None:
        if seed >= 300:
            raise ArithmeticError("too many")

    with pytest.raises(SeedError, match="seed 300 failed: ArithmeticError: too many"):
        run_in_threads(Listing(fail), range(600), threads=threads)
