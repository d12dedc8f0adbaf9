"""They're Coming!, the whole game with all its cards, written by hand in plain Python.

What a programmer would write instead of the rules in games/theyre_coming: lists of whole numbers, a generator that
yields each question, a routine for each event, and every card asked for where it matters. It knows nothing of the
engine but how its luck is worked out and how it numbers the pieces, so that both can be dealt the same cards.

A question is the seat that is asked, the options, and whether passing (None) is allowed. Spaces are 0 to 19; a place
of 20 to 39 is the same space where zombies lie face down.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any

from interpreter.runtime.chance import below, shuffle, stream_seed
from tests.benchmarks.action_core.hand_written import asked_to_the_end

Question = tuple[int, list[int] | range | tuple[int, ...], bool]
Play = Generator[Question, Any, Any]

# ---------------------------------------------------------------- the board

BOSS_OFFICE, MANAGER_OFFICE, COPIER, RESTROOM_EAST = 0, 1, 4, 6
OFFICES, BREAK, COPY, REST = (0, 1), (2, 3), (4, 5), (6, 7)
WET, SMALL, SPACES = (2, 3, 4, 5, 6, 7), tuple(range(6, 20)), tuple(range(20))
ON_BREAK = frozenset((*BREAK, *REST))
CUBICLES, FIRST_INTERN = 8, 17
INTERNS = (17, 18, 19)
ALL_BUT = tuple([space for space in SPACES if space != left] for left in SPACES)
#: The space for each pair of dice, the first from 1 to 5; a first six names none.
TABLE = (
    (), (0, 0, 0, 1, 1, 1), (2, 2, 2, 3, 3, 3), (4, 4, 5, 5, 6, 7), (8, 9, 10, 11, 12, 13), (14, 15, 16, 17, 18, 19),
)  # fmt: skip
PRONE, OFF, GONE = 20, 40, -1

# ---------------------------------------------------------------- the pieces

HEADPHONES, CHAIRS, STAPLERS, MONTHS, SPIRITS = (0, 1), (2, 3), (4, 5), (14, 15), (16, 17)
PHONE, LABELS, CAMERA, GPS, ATTENDANCE, MARATHON, BELT, FIRST_AID = 6, 7, 8, 9, 10, 11, 12, 13
BARRICADES, SIGNS, COFFEE, TRAPS, DOOR = (18, 19), (20, 21), 22, (23, 24), 25
BLACKMAIL, NOTES, POUCHES, UNION, MUG, DRINK, MEMO, SCAPEGOAT = 26, (27, 28), (29, 30), 31, 32, 33, 34, 35
LAST_TECH, FIRST_DEPLOYABLE = 9, 18
ALLOWED = {18: SMALL, 19: SMALL, 20: WET, 21: WET, 22: BREAK, 25: OFFICES}
FIRST_EVENT, FIRST_POLICY, FIRST_ONCE, FIRST_COWORKER = 36, 43, 50, 76
TOWN_HALL, DRILL = 37, 42
NO_VIOLENCE, INCLUSION, OPEN_DOOR, HOT_DESKS, WELLNESS, NO_LOITERING, BUDDIES = range(43, 50)
FIRST_CHARACTER, FIRST_BOSS, FIRST_ZOMBIE, FIRST_FIGURE = 86, 100, 108, 132
GIL, MARGE, TOMASZ, PRIYA, DWAYNE, KEVIN, FATIMA, STAN, LUCIA, BOB, YUKI, HANK = 87, 88, 89, 90, 91, 93, *range(94, 100)

#: Of each character: skills by way (run, fight, hide), health, assets.
CHARACTERS = (
    (1, 1, 3, 3, 4), (3, 0, 2, 3, 3), (1, 3, 1, 3, 3), (1, 1, 3, 3, 3), (1, 2, 2, 3, 3), (3, 2, 0, 3, 3),
    (2, 2, 1, 4, 2), (2, 1, 2, 3, 3), (1, 1, 2, 4, 3), (0, 2, 2, 5, 4), (2, 0, 3, 3, 3), (1, 3, 1, 3, 3),
    (3, 1, 1, 3, 3), (1, 3, 0, 4, 3),
)  # fmt: skip
RUN, FIGHT, HIDE = range(3)

ANGER, TOUCHY, MACHINE, POWER, PENNY, MICRO, ABSENT, UNDEAD = range(8)
FLAWS = (
    (ANGER, POWER, MICRO), (TOUCHY, ABSENT, PENNY), (MACHINE, MICRO, PENNY), (UNDEAD, POWER, TOUCHY),
    (UNDEAD, ABSENT, ANGER), (POWER, PENNY, MACHINE), (TOUCHY, MICRO, ANGER), (UNDEAD, MACHINE, ABSENT),
)  # fmt: skip

#: Of each zombie: difficulty, and the numbers at which it wanders.
ZOMBIES = (
    (3, 1, 3), (3, 1, 3), (3, 2, 4), (3, 3, 5), (3, 4, 6), (4, 1, 2), (4, 1, 2), (4, 2, 3), (4, 3, 4), (4, 3, 4),
    (4, 4, 5), (4, 5, 6), (4, 5, 6), (5, 1, 1), (5, 2, 2), (5, 6, 6), (5, 1, 2), (5, 3, 4), (5, 4, 5), (5, 5, 6),
    (6, 2, 2), (6, 3, 3), (6, 4, 4), (6, 5, 5),
)  # fmt: skip
DIFFICULTY = {FIRST_ZOMBIE + number: zombie[0] for number, zombie in enumerate(ZOMBIES)}
WANDERS = tuple(
    frozenset(FIRST_ZOMBIE + number for number, (_, low, high) in enumerate(ZOMBIES) if low <= pips <= high)
    for pips in range(7)
)
ALL_ZOMBIES = frozenset(range(FIRST_ZOMBIE, FIRST_FIGURE))
YES = (0,)
OTHER_NUMBER = -2  # offered beside the choice of a token


class Over(Exception):
    """The game is over."""


class Game:
    """One game; `play` yields its questions."""

    def __init__(self, players: int, seed: int) -> None:
        self.count = players
        self.seats = list(range(players))
        names = ("shuffle:zombie_supply", "shuffle:employee_pile", "shuffle:asset_pile", "shuffle:event_pile")
        dice = ("die:die", "die:first_die", "die:second_die")
        choices = ("shuffle:boss_stack", "choose:cubicle", "choose:newcomer", "choose:somewhere", "choose:trainee")
        self.luck = {name: stream_seed(seed, name) for name in (*names, *dice, *choices)}
        self.floor: list[list[int]] = [[] for _ in SPACES]
        self.prone: list[list[int]] = [[] for _ in SPACES]
        self.deployed: list[list[int]] = [[] for _ in SPACES]
        self.off: list[int] = []
        self.at = [GONE] * (FIRST_FIGURE + players)  # of pieces on the board
        self.supply = list(range(FIRST_ZOMBIE, FIRST_FIGURE))
        self.wounds = [0] * FIRST_CHARACTER
        self.laid_off: set[int] = set()
        self.stunned: set[int] = set()
        self.hands: list[list[int]] = [[] for _ in self.seats]
        self.shown: list[list[int]] = [[] for _ in self.seats]
        self.character = [GONE] * players
        self.injuries = [0] * players
        self.strikes = [0] * players
        self.dead = [False] * players
        self.own: list[int] = [GONE] * players
        self.waiting = [False] * players
        self.attends = [False] * players
        self.dismissed = [False] * players
        self.mark = [0] * players
        self.reached = [False] * players
        self.let_off = [False] * players
        self.self_moved = [False] * players
        self.policies: list[int] = []
        self.used_assets: list[int] = []
        self.used_events: list[int] = []
        self.former_people: list[int] = []
        self.former_bosses: list[int] = []
        self.boss = GONE
        self.flaws: tuple[int, ...] = ()
        self.had: tuple[int, ...] = ()  # the flaws as the event began
        self.boss_injuries = 0
        self.boss_fired = self.boss_prone = self.boss_stunned = self.overlooks = False
        self.meeting = self.all_must = self.zombies_join = self.two_strikes = False
        self.all_wander = self.none_wanders = False
        self.harder: list[tuple[int, int]] = []  # until whose turn, by how much
        self.frenzy = 0
        self.energy: list[tuple[int, int, int]] = []  # until whose turn, whose, as whom
        self.tired: list[tuple[int, int]] = []  # until whose turn, which card
        self.phoned = False
        self.first = self.last = self.thrown = 0
        self.rounds = 0
        self.active = GONE
        self.winners: list[int] = []
        self.turns = 0

    # ------------------------------------------------------------ luck

    def below(self, name: str, n: int) -> int:
        self.luck[name], value = below(self.luck[name], n)
        return value

    def die(self, name: str = "die:die") -> int:
        return self.below(name, 6) + 1

    def shuffle(self, name: str, cards: list[int]) -> None:
        self.luck[name] = shuffle(self.luck[name], cards)

    def draw(self, name: str, pile: list[int], used: list[int]) -> int:
        """The top card; an empty pile gets what has been used, shuffled."""
        if not pile:
            if not used:
                return GONE
            pile += used
            used.clear()
            self.shuffle(name, pile)
        return pile.pop()

    # ------------------------------------------------------------ setup

    def _set_up(self) -> Play:
        self.people = list(range(FIRST_BOSS - 1, FIRST_CHARACTER - 1, -1))
        self.shuffle("shuffle:employee_pile", self.people)
        self.assets = list(range(FIRST_EVENT - 1, -1, -1))
        self.shuffle("shuffle:asset_pile", self.assets)
        self.events = list(range(FIRST_COWORKER - 1, FIRST_EVENT - 1, -1))
        self.shuffle("shuffle:event_pile", self.events)
        self.bosses = list(range(FIRST_ZOMBIE - 1, FIRST_BOSS - 1, -1))
        self.shuffle("shuffle:boss_stack", self.bosses)
        for token, space in zip(range(85, 75, -1), (MANAGER_OFFICE, *range(CUBICLES, FIRST_INTERN)), strict=True):
            self.put(token, space)
        self.left = 10  # employee tokens
        self._take_boss()
        for space in INTERNS:
            self.put(self.supply.pop(self.below("choose:trainee", len(self.supply))), space)
        free = list(range(7))  # numbers that are nobody's
        for seat in self.seats:
            self.character[seat] = self.people.pop()
        for seat in self.seats:
            number = free.pop(0)
            token = yield seat, [*self.tokens(), *([OTHER_NUMBER] if free else [])], False
            if token == OTHER_NUMBER:
                free.remove((yield seat, free, False))
                free.insert(0, number)
                token = yield seat, self.tokens(), False
            self.put(FIRST_FIGURE + seat, self.at[token])
            self.take_token(token)
        for seat in self.seats:
            yield from self.hand_out(seat, self.assets_due(seat))
        self.starter = self._first_player()

    def _first_player(self) -> int:
        contenders = self.seats
        for _ in range(100):
            sums = {seat: self.die() + self.die() for seat in contenders}
            best = max(sums.values())
            contenders = [seat for seat in contenders if sums[seat] == best]
            if len(contenders) == 1:
                break
        return contenders[0]

    def _take_boss(self) -> None:
        self.boss = self.draw("shuffle:boss_stack", self.bosses, self.former_bosses)
        self.flaws = FLAWS[self.boss - FIRST_BOSS]

    # ------------------------------------------------------------ who is where

    def put(self, piece: int, space: int) -> None:
        """Puts a piece that is nowhere on a space."""
        self.floor[space].append(piece)
        self.at[piece] = space

    def lift(self, piece: int) -> None:
        """Takes a piece from where it is."""
        place = self.at[piece]
        if place < PRONE:
            if place >= 0:
                self.floor[place].remove(piece)
        elif place < OFF:
            self.prone[place - PRONE].remove(piece)
        else:
            self.off.remove(piece)
        self.at[piece] = GONE

    def take_off(self, piece: int) -> None:
        """From its space to the pieces that are to be put back."""
        self.floor[self.at[piece]].remove(piece)
        self.off.append(piece)
        self.at[piece] = OFF

    def take_token(self, token: int) -> None:
        """Out of the game."""
        self.lift(token)
        self.left -= 1

    def tokens(self) -> list[int]:
        """The employee tokens on the board."""
        return [piece for space in self.floor if space for piece in space if piece < FIRST_CHARACTER]

    def tokens_left(self) -> list[int]:
        return self.tokens() + [piece for piece in self.off if piece < FIRST_CHARACTER]

    def room(self, seat: int) -> int:
        """Where a player is, or a number below 0."""
        place = self.at[FIRST_FIGURE + seat]
        return place if place < PRONE else GONE

    def pack(self, space: int) -> list[int]:
        return [piece for piece in self.floor[space] if FIRST_ZOMBIE <= piece < FIRST_FIGURE]

    def others(self, seat: int) -> list[int]:
        """The other living players."""
        return [other for other in self.seats if other != seat and not self.dead[other]]

    def living(self) -> list[int]:
        return [seat for seat in self.seats if not self.dead[seat]]

    def in_order(self) -> list[int]:
        return self.seats[self.active :] + self.seats[: self.active]

    def those(self) -> list[int]:
        """The living, from the active player on."""
        return [seat for seat in self.in_order() if not self.dead[seat]]

    def accompanied(self, seat: int) -> bool:
        me = FIRST_FIGURE + seat
        return any(
            piece < FIRST_CHARACTER or (piece >= FIRST_FIGURE and piece != me) for piece in self.floor[self.room(seat)]
        )

    def boss_attacks(self, space: int) -> bool:
        return space == BOSS_OFFICE and UNDEAD in self.flaws and not self.boss_prone and not self.overlooks

    def attackers(self, space: int) -> int:
        zombies = 0
        for piece in self.floor[space]:
            if FIRST_ZOMBIE <= piece < FIRST_FIGURE:
                zombies += 1
        return zombies + 1 if space == BOSS_OFFICE and self.boss_attacks(space) else zombies

    def fighting_back(self, space: int) -> list[int]:
        return [*self.pack(space), self.boss] if self.boss_attacks(space) else self.pack(space)

    def lets_in(self, space: int, piece: int) -> bool:
        return DOOR not in self.deployed[space] or not FIRST_ZOMBIE <= piece < FIRST_FIGURE

    def open_to(self, piece: int, unwished: int = GONE) -> list[int] | tuple[int, ...]:
        if FIRST_ZOMBIE <= piece < FIRST_FIGURE:
            return [s for s in (ALL_BUT[unwished] if unwished >= 0 else SPACES) if DOOR not in self.deployed[s]]
        return ALL_BUT[unwished] if unwished >= 0 else SPACES

    def rise(self, space: int) -> int:
        """A new zombie, face down, or none."""
        if space < 0 or not self.supply:
            return GONE
        zombie = self.supply.pop(self.below("choose:newcomer", len(self.supply)))
        self.prone[space].append(zombie)
        self.at[zombie] = PRONE + space
        return zombie

    def knock_down(self, loser: int) -> None:
        if loser == self.boss:
            self.boss_prone = self.boss_stunned = True
            return
        self.stunned.add(loser)
        self._lay_down(loser)

    def _lay_down(self, zombie: int) -> None:
        space = self.at[zombie]
        self.floor[space].remove(zombie)
        self.prone[space].append(zombie)
        self.at[zombie] = PRONE + space

    # ------------------------------------------------------------ assets

    def assets_due(self, seat: int) -> int:
        return CHARACTERS[self.character[seat] - FIRST_CHARACTER][4]

    def hand_out(self, seat: int, amount: int) -> Play:
        for _ in range(amount):
            card = self.draw("shuffle:asset_pile", self.assets, self.used_assets)
            if card < 0:
                return
            if card < FIRST_DEPLOYABLE or card == BLACKMAIL:
                self.shown[seat].append(card)
            elif card > DOOR:
                self.hands[seat].append(card)
            elif card in TRAPS:
                free = [s for s in SPACES if all(FIRST_ZOMBIE <= p < FIRST_FIGURE for p in self.floor[s])]
                yield from self._put_up(seat, card, free)
            else:
                yield from self._put_up(seat, card, ALLOWED[card])

    def _put_up(self, seat: int, card: int, spots: list[int] | tuple[int, ...]) -> Play:
        if spots:
            self.deployed[(yield seat, spots, False)].append(card)
        else:
            self.used_assets.append(card)

    def award(self, seat: int, amount: int) -> Play:
        if not self.dead[seat]:
            yield from self.hand_out(seat, amount + (self.character[seat] == KEVIN))

    def spend(self, seat: int, card: int) -> None:
        self.hands[seat].remove(card)
        self.used_assets.append(card)

    def give_up(self, seat: int, amount: int) -> Play:
        can = self.hands[seat] + self.shown[seat]
        given = []
        for _ in range(min(amount, len(can))):
            card = yield seat, can, False
            given.append(card)
            can = [other for other in can if other != card]
        for card in given:
            (self.hands if card in self.hands[seat] else self.shown)[seat].remove(card)
            self.used_assets.append(card)

    def pay_or_strike(self, seat: int, price: int) -> Play:
        can = len(self.hands[seat]) + len(self.shown[seat]) >= price
        if (yield seat, (0, 1) if can else (1,), False) == 0:
            yield from self.give_up(seat, price)
        else:
            yield from self.strike(seat, 1)

    def heal(self, seat: int, amount: int) -> None:
        self.injuries[seat] = max(0, self.injuries[seat] - amount)

    def forgive(self, seats: Iterable[int]) -> None:
        for seat in seats:
            self.strikes[seat] = max(0, self.strikes[seat] - 1)

    # ------------------------------------------------------------ strikes and losses

    def untouchable(self, seat: int) -> bool:
        return self.dead[seat] or BLACKMAIL in self.shown[seat]

    def strike(self, seat: int, amount: int, met: tuple[int, ...] = ()) -> Play:
        if amount > 0 and not self.dead[seat]:
            for card in MONTHS:
                fresh = card in self.shown[seat] and card not in met and not self._is_tired(card)
                if fresh and (yield seat, YES, True) is not None:
                    self.tired.append((self.active, card))
                    yield from self.strike(seat, amount - 1, (*met, card))
                    return
            if self.character[seat] == LUCIA and LUCIA not in met and not self._is_tired(LUCIA):
                room = self.room(seat)
                mates = [other for other in self.others(seat) if self.room(other) == room]
                if mates and (yield seat, YES, True) is not None:
                    mate = yield seat, mates, False
                    self.tired.append((self.active, LUCIA))
                    yield from self.strike(mate, 1, (*met, LUCIA))
                    yield from self.strike(seat, amount - 1, (*met, LUCIA))
                    return
        if not self.untouchable(seat):
            self.strikes[seat] += amount

    def _is_tired(self, card: int) -> bool:
        return any(card == tired for _, tired in self.tired)

    def dismiss(self, seat: int) -> None:
        if not self.untouchable(seat):
            self.dismissed[seat] = True

    def limit(self, seat: int) -> int:
        return 3 + (ATTENDANCE in self.shown[seat]) + (self.character[seat] == PRIYA)

    def health(self, seat: int) -> int:
        return CHARACTERS[self.character[seat] - FIRST_CHARACTER][3] + (FIRST_AID in self.shown[seat])

    def killed(self, seat: int) -> bool:
        return not self.dead[seat] and self.injuries[seat] >= 3 and self.injuries[seat] >= self.health(seat)

    def sacked(self, seat: int) -> bool:
        strikes = self.strikes[seat]
        if strikes < 3 and not self.dismissed[seat] and not 0 < self.mark[seat] <= strikes:
            return False
        must_go = self.dismissed[seat] or strikes >= self.limit(seat) or 0 < self.mark[seat] <= strikes
        return must_go and not self.untouchable(seat)

    def any_losses(self) -> bool:
        if self.boss_fired or self.boss_injuries >= 3 or self.laid_off:
            return True
        for seat in self.seats:
            if self.injuries[seat] >= 3 and self.killed(seat):
                return True
            if (self.strikes[seat] >= 3 or self.dismissed[seat] or self.mark[seat]) and self.sacked(seat):
                return True
        return max(self.wounds[FIRST_COWORKER:]) >= 2

    def losses(self) -> Play:
        for _ in range(30):
            if not self.any_losses():
                return
            yield from self._one_batch()
            self._look_for_winner()

    def _one_batch(self) -> Play:
        for seat in [s for s in self.in_order() if self.killed(s) or self.sacked(s)]:
            if self.killed(seat):
                yield from self._brink_of_death(seat)
            if self.sacked(seat):
                yield from self._brink_of_dismissal(seat)
        for token in [t for t in self.tokens_left() if t in self.laid_off or self.wounds[t] >= 2]:
            place = self.at[token]
            self.wounds[token] = 0
            self.laid_off.discard(token)
            self.take_token(token)
            self.rise(place if place < PRONE else GONE)
        self.fall = [self.killed(seat) or self.sacked(seat) for seat in self.seats]
        for seat in [s for s in self.in_order() if self.fall[s]]:
            yield from self._lose(seat)
        if self.boss_fired or self.boss_injuries >= 3:
            self._new_boss()
        for seat in self.seats:
            self.dismissed[seat] = False
            self.mark[seat] = 0

    def _brink_of_death(self, seat: int) -> Play:
        for card in POUCHES:
            if card in self.hands[seat] and self.killed(seat) and (yield seat, YES, True) is not None:
                self.heal(seat, 2)
                self.spend(seat, card)

    def _brink_of_dismissal(self, seat: int) -> Play:
        hand = self.hands[seat]
        if UNION in hand and self.strikes[seat] > 0 and self.sacked(seat) and (yield seat, YES, True) is not None:
            self.strikes[seat] = max(0, self.strikes[seat] - 2)
            self.spend(seat, UNION)
        if SCAPEGOAT in hand and self.sacked(seat):
            free = [token for token in self.tokens() if token not in self.laid_off]
            if free and (yield seat, YES, True) is not None:
                token = yield seat, free, False
                self.spend(seat, SCAPEGOAT)
                self.laid_off.add(token)
                self.dismissed[seat] = False
                self.mark[seat] = 0
                self.strikes[seat] = min(self.strikes[seat], self.limit(seat) - 1)

    def _new_boss(self) -> None:
        self.former_bosses.append(self.boss)
        self.boss_injuries = 0
        self.boss_fired = self.boss_prone = self.boss_stunned = False
        self._take_boss()
        for shown in self.shown:
            if BLACKMAIL in shown:
                shown.remove(BLACKMAIL)
                self.used_assets.append(BLACKMAIL)

    def _lose(self, seat: int) -> Play:
        self.waiting[seat] = self.attends[seat] = self.self_moved[seat] = False
        newcomer = self.rise(self.room(seat))
        self.used_assets += self.hands[seat]
        self.used_assets += self.shown[seat]
        self.hands[seat].clear()
        self.shown[seat].clear()
        self.former_people.append(self.character[seat])
        self.character[seat] = GONE
        self.strikes[seat] = self.injuries[seat] = 0
        if self.left and self.count > 1:
            yield from self._come_back(seat)
        else:
            yield from self._join_the_dead(seat, newcomer)

    def _come_back(self, seat: int) -> Play:
        token = yield seat, self.tokens_left(), False
        place, me = self.at[token], FIRST_FIGURE + seat
        self.lift(me)
        if place == OFF:
            self.off.append(me)
            self.at[me] = OFF
        else:
            self.put(me, place)
        self.character[seat] = self.draw("shuffle:employee_pile", self.people, self.former_people)
        self.injuries[seat] = min(self.wounds[token], self.health(seat) - 1)
        self.wounds[token] = 0
        self.take_token(token)
        yield from self.hand_out(seat, 5 if self.character[seat] == YUKI else self.assets_due(seat))

    def _join_the_dead(self, seat: int, newcomer: int) -> Play:
        self.dead[seat] = True
        self.own[seat] = newcomer
        self.lift(FIRST_FIGURE + seat)
        if newcomer < 0:
            about = [p for spaces in (self.floor, self.prone, [self.off]) for space in spaces for p in space]
            free = [p for p in about if FIRST_ZOMBIE <= p < FIRST_FIGURE and p not in self.own]
            if free:
                self.own[seat] = yield seat, free, False

    def _look_for_winner(self) -> None:
        living = self.living()
        if self.count == 1:
            if not living or not self.left:
                self._ends(living)
        elif not self.left and len(living) <= 1:
            self._ends(living)

    def _ends(self, winners: list[int]) -> None:
        self.winners = winners
        raise Over

    # ------------------------------------------------------------ turns

    def play(self) -> Play:
        yield from self._set_up()
        try:
            while True:
                self.rounds += 1
                for seat in self.seats[self.starter :] + self.seats[: self.starter]:
                    self.active = seat
                    self.turns += 1
                    yield from self._turn(seat)
                if self.rounds >= 60:
                    self._ends(self.living())
        except Over:
            pass

    def _turn(self, you: int) -> Play:
        if self.harder:
            self.harder = [one for one in self.harder if one[0] != you]
        if self.energy:
            self.energy = [one for one in self.energy if one[0] != you]
        if self.tired:
            self.tired = [one for one in self.tired if one[0] != you]
        yield from self._fresh_start(you)
        if self.any_losses():
            yield from self.losses()
        yield from self._event(you)
        if self.meeting:
            yield from self._hold_meeting()
        else:
            yield from self._wander(you)
        yield from self._encounters()
        yield from self._closing_time(you)
        self._get_up()
        self.frenzy, self.phoned = 0, False

    def _fresh_start(self, you: int) -> Play:
        room = self.room(you)
        if room in BREAK and WELLNESS in self.policies and PENNY not in self.flaws:
            self.heal(you, 1)
        if self.character[you] == FATIMA:
            yield from self._nurse(you)
        if room >= 0 and not self.dead[you] and COFFEE in self.deployed[room]:
            self.heal(you, 1)
        asked: list[tuple[int, int]] = []
        for seat in self.in_order():
            asked += [(seat, card) for card in POUCHES if card in self.hands[seat] and self.injuries[seat] > 0]
            if UNION in self.hands[seat] and self.strikes[seat] > 0:
                asked.append((seat, UNION))
        for seat, card in asked:
            still = self.strikes if card == UNION else self.injuries
            if still[seat] > 0 and (yield seat, YES, True) is not None:
                if card == UNION:
                    self.strikes[seat] = max(0, self.strikes[seat] - 2)
                else:
                    self.heal(seat, 2)
                self.spend(seat, card)

    def _nurse(self, you: int) -> Play:
        here, me = self.floor[self.room(you)], FIRST_FIGURE + you
        patients = [piece for piece in here if piece < FIRST_CHARACTER and self.wounds[piece] > 0]
        patients += [p for p in here if p >= FIRST_FIGURE and p != me and self.injuries[p - FIRST_FIGURE] > 0]
        if patients and (yield you, YES, True) is not None:
            patient = yield you, patients, False
            if patient < FIRST_CHARACTER:
                self.wounds[patient] -= 1
            else:
                self.heal(patient - FIRST_FIGURE, 1)

    def _closing_time(self, you: int) -> Play:
        if NO_LOITERING in self.policies and not self.dead[you]:
            room = self.room(you)
            seen = ABSENT not in self.flaws if room in ON_BREAK else room in COPY and POWER in self.flaws
            if seen:
                yield from self.strike(you, 1)
        if self.any_losses():
            yield from self.losses()

    def _get_up(self) -> None:
        for space, lying in enumerate(self.prone):
            if lying:
                for zombie in [z for z in lying if z not in self.stunned]:
                    lying.remove(zombie)
                    self.put(zombie, space)
        self.stunned.clear()
        if not self.boss_stunned:
            self.boss_prone = False
        self.boss_stunned = False

    # ------------------------------------------------------------ the event

    def _event(self, you: int) -> Play:
        self.meeting = self.all_must = self.zombies_join = self.two_strikes = False
        self.reached = [False] * self.count
        self.let_off = [False] * self.count
        self.news = news = self.draw("shuffle:event_pile", self.events, self.used_events)
        for seat in self.seats:
            if MEMO in self.hands[seat]:
                if (yield seat, YES, True) is not None:
                    self.spend(seat, MEMO)
                    self.used_events.append(news)
                    return
                break
        self.had = self.flaws
        self.meeting = news < FIRST_POLICY
        if news >= FIRST_ONCE:
            yield from EVENTS[news - FIRST_ONCE](self, you)
        elif news >= FIRST_POLICY:
            self.policies.append(news)
        else:
            self._call_meeting(news)
        if self.any_losses():
            yield from self.losses()
        if not self.meeting and not FIRST_POLICY <= news < FIRST_ONCE:
            self.used_events.append(news)

    def _call_meeting(self, news: int) -> None:
        if news == FIRST_EVENT:
            self.two_strikes = POWER in self.had
        elif news == TOWN_HALL:
            self.meeting = ABSENT not in self.had or PENNY in self.had
        elif news == DRILL:
            self.all_must = True
            self.zombies_join = MICRO not in self.had

    def reach(self, seat: int) -> Play:
        """Whether the text of an event applies to somebody whom it comes to."""
        if not self.reached[seat]:
            for card in NOTES:
                if card in self.hands[seat] and (yield seat, YES, True) is not None:
                    self.spend(seat, card)
                    self.reached[seat] = self.let_off[seat] = True
                    return False
        self.reached[seat] = True
        return not self.let_off[seat]

    def strike_each(self, seats: Iterable[int], amount: int = 1) -> Play:
        for seat in seats:
            if (yield from self.reach(seat)):
                yield from self.strike(seat, amount)

    def injure_each(self, seats: Iterable[int]) -> Play:
        for seat in seats:
            if (yield from self.reach(seat)):
                self.injuries[seat] += 1

    def collect(self, price: int) -> Play:
        for seat in self.those():
            if (yield from self.reach(seat)):
                yield from self.pay_or_strike(seat, price)

    def in_rooms(self, rooms: Iterable[int]) -> list[int]:
        return [seat for seat in self.those() if self.room(seat) in rooms]

    # ------------------------------------------------------------ meetings

    def _hold_meeting(self) -> Play:
        self.attends = [not dead for dead in self.dead]
        for seat in self.those():
            if self.attends[seat] and not self.all_must:
                yield from self._invite(seat)
        yield from MEETINGS[self.news - FIRST_EVENT](self)
        if self.any_losses():
            yield from self.losses()
        for token in self.tokens():
            self.take_off(token)
        for seat in self.seats:
            if self.attends[seat] and not self.dead[seat]:
                self.take_off(FIRST_FIGURE + seat)
        if self.zombies_join:
            for space in SPACES:
                for zombie in self.pack(space):
                    self.take_off(zombie)
        self.used_events.append(self.news)
        yield from self._put_back()

    def _invite(self, seat: int) -> Play:
        price = 0 if self.character[seat] == BOB else 2 if self.two_strikes else 1
        note = next((card for card in self.hands[seat] if card in NOTES), GONE)
        answer = yield seat, (0, 1) if note < 0 else (0, 1, 2), False
        if answer == 0:
            return
        self.attends[seat] = False
        if answer == 1:
            yield from self.strike(seat, price)
            if self.any_losses():
                yield from self.losses()
        else:
            self.spend(seat, note)

    def attending(self) -> list[int]:
        return [seat for seat in self.in_order() if self.attends[seat]]

    # ------------------------------------------------------------ wandering

    def _wander(self, you: int) -> Play:
        self.self_moved = [False] * self.count
        me = FIRST_FIGURE + you
        amount = self.die()
        if HOT_DESKS in self.policies:
            amount += 2 if MICRO in self.flaws else 1
        for _ in range(amount):
            there = [piece for space in self.floor if space for piece in space]
            goers = [piece for piece in there if piece < FIRST_CHARACTER]
            barred = me if self.self_moved[you] or self.character[you] == STAN else GONE
            goers += [piece for piece in there if piece >= FIRST_FIGURE and piece != barred]
            if not goers:
                continue
            goer = goers[0] if self._alike(goers) else (yield you, goers, False)
            if goer == me:
                yield from self._walk_off(you)
            else:
                self.take_off(goer)
        yield from self._zombies_wander(you)
        yield from self._put_back()

    def _alike(self, pieces: list[int]) -> bool:
        """Whether it makes no difference which of them is taken: in one place, and the same but for their names."""
        if len(pieces) > 1 and any(piece in self.own for piece in pieces):
            return False
        return len({(self.at[piece], self._what(piece)) for piece in pieces}) == 1

    def _what(self, piece: int) -> tuple[int, ...]:
        if piece < FIRST_CHARACTER:
            return self.wounds[piece], piece in self.laid_off
        return ZOMBIES[piece - FIRST_ZOMBIE] if piece < FIRST_FIGURE else (piece,)

    def _walk_off(self, you: int) -> Play:
        self.self_moved[you] = True
        me = FIRST_FIGURE + you
        goal = yield you, ALL_BUT[self.at[me]], False
        self.lift(me)
        self.put(me, goal)
        yield from self._mind_productivity(you)

    def _mind_productivity(self, seat: int) -> Play:
        if self.room(seat) in ON_BREAK:
            yield from self.strike(seat, 1)
            if self.any_losses():
                yield from self.losses()

    def _zombies_wander(self, you: int) -> Play:
        pips = 0
        if not self.all_wander and not self.none_wanders:
            pips = self.die()
            if CAMERA in self.shown[you] and (yield you, YES, True) is not None:
                pips = self.die()
        if not self.none_wanders:
            moved = ALL_ZOMBIES if self.all_wander else WANDERS[pips]
            for zombie in [piece for space in self.floor if space for piece in space if piece in moved]:
                self.take_off(zombie)
            may_move = self.dead[you] and self.own[you] >= 0 and 0 <= self.at[self.own[you]] < PRONE
            if may_move and (yield you, YES, True) is not None:
                self.take_off(self.own[you])
        self.all_wander = self.none_wanders = False

    def _put_back(self) -> Play:
        you, in_any_order = self.active, False
        for _ in range(100):
            if not self.off:
                return
            thing = None
            if not in_any_order and not self._alike(self.off):
                thing = yield you, self.off[:], True
            if thing is None:
                in_any_order |= not self._alike(self.off)
                thing = self.off[0]
            if thing == self.own[you]:
                goal = yield you, self.open_to(thing), False
                self._bring_in(thing, goal)
            else:
                self._throw_pair(thing, GONE)
                yield from self._arrive(thing, GONE)

    def _throw_pair(self, thing: int, barred: int) -> None:
        for _ in range(200):
            self.first, self.second = self.die("die:first_die"), self.die("die:second_die")
            if self.first == 6:
                return
            goal = TABLE[self.first][self.second - 1]
            if goal != barred and self.lets_in(goal, thing):
                return

    def _arrive(self, thing: int, unwished: int) -> Play:
        if self.first < 6:
            self._bring_in(thing, TABLE[self.first][self.second - 1])
            return
        you = self.active
        wish = yield you, self.open_to(thing, unwished), False
        self._bring_in(thing, wish)
        if thing == FIRST_FIGURE + you:
            yield from self._mind_productivity(you)

    def _bring_in(self, thing: int, goal: int) -> None:
        self.lift(thing)
        self.put(thing, goal)
        if self.deployed[goal] and FIRST_ZOMBIE <= thing < FIRST_FIGURE:
            for card in self.deployed[goal][:]:
                if self.at[thing] == goal:
                    self._sprung(card, thing, goal)

    def _sprung(self, card: int, zombie: int, space: int) -> None:
        if card in BARRICADES:
            self._lay_down(zombie)
        elif card not in TRAPS:
            return
        self.deployed[space].remove(card)
        self.used_assets.append(card)
        if card in TRAPS and self.die() >= 4:
            if zombie in self.own:
                self.knock_down(zombie)
            else:
                self.lift(zombie)
                self.supply.append(zombie)
                self.shuffle("shuffle:zombie_supply", self.supply)

    # ------------------------------------------------------------ encounters

    def _encounters(self) -> Play:
        for space, there in enumerate(self.floor):
            if len(there) > (space != BOSS_OFFICE) and self.attackers(space):
                for piece in there:
                    if piece < FIRST_CHARACTER:
                        self.wounds[piece] += 1
        if UNDEAD not in self.flaws and self.pack(BOSS_OFFICE):
            self.boss_injuries += 1
        if self.any_losses():
            yield from self.losses()
        for seat in self.living():
            self.waiting[seat] = True
        for seat in self.in_order():
            if self.waiting[seat]:
                yield from self._encounter(seat)
                self.waiting[seat] = False

    def threatened(self, seat: int) -> bool:
        room = self.room(seat)
        return self.attackers(room) > 0 and not (room >= FIRST_INTERN and self.character[seat] == GIL)

    def _encounter(self, seat: int) -> Play:
        for _ in range(20):
            if self.dead[seat] or not self.threatened(seat):
                return
            way = yield seat, (0, 1, 2), False
            if way == 0:
                if not (yield from self._run(seat)):
                    return
            else:
                yield from self._hide(seat) if way == 1 else self._fight(seat)
                return

    def _run(self, seat: int) -> Play:
        left, me = self.room(seat), FIRST_FIGURE + seat
        if not (yield from self._attempt(seat, RUN)):
            yield from self._hurt(seat)
            return False
        self._throw_pair(me, left)
        again = []
        if GPS in self.shown[seat]:
            again.append(GPS)
        if self.character[seat] == DWAYNE:
            again.append(DWAYNE)
        for _ in again:
            if (yield seat, YES, True) is not None:
                self._throw_pair(me, left)
        yield from self._arrive(me, left)
        return True

    def _hurt(self, seat: int) -> Play:
        self.injuries[seat] += 1
        if self.any_losses():
            yield from self.losses()

    def _attempt(self, seat: int, way: int) -> Play:
        hand = self.hands[seat]
        if DRINK in hand and (yield seat, YES, True) is not None:
            self.spend(seat, DRINK)
            self.energy.append((self.active, seat, self.character[seat]))
        self.thrown = self.die()
        if not self.succeeds(seat, way):
            again = []
            if PHONE in self.shown[seat] and seat == self.active and not self.phoned:
                again.append(PHONE)
            if MUG in hand:
                again.append(MUG)
            for card in again:
                if not self.succeeds(seat, way) and (yield seat, YES, True) is not None:
                    if card == PHONE:
                        self.phoned = True
                    else:
                        self.spend(seat, MUG)
                    self.thrown = self.die()
            return bool(again) and self.succeeds(seat, way)
        return True

    def succeeds(self, seat: int, way: int) -> bool:
        if self.thrown == 1 or self.thrown == 6:
            return self.thrown == 6
        return self.thrown + self.skill(seat, way) >= self.level(seat, way)

    def skill(self, seat: int, way: int) -> int:
        shown, room, character = self.shown[seat], self.room(seat), self.character[seat]
        skill = CHARACTERS[character - FIRST_CHARACTER][way]
        tech = HEADPHONES if way == HIDE else CHAIRS if way == RUN else STAPLERS
        for card in tech:
            if card in shown:
                skill += 2 if character == TOMASZ else 1
        if way == FIGHT and BELT in shown:
            skill += 2
        spirits = sum(card in shown for card in SPIRITS)
        if BUDDIES in self.policies and MACHINE not in self.flaws:
            spirits += 1
        if spirits and self.accompanied(seat):
            skill += spirits
        if way == RUN:
            skill += 2 * sum(card in self.deployed[room] for card in SIGNS)
        for _, whose, drinker in self.energy:
            if whose == seat and drinker == character:
                skill += 1
        if way != FIGHT and OPEN_DOOR in self.policies:
            skill += 1 if (way == RUN) == (ABSENT not in self.flaws) else -1
        return skill

    def level(self, seat: int, way: int) -> int:
        room = self.room(seat)
        zombies = self.pack(room)
        hardest, crowd = max((DIFFICULTY[zombie] for zombie in zombies), default=0), len(zombies) - 1
        if self.boss_attacks(room):
            hardest, crowd = max(hardest, 5), crowd + 1
        if way == RUN and MARATHON in self.shown[seat]:
            crowd = 0
        level = hardest + crowd + self.frenzy
        if INCLUSION in self.policies and PENNY not in self.flaws:
            level += 1
        for _, more in self.harder:
            level += more
        return level

    def _hide(self, seat: int) -> Play:
        space = self.room(seat)
        for _ in range(20):
            passed = yield from self._attempt(seat, HIDE)
            self.overlooks = False
            if not passed:
                yield from self._hurt(seat)
                return
            if any(self._still_faces(other, space) for other in self.others(seat)):
                return
            sent_off = self.pack(space)
            for zombie in sent_off:
                self._throw_pair(zombie, GONE)
                yield from self._arrive(zombie, space)
            if all(self.at[zombie] != space for zombie in sent_off):
                return
            self.overlooks = True
        self.overlooks = False
        for zombie in self.pack(space):
            can = self.open_to(zombie, space)
            self._bring_in(zombie, can[self.below("choose:somewhere", len(can))])

    def _still_faces(self, other: int, space: int) -> bool:
        excused = space >= FIRST_INTERN and self.character[other] == GIL
        return self.waiting[other] and self.room(other) == space and not excused

    def _fight(self, seat: int) -> Play:
        space, fighter = self.room(seat), self.character[seat]
        seen = self.accompanied(seat) or (space == BOSS_OFFICE and UNDEAD not in self.flaws)
        if (yield from self._attempt(seat, FIGHT)):
            for _ in range(1 + (LABELS in self.shown[seat])):
                if can := self.fighting_back(space):
                    self.knock_down((yield seat, can, False))
            can = self.fighting_back(space) if fighter == HANK else []
            if can and (another := (yield seat, can, True)) is not None:
                self.knock_down(another)
        else:
            yield from self._hurt(seat)
        if seen and self.character[seat] == fighter and fighter != MARGE:
            if NO_VIOLENCE in self.policies and ANGER not in self.flaws:
                self.dismiss(seat)
            else:
                yield from self.strike(seat, 1)
            if self.any_losses():
                yield from self.losses()


# ---------------------------------------------------------------- what meetings do to those who attend


def stand_up(g: Game) -> Play:
    if MACHINE in g.had:
        for seat in g.attending():
            if (yield from g.reach(seat)) and g.die() == 1:
                yield from g.strike(seat, 1)


def town_hall(g: Game) -> Play:
    if PENNY not in g.had:
        for seat in g.attending():
            yield from g.award(seat, 1)


def budget(g: Game) -> Play:
    for seat in g.attending():
        if TOUCHY in g.had and PENNY not in g.had:
            g.forgive((seat,))
        elif (yield from g.reach(seat)):
            yield from g.give_up(seat, 2 if PENNY in g.had else 1)


def retreat(g: Game) -> Play:
    for seat in g.attending():
        if ANGER not in g.had:
            g.heal(seat, 1)
        elif (yield from g.reach(seat)) and g.die() <= 2:
            g.injuries[seat] += 1
    if TOUCHY in g.had:
        for seat in g.attending():
            if (yield from g.reach(seat)) and g.die() == 1:
                g.dismiss(seat)


def review_day(g: Game) -> Play:
    weak = 3 if MICRO in g.had else 2
    for seat in g.attending():
        if (yield from g.reach(seat)):
            pips = g.die()
            if pips <= weak:
                yield from g.strike(seat, 1)
            elif pips == 6:
                yield from g.award(seat, 1)


def potluck(g: Game) -> Play:
    for seat in g.attending():
        if UNDEAD in g.had:
            if (yield from g.reach(seat)):
                g.injuries[seat] += 1
        elif (yield seat, (0, 1), False) == 0:
            g.heal(seat, 1)
        else:
            yield from g.award(seat, 1)


def nothing(_: Game) -> Play:
    yield from ()


MEETINGS = (stand_up, town_hall, budget, retreat, review_day, potluck, nothing)

# ---------------------------------------------------------------- events


def audit(g: Game, you: int) -> Play:
    if MICRO in g.had:
        yield from g.collect(1)
    elif g.policies:
        struck = yield you, g.policies[:], False
        g.policies.remove(struck)
        g.used_events.append(struck)


def union_visit(g: Game, _: int) -> Play:
    if PENNY not in g.had:
        g.used_events += g.policies
        g.policies.clear()
    g.forgive(g.living())
    yield from ()


def layoffs(g: Game, you: int) -> Play:
    for _ in range(2 if PENNY in g.had else 0 if ABSENT in g.had else 1):
        if can := [token for token in g.tokens() if token not in g.laid_off]:
            g.laid_off.add((yield you, can, False))


def dartboard(g: Game, you: int) -> Play:
    first, second = g.die("die:first_die"), g.die("die:second_die")
    target = (yield you, SPACES, False) if first == 6 else TABLE[first][second - 1]
    g.laid_off.update(piece for piece in g.floor[target] if piece < FIRST_CHARACTER)
    for seat in g.in_rooms((target,)):
        if (yield from g.reach(seat)):
            if MACHINE in g.had:
                g.dismiss(seat)
            else:
                yield from g.strike(seat, 1)


def automated(g: Game, _: int) -> Play:
    mark = 1 if MACHINE in g.had else 0 if TOUCHY in g.had else 2
    for seat in [seat for seat in g.those() if mark and g.strikes[seat] >= mark]:
        if (yield from g.reach(seat)):
            g.mark[seat] = mark


def restructuring(g: Game, _: int) -> Play:
    rolled = [7] * g.count
    for seat in g.those():
        if (yield from g.reach(seat)):
            rolled[seat] = g.die()
    worst = min(rolled)
    for seat in [seat for seat in g.those() if rolled[seat] == worst and not g.let_off[seat]]:
        if POWER in g.had:
            yield from g.strike(seat, 1)
        else:
            yield from g.pay_or_strike(seat, 2)


def deadline(g: Game, _: int) -> Play:
    yield from g.collect(2 if MICRO in g.had else 1)


def timesheets(g: Game, _: int) -> Play:
    rooms = (*(() if ABSENT in g.had else ON_BREAK), *(COPY if MICRO in g.had else ()))
    yield from g.strike_each(g.in_rooms(rooms))


def complaint(g: Game, you: int) -> Play:
    if TOUCHY in g.had:
        g.boss_fired = True
    elif can := [seat for seat in g.living() if g.accompanied(seat)]:
        accused = yield you, can, False
        if (yield from g.reach(accused)):
            pips = g.die()
            if pips == 1:
                g.dismiss(accused)
            elif pips <= 3:
                yield from g.strike(accused, 1)


def shouting(g: Game, you: int) -> Play:
    if ANGER in g.had:
        yield from g.strike_each(g.those())
    elif can := g.others(you):
        rival = yield you, can, False
        first_in = yield from g.reach(you)
        second_in = yield from g.reach(rival)
        if first_in and second_in:
            mine, theirs = g.die(), g.die()
            if mine <= theirs:
                yield from g.strike(you, 1)
            if theirs <= mine:
                yield from g.strike(rival, 1)


def devices(g: Game, _: int) -> Play:
    for seat in [seat for seat in g.in_order() if any(card <= LAST_TECH for card in g.shown[seat])]:
        if MACHINE in g.had:
            yield from g.award(seat, 1)
        elif (yield from g.reach(seat)):
            if (yield seat, (0, 1), False) == 0:
                card = yield seat, [card for card in g.shown[seat] if card <= LAST_TECH], False
                g.shown[seat].remove(card)
                g.used_assets.append(card)
            else:
                yield from g.strike(seat, 1)


def fraud(g: Game, _: int) -> Play:
    held = [len(g.hands[seat]) + len(g.shown[seat]) for seat in g.seats]
    most = max(held)
    guilty = [seat for seat in g.in_order() if most > 0 and held[seat] == most]
    yield from g.strike_each(guilty, 2 if PENNY in g.had else 1)


def interns(g: Game, _: int) -> Play:
    for _ in range(2 if PENNY in g.had else 1):
        g.rise(INTERNS[g.below("choose:cubicle", len(INTERNS))])
    yield from ()


def frenzy(g: Game, _: int) -> Play:
    g.all_wander = True
    g.frenzy = int(UNDEAD in g.had)
    yield from ()


def outbreak(g: Game, _: int) -> Play:
    g.rise(COPIER)
    injure_tokens(g, COPY)
    if MACHINE not in g.had:
        yield from g.injure_each(g.in_rooms(COPY))


def injure_tokens(g: Game, rooms: Iterable[int]) -> None:
    for room in rooms:
        for piece in g.floor[room]:
            if piece < FIRST_CHARACTER:
                g.wounds[piece] += 1


def quiet(g: Game, _: int) -> Play:
    g.all_wander = ANGER in g.had
    g.none_wanders = not g.all_wander
    yield from ()


def caffeine(g: Game, you: int) -> Play:
    g.harder.append((you, 2 if POWER in g.had else 1))
    yield from ()


def sedative(g: Game, _: int) -> Play:
    for space in SPACES if ABSENT in g.had else (*BREAK, *COPY):
        for dead in g.fighting_back(space):
            g.knock_down(dead)
    yield from ()


def restroom(g: Game, _: int) -> Play:
    injure_tokens(g, REST)
    yield from g.injure_each(g.in_rooms(REST))
    if UNDEAD in g.had:
        g.rise(RESTROOM_EAST)


def supplies(g: Game, you: int) -> Play:
    for seat in (you,) if PENNY in g.had else g.in_order():
        yield from g.award(seat, 1)


def employee_of_the_month(g: Game, you: int) -> Play:
    if living := g.living():
        best = yield you, living, False
        g.strikes[best] = 0
        if POWER not in g.had:
            yield from g.award(best, 2)


def restock(g: Game, you: int) -> Play:
    for seat in (you,) if PENNY in g.had else g.seats:
        g.heal(seat, 1)
    yield from ()


def amnesty(g: Game, _: int) -> Play:
    if ANGER in g.had:
        yield from g.strike_each(g.those())
    else:
        g.forgive(g.living())


def bonus(g: Game, you: int) -> Play:
    if PENNY in g.had:
        yield from g.award(you, 1)
    elif not g.dead[you]:
        yield from g.award(you, (g.die() + 1) // 2)


def scandal(g: Game, you: int) -> Play:
    if POWER in g.had:
        yield from g.strike_each((you,))
    else:
        g.boss_fired = True
    if TOUCHY in g.had:
        g.forgive(g.living())


def heart_trouble(g: Game, _: int) -> Play:
    if UNDEAD in g.had:
        g.rise(BOSS_OFFICE)
    else:
        g.boss_injuries += 2
    yield from ()


EVENTS: tuple[Callable[[Game, int], Play], ...] = (
    audit, union_visit, layoffs, dartboard, automated, restructuring, deadline, timesheets, complaint, shouting,
    devices, fraud, interns, frenzy, outbreak, quiet, caffeine, sedative, restroom, supplies, employee_of_the_month,
    restock, amnesty, bonus, scandal, heart_trouble,
)  # fmt: skip


def run(players: int, seed: int, bot: Callable[[int, bool], int]) -> tuple[Game, int]:
    """One game; `bot` gets the number of options and whether passing is allowed, and returns a place (the last is to
    pass). Returns the game and how many questions were asked."""
    game = Game(players, seed)
    return game, asked_to_the_end(game.play(), bot)
