"""Playing the games of a report: the same for any number of workers, and whether it was interrupted or not."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from interpreter.backend.wasm.resume import source
from interpreter.report.course import End, Evidence
from interpreter.report.play import Series
from interpreter.report.report import Played, Wanted, parts, play, report
from interpreter.simulation.processes.parallel import run_seeds
from interpreter.simulation.reports.plain_data import as_data, from_data
from tests.unit.interpreter.report.evidence import planted


def played(name: str, seats: tuple[str, ...], games: int, jobs: int = 1, **more: bool | int | str) -> Evidence:
    """The evidence of a planted game."""
    series = Series(planted(name), seats, **more)  # type: ignore[arg-type]
    return run_seeds(series, range(1, 1 + games), jobs=jobs, largest_chunk=3).result


@pytest.mark.slow
def test_any_number_of_workers_comes_to_the_same() -> None:
    one, two = (played("fair", ("think:8", "random"), 12, jobs) for jobs in (1, 2))
    assert json.dumps(as_data(one)) == json.dumps(as_data(two))


def test_what_players_think_with_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes longer than a game of theirs, and there are many games."""
    made, write = list[object](), source.written

    def counted(*given: Any, **how: Any) -> Any:
        made.append(given)
        return write(*given, **how)

    monkeypatch.setattr(source, "written", counted)
    played("fair", ("think:8", "random"), 6)
    assert len(made) <= 1


def test_what_is_kept_is_read_back() -> None:
    found = played("dead_card", ("think:8", "think:8"), 6)
    again = from_data(Evidence, json.loads(json.dumps(as_data(found))))
    assert again == found
    assert list(again.weights) == list(found.weights)


def test_a_twin_has_the_same_dice_and_other_players() -> None:
    seats = ("random", "random")
    first, twin = played("coin_toss", seats, 40), played("coin_toss", seats, 40, twin=True)
    assert [c.winners for c in first.courses] == [c.winners for c in twin.courses]  # what is called does not matter
    assert first.observed.questions != twin.observed.questions


def test_a_game_is_left_at_the_limit() -> None:
    found = played("endless", ("random", "random"), 3, limit=10)
    assert [(course.end, course.decisions) for course in found.courses] == [(End.LIMIT, 10)] * 3


def test_what_was_thought_does_not_count_as_played() -> None:
    """Each of five cards is asked for once a round and seat, however often it is laid in somebody's head."""
    found = played("fair", ("think:20", "think:20"), 4)
    (question,) = found.observed.questions.values()
    assert question.asked == 4 * 10
    assert {name: use.taken for name, use in question.options.items()} == {f"Bid {k}": 4 * 2 for k in range(1, 6)}
    assert all(weight.taken <= 4 * 2 for weight in found.weights.values())


@pytest.mark.parametrize("kind", ["random", "think:8"])
def test_who_may_not_use_a_card_does_not_unless_it_has_to(kind: str) -> None:
    """Of four cards in a hand there is nearly always another one; the other player may use all."""
    free, barred = played("dead_card", (kind, kind), 20), played("dead_card", (kind, kind), 20, without="Ash")
    questions = [one.observed.questions.values() for one in (free, barred)]
    laid = [sum(question.options["Ash"].taken for question in each) for each in questions]
    assert laid[1] < laid[0]
    assert [course.seed for course in free.courses] == [course.seed for course in barred.courses]


@pytest.mark.slow
def test_what_it_costs_not_to_use_a_card_is_told_of_those_that_matter() -> None:
    rules, given = planted("dead_card"), Played()
    wanted = Wanted(rules, 2, 60, 0, 1)
    assert play(wanted, rules.game(), given, jobs=1)
    told = {one.key: one for one in report(wanted, rules.game(), given).findings}["cards"]
    kept = {one["card"]: one for one in told.numbers["kept_from"]}
    assert kept["Blank"]["high"] < 0 < kept["Ash"]["low"]
    assert [name for name in given.evidence if name.startswith("without ")] == [f"without {card}" for card in kept]
    assert told.lists[0].items[0].startswith("Blank: ")


def test_what_is_told_to_be_done_is_whole_when_the_last_game_is_played() -> None:
    """Games without a card are planned when others have been played; the bar leaves room for them."""
    rules, given, told = planted("dead_card"), Played(), list[tuple[float, int]]()
    wanted = Wanted(rules, 2, 60, 0, 1)

    def progress(share: float) -> None:
        told.append((share, sum(name.startswith("without ") for name in given.evidence)))

    assert play(wanted, rules.game(), given, jobs=1, progress=progress)
    shares = [share for share, _ in told]
    assert shares == sorted(shares) and shares[-1] == 1.0
    began = [share for share, without in told if without == 1]
    assert 0.5 < began[0] < 0.95 < max(shares[:-2])


@pytest.mark.slow
def test_when_the_time_is_up_each_part_has_had_some_of_it_and_what_is_left_out_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By a clock that goes on by a second a game."""
    rules, given = planted("dead_card"), Played()

    def clock() -> int:
        return sum(len(found.courses) for found in given.evidence.values())

    monkeypatch.setattr("interpreter.report.report.monotonic", clock)
    game, wanted = rules.game(), Wanted(rules, 2, 64, 2, 1)
    each, minutes = parts(wanted, game), 1.5
    assert play(wanted, game, given, jobs=1, minutes=minutes)
    assert min(given.done(part) for part in each) > 1 and given.done(each[0]) < each[0].games
    assert 0.85 * minutes * 60 < clock() < minutes * 60 + 5 * len(given.evidence)
    assert report(wanted, game, given).notes[0].startswith("It ended early: ")


FAIR = Wanted(planted("fair"), 2, 10, 4, 1)


@cache
def whole() -> Played:
    """All games of that report, played in one go."""
    found = Played()
    assert play(FAIR, FAIR.rules.game(), found, jobs=1)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("stop", [1, 7])
def test_a_report_that_goes_on_where_it_was_comes_to_the_same(stop: int) -> None:
    game, parts, calls = FAIR.rules.game(), Played(), 0

    def kept() -> None:
        nonlocal calls
        calls += 1
        if calls == stop:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(FAIR, game, parts, jobs=1, kept=kept)
    assert play(FAIR, game, parts, jobs=1)
    before = whole()
    assert {k: as_data(v) for k, v in before.evidence.items()} == {k: as_data(v) for k, v in parts.evidence.items()}
    assert report(FAIR, game, before).plain == report(FAIR, game, parts).plain
