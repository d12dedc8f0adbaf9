"""Decisions taken back, games played again by other rules, faults: what a table does, looked at closely with one game.

That every game can be saved, taken up and copied at any point is in `test_every_game_kept`.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from interpreter.errors import RuleFault
from interpreter.program.model.nodes import PASS
from interpreter.table.save import read
from interpreter.table.session import Session, replayed
from interpreter.table.view import PieceView
from tests.tables import game, game_of, play, table

pytestmark = pytest.mark.slow

SEEDS = st.integers(0, 1_000_000)


def position(session: Session) -> dict[str, Any]:
    """All that a rule could tell apart, what everybody sees, and all that happened, as one of those there is told it.

    Who that is goes round with the decisions: to tell all of it to everybody takes most of the time.
    """
    seats = range(session.engine.players)
    readers = (None, *seats)
    return {
        "state": session.engine.dump(session.state),
        "views": [session.view(seat).plain() for seat in readers],
        "questions": [session.question(seat) for seat in seats],
        "events": list(session.events),
        "log": session.log(readers[len(session.codes) % len(readers)]),
        "codes": session.codes,
    }


@given(seed=SEEDS, at=st.integers(0, 120), answers=st.lists(st.integers(0, 1000), min_size=6, max_size=6))
@settings(max_examples=10)
def test_a_decision_taken_back_leaves_no_trace(seed: int, at: int, answers: list[int]) -> None:
    session = play(table(game(), 2, seed), seed, at)
    taken_back = 0
    positions = [position(session)]  # after each answer
    for answer in answers:
        if session.over:
            break
        session.decide(answer % session.engine.option_count(session.state))
        positions.append(position(session))
        if session.undo() is None:  # which goes back over answers that left no choice
            rest = positions[-1]["codes"][len(session.codes) :]
            if len(rest) < len(positions):
                assert position(session) == positions[-1 - len(rest)]
            for code in rest:
                index = session.engine.index(session.state, code)
                assert index is not None
                session.decide(index)
            taken_back += 1
        assert position(session) == positions[-1]
    assume(taken_back)


@given(seed=SEEDS, at=st.integers(1, 200))
@settings(max_examples=30)
def test_nothing_that_was_learned_can_be_taken_back(seed: int, at: int) -> None:
    session = play(table(game("action_the_project", "fate"), 3, seed), seed, at)
    seats = range(session.engine.players)
    before, after = session.history[-1].state, session.state
    asked = session.history[-1].seat, session.state.player
    learned = [known(session, seat) for seat in seats]
    whole = position(session)
    reason = session.undo()
    if reason is not None:
        assert reason.endswith(".") and position(session) == whole
        return
    assert asked[0] == asked[1], "another player has been asked"
    assert session.engine.dump(before)["streams"] == session.engine.dump(after)["streams"], "chance was asked"
    assert all(now <= known(session, seat) for seat, now in zip(seats, learned, strict=True)), "a card was seen"


def known(session: Session, seat: int) -> Counter[str]:
    """The titles of all cards that a player knows."""
    return Counter(
        piece.title for zone in session.view(seat).zones for piece in zone.pieces if isinstance(piece, PieceView)
    )


@given(seed=SEEDS, price=st.integers(3, 9))
@settings(max_examples=10)
def test_other_rules_are_followed_up_to_the_first_decision_that_does_not_fit(seed: int, price: int) -> None:
    session = play(table(game(), 3, seed), seed, 200)
    other = table(game_with_price(price * 100), 3, seed)
    again, divergence = replayed(other.engine, session.table, session.codes)
    fitting = 0
    for code in session.codes:
        index = other.engine.index(other.state, code)
        if other.over or index is None:
            break
        other.decide(index)
        fitting += 1
    assert again.codes == session.codes[:fitting]
    assert (divergence is None) is (fitting == len(session.codes))
    if divergence is not None:
        assert divergence.number == fitting + 1
        assert divergence.code == session.codes[fitting]
        assert divergence.question == other.question(other.state.player)


def game_with_price(price: int) -> Any:
    from dsl.loading import load

    found = load("action_the_project", (), {"prestige_price": price}).game
    assert found is not None
    return found


FAULTY = """game "Faulty":
    players: 2 to 2
counter share of player
phase sharing "Sharing":
    each player:
        choose a number from 0 to 3 as part
        set your share to (6 / part rounded down)
"""


def test_a_fault_in_the_rules_leaves_the_game_as_it_was() -> None:
    session = table(game_of(FAULTY), 2)
    session.decide(2)
    before = position(session)
    with pytest.raises(RuleFault, match="divided by 0"):
        session.decide(0)
    assert position(session) == before
    session.decide(3)
    assert session.over and session.codes == (2, 3)


def test_a_game_that_ends_earlier_by_other_rules_is_a_divergence() -> None:
    session = table(game_of(FAULTY), 2)
    for _ in range(2):
        session.decide(1)
    _, divergence = replayed(session.engine, session.table, (*session.codes, PASS))
    assert divergence is not None and divergence.number == 3 and divergence.question is None


def test_a_game_is_saved_to_the_file_that_is_named(tmp_path: Path) -> None:
    session = play(table(game(), 2, 5), 5, 9)
    session.save(tmp_path / "a.save")
    assert read(tmp_path / "a.save") == session.saved()
    assert session.saved().decisions == session.codes and len(session.codes) == 9
