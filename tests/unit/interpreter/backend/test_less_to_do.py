"""Work that cannot matter is not done, and the game is the same: what is asked once, first, or not at all."""

from __future__ import annotations

import re
from contextlib import nullcontext

import pytest

from dsl.ir import nodes as ir
from interpreter.backend.python.driver.source import PythonSource
from interpreter.engine import Engine
from interpreter.errors import RuleFault
from tests.played_alike import played_alike
from tests.tables import game, game_of

BELLS = """
game "Bells":
    players: 2

enum Pitch: a1, a2, a3, a4, a5, a6, a7, a8
cards Bell: weight: number, shy: yes_no
deck Bell in chest:
    "Great Bell", weight 5:
        as long as this is in your rope:
            after any player gaining some rings: gain 1 dents
    2 x "Small Bell", weight 1, shy
    3 x "Bell", weight 2

cards Ribbon
deck Ribbon in attic:
    "Ribbon"

zone chest: stack, face down, seen by nobody
zone rope of player: row, face up
zone tower of Pitch: group, face up
zone attic: group, face up
counter rings of player
counter dents of player
flag tired of player
dice die: from 1 to 6

define hanging: every Bell in (tower of Pitchs, attic)
define loudness: number of Bells in hanging + 3 * number of players
define loud: loudness > 3 and loudness < 9 or loudness is 11

setup:
    shuffle chest

round ringing "Ringing":
    players take turns:
        draw 1 from chest to your rope
        roll a die as thrown
        gain rings equal to pips of thrown
        if rings of you > 12:
            until start of your next turn:
                exception to worn of you: instead yes
        choose one asking "What do you do?":
            option "Hang one" if any Bell in your rope where not shy:
                choose a Bell from your rope as hung where not shy asking "Which?"
                choose a Pitch as place asking "Where?"
                move hung to tower of place
            option "Rest": nothing happens
        if any Bell in hanging where weight is 5: gain 2 dents
        if number of Bells in hanging >= 3: gain 1 dents
        if loud: gain 1 rings
        if any Bell in your rope where weight > 1 and rings of you > 3: gain 1 dents
define worn of player: no
whenever any player as one where worn of one and not tired of one: set tired of one to yes
game ends after ringing when chest is empty:
    the player with most rings wins
"""


@pytest.fixture(scope="module")
def rules() -> ir.Game:
    return game_of(BELLS)


@pytest.fixture(scope="module")
def code(rules: ir.Game) -> str:
    back_end = Engine(rules, 2).back_end
    assert isinstance(back_end, PythonSource)
    return back_end.sources[-1]


def test_both_engines_play_the_same_game(rules: ir.Game) -> None:
    ends = played_alike(rules, 2, 12)
    assert any(sum(end["dents"]) > 5 for end in ends)
    assert any(any(end["tired"]) for end in ends)  # what is asked below was really met


def test_whenever_is_not_asked_when_nothing_can_have_ended(code: str) -> None:
    ends = re.search(r"( +)if st.in_force_0:\n(.*?)\n\1\S", code, re.DOTALL)
    assert ends is not None
    assert "after(st.in_force_0" in ends[2]
    assert "settle(st)" in ends[2]


def test_the_only_copy_of_a_card_needs_no_loop(code: str) -> None:
    assert re.search(r"if T\d+_among_zones_1_to_2\[st.zone\[0\]\]:", code)
    assert not re.search(r"for \w+ in \(0,\):\n +if (T|st.zone)", code)


def test_a_single_die_is_rolled_in_place_unless_it_is_said_how(code: str) -> None:
    said, rolled = r"if st.rolls:\n +(\w+) = roll\(st, 'r_die', 1, 1, 6\)\n", r" +else:\n.*\n.*\n +\1 = \(\w+ \+ 1,\)"
    assert re.search(said + rolled, code)


def test_pieces_are_asked_where_they_lie_if_there_are_fewer_than_zones(code: str) -> None:
    assert re.search(r"for (\w+) in \(0, 1, 2, 3, 4, 5\):\n +if T\d+_among_zones_3_to_11\[st.zone\[\1\]\]:", code)


def test_what_all_answer_at_once_needs_no_loop_when_bots_play() -> None:
    back_end = Engine(game("goofspiel"), 2).back_end
    assert isinstance(back_end, PythonSource)
    assert back_end.play_out is not None
    assert "while" not in back_end.sources[-1]


def test_what_several_parts_of_the_rules_do_is_written_once_for_all_of_them(rules: ir.Game) -> None:
    engine = Engine(rules, 2, trace=True, whole=False)
    assert isinstance(engine.back_end, PythonSource)
    state = engine.empty_state(1)
    for kind, name in (("setup", ""), ("pass", "ringing"), ("flow", "ringing"), ("main", "")):
        engine.start(state, kind, name)
        assert engine.asks(state) == (kind != "setup")
    _, *parts = engine.back_end.sources
    written = [re.findall(r"^def (\w+)", part, re.MULTILINE) for part in parts]
    assert written[0] and written[1] and written[2]
    names = [name for part in written for name in part]
    assert len(names) == len(set(names))


HOARD = """
game "Hoard":
    players: 2

counter coins of player
zone nest: group

round saving "Saving":
    players take turns:
        gain {more} coins
        repeat 200 times:
            repeat 1000 times: gain 0 coins
        {choose}

game ends after saving when round_number >= 3:
    the player with most coins wins
"""
ASKING = 'choose a number from 1 to 2 as n asking "?"'


@pytest.mark.parametrize(("more", "choose", "in_one_go"), [
    (30_000_000, ASKING, True),
    (40_000_000, ASKING, False),  # 120 million coins, where sums of what is held are not tested any more
    (1, "gain 1 coins", False),  # more steps than there may be without a decision
])  # fmt: skip
def test_what_comes_near_a_limit_is_not_played_in_one_go(more: int, choose: str, in_one_go: bool) -> None:
    engine = Engine(game_of(HOARD.format(more=more, choose=choose)), 2)
    played = engine.play_out(1, [lambda count, _: 0] * 2)
    assert (played is not None) is in_one_go


def test_what_is_asked_of_a_known_number_of_things_needs_no_counting() -> None:
    engine = Engine(game_of(HOARD.format(more=1, choose=ASKING)), 2)
    engine.play_out(1, [lambda count, _: 0] * 2)
    assert isinstance(engine.back_end, PythonSource)
    code = engine.back_end.sources[-1]
    assert "choose" in code and "len((" not in code


WAITING = """
game "Rules that might wait":
    players: 2

counter coins of player
counter known_late
flag doubled

procedure one_more: first of players gains 1 coin
after any player gaining some coins while doubled: do one_more

step 1 saving "Saving":
    set known_late to {times}
    repeat known_late times: first of players gains 1 coin

game ends: nobody wins
"""


@pytest.mark.parametrize("engine", ["generated", "reference"])
@pytest.mark.parametrize(("times", "long"), [(384, False), (385, True)])
def test_where_no_rule_waits_no_steps_are_spent(
    engine: str, times: int, long: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("interpreter.runtime.budget.MOST_STEPS", 20_000)  # each time takes 52
    played = Engine(game_of(WAITING.format(times=times)), 2, engine=engine)
    with pytest.raises(RuleFault, match="go on and on") if long else nullcontext():
        played.new_game(1)
