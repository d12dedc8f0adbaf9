"""Every way that chance may turn out: each once, as likely as it is, and none that a seed would not bring."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest

from interpreter.engine import Engine
from interpreter.every_luck import beginnings, outcomes
from interpreter.runtime.state import State
from tests.tables import game_of, table

RULES = """
game "Luck":
    players: 2 to 2

cards Lot: worth: number
zone urn:   stack, face down
zone table: row, face up
dice die: from 1 to 6
counter pips_thrown of player
flag lucky of player

deck Lot in urn:
    "First",  worth 1
    "Second", worth 2
    "Third",  worth 3

setup: shuffle urn

step 1 throwing "Throwing":
    players take turns:
        choose a number from 0 to 2 as thrown_dice asking "How many dice?"
        if thrown_dice > 0:
            roll thrown_dice dice as thrown
            for each one in thrown: raise pips_thrown of you by pips of one
            randomly choose a player as favourite
            set lucky of favourite to yes
            randomly choose 2 cards from urn as drawn
            move drawn to table

game ends: nobody wins
"""

both = pytest.mark.parametrize("kind", ["generated", "reference"])


def engine(kind: str) -> Engine:
    return Engine(game_of(RULES), 2, engine=kind)


@both
def test_a_shuffled_pile_lies_in_each_order_once(kind: str) -> None:
    found = list(beginnings(engine(kind)))
    assert {ways for ways, _ in found} == {6}
    assert len({tuple(state.zones[0]) for _, state in found}) == len(found) == 6


@both
def test_an_answer_without_luck_has_one_outcome(kind: str) -> None:
    played = engine(kind)
    state = played.new_game(1)
    ((ways, after),) = outcomes(played, state, 0)
    assert ways == 1 and after.player == 1


@both
def test_dice_and_choices_by_chance_come_out_as_likely_as_they_are(kind: str) -> None:
    played = engine(kind)
    state = played.new_game(1)
    before = played.dump(state)
    found = list(outcomes(played, state, 2))
    assert {ways for ways, _ in found} == {6 * 6 * 2 * 3 * 2} and len(found) == 432
    pips: dict[object, Fraction] = defaultdict(Fraction)
    for ways, after in found:
        pips[told(played, after)[0]] += Fraction(1, ways)
    assert pips == {total: Fraction(6 - abs(7 - total), 36) for total in range(2, 13)}
    assert played.dump(state) == before


@both
def test_what_a_seed_brings_is_among_them_and_goes_on_by_its_own_luck(kind: str) -> None:
    played = engine(kind)
    state = played.new_game(7)
    every = {told(played, after) for _, after in outcomes(played, state, 1)}
    for seed in range(40):
        other = played.new_game(seed)
        other.zones = [list(pieces) for pieces in state.zones]
        played.advance(other, 1)
        assert told(played, other) in every
    _, after = next(iter(outcomes(played, state, 1)))
    assert all(getattr(after, name) == getattr(state, name) for name in state.layout.streams)


def test_a_game_at_a_table_goes_on_in_each_of_these_ways_and_stays_as_it_is() -> None:
    session = table(game_of(RULES), 2)
    before = session.log(0), session.codes
    branches = [session.branch(1, after) for _, after in outcomes(session.engine, session.state, 1)]
    assert (session.log(0), session.codes) == before
    assert {len(branch.log(0)) > len(before[0]) for branch in branches} == {True}
    assert {branch.codes for branch in branches} == {(1,)}
    logs = [" ".join(line.text for line in branch.log(1)) for branch in branches]
    rolled = [sum(f"rolls {pips}" in log for log in logs) for pips in range(1, 7)]
    assert rolled == [len(branches) // 6] * 6


def told(played: Engine, state: State) -> tuple[object, ...]:
    """What luck has done."""
    shown = played.dump(state)
    return (shown["variables"]["pips_thrown"][0], *(str(shown[key]) for key in ("variables", "zones")))
