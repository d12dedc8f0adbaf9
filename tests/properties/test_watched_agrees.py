"""Games that are watched natively are counted as an observer of the other engine counts them, whatever they are."""

import random

import pytest
from attrs import evolve

from dsl.ir import nodes as ir
from dsl.source import NO_SPAN
from dsl.walk import nodes_in
from tests.every_procedure import language
from tests.properties.ir_programs import made_up
from tests.properties.test_native_agrees import CLASSICS, OFFICE, SMALL
from tests.tables import game, game_of
from tests.watched_play import Watched


@pytest.mark.slow
@pytest.mark.parametrize("name", CLASSICS + SMALL)
def test_small_games_are_counted_the_same(name: str) -> None:
    rules = game(name)
    for players, bot in ((rules.fewest_players, "random"), (rules.most_players, "uniform")):
        watched = Watched(rules, (bot,) * players)
        assert list(watched.differences(range(40))) == []
        assert not watched.given_up


@pytest.mark.slow
def test_games_with_cards_are_counted_the_same() -> None:
    watched = Watched(game("action_the_project", "fate"), ("random", "uniform", "random"))
    assert list(watched.differences(range(30))) == []
    assert watched.given_up < 5


#: Nothing comes to the hands, unless somebody draws, nor to rack and shelf. What lies there leaves in several ways, and
#: some of it stays.
DWINDLING = """game "What dwindles":
    players: 2 to 4
cards Tool: worth: number
zone hand of player: hand
zone rack:  row, face up
zone shelf: stack, face up
zone pile:  stack, face up, refill from rack
zone bench: row, face up
deck Tool in hand of players:
    "Tool {worth}", worth each number from 1 to 9
deck Tool in rack:
    "Rack {worth}", worth each number from 1 to 5
deck Tool in shelf:
    "Shelf {worth}", worth each number from 1 to 6
round lap "Lap":
    step 1 go "Go":
        each player:
            choose a card from your hand as first_one asking "Which?"
            move first_one to bench
            choose up to 1 card from your hand as second asking "Which else?"
            move second to bottom of bench
            randomly choose a card from hand of left of you as lost
            move lost to bench
        first of players chooses a card from rack as racked asking "Which of the rack?"
        move racked to bench
        first of players chooses a card from shelf as shelved asking "Which of the shelf?"
        move the top card of shelf to bench
game ends after lap when round_number >= 3: players win
"""


DRAWING = "        first of players draws 1 from shelf\n        first of players draws 1 from pile\n"


@pytest.mark.parametrize(("players", "more"), [(2, ""), (4, ""), (2, DRAWING)])
def test_what_dwindles_is_counted_the_same(players: int, more: str) -> None:
    watched = Watched(game_of(DWINDLING.replace("game ends", f"{more}game ends")), ("random",) * players)
    assert list(watched.differences(range(30))) == []
    assert not watched.given_up


MANY_OPTIONS = """game "Many options":
    players: 2
cards Card: worth: number
zone shown: row, face up
zone box:   row, face up
deck Card in shown:
    "Card {worth}", worth each number from 1 to SHOWN
deck Card in box:
    "Card in a box", worth 1
round lap "Lap":
    step 1 go "Go":
        each player: choose a card from shown as one asking "Which?"
game ends after lap: players win
"""


MANY_NUMBERS = """game "Many numbers":
    players: 2
counter low
round lap "Lap":
    step 1 go "Go":
        each player:
            choose a number from low + 1 to low + SHOWN as one asking "Which?"
            raise low by SHOWN
game ends after lap: players win
"""


@pytest.mark.parametrize("text", [MANY_OPTIONS, MANY_NUMBERS])
@pytest.mark.parametrize(("shown", "fit"), [(250, True), (251, False)])
def test_so_many_options_are_told_apart(text: str, shown: int, fit: bool) -> None:
    watched = Watched(game_of(text.replace("SHOWN", str(shown))), ("random",) * 2)
    assert list(watched.differences(range(3))) == []
    assert watched.given_up == (0 if fit else 3)


GROWING_NUMBERS = """game "Growing numbers":
    players: 2
counter low
round lap "Lap":
    step 1 go "Go":
        randomly choose a number from 4 to MOST as laps
        repeat laps times:
            first of players chooses a number from low + 1 to low + 100 as one asking "Which?"
            raise low by 100
game ends after lap: players win
"""


@pytest.mark.parametrize(("most", "fit"), [(5, True), (6, False)])
def test_numbers_that_grow_are_told_apart(most: int, fit: bool) -> None:
    watched = Watched(game_of(GROWING_NUMBERS.replace("MOST", str(most))), ("random",) * 2)
    assert list(watched.differences(range(12))) == []
    assert (watched.given_up == 0) == fit and watched.given_up < 12


@pytest.mark.slow
@pytest.mark.parametrize("name", OFFICE)
def test_large_games_are_counted_the_same(name: str) -> None:
    watched = Watched(game(name, *OFFICE[name][-1]), ("random",) * 4)
    assert list(watched.differences(range(40))) == []
    assert watched.given_up < 4


@pytest.mark.slow
def test_made_up_games_are_counted_the_same() -> None:
    given_up = 0
    for luck in range(4):
        rules = made_up(random.Random(luck).randrange)
        most = max((getattr(node, "site", -1) for node in nodes_in(rules)), default=-1)
        sites = (ir.Site("", (), ir.Standing.BASE, span=NO_SPAN),) * (most + 1)
        try:
            watched = Watched(evolve(rules, sites=sites), ("random", "uniform", "random"))
        except AssertionError:
            continue  # not every program can be played in one go
        assert list(watched.differences(range(6), at_once=1)) == [], luck
        given_up += watched.given_up
    assert given_up < 12


@pytest.mark.slow
@pytest.mark.parametrize("part", range(3))
def test_all_that_the_language_has_is_counted_the_same(part: int) -> None:
    found = [*language(part, 3)]
    assert found
    for rules in found:
        watched = Watched(rules, ("random",) * rules.fewest_players)
        assert list(watched.differences(range(6), at_once=3)) == [], rules.title
