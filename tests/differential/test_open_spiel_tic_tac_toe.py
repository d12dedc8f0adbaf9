"""Tic-tac-toe: every game of it beside OpenSpiel's, all 255,168 of them.

OpenSpiel counts the squares from 0, row by row; in this order the rules list them too.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from interpreter.engine import Engine
from interpreter.runtime.state import State, value_of
from interpreter.table.session import Session
from tests.tables import game, table

spiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this platform")

#: So many ways lead to so many marks, and so many of these games are over then.
HISTORIES = {0: 1, 1: 9, 2: 72, 3: 504, 4: 3024, 5: 15120, 6: 54720, 7: 148176, 8: 200448, 9: 127872}
ENDED = {5: 1440, 6: 5328, 7: 47952, 8: 72576, 9: 127872}
POSITIONS = 5478
#: What is added to a log hangs on who marks which square and what that ends: all of it is met in a few positions.
EACH_LOG = 8


@pytest.mark.slow
def test_every_game() -> None:
    """The same player to move, the same squares, the same returns, after every one of the ways to get there."""
    engine = Engine(game("tic_tac_toe"), 2)
    histories, ended = Counter[int](), Counter[int]()
    waiting: list[tuple[State, Any, int]] = [
        (engine.new_game(1), spiel.load_game("tic_tac_toe").new_initial_state(), 0)
    ]
    while waiting:
        ours, theirs, marks = waiting.pop()
        histories[marks] += 1
        if not engine.asks(ours):
            ended[marks] += 1
            assert theirs.is_terminal() and returns(ours) == theirs.returns(), theirs
            continue
        assert ours.player == theirs.current_player(), theirs
        squares = list(ours.options)
        assert squares == theirs.legal_actions(), theirs
        for index, square in enumerate(squares):
            after = engine.clone(ours)
            engine.advance(after, index)
            waiting.append((after, theirs.child(square), marks + 1))
    assert histories == HISTORIES
    assert ended == ENDED


def returns(state: State) -> list[float]:
    """1 for who has won, -1 for the other; 0 for both of a full board."""
    return [0.0, 0.0] if not state.winners else [1.0 if seat in state.winners else -1.0 for seat in (0, 1)]


@pytest.mark.slow
def test_players_know_all_that_has_been_done() -> None:
    """OpenSpiel tells all histories apart for both, and so do we: the log grows by each mark, and says where it is.

    What is added hangs on the position alone, so it is enough to come to each position once, and to read one in eight.
    """
    waiting = [table(game("tic_tac_toe"), 2, engine="generated")]
    positions = {position(waiting[0])}
    while waiting:
        session = waiting.pop()
        others = branches(session)
        for seat in (0, 1) if hash(position(session)) % EACH_LOG == 0 else ():
            added = [new_lines(session, other, seat) for other in others]
            assert len(set(added)) == len(added), added
        for other in others:
            if position(other) not in positions:
                positions.add(position(other))
                waiting.append(other)
    assert len(positions) == POSITIONS


def position(session: Session) -> tuple[int, ...]:
    return tuple(value_of(session.state, "mark"))


def branches(session: Session) -> list[Session]:
    """The game after each mark that can be made now."""
    found = []
    for index in range(session.engine.option_count(session.state)):
        after = session.engine.clone(session.state)
        session.engine.advance(after, index)
        found.append(session.branch(index, after))
    return found


def new_lines(before: Session, after: Session, seat: int) -> tuple[str, ...]:
    """What a player is told, behind all that has stood in the log already."""
    return tuple(line.text for line in after.log(seat, since=len(before.events)))
