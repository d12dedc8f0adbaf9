"""`bylaws simulate --rows` and `--out`: what is kept of a run, and a run that goes on where it was."""

from __future__ import annotations

import csv
import errno
import io
import json
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from interpreter.cli.input.kept import game_rows, run_folder
from interpreter.cli.input.kept.game_rows import GameRows
from interpreter.simulation.games.played import Row
from tests.unit.interpreter.cli.commands import run

GAME = """
game "Coin":
    players: 2 to 3
parameter prize = 2 (1 to 5)
parameter rounds = 3 (1 to 9)
counter points of player
counter peeks of player
dice die: from 1 to 6
round day "Day" until round_number >= rounds:
    step 1 toss "Toss":
        players take turns:
            you may "peek":
                gain 1 peeks
            roll 1 die as thrown
            if total pips of thrown > 4: gain prize points
game ends:
    the player with most points then fewest peeks wins
"""
LATE = 'variant "Late" of "Coin":\n    set parameter rounds = 5\n'
MEASURED = ("wall_s", "games_per_s", "decisions_per_s")
#: Few games are not worth a module, of which more may come later.
ENGINES = ("engine", "played_by")


@pytest.fixture
def coin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game in the present folder, which is empty but for that."""
    (tmp_path / "coin" / "variants").mkdir(parents=True)
    (tmp_path / "coin" / "game.bylaws").write_text(GAME)
    (tmp_path / "coin" / "variants" / "late.bylaws").write_text(LATE)
    monkeypatch.chdir(tmp_path)
    return "coin"


Capture = pytest.CaptureFixture[str]


def found(capsys: Capture, *arguments: str) -> dict[str, Any]:
    """What a run says, without what is measured."""
    told = json.loads(run(capsys, "simulate", *arguments, "--format", "json", "--closely", "20", "--jobs", "1").out)
    for table in told.get("tables", [told]):
        for name in (*MEASURED, *ENGINES):
            del table[name]
    return dict(told)


def rows_of(path: str) -> list[dict[str, str]]:
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def test_each_game_leaves_a_row_in_the_order_of_the_seeds(coin: str, capsys: Capture) -> None:
    told = found(capsys, coin, "--players", "all", "--games", "70", "--seed", "5", "--rows", "games.csv")
    rows = rows_of("games.csv")
    assert [(row["players"], row["seed"]) for row in rows] == [(str(n), str(5 + k)) for n in (2, 3) for k in range(70)]
    for table in told["tables"]:
        mine = [row for row in rows if row["players"] == str(len(table["seats"]))]
        for win in table["wins"]:
            assert sum(float(row[f"win_{win['seat'] + 1}"]) for row in mine) == pytest.approx(win["wins"])
        decided = {one["criterion"]: one["games"] for one in table["decided_by"]["criteria"]}
        assert {name: sum(row["decided_by"] == name for row in mine) for name in decided} == decided
    for row in rows:
        points = sorted((int(row[f"points_{k}"]) for k in (1, 2, 3) if row[f"points_{k}"]), reverse=True)
        assert int(row["margin"]) == points[0] - points[1] and row["fault"] == ""
        assert all(int(row[f"points_{seat}"]) == points[0] for seat in row["winners"].split())
    assert [name for name in os.listdir() if name != coin] == ["games.csv"]


@pytest.mark.slow
def test_rows_are_the_same_for_any_number_of_workers(coin: str, capsys: Capture) -> None:
    for jobs in ("1", "2"):
        run(capsys, "simulate", coin, "--games", "70", "--jobs", jobs, "--rows", f"{jobs}.csv")
    assert rows_of("1.csv") == rows_of("2.csv")


def test_rows_go_where_a_link_leads(coin: str, capsys: Capture) -> None:
    Path("kept").mkdir()
    Path("kept/old.csv").write_text("old")
    Path("link.csv").symlink_to("kept/old.csv")
    for name in ("link.csv", "games.csv"):
        run(capsys, "simulate", coin, "--games", "20", "--jobs", "1", "--rows", name)
    assert Path("link.csv").is_symlink() and rows_of("kept/old.csv") == rows_of("games.csv")
    assert os.listdir("kept") == ["old.csv"]


def test_rows_as_parquet_say_the_same(coin: str, capsys: Capture) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    for name in ("games.csv", "games.parquet"):
        asked = ("--games", "30", "--players", "2,3", "--rows", name, "--out", f"kept_{name}")
        run(capsys, "simulate", coin, *asked, "--jobs", "1")
    table = parquet.read_table("games.parquet")
    assert [{k: "" if v is None else str(v) for k, v in row.items()} for row in table.to_pylist()] == rows_of(
        "games.csv"
    )
    assert {str(table.schema.field(name).type) for name in ("seed", "points_1")} == {"int64"}


def test_without_pyarrow_it_says_what_to_do_before_it_plays(
    coin: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr(game_rows, "find_spec", lambda name: None)
    done = run(capsys, "simulate", coin, "--games", "30", "--rows", "games.parquet")
    assert done.code == 2 and 'pip install "bylaws[parquet]"' in done.err
    assert os.listdir() == [coin]


@contextmanager
def pressing(total: int, noun: str = "games", before: int = 0) -> Iterator[Callable[[int], object]]:
    """Ctrl-C after about thirty games."""
    yield lambda done: os.kill(os.getpid(), signal.SIGINT) if 30 <= done < 40 else None


def test_an_interrupted_run_goes_on_to_the_same_end(
    coin: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    whole = found(capsys, coin, "--games", "90", "--players", "2,3", "--rows", "whole.csv")
    with monkeypatch.context() as patch:
        patch.setattr("interpreter.cli.playing.simulate.playing", pressing)
        part = found(capsys, coin, "--games", "90", "--players", "2,3", "--out", "kept", "--rows", "part.csv")
    assert 30 <= part["games"] < 90 and len(rows_of("part.csv")) == part["games"]
    again = found(capsys, coin, "--games", "90", "--players", "2,3", "--out", "kept", "--rows", "again.csv")
    assert again == whole
    assert rows_of("again.csv") == rows_of("whole.csv")
    assert found(capsys, coin, "--games", "90", "--players", "2,3", "--out", "kept", "--rows", "again.csv") == whole


@pytest.mark.slow
def test_a_run_that_is_finished_goes_on_with_more_games(coin: str, capsys: Capture) -> None:
    asked = (coin, "--players", "2,3", "--rows", "games.csv")
    whole = found(capsys, *asked, "--games", "70")
    rows = Path("games.csv").read_bytes()
    for games in ("15", "40", "70"):
        again = found(capsys, *asked, "--games", games, "--out", "kept")
    assert again == whole and Path("games.csv").read_bytes() == rows
    done = run(capsys, "simulate", *asked, "--games", "80", "--closely", "20", "--out", "kept", "--jobs", "1")
    assert done.err == "kept has 140 of the 160 games already; going on from there\n"


def test_more_games_are_watched_if_those_that_were_played_would_have_been(coin: str, capsys: Capture) -> None:
    whole = run(capsys, "simulate", coin, "--games", "50", "--closely", "all", "--format", "json", "--jobs", "1")
    for games in ("15", "50"):
        part = ("--games", games, "--closely", "all", "--out", "kept", "--format", "json", "--jobs", "1")
        done = run(capsys, "simulate", coin, *part)
    assert json.loads(done.out)["seen"] == json.loads(whole.out)["seen"]


def test_an_interrupted_run_ends_with_130_and_says_how_to_go_on(
    coin: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr("interpreter.cli.playing.simulate.playing", pressing)
    done = run(capsys, "simulate", coin, "--games", "90", "--jobs", "1", "--out", "kept")
    assert done.code == 130
    assert done.out.endswith("of 90 games were played. Type the same again to go on from there.\n")


def test_a_run_whose_disk_was_full_goes_on_from_what_was_kept(
    coin: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """What was written behind the last `run.json` is played again, as after a kill."""
    whole = found(capsys, coin, "--games", "90", "--rows", "whole.csv")
    add = GameRows.add

    def full(rows: GameRows, more: Sequence[Row]) -> None:
        add(rows, more)
        if rows.file.tell() > 1500:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(GameRows, "add", full)
        patch.setattr(run_folder, "EVERY", 0.0)
        asked = ("simulate", coin, "--games", "90", "--closely", "20", "--out", "kept", "--rows", "part.csv")
        done = run(capsys, *asked, "--jobs", "1")
    assert done.code == 2 and "No space left on device" in done.err and "goes on from there" in done.err
    assert not Path("part.csv").exists()
    there = json.loads(Path("kept/run.json").read_text())
    assert 0 < there["tables"][0]["done"] < 90 and there["rows"][0] < os.path.getsize("kept/games-2.part")
    assert found(capsys, coin, "--games", "90", "--out", "kept", "--rows", "again.csv") == whole
    assert rows_of("again.csv") == rows_of("whole.csv")


class FullDisk(io.RawIOBase):
    """Takes nothing."""

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_nothing_stays_behind_where_the_disk_is_full(
    coin: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """Rows that wait in memory cannot be written when the file is closed either."""
    begun = GameRows.__init__

    def on_a_full_disk(rows: GameRows, *arguments: Any) -> None:
        begun(rows, *arguments)
        rows.close()
        rows.file = io.BufferedWriter(FullDisk())

    monkeypatch.setattr(GameRows, "__init__", on_a_full_disk)
    done = run(capsys, "simulate", coin, "--games", "90", "--jobs", "1", "--rows", "games.csv")
    assert done.code == 2 and "--rows games.csv cannot be written: No space left on device" in done.err
    assert os.listdir() == [coin]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--seed", "2"), "begins with the seed 1, not with 2"),
        (("--games", "9"), "is a run of 10 games, not of 9"),
        (("--games", "20", "--closely", "3"), "watches 10 games closely, not 3"),
        (("--closely", "3"), "watches 10 games closely, not 3"),
        (("--variant", "late"), "was begun with no variant, not with Late"),
        (("--set", "prize=3"), "was begun with prize = 2, not with prize = 3"),
        (("--players", "3"), "is a run with random,random, not with random,random,random"),
        (("--rows", "rows.csv"), "was begun without --rows, not with it"),
    ],
)
def test_a_folder_with_another_run_is_refused(
    coin: str, arguments: tuple[str, ...], said: str, capsys: Capture
) -> None:
    run(capsys, "simulate", coin, "--games", "10", "--jobs", "1", "--out", "kept")
    before = Path("kept/run.json").read_text()
    done = run(capsys, "simulate", coin, "--games", "10", "--jobs", "1", "--out", "kept", *arguments)
    assert done.code == 2 and f"the run in kept {said}" in done.err and "give --out another folder" in done.err
    assert Path("kept/run.json").read_text() == before


def test_a_folder_is_refused_when_the_rules_have_changed_or_it_is_no_run(coin: str, capsys: Capture) -> None:
    asked = ("simulate", coin, "--games", "10", "--jobs", "1", "--out", "kept")
    run(capsys, *asked)
    Path("coin/game.bylaws").write_text(GAME.replace("> 4", "> 3"))
    assert "was begun with other rules" in run(capsys, *asked).err
    Path("coin/game.bylaws").write_text(GAME)
    for text in ("", "[]", '{"format": 9}', Path("kept/run.json").read_text().replace('"done": 10', '"done": 11')):
        Path("kept/run.json").write_text(text)
        done = run(capsys, *asked)
        assert done.code == 2 and "kept/run.json is not as Bylaws has written it" in done.err


def test_places_that_cannot_be_written_are_named_before_a_game_is_played(coin: str, capsys: Capture) -> None:
    Path("file").write_text("")
    for arguments, said in (
        (("--out", "file"), "--out file cannot be written: "),
        (("--rows", "nowhere/games.csv"), "there is no folder nowhere"),
        (("--rows", "games.xls"), "end the name with .csv or .parquet"),
    ):
        done = run(capsys, "simulate", coin, "--games", "10", *arguments)
        assert done.code == 2 and said in done.err and "Bylaws itself" not in done.err


def test_two_runs_do_not_share_a_folder(coin: str, capsys: Capture) -> None:
    fcntl = pytest.importorskip("fcntl")
    Path("kept").mkdir()
    with open("kept/.lock", "wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = run(capsys, "simulate", coin, "--games", "10", "--out", "kept")
    assert done.code == 2 and "another run is at work in kept" in done.err
