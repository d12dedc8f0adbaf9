"""Every game that comes along, with any variant, at a table of any size: saved, copied and taken back at any point.

Whatever was done in between, the game is the same game, and what is left of it is played the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from interpreter.engine import Engine
from interpreter.table.save import read
from interpreter.table.session import Session, replayed, table_of
from tests.bundled import GAMES, SMALL_GAMES, Sitting, sittings
from tests.properties.test_session import position
from tests.tables import game, play, table

SEEDS = st.integers(0, 1_000_000)
#: How far into a game something is done with it.
POINTS = st.integers(0, 150)
ENGINES = st.sampled_from(["reference", "generated"])
#: How many decisions are played on from there.
ONWARD = 40
#: A case is large, so that a smaller one would take minutes to find.
AS_THEY_COME = (Phase.explicit, Phase.reuse, Phase.generate)
some = settings(max_examples=3, phases=AS_THEY_COME, suppress_health_check=list(HealthCheck), deadline=None)
many = settings(some, max_examples=5)


def begun(sitting: Sitting, seed: int, decisions: int, engine: str) -> Session:
    """A game after so many decisions, or at its end."""
    rules = game(sitting.name, *sitting.variants)
    return play(table(rules, sitting.players, seed, engine), seed, decisions)


# ---------------------------------------------------------------- saved and loaded


@pytest.fixture(scope="module")
def saves(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("saves")


def goes_on(file: Path, sitting: Sitting, seed: int, at: int) -> None:
    """Saved on one engine and taken up on the other, a game is where it was, and goes on as it would have."""
    session = begun(sitting, seed, at, "reference")
    session.save(file)
    save = read(file)
    other = Engine(game(sitting.name, *sitting.variants), sitting.players, trace=True, engine="generated")
    again, divergence = replayed(other, table_of(save), save.decisions)
    assert divergence is None
    assert position(again) == position(session)
    assert position(play(again, seed + 1, ONWARD)) == position(play(session, seed + 1, ONWARD))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@many
@given(data=st.data(), seed=SEEDS, at=POINTS)
def test_saved_games_go_on_as_they_would_have(saves: Path, name: str, data: st.DataObject, seed: int, at: int) -> None:
    goes_on(saves / f"{name}.save", data.draw(sittings(name)), seed, at)


# ---------------------------------------------------------------- copied


def stands_alone(sitting: Sitting, seed: int, at: int, kind: str) -> None:
    """What happens to a copy of a game does not happen to the game, and may happen to it as well."""
    session = begun(sitting, seed, at, kind)
    engine, state = session.engine, session.state
    copy = engine.clone(state)
    before = whole(engine, state)
    assert whole(engine, copy) == before
    on_the_copy = played_on(engine, copy, seed)
    assert whole(engine, state) == before
    assert played_on(engine, state, seed) == on_the_copy
    assert whole(engine, state) == whole(engine, copy)


def whole(engine: Engine, state: Any) -> tuple[Any, ...]:
    """All that there is of a game: the point of play, the question, what was told."""
    return engine.dump(state), deepcopy((state.pc, state.frame, state.stack, state.journal))


def played_on(engine: Engine, state: Any, luck: int) -> list[int]:
    """Plays on by chance, and gives what was answered."""
    chance = random.Random(luck)
    answers: list[int] = []
    while engine.asks(state) and len(answers) < ONWARD:
        index = chance.randrange(engine.option_count(state))
        answers.append(engine.code(state, index))
        engine.advance(state, index)
    return answers


@pytest.mark.parametrize("name", SMALL_GAMES)
@some
@given(data=st.data(), seed=SEEDS, at=POINTS, engine=ENGINES)
def test_a_copy_of_a_game_is_a_game_of_its_own(name: str, data: st.DataObject, seed: int, at: int, engine: str) -> None:
    stands_alone(data.draw(sittings(name)), seed, at, engine)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@many
@given(data=st.data(), seed=SEEDS, at=POINTS, engine=ENGINES)
def test_copies_of_games_are_games_of_their_own(
    name: str, data: st.DataObject, seed: int, at: int, engine: str
) -> None:
    stands_alone(data.draw(sittings(name)), seed, at, engine)


# ---------------------------------------------------------------- taken back


def is_taken_back(sitting: Sitting, seed: int, at: int, back: int) -> None:
    """After each of eight decisions up to `back` of the last are taken back, as far as may be, and decided again."""
    session = begun(sitting, seed, max(0, at - 8), "reference")
    passed = [here(session)]
    for index in _more(session, seed):
        session.decide(index)
        passed.append(here(session))
        codes = session.codes
        while len(codes) - len(session.codes) < min(back, len(passed) - 1):
            if session.undo(session.history[-1].seat) is not None:
                break
            gone = len(codes) - len(session.codes)  # more than one, where answers left no choice
            assert gone >= len(passed) or here(session) == passed[-1 - gone]
        for code in codes[len(session.codes) :]:
            answer = session.engine.index(session.state, code)
            assert answer is not None
            session.decide(answer)
        assert here(session) == passed[-1]
    again, divergence = replayed(session.engine, session.table, session.codes)
    assert divergence is None
    assert position(again) == position(session)


def here(session: Session) -> tuple[Any, ...]:
    """Where a game is, and what has happened in it."""
    return whole(session.engine, session.state), session.codes, list(session.events)


def _more(session: Session, luck: int) -> Iterator[int]:
    """Eight more answers by chance."""
    chance = random.Random(luck)
    for _ in range(8):
        if session.over:
            return
        yield chance.randrange(session.engine.option_count(session.state))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@many
@given(data=st.data(), seed=SEEDS, at=POINTS, back=st.integers(1, 4))
def test_many_taken_back_leave_no_trace(name: str, data: st.DataObject, seed: int, at: int, back: int) -> None:
    is_taken_back(data.draw(sittings(name)), seed, at, back)
