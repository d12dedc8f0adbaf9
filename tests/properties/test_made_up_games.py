"""The games that are made up really do all that they are made of: none of it is there in vain."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.properties.executed import executed
from tests.properties.ir_programs import made_up

GAMES = 150

#: In how many of the games each of these must be seen to happen; about half of what was counted when it was written.
FLOORS = {
    # turns, their edges and limits
    "a turn is ended": 4,
    "active_player": 40, "active_player is somebody": 22, "the next turn is given": 10, "next_player is somebody": 10,
    "CountAction": 22, "ForgetActions": 27, "an action has been taken before": 15, "free actions beside others": 20,
    # rules that hold for a time, and those of cards that lie somewhere
    "BeginEffect": 35, "an effect ends": 25, "what an effect keeps": 12, "a rule for a time": 7,
    "an exception for a time holds": 6, "a rule of a card that lies there": 2,
    # texts of cards
    "the text of a card": 30, "a part of a text": 9, "playable": 30, "not playable": 30, "lasting": 2,
    # who decides, what is behind an event, what is one moment
    "somebody decides for another": 35, "another is asked": 22, "the cause is a card": 7, "the cause is an action": 15,
    "held": 30, "a rule has waited": 22, "a rule on what another rule does": 2, "whenever": 2,
    # cards that are drawn among rules, and turned over
    "cards are lifted": 15, "Flip": 12,
    "a rule that may come back is under way": 10, "a procedure with a depth": 10, "a piece is a copy": 2,
    # rules that may be declined
    "a reaction is made": 10, "a reaction is declined": 10,
}  # fmt: skip

#: The same for rules that meet an event, at any time of it.
EVENTS = {
    "become": 1, "play": 1, "roll": 1,
    "gain": 7, "lose": 7, "pay": 3, "give": 2, "move": 2, "draw": 5, "discard": 1, "enter": 1, "leave": 5,
    "procedure": 2, "action": 1, "flow": 3, "start turn": 3, "end turn": 4, "start round": 2, "end round": 1,
    "start step": 1, "end step": 1,
}  # fmt: skip

TIMINGS = {"before": 15, "after": 22, "instead": 10}


@pytest.mark.slow
def test_all_that_games_are_made_of_happens_in_enough_of_them() -> None:
    seen: Counter[str] = Counter()
    for luck in range(GAMES):
        found = executed(made_up(random.Random(luck).randrange), luck)
        rules = {name for name in found if name.split()[0] in TIMINGS}
        seen.update(found | {name.split(" ", 1)[1] for name in rules} | {name.split()[0] for name in rules})
    floors = FLOORS | EVENTS | TIMINGS
    missing = {name: (seen[name], floor) for name, floor in floors.items() if seen[name] < floor}
    assert not missing, missing
