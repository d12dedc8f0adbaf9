"""From which of their decisions on a player is shown what is new, and what they were not asked since."""

from __future__ import annotations

from interpreter.showing.payload import payload
from tests.tables import game_of, table

LAPS = game_of(
    """game "Laps":
    players: 1 to 2
counter steps of player
counter laps
parameter only = 3
round lap "Lap":
    step 1 walk "Walking":
        each player:
            choose a number from 1 to 2 as n asking "How far?"
            gain n steps
            choose a number from 1 to 2 as m asking "And then?"
            gain m steps
            choose a number from m to m as again asking "Once more?"
            gain again steps
    step 2 count "Counting":
        raise laps by 1
game ends after lap when laps > 9: nobody wins
"""
)


def test_whoever_ends_a_round_is_shown_what_has_come_of_that_answer() -> None:
    alone, two = table(LAPS, 1), table(LAPS, 2)
    for answers, session, seat in ((3, alone, 0), (6, two, 1)):
        for _ in range(answers - 1):
            session.decide(0)
        assert session.last_own(seat) is None, "nothing has begun since, and nobody has followed"
        session.decide(0)
        assert session.last_own(seat) is session.history[-1]
        laps = next(value for value in payload(session, seat)["values"] if value["id"] == "laps")
        assert laps["cells"][0]["new"]


def test_in_a_turn_what_others_have_done_stays_new() -> None:
    session = table(LAPS, 2)
    for _ in range(7):
        session.decide(0)
    assert session.last_own(0) is session.history[2], "the last before Ben's"


def test_what_has_one_answer_alone_is_told_with_the_next_question() -> None:
    session = table(LAPS, 1)
    for _ in range(3):
        session.decide(0)
    assert session.given_unasked(0) == ["Once more? Only 1."]
    session.decide(0)
    assert session.given_unasked(0) == []
