"""What a reaction asks of one player: the others hear nothing of it before it is answered, nor if it is passed."""

from __future__ import annotations

from interpreter.program.model.nodes import PASS
from interpreter.table.decision import Decision, Waiting
from interpreter.table.session import Session
from tests.tables import game_of, table

RULES = """game "Asked in secret":
    players: 3 to 3
counter coins of player: starts at 5
counter shields of player: hidden, starts at 1
counter tally
reaction shield "Hold up the shield?", instead of any player losing some coins while shields of you > 0:
    lower shields of you by 1
round day "Day":
    each player:
        choose a number from 1 to 2 as n
        raise tally by 1
        left of you loses n coins
        raise tally by 1
game ends after day when tally > 9: nobody wins
"""
ANN, BEN, CAT = range(3)


def asked_of_ben() -> Session:
    """Ann has taken something from Ben, who is asked whether he holds up his shield."""
    session = table(game_of(RULES), 3)
    session.answer(0)
    assert session.state.player == BEN and session.state.can_pass
    return session


def tally(session: Session, seat: int) -> object:
    return next(v for v in session.view(seat).variables if v.name == "tally").cells[0].value


def test_others_are_told_nothing_while_one_is_asked() -> None:
    session, before = asked_of_ben(), table(game_of(RULES), 3)
    assert isinstance(session.question(BEN), Decision)
    assert session.question(CAT) == Waiting(ANN, "Ann is deciding.") == before.question(CAT)
    assert session.question(ANN) is None, "she has answered, and has heard nothing since"
    assert session.view(CAT) == before.view(CAT)
    assert session.view(ANN) == before.view(ANN)
    assert session.log(CAT) == before.log(CAT)
    assert tally(session, BEN) == 1 and tally(session, CAT) == 0
    assert session.view(None).deciding == BEN


def test_that_something_was_passed_is_never_told() -> None:
    session = asked_of_ben()
    session.decide(session.engine.index(session.state, PASS) or 0)
    assert session.state.player == BEN and isinstance(session.question(BEN), Decision), "it is his turn now"
    assert [line.text for line in session.log(CAT)] == [
        "Day 1",
        'Ann chooses 1 ("Choose a number").',
        "The tally goes up by 1, to 1.",
        "Ben loses 1 coin.",
        "The tally goes up by 1, to 2.",
    ]
    assert len(session.known_history(CAT)) == len(session.known_history(ANN)) == 1
    assert len(session.known_history(BEN)) == len(session.known_history(None)) == 2


def test_that_something_was_done_is_told() -> None:
    session = asked_of_ben()
    session.answer(0)
    assert len(session.known_history(CAT)) == 2


def test_what_was_passed_in_secret_hinders_nobody_from_taking_back() -> None:
    session = asked_of_ben()
    session.decide(session.engine.index(session.state, PASS) or 0)
    assert session.undo(CAT) == (
        "The last decision was Ann's; you can only take back your own, before anybody else has decided."
    )
    assert session.undo(ANN) is None
    assert session.codes == () and session.state.player == ANN


def test_whoever_passed_takes_that_back_alone() -> None:
    session = asked_of_ben()
    session.decide(session.engine.index(session.state, PASS) or 0)
    assert session.undo(BEN) is None
    assert len(session.codes) == 1 and session.state.can_pass


def test_nothing_is_heard_if_the_first_question_of_a_game_is_asked_in_secret() -> None:
    rules = RULES.replace("round day", "setup:\n    each player: lose 1 coins\nround day", 1)
    session = table(game_of(rules), 3)
    assert session.state.player == ANN and isinstance(session.question(ANN), Decision)
    assert session.question(BEN) is None and session.view(BEN).deciding is None
