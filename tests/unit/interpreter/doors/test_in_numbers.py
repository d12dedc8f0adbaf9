"""What a seat may know, in numbers: what it may not know makes no difference, and what it sees is there."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

import interpreter.doors.in_numbers
from interpreter import open_game
from interpreter.actions import Actions
from interpreter.doors.in_numbers import InNumbers
from interpreter.doors.sizes import Sizes, sizes_of
from interpreter.engine import Engine
from interpreter.players.uniform import random_bot
from interpreter.runtime.state import State
from interpreter.secrecy.course import play
from interpreter.table.glance import Glance
from interpreter.table.worlds import hidden_from
from interpreter.text.labels import Words
from tests.bundled import EACH_GAME, seats
from tests.properties.test_secrecy import COPIES, MARKS, MASKS
from tests.secrecy.planted import NO_LEAKS
from tests.tables import NAMES, game, game_of, table

RULES = {"cellar": NO_LEAKS["bids_at_once"].rules, "masks": MASKS, "marks": MARKS, "copies": COPIES}


def places(engine: Engine, state: State, seat: int) -> Sequence[int]:
    """Those of the actions of a seat, as programs are given them."""
    asked = engine.asks(state) and state.player == seat
    return Actions(engine, Words(engine.program, NAMES, engine.rules)).places(state) if asked else ()


def differences(name: str, players: int, decisions: int, every: int) -> tuple[int, list[object]]:
    """How many worlds were looked at that a seat cannot tell from the real one, and those that look otherwise."""
    rules = game_of(RULES[name]) if name in RULES else game(name)
    course = play(table(rules, players, seed=3, engine="generated"), (random_bot,) * players, 3, decisions)
    numbers = InNumbers(course.engine, Sizes(1000, 300, -1, 1, for_a_team=False))
    chance, worlds, found = Random(1), 0, list[object]()
    for seat in range(players):
        glance = Glance(course.engine, course.session.words, seat)
        for moment in course.announced(seat)[::every]:
            real, hidden = course.states[moment], hidden_from(course.engine, course.states[moment], seat)
            world = None if hidden.is_empty else hidden.world(chance, 4)
            if world is not None and glance.at(world.state) == glance.at(real):
                worlds += 1
                both = [numbers.of(state, seat, places(course.engine, state, seat)) for state in (real, world.state)]
                if both[0] != both[1]:
                    found.append(world.differences)
    return worlds, found


@pytest.mark.parametrize("name", RULES)
def test_what_is_hidden_makes_no_difference(name: str) -> None:
    worlds, found = differences(name, 3, 40, 1)
    assert worlds > 10 and not found


@pytest.mark.parametrize("name", EACH_GAME)
def test_what_is_hidden_makes_no_difference_in_any_game(name: str) -> None:
    assert not differences(name, seats(name)[-1], 60, 5)[1]


@pytest.mark.parametrize(
    ("part", "leaking", "name"),
    [
        ("knows", lambda *_: True, "masks"),
        ("is_hidden", lambda *_: False, "cellar"),
        ("ORDERED", ("hand", "group", "stack"), "marks"),
    ],
)
def test_what_leaks_is_found(part: str, leaking: object, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreter.doors.in_numbers, part, leaking)
    assert differences(name, 3, 40, 1)[1]


def test_the_own_card_and_the_answers_are_there() -> None:
    opened = open_game("kuhn_poker")
    numbers = InNumbers(opened.engine, sizes_of(opened))
    for seed in range(6):
        state = opened.new(seed)
        now, (card,) = state._now, state._now.zones[opened.engine.program.layout.zones["hand"].base]
        found = numbers.of(now, 0, state.places(0))
        assert len(found) == numbers.length == len(numbers.of(now, 1, ()))
        assert now.kind[card] + 1 in found and found[-3 * numbers.sizes.answers :: 3] == [1, 1, 0, 0, 0]
        assert {tuple(numbers.of(now, 1, ())[-3 * numbers.sizes.answers :])} == {(0,) * 3 * numbers.sizes.answers}


def test_more_pieces_than_there_is_room_for_are_told() -> None:
    opened = open_game("kuhn_poker")
    numbers = InNumbers(opened.engine, Sizes(5, 2, -1, 1, for_a_team=False))
    with pytest.raises(ValueError, match="there are more than 2 pieces, for which there is room"):
        numbers.of(opened.new(1)._now, 0, ())


def test_more_answers_than_there_is_room_for_are_told() -> None:
    opened = open_game("kuhn_poker")
    numbers = InNumbers(opened.engine, Sizes(1, 9, -1, 1, for_a_team=False))
    with pytest.raises(ValueError, match="2 answers are more than there is room for"):
        numbers.seen(opened.new(1), 0)
