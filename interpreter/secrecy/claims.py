"""Claims that a seat cannot tell whether something is so: is there a world like the real one in which it is not?

The door for scenarios: `other_truth` finds a world that the seat cannot tell from a state in which a condition comes
out otherwise; `told_apart` runs it on beside what was played, and says what tells the two apart, if anything does.
"""

from collections.abc import Callable
from random import Random
from typing import Final

from interpreter.engine import Engine
from interpreter.runtime.state import State
from interpreter.secrecy.compare import Leak, Watcher
from interpreter.secrecy.course import Course
from interpreter.secrecy.observation import Glance
from interpreter.secrecy.worlds import World, hidden_from
from interpreter.text.labels import Words

#: So many worlds are tried before it is believed that there is none in which a condition comes out otherwise.
TRIES: Final = 2000
#: So many things are different in a world at most.
MOST: Final = 6


def other_truth(
    engine: Engine, words: Words, state: State, seat: int, holds: Callable[[State], bool], chance: Random
) -> World | None:
    """Finds a world that `seat` cannot tell from `state` at that moment, in which `holds` gives the other answer.

    None if there is none among those that are tried: then the seat can tell, or what it claims is no secret.
    """
    hidden, glance = hidden_from(engine, state, seat), Glance(engine, words, seat)
    if hidden.is_empty:
        return None
    truth, seen = holds(state), glance.at(state)
    for tried in range(TRIES):
        world = hidden.world(chance, 1 + tried * MOST // TRIES)
        if world is not None and holds(world.state) != truth and glance.at(world.state) == seen:
            return world
    return None


def told_apart(course: Course, seat: int, since: int, world: World, chance: Random) -> Leak | None:
    """Runs a world on from a moment of a course, with the same answers to its end; what tells it apart for a seat."""
    watcher = Watcher(course, Glance(course.engine, course.session.words, seat))
    return watcher.leak(since, world, chance, horizon=len(course.states))
