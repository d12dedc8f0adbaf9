"""Native code that is entered at a question goes on as the stepping engine does, to the last state."""

import random

import pytest

from interpreter.engine import Engine
from interpreter.errors import LoweringError
from tests.every_procedure import each_procedure
from tests.native_stepping import all_of, differences
from tests.properties.ir_programs import made_up
from tests.properties.test_native_agrees import CLASSICS, OFFICE, SMALL, tables
from tests.tables import game


def agrees(name: str, variants: tuple[str, ...], players: int, games: int, most: int, trace: bool = False) -> None:
    engine = Engine(game(name, *variants), players, trace=trace)
    native = engine.native_game()
    assert native is not None
    assert list(differences(engine, native, range(games), most)) == []


@pytest.mark.parametrize("name", CLASSICS + SMALL)
def test_small_games_go_on_as_they_do(name: str) -> None:
    agrees(name, (), tables(name)[-1], 6, 60)


def test_a_state_of_a_table_is_taken_over() -> None:
    """One with a journal, whose rules also say who does what."""
    agrees("action_the_project", ("fate",), 3, 2, 60, trace=True)


@pytest.mark.slow
@pytest.mark.parametrize("name", OFFICE)
def test_games_go_on_as_they_do(name: str) -> None:
    agrees(name, (), tables(name)[-1], 2, 80)


@pytest.mark.slow
def test_made_up_games_go_on_as_they_do() -> None:
    played = 0
    for luck in range(12):
        try:
            engine = Engine(made_up(random.Random(luck).randrange), 3)
        except LoweringError:
            continue
        if (native := engine.native_game()) is None:
            continue
        assert list(differences(engine, native, range(3), 60)) == [], luck
        played += 1
    assert played >= 9


@pytest.mark.slow
@pytest.mark.parametrize("part", range(3))
def test_all_that_the_language_has_goes_on_as_it_does(part: int) -> None:
    played = 0
    for rules in each_procedure(part):
        engine = Engine(rules, rules.fewest_players)
        if (native := engine.native_game()) is not None:
            assert list(differences(engine, native, range(4), 20)) == [], rules.title
            played += 1
    assert played > 15


def test_it_goes_on_as_the_reference_does() -> None:
    """Which shares no generated code with it."""
    for name in ("liars_dice", "three_ferries"):
        rules = game(name)
        plain, engine = Engine(rules, 2, engine="reference"), Engine(rules, 2)
        native = engine.native_game()
        assert native is not None
        state = plain.new_game(3)
        native.begin(3)
        answers = 0
        while plain.asks(state):
            place = (7 * answers + 1) % plain.option_count(state)
            plain.advance(state, place)
            native.apply(place)
            answers += 1
            ours = native.state()
            positions = (
                {k: worth for k, worth in all_of(one, each).items() if k not in ("block", "frame", "stack")}
                for one, each in ((plain, state), (engine, ours))
            )
            assert next(positions) == next(positions)
