"""Searches are honest: what a seat does not know makes no difference to what it finds; worlds look as it sees them."""

from collections.abc import Iterator
from random import Random

import pytest
from attrs import evolve

from interpreter.backend.wasm.search import redeal, unknown
from interpreter.backend.wasm.search.game import NativeSearch
from interpreter.engine import Engine
from interpreter.players.uniform import random_bot
from interpreter.runtime.state import State
from interpreter.runtime.thought import Thought
from interpreter.table.glance import Glance
from interpreter.table.worlds import hidden_from
from tests.native_stepping import all_of
from tests.properties.test_secrecy import MARKS, MASKS
from tests.tables import game, game_of, table

PASSES = 25
GAMES = {
    "kuhn_poker": game("kuhn_poker"),
    "liars_dice": game("liars_dice"),
    "hearts": game("hearts"),
    "action": game("action_the_project"),
    "masks": game_of(MASKS),
    "marks": game_of(MARKS),
}
LARGE = ("bad_day_at_the_office", "office_job", "theyre_coming", "thrown_under_the_bus")


def searching(engine: Engine) -> NativeSearch:
    found = engine.native_search()
    assert found is not None
    return found


def moments(engine: Engine, seed: int, most: int, every: int) -> Iterator[State]:
    """States of a game that is played at random, at a question with several answers that nobody gives all at once."""
    state, luck = engine.new_game(seed), seed
    for made in range(most):
        if not engine.asks(state):
            return
        if made % every == 0 and engine.option_count(state) > 1 and not engine.asked(state).secret:
            yield engine.clone(state)
        luck, place = random_bot(luck, engine.option_count(state), state.can_pass)
        engine.advance(state, place)


def found(search: NativeSearch, state: State) -> tuple[Thought, list[tuple[int, tuple[float, ...]]]]:
    search.place(state)
    result = search.search(PASSES, 7)
    return result, [(one.visits, one.means) for one in result.answers]


def is_honest(engine: Engine, players: int, most: int, every: int) -> int:
    """Looks at some moments of a game; gives how many other worlds there were."""
    search, chance, others = searching(engine), Random(1), 0
    words = table(engine.rules, players, engine="generated").words
    for state in moments(engine, 3, most, every):
        seat = state.player
        hidden = hidden_from(engine, state, seat)
        result, answers = found(search, state)
        assert result.passes + result.lost == PASSES and result.lost == 0
        search.place(state)
        search.redeal(seat, 5)
        dealt = search.state()
        for other in range(players):
            if other != seat:
                _sees_the_same(engine, search, Glance(engine, words, other), state, other)
        for _ in range(3):
            world = hidden.world(chance, 5)
            if world is not None:
                for stream in state.layout.streams:  # luck to come is not known either
                    setattr(world.state, stream, chance.getrandbits(64))
                assert found(search, world.state)[1] == answers, world.differences
                search.place(world.state)
                search.redeal(seat, 5)
                assert all_of(engine, search.state()) == all_of(engine, dealt), world.differences
                others += 1
    return others


def _sees_the_same(engine: Engine, search: NativeSearch, glance: Glance, state: State, seat: int) -> None:
    for luck in range(3):
        search.place(state)
        search.redeal(seat, luck)
        assert glance.at(state) == glance.at(search.state())


@pytest.mark.parametrize("name", GAMES)
def test_what_is_hidden_makes_no_difference(name: str) -> None:
    rules = GAMES[name]
    assert is_honest(Engine(rules, 3), 3, 60, 4) > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_what_is_hidden_makes_no_difference_in_large_games(name: str) -> None:
    assert is_honest(Engine(game(name), 3), 3, 91, 30) > 0


#: What a redeal could leave as it is, with a game in which that would be found.
LEFT_OUT = {"_draw_variable": "liars_dice", "_lay": "kuhn_poker", "_rename": "masks", "sort_zones": "marks"}


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize("what", LEFT_OUT)
def test_what_is_not_drawn_anew_is_found(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unknown if what == "sort_zones" else redeal, what, lambda *_: None)
    own = evolve(GAMES[LEFT_OUT[what]])  # what is made of it is no other test's
    with pytest.raises(AssertionError):
        is_honest(Engine(own, 3), 3, 60, 4)


@pytest.mark.parametrize("name", ["goofspiel", "hearts"])
def test_what_others_answer_at_once_makes_no_difference(name: str) -> None:
    search = searching(Engine(game(name), 3))
    finds = set()
    for place in range(5):
        search.begin(2)
        asked = search.player
        while search.player == asked:
            search.apply(place % search.count)
        finds.add(tuple((one.visits, one.means) for one in search.search(PASSES, 7).answers))
    assert len(finds) == 1


def test_what_was_answered_at_once_is_answered_again() -> None:
    """Of three cards to pass on, the second is chosen after the first, which is gone."""
    search = searching(Engine(game("hearts"), 3))
    search.begin(2)
    first, count = search.player, search.count
    search.apply(4)
    assert search.player == first and search.count == count - 1
    result = search.search(PASSES, 7)
    assert result.passes == PASSES and sum(one.visits for one in result.answers) == PASSES


def test_a_search_leaves_the_game_as_it_is() -> None:
    engine = Engine(game("action_the_project"), 3)
    search = searching(engine)
    for state in moments(engine, 1, 60, 10):
        search.place(state)
        before = (search.copied(), search.since)
        assert search.search(PASSES, 3) == search.search(PASSES, 3)
        assert (search.copied(), search.since) == before
        assert all_of(engine, search.state()) == all_of(engine, state)


def test_whoever_stands_in_the_middle_is_told() -> None:
    engine = Engine(game("goofspiel"), 2)
    search = searching(engine)
    state = engine.new_game(1)
    engine.advance(state, 0)
    search.place(state)
    with pytest.raises(ValueError, match="in the middle"):
        search.search(PASSES, 1)
