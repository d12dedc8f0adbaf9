"""What always holds in They're Coming!, looked at after every answer of random games.

What happens between two answers is read from the journal.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest
from attrs import Factory, define

from dsl.loading import load
from interpreter.engine import Engine
from interpreter.players.uniform import uniform_bot
from interpreter.program.model.nodes import Verb
from interpreter.runtime.chance import bot_seed
from interpreter.runtime.state import State
from tests.bundled import each_table

SEATS = (1, 2, 3, 4, 5, 6, 7)
GAMES = 70  # in all, looked at after every answer: each Event is met some 40 times
EMPLOYEES, ZOMBIES, BOSSES, EVENTS, ASSETS, CHARACTERS = 10, 24, 8, 40, 36, 14
THIRD_STRIKE = 3
CERTIFICATE, ATTENDANCE, BLACKMAIL, PRIYA = (
    "First-Aid Certificate", "Perfect Attendance", "Blackmail", "Priya, Legal",
)  # fmt: skip

#: Questions that are asked when nothing is pending: whoever is lost has been replaced by then.
SETTLED = {"Who wanders? (", "Who is put back next?", "Run, hide or fight?"}


@cache
def engine(players: int, kind: str = "generated", trace: bool = True) -> Engine:
    game = load("theyre_coming", ()).game
    assert game is not None
    return Engine(game, players, engine=kind, trace=trace)


@define
class Watch:
    """One game, with what is remembered from before: its journal is read once, from front to back."""

    engine: Engine
    state: State
    read: int = 0
    turn: int = 0
    people: int = EMPLOYEES
    fallen: dict[int, int] = Factory(dict)  # the turn in which a zombie came to lie, for those that lie
    stunned: set[int] = Factory(set)  # those of them that were knocked down
    last_begun: str = ""
    answers: int = 0

    def look(self) -> None:
        """Everything, after an answer."""
        journal = self.state.journal
        assert journal is not None
        for entry in journal[self.read :]:
            self.happened(entry[1], entry[5:])
        self.read = len(journal)
        self.check_zombies()
        self.check_cards()
        self.check_people()
        self.answers += 1

    def happened(self, verb: int, values: tuple[Any, ...]) -> None:
        if verb == Verb.BEGIN:
            self.last_begun = str(self.engine.program.names[values[0]])
            if self.last_begun == "procedure prepare_event":
                self.turn += 1
                assert all(turn == self.turn - 1 for turn in self.fallen.values())
                assert set(self.fallen) <= self.stunned, "who lies as a turn starts was stunned in the one before"
        elif verb == Verb.MOVE:
            piece, _, target = values
            if self.place_name(target) == "prone":
                self.fallen[piece] = self.turn
                if self.last_begun == "procedure knock_down":
                    self.stunned.add(piece)
            else:
                self.fallen.pop(piece, None)
                self.stunned.discard(piece)

    # ------------------------------------------------------------ what is so now

    def check_zombies(self) -> None:
        """Each in one place; a player who is one has one of those that are about, and nobody else has it."""
        lying = Counter({name: len(self.pieces(name, "Zombie")) for name in self.zones()})
        about = [*self.pieces("floor", "Zombie"), *self.pieces("prone", "Zombie"), *self.pieces("off_board", "Zombie")]
        assert sum(lying.values()) == ZOMBIES
        assert len(about) + lying["zombie_supply"] == ZOMBIES
        owned = [self.variable("own_zombie")[seat] for seat in self.undead()]
        if not self.state.over and not self.asks("Which zombie are you?"):
            assert len(set(owned)) == len(owned) and set(owned) <= set(about)

    def check_cards(self) -> None:
        """Every card in one place, and one boss in office."""
        for kind, number in (("Event", EVENTS), ("Asset", ASSETS), ("Boss", BOSSES), ("Employee", CHARACTERS)):
            assert sum(len(self.pieces(name, kind)) for name in self.zones()) == number
        assert len(self.pieces("boss_chair", "Boss")) == 1
        assert all(self.title(piece) for piece in self.pieces("policies", "Event"))

    def check_people(self) -> None:
        """Employees never become more; whoever lives is not lost while things are settled."""
        tokens = len(self.pieces("floor", "Coworker")) + len(self.pieces("off_board", "Coworker"))
        if not self.state.set_up:
            return
        alive = [seat for seat in range(self.engine.players) if seat not in self.undead()]
        if self.settled():
            now = tokens + len(alive)
            assert now <= self.people
            self.people = now
            for seat in alive:
                self.check_character(seat)

    def check_character(self, seat: int) -> None:
        shown = [self.title(piece) for piece in self.zone("shown", seat)]
        (character,) = self.zone("character", seat)
        printed = self.engine.program.layout.printed["health"][self.state.kind[character]]
        assert self.variable("injuries")[seat] < printed + shown.count(CERTIFICATE)
        limit = THIRD_STRIKE + shown.count(ATTENDANCE) + (self.title(character) == PRIYA)
        assert BLACKMAIL in shown or self.variable("strikes")[seat] < limit

    def settled(self) -> bool:
        return any(self.asks(text) for text in SETTLED)

    def asks(self, text: str) -> bool:
        """Whether this is what is asked now."""
        if not self.engine.asks(self.state):
            return False
        return getattr(self.engine.asked(self.state).statement, "prompt", ())[:1] == (text,)

    def undead(self) -> list[int]:
        return [seat for seat, is_one in enumerate(self.variable("undead")) if is_one]

    # ------------------------------------------------------------ looking up

    def variable(self, name: str) -> Any:
        return getattr(self.state, self.engine.program.layout.variables[name].attribute)

    def kind(self, piece: int) -> str:
        return self.engine.program.layout.kinds[self.state.kind[piece]].card_type

    def title(self, piece: int) -> str:
        return self.engine.program.layout.kinds[self.state.kind[piece]].title

    def zones(self) -> list[str]:
        return list(self.engine.program.layout.zones)

    def zone(self, name: str, seat: int = 0) -> list[int]:
        return list(self.state.zones[self.engine.program.layout.zones[name].base + seat])

    def pieces(self, name: str, kind: str) -> list[int]:
        """Those of a kind in all zones of a name."""
        slot = self.engine.program.layout.zones[name]
        number = 1
        for size in slot.sizes:
            number *= size
        return [p for k in range(number) for p in self.state.zones[slot.base + k] if self.kind(p) == kind]

    def place_name(self, zone: int) -> str:
        return self.engine.program.layout.zone_names[zone]


def watched(players: int, seed: int, kind: str = "generated") -> Watch:
    """A whole game by chance, looked at after every answer."""
    rules = engine(players, kind)
    watch = Watch(rules, rules.new_game(seed))
    luck = [bot_seed(seed, seat) for seat in range(players)]
    watch.look()
    while rules.asks(watch.state):
        seat = watch.state.player
        luck[seat], answer = uniform_bot(luck[seat], rules.option_count(watch.state), 0)
        rules.advance(watch.state, answer)
        watch.look()
    assert watch.state.over
    return watch


@pytest.mark.parametrize("players", each_table(SEATS))
def test_what_always_holds(players: int) -> None:
    assert watched(players, seed=players).turn >= 1


@pytest.mark.slow
def test_what_always_holds_in_many_games() -> None:
    games = [watched(SEATS[seed % len(SEATS)], seed) for seed in range(100, 100 + GAMES)]
    assert sum(game.turn for game in games) > 10 * GAMES
    assert any(game.undead() for game in games)


@pytest.mark.slow
def test_what_always_holds_on_the_other_engine() -> None:
    watched(3, 7, "reference")


#: Lines that people typed in a game, on average of so many played by chance, when each question was one.
LINES_OF = 200
LINES_BEFORE = {1: 112.5, 2: 198.8, 4: 293.5, 7: 355.9}


def lines_typed(players: int, seed: int) -> int:
    """How often somebody types in a game by chance, if the order is never minded and several stand in one line."""
    rules = engine(players, trace=False)
    state, typed = rules.new_game(seed), 0
    luck = [bot_seed(seed, seat) for seat in range(players)]
    always: set[tuple[int, int]] = set()  # who has said that the order never matters, where
    picked: dict[tuple[int, int], tuple[int, int]] = {}  # the turn in which a line had all that wander in it
    while rules.asks(state):
        asked, place, turn = rules.asked(state), (state.player, state.site), (state.round_number, state.active_player)
        options, is_next = rules.option_count(state), getattr(asked.options, "next", False)
        luck[state.player], answer = uniform_bot(luck[state.player], options, 0)
        if is_next and state.can_pass:
            answer = options - 1  # in any order
            typed += place not in always
            always.add(place)
        elif is_next:
            typed += picked.get(place) != turn
            picked[place] = turn
        elif options > 1 or asked.ask_anyway:
            typed += len(asked.several) < 3 or rules.evaluate(state, asked.several[0]) == 0
        rules.advance(state, answer)
    return typed


@pytest.mark.slow
@pytest.mark.parametrize("players", LINES_BEFORE)
def test_people_answer_at_most_half_as_much_as_when_each_question_was_a_line(players: int) -> None:
    typed = sum(lines_typed(players, seed) for seed in range(LINES_OF)) / LINES_OF
    assert typed <= LINES_BEFORE[players] / 2
