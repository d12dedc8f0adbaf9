"""What always holds in Bad Day at the Office, looked at after every answer of random games.

What happens between two answers (a Work Phase, a walk of the boss) is read from the journal.
"""

from __future__ import annotations

from pathlib import Path
from shutil import copy
from typing import Any

import pytest
from attrs import Factory, define

import games
from dsl.loading import load
from interpreter.players.uniform import uniform_bot
from interpreter.program.model.nodes import Verb
from interpreter.runtime.chance import bot_seed
from tests.bundled import each_table
from tests.differential.bad_day_table import CORRIDOR, FARM, LOCATIONS, ROOMS, Table, engine
from tests.differential.test_fixing import cannot_be_fixed

SEATS = (2, 3, 4, 5, 6)
GAMES = 40  # for each number of players
ACTIONS = {"action walk", "action suggest", "action cause_trouble", "action draw_scheme"}
CARDS = 54
TROUBLE_DICE, FIX_DICE, LEVELS = 7, 13, 6
THRESHOLD = {2: 4, 3: 5, 4: 6, 5: 6, 6: 6}


@define
class Watch:
    """One game, with what is remembered from before: its journal is read once, from front to back."""

    table: Table
    read: int = 0
    trouble: list[int] = Factory(lambda: [0] * len(LOCATIONS))
    before: list[int] = Factory(list)  # the trouble as the last Work Phase began
    security: int = 1
    round_began_at: int = 1  # the level of security as the round began
    actions: int = 0
    last_begun: str = ""
    pawns: list[int] = Factory(list)
    boss: int = FARM
    fixings: int = 0
    places: dict[str, int] = Factory(dict)

    def look(self) -> None:
        """Everything, after an answer."""
        journal = self.table.state.journal
        assert journal is not None
        for entry in journal[self.read :]:
            self.happened(entry[1], entry[5:])
        self.read = len(journal)
        self.check_cards()
        self.check_trouble()
        self.check_people()
        assert self.security == self.table.variable("security")

    # ------------------------------------------------------------ what has happened

    def happened(self, verb: int, values: tuple[Any, ...]) -> None:
        match verb:
            case Verb.BEGIN:
                self.begun(str(self.table.engine.program.names[values[0]]))
            case Verb.CHANGE if values[0] == self.number("trouble"):
                self.trouble[values[1]] += values[2]
            case Verb.CHANGE if values[0] == self.number("security"):
                self.security += values[1]
                assert values[1] == 1 and self.security <= LEVELS
                assert self.security <= self.round_began_at + 1
            case Verb.WRITE if values[0] == self.number("worker"):
                self.pawns[values[1]] = values[2]
            case Verb.WRITE if values[0] == self.number("boss"):
                self.boss = values[1]
            case Verb.ROLL:
                self.check_roll(values)

    def begun(self, what: str) -> None:
        if what == "flow boss_phase":
            self.check_work_done()
            self.round_began_at = self.security
        elif what == "flow scheme_phase":
            assert self.boss not in self.pawns
        elif what == "flow work_phase":
            self.before = list(self.trouble)
        elif what in ACTIONS:
            self.actions += 1
            assert self.actions <= 3
        elif what == "procedure draw_a_card" and self.last_begun != "action draw_scheme":
            self.actions = 0  # this is the card at the end of a turn
        self.last_begun = what

    def check_roll(self, dice: tuple[int, ...]) -> None:
        """As many dice as there must be; what comes of them is what the counting rule says."""
        troubles = [level for level in self.before if level]
        assert len(dice) == min(len(troubles) + self.security, FIX_DICE)
        assert self.trouble == self.before
        self.fixings += 1
        if cannot_be_fixed(troubles, dice):
            assert self.table.state.over and len(self.table.state.winners) == self.table.engine.players
        else:
            assert not self.table.state.winners

    def check_work_done(self) -> None:
        """The game has gone on after a Work Phase, if there has been one."""
        if self.before:
            assert self.trouble == [max(level - 1, 0) for level in self.before]
            assert any(self.trouble) or self.security < THRESHOLD[self.table.engine.players]

    # ------------------------------------------------------------ what is so now

    def check_cards(self) -> None:
        """Every card in one place: the deck, a hand, or the discarded ones."""
        table = self.table
        lying = [*table.zone("scheme_deck"), *table.zone("discard_pile"), *(c for hand in table.hands() for c in hand)]
        assert sorted(lying) == list(range(CARDS))

    def check_trouble(self) -> None:
        trouble = self.table.trouble()
        assert trouble == self.trouble
        assert all(0 <= level <= 6 for level in trouble)
        assert trouble[FARM] == trouble[CORRIDOR] == 0
        assert sum(level > 0 for level in trouble) <= TROUBLE_DICE == len(ROOMS)

    def check_people(self) -> None:
        assert self.boss == self.table.variable("boss") != CORRIDOR
        assert self.pawns == list(self.table.variable("worker"))
        assert all(0 <= place < len(LOCATIONS) for place in self.pawns)

    def number(self, name: str) -> int:
        """The number of a variable."""
        if not self.places:
            self.places.update({n: k for k, n in enumerate(self.table.engine.program.layout.variables)})
        return self.places[name]


def watched(players: int, seed: int, kind: str = "generated") -> Watch:
    """A whole game by chance, looked at after every answer."""
    by_rules = engine(players, kind, trace=True)
    table = Table(by_rules, by_rules.new_game(seed))
    watch = Watch(table, pawns=[FARM] * players)
    luck = [bot_seed(seed, seat) for seat in range(players)]
    watch.look()
    while by_rules.asks(table.state):
        seat = table.state.player
        luck[seat], answer = uniform_bot(luck[seat], by_rules.option_count(table.state), 0)
        by_rules.advance(table.state, answer)
        watch.look()
    assert table.state.over
    return watch


@pytest.mark.parametrize("players", each_table(SEATS, most=4))
def test_what_always_holds(players: int) -> None:
    games = [watched(players, seed) for seed in range(GAMES)]
    assert sum(game.fixings for game in games) > 5 * GAMES


@pytest.mark.slow
def test_what_always_holds_on_the_other_engine() -> None:
    watched(3, 7, "reference")


@pytest.mark.parametrize("players", SEATS)
def test_the_corridor_is_in_the_middle_and_the_others_lie_around_it(players: int) -> None:
    by_rules = engine(players)
    orders = set()
    for seed in range(20):
        table = Table(by_rules, by_rules.new_game(seed))
        assert table.variable("office")[CORRIDOR] == 4  # the middle of nine cells, row by row
        ring = tuple(table.ring())
        assert sorted(ring) == list(range(8))
        assert ring == tuple(Table(by_rules, by_rules.new_game(seed)).ring())
        orders.add(ring)
    assert len(orders) > 10


def test_a_level_beyond_the_track_is_reported(tmp_path: Path) -> None:
    """Without the ruling, five and six players could never lose."""
    rules = Path(games.__file__).parent / "bad_day_at_the_office"
    copy(rules / "cards.bylaws", tmp_path)
    text = (rules / "game.bylaws").read_text(encoding="utf-8")
    ruling = "smaller of (number of players + loss_margin, track_end)"
    assert ruling in text
    (tmp_path / "game.bylaws").write_text(text.replace(ruling, "number of players + loss_margin"), encoding="utf-8")
    found = [f.message for f in load(tmp_path).findings]
    assert found == ["the game can never end here with 5 or 6 players", "this can never hold with 5 or 6 players"]
