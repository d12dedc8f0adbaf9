"""Games that simulations play natively: the same as by other engines, whoever plays which and in how many threads."""

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from interpreter.backend.wasm.driver import source
from interpreter.simulation.comparison import compare
from interpreter.simulation.games.run import Rules, games_of
from interpreter.simulation.games.same_luck import same_luck
from interpreter.simulation.games.tally import Tally
from interpreter.simulation.native import modules
from interpreter.simulation.native.many import many_games
from interpreter.simulation.native.many_same_luck import many_same_luck
from interpreter.simulation.native.modules import MANY, MANY_WATCHED
from interpreter.simulation.processes.threads import run_in_threads
from interpreter.simulation.simulate import Result, simulate

pytest.importorskip("wasmtime")

FATE = Rules("action_the_project", ("fate",))
SEATS = ("random", "uniform", "random")

#: Whoever has 9 chooses among more numbers than a module tells apart.
LARGE = """game "Now and then too large":
    players: 2
counter gold of player
phase bidding "Bidding":
    each player:
        set your gold to 0
        choose a number from {least} to 9 as part
        choose a number from 0 to ((part / 9 rounded down) * 9000) as more
        raise your gold by more
game ends after bidding: the player with most gold wins
"""

#: Divided by nothing now and then, which is a fault.
FAULTY = """game "Now and then by nothing":
    players: 2
counter gold of player
phase sharing "Sharing":
    each player:
        choose a number from 0 to 9 as part
        set your gold to (60 / part rounded down)
game ends after sharing: the player with most gold wins
"""


#: Numbers lie about where those end that have a count each; nobody wins now and then.
WIDE = """game "Wide":
    players: 3
    measured: side, gold, gold / digs, depth, depth / digs
enum Side: low "Low", high "High"
counter gold of player
counter digs of player
counter depth
define side of player:
    low  if gold < 0
    high otherwise
phase digging "Digging":
    each player:
        choose a number from 0 to 2 as part
        choose a number from -3 to 3 as more
        set your gold to (part * 512 - 256 + more) * TIMES
        choose a number from 0 to 900 as deeper
        raise depth by deeper
        gain (part + 1) digs
game ends after digging when depth < 900: nobody wins
game ends after digging: the player with most gold then fewest digs wins
"""


@pytest.fixture
def no_native_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "is_there", lambda: False)


def rules_of(folder: Path, text: str) -> Rules:
    path = folder / "game.bylaws"
    path.write_text(text, encoding="utf-8")
    return Rules(str(path))


def played(rules: Rules, seats: tuple[str, ...] = ("random", "random"), **how: Any) -> Result:
    return simulate(rules, seats, **{"games": MANY_WATCHED, "seed": 3, "jobs": 1, "closely": 20, **how})


def both_ways(monkeypatch: pytest.MonkeyPatch, rules: Rules, seats: tuple[str, ...], **how: Any) -> tuple[Tally, Tally]:
    """What the games come to natively, and by other engines."""
    natively = played(rules, seats, **how).tally
    with monkeypatch.context() as patched:
        patched.setattr(source, "is_there", lambda: False)
        return natively, played(rules, seats, **how).tally


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_the_counts_are_the_same(monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    natively, otherwise = both_ways(monkeypatch, FATE, SEATS, jobs=jobs)
    assert natively.otherwise_played < 10
    assert natively.natively == MANY_WATCHED - natively.otherwise_played - natively.faulty and otherwise.natively == 0
    assert natively == otherwise


@pytest.mark.slow
def test_the_rows_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rows: list[list[object]] = []
    for there in (True, False):
        monkeypatch.setattr(source, "is_there", lambda there=there: there)
        rows.append([])
        played(FATE, SEATS, most_seats=4, kept=lambda new, _: rows[-1].extend(new))
    assert len(rows[0]) == MANY_WATCHED and rows[0] == rows[1]


@pytest.mark.parametrize(("times", "fit"), [(1, True), (-1, True), (11_000, False), (700_000, False)])
def test_numbers_of_any_size_are_counted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, times: int, fit: bool
) -> None:
    """They are the same, and another engine plays what is too large to be multiplied, or added up."""
    rules = rules_of(tmp_path, WIDE.replace("TIMES", str(times)))
    natively, otherwise = both_ways(monkeypatch, rules, ("random",) * 3, games=200, closely=0)
    assert (natively.otherwise_played == 0) == fit and natively.natively > 0
    assert natively == otherwise


@pytest.mark.parametrize("text", [LARGE.format(least=0), LARGE.format(least=8), FAULTY])
def test_what_is_too_large_or_fails_another_engine_plays(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str
) -> None:
    natively, otherwise = both_ways(monkeypatch, rules_of(tmp_path, text), ("random", "random"))
    assert (natively.otherwise_played > 0) == (text != FAULTY)
    assert (natively.faulty > 0) == (text == FAULTY)
    tried = natively.natively + natively.otherwise_played + natively.faulty
    assert tried == MANY_WATCHED or (text == LARGE.format(least=8) and tried < 60)  # most are: not all are tried
    assert natively == otherwise and otherwise.natively == 0


def test_where_most_are_too_large_processes_play_the_rest(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, LARGE.format(least=8))
    work = games_of(rules, ("random", "random"))
    many = many_games(work, range(400))
    assert many is not None
    run = run_in_threads(many, range(400), threads=1, enough=many.notes_no_use)
    assert many.is_no_use and run.done < 60
    found = [played(rules, games=MANY, closely=0, jobs=jobs).tally for jobs in (1, 2)]
    assert found[0].natively + found[0].otherwise_played < 60 and found[0].otherwise_played > found[0].natively
    assert len({(tally.natively, tally.otherwise_played) for tally in found}) == 1


@pytest.mark.usefixtures("kept_apart")
def test_what_is_watched_by_another_engine_is_not_called_too_large() -> None:
    """Only what plays unwatched has been made, by an earlier run; there are too few games to make what watches."""
    kuhn = Rules("kuhn_poker")
    assert played(kuhn, games=MANY, closely=0).tally.natively == MANY
    few = played(kuhn, games=50, closely=20).tally
    assert (few.natively, few.otherwise_played) == (30, 0)
    many = many_games(evolve(games_of(kuhn, ("random", "random")), closely=range(3, 23)), range(3, 53))
    assert many is not None
    not_parted = run_in_threads(many, range(3, 53), threads=1).result  # as it is played on a cluster
    assert not_parted == few and (not_parted.natively, not_parted.otherwise_played) == (30, 0)


@pytest.mark.usefixtures("kept_apart")
def test_a_few_games_are_no_reason_to_make_a_module() -> None:
    work = evolve(games_of(Rules("goofspiel"), ("random", "random")), closely=range(5))
    assert many_games(work, range(MANY_WATCHED - 1)) is None
    assert many_games(work, range(MANY_WATCHED)) is not None
    assert many_games(work, range(5)) is not None  # it is there now


def test_a_module_that_watches_plays_others_too_unless_they_are_many() -> None:
    work = evolve(games_of(FATE, SEATS), closely=range(100))
    few, many = many_games(work, range(1000)), many_games(work, range(10_000))
    assert few is not None and few.plain is few.watching
    assert many is not None and many.plain is not many.watching


@pytest.mark.usefixtures("no_native_code")
def test_without_what_runs_it_other_engines_play() -> None:
    assert many_games(games_of(FATE, SEATS), range(100)) is None
    assert many_same_luck(same_luck([FATE], SEATS)[0], range(100)) is None


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_the_same_luck_comes_to_the_same(monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    work, common = same_luck([Rules("action_the_project"), FATE], SEATS, ("decisions / rounds",))
    found = []
    monkeypatch.setattr(modules, "MANY", 40)
    for there in (True, False):
        monkeypatch.setattr(source, "is_there", lambda there=there: there)
        found.append(compare(work, common, common, games=40, seed=5, jobs=jobs).found)
    assert [tally.natively for one in found for tally in one.tallies] == [40, 40, 0, 0]
    assert found[0] == found[1]
