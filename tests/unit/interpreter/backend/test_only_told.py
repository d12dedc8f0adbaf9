"""What is only told costs nothing without a journal, and the game is the same: its faults and charges too."""

from __future__ import annotations

import pytest

from interpreter.backend.python.driver.source import PythonSource
from interpreter.engine import Engine
from interpreter.errors import RuleFault
from tests.played_alike import played_alike
from tests.tables import game_of

RULES = """
game "Town Crier":
    players: 2

cards Bell: weight: number
deck Bell in tower:
    "Great Bell", weight 5
    "Small Bell", weight 1
zone tower: group
counter coins of player
counter pot: starts at {start}

define loudest: highest weight of tower
define share of player as one: (coins of one + loudest) / pot rounded down

procedure cry of who: player:
    let heard be loudest + 1
    if heard > 3: announce "{{who}} hears {{heard}}"
    otherwise: announce "{{who}} hears nothing"

round day "Day" until round_number >= 4:
    players take turns:
        choose one asking "What?":
            option "Take one": gain 1 coins
            option "Rest": nothing happens
        do cry of you
        let due be share(you)
        announce "{{you}} is due {{due}}"
game ends after day when round_number >= 4: nobody wins
"""


def code_of(trace: bool, start: int = 3) -> str:
    engine = Engine(game_of(RULES.format(start=start)), 2, trace=trace)
    assert isinstance(engine.back_end, PythonSource)
    assert engine.back_end.play_out is not None
    return "\n".join(engine.back_end.sources)


def test_it_is_left_out() -> None:
    assert "heard" in code_of(trace=True)
    assert "heard" not in code_of(trace=False)


def test_what_may_fail_is_still_worked_out() -> None:
    assert "due" in code_of(trace=False)


@pytest.mark.parametrize("engine", ["generated", "reference"])
@pytest.mark.parametrize("trace", [False, True])
def test_it_fails_as_it_would_with_a_journal(engine: str, trace: bool) -> None:
    played = Engine(game_of(RULES.format(start=0)), 2, trace=trace, engine=engine)
    state = played.new_game(1)
    with pytest.raises(RuleFault, match="divi"):
        played.advance(state, 0)


def test_both_engines_play_the_same_game() -> None:
    assert played_alike(game_of(RULES.format(start=3)), 2, 6)
