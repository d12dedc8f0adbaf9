"""Looks for leaks in a random game: at many moments, for each seat, in other worlds of several kinds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Final

from attrs import Factory, define

from interpreter.engine import Engine
from interpreter.errors import RuleFault
from interpreter.players.uniform import BOTS
from interpreter.secrecy.compare import Leak, Watcher
from interpreter.secrecy.course import Course, play
from interpreter.secrecy.story import Story, story
from interpreter.table.glance import Glance
from interpreter.table.naming import names_beside
from interpreter.table.other_answers import (
    answered_otherwise,
    answers_exchanged,
    other_answers,
    rolled_otherwise,
    secret_luck,
)
from interpreter.table.session import Session, Table
from interpreter.table.worlds import World, hidden_from

#: So many decisions of a game are looked at.
MOST_DECISIONS: Final = 400
#: So many worlds are made of each game, and so many at a moment for one seat.
WORLDS: Final = 240
AT_ONCE: Final = 4


@define
class Searched:
    """What was looked at, and what was found, by the lines that tell it."""

    games: int = 0
    moments: int = 0
    worlds: int = 0
    stories: dict[tuple[object, ...], Story] = Factory(dict)

    def merge(self, other: Searched) -> None:
        """Adds what was looked at later."""
        self.games += other.games
        self.moments += other.moments
        self.worlds += other.worlds
        for found in other.stories.values():
            self.add(found)

    def add(self, found: Story) -> None:
        """Adds a story. Of those that are told by the same lines, the simplest stays, and of these the first."""
        known = self.stories.setdefault(found.key, found)
        if known is not found:
            simpler = min(known, found, key=lambda one: len(one.different))
            simpler.often = known.often + found.often
            self.stories[found.key] = simpler


def look_through(engine: Engine, seed: int, searched: Searched, worlds: int = WORLDS) -> None:
    """Plays the game with a seed, and adds what it shows to what has been found. The engine keeps a journal.

    So many worlds are made of it. A game whose setup fails has no moment to look at.
    """
    players, bot = engine.players, "uniform" if seed % 2 else "random"
    table = Table(engine.program.game.title, "", (), {}, names_beside((), players), (bot,) * players, seed)
    searched.games += 1
    try:
        session = Session(engine, table)
    except RuleFault:
        return
    course = play(session, (BOTS[bot],) * players, seed, MOST_DECISIONS)
    for leak in _leaks(course, Random(seed), searched, worlds):
        searched.add(story(leak))


def _leaks(course: Course, chance: Random, searched: Searched, most: int) -> Iterator[Leak]:
    """At moments by chance, the first among them, as many worlds as are to be made of a game."""
    engine, words = course.engine, course.session.words
    watchers = [Watcher(course, Glance(engine, words, seat)) for seat in range(engine.players)]
    moments = [(moment, seat) for seat in range(engine.players) for moment in course.announced(seat)]
    chance.shuffle(moments)
    moments.sort(key=lambda one: one[0] > 0)
    made = 0
    for moment, seat in moments:
        worlds = list(_worlds(course, moment, seat, chance))
        searched.moments += bool(worlds)
        for world in worlds:
            leak = watchers[seat].leak(moment, world, chance)
            if leak is not None:
                yield leak
        made += len(worlds)
        if made >= most:
            break
    searched.worlds += made


def _worlds(course: Course, moment: int, seat: int, chance: Random) -> Iterator[World]:
    """The worlds to look at, at a moment for a seat: fewer where the game is long, more where it is short."""
    engine, state = course.engine, course.states[moment]
    hidden = hidden_from(engine, state, seat)
    often = max(AT_ONCE, WORLDS // (2 * len(course.states) * engine.players))
    for _ in range(often):
        world = None if hidden.is_empty else hidden.world(chance)
        if world is not None:
            yield world
    if moment == len(course.session.history):
        return
    code = course.code(moment)
    if state.player != seat and (others := other_answers(engine, state, code)):
        yield answered_otherwise(engine, state, code, chance.choice(others))
        yield from islice(_exchanged(course, moment, seat), 1)
    for who, picked in islice(secret_luck(course.session.words, course.events(moment, moment + 1), seat), 1):
        yield rolled_otherwise(engine, state, who, chance, picked=picked)


def _exchanged(course: Course, moment: int, seat: int) -> Iterator[World]:
    """Worlds in which what is about to be answered in secret, and the next that answers the same, are exchanged."""
    first = course.states[moment], course.code(moment)
    for later in range(moment + 1, min(len(course.session.history), moment + course.engine.players)):
        if course.states[later].player != seat:
            second = course.states[later], course.code(later)
            world = answers_exchanged(course.engine, first, second, later - moment)
            if world is not None:
                yield world
