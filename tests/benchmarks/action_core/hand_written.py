"""The same game as game.bylaws beside it, written by hand in plain Python: what a programmer would write instead.

Careful, without tricks: dataclass-like players, lists, decisions as a generator that yields each question.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

A, C, M64 = 6364136223846793005, 1442695040888963407, (1 << 64) - 1
CARDS = [4, 6, 10, 14, 22, 26, 34, 38, 46, 58, 62, 74, 82, 86, 94, 106, 118, 122]
SUPPORT, OPPOSE, ABSTAIN, POLITICS = range(4)
ACTIONS = [SUPPORT, OPPOSE, ABSTAIN, POLITICS]


class Luck:
    """One whole number of state, as in the engine."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        z = (seed * 0x9E3779B97F4A7C15 + 0x9E3779B97F4A7C15) & M64
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & M64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & M64
        self.state = z ^ (z >> 31)

    def below(self, n: int) -> int:
        s = self.state = (self.state * A + C) & M64
        return (s >> 32) * n >> 32

    def shuffle(self, items: list[Any]) -> None:
        s = self.state
        for i in range(len(items) - 1, 0, -1):
            s = (s * A + C) & M64
            j = (s >> 32) * (i + 1) >> 32
            items[i], items[j] = items[j], items[i]
        self.state = s


class Player:
    __slots__ = ("action", "influence", "money", "seat")

    def __init__(self, seat: int, players: int) -> None:
        self.seat = seat
        self.money = 100 * players
        self.influence = players
        self.action = -1


Question = tuple[int, list[int], bool]  # seat, options, whether passing (None) is allowed
Play = Generator[Question, Any, Any]


class Game:
    def __init__(self, players: int, seed: int) -> None:
        self.count = players
        self.luck = Luck(seed)
        self.players = [Player(seat, players) for seat in range(players)]
        deck = CARDS[: 3 * players]
        self.luck.shuffle(deck)
        self.projects = deck[: 2 * players]
        self.first = self.luck.below(players)
        self.pot = [0, 0]
        self.leader = self.players[0]

    def auction(self, opener: int, doubled: bool = False) -> Play:
        bids: dict[int, int] = {}
        standing, holder = 0, None
        active = set(range(self.count))
        seat = opener
        while len(active) > 1 or (active and holder is None):
            player = self.players[seat]
            if seat in active and player is not holder:
                factor = 2 if doubled and player.action == POLITICS else 1
                least = standing // factor + 1
                bid = None
                if player.influence >= least:
                    bid = yield seat, list(range(least, player.influence + 1)), True
                if bid is not None:
                    bids[seat] = bid
                    standing, holder = bid * factor, player
                else:
                    active.remove(seat)
            seat = (seat + 1) % self.count
        for seat, bid in bids.items():
            self.players[seat].influence -= bid
        return holder

    def share(self, kind: int, group: list[Player]) -> None:
        if not group:
            return
        part = self.pot[kind] // len(group)
        for player in group:
            self.pay(kind, player, part)

    def pay(self, kind: int, player: Player, amount: int) -> None:
        self.pot[kind] -= amount
        if kind == 0:
            player.money += amount
        else:
            player.influence += amount

    def who(self, action: int, without: Player | None = None) -> list[Player]:
        return [p for p in self.players if p.action == action and p is not without]

    def turn(self) -> Play:
        luck, players, count = self.luck, self.players, self.count
        size = self.projects.pop()
        buyer = yield from self.auction(self.first)
        if buyer and (yield buyer.seat, [0], True) is not None:
            self.projects.append(size)
            luck.shuffle(self.projects)
            size = self.projects.pop()
        leaders = list(range(count))
        luck.shuffle(leaders)
        seat = leaders.pop()
        rival = yield from self.auction(self.first)
        if rival and (yield rival.seat, [0], True) is not None:
            leaders.append(seat)
            luck.shuffle(leaders)
            seat = leaders.pop()
        leader = self.leader = players[seat]
        for k in range(count):
            player = players[(seat + k) % count]
            player.action = yield player.seat, ACTIONS, False
        changer = yield from self.auction(seat)
        if changer:
            target = yield changer.seat, [p.seat for p in players if p is not changer and p is not leader], True
            if target is not None:
                players[target].action = yield changer.seat, ACTIONS, False
        for kind in (0, 1):
            self.pot[kind] += size
        for player in self.who(POLITICS):
            player.influence += count
        if len(self.who(SUPPORT)) > len(self.who(OPPOSE)):
            for kind in (0, 1):
                self.pay(kind, leader, self.pot[kind] // 2)
                self.share(kind, self.who(SUPPORT, leader))
                self.rest(kind)
        else:
            yield from self.failure()
        self.first = (self.first + 1) % count

    def failure(self) -> Play:
        denier = yield from self.auction(self.leader.seat, True)
        if denier and (yield denier.seat, [0], True) is not None:
            return
        for kind in (0, 1):
            self.share(kind, self.who(OPPOSE, self.leader))
            self.rest(kind)

    def rest(self, kind: int) -> None:
        self.share(kind, self.who(ABSTAIN))
        self.pay(kind, self.leader, self.pot[kind])

    def play(self) -> Play:
        while self.projects:
            yield from self.turn()
        best = max((p.money, p.influence) for p in self.players)
        return [p.seat for p in self.players if (p.money, p.influence) == best]


def run(players: int, seed: int, bot: Callable[[int, bool], int]) -> tuple[Game, int]:
    """One game; `bot` gets the number of options and whether passing is allowed, and returns a place (the last
    is to pass). Returns the game and how many questions were asked."""
    game = Game(players, seed)
    return game, asked_to_the_end(game.play(), bot)


def asked_to_the_end(
    play: Generator[tuple[int, Sequence[Any], bool], Any, Any], bot: Callable[[int, bool], int]
) -> int:
    """Puts every question of a game to the bot; how many there were."""
    asked = 0
    try:
        _, options, may_pass = next(play)
        while True:
            asked += 1
            place = bot(len(options) + may_pass, may_pass)
            _, options, may_pass = play.send(options[place] if place < len(options) else None)
    except StopIteration:
        return asked
