"""A session that forgets its past states tells, takes back and goes on as one that keeps them."""

from __future__ import annotations

import pytest

from interpreter.table.session import Session
from tests.tables import game, play, table


@pytest.mark.parametrize("name", ["kuhn_poker", "hearts", pytest.param("thrown_under_the_bus", marks=pytest.mark.slow)])
def test_a_lean_session_is_the_same(name: str) -> None:
    whole, lean = (table(game(name), 2 if name == "kuhn_poker" else 4, 5, "generated") for _ in range(2))
    lean.lean = True
    for luck in range(30):
        for session in (whole, lean):
            play(session, luck, 5)
        seats = range(whole.engine.players)
        assert lean.codes == whole.codes
        assert [lean.told(seat) for seat in seats] == [whole.told(seat) for seat in seats]
        assert [lean.why_not_undo(seat) for seat in seats] == [whole.why_not_undo(seat) for seat in seats]
        if luck % 3 == 0:
            assert {seat: lean.undo(seat) for seat in seats} == {seat: whole.undo(seat) for seat in seats}
        assert lean.engine.dump(lean.state) == whole.engine.dump(whole.state)
    assert _states(lean) <= len(lean.history) // 32 + 9 < max(10, len(whole.history))
    past = [(one.state, other.state) for one, other in zip(lean.history, whole.history, strict=True)]
    assert all(lean.engine.dump(one) == whole.engine.dump(other) for one, other in past)


def _states(session: Session) -> int:
    return sum(moment.kept is not None for moment in session.history)
