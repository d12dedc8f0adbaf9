"""Searching modules: that they find what must be found, and what happens where they cannot go on."""

import pytest

from interpreter.backend.wasm.driver import machine
from interpreter.backend.wasm.resume.game import GivenUp
from interpreter.backend.wasm.search.game import NativeSearch
from interpreter.engine import Engine
from interpreter.errors import RuleFault
from tests.tables import game, game_of

#: The squares of Tic-tac-toe, row by row from the top.
A3, B3, C3, A2, B2, C2, A1, B1, C1 = range(9)


def searching(name: str, players: int = 2) -> NativeSearch:
    found = Engine(game(name), players).native_search()
    assert found is not None
    return found


def after(search: NativeSearch, *answers: int) -> NativeSearch:
    search.begin(0)
    for value in answers:
        search.apply(next(place for place in range(search.count) if search.value(place) == value))
    return search


def best(search: NativeSearch, passes: int = 400) -> int:
    return search.value(search.search(passes, 1).best)


def test_a_win_is_taken_and_a_loss_prevented() -> None:
    search = searching("tic_tac_toe")
    assert best(after(search, A3, A2, B3, B2)) == C3
    assert best(after(search, A3, B2, B3)) == C3
    assert best(after(search, B2, A3, C2)) == A2


def test_a_draw_is_worth_half_of_a_win_between_two() -> None:
    search = after(searching("tic_tac_toe"), A3, B2, C1, B3, B1, A1, C3, C2)
    (only,) = search.search(50, 1).answers
    assert (only.value, only.visits, only.means) == (A2, 50, (0.5, 0.5))
    search.apply(0)
    assert search.over and (search.returns(0), search.returns(1)) == (0.5, 0.5)


def test_what_the_other_holds_is_not_known() -> None:
    """The king wins when it calls a bet, the jack never does, the queen now and then, whatever there is to beat."""
    search = searching("kuhn_poker")
    means: dict[int, set[float]] = {}
    for seed in range(30):
        search.begin(seed)
        search.apply(1)  # bets
        state = search.state()
        mine = state.zones[2][0]
        calling = search.search(200, 5).answers[0]
        means.setdefault(mine, set()).add(round(calling.means[search.player], 6))
    king, queen, jack = (means[card] for card in range(3))
    assert king == {1.0} and jack == {0.0} and len(queen) == 1
    assert 0.4 < queen.pop() < 0.6


def test_the_same_luck_gives_the_same() -> None:
    search = searching("action_the_project", 3)
    assert search.contest(4, (30, 0, 0)) == search.contest(4, (30, 0, 0))
    assert searching("action_the_project", 3).contest(4, (30, 0, 0)) == search.contest(4, (30, 0, 0))


def test_whoever_thinks_wins_more_often() -> None:
    """A twelfth of the games would be lost by chance more often than once in a million."""
    search = searching("tic_tac_toe")
    lost = sum(search.contest(seed, (100, 0) if seed % 2 else (0, 100))[seed % 2 == 0] == 0 for seed in range(40))
    assert lost <= 3


FAULTY = """game "Now and then by nothing":
    players: 2
counter gold of player
phase sharing "Sharing":
    each player:
        choose a number from 0 to 3 as part
        set your gold to (60 / part rounded down)
game ends after sharing: the player with most gold wins
"""


def test_a_fault_is_met_by_the_stepping_engine() -> None:
    engine = Engine(game_of(FAULTY), 2)
    search = engine.native_search()
    assert search is not None
    search.begin(1)
    before = (search.copied(), search.since)
    with pytest.raises(GivenUp):
        search.apply(0)
    assert (search.copied(), search.since) == before
    with pytest.raises(RuleFault):
        engine.advance(search.state(), 0)


def test_passes_that_go_wrong_are_left_out() -> None:
    """Nothing is learnt of an answer that always does."""
    search = Engine(game_of(FAULTY), 2).native_search()
    assert search is not None
    search.begin(1)
    found = search.search(200, 1)
    assert found.lost > 0 and found.passes + found.lost <= 200
    assert found.answers[0].visits == 0 < found.answers[1].visits


ENDLESS = """game "On and on":
    players: 2
counter gold of player
round going "Going on":
    each player:
        choose a number from 0 to 3 as part
        raise your gold by 0
"""


def test_what_never_ends_is_given_up() -> None:
    search = Engine(game_of(ENDLESS), 2).native_search()
    assert search is not None
    search.begin(1)
    found = search.search(10_000, 1, most_decisions=100)
    assert found.passes == 0 < found.lost < 100


TOGETHER = """game "All or none":
    players: 2 to 3
counter luck
phase trying "Trying":
    each player:
        choose a number from 0 to 1 as part
        raise luck by part
    if luck = number of players: players win
    nobody wins
"""


def test_who_wins_together_wins_all() -> None:
    search = Engine(game_of(TOGETHER), 3).native_search()
    assert search is not None
    search.begin(1)
    found = search.search(300, 1)
    assert found.best == 1 and found.answers[0].means == (0.0, 0.0, 0.0) < found.answers[1].means
    for _ in range(3):
        search.apply(1)
    assert [search.returns(seat) for seat in range(3)] == [1.0, 1.0, 1.0]


def test_a_searching_module_takes_nothing_from_outside() -> None:
    import wasmtime

    made = wasmtime.Module(wasmtime.Engine(), searching("goofspiel").made.module)
    assert list(made.imports) == []
    memory = next(export.type for export in made.exports if export.name == "memory")
    assert isinstance(memory, wasmtime.MemoryType) and memory.limits.min == memory.limits.max


def test_a_game_that_is_over_has_no_question() -> None:
    search = after(searching("kuhn_poker"), 1, 3)
    assert search.over and search.count == 0
    with pytest.raises(ValueError, match="over"):
        search.search(10, 1)


def test_without_what_runs_it_nothing_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "is_there", lambda: False)
    assert Engine(game("goofspiel"), 2).native_search() is None
    assert Engine(game("goofspiel"), 2, engine="reference").native_game() is None


KEPT_IN_MIND = """game "A number in mind":
    players: 2
phase thinking "Thinking":
    each player:
        secretly choose a number from 1 to 3 as in_mind
        left of you chooses a number from 1 to 3 as guessed
        if guessed = in_mind: left of you wins
    nobody wins
"""


def test_a_secret_answer_that_is_kept_is_not_searched() -> None:
    """It would be in every world as it is in the real one."""
    engine = Engine(game_of(KEPT_IN_MIND), 2)
    assert engine.native_game() is not None
    assert engine.native_search() is None
