"""The games that are made up really do all that they are made of: none of it is there in vain."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.properties.executed import executed
from tests.properties.ir_programs import made_up

GAMES = 300

#: In how many of the games each of these must be seen to happen; about half of what was counted when it was written.
FLOORS = {
    # turns, their edges and limits
    "a turn is ended": 8,
    "active_player": 80, "active_player is somebody": 45, "the next turn is given": 20, "next_player is somebody": 20,
    "CountAction": 45, "ForgetActions": 55, "an action has been taken before": 30, "free actions beside others": 40,
    # rules that hold for a time, and those of cards that lie somewhere
    "BeginEffect": 70, "an effect ends": 50, "what an effect keeps": 25, "a rule for a time": 15,
    "an exception for a time holds": 12, "a rule of a card that lies there": 5,
    # texts of cards
    "the text of a card": 60, "a part of a text": 18, "playable": 60, "not playable": 60, "lasting": 4,
    # who decides, what is behind an event, what is one moment
    "somebody decides for another": 70, "another is asked": 45, "the cause is a card": 15, "the cause is an action": 30,
    "held": 60, "a rule has waited": 45, "a rule on what another rule does": 5, "whenever": 5,
    # cards that are drawn among rules, and turned over
    "cards are lifted": 30, "Flip": 25,
    "a rule that may come back is under way": 20, "a procedure with a depth": 20, "a piece is a copy": 5,
    # rules that may be declined
    "a reaction is made": 20, "a reaction is declined": 20,
}  # fmt: skip

#: The same for rules that meet an event, at any time of it.
EVENTS = {
    "become": 3, "play": 3, "roll": 1,
    "gain": 14, "lose": 14, "pay": 7, "give": 4, "move": 4, "draw": 11, "discard": 2, "enter": 1, "leave": 10,
    "procedure": 5, "action": 3, "flow": 6, "start turn": 6, "end turn": 8, "start round": 5, "end round": 1,
    "start step": 2, "end step": 2,
}  # fmt: skip

TIMINGS = {"before": 30, "after": 45, "instead": 20}


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
