"""A player who answers with what was written down."""

from __future__ import annotations

import pytest

from interpreter.players.scripted import Scripted, Unanswered
from tests.tables import game_of, table

RULES = """game "Script":
    players: 2 to 2
counter coins of player
phase day "Day":
    each player:
        choose a number from 1 to 3 as n asking "How many?"
        raise coins of you by n
"""


def test_a_script_is_followed_line_by_line() -> None:
    session = table(game_of(RULES), 2)
    script = Scripted(iter(["2", "3"]))
    while not session.over:
        script.decide(session)
    assert session.codes == (2, 3)


def test_a_script_that_is_wrong_or_too_short_says_so() -> None:
    session = table(game_of(RULES), 2)
    with pytest.raises(Unanswered, match="4 is too much"):
        Scripted(iter(["4"])).decide(session)
    with pytest.raises(Unanswered, match='No answer is left for "How many\\?"'):
        Scripted(iter([])).decide(session)
    assert session.codes == ()
