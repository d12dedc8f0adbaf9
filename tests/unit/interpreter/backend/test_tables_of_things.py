"""What is the same in every game is found in a table, and a piece is asked where it lies: faster, and the same game."""

from __future__ import annotations

import re

import pytest

from dsl.ir import nodes as ir
from interpreter.backend.python.driver.source import PythonSource
from interpreter.engine import Engine
from tests.played_alike import played_alike
from tests.tables import game_of

BOARD = """
game "Rooms":
    players: 2 to 3

enum Wing: east, west
spaces Room:
    hall "Hall", wing east, floor_number 1
    attic "Attic", wing west, floor_number 3
    cellar "Cellar", wing west, floor_number 1
    porch "Porch", wing east, floor_number 2

tokens Figure of player: 1 each, starts in box
cards Tool: weight: number
deck Tool in tools:
    2 x "Rope", weight 2:
        as long as this is in your bag:
            exception to reach of you: previous + 1
    "Lamp", weight 1:
        as long as this is in your bag:
            exception to bright of you: instead yes
    "Sledge", weight 5:
        as long as this is in floor of Rooms:
            exception to heavy: instead yes

zone box: group, face up
zone floor of Room: group, face up
zone tools: stack, face down, seen by nobody, refill from used
zone used: stack, face up
zone bag of player: hand
zone badge of player: slot, face up
counter points of player
dice die: from 1 to 6

define figure of player as person: the Figure where owner is person
define whereabouts of piece as thing: the Room as place where thing is in floor of place
define place_on of number as level, Wing as part: the Room where floor_number is level and wing is part
define tools_about: every Tool in (floor of Rooms, used)
define reach of player: 1
define bright of player: no
define heavy: no

setup:
    shuffle tools
    each player:
        choose a Room as start asking "Where?"
        move figure of you to floor of start
        draw 2 from tools to your bag

round turns "Turn":
    players take turns:
        roll a die as thrown
        choose a Room as goal where wing is west or goal is not whereabouts of figure of you asking "Where to?"
        move figure of you to floor of goal
        you may choose a Tool from your bag as dropped asking "Drop what?":
            move dropped to floor of goal
        if tools is not empty: draw 1 from tools to your badge
        move every card in your badge to your bag
        if the Tool in badge of you exists: gain 100 points
        if place_on(pips of thrown, west) is whereabouts of figure of you: gain 10 points
        for each tool in tools_about where weight > 1: gain 1 points
        if any Tool in tools_about where weight is 5: gain points equal to reach of you
        if bright of you: gain 3 points
        if heavy: move every Tool in floor of Rooms to used
game ends after turns when round_number >= 6:
    the player with most points wins
"""


@pytest.fixture(scope="module")
def rules() -> ir.Game:
    return game_of(BOARD)


def source(rules: ir.Game) -> str:
    """The code of the game for three."""
    back_end = Engine(rules, 3).back_end
    assert isinstance(back_end, PythonSource)
    return back_end.sources[-1]


@pytest.mark.parametrize("players", [2, 3])
def test_both_engines_play_the_same_game(rules: ir.Game, players: int) -> None:
    points = {worth for end in played_alike(rules, players, 8) for worth in end["points"]}
    assert any(worth >= 10 for worth in points)  # what is asked below was really met


def test_a_piece_of_each_player_is_looked_up(rules: ir.Game) -> None:
    code = source(rules)
    assert "enumerate(st.kind)" not in code
    assert "_Figure_of = (4, 5, 6, -1)" in code


def test_whose_zone_something_lies_in_is_looked_up(rules: ir.Game) -> None:
    assert "_whose_floor = (-1, 0, 1, 2, 3, -1, -1, -1, -1, -1, -1, -1, -1, -1)" in source(rules)


def test_things_are_found_by_what_is_printed_on_them(rules: ir.Game) -> None:
    code = source(rules)
    assert "_first_Room_by_floor_number__1__2_ = {3: 1, 1: 2}" in code  # of those in the west
    assert "_first_Room_by_floor_number__1__2_.get(" in code


def test_zones_that_are_known_are_gone_through_without_a_list(rules: ir.Game) -> None:
    assert "in flat(st.zones[1:5] + st.zones[6:7]):" in source(rules)


def test_an_exception_of_a_card_asks_each_copy_where_it_lies(rules: ir.Game) -> None:
    function = source(rules).split("reach_of_player(st, a0_):")[-1].split("def ")[0]
    assert re.findall(r"st.zone\[(\d)\] == 7 \+ a0_:", function) == ["0", "1"]
    assert "st.owner" not in function


def test_the_one_piece_of_a_slot_needs_no_loop(rules: ir.Game) -> None:
    assert re.search(r"(piece\w*) if \((z\w*) := st.zones\[10 \+ f.3.\]\) and \(\1 := \2\[-1\]\) >= 0", source(rules))
