"""What goes wrong in an argument is a fault also where the procedure does not look at it."""

from __future__ import annotations

import pytest

from interpreter.engine import Engine
from interpreter.errors import RuleFault
from tests.tables import game_of

RULES = """game "Unread":
    players: 2
counter coin of player
counter pot: starts at 1
procedure reward of payer: player, with amount: number: payer gains 1 coin
round day "Day" until round_number >= 3:
    lower pot by 1
    do reward of first of players, with 6 / pot rounded down
game ends after day when round_number >= 3: nobody wins
"""


@pytest.mark.parametrize("engine", ["generated", "reference"])
@pytest.mark.parametrize("trace", [False, True])
def test_an_argument_that_nobody_reads_is_worked_out(engine: str, trace: bool) -> None:
    with pytest.raises(RuleFault, match="divi"):
        Engine(game_of(RULES), 2, trace=trace, engine=engine).new_game(1)


def test_it_is_worked_out_in_a_game_that_is_played_in_one_go() -> None:
    """Which gives up there, to be played again question by question."""
    assert Engine(game_of(RULES), 2).play_out(1, [lambda count, passing: 0] * 2) is None
    assert Engine(game_of(RULES.replace("starts at 1", "starts at 9")), 2).play_out(1, [lambda count, passing: 0] * 2)
