"""The door for claims: another truth is found where there is one, and what tells it apart."""

from __future__ import annotations

from random import Random

from interpreter.engine import Engine
from interpreter.players.uniform import random_bot
from interpreter.runtime.state import State
from interpreter.secrecy.claims import other_truth, told_apart
from interpreter.secrecy.compare import Leak
from interpreter.secrecy.course import Course, play
from tests.secrecy.planted import LEAKS, NO_LEAKS, Planted
from tests.tables import table

ANN, BEN = 0, 1


def _course(planted: Planted) -> Course:
    return play(table(planted.game(), 2, engine="generated"), (random_bot,) * 2, 1, 60)


def _reds(state: State, seat: int) -> int:
    layout = state.layout
    zone = next(k for k, name in enumerate(layout.zone_names) if name == "hand" and layout.seats[k] == seat)
    suits = layout.printed["suit"]
    return sum(suits[state.kind[piece]] == 0 for piece in state.zones[zone])


def _claimed(planted: Planted, seat: int, number: int) -> Leak | str | None:
    """What tells Ann whether somebody has so many red cards, if there is a world in which that is otherwise."""
    course = _course(planted)
    engine: Engine = course.engine
    words, state = course.session.words, course.states[0]
    chance = Random(1)
    world = other_truth(engine, words, state, ANN, lambda one: _reds(one, seat) == number, chance)
    if world is not None:
        assert (_reds(world.state, seat) == number) != (_reds(state, seat) == number)
        assert _reds(world.state, ANN) == _reds(state, ANN)
        return told_apart(course, ANN, 0, world, chance)
    return "no other world"


def test_what_is_told_is_found() -> None:
    planted = LEAKS["how_many_are_counted"]
    leak = _claimed(planted, BEN, _reds(_course(planted).states[0], BEN))
    assert isinstance(leak, Leak) and leak.cause.lines[0].line == planted.telling


def test_what_is_not_told_is_not() -> None:
    planted = NO_LEAKS["a_shuffle"]
    for number in range(4):
        assert _claimed(planted, BEN, number) is None


def test_ones_own_hand_is_no_secret() -> None:
    for number in range(4):
        assert _claimed(NO_LEAKS["a_shuffle"], ANN, number) == "no other world"
