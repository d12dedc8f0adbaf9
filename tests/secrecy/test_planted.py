"""Every planted leak is found, with its line, and nothing is found where nothing is told.

The effort is less than that of the command: a quarter of its worlds of each game, and of its 50 games no more than it
takes. Where nothing is told, as many worlds of each game are made as the command makes.
"""

from __future__ import annotations

import pytest

from interpreter.engine import Engine
from interpreter.secrecy.search import WORLDS, Searched, look_through
from tests.secrecy.planted import LEAKS, NO_LEAKS, Planted

pytestmark = pytest.mark.slow

GAMES = 50
AT_FIRST = 60  # worlds of each of them
#: What does not tell is looked at for less long in each run; the seeds begin elsewhere for each.
CLEAN_GAMES = 2


def _searched(planted: Planted, seeds: range, worlds: int = WORLDS) -> Searched:
    engine = Engine(planted.game(), 3, trace=True)
    searched = Searched()
    for seed in seeds:
        look_through(engine, seed, searched, worlds)
        if searched.stories and planted.tells:
            break
    return searched


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_found(name: str) -> None:
    planted = LEAKS[name]
    found = _searched(planted, range(1, 1 + GAMES), AT_FIRST)
    lines = {line.place for one in found.stories.values() for line in (*one.lines, *one.conditions)}
    assert f"planted.bylaws:{planted.telling}" in lines, lines


@pytest.mark.parametrize("name", NO_LEAKS)
def test_nothing_is_found_where_nothing_is_told(name: str) -> None:
    found = _searched(NO_LEAKS[name], range(100, 100 + CLEAN_GAMES))
    assert found.worlds > 300 and not found.stories, list(found.stories.values())


def test_there_are_many_kinds() -> None:
    assert len(LEAKS) >= 70 and len(NO_LEAKS) >= 25


def test_what_is_found_hangs_on_the_seed_alone() -> None:
    planted = LEAKS["announced_who_cannot"]
    assert _searched(planted, range(3, 5)) == _searched(planted, range(3, 5))


def test_a_comment_lets_it_pass() -> None:
    said = Planted(
        """
            each player:
                # ignore[secret-told]: the rulebook has them say so
                if coin of you > 5: announce "{you} is rich"
        """
    )
    assert not _searched(said, range(1, 3)).stories
