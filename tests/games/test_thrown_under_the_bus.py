"""What always holds in Thrown Under the Bus, looked at after every answer of random games.

What happens between two answers is read from the journal: where each piece went, what was opened, what resolved.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from attrs import Factory, define

from interpreter.players.uniform import BOTS, random_bot
from interpreter.program.model.nodes import Verb
from interpreter.runtime.chance import bot_seed
from interpreter.simulation.games.run import play_game
from interpreter.text.redaction import knows
from tests.bundled import each_table
from tests.differential.bus_table import ASSOCIATE, CORPORATE, DAYS, EVENT, NAMED_CHAIRS, TOKENS, Table, engine

SEATS = (2, 3, 4, 5, 6)
FEW, MANY = 6, 100  # games for each number of players
MOVES = (Verb.MOVE, Verb.GIVE_PIECE, Verb.DISCARD, Verb.DRAW)
#: The cards that say that a card is trashed.
SHREDDERS = ("Shredder Mishap", "Outside Consultant", "Hush Money", "Budget Freeze")
START_CHAIR, LAST_CHAIR = 11, 35
#: What may be turned, with the least and the most; of words, the place in their list.
TURNED = {
    "tokens_per_associate": (1, 9), "hand_size": (3, 8), "delegation_ban_limit": (0, 10),
    "first_associate_of_the_week": (0, 2), "seat_that_begins": (1, 6), "promotion_limit": (1, 7), "fired_below": (1, 5),
    "srvp_ignores_promotion_limit": (0, 1), "same_day_order": (0, 1), "loose_tokens_travel": (0, 1),
    "reverse_face_down": (0, 1), "division_rounding": (0, 1), "cleanup_discard_order": (0, 1),
    "last_standing_wins": (0, 1), "max_weeks": (4, 30),
}  # fmt: skip


@define
class Watch:
    """One game, with what is remembered from before: its journal is read once, from front to back."""

    table: Table
    read: int = 0
    phase: str = ""
    action: str = ""
    resolving: int = -1  # the card whose turn it is
    where: dict[int, int] = Factory(dict)  # piece: zone
    known: dict[int, set[int]] = Factory(dict)  # card: who may know it
    open: set[int] = Factory(set)
    resolved: set[int] = Factory(set)
    spent: set[int] = Factory(set)
    status: list[int] = Factory(list)
    fired: set[int] = Factory(set)
    trash: set[int] = Factory(set)
    deck: set[int] = Factory(set)
    resolutions: int = 0
    names: list[str] = Factory(list)
    marks: list[str] = Factory(list)
    cards: list[int] = Factory(list)
    tokens: list[int] = Factory(list)

    def __attrs_post_init__(self) -> None:
        layout = self.table.engine.program.layout
        self.names, self.marks = list(layout.variables), [slot.variable.name for slot in layout.marks]
        self.status = [START_CHAIR] * self.table.engine.players
        for zone, pieces in enumerate(self.table.engine.empty_state(0).zones):
            self.where.update(dict.fromkeys(pieces, zone))
        self.cards = list(self.where)
        self.known = {card: set() for card in self.cards}

    def look(self) -> None:
        """Everything, after an answer."""
        journal = self.table.state.journal
        assert journal is not None
        for entry in journal[self.read :]:
            self.happened(entry[1], entry[2], entry[5:])
        self.read = len(journal)
        filled = self.table.filled_days()
        self.check_places()
        self.check_days(filled)
        self.check_tokens(filled)
        self.check_status()
        self.check_what_is_known(filled)

    # ------------------------------------------------------------ what has happened

    def happened(self, verb: int, you: int, values: tuple[Any, ...]) -> None:
        match verb:
            case Verb.BEGIN:
                self.begun(str(self.table.engine.program.names[values[0]]))
            case Verb.WRITE if self.names[values[0]] == "status":
                self.moved_on(values[1], values[2])
            case Verb.WRITE if self.names[values[0]] in self.marks:
                self.noted(self.names[values[0]], values[1], values[2])
            case Verb.CREATE:
                self.where[values[0]] = values[1]
                self.tokens.append(values[0])
            case Verb.SHUFFLE:
                self.shuffled(values[0])
            case Verb.REVEAL:
                self.open.add(values[0])
                self.known[values[0]].update(self.table.seats)
            case _ if verb in MOVES:
                self.went(verb, you, *values)

    def begun(self, what: str) -> None:
        if what in ("flow work_week", "flow friday_meeting", "flow end_of_week"):
            self.phase = what.removeprefix("flow ")
            held = [sum(zone == home for zone in self.where.values()) for home in self.of_all("portrait")]
            if self.phase != "end_of_week":
                assert held == [TOKENS if self.phase == "work_week" else 0] * len(held)
            if self.phase == "work_week":
                assert not self.resolved
                assert not any(self.is_desk(zone) for zone in self.where.values())
        elif what == "procedure tallies":
            assert all(card in self.open for card in self.cards if self.is_desk(self.where[card]))
        elif what.startswith("action "):
            self.action, self.resolving = what, -1

    def noted(self, what: str, piece: int, worth: int) -> None:
        """No card resolves twice in a week, no one shot twice in a game."""
        if what == "resolved_this_week":
            assert worth == 0 or piece not in self.resolved
            (self.resolved.add if worth else self.resolved.discard)(piece)
            if worth:
                self.resolving = piece
                self.resolutions += 1
        elif what == "spent":
            assert worth == 0 or (piece not in self.spent and self.table.printed("one_shot", piece))
            assert worth or self.table.title(piece) == "Hush Money"
            (self.spent.add if worth else self.spent.discard)(piece)
        elif what == "known_face_down":
            (self.open.discard if worth else self.open.add)(piece)

    def moved_on(self, seat: int, new: int) -> None:
        """A token moves once in a meeting, over two chairs with a title at most."""
        assert self.phase == "friday_meeting" and seat not in self.fired
        assert sum(self.status[seat] < chair <= new for chair in NAMED_CHAIRS) <= 2
        self.status[seat] = new

    def shuffled(self, zone: int) -> None:
        """A discard pile becomes a draw pile, since one more card is due; nobody knows any more which card is which.

        What has been lifted from the draw pile before is told of only afterwards.
        """
        piles = self.of_all("draw_pile")
        if zone in piles:
            discarded = self.of_all("discard_pile")[piles.index(zone)]
            for card in self.cards:
                if self.where[card] == discarded:
                    self.where[card] = zone
                    self.known[card].clear()

    def went(self, verb: int, you: int, piece: int, source: int, target: int) -> None:
        assert self.where[piece] == source
        self.where[piece] = target
        if piece in self.known:
            if target == self.zone("trash_bin"):
                self.check_why_trashed(piece, source)
            if self.is_desk(target) and not self.is_desk(source):
                self.open.discard(piece)
            seat = self.table.engine.seat_of_zone(target)
            if verb == Verb.DISCARD:
                self.known[piece].update(self.table.seats)
            elif verb in (Verb.DRAW, Verb.GIVE_PIECE) and seat is not None:
                self.known[piece].add(seat)

    def check_why_trashed(self, card: int, source: int) -> None:
        """Somebody has learned, a card says so, it is an event that has resolved, or a one shot at cleanup."""
        if self.phase == "end_of_week":
            assert self.table.printed("one_shot", card)
        elif self.resolving >= 0:
            event = card == self.resolving and self.table.printed("kind", card) == EVENT
            assert event or self.table.title(self.resolving) in SHREDDERS
        else:
            assert self.action == "action learn" and source in self.of_all("hand")

    # ------------------------------------------------------------ what is so now

    def check_places(self) -> None:
        """Every piece lies where it went; nothing leaves the bin, nothing comes back to the corporate deck."""
        zones = self.table.state.zones
        assert all(self.where[piece] == zone for zone, pieces in enumerate(zones) for piece in pieces)
        assert sum(map(len, zones)) == len(self.cards) + len(self.tokens)
        assert len(self.cards) == CORPORATE + ASSOCIATE * self.table.engine.players
        trash, deck = set(self.table.zone("trash_bin")), set(self.table.zone("corporate_deck"))
        assert trash >= self.trash
        assert deck <= self.deck or not self.deck
        self.trash, self.deck = trash, deck

    def check_days(self, filled: list[list[int]]) -> None:
        """A card at most on each day, and with it a token of whoever gives the orders."""
        for pieces in filled:
            cards = [piece for piece in pieces if not self.table.is_token(piece)]
            assert len(cards) <= 1
            for card in cards:
                owners = [self.table.state.owner[piece] for piece in pieces if piece != card]
                assert self.table.field("signer", card) in owners

    def check_tokens(self, filled: list[list[int]]) -> None:
        """Everybody's tokens are on the portrait, in the call-in area and on the days."""
        state = self.table.state
        held = [
            [*self.table.zone("portrait", seat), *self.table.zone("call_in_area", seat)] for seat in self.table.seats
        ]
        assert all(state.owner[piece] == seat for seat, pieces in enumerate(held) for piece in pieces)
        spent = sum(self.table.is_token(piece) for pieces in filled for piece in pieces)
        assert sum(map(len, held)) + spent == len(self.tokens)
        if self.phase:
            assert sorted(state.owner[piece] for piece in self.tokens) == [
                s for s in self.table.seats for _ in range(TOKENS)
            ]

    def check_status(self) -> None:
        status, fired = (
            self.table.variable("status"),
            {s for s, gone in enumerate(self.table.variable("fired")) if gone},
        )
        assert fired >= self.fired
        assert list(status) == self.status
        assert all(seat in fired or 1 <= chair <= LAST_CHAIR for seat, chair in enumerate(status))
        self.fired = fired

    def check_what_is_known(self, filled: list[list[int]]) -> None:
        """A card on a desktop that is not open is known to whoever has had it in hand, and to nobody else."""
        for pieces in filled:
            for card in pieces:
                if card in self.known and card not in self.open:
                    seeing = {seat for seat in self.table.seats if knows(self.table.state, card, seat)}
                    assert seeing <= self.known[card]

    # ------------------------------------------------------------ places

    def zone(self, name: str) -> int:
        return self.table.number_of(name)

    def of_all(self, name: str) -> list[int]:
        """The zone of that name of each player."""
        return [self.table.number_of(name, seat) for seat in self.table.seats]

    def is_desk(self, zone: int) -> bool:
        return 0 <= zone - self.table.number_of("desk") < len(DAYS) * self.table.engine.players


def watched(players: int, seed: int, kind: str = "generated") -> Watch:
    """A whole game by chance, looked at after every answer."""
    by_rules = engine(players, kind, trace=True)
    table = Table(by_rules, by_rules.new_game(seed))
    watch = Watch(table)
    luck = [bot_seed(seed, seat) for seat in range(players)]
    watch.look()
    while by_rules.asks(table.state):
        seat = table.state.player
        luck[seat], answer = random_bot(luck[seat], by_rules.option_count(table.state), table.state.can_pass)
        by_rules.advance(table.state, answer)
        watch.look()
    assert table.state.over
    return watch


def played(players: int, games: int) -> Iterator[Watch]:
    return (watched(players, seed) for seed in range(games))


@pytest.mark.parametrize("players", each_table(SEATS, most=4))
def test_what_always_holds(players: int) -> None:
    assert all(watch.resolutions for watch in played(players, FEW))


@pytest.mark.slow
@pytest.mark.parametrize("players", SEATS)
def test_what_always_holds_in_many_games(players: int) -> None:
    watches = list(played(players, MANY))
    assert len(watches) == MANY
    assert sum(len(watch.fired) for watch in watches) > MANY / 4


@pytest.mark.slow
def test_what_always_holds_on_the_other_engine() -> None:
    watched(3, 7, "reference")


@pytest.mark.parametrize(
    "variants",
    [
        ("quick", "short_ladder"),
        *(pytest.param(alone, marks=pytest.mark.slow) for alone in ((), ("quick",), ("short_ladder",))),
    ],
)
def test_games_end_whatever_a_designer_turns(variants: tuple[str, ...]) -> None:
    luck = random.Random(11)
    for players in (2, 4, 6):
        turned = {name: luck.randint(low, high) for name, (low, high) in TURNED.items()}
        by_rules = engine(players, variants=variants, **turned)
        state, *_ = play_game(by_rules, luck.randrange(1000), [BOTS["random"]] * players)
        assert state.over and state.round_number <= turned["max_weeks"]
