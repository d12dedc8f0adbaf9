"""Seeds are worked on by any number of workers with one result, whatever fails or interrupts."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen

from interpreter.runtime.chance import below, stream_seed
from interpreter.simulation.processes.interrupt import deaf_children, noted_interrupt
from interpreter.simulation.processes.parallel import Run, SeedError, default_jobs, run_seeds
from interpreter.simulation.statistics.intervals import Distribution

pytestmark = pytest.mark.slow

Outcomes = list[Any]
JOBS = pytest.mark.parametrize("jobs", [1, 2])


@frozen
class Listing:
    """Lists the seeds in the order of merging, each after `first` has been called with it."""

    first: Callable[[int], object] = abs

    def start(self) -> Callable[[int, Outcomes], None]:
        def play(seed: int, part: Outcomes) -> None:
            self.first(seed)
            part.append(seed)

        return play

    def empty(self) -> Outcomes:
        return []

    def merge(self, whole: Outcomes, part: Outcomes) -> None:
        whole.extend(part)


@pytest.fixture(autouse=True)
def nothing_stays_behind() -> Iterator[None]:
    before = signal.getsignal(signal.SIGINT)
    yield
    assert signal.getsignal(signal.SIGINT) is before
    assert multiprocessing.active_children() == []


def dawdle(seed: int) -> None:
    """The first seeds take longest, so that later chunks come back before them."""
    time.sleep(max(0, 3 - seed) * 0.1)


@JOBS
def test_enough_ends_a_run_at_the_same_place_for_any_number_of_workers(jobs: int) -> None:
    run = run_seeds(Listing(), range(640), jobs=jobs, enough=lambda whole: len(whole) > 95)
    assert run == Run(list(range(100)), 100, 640)


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_the_seeds_are_merged_in_order_for_any_number_of_workers(jobs: int) -> None:
    assert run_seeds(Listing(dawdle), range(200), jobs=jobs) == Run(list(range(200)), 200, 200)


@JOBS
@pytest.mark.parametrize("seeds", [range(0), range(7, 8), range(10, 75), range(-3, 4), range(0, 1000, 7)])
def test_every_seed_is_done_once(seeds: range, jobs: int) -> None:
    assert run_seeds(Listing(), seeds, jobs=jobs) == Run(list(seeds), len(seeds), len(seeds))


def test_progress_rises_to_the_end_alike() -> None:
    heard: dict[int, list[int]] = {1: [], 2: []}
    for jobs, told in heard.items():
        run_seeds(Listing(dawdle), range(130), jobs=jobs, progress=told.append)
    assert heard[1] == heard[2] == list(range(2, 131, 2))


class Dice:
    """Counts the sums of ten dice, whose stream begins at the seed."""

    def start(self) -> Callable[[int, Distribution], None]:
        def play(seed: int, part: Distribution) -> None:
            state, total = stream_seed(seed, "dice"), 10
            for _ in range(10):
                state, value = below(state, 6)
                total += value
            part.add(total)

        return play

    def empty(self) -> Distribution:
        return Distribution()

    def merge(self, whole: Distribution, part: Distribution) -> None:
        whole.merge(part)


def test_statistics_are_the_same_for_any_number_of_workers() -> None:
    alone, together = (run_seeds(Dice(), range(5000), jobs=jobs) for jobs in (1, 2))
    assert alone == together
    assert alone.result.mean == pytest.approx(35, abs=0.4)


class Processes(Listing):
    """Lists for each seed the process and when it got ready."""

    def start(self) -> Callable[[int, Outcomes], None]:
        ready = (os.getpid(), time.monotonic_ns())

        def play(_: int, part: Outcomes) -> None:
            time.sleep(0.005)
            part.append(ready)

        return play


def test_one_job_stays_in_this_process() -> None:
    assert {process for process, _ in run_seeds(Processes(), range(100), jobs=1).result} == {os.getpid()}


def test_each_worker_gets_ready_once() -> None:
    ready = set(run_seeds(Processes(), range(200), jobs=2).result)
    assert len(ready) == len({process for process, _ in ready}) <= 2
    assert os.getpid() not in {process for process, _ in ready}


@frozen
class Footprints(Listing):
    """Leaves a file for each seed; the first seed waits, and then lists how many there are."""

    folder: str = ""

    def start(self) -> Callable[[int, Outcomes], None]:
        def play(seed: int, part: Outcomes) -> None:
            Path(self.folder, str(seed)).touch()
            if seed == 0:
                time.sleep(1)
                part.append(len(os.listdir(self.folder)))

        return play


def test_a_slow_seed_does_not_let_the_others_pile_up(tmp_path: Path) -> None:
    """Of 64 chunks of 10, no more than 4 for each worker are out or waiting for the first."""
    [seen] = run_seeds(Footprints(folder=str(tmp_path)), range(640), jobs=2).result
    assert 10 < seen <= 80


def fail_late_at_30_early_at_60(seed: int) -> None:
    if seed == 30:
        time.sleep(0.3)
    if seed in (30, 60):
        raise LookupError(f"nothing under {seed}")


@JOBS
def test_the_first_seed_that_fails_is_named(jobs: int) -> None:
    with pytest.raises(SeedError) as caught:
        run_seeds(Listing(fail_late_at_30_early_at_60), range(300), jobs=jobs)
    assert str(caught.value) == "seed 30 failed: LookupError: nothing under 30"
    assert caught.value.seeds == range(30, 31)
    assert "in fail_late_at_30_early_at_60" in caught.value.trace


def die_at_50(seed: int) -> None:
    if seed == 50:
        os._exit(3)


def test_a_worker_that_dies_is_not_waited_for() -> None:
    with pytest.raises(SeedError, match="one of the seeds 50 to 54 failed: its process was ended from outside"):
        run_seeds(Listing(die_at_50), range(320), jobs=2)


class NeverReady(Listing):
    def start(self) -> Callable[[int, Outcomes], None]:
        raise OSError("no rules")


@JOBS
def test_a_worker_that_does_not_get_ready(jobs: int) -> None:
    with pytest.raises(SeedError, match=r"one of the seeds 0 to 1 failed: OSError: no rules"):
        run_seeds(NeverReady(), range(128), jobs=jobs)


class Unsendable(Listing):
    def start(self) -> Callable[[int, Outcomes], None]:
        return lambda seed, part: part.append(lambda: seed)


def test_a_part_that_cannot_be_sent_back() -> None:
    with pytest.raises(SeedError, match=r"one of the seeds 0 to 1 failed: .*pickle"):
        run_seeds(Unsendable(), range(128), jobs=2)


def press() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def press_at_50(seed: int) -> None:
    if seed == 50:
        press()


def press_twice_at_50(seed: int) -> None:
    if seed == 50:
        press()
        press()


def test_an_interrupt_in_this_process_keeps_what_is_done() -> None:
    assert run_seeds(Listing(press_at_50), range(640), jobs=1) == Run(list(range(51)), 51, 640)


def test_a_second_interrupt_drops_the_chunk_at_hand() -> None:
    assert run_seeds(Listing(press_twice_at_50), range(768), jobs=1) == Run(list(range(48)), 48, 768)


def test_an_interrupt_with_workers_keeps_what_is_merged() -> None:
    def progress(done: int) -> None:
        if done == 50:
            press()

    run = run_seeds(Listing(dawdle), range(640), jobs=2, progress=progress)
    assert run.result == list(range(run.done))
    assert 50 <= run.done < 640


def sleep(seed: int) -> None:
    time.sleep(0.01 if seed < 20 else 60)


#: Whoever runs the tests may have had the signal ignored or blocked, and what they start inherits that.
HEARD = "signal.signal(signal.SIGINT, signal.default_int_handler); signal.pthread_sigmask(signal.SIG_SETMASK, ())"


@contextmanager
def terminal(program: str) -> Iterator[subprocess.Popen[str]]:
    """Runs `program` as a terminal would: Ctrl-C goes to its whole process group."""
    with subprocess.Popen(
        [sys.executable, "-c", f"from {__name__} import *\n{HEARD}\n{program}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        start_new_session=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def test_an_interrupt_does_not_wait_for_slow_workers() -> None:
    """Nothing is seen of the workers' end, not even a traceback."""
    program = "print(run_seeds(Listing(sleep), range(200), jobs=2, progress=lambda done: print(done, flush=True)))"
    with terminal(program) as process:
        assert process.stdout is not None
        while process.stdout.readline() != "18\n":
            assert process.poll() is None
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=120)
    assert out.splitlines()[-1] == f"Run(result={list(range(18))}, done=18, wanted=200)"
    assert (err, process.returncode) == ("", 0)


def press_for_all_once_there_are_workers() -> None:
    while len(multiprocessing.active_children()) < 2:
        time.sleep(0.01)
    time.sleep(0.05)
    os.killpg(os.getpgrp(), signal.SIGINT)


@pytest.mark.parametrize("before", ["", "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"], ids=["", "deaf"])
def test_an_interrupt_while_workers_get_ready_is_quiet_too(before: str) -> None:
    """Also for whoever was told not to hear SIGTERM, which what it starts inherits."""
    program = (
        f"{before}threading.Thread(target=press_for_all_once_there_are_workers).start()\n"
        "print(run_seeds(Listing(sleep), range(20, 200), jobs=2))"
    )
    with terminal(program) as process:
        out, err = process.communicate(timeout=120)
    assert (out, err, process.returncode) == ("Run(result=[], done=0, wanted=180)\n", "", 0)


@pytest.mark.skipif(sys.platform == "win32", reason="a signal cannot be made to wait there")
def test_an_interrupt_while_a_worker_starts_is_heard_afterwards() -> None:
    with noted_interrupt() as interrupt:
        with deaf_children():  # another thread of the tests might hear it at once: this one alone is meant
            signal.pthread_kill(threading.get_ident(), signal.SIGINT)
            assert not interrupt.pressed
        assert interrupt.pressed


@JOBS
def test_a_handler_of_the_callers_own_stays(jobs: int) -> None:
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        run = run_seeds(Listing(), range(100), jobs=jobs, progress=lambda done: press() if done == 50 else None)
    finally:
        signal.signal(signal.SIGINT, before)
    assert run.done == 100
    assert pressed == [signal.SIGINT]


@JOBS
def test_it_runs_in_a_thread(jobs: int) -> None:
    runs: list[Run[Outcomes]] = []
    thread = threading.Thread(target=lambda: runs.append(run_seeds(Listing(), range(100), jobs=jobs)))
    thread.start()
    thread.join()
    assert runs == [Run(list(range(100)), 100, 100)]


def test_there_is_a_worker_for_each_core_at_most() -> None:
    assert 1 <= default_jobs() <= (os.cpu_count() or 1)
