"""Other worlds: what is different in them, and that who cannot know it sees no difference."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from random import Random

import pytest

from dsl.ir import nodes as ir
from interpreter.players.uniform import random_bot
from interpreter.program.model.kept import Drawn
from interpreter.runtime.state import State
from interpreter.secrecy.course import Course, play
from interpreter.secrecy.knowledge import Remembered
from interpreter.table.glance import Glance
from interpreter.table.other_answers import answered_otherwise, other_answers
from interpreter.table.worlds import Answered, Changed, Exchanged, Reordered, World, hidden_from
from interpreter.text.redaction import knows
from tests.properties.test_secrecy import COPIES, MARKS, MASKS
from tests.secrecy.planted import NO_LEAKS, Planted
from tests.tables import game, game_of, table

PLAYERS = 3
GAMES = {
    "cellar": NO_LEAKS["bids_at_once"].game(),
    "last biscuit": game("last_biscuit"),
    "masks": game_of(MASKS),
    "marks": game_of(MARKS),
    "copies": game_of(COPIES),
}


def _course(name: str) -> Course:
    return play(table(GAMES[name], PLAYERS, seed=3, engine="generated"), (random_bot,) * PLAYERS, 3, 40)


def _worlds(course: Course, seat: int, number: int = 1) -> list[tuple[int, World]]:
    chance = Random(seat)
    found = []
    for moment in course.announced(seat):
        hidden = hidden_from(course.engine, course.states[moment], seat)
        found += [(moment, world) for _ in range(4) if (world := hidden.world(chance, number)) is not None]
    assert found
    return found


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("number", [1, 5])
def test_the_seat_sees_no_difference(name: str, number: int) -> None:
    course = _course(name)
    for seat in range(PLAYERS):
        glance = Glance(course.engine, course.session.words, seat)
        for moment, world in _worlds(course, seat, number):
            real = course.states[moment]
            if number == 1:  # of several things, one may undo another
                assert course.engine.dump(real) != course.engine.dump(world.state)
            if real.player != seat:  # what there is to choose from may be different
                assert glance.at(real) == glance.at(world.state), world.differences
            if glance.is_alike(real, world.state, world.places):
                assert glance.at(real) == glance.at(world.state)


@pytest.mark.parametrize("name", GAMES)
def test_only_what_is_hidden_is_different(name: str) -> None:
    course = _course(name)
    for seat in range(PLAYERS):
        for moment, world in _worlds(course, seat):
            state = course.states[moment]
            assert sorted(map(len, state.zones)) == sorted(map(len, world.state.zones))
            assert Counter(chain(*state.zones)) == Counter(chain(*world.state.zones))
            for one in world.differences:
                match one:
                    case Exchanged(first, second):
                        assert not knows(state, first, seat) and not knows(state, second, seat)
                    case Changed(variable, at):
                        slot = state.layout.variables[variable]
                        assert slot.variable.hidden and seat not in at[:1]
                    case Reordered(zone):
                        assert sorted(state.zones[zone]) == sorted(world.state.zones[zone])
                    case _:
                        raise AssertionError(one)


@pytest.mark.parametrize("engine", ["generated", "reference"])
def test_what_is_in_mind_is_the_card_that_lies_there(engine: str) -> None:
    rules = NO_LEAKS["a_card_in_mind_that_nobody_sees"].game()
    course = play(table(rules, PLAYERS, seed=3, engine=engine), (random_bot,) * PLAYERS, 3, 40)
    others = 0
    for moment, world in _worlds(course, 0):
        frames = (course.engine.frames(state) for state in (course.states[moment], world.state))
        for (here, kept), (there, _) in zip(*frames, strict=True):
            for at in (at for at in kept if kept[at] is True and here[at] >= 0):
                assert _lies(course.states[moment], here[at]) == _lies(world.state, there[at])
                others += here[at] != there[at]
    assert others


def _lies(state: State, piece: int) -> tuple[int, int]:
    zone = state.zone[piece]
    return zone, state.zones[zone].index(piece)


def test_a_secret_answer_can_be_another() -> None:
    course = _course("cellar")
    found = [
        answered_otherwise(course.engine, course.states[moment], course.code(moment), other)
        for moment in range(len(course.session.history))
        for other in other_answers(course.engine, course.states[moment], course.code(moment))
    ]
    assert found and all(isinstance(one, Answered) and one.before != one.after for w in found for one in w.differences)


def test_who_has_seen_a_piece_is_remembered() -> None:
    state = _course("cellar").states[0]
    state.seen = seen = Remembered(state)
    piece = next(piece for piece, mask in enumerate(seen) if not mask)
    state.seen[piece] |= 2
    state.seen[piece] = 0
    assert not knows(state, piece, 1) and seen.knew([piece], 2) and not seen.knew([piece], 1)


KEPT = Planted(
    """
        each player:
            let wealth be coin of you
            secretly roll 2 dice as thrown
            choose a number from 0 to 1 as said asking "Well?"
            if wealth + total pips of thrown > 10: secretly gain said coins
    """
).game()


@pytest.mark.parametrize("engine", ["generated", "reference"])
def test_what_is_kept_of_a_counter_goes_with_it_and_dice_kept_in_secret_can_be_others(engine: str) -> None:
    course = play(table(KEPT, PLAYERS, seed=3, engine=engine), (random_bot,) * PLAYERS, 3, 40)
    counters = dice = 0
    for moment, world in _worlds(course, 0, 3):
        real, other = course.states[moment], world.state
        frames = zip(course.engine.frames(real), course.engine.frames(other), strict=True)
        for kept, here, there in ((one, a[at], b[at]) for (a, k), (b, _) in frames for at, one in k.items()):
            if course.engine.asked(real).prompt != ("Well?",):
                continue
            if isinstance(kept, ir.Read):
                assert here == course.engine.evaluate(real, ir.Read("coin", (SEATS[real.player],), ir.NUMBER))
                assert there == course.engine.evaluate(other, ir.Read("coin", (SEATS[real.player],), ir.NUMBER))
                counters += here != there
            elif isinstance(kept, Drawn):
                dice += here != there
    assert counters and dice


SEATS = [ir.Constant(seat, ir.PLAYER) for seat in range(PLAYERS)]
