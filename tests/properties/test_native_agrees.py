"""Native code plays the same games as the other engines, to the last state."""

import random

import pytest

from interpreter.backend.wasm.emit.memory import Unsupported
from tests.every_procedure import each_procedure
from tests.native_play import Native
from tests.properties.ir_programs import made_up
from tests.tables import game

CLASSICS = ("goofspiel", "hearts", "kuhn_poker", "leduc_poker", "liars_dice", "tic_tac_toe")
SMALL = ("attic_sale", "last_biscuit", "night_porters", "picnic_hampers", "three_ferries", "weathercocks")
OFFICE = {
    "action_the_project": ((), ("fate",), ("sealed_bids",), ("spent_cards", "fate")),
    "bad_day_at_the_office": ((), ("ants", "short_cuts"), ("difficulty", "score")),
    "office_job": ((),),
    "theyre_coming": ((),),
    "thrown_under_the_bus": ((),),
}
GAMES = [(name, variants) for name, several in OFFICE.items() for variants in several]


def agrees(name: str, variants: tuple[str, ...], players: int, games: int, bot: str = "random") -> None:
    native = Native(game(name, *variants), (bot,) * players)
    assert list(native.differences(range(games))) == []


def tables(name: str, variants: tuple[str, ...] = ()) -> list[int]:
    rules = game(name, *variants)
    return [*range(rules.fewest_players, rules.most_players + 1)]


@pytest.mark.parametrize("name", CLASSICS + SMALL)
def test_small_games_are_the_same(name: str) -> None:
    for players in tables(name):
        agrees(name, (), players, 12)


@pytest.mark.parametrize(("name", "variants"), [("action_the_project", ("fate",)), ("bad_day_at_the_office", ())])
def test_games_with_cards_and_boards_are_the_same(name: str, variants: tuple[str, ...]) -> None:
    agrees(name, variants, 3, 12)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variants"), GAMES, ids=str)
def test_games_are_the_same_at_every_table(name: str, variants: tuple[str, ...]) -> None:
    for players in tables(name, variants):
        agrees(name, variants, players, 12)
    agrees(name, variants, tables(name)[-1], 8, "uniform")


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 20, 10))
def test_made_up_games_are_the_same(first: int) -> None:
    played = 0
    for luck in range(first, first + 10):
        try:
            native = Native(made_up(random.Random(luck).randrange), ("random", "uniform", "random"))
        except (Unsupported, AssertionError):
            continue  # not every program can be played in one go
        found = [line for line in native.differences(range(4)) if not line.endswith("given up")]
        assert found == [], luck
        played += 1
    assert played >= 8


@pytest.mark.slow
@pytest.mark.parametrize("part", range(3))
def test_all_that_the_language_has_is_the_same(part: int) -> None:
    """The procedures of the games for the language, which nothing in those games does by itself."""
    played = 0
    for rules in each_procedure(part):
        native = Native(rules, ("random",) * rules.fewest_players)
        found = [line for line in native.differences(range(12)) if not line.endswith("given up")]
        assert found == [], rules.title
        played += not native.machine.played(range(12)).given_up
    assert played > 12
