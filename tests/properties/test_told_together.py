"""What several are told together is, byte for byte, what each of them would be told alone.

Whoever asks when, and whatever is taken back: as a served table tells its seats, beside what a seat is told of the same
game by somebody who tells nobody else.
"""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path

import pytest

from dsl.loading import load
from interpreter.errors import RuleFault
from interpreter.table.session import Session
from interpreter.table.told import Teller
from tests.bundled import EACH_GAME, rule_sets, seats
from tests.tables import game, game_of, table
from tests.unit.interpreter.table.test_asked_in_secret import RULES as ASKED_IN_SECRET

#: Where a turn begins with something that nobody else hears of, so that its heading comes later for the others.
WHISPERS = """game "Whispers":
    players: 3
counter coins of player
counter purse of player: hidden
zone draw_pile: stack, face down
zone discard_pile: stack, face up
zone hand of player: hand
cards Tale
deck Tale in draw_pile:
    5 x "Fox"
    5 x "Owl"
    5 x "Elk"
setup:
    each player draws 2 cards
round lap "Lap":
    step 1 talking "Talking":
        players take turns:
            secretly randomly choose a number from 1 to 2 as luck
            you take any number of actions from whisper, shout
action whisper "Whisper", taken secretly:
    secretly gain 1 purse
    secretly move top of draw_pile to your hand
action shout "Shout":
    gain 1 coins
    choose a card from your hand as told
    discard told
game ends after lap when highest coins of players > 3: nobody wins
"""
SEMANTICS = Path(__file__).parents[1] / "semantics"


def told_alike(session: Session, luck: int, decisions: int) -> int:
    """Plays, looks often at what all are told, and gives how many lines these are, each once for all who share it."""
    chance, everybody = random.Random(luck), range(session.engine.players)
    for number in range(decisions):
        for seat in everybody:
            if chance.random() < 0.6:
                session.told(seat)
        if number % 12 == 0 or session.over:
            for seat in everybody:
                (alone,) = Teller(seat).go_on(session)
                assert [*session.told(seat)] == alone.lines[seat]
        if session.over:
            break
        if chance.random() >= 0.1 or session.undo() is not None:
            session.decide(chance.randrange(session.engine.option_count(session.state)))
    return len({id(line) for seat in everybody for line in session.told(seat)})


@pytest.mark.parametrize("name", EACH_GAME)
def test_in_each_game(name: str) -> None:
    shared = 0
    for luck, variants in enumerate(rule_sets(name)):
        players = seats(name, variants)[luck % len(seats(name, variants))]
        session = table(game(name, *variants), players, luck, "generated")
        lines = told_alike(session, luck, 60)
        shared += sum(len(session.told(seat)) for seat in range(players)) - lines
    assert shared > 0, "nothing was told to several at once"


def test_where_one_is_asked_in_secret() -> None:
    for luck in range(12):
        told_alike(table(game_of(ASKED_IN_SECRET), 3, luck), luck, 60)


def test_where_turns_begin_unheard() -> None:
    for luck in range(12):
        told_alike(table(game_of(WHISPERS), 3, luck), luck, 60)


@pytest.mark.slow
def test_in_the_small_games_that_say_what_the_language_means() -> None:
    for luck, path in enumerate(sorted(SEMANTICS.glob("*.bylaws"))):
        rules = load(path).game
        assert rules is not None
        with suppress(RuleFault):  # some go on for ever
            told_alike(table(rules, min(rules.most_players, 4), luck), luck, 30)
