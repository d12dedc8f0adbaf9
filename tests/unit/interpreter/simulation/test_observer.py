"""Games that are watched are the same games; what is seen in them is what happened."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from dsl.loading import load
from interpreter.simulation.games.observed import Journey, Observed, Use
from interpreter.simulation.games.run import Rules
from interpreter.simulation.games.seen import as_json as seen_as_json
from interpreter.simulation.games.seen import seen
from interpreter.simulation.games.tally import Tally
from interpreter.simulation.simulate import simulate
from tests.bundled import EACH_GAME

SHOP = """
game "Shop":
    players: 2 to 2
counter coins of player
cards Good: price: number
zone stock: stack, face down
zone goods of player: hand
zone stall: group, face up
deck Good in stock:
    "Apple", price 1
    "Pear", price 2:
        gain 5 coins
    "Brick", price 3
setup:
    each player: draw 1 from stock to your goods
action sell "Sell":
    choose a Good from your goods as sold asking "Sell what?"
    move sold to stall
    gain 1 coin
action eat "Eat":
    needs (number of Good in your goods where title is "Pear") > 0 else "you have no pear"
    choose a Good from your goods as eaten asking "Eat what?"
    do effect of eaten
action beg "Beg":
    needs coins of you > 9 else "you are too proud"
    gain 1 coin
step 1 trade "Trade":
    > [shop-1] Sell if you like.
    players take turns: you take one action from sell, eat, beg
    each player:
        if your coins > 9:
            > [shop-2] The rich rest.
            set your coins to 9
game ends:
    the player with most coins wins
"""


def watched(path: Path, text: str, games: int, closely: int, jobs: int = 1) -> Tally:
    path.write_text(text)
    return simulate(Rules(str(path)), ("random",) * 2, games=games, seed=1, jobs=jobs, closely=closely).tally


@pytest.mark.parametrize("name", EACH_GAME)
def test_a_watched_game_is_the_same_game(name: str) -> None:
    game = load(name).game
    assert game is not None
    seats = ("random",) * game.fewest_players
    plain, seen = (simulate(Rules(name), seats, games=4, seed=7, jobs=1, closely=closely).tally for closely in (0, 4))
    assert seen.observed.games == seen.finished
    assert attrs.evolve(seen, observed=Observed()) == plain


def test_what_is_seen_is_what_happened(tmp_path: Path) -> None:
    """The cards lie in the order written: the first seat has the apple, the second the pear, nobody the brick."""
    seen = watched(tmp_path / "game.bylaws", SHOP, games=40, closely=40).observed
    game = load(tmp_path).game
    assert game is not None
    sell, eat, beg = (next(k for k, a in enumerate(game.actions) if a.name == name) for name in ("sell", "eat", "beg"))
    assert beg not in seen.actions
    assert seen.actions[sell].offered == 80 and seen.actions[eat].offered == 40
    eaten = seen.actions[eat].taken
    assert 10 < eaten < 30 and seen.actions[sell].taken == 80 - eaten
    assert seen.cards["Apple"] == Journey(drawn=40, held=40, played=40)
    assert seen.cards["Pear"] == Journey(drawn=40, held=40, played=eaten)
    assert "Brick" not in seen.cards
    asked = {game.sites[site].span.text[-12:]: question for site, question in seen.questions.items()}
    assert {label: use for q in asked.values() for label, use in q.options.items() if label == "Apple"} == {
        "Apple": Use(40, 40)
    }
    assert sum(seen.endings.values()) == 40


@pytest.mark.slow
def test_what_is_seen_is_the_same_for_any_number_of_workers(tmp_path: Path) -> None:
    """The games that are watched are the first ones, whoever plays them."""
    one, two = (watched(tmp_path / "game.bylaws", SHOP, games=130, closely=70, jobs=jobs) for jobs in (1, 2))
    assert one == two and one.observed.games == 70


def test_alike_cards_in_different_places_are_counted_apart(tmp_path: Path) -> None:
    rules = HERDS + "game ends after culling: nobody wins\n"
    asked = watched(tmp_path / "game.bylaws", rules, games=40, closely=40).observed.questions
    (question,) = asked.values()
    assert set(question.options) == {"Ox, seat 1's field", "Ox, seat 2's field"}
    assert sum(use.taken for use in question.options.values()) == 40


HERDS = """game "Herds":
    players: 2
cards Beast: power: number
zone pile: stack, face down, seen by nobody
zone field of player: row, face up
zone discard_pile: row, face up
deck Beast in pile:
    4 x "Ox", power 3
setup:
    each player: move top of pile to your field
phase culling:
    first of players chooses a card from (field of players) as victim asking "Which one goes?"
    discard victim
"""


def test_the_numbers_of_a_large_range_are_not_gone_through(tmp_path: Path) -> None:
    rules = """game "Bids":
    players: 2
counter coin of player: starts at 1000000000
phase bidding:
    each player:
        choose a number from 0 to coin of you as bid asking "How much?"
        pay bid coin to the bank
game ends after bidding: the player with most coin wins
"""
    found = watched(tmp_path / "game.bylaws", rules, games=3, closely=3)
    (question,) = found.observed.questions.values()
    assert question.options == {}
    assert (question.ends.minimum, question.ends.maximum, question.given.count) == (0, 10**9, 6)
    assert 0 <= question.given.minimum < question.given.maximum <= 10**9
    game = load(str(tmp_path)).game
    assert game is not None
    summed = seen(game, [2], found.observed)
    assert summed is not None
    (told,) = seen_as_json(summed)["questions"]
    numbers = told["numbers"]
    assert told["options"] == [] and (numbers["lowest"], numbers["highest"], numbers["given"]) == (0, 10**9, 6)
    assert question.given.minimum <= numbers["p5"] <= numbers["p50"] <= numbers["p95"] <= question.given.maximum
