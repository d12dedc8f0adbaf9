"""Spaces have an article in the log where the texts of the rules give them one."""

from __future__ import annotations

import pytest

from tests.tables import game_of, table

RULES = """game "Ways":
    players: 2 to 2
spaces Place:
    kitchen "Kitchen"
    den "Den"
    c1 "C1"
pawn walker of player: starts at kitchen
round day "Day":
    > {text}
    each player:
        choose a Place from Places as goal
        move your walker to goal
game ends after day when round_number > 9: nobody wins
"""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Whoever comes to the Kitchen goes on.", ["the Kitchen", "the Den", "C1"]),
        ("The Kitchen is beside Den.", ["the Kitchen", "Den", "C1"]),
        ("Walk.", ["Kitchen", "Den", "C1"]),
    ],
)
def test_a_space_is_called_as_the_rules_call_it(text: str, told: list[str]) -> None:
    words = table(game_of(RULES.format(text=text)), 2).words
    assert [words.space("Place", place) for place in range(3)] == told


def test_a_pawn_moves_to_the_space_with_its_article() -> None:
    session = table(game_of(RULES.format(text="The Kitchen is warm.")), 2)
    session.decide(1)
    assert any(line.text == "Your walker moves to the Den." for line in session.log(0))
