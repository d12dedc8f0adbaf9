"""At the edges of what native code may do: the last that fits is played as elsewhere, and no more than that."""

from collections.abc import Callable, Mapping

import pytest

from interpreter.backend.wasm.emit import memory
from interpreter.backend.wasm.emit.memory import MOST_ANSWERS
from interpreter.engine import Engine
from tests.native_play import Native
from tests.tables import game, game_of

TWO = ("random",) * 2


DECLARED = """counter x: may be negative
counter y: may be negative
counter coin of player
flag f
"""


def rules(body: str, declared: str = "") -> str:
    """A game with these lines in its only round."""
    lines = "\n".join(f"        {line}" for line in body.splitlines())
    return (
        f'game "At the edge":\n    players: 2\n{DECLARED}{declared}\n'
        f'round lap "Lap":\n    step 1 go "Go":\n{lines}\ngame ends after lap: the player with most coins wins\n'
    )


#: Some of these go beyond what a number may be when `n` is 1, and none when it is 0.
NUMBERS: Mapping[str, str] = {
    "a sum": "set x to 999999999 + n + 1",
    "a sum below": "set x to 0 - 999999999 - n - 1",
    "a difference": "set x to (0 - 500000000) - (500000000 + n)",
    "a product": "set x to 31622\nset y to (x + n) * (x + n)",
    "a product of both signs": "set x to 0 - 31622 - n\nset y to x * (31622 + n)",
    "a product that is divided": "set x to 31622\nset y to (x + n) * (x + n) / 2 rounded up",
    "a product in a sum": "set x to 31622\nset y to (x + n) * (x + n) - 900000000",
    "a product that is compared": "set x to 31622\nif (x + n) * (x + n) > 5: set f to yes",
    "a sum in between": "set x to 600000000\nset y to (x + x) / (2 - n) rounded down",
    "a counter": "set x to 999999999 + n\nraise x by 1",
    "a counter below": "set x to 0 - 999999999 - n\nlower x by 1",
    "a counter of players": "each player:\n    set your coin to 1000000000 - 1 + n\n    gain 1 coin",
    "a sum over players": "each player: set your coin to 500000000 + n\nset x to total coin of players",
}


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_go_as_far_as_elsewhere(name: str) -> None:
    native = Native(game_of(rules(f"randomly choose a number from 0 to 1 as n\n{NUMBERS[name]}")), TWO)
    assert list(native.differences(range(8))) == []
    assert {native.machine.played(range(seed, seed + 1)).given_up for seed in range(8)} == {True, False}


def played(text: str) -> Native:
    return Native(game_of(text), TWO)


def last_played(text: Callable[[int], str], too_many: int) -> int:
    """The largest number with which a game is not given up; with `too_many` it is, and 1 fits."""
    fits = 1
    assert played(text(too_many)).machine.played(range(1)).given_up
    while too_many - fits > 1:
        between = (fits + too_many) // 2
        if played(text(between)).machine.played(range(1)).given_up:
            too_many = between
        else:
            fits = between
    return fits


#: What takes the more steps the larger `x` is.
STEPS: Mapping[str, str] = {
    "a loop": "repeat x times: set f to yes",
    "a loop of numbers": "for each k from 1 to x: raise y by 1",
    "a loop with a bound": "while x > 0, at most 900000000 times: lower x by 1",
    "loops in a loop": "repeat x times:\n    each player:\n        repeat 9 times: set f to yes",
    "calls": "repeat x times: do p",
    "rules that might wait": "repeat x times: first of players gains 1 coin",
}
STEPPING = """procedure p: set f to yes
procedure one_more: first of players gains 1 coin
after any player gaining some coin as amount while f: do one_more
zone box: stack
tokens gem: 2 each, starts in box
"""


#: What comes before that: a question, or what takes steps itself and is the same in all games.
BEFORE = ("each player: choose a number from 0 to 1 as n", "repeat 300000 times: set f to yes\nshuffle box")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "before"), [*((name, BEFORE[0]) for name in STEPS), ("a loop", BEFORE[1])], ids=[*STEPS, "a second loop"]
)
def test_the_last_step_is_the_same(name: str, before: str) -> None:
    def text(times: int) -> str:
        return rules(f"{before}\nset x to {times}\n{STEPS[name]}", STEPPING)

    fits = last_played(text, 5_000_000)
    for times in (fits, fits + 1):
        assert list(played(text(times)).differences(range(1))) == []


def test_calls_are_no_deeper_than_elsewhere() -> None:
    def text(times: int) -> str:
        return rules(f"do p with {times}", "procedure p with k: number:\n    if k > 0: do p with k - 1\n")

    fits = last_played(text, 300)
    assert fits > 190
    assert list(played(text(fits)).differences(range(1))) == []


def test_with_each_decision_steps_are_counted_anew() -> None:
    body = "repeat 20 times:\n    each player: choose a number from 1 to 2 as n\n    repeat 400000 times: set f to yes"
    native = Native(game_of(rules(body)), TWO)
    assert not native.machine.played(range(2)).given_up


@pytest.mark.parametrize(("answers", "fit"), [(MOST_ANSWERS - 1, True), (MOST_ANSWERS, False)])
def test_so_many_answers_are_told_apart(answers: int, fit: bool) -> None:
    text = rules(f"each player:\n    choose a number from 1 to {answers} as n\n    set your coin to n")
    native = Native(game_of(text), TWO)
    assert list(native.differences(range(6))) == ([] if fit else [f"seed {seed}: given up" for seed in range(6)])


@pytest.mark.parametrize("first", [2**31 - 2, 2**63 - 2, 2**64 - 4])
def test_seeds_may_be_large(first: int) -> None:
    assert list(Native(game("kuhn_poker"), TWO).differences(range(first, first + 4))) == []


@pytest.mark.parametrize("name", ["goofspiel", "hearts", "action_the_project", "bad_day_at_the_office"])
def test_games_of_many_pieces_are_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They need two bytes each: so they are given here where one would do."""
    monkeypatch.setattr(memory, "_IN_A_BYTE", 0)
    native = Native(game(name), ("random",) * 3)
    assert native.memory.width == 2
    assert list(native.differences(range(8))) == []


def test_more_pieces_than_fit_in_a_byte() -> None:
    text = rules(
        "shuffle pile\neach player: draw 20 from pile\nrepeat 30 times:\n    each player:\n"
        '        choose a card from your hand as c\n        move c to bottom of pile\n        draw 1 from pile',
        "cards Card: worth: number\nzone pile: stack, face down\nzone hand of player: hand\ndeck Card in pile:\n"
        + "".join(f'    3 x "Card {k}", worth {k}\n' for k in range(100)),
    )
    native = Native(game_of(text), TWO)
    assert native.memory.width == 2
    assert list(native.differences(range(4))) == []


def test_what_lasts_from_the_setup_on_is_for_another_engine_or_the_same() -> None:
    text = rules("each player: gain coins equal to luck of you", "define luck of player: 1\n"
        "setup:\n    for the rest of the game:\n        exception to luck of any player: previous + 1\n")  # fmt: skip
    compiled = Engine(game_of(text), 2).native()
    if compiled is not None:
        assert list(Native(game_of(text), TWO).differences(range(4))) == []


#: What there is no room for, what native code does not go on with, and what is a fault.
TOO_MUCH: Mapping[str, tuple[str, str]] = {
    "pieces that are made": ("create 300 gems in bag", "tokens gem\nzone bag: group, face up\n"),
    "dice": ("roll 300 dice as pips_thrown\nset x to total pips of pips_thrown", "dice die: from 1 to 6\n"),
    "a list": ("repeat 12 times: set all_seen to (all_seen, all_seen, players)", "remember all_seen: players\n"),
    "a list of a moment": ("let few be (" + ", ".join(["players"] * 300) + ")\nset x to number of few", ""),
    "effects in force": ("each player:\n    repeat 40 times: do p\neach player: gain coins equal to luck of you",
        "define luck of player: 1\nprocedure p:\n    for the rest of the game:\n"
        "        exception to luck of any player: previous + 1\n"),
    "calls in one another": (
        "do p with 70", "procedure p with k: number, at most 60 deep:\n    if k > 0: do p with k - 1\n"),
    "winners": ("let few be (players, players)\nfew win", ""),
    "decisions": ("repeat until f:\n    each player: choose a number from 1 to 2 as k", ""),
    "decisions with one answer": ("repeat until f:\n    each player: choose a number from 1 to 1 as k", ""),
    "exceptions that differ": ("set x to luck", "define luck: 1\nexception to luck if x = 0: instead 2\n"
        "exception to luck if y = 0: instead 3\n"),
}  # fmt: skip


@pytest.mark.parametrize("name", TOO_MUCH)
def test_what_is_too_much_is_played_by_another_engine(name: str) -> None:
    """In half of the games there is no room for something, or it is a fault; the others are as elsewhere."""
    body, declared = TOO_MUCH[name]
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    native = Native(game_of(rules(f"randomly choose a number from 0 to 1 as n\nif n = 1:\n{lines}", declared)), TWO)
    given_up = [seed for seed in range(8) if native.machine.played(range(seed, seed + 1)).given_up]
    assert 0 < len(given_up) < 8
    assert [line for line in native.differences(range(8)) if not line.endswith("given up")] == []


ADDED = """define luck of player: 1
procedure once:
    for the rest of the game:
        exception to luck of any player: previous + 1
procedure twice:
    for the rest of the game:
        exception to luck of any player: previous + 2
"""
REMEMBERED = "remember some: players\nremember others: players\n"
#: What depends on `n`, which is 0 or 1, in ways that few games have.
EITHER: Mapping[str, tuple[str, str]] = {
    "one effect or another": (
        "each player:\n    if n = 1: do once\n    otherwise: do twice\neach player: gain coins equal to luck of you",
        ADDED),
    "lists of one length": (
        "set some to players\neach player:\n    if n = 1: set others to (left of you, you)\n"
        "    otherwise: set others to (you, left of you)\nif some = others: raise x by 1\notherwise: raise y by 1",
        REMEMBERED),
    "lists of several lengths": (
        "set some to players\nset others to players\nif n = 1: set others to (players, players)\n"
        "if some = others: raise x by 1\notherwise: raise y by 1", REMEMBERED),
}  # fmt: skip


@pytest.mark.parametrize("name", EITHER)
def test_what_few_games_have_is_the_same(name: str) -> None:
    body, declared = EITHER[name]
    native = Native(game_of(rules(f"randomly choose a number from 0 to 1 as n\n{body}", declared)), TWO)
    assert list(native.differences(range(8))) == []


#: What is at the beginning or end of where it is looked for: the first zone, the first piece that is made.
PLACES: Mapping[str, tuple[str, str]] = {
    "a pile that is refilled from the first zone": (
        "repeat 5 times: first of players draws 1 from pile\nset x to number of cards in pile",
        "cards Card: worth: number\nzone done: stack, face up\nzone pile: stack, face down, refill from done\n"
        "zone hand of player: hand\ndeck Card in pile:\n    \"Pile {worth}\", worth each number from 1 to 2\n"
        "deck Card in done:\n    \"Done {worth}\", worth each number from 3 to 6\n"),
    "pieces that the setup is still making": (
        "each gem as one:\n    raise x by 1\n    move one to box",
        "tokens penny of player: 1 each, starts in bag\ntokens gem of player: 2 each, starts in bag\n"
        "zone bag: group, face up\nzone box: group, face up\n"
        "whenever number of every gem = 2 and x = 0: raise x by 7\n"
        "whenever number of every penny = 1 and y = 0: raise y by 5\n"),
    "one of few divisors": (
        "each player:\n    randomly choose a number from 1 to 3 as n\n    set few to n\n"
        "    choose a number from 1 to 40 as k\n    set whole to k\n    gain coins equal to whole / few rounded down",
        "counter whole: from 0 to 40\ncounter few: from 1 to 3, starts at 1\n"),
    "what lies open and is not alike": (
        "repeat 2 times:\n    each player:\n        choose the next Card from table_row as taken\n"
        "        set x to 3 * x + worth of taken\n        move taken to done",
        "cards Card: worth: number\nzone table_row: row, face up\nzone done: stack, face up\ndeck Card in table_row:\n"
        "    2 x \"Card {worth}\", worth each number from 1 to 2\n"),
}  # fmt: skip


@pytest.mark.parametrize("name", PLACES)
def test_at_the_end_of_what_is_looked_through_it_is_the_same(name: str) -> None:
    body, declared = PLACES[name]
    native = Native(game_of(rules(body, declared)), TWO)
    assert list(native.differences(range(8))) == []


MANY_EFFECTS = """game "Effects that end":
    players: 2
counter coin of player
define luck of player: 1
procedure once:
    until end of this round:
        exception to luck of any player: previous + 1
round lap "Lap":
    each player:
        repeat 30 times: do once
        gain coins equal to luck of you
game ends after lap when round_number >= LAPS: the player with most coins wins
"""


def test_so_many_effects_that_have_ended_are_kept() -> None:
    def text(laps: int) -> str:
        return MANY_EFFECTS.replace("LAPS", str(laps))

    fits = last_played(text, 200)
    assert fits > 30
    assert list(played(text(fits)).differences(range(1))) == []


TIMES = """game "Times":
    players: 2
counter coin of player
define luck of player: 1
procedure for_a_turn:
    until end of this turn:
        exception to luck of any player: previous + 1
procedure for_a_round:
    until end of this round:
        exception to luck of any player: previous + 2
procedure for_long:
    until end of your next turn:
        exception to luck of any player: previous + 4
round lap "Lap":
    step 1 go "Go":
        players take turns from first of players:
            randomly choose a number from 0 to 3 as n
            if n = 1: do for_a_turn
            if n = 2: do for_a_round
            if n = 3: do for_long
            each player: gain coins equal to luck of you
        each player: gain coins equal to luck of you
game ends after lap when round_number >= 5: the player with most coins wins
"""


def test_each_effect_ends_in_its_own_time() -> None:
    assert list(Native(game_of(TIMES), TWO).differences(range(20))) == []
