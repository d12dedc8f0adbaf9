"""Which places matter once the setup is done, and which variables a running procedure speaks of."""

from __future__ import annotations

import pytest

from interpreter.text.used_zones import used_variables, used_zones
from tests.tables import game_of

RULES = """game "Places":
    players: 2 to 2
counter tally
counter score of player
cards Ware: price: number
zone list: stack, face up
zone pile: stack, face down, refill from thrown_away
zone thrown_away: stack, face up
zone chest: stack, face down
zone hand of player: hand
zone left_over of player: group, face up
zone shelf: row, face up
deck Ware in list:
    3 x "Lamp", price 2
    "Rug", price 4:
        move top of chest to hand of controller
define best: price of top of shelf
setup:
    move top 2 of list to pile
    do sort_out
procedure sort_out:
    each player: move top of list to your left_over
procedure end_of_day:
    each player: set score of you to tally
phase day "Day":
    each player:
        draw 1 from pile
        if best > 3: gain 1 score
    do end_of_day
"""


def test_what_only_the_setup_uses_is_out_of_use() -> None:
    used = used_zones(game_of(RULES))
    assert used == {"pile", "thrown_away", "chest", "hand", "shelf"}


def test_cards_that_are_found_wherever_they_lie_keep_every_place_in_use() -> None:
    rules = RULES.replace("if best > 3", "if (number of Ware where price > 3) > 3")
    assert used_zones(game_of(rules)) >= {"list", "left_over"}


@pytest.mark.parametrize(
    "words",
    [
        "when sold:\n            move top of list to hand of controller",
        "as long as this is in list:\n            after any player gaining some scores: raise tally by 1",
    ],
    ids=["when", "as long as"],
)
def test_whatever_stands_in_the_text_of_a_card_is_used(words: str) -> None:
    rules = RULES.replace("move top of chest to hand of controller", words)
    assert "list" in used_zones(game_of(rules))


def test_variables_of_procedures() -> None:
    game = game_of(RULES)
    assert used_variables(game, ["end_of_day"]) == {"score", "tally"}
    assert used_variables(game, ["sort_out", "flow day"]) == frozenset()
