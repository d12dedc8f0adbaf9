"""Work on a cluster: the same result for any number of workers, also when one is ended, and clear words if it fails."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from dsl import VERSION
from interpreter.cli.main import main
from interpreter.simulation.comparison import compare
from interpreter.simulation.games.run import Rules, games_of
from interpreter.simulation.games.same_luck import same_luck
from interpreter.simulation.native.elsewhere import elsewhere
from interpreter.simulation.native.many import many_games
from interpreter.simulation.processes import cluster as clusters
from interpreter.simulation.processes.cluster import Cluster, ClusterError, cluster_at, part_of, run_on_cluster
from interpreter.simulation.processes.parallel import Run, SeedError, run_seeds
from tests.unit.interpreter.simulation.test_threads import Listing

distributed = pytest.importorskip("distributed", reason="it is not installed: pip install 'bylaws[cluster]'")

KUHN = games_of(Rules("kuhn_poker"), ("random", "uniform"))
SEEDS = range(5, 205)


@pytest.fixture(scope="module")
def here() -> Iterator[Cluster]:
    """A cluster within this process, of two workers with two threads each."""
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=2, processes=False, dashboard_address="127.0.0.1:0"
        ) as local,
        distributed.Client(local, set_as_default=False) as client,
    ):
        yield Cluster("here", client, is_here=False)


def fails_at_100(seed: int) -> None:
    if seed >= 100:
        raise ZeroDivisionError("by 0")


def test_games_are_counted_as_without_it(here: Cluster) -> None:
    work = evolve(KUHN, closely=range(5, 50), most_seats=2)
    alone = run_seeds(work, SEEDS, jobs=1)
    told: list[int] = []
    assert run_on_cluster(here, elsewhere(here, work, SEEDS, many_games), SEEDS, progress=told.append) == alone
    few = SEEDS[:10]
    assert run_on_cluster(here, elsewhere(here, work, few, many_games), few) == run_seeds(work, few, jobs=1)
    assert told == sorted(told) and told[-1] == len(SEEDS)


def test_a_comparison_ends_at_the_same_place(here: Cluster) -> None:
    rules = Rules("goofspiel", parameters={"highest_card": 4}), Rules("goofspiel", parameters={"highest_card": 5})
    work, common = same_luck(rules, ("random", "random"))
    found = [
        compare(work, common, common[:2], games=2000, seed=1, jobs=1, margin=0.2, cluster=cluster)
        for cluster in (None, here)
    ]
    assert found[0].found == found[1].found and found[0].done == found[1].done < 2000


def test_parts_are_merged_in_order_and_it_ends_when_there_is_enough(here: Cluster) -> None:
    assert run_on_cluster(here, Listing(), range(300)) == Run([*range(300)], 300, 300)
    found = run_on_cluster(here, Listing(), range(300), enough=lambda whole: len(whole) > 20)
    assert found == Run([*range(24)], 24, 300)


def test_ctrl_c_gives_what_has_come(here: Cluster) -> None:
    found = run_on_cluster(
        here, Listing(), range(300), progress=lambda done: signal.raise_signal(signal.SIGINT) if done == 12 else None
    )
    assert found == Run([*range(12)], 12, 300)


def test_a_seed_that_fails_is_named(here: Cluster) -> None:
    with pytest.raises(SeedError, match=r"seed 100 failed: ZeroDivisionError: by 0"):
        run_on_cluster(here, Listing(fails_at_100), range(1, 300))


# ---------------------------------------------------------------- what is refused


def test_other_rules_are_refused(here: Cluster, tmp_path: Path) -> None:
    file = tmp_path / "game.bylaws"
    file.write_text('game "One":\n    players: 2\n\ngame ends: every player wins\n')
    there = elsewhere(here, games_of(Rules(str(file)), ("random",) * 2), SEEDS, many_games)
    file.write_text('game "One":\n    players: 2\n\ngame ends: nobody wins\n')
    with pytest.raises(ClusterError, match=r"the worker at inproc://.* has other rules in .*game.bylaws$"):
        run_on_cluster(here, there, SEEDS)
    file.unlink()
    with pytest.raises(ClusterError, match=r"the worker at inproc://.* cannot read .*game.bylaws: "):
        run_on_cluster(here, evolve(there, seeds=SEEDS[1:]), SEEDS)


def test_another_version_is_refused(here: Cluster) -> None:
    with pytest.raises(ClusterError, match=rf"has Bylaws {VERSION}, and here it is 0.0$"):
        here.client.submit(part_of, "0.0", pickle.dumps(Listing()), range(3)).result()


def test_who_has_no_native_code_is_refused(here: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("wasmtime", reason="here is no native code either")
    there = elsewhere(here, KUHN, SEEDS, many_games)
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    with pytest.raises(ClusterError, match=r"has no native code$"):
        run_on_cluster(here, there, SEEDS)


def test_games_that_come_along_go_by_their_name(here: Cluster) -> None:
    by_path = evolve(KUHN, rules=Rules("games/classics/kuhn_poker/game.bylaws"))
    assert elsewhere(here, by_path, SEEDS, many_games).work.rules.path == "kuhn_poker"  # type: ignore[attr-defined]
    own = elsewhere(evolve(here, is_here=True), by_path, SEEDS, many_games)
    assert own.sets == (by_path.rules,)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("kitchen", "kitchen is no address"),
        ("local:0", "local:0 has no worker"),
        ("127.0.0.1:9", "nobody answers at 127.0.0.1:9"),
    ],
)
def test_what_is_no_cluster(said: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "ANSWERS_WITHIN", 0.2)
    with pytest.raises(ClusterError, match=message), cluster_at(said):
        raise AssertionError


def test_nobody_works_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "ANSWERS_WITHIN", 0.5)
    idle = distributed.LocalCluster(n_workers=0, processes=True, host="127.0.0.1", dashboard_address="127.0.0.1:0")
    said = idle.scheduler_address
    with idle, pytest.raises(ClusterError, match=f"nobody works at {said}"), cluster_at(said):
        raise AssertionError


def test_the_command_says_what_is_wrong(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["simulate", "kuhn_poker", "--cluster", "kitchen"]) == 2
    assert "bylaws: kitchen is no address\n        write one such as" in capsys.readouterr().err
    assert main(["sweep", "goofspiel", "--set", "highest_card=4,5", "--cluster", "local:2", "--jobs", "2"]) == 2
    assert "not both" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["simulate", "kuhn_poker", "--cluster", "local:2"]) == 2
    assert "dask.distributed is missing\n        install it: pip install 'bylaws[cluster]'" in capsys.readouterr().err


def test_without_keys_there_is_no_cluster_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography", None)
    with pytest.raises(ClusterError, match="anybody on this machine could run programs"), cluster_at("local:1"):
        raise AssertionError


# ---------------------------------------------------------------- processes


@pytest.mark.slow
def test_nobody_else_sends_work_to_a_cluster_here() -> None:
    """Neither without a key, nor with one that was made elsewhere; to the scheduler, or to a worker."""
    with cluster_at("local:1") as local:
        places = [local.client.scheduler.address, *local.client.scheduler_info()["workers"]]
        assert len(places) == 2 and all(place.startswith("tls://127.0.0.1:") for place in places)
        for place in places:
            for security in (None, distributed.Security.temporary()):
                address = place if security is not None else place.replace("tls://", "tcp://")
                with pytest.raises(OSError):
                    distributed.Client(address, timeout=2, set_as_default=False, security=security)


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 3])
def test_any_number_of_workers_and_one_is_ended(workers: int) -> None:
    seeds, ended = range(1, 401), list[int]()
    with cluster_at(f"local:{workers}") as local:

        def progress(done: int) -> None:
            if done > 50 and not ended:
                ended.append(next(iter(local.client.run(os.getpid).values())))
                os.kill(ended[0], signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)

        work: Any = evolve(elsewhere(local, KUHN, seeds, many_games), natively=None)
        found = run_on_cluster(local, work, seeds, progress=progress)
    assert ended and found == run_seeds(KUHN, seeds, jobs=1)


@pytest.mark.slow
def test_a_cluster_that_is_ended_answers_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "ANSWERS_WITHIN", 3)
    it = distributed.LocalCluster(n_workers=1, processes=True, host="127.0.0.1", dashboard_address="127.0.0.1:0")
    with it, cluster_at(it.scheduler_address) as cluster, pytest.raises(ClusterError, match=r"answers no more$"):
        run_on_cluster(cluster, Listing(), range(3000), progress=lambda done: it.close() if done > 100 else None)


@pytest.mark.slow
def test_the_command_prints_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for how in (("--cluster", "local:2"), ("--jobs", "1")):
        assert main(["simulate", "last_biscuit", "--games", "60", "--format", "csv", *how]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1] and said[0].count("\n") > 2
