"""What `?` and `why` answer: plain words about everything that a player can name, in every game, and never code."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from dsl.ir import nodes as ir
from dsl.ir.prose.values import defined
from interpreter.players.human.pages.named import page
from interpreter.players.human.pages.things import Things
from interpreter.showing.texts import rulebook, rules_here
from interpreter.table.decision import Decision, decision
from interpreter.table.session import Session
from interpreter.table.why_illegal import why_illegal
from interpreter.text.log.journal import LogLine
from tests.bundled import EACH_GAME, seats
from tests.tables import game, game_of, play, table

CODE = re.compile(r"[`_]|\.bylaws|\bof player\b|  \S*\[")


@pytest.mark.parametrize("name", EACH_GAME)
def test_answers_to_players_are_plain_words(name: str) -> None:
    rules = game(name)
    for decisions in (0, 30):
        session = play(table(rules, seats(name)[0]), 7, decisions)
        if session.over:
            continue
        assert _is_plain(_text(rules_here(session)))
        for thing in (*_names(rules), *(option.name for option in _asked(session).options)):
            assert _is_plain(told := told_of(session, thing)), told
            reason = why_illegal(session.engine, session.state, session.words, thing)
            assert reason is None or _is_plain(reason.sentence), reason


@pytest.mark.parametrize("name", EACH_GAME)
def test_every_name_says_more_than_itself(name: str) -> None:
    rules = game(name)
    session = play(table(rules, seats(name)[0]), 3, 1)
    for thing in dict.fromkeys(thing.title for thing in Things(session).all()):
        heading, *said = (line.text.strip() for line in page(session, thing))
        assert said and not heading.startswith("The rulebook has nothing"), thing
        assert all(said), thing
        assert any(line.casefold().strip(".") not in heading.casefold() for line in said), thing


def test_values_and_spaces_say_what_is_so_of_them_now() -> None:
    session = table(game_of(PLACES), 2)
    assert told_of(session, "tuesday") == (
        "Tuesday\n  One of the days, beside Monday.\n  Length: 2.\n  It counts in: Week.\n  Tuesday is not called."
        "\n  Your desk (Tuesday): Lamp, Glowing Coal.\n  Ben's desk (Tuesday): Lamp, Glowing Coal."
        "\n  Printed on cards: Lamp."
    )
    assert told_of(session, "hall") == (
        "Hall\n  One of the rooms, beside Attic and Cellar.\n"
        "  Printed on it: on floor Ground floor and doors 2.\n  There: Ann, Ben, Dust 2.\n  Leads to: Attic.\n"
        "  It counts in: Setup.\n  The wind goes from hall to attic."
    )
    assert "  Attic: on floor Top floor, doors 1, draughty yes" in [line.text for line in rulebook(session)]
    assert told_of(session, "square 2").splitlines()[2] == "  Beside it: Square 1 and Square 3."
    assert told_of(session, "burnt").splitlines()[1:] == [
        "  You are not burnt.", "  Ben is not burnt.", "  It changes in: Glowing Coal.", "  It counts in: Step aside.",
    ]  # fmt: skip
    assert "  You can take it now." in told_of(session, "step aside").splitlines()
    assert told_of(session, "Ben").splitlines()[1] == "  Player 2 of 2."


PLACES = """game "Places":
    players: 2
enum Day: monday "Monday", tuesday "Tuesday"
define length of Day as one: 2
enum Floor: ground_floor, top_floor
spaces Room:
    hall, on_floor ground_floor, doors 2
    attic, on_floor top_floor, doors 1, draughty
    cellar
define draught of Room as room: 0
track Square, spaces 1 to 4
define leads_to of Room as here, Room as there: here is hall and there is attic
counter dust of Room
flag called by Day
flag burnt of player
pawn figure of player: starts at hall
cards Thing: day: Day
zone desk of player by Day: row, face up
deck Thing in desk[tuesday] of players:
    "Lamp", day tuesday
    "Glowing Coal", day monday:
        set burnt of you to yes
setup:
    > The wind goes from hall to attic.
    raise dust of hall by 2
action step_aside "Step aside":
    needs not burnt of you else "you are burnt"
    lower dust of attic by 1
round week "Week":
    for each one in Day: set called[one] to no
    players take turns: you take one action from step_aside
"""


def test_what_has_no_words_in_the_rulebook_is_told_from_the_game() -> None:
    session = table(game_of(RULES), 2)
    assert told_of(session, "lamp") == "Lamp\n  One of the wares: price 2.\n  Seen in: the shelf."
    assert told_of(session, "shelf").startswith("Shelf\n  A row; all see what lies there.\n  The shelf\n    Lamp (")
    assert told_of(session, "coins") == (
        "Coins\n  A counter of each player.\n  You have 3 coins.\n  Ben has 3 coins.\n  It changes in: Day and Sing."
    )
    assert told_of(session, "purse").splitlines()[2:] == ["  You have 3 purse.", "  You do not see what others have."]
    assert told_of(session, "tired").splitlines()[1:] == ["  You are not tired.", "  Ben is not tired."]
    assert told_of(session, "gloomy") == "Gloomy\n  One of the moods, beside Merry."
    assert told_of(session, "mood") == "Mood\n  Merry and Gloomy."
    assert told_of(session, "sing") == "Sing\n  Gain 1 coin.\n  It cannot be taken now: type why Sing."
    assert told_of(session, "die") == "Die\n  A die from 1 to 6."
    assert told_of(session, "rest") == "Rest\n  One of the answers to this question: What do you do?"
    assert told_of(session, "largest") == "Largest\n  The most that a stall takes.\n  In this game: 5."
    assert told_of(session, "no_such_thing") == "The rulebook has nothing under no such thing."


RULES = """game "Things":
    players: 2
enum Mood: merry, gloomy
parameter largest = 5 (1 to 9) "the most that a stall takes"
counter coins of player: starts at 3
counter purse of player: hidden, starts at 3
flag tired of player
dice die: from 1 to 6
cards Ware: price: number
tokens gem
zone shelf: row, face up
deck Ware in shelf:
    "Lamp", price 2
    "Rug", price 9
action sing "Sing": gain 1 coin
phase day "Day":
    each player:
        choose one asking "What do you do?":
            option "Rest": gain 1 coin
            option "Work": lose 1 coin
"""


def told_of(session: Session, name: str) -> str:
    return _text(page(session, name))


def _text(lines: list[LogLine]) -> str:
    return "\n".join(line.text for line in lines)


def _asked(session: Session) -> Decision:
    return decision(session.engine, session.state, session.words)


def _is_plain(text: str) -> bool:
    return bool(text.strip()) and not CODE.search(text)


def _names(rules: ir.Game) -> Iterator[str]:
    """Every name and title that a game declares."""
    for things in (rules.flows, rules.actions, rules.procedures, rules.zones, rules.variables, rules.enumerations,
                   rules.card_types, rules.cards, rules.dice, rules.parameters):  # fmt: skip
        yield from (word for one in things for word in (getattr(one, "name", ""), getattr(one, "title", "")) if word)
    yield from (word for enum in rules.enumerations for one in enum.values for word in (one.name, one.title) if word)
    yield from map(defined, rules.defines)
