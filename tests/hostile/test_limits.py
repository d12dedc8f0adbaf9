"""Rules without bound: what can be known before play is an error at its place, the rest a fault that names a rule.

The inputs are made here, as large as need be. All engines say the same of each, as does a game played in one go.
Native code leaves to another engine what it cannot finish, which then says what is wrong, or goes on.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import pytest

import interpreter.runtime.budget
from dsl.ir import nodes as ir
from dsl.loading import load
from interpreter.backend.wasm.driver.machine import Machine
from interpreter.cli.main import main
from interpreter.engine import Engine
from interpreter.errors import RuleFault
from interpreter.simulation.native.modules import Modules
from tests.hostile.confined import Ran, assert_held, confined, confined_work

pytestmark = pytest.mark.slow

DECLARED = """counter coin of player
counter x
flag f
tokens gem
zone bag: group, face up
"""


def game(body: str, declared: str = "", more: str = "") -> str:
    """A game for two to four with these lines in its only step."""
    lines = "".join(f"        {line}\n" for line in body.splitlines())
    return (
        f'game "Hostile":\n    players: 2 to 4\n\n{DECLARED}{declared}\n'
        f'round lap "Lap":\n    step 1 go "Go":\n{lines}\n'
        f"game ends after lap when round_number >= 2:\n    the player with most coins wins\n\n{more}"
    )


def nested(line: str, times: int, innermost: str) -> str:
    return "".join(f"{'    ' * k}{line}\n" for k in range(times)) + "    " * times + innermost


def chain(times: int, first: str, each: str) -> str:
    """Declarations of which each speaks of the one before; `{k}` and `{before}` are their numbers."""
    return first + "".join(each.format(k=k, before=k - 1) for k in range(1, times))


def cards(count: int, text: str = "") -> str:
    """Cards, each with a text or without one; `{k}` is its number."""
    entries = "".join(f'    "Card {k}", worth {k % 7}{text.format(k=k)}\n' for k in range(count))
    return f"cards Card: worth: number\nzone pile: stack\nzone hand of player: hand\ndeck Card in pile:\n{entries}"


TALLY = "procedure p0: raise x by 1\n"
#: What `check` says, with the name of the finding.
BEFORE_PLAY: Mapping[str, tuple[str, str]] = {
    "a number": ("too-large", game(f"set x to 1{'0' * 18}")),
    "a number of many digits": ("too-large", game(f"set x to {'9' * 5_000}")),
    "a range": ("too-large", game('each player: choose a number from 0 to 1000000000000 as n asking "?"')),
    "a loop": ("too-large", game("repeat 1000000000 times: raise x by 1")),
    "a loop of numbers": ("too-large", game("for each n from 1 to 900000000: raise x by n")),
    "pieces made": ("too-large", game("each player: create 900000000 gems in bag")),
    "dice rolled": ("too-large", game("roll 900000000 dice as many_pips", "dice die: from 1 to 6\n")),
    "sides of a die": ("too-large", game("roll a die as luck", "dice die: from 1 to 2147483649\n")),
    "cards": ("too-large", game("set x to 1", cards(1).replace('"Card', '900000000 x "Card'))),
    "cards of each player": ("too-large", game(
        "set x to 1", cards(1) + 'zone own of player: stack\ndeck Card in own of players:\n    9999999 x "B", worth 2\n'
    )),
    "tokens": ("too-large", game("set x to 1", "tokens seal of player: 90000000 each, starts in bag\n")),
    "a grid": ("too-large", game("set x to 1", "spaces Field: a, b, c\ngrid g, 1000 by 1000 of Field\n")),
    "spaces": ("too-large", game("set x to 1", "spaces Field:\n" + "".join(f"    f{k}\n" for k in range(10_000)))),
    "players": ("players-range", game("set x to 1").replace("2 to 4", "2 to 1000000")),
    "brackets": ("too-deep", game(f"set x to {'(' * 1_000}1{')' * 1_000}")),
    "a sum": ("too-deep", game("set x to " + " + ".join(["x"] * 1_000))),
    "conditions": ("too-deep", game("if " + " and ".join(["x > 1"] * 1_000) + ": set x to 1")),
    "negations": ("too-deep", game(f"if {'not ' * 1_000}f: set x to 1")),
    "neighbours": ("too-deep", game(f"each player:\n    {'left of ' * 1_000}you gains 1 coin")),
    "blocks": ("too-deep", game(nested("if x >= 0:", 110, "set x to 1"))),
    "a chain of conditions": ("too-deep", game("if x = 0: set x to 1\n" + "\n".join(
        f"otherwise if x = {k}: set x to {k}" for k in range(1, 300)))),
    "a chain of procedures": ("too-deep", game("do p299", "", chain(300, TALLY, "procedure p{k}: do p{before}\n"))),
    "a chain of definitions": ("too-deep", game(
        "set x to d999", "", chain(1_000, "define d0: x\n", "define d{k}: d{before} + 1\n"))),
    "definitions that are sums of two": ("too-deep", game("each player: gain d40 coins", "", chain(
        41, "define d0: x\n", "define d{k}: d{before} + d{before}\n"))),
    "rules in place of one another": ("too-deep", game("each player: do p", "", "procedure p: gain 1 coin\n" + "".join(
        f"instead of doing p while x > {k}: raise x by {k}\n" for k in range(1_000)))),
    "rules before one another": ("too-deep", game("do p0", "", TALLY + "".join(
        f"before doing p{k}: do p{k + 1}\nprocedure p{k + 1}: raise x by 1\n" for k in range(100)))),
}  # fmt: skip
LONG = "the rules go on and on here"
BEYOND = "a number goes beyond 1,000,000,000 here"
#: What is a fault when it is played, with the words for it.
IN_PLAY: Mapping[str, tuple[str, str]] = {
    "a loop whose length changes": (LONG, game("set x to 900000000\nrepeat x times: set f to yes")),
    "a loop with a bound": (LONG, game("while x >= 0, at most 900000000 times: set f to yes")),
    "turns with a bound": (LONG, game("players take turns while x <= 5, at most 900000000 times: set f to yes")),
    "loops in loops": (LONG, game(nested("while x >= 0, at most 1000 times:", 8, "set f to yes"))),
    "loops that might ask": (LONG, game(
        'repeat until f:\n    repeat until f:\n        set x to 1\n        if f:\n'
        '            each player: choose a number from 1 to 2 as n asking "?"')),
    "what calls twice what calls twice": (LONG, game("do p40", "", chain(
        41, TALLY, "procedure p{k}:\n    do p{before}\n    do p{before}\n").replace("raise x by 1", "set f to yes"))),
    "each player for each player": (LONG, game(nested("each player:", 16, "gain 1 coin").replace(
        "gain 1 coin", "repeat 100 times: set f to yes"))),
    "counts of counts": (LONG, game(
        "set x to " + "number of Cards in pile where (" * 4 + "number of Cards in pile" + ") > 1" * 4, cards(100))),
    "dice": (LONG, game("set x to 900000000\nroll x dice as many_pips", "dice die: from 1 to 6\n")),
    "cards drawn": (LONG, game("set x to 900000000\neach player: draw x from pile", cards(3))),
    "squares": (BEYOND, game("set x to 2\nrepeat 64 times: set x to x * x")),
    "squares in names": (BEYOND, game("let v0 be 9\n" + "\n".join(
        f"let v{k} be v{k - 1} * v{k - 1}" for k in range(1, 40)))),
    "squares handed on": (BEYOND, game("do p with 9", "", "procedure p with n: number, at most 90 deep:\n"
        "    if n > 0: do p with n * n\n")),
    "doubling": (BEYOND, game("set x to 1\nrepeat 1000 times: raise x by x")),
    "gains": (BEYOND, game("set x to 1000000000\neach player: gain x coins\neach player: gain 1 coin")),
    "pieces": ("there are more than 20,000 pieces here", game(
        "create 1 gem in bag\nrepeat 50 times: create (number of gems in bag) gems in bag")),
    "a list": ("there are more than 20,000 things in one list here", game(
        "set all_seen to players\nrepeat 50 times: set all_seen to (all_seen, all_seen)",
        "remember all_seen: players\n")),
    "rules for the rest of the game": ("this holds more than 1,000 times at once", game(
        "each player:\n    repeat 100000 times: do p", "define luck of player: 1\n",
        "procedure p:\n    for the rest of the game:\n        exception to luck of any player: previous + 1\n")),
}  # fmt: skip
#: What is large, and within all limits.
SOUND: Mapping[str, str] = {
    "4,000 lines": game("\n".join(f"if x = {k}: raise x by 1" for k in range(4_000))),
    "4,000 cards": game("set x to 1", cards(4_000)),
    "500 cards with text": game("each player:\n    draw 1 from pile as c\n    do effect of c", cards(
        500, ":\n        gain {k} coins\n        if coin of you > {k}: lose 1 coin\n")),
    "a range of numbers": game('each player: choose a number from 0 to 1000000000 as n asking "?"'),
    "chance in a range": game("randomly choose a number from 1 to 1000000000 as n\nset x to n"),
    "numbers at the end of their range": game("set x to 1000000000\nif x + x > 5: set x to x - 1"),
    "neighbours": game(f"each player:\n    {'left of ' * 90}you gains 1 coin"),
    "a sum": game("set x to " + " + ".join(["x"] * 100)),
    "a chain of conditions": game("if x = 0: set x to 1\n" + "\n".join(
        f"otherwise if x = {k}: set x to {k}" for k in range(1, 200))),
    "500 rules on one procedure": game("do p0", "", TALLY + "after doing p0: raise x by 1\n" * 500),
    "1,000 rules on one event": game("each player: gain 1 coin", "", "".join(
        f"after any player gaining some coin: raise x by {k % 9}\n" for k in range(1_000))),
    "loops of one pass": game(nested("repeat 1 times:", 14, "each player: gain 1 coin")),
    "each player for each player": game(nested("each player:", 15, "gain 1 coin")),
    "blanks": game("set x to 1" + " " * 100_000),
}  # fmt: skip


def written(folder: Path, text: str) -> Path:
    (folder / "game.bylaws").write_text(text, encoding="utf-8")
    return folder / "game.bylaws"


@pytest.mark.parametrize("name", BEFORE_PLAY)
def test_what_is_known_before_play_is_an_error(folder: Path, name: str) -> None:
    code, text = BEFORE_PLAY[name]
    written(folder, text)
    ran = confined(folder, "check", "game.bylaws")
    assert_held(ran)
    assert f"error[{code}]" in ran.said and "--> game.bylaws:" in ran.said, ran.said[-1000:]


@pytest.mark.parametrize("engine", ["generated", "reference"])
@pytest.mark.parametrize("name", IN_PLAY)
def test_what_is_known_in_play_alone_is_a_fault(folder: Path, name: str, engine: str) -> None:
    said, text = IN_PLAY[name]
    ran = played(written(folder, text), engine, is_small=engine == "reference")  # which is slow
    assert said in ran.out and (engine == "reference" or GIVEN_UP in ran.out), (ran.code, ran.out, ran.err)


#: Sound games for which native code has no room: numbers to choose from, and rules that wait for the end of an event.
TOO_LARGE = ("a range of numbers", "500 rules on one procedure", "1,000 rules on one event")


@pytest.mark.parametrize("engine", ["generated", "reference"])
@pytest.mark.parametrize("name", SOUND)
def test_what_is_large_is_played(folder: Path, name: str, engine: str) -> None:
    path = written(folder, SOUND[name])
    if engine == "generated":
        ran = confined(folder, "check", "game.bylaws")
        assert_held(ran)
        assert "can be played" in ran.said, ran.said[-1000:]
    ran = played(path, engine)
    assert "played to the end" in ran.out
    assert engine == "reference" or (GIVEN_UP in ran.out) == (name in TOO_LARGE), ran.out


#: What is large, and lint is to look at in time that grows with it alone.
MANY: Mapping[str, str] = {
    "cards that move cards": game("set x to 1", cards(2_000, ":\n        draw 2 cards from pile to your hand\n"
        "        choose a card from your hand as c asking \"Which?\"\n        discard c\n")
        + "zone discard_pile: stack, face up\n"),
    "names": game("do p0", "", "".join(f"procedure p{k}: raise x by {k % 9}\n" for k in range(3_000))),
    "whenever": game("raise x by 1", "", "".join(f"whenever x = {k}: raise x by {k % 9}\n" for k in range(1_500))),
    "rules on one event": game("each player: do p", "", "procedure p: gain 1 coin\n" + "".join(
        f"after doing p: raise x by {k % 9 + 1}\n" for k in range(1_000))),
}  # fmt: skip


@pytest.mark.parametrize("name", MANY)
def test_what_is_large_is_looked_at_and_told(folder: Path, name: str) -> None:
    written(folder, MANY[name])
    for command in (("lint", "game.bylaws"), ("rulebook", "game.bylaws")):
        ran = confined(folder, *command)
        assert_held(ran)
        assert "error" not in ran.said, ran.said[:1000]


@pytest.mark.parametrize("text", [IN_PLAY["a loop whose length changes"][1], SOUND["a range of numbers"]])
def test_commands_that_play_say_so(folder: Path, text: str) -> None:
    written(folder, text)
    simulate, play = ("simulate", "--games", "3", "--jobs", "1"), ("play", "--seats", "you,random")
    for command in ((*simulate, "game.bylaws"), (*play, "game.bylaws")):
        ran = confined(folder, *command, given=b"7\n" * 9)
        assert_held(ran)
        assert len(ran.said) < 20_000


def simulate(name: str, *, natively: bool = True) -> int:
    """Simulates 100 games of one in JSON."""
    if not natively:
        vars(sys)["modules"]["wasmtime"] = None
    return main(("simulate", name, "--games", "100", "--jobs", "1", "--format", "json"))


def test_of_games_that_are_not_finished_natively_the_same_is_said(folder: Path) -> None:
    written(folder, game("if odd = 1: set x to (1000000000 * (odd + 1))", "counter odd\nsetup: choose_odd\n".replace(
        "setup: choose_odd", 'setup:\n    randomly choose a number from 0 to 1 as n\n    set odd to n')))
    told = []
    for there in (True, False):
        ran = confined_work(folder, partial(simulate, "game.bylaws", natively=there))
        assert_held(ran)
        told.append(json.loads(ran.out))
    native, other = (one["played_by"]["native"] for one in told)
    assert 0 < native == told[0]["finished"] < 100 and other == 0
    assert told[0]["faults"] == told[1]["faults"] and BEYOND in told[0]["faults"][0]["message"]


@pytest.mark.parametrize(("count", "over"), [(110, ' over "V{before}"'), (400, "")], ids=["over another", "many"])
def test_what_variants_cost_does_not_grow_with_their_square(folder: Path, count: int, over: str) -> None:
    (place := folder / "many" / "variants").mkdir(parents=True)
    written(place.parent, game("set x to goal", "parameter goal = 3 (1 to 900)\n"))
    for k in range(count):
        heading = f'variant "V{k}" of "Hostile"{over.format(before=k - 1) if k else ""}:\n'
        (place / f"v{k}.bylaws").write_text(f"{heading}    set parameter goal = {k + 1}\n", encoding="utf-8")
    ran = confined(folder, "check", "many")
    assert_held(ran)
    assert f"can be played, also with each of its {count} variants" in ran.said
    assert_held(confined(folder, "lint", "many"))


def test_hundreds_of_misspelt_names(folder: Path) -> None:
    declared = "".join(f"counter counted_thing_{k}\n" for k in range(1_000))
    written(folder, game("\n".join(f"raise counted_thng_{k} by 1" for k in range(300)), declared))
    ran = confined(folder, "check", "game.bylaws")
    assert_held(ran)
    assert "did you mean `counted_thing_0`?" in ran.said


GIVEN_UP = ", natively given up"


def natively(rules: ir.Game) -> str:
    """Plays games as simulations do, watched and not, which comes to the same: `GIVEN_UP` if they are."""
    modules, ends = Modules(rules, 2), set()
    for compiled in (modules.plain(), modules.watching()):
        assert compiled is not None
        ends.add(Machine(compiled, ("random", "uniform")).played(range(2)).given_up)
    (is_given_up,) = ends
    return GIVEN_UP if is_given_up else ""


def played(path: Path, engine: str, *, is_small: bool = False) -> Ran:
    """Plays a game on an engine; on the generated one also in one go, and natively, in little time and memory."""
    ran = confined_work(path.parent, partial(play, path, engine, is_small))
    assert_held(ran)
    return ran


def play(path: Path, engine: str, is_small: bool) -> int:
    """Says what comes of the game; `is_small`: it may take few steps."""
    rules = load(path).game
    assert rules is not None
    if is_small:
        vars(interpreter.runtime.budget)["MOST_STEPS"] = 300_000
    table = Engine(rules, 2, engine=engine)
    try:
        state = table.new_game(1)
        while table.asks(state):
            table.advance(state, 0)
    except RuleFault as fault:
        assert fault.span.source.path.endswith("game.bylaws")
        in_one_go = None if engine == "reference" else table.play_out(1, [lambda count, _: 0] * 2)
        sys.stdout.write(fault.message if in_one_go is None else "not in one go")
    else:
        sys.stdout.write("played to the end")
    sys.stdout.write(natively(rules) if engine == "generated" else "")
    return 0
