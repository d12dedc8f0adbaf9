"""Where all answer at once, they may answer in any order: the game goes on as if one after another had been asked."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.ir import nodes as ir
from interpreter.errors import RuleFault
from interpreter.table.decision import Decision, NoSuchAnswer
from interpreter.table.session import Session
from tests.tables import game, game_of, table

#: Bids, orders of several things, what only some are asked, questions that hang on one's own answers, and on luck.
RULES = """
game "Sealed":
    players: 2 to 4
cards Good: price: number
counter coins of player: starts at 5
counter bid of player
counter gone of player
role host
zone stock: stack, face down
zone goods of player: hand
deck Good in stock:
    30 x "Apple", price 1
    30 x "Pear", price 2
setup:
    shuffle stock
    each player: draw 3 from stock to your goods
    randomly choose a player as first
    set host to first
round day "Day" until round_number >= 3:
    step 1 bids "Bids":
        all players other than host at once:
            choose a number from 0 to coins of you as offer asking "Your bid?"
            set bid of you to offer
        each player: lose (bid of you) coins
    step 2 setting_out "Setting out":
        all players at once:
            choose one asking "What do you do?":
                option "Go away":
                    choose a number from 1 to 3 as far asking "How far?"
                    gain far gone
                option "Give":
                    choose a card from your goods as gift asking "Which one?"
                    move gift to stock
                option "Stay": nothing happens
    step 3 passing_on "Passing on":
        host may choose a player as friend asking "Who is next?":
            set host to friend
game ends:
    the player with most coins wins
"""
GAMES = {"sealed": (), "bids": ("action_the_project", "sealed_bids"), "thrown": ("thrown_under_the_bus",)}


def _rules(name: str) -> ir.Game:
    return game(*GAMES[name]) if GAMES[name] else game_of(RULES)


@pytest.mark.parametrize("name", ["sealed", *(pytest.param(one, marks=pytest.mark.slow) for one in ("base", "thrown"))])
@given(seed=st.integers(0, 10_000), players=st.integers(2, 4), data=st.randoms(use_true_random=False))
@settings(max_examples=10, deadline=None)
def test_it_makes_no_difference_in_which_order_they_answer(name: str, seed: int, players: int, data: Random) -> None:
    apart, together = (table(_rules(name), players, seed, "generated") for _ in range(2))
    said: Counter[int] = Counter()
    for _ in range(60):
        if apart.over:
            break
        seat = apart.state.player
        apart.answer(_answer(seed, seat, said[seat], apart.decision))
        said[seat] += 1
    _play_together(together, seed, len(apart.codes), data)
    common = min(len(apart.codes), len(together.codes))
    assert together.codes[:common] == apart.codes[:common]
    assert common >= len(apart.codes) - 10 * players
    if together.codes == apart.codes:
        assert together.engine.dump(together.state) == apart.engine.dump(apart.state)
        assert [together.log(seat) for seat in range(players)] == [apart.log(seat) for seat in range(players)]
        assert [together.told(seat) for seat in range(players)] == [apart.told(seat) for seat in range(players)]


def _play_together(session: Session, seed: int, decisions: int, chance: Random) -> None:
    """Answers in any order, now and then otherwise at first, which is taken back."""
    said: Counter[int] = Counter()
    while len(session.codes) + sum(session.sealed.values()) < decisions and not session.over:
        open_ = session.open_questions()
        seat = chance.choice(list(open_))
        last = open_[seat].first_option + len(open_[seat].options) - 1
        if seat != session.state.player and chance.random() < 0.2:
            sealed = dict(session.sealed)
            session.answer_as(seat, chance.randint(0, last))
            assert session.answer_taken_back(seat) and session.undo(seat) is None
            assert dict(session.sealed) == sealed and session.open_questions() == open_
            continue
        session.answer_as(seat, _answer(seed, seat, said[seat], open_[seat]))
        said[seat] += 1


def _answer(seed: int, seat: int, place: int, asked: Decision) -> int:
    """What a seat answers to its next question, whatever others have answered."""
    return Random(f"{seed} {seat} {place} {asked.prompt}").randrange(asked.first_option + len(asked.options))


def test_who_is_not_asked_cannot_answer() -> None:
    session = table(game_of(RULES), 3, 1)
    others = set(range(3)) - set(session.open_questions())
    assert len(others) == 1
    with pytest.raises(NoSuchAnswer):
        session.answer_as(others.pop(), 0)


def test_what_others_have_sealed_stays_when_an_answer_is_taken_back() -> None:
    session = table(game_of(RULES), 4, 1)
    first, second, third = session.open_questions()
    session.answer_as(third, 2)
    session.answer_as(first, 4)
    assert session.sealed == {third: 1} and [*session.open_questions()] == [second]
    assert session.undo(first) is None
    assert session.sealed == {third: 1} and [*session.open_questions()] == [first, second]
    session.answer_as(second, 1)
    session.answer_as(first, 0)
    assert session.codes == (0, 1, 2)
    assert session.sealed == {}


FAULTY = """
game "Faulty":
    players: 3
counter coins of player: starts at 5
step 1 bids "Bids":
    all players at once:
        choose a number from 0 to 3 as offer asking "Your bid?"
        gain (6 / offer rounded down) coins
game ends:
    the player with most coins wins
"""


def test_an_answer_with_which_the_rules_go_wrong_is_asked_for_again() -> None:
    session = table(game_of(FAULTY), 3, 1)
    session.answer_as(0, 1)
    session.answer_as(1, 2)
    with pytest.raises(RuleFault):
        session.answer_as(2, 0)
    assert [*session.open_questions()] == [2] and session.sealed == {}
    session.answer_as(2, 3)
    assert session.codes == (1, 2, 3) and session.over
