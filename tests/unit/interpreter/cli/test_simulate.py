"""`bylaws simulate`: the object that scripts read, the tables that people read, and what is refused."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.unit.interpreter.cli.commands import REPOSITORY, run

GAME = """
game "Coin":
    players: 2 to 3
enum Speed: slow, fast
parameter speed = fast
parameter prize = 2 (1 to 5)
counter points of player
step 1 toss "Toss":
    randomly choose a player as lucky
    lucky gains prize points
game ends:
    the player with most points wins
"""


@pytest.fixture
def coin(tmp_path: Path) -> Path:
    (tmp_path / "game.bylaws").write_text(GAME)
    return tmp_path


def test_json_has_what_the_contract_names_and_is_the_same_for_one_and_two_jobs(
    coin: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ("simulate", str(coin), "--games", "100", "--players", "3", "--seed", "5", "--format", "json")
    one = json.loads(run(capsys, *arguments, "--jobs", "1").out)
    two = json.loads(run(capsys, *arguments, "--jobs", "2").out)
    measured = ("wall_s", "games_per_s", "decisions_per_s")
    for name in measured:
        assert one.pop(name) >= 0 and two.pop(name) >= 0
    assert one == two
    assert one["version"] == 1 and one["game"] == "Coin" and one["variants"] == []
    assert one["parameters"] == {"speed": "fast", "prize": 2}
    assert one["seed"] == 5 and one["games"] == 100 and one["finished"] == 100 and one["faults"] == []
    assert one["seats"] == ["random"] * 3
    assert sum(w["wins"] for w in one["wins"]) == 100
    assert one["scores"]["points"]["winner"]["p50"] == 2


def test_parameters_are_set(coin: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(
        run(
            capsys,
            "simulate",
            str(coin),
            "--games",
            "4",
            "--jobs",
            "1",
            "--set",
            "prize=3",
            "--set",
            "speed=slow",
            "--format",
            "json",
        ).out
    )
    assert found["parameters"] == {"speed": "slow", "prize": 3}
    assert found["scores"]["points"]["winner"]["mean"] == 3


def test_text_names_the_bots_and_the_shares(coin: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = run(capsys, "simulate", str(coin), "--games", "50", "--seats", "random,uniform", "--jobs", "1")
    assert done.code == 0
    assert "uniform" in done.out and "50 games" in done.out
    assert "What this says, it says of random and uniform players only." in done.out
    assert "\x1b" not in done.out


def test_csv_has_a_row_for_each_seat(coin: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = run(capsys, "simulate", str(coin), "--games", "10", "--format", "csv", "--jobs", "1")
    assert len(done.out.splitlines()) == 3


def test_out_writes_the_summary(coin: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "simulate", str(coin), "--games", "10", "--jobs", "1", "--out", str(tmp_path / "results"))
    assert json.loads((tmp_path / "results" / "summary.json").read_text())["games"] == 10


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--players", "7"), "is for 2 to 3 players, not 7"),
        (("--seats", "random,robot"), "there is no bot called robot"),
        (("--seats", "random,think"), "write how long it thinks: think:400 plays on 400 times"),
        (("--seats", "random,think:2s"), "think:2s would play other games on another machine"),
        (("--games", "0"), "0 games are none"),
        (("--jobs", "0"), "0 processes are none"),
        (("--set", "prize=9"), "prize"),
        (("--variant", "nothing"), "nothing"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_reason(
    coin: Path, arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    done = run(capsys, "simulate", str(coin), *arguments)
    assert done.code != 0
    assert said in done.err + done.out
    assert "Traceback" not in done.err


NEVER = """game "Never":
    players: 2 to 2
counter points of player
round day "Day":
    each player: gain 1 points
    each player: lose 1 points
game ends after day when points of first of players > 70:
    the player with most points wins
"""


def test_games_that_never_end_are_said_first_and_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.bylaws").write_text(NEVER)
    done = run(capsys, "simulate", str(tmp_path), "--games", "2", "--jobs", "1")
    lines = done.out.splitlines()
    assert done.code == 1 and lines[:2] == ["Never: 2 games, seeds from 1", "No game came to an end."]
    assert len(lines) == 4 and lines[2].startswith("2 games: the rules go on and on here") and "seed 1" in lines[2]
    assert lines[3] == f"  see it by: bylaws play {tmp_path} --seats random,random --seed 1 --trace"


def test_players_and_seats_are_one_or_the_other(coin: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = run(capsys, "simulate", str(coin), "--players", "2", "--seats", "random,random")
    assert done.code == 2 and "say --players or --seats, not both" in done.err
    done = run(capsys, "simulate", str(coin), "--seats", "random")
    assert done.code == 2 and "type --seats random,random" in done.err


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a pipe breaks otherwise there")
def test_a_reader_that_goes_away_ends_it_as_it_ends_other_programs(coin: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "interpreter.cli.main", "simulate", str(coin), "--games", "2", "--jobs", "1"]
    done = subprocess.run(command, cwd=REPOSITORY, stdout=write, stderr=subprocess.PIPE, timeout=60)
    os.close(write)
    assert (done.returncode, done.stderr) == (141, b"")


FAULTY = """
game "Faulty":
    players: 2 to 3
parameter least = 0 (0 to 1)
counter points of player
dice coin: from 0 to 1
step 1 toss "Toss":
    roll 1 coin as thrown
    let up be total pips of thrown
    each player: gain (1 / up rounded down) points
game ends when any player where points > 0: nobody wins
"""


def test_the_command_for_a_fault_shows_that_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "my game").mkdir()
    (tmp_path / "my game" / "game.bylaws").write_text(FAULTY)
    monkeypatch.chdir(tmp_path)
    done = run(capsys, "simulate", "my game", "--players", "2..3", "--set", "least=1", "--games", "20", "--jobs", "1")
    assert done.code == 1
    commands = [line.partition("bylaws ")[2] for line in done.out.splitlines() if line.startswith("  see it by: ")]
    assert [shlex.split(command).count("random,random,random") for command in commands] == [0, 1]
    for command in commands:
        shown = run(capsys, *shlex.split(command))
        assert shown.code == 1 and "nothing can be divided by 0" in shown.out + shown.err


@pytest.mark.parametrize(
    ("said", "tables"), [("3", [3]), ("2..3", [2, 3]), ("3,2", [3, 2]), ("all", [2, 3]), ("2,2..3", [2, 3])]
)
def test_players_may_be_several_numbers(
    coin: Path, said: str, tables: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    done = run(capsys, "simulate", str(coin), "--games", "3", "--players", said, "--format", "json", "--jobs", "1")
    found = json.loads(done.out)
    assert [len(table["seats"]) for table in found.get("tables", [found])] == tables
    assert found["seen"]["games"] == 3 * len(tables)


@pytest.mark.parametrize("said", ["", "many", "2..", "0", "3..2", "2;3", "1..3", "2..9"])
def test_other_numbers_of_players_are_refused(coin: Path, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    done = run(capsys, "simulate", str(coin), "--games", "3", "--players", said)
    assert done.code == 2 and done.err.startswith("bylaws: ") and "Bylaws itself" not in done.err


def test_numbers_are_told_by_their_range_and_listed_in_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.bylaws").write_text(
        'game "Numbers":\n    players: 2\nstep 1 ask "Asking":\n    each player:\n'
        '        choose a number from 3 to 30 as many asking "How many?"\n'
        '        choose a number from 8 to 11 as few asking "How few?"\n'
        "game ends: nobody wins\n"
    )
    done = run(capsys, "simulate", str(tmp_path), "--games", "60", "--details", "--jobs", "1")
    assert re.search(r"^How many\? +120 +- +3 to 30 +-$", done.out, re.MULTILINE)
    assert re.search(r"^How few\? +120 +- +4 +0$", done.out, re.MULTILINE)
    listed = done.out.partition("How few?  offered")[2]
    assert [line.split()[0] for line in listed.splitlines()[1:5]] == ["8", "9", "10", "11"]


@pytest.mark.parametrize(
    ("command", "more"),
    [("simulate", ()), ("compare", ("--with", "last_day=2")), ("sweep", ("--set", "last_day=1..3"))],
)
def test_programs_are_given_the_sentences_that_people_read(
    command: str, more: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    game = str(REPOSITORY / "tests" / "unit" / "interpreter" / "cli" / "simulated" / "market.bylaws")
    arguments = (command, game, *more, "--players", "3", "--games", "64", "--jobs", "1")
    told = json.loads(run(capsys, *arguments, "--format", "json").out)["summary"]
    read = " ".join(run(capsys, *arguments).out.split())
    assert 2 <= len(told["sentences"]) <= 5 and all(sentence in read for sentence in told["sentences"])
    assert told["least_advantage"] > 0 if command == "simulate" else all(size > 0 for size in told["least"].values())


TOO_LARGE = """game "Too large for the fast engine":
    players: 2
counter gold of player
phase bidding "Bidding":
    each player:
        choose a number from {least} to 9 as part
        choose a number from 0 to ((part / 9 rounded down) * 9000) as more
        raise your gold by more
game ends after bidding: the player with most gold wins
"""


def test_it_says_how_many_games_another_engine_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("wasmtime")
    path = tmp_path / "game.bylaws"
    path.write_text(TOO_LARGE.format(least=0), encoding="utf-8")
    asked = "simulate", str(path), "--games", "100", "--jobs", "1"
    told = json.loads(run(capsys, *asked, "--format", "json").out)
    number = told["played_otherwise"]
    assert 0 < number < 100
    assert told["played_by"] == {"native": 100 - number, "generated-python": number}
    assert told["engine"] == ("native" if number < 50 else "generated-python")
    assert f"{number} games too large for the fast engine, and played by another\n" in run(capsys, *asked).out
    path.write_text(TOO_LARGE.format(least=8), encoding="utf-8")  # which most games are too large for
    told = json.loads(run(capsys, *asked, "--format", "json").out)
    number, natively = told["played_otherwise"], told["played_by"]["native"]
    assert natively < number < 60 and told["played_by"]["generated-python"] == 100 - natively
    said = f"{number} games too large for the fast engine, and played by another; it also played "
    assert f"{said}{100 - number - natively} that were not tried\n" in run(capsys, *asked).out
    assert "fast engine" not in run(capsys, "simulate", "kuhn_poker", "--games", "100", "--jobs", "1").out
