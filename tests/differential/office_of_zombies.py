"""They're Coming! once more, in plain Python and without a look at the rules in Bylaws: whole games by chance.

Only what decides how games go is here: who is where, strikes, injuries, losses and the end. Every event, boss,
character and asset is in it. Whoever is asked something takes any answer, all equally likely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from random import Random
from typing import ClassVar, TypeVar

from attrs import Factory, define, field, frozen

T = TypeVar("T")

BOSS, MANAGER, VENDING, SOFA, COPIER, SHELF, EAST, WEST = range(8)
CUBICLES = range(8, 20)
INTERNS = (17, 18, 19)
BREAK, COPY, REST = (VENDING, SOFA), (COPIER, SHELF), (EAST, WEST)
SPACES = range(20)
TABLE = {1: (BOSS, BOSS, BOSS, MANAGER, MANAGER, MANAGER), 2: (VENDING,) * 3 + (SOFA,) * 3,
         3: (COPIER, COPIER, SHELF, SHELF, EAST, WEST), 4: tuple(range(8, 14)), 5: tuple(range(14, 20))}  # fmt: skip

BOSSES = ("AI PH MG", "TF AB PP", "MM MG PP", "LD PH TF", "LD AB AI", "PH PP MM", "TF MG AI", "LD MM AB")

#: Difficulty, and the numbers at which a zombie wanders.
ZOMBIES = (
    "3:13", "3:13", "3:24", "3:35", "3:46", "4:12", "4:12", "4:23", "4:34", "4:34", "4:45", "4:56", "4:56",
    "5:11", "5:22", "5:66", "5:12", "5:34", "5:45", "5:56", "6:22", "6:33", "6:44", "6:55",
)  # fmt: skip

#: Run, fight, hide, health and assets.
CHARACTERS = {
    "Brenda": (1, 1, 3, 3, 4), "Gil": (3, 0, 2, 3, 3), "Marge": (1, 3, 1, 3, 3), "Tomasz": (1, 1, 3, 3, 3),
    "Priya": (1, 2, 2, 3, 3), "Dwayne": (3, 2, 0, 3, 3), "Olga": (2, 2, 1, 4, 2), "Kevin": (2, 1, 2, 3, 3),
    "Fatima": (1, 1, 2, 4, 3), "Stan": (0, 2, 2, 5, 4), "Lucia": (2, 0, 3, 3, 3), "Bob": (1, 3, 1, 3, 3),
    "Yuki": (3, 1, 1, 3, 3), "Hank": (1, 3, 0, 4, 3),
}  # fmt: skip

TECH = ("headphones", "headphones", "chair", "chair", "stapler", "stapler", "phone", "labels", "camera", "gps")
ACHIEVEMENTS = ("attendance", "marathon", "belt", "first aid", "month", "month", "spirit", "spirit")
DEPLOYABLES = ("barricade", "barricade", "sign", "sign", "coffee", "traps", "traps", "door")
OTHERS = ("blackmail", "note", "note", "pouch", "pouch", "union", "mug", "drink", "memo", "scapegoat")
ASSETS = (*TECH, *ACHIEVEMENTS, *DEPLOYABLES, *OTHERS)
WHERE = {"barricade": (*CUBICLES, *REST), "sign": (*BREAK, *COPY, *REST), "coffee": BREAK, "door": (BOSS, MANAGER)}

MEETINGS = ("stand-up", "town hall", "budget", "retreat", "review day", "potluck", "drill")
POLICIES = ("no violence", "inclusion", "open door", "hot desks", "wellness", "no loitering", "buddies")
ONCE = (
    "audit", "union rep", "layoffs", "dartboard", "automated", "restructuring", "deadline", "timesheets", "complaint",
    "shouting", "devices", "fraud", "interns", "frenzy", "outbreak", "quiet", "caffeine", "sedative", "restroom",
    "supplies", "award", "restock", "amnesty", "bonus", "scandal", "heart",
)  # fmt: skip

RUN, FIGHT, HIDE = range(3)


class Over(Exception):
    """The game is over: these have won."""

    def __init__(self, winners: list[int]) -> None:
        self.winners = winners


@define(eq=False)
class Token:
    """An employee token: where it is (None: off the board), and its injuries."""

    space: int | None
    wounds: int = 0
    fired: bool = False


@define(eq=False)
class Zombie:
    difficulty: int
    low: int
    high: int
    space: int | None = None
    up: bool = True
    stunned: bool = False


@define(eq=False)
class Player:
    seat: int
    space: int | None = None
    name: str = ""
    hand: list[str] = Factory(list)
    injuries: int = 0
    strikes: int = 0
    zombie: Zombie | None = None
    dead: bool = False
    dismissed: bool = False
    mark: int = 0
    used: dict[str, int] = Factory(dict)  # what can be used once in a round: until whose turn
    waiting: bool = False
    attends: bool = False


@frozen
class Result:
    """How a game went: who won, what happened in it how often, and in which event or part of a turn it ended."""

    winners: tuple[int, ...]
    seen: Counter[str]
    last: str


@define(eq=False)
class Game:
    """One game. `saves`: how likely it is that somebody uses what saves them from strikes, firing and death."""

    seats: int
    luck: Random
    saves: float = 0.5
    seen: Counter[str] = Factory(Counter)
    players: list[Player] = field(init=False)
    supply: list[Zombie] = field(init=False)
    about: list[Zombie] = field(init=False)
    tokens: list[Token] = field(init=False)
    piles: dict[str, tuple[list[str], list[str]]] = field(init=False)
    boss: str = ""
    boss_then: str = ""  # as the event began
    boss_injuries: int = 0
    boss_fired: bool = False
    boss_down: bool = False
    boss_stunned: bool = False
    overlooked: bool = False  # the boss, by a hider who is found again by others
    policies: set[str] = Factory(set)
    deployed: dict[int, list[str]] = field(init=False)
    harder: list[tuple[int, int]] = Factory(list)  # by how much, until whose turn
    energy: list[tuple[int, str, int]] = Factory(list)  # whose, as whom, until whose turn
    frenzy: int = 0
    all_wander: bool = False
    none_wander: bool = False
    phone: bool = False
    noted: set[int] = Factory(set)
    reached: set[int] = Factory(set)
    must: bool = False
    join: bool = False
    two: bool = False
    event: str = ""
    active: int = 0
    EVENTS: ClassVar[dict[str, Callable[[Game], None]]] = {}

    # ------------------------------------------------------------ luck

    def die(self) -> int:
        return self.luck.randint(1, 6)

    def any_of(self, what: Iterable[T]) -> T:
        return self.luck.choice(list(what))

    def maybe(self) -> bool:
        return self.luck.random() < 0.5

    def saved(self) -> bool:
        return self.luck.random() < self.saves

    # ------------------------------------------------------------ setup

    def play(self) -> Result:
        self.set_up()
        try:
            for _ in range(60 * self.seats):
                self.seen["turns"] += 1
                self.turn()
                self.active = (self.active + 1) % self.seats
            winners = [p.seat for p in self.living()]
        except Over as over:
            winners = over.winners
        self.seen.update(bosses=len(self.piles["bosses"][1]), zombies=len(self.about))
        return Result(tuple(winners), self.seen, self.event)

    def set_up(self) -> None:
        self.players = [Player(k) for k in range(self.seats)]
        self.supply = [Zombie(int(z[0]), int(z[2]), int(z[3])) for z in ZOMBIES]
        self.about = []
        self.tokens = [Token(MANAGER), *(Token(place) for place in CUBICLES if place not in INTERNS)]
        self.piles = {
            name: (self.luck.sample(list(cards), len(cards)), [])
            for name, cards in (
                ("events", (*MEETINGS, *POLICIES, *ONCE)),
                ("assets", ASSETS),
                ("bosses", BOSSES),
                ("people", CHARACTERS),
            )
        }
        self.boss = self.drawn("bosses") or ""
        self.deployed = {place: [] for place in SPACES}
        self.active = self.luck.randrange(self.seats)
        for place in INTERNS:
            self.rise(place).up = True  # type: ignore[union-attr]
        for player in self.players:
            player.name = self.drawn("people") or ""
        for player in self.players:
            token = self.any_of(self.tokens)
            self.tokens.remove(token)
            player.space = token.space
        for player in self.players:
            self.deal(player, CHARACTERS[player.name][4])

    def drawn(self, name: str) -> str | None:
        pile, used = self.piles[name]
        if not pile:
            pile += self.luck.sample(used, len(used))
            used.clear()
        return pile.pop() if pile else None

    def rise(self, place: int | None) -> Zombie | None:
        """A new zombie, face down."""
        if place is None or not self.supply:
            return None
        zombie = self.supply.pop(self.luck.randrange(len(self.supply)))
        zombie.space, zombie.up, zombie.stunned = place, False, False
        self.about.append(zombie)
        return zombie

    # ------------------------------------------------------------ assets

    def deal(self, player: Player, amount: int) -> None:
        for _ in range(amount):
            card = self.drawn("assets")
            if card is None:
                return
            if card not in DEPLOYABLES:
                player.hand.append(card)
                continue
            spots = WHERE.get(card) or tuple(place for place in SPACES if not self.people(place))
            if spots:
                self.deployed[self.any_of(spots)].append(card)
            else:
                self.piles["assets"][1].append(card)

    def award(self, player: Player, amount: int) -> None:
        if not player.dead:
            self.deal(player, amount + (player.name == "Kevin"))

    def spend(self, player: Player, card: str) -> None:
        player.hand.remove(card)
        self.piles["assets"][1].append(card)

    def give_up(self, player: Player, amount: int) -> None:
        for card in self.luck.sample(player.hand, min(amount, len(player.hand))):
            self.spend(player, card)

    def pay_or_strike(self, player: Player, price: int) -> None:
        if len(player.hand) >= price and self.maybe():
            self.give_up(player, price)
        else:
            self.strike(player, 1)

    # ------------------------------------------------------------ who is where

    def living(self) -> list[Player]:
        return [p for p in self.players if not p.dead]

    def clockwise(self) -> list[Player]:
        return [self.players[(self.active + k) % self.seats] for k in range(self.seats)]

    def those(self) -> list[Player]:
        """The living, from the active player on."""
        return [p for p in self.clockwise() if not p.dead]

    def people(self, place: int) -> list[Token | Player]:
        everybody: list[Token | Player] = [*self.tokens, *self.living()]
        return [one for one in everybody if one.space == place]

    def pack(self, place: int | None) -> list[Zombie]:
        return [z for z in self.about if z.space == place and z.up and place is not None]

    def accompanied(self, player: Player) -> bool:
        return player.space is not None and len(self.people(player.space)) > 1

    def flaw(self, flaw: str) -> bool:
        return flaw in self.boss.split()

    def had(self, flaw: str) -> bool:
        return flaw in self.boss_then.split()

    # ------------------------------------------------------------ strikes, injuries, losses

    def untouchable(self, player: Player) -> bool:
        return player.dead or "blackmail" in player.hand

    def strike(self, player: Player, amount: int) -> None:
        for copy in range(player.hand.count("month")):
            key = f"month {copy}"
            if amount > 0 and key not in player.used and self.saved():
                player.used[key] = self.active
                amount -= 1
        if player.name == "Lucia" and amount > 0 and "lucia" not in player.used and not player.dead:
            mates = [p for p in self.living() if p is not player and p.space == player.space and p.space is not None]
            if mates and self.saved():
                player.used["lucia"] = self.active
                amount -= 1
                self.strike(self.any_of(mates), 1)
        if not self.untouchable(player) and amount > 0:
            player.strikes += amount

    def dismiss(self, player: Player) -> None:
        if not self.untouchable(player):
            player.dismissed = True

    def limit(self, player: Player) -> int:
        return 3 + player.hand.count("attendance") + (player.name == "Priya")

    def health(self, player: Player) -> int:
        return CHARACTERS[player.name][3] + player.hand.count("first aid")

    def killed(self, player: Player) -> bool:
        return not player.dead and player.injuries >= self.health(player)

    def sacked(self, player: Player) -> bool:
        reason = player.dismissed or player.strikes >= self.limit(player) or 0 < player.mark <= player.strikes
        return not self.untouchable(player) and reason

    def losses(self) -> None:
        while True:
            doomed = [p for p in self.those() if self.killed(p) or self.sacked(p)]
            gone = [t for t in self.tokens if t.fired or t.wounds >= 2]
            boss = self.boss_fired or self.boss_injuries >= 3
            if not doomed and not gone and not boss:
                return
            for player in doomed:
                self.brink(player)
            for token in [t for t in self.tokens if t.fired or t.wounds >= 2]:
                self.tokens.remove(token)
                self.rise(token.space)
            for player in [p for p in self.those() if self.killed(p) or self.sacked(p)]:
                self.seen["lost"] += 1
                self.seen["fired"] += not self.killed(player)
                self.lose(player)
            if boss:
                self.new_boss()
            for player in self.players:
                player.dismissed, player.mark = False, 0
            self.look_for_winner()

    def brink(self, player: Player) -> None:
        while self.killed(player) and "pouch" in player.hand and self.saved():
            self.spend(player, "pouch")
            player.injuries = max(0, player.injuries - 2)
        if self.sacked(player) and player.strikes and "union" in player.hand and self.saved():
            self.spend(player, "union")
            player.strikes = max(0, player.strikes - 2)
        free = [t for t in self.tokens if t.space is not None and not t.fired]
        if self.sacked(player) and "scapegoat" in player.hand and free and self.saved():
            self.spend(player, "scapegoat")
            self.any_of(free).fired = True
            player.dismissed, player.mark = False, 0
            player.strikes = min(player.strikes, self.limit(player) - 1)

    def lose(self, player: Player) -> None:
        player.waiting = player.attends = False
        newcomer = self.rise(player.space)
        self.piles["assets"][1].extend(player.hand)
        self.piles["people"][1].append(player.name)
        player.hand, player.injuries, player.strikes, player.used = [], 0, 0, {}
        if self.tokens and self.seats > 1:
            token = self.any_of(self.tokens)
            self.tokens.remove(token)
            player.space, player.name = token.space, self.drawn("people") or ""
            player.injuries = min(token.wounds, self.health(player) - 1)
            self.deal(player, 5 if player.name == "Yuki" else CHARACTERS[player.name][4])
        else:
            player.dead, player.space, player.name = True, None, ""
            owned = [p.zombie for p in self.players]
            player.zombie = newcomer or self.any_of([z for z in self.about if z not in owned])

    def new_boss(self) -> None:
        self.piles["bosses"][1].append(self.boss)
        self.boss = self.drawn("bosses") or ""
        self.boss_injuries, self.boss_fired, self.boss_down, self.boss_stunned = 0, False, False, False
        for player in self.players:
            if "blackmail" in player.hand:
                self.spend(player, "blackmail")

    def look_for_winner(self) -> None:
        left = [p.seat for p in self.living()]
        if self.seats == 1 and not left:
            raise Over([])
        if not self.tokens and (len(left) <= 1 or self.seats == 1):
            raise Over(left)

    # ------------------------------------------------------------ the turn

    def turn(self) -> None:
        me = self.players[self.active]
        self.begin(me)
        meeting = self.draw_event()
        if meeting:
            self.meet(meeting)
        else:
            self.wander(me)
        self.event = "encounters"
        self.encounters()
        self.event = "end of the turn"
        if not me.dead and "no loitering" in self.policies:
            if me.space in (*BREAK, *REST) and not self.flaw("AB"):
                self.strike(me, 1)
            if me.space in COPY and self.flaw("PH") and not self.flaw("AB"):
                self.strike(me, 1)
        self.losses()
        for zombie in self.about:
            zombie.up = zombie.up or not zombie.stunned
            zombie.stunned = False
        self.boss_down = self.boss_down and self.boss_stunned
        self.boss_stunned = False

    def begin(self, me: Player) -> None:
        self.harder = [(n, until) for n, until in self.harder if until != self.active]
        self.energy = [one for one in self.energy if one[2] != self.active]
        for player in self.players:
            player.used = {key: until for key, until in player.used.items() if until != self.active}
        self.frenzy, self.all_wander, self.none_wander, self.phone = 0, False, False, False
        if not me.dead:
            if me.space in BREAK and "wellness" in self.policies and not self.flaw("PP"):
                self.heal(me, 1)
            if me.space is not None and "coffee" in self.deployed[me.space]:
                self.heal(me, 1)
            if me.name == "Fatima":
                self.nurse(me)
        for player in self.those():
            while "pouch" in player.hand and player.injuries and self.saved():
                self.spend(player, "pouch")
                self.heal(player, 2)
            if "union" in player.hand and player.strikes and self.saved():
                self.spend(player, "union")
                player.strikes = max(0, player.strikes - 2)
        self.losses()

    def nurse(self, me: Player) -> None:
        hurt = [t for t in self.tokens if t.space == me.space and t.wounds]
        mates = [p for p in self.living() if p is not me and p.space == me.space and p.injuries]
        if (hurt or mates) and self.maybe():
            patients: list[Token | Player] = [*hurt, *mates]
            one = self.any_of(patients)
            if isinstance(one, Token):
                one.wounds -= 1
            else:
                self.heal(one, 1)

    def heal(self, player: Player, amount: int) -> None:
        player.injuries = max(0, player.injuries - amount)

    # ------------------------------------------------------------ step 1

    def draw_event(self) -> str:
        """What meeting there is, if any."""
        self.boss_then, self.noted, self.reached = self.boss, set(), set()
        self.must, self.join, self.two = False, False, False
        card = self.drawn("events")
        if card is None:
            return ""
        self.event = card
        for player in self.clockwise():
            if "memo" in player.hand and self.maybe():
                self.spend(player, "memo")
                self.piles["events"][1].append(card)
                return ""
        if card in MEETINGS:
            return self.called(card)
        if card in POLICIES:
            self.policies.add(card)
        else:
            self.EVENTS[card](self)
            self.piles["events"][1].append(card)
        self.losses()
        return ""

    def called(self, card: str) -> str:
        if card == "town hall" and self.had("AB") and not self.had("PP"):
            self.piles["events"][1].append(card)
            return ""
        self.two = card == "stand-up" and self.had("PH")
        self.must = card == "drill"
        self.join = card == "drill" and not self.had("MG")
        return card

    def hits(self, player: Player) -> bool:
        """Whether the text comes to that player, who may show a note."""
        if player.seat not in self.reached:
            self.reached.add(player.seat)
            if "note" in player.hand and self.saved():
                self.spend(player, "note")
                self.noted.add(player.seat)
        return player.seat not in self.noted

    def each_hit(self, players: Iterable[Player] | None = None) -> list[Player]:
        return [p for p in (self.those() if players is None else players) if self.hits(p)]

    # ------------------------------------------------------------ meetings

    def meet(self, card: str) -> None:
        there = self.those()
        for player in there:
            player.attends = True
        for player in there:
            if player.attends and not self.must:
                self.invite(player)
                self.losses()
        self.hold(card, [p for p in self.those() if p.attends])
        self.losses()
        self.event = "wandering"
        off: list[Token | Player | Zombie] = [*self.tokens, *(p for p in self.living() if p.attends)]
        if self.join:
            off += [z for z in self.about if z.up]
        for one in off:
            one.space = None
        self.piles["events"][1].append(card)
        self.put_back(off)

    def invite(self, player: Player) -> None:
        price = 0 if player.name == "Bob" else 1 + self.two
        answer = self.any_of(("go", "skip", "note") if "note" in player.hand else ("go", "skip"))
        if answer == "go":
            return
        player.attends = False
        if answer == "note":
            self.spend(player, "note")
        else:
            self.strike(player, price)

    def hold(self, card: str, there: list[Player]) -> None:
        match card:
            case "stand-up" if self.had("MM"):
                self.dice(there, lambda p, d: self.strike(p, 1) if d == 1 else None)
            case "town hall" if not self.had("PP"):
                for player in there:
                    self.award(player, 1)
            case "budget" if self.had("TF") and not self.had("PP"):
                self.forgive(there)
            case "budget":
                for player in self.each_hit(there):
                    self.give_up(player, 1 + self.had("PP"))
            case "retreat":
                if self.had("AI"):
                    self.dice(there, lambda p, d: self.injure(p) if d <= 2 else None)
                else:
                    for player in there:
                        self.heal(player, 1)
                if self.had("TF"):
                    self.dice(there, lambda p, d: self.dismiss(p) if d == 1 else None)
            case "review day":
                weak = 2 + self.had("MG")
                self.dice(there, lambda p, d: self.strike(p, 1) if d <= weak else self.award(p, 1) if d == 6 else None)
            case "potluck" if self.had("LD"):
                for player in self.each_hit(there):
                    self.injure(player)
            case "potluck":
                for player in there:
                    if self.maybe():
                        self.heal(player, 1)
                    else:
                        self.award(player, 1)
            case _:
                pass

    def dice(self, there: list[Player], then: Callable[[Player, int], None]) -> None:
        for player in self.each_hit(there):
            then(player, self.die())

    def injure(self, player: Player) -> None:
        player.injuries += 1

    def forgive(self, players: Iterable[Player]) -> None:
        for player in players:
            player.strikes = max(0, player.strikes - 1)

    # ------------------------------------------------------------ step 2

    def wander(self, me: Player) -> None:
        self.event = "wandering"
        off: list[Token | Player | Zombie] = []
        amount = self.die()
        if "hot desks" in self.policies:
            amount += 1 + self.flaw("MG")
        moved = False
        for _ in range(amount):
            can: list[Token | Player] = [t for t in self.tokens if t.space is not None]
            barred = me if moved or me.name == "Stan" else None
            can += [p for p in self.living() if p.space is not None and p is not barred]
            if not can:
                break
            one = self.any_of(can)
            if one is me:
                moved = True
                me.space = self.any_of(place for place in SPACES if place != me.space)
                self.idle(me)
                moved = moved and not me.dead
            else:
                one.space = None
                off.append(one)
        off += self.zombies_off(me)
        self.put_back(off)

    def idle(self, player: Player) -> None:
        if player.space in (*BREAK, *REST):
            self.strike(player, 1)
            self.losses()

    def zombies_off(self, me: Player) -> list[Zombie]:
        number = 0
        if not self.all_wander and not self.none_wander:
            number = self.die()
            if "camera" in me.hand and self.maybe():
                number = self.die()
        found: list[Zombie] = []
        if not self.none_wander:
            found = [z for z in self.about if z.up and (self.all_wander or z.low <= number <= z.high)]
            mine = me.zombie if me.dead else None
            if mine is not None and mine.up and mine not in found and self.maybe():
                found.append(mine)
        for zombie in found:
            zombie.space = None
        return found

    def put_back(self, off: list[Token | Player | Zombie]) -> None:
        """In any order. Who is lost meanwhile comes back as a token that is off the board, in its stead."""
        while True:
            waiting: list[Token | Player | Zombie] = [t for t in self.tokens if t.space is None]
            waiting += [p for p in self.living() if p.space is None]
            waiting += [z for z in self.about if z.space is None]
            if not waiting:
                return
            one = self.any_of(waiting)
            me = self.players[self.active]
            if isinstance(one, Zombie) and one is me.zombie:
                self.come_in(one, self.any_of(self.open_to(one)))
            else:
                self.thrown(one, None, None)

    def open_to(self, one: Token | Player | Zombie) -> list[int]:
        return [place for place in SPACES if not (isinstance(one, Zombie) and "door" in self.deployed[place])]

    def thrown(self, one: Token | Player | Zombie, barred: int | None, unwished: int | None) -> None:
        self.arrive(one, self.pair(one, barred), unwished)

    def pair(self, one: Token | Player | Zombie, barred: int | None) -> int | None:
        while True:
            first, second = self.die(), self.die()
            if first == 6:
                return None
            place = TABLE[first][second - 1]
            if place != barred and place in self.open_to(one):
                return place

    def arrive(self, one: Token | Player | Zombie, place: int | None, unwished: int | None) -> None:
        if place is not None:
            self.come_in(one, place)
            return
        self.come_in(one, self.any_of(spot for spot in self.open_to(one) if spot != unwished))
        if isinstance(one, Player) and one.seat == self.active:
            self.idle(one)

    def come_in(self, one: Token | Player | Zombie, place: int) -> None:
        one.space = place
        if not isinstance(one, Zombie):
            return
        for device in list(self.deployed[place]):
            if one.space != place or not one.up:
                return
            if device == "barricade":
                one.up = False
                self.remove(place, device)
            elif device == "traps":
                self.remove(place, device)
                if self.die() >= 4:
                    if any(p.zombie is one for p in self.players):
                        one.up, one.stunned = False, True
                    else:
                        self.about.remove(one)
                        self.supply.append(one)
                        one.space = None

    def remove(self, place: int, device: str) -> None:
        self.deployed[place].remove(device)
        self.piles["assets"][1].append(device)

    # ------------------------------------------------------------ step 3

    def attackers(self, place: int | None) -> list[int]:
        found = [z.difficulty for z in self.pack(place)]
        if place == BOSS and self.flaw("LD") and not self.boss_down and not self.overlooked:
            found.append(5)
        return found

    def excused(self, player: Player) -> bool:
        return player.name == "Gil" and player.space in INTERNS

    def encounters(self) -> None:
        for token in self.tokens:
            if self.attackers(token.space):
                token.wounds += 1
        if self.pack(BOSS) and not self.flaw("LD"):
            self.boss_injuries += 1
        self.losses()
        order = self.those()
        for player in order:
            player.waiting = True
        for player in order:
            if player.waiting:
                self.encounter(player)
            player.waiting = False

    def encounter(self, player: Player) -> None:
        for _ in range(20):
            if not self.attackers(player.space) or self.excused(player):
                return
            way = self.luck.randrange(3)
            self.seen[("run", "fight", "hide")[way]] += 1
            if way == HIDE:
                return self.hide(player)
            if way == FIGHT:
                return self.fight(player)
            if not self.attempt(player, RUN):
                return self.hurt(player)
            left = player.space
            place = self.pair(player, left)
            for again in (player.name == "Dwayne", "gps" in player.hand):
                if again and self.maybe():
                    place = self.pair(player, left)
            self.arrive(player, place, left)
            if not player.waiting:
                return None
        return None

    def hurt(self, player: Player) -> None:
        player.injuries += 1
        self.losses()

    def skill(self, player: Player, way: int) -> int:
        bonus = 2 if player.name == "Tomasz" else 1
        hand = player.hand
        total = CHARACTERS[player.name][way]
        total += bonus * hand.count(("chair", "stapler", "headphones")[way])
        if way == FIGHT:
            total += 2 * hand.count("belt")
        if self.accompanied(player):
            total += hand.count("spirit") + ("buddies" in self.policies and not self.flaw("MM"))
        if way == RUN and player.space is not None:
            total += 2 * self.deployed[player.space].count("sign")
        if "open door" in self.policies and way != FIGHT:
            total += 1 if (way == RUN) != self.flaw("AB") else -1
        return total + sum(who == player.seat and name == player.name for who, name, _ in self.energy)

    def level(self, player: Player, way: int) -> int:
        found = self.attackers(player.space)
        crowd = 0 if way == RUN and "marathon" in player.hand else len(found) - 1
        policy = "inclusion" in self.policies and not self.flaw("PP")
        return max(found, default=0) + crowd + sum(n for n, _ in self.harder) + self.frenzy + policy

    def attempt(self, player: Player, way: int) -> bool:
        if "drink" in player.hand and self.maybe():
            self.spend(player, "drink")
            self.energy.append((player.seat, player.name, self.active))

        def throw() -> bool:
            number = self.die()
            return number != 1 and (number == 6 or number + self.skill(player, way) >= self.level(player, way))

        passed = throw()
        if not passed and "phone" in player.hand and player.seat == self.active and not self.phone and self.maybe():
            self.phone = True
            passed = throw()
        if not passed and "mug" in player.hand and self.maybe():
            self.spend(player, "mug")
            passed = throw()
        self.seen["rolls"] += 1
        self.seen["passed"] += passed
        return passed

    def hide(self, player: Player) -> None:
        place = player.space
        for tried in range(20):
            self.seen["found again"] += tried > 0
            passed = self.attempt(player, HIDE)
            self.overlooked = False
            if not passed:
                return self.hurt(player)
            if any(p is not player and p.waiting and p.space == place and not self.excused(p) for p in self.living()):
                return None
            sent = self.pack(place)
            for zombie in sent:
                self.thrown(zombie, None, place)
            if not any(z.space == place and z.up for z in sent):
                return None
            self.overlooked = True
        self.overlooked = False
        for zombie in self.pack(place):
            self.come_in(zombie, self.any_of(spot for spot in self.open_to(zombie) if spot != place))
        return None

    def fight(self, player: Player) -> None:
        place, name = player.space, player.name
        seen = self.accompanied(player) or (place == BOSS and not self.flaw("LD"))
        if self.attempt(player, FIGHT):
            sure = 1 + player.hand.count("labels")
            for k in range(sure + (name == "Hank")):
                if k < sure or self.maybe():
                    self.knock_one(place)
        else:
            self.hurt(player)
        if seen and player.name == name and not player.dead and player.waiting and name != "Marge":
            if "no violence" in self.policies and not self.flaw("AI"):
                self.dismiss(player)
            else:
                self.strike(player, 1)
            self.losses()

    def knock_one(self, place: int | None) -> None:
        can: list[Zombie | None] = list(self.pack(place))
        if len(self.attackers(place)) > len(can):
            can.append(None)
        if can:
            self.knock(self.any_of(can))

    def knock(self, zombie: Zombie | None) -> None:
        if zombie is None:
            self.boss_down = self.boss_stunned = True
        else:
            zombie.up, zombie.stunned = False, True


# ---------------------------------------------------------------- events that are over at once


def event(name: str) -> Callable[[Callable[[Game], None]], Callable[[Game], None]]:
    def put(what: Callable[[Game], None]) -> Callable[[Game], None]:
        Game.EVENTS[name] = what
        return what

    return put


def strike_all(g: Game, players: Iterable[Player] | None = None, amount: int = 1) -> None:
    for player in g.each_hit(players):
        g.strike(player, amount)


@event("audit")
def audit(g: Game) -> None:
    if g.had("MG"):
        for player in g.each_hit():
            g.pay_or_strike(player, 1)
    elif g.policies:
        struck = g.any_of(sorted(g.policies))
        g.policies.remove(struck)
        g.piles["events"][1].append(struck)


@event("union rep")
def union_rep(g: Game) -> None:
    if not g.had("PP"):
        g.piles["events"][1].extend(sorted(g.policies))
        g.policies.clear()
    g.forgive(g.living())


@event("layoffs")
def layoffs(g: Game) -> None:
    amount = 2 if g.had("PP") else 0 if g.had("AB") else 1
    for token in g.luck.sample(g.tokens, min(amount, len(g.tokens))):
        token.fired = True


@event("dartboard")
def dartboard(g: Game) -> None:
    first, second = g.die(), g.die()
    place = g.any_of(SPACES) if first == 6 else TABLE[first][second - 1]
    for token in g.tokens:
        token.fired = token.fired or token.space == place
    for player in g.each_hit([p for p in g.those() if p.space == place]):
        if g.had("MM"):
            g.dismiss(player)
        else:
            g.strike(player, 1)


@event("automated")
def automated(g: Game) -> None:
    mark = 1 if g.had("MM") else 0 if g.had("TF") else 2
    for player in g.each_hit([p for p in g.those() if mark and p.strikes >= mark]):
        player.mark = mark


@event("restructuring")
def restructuring(g: Game) -> None:
    rolled = {player.seat: g.die() for player in g.each_hit()}
    for player in g.those():
        if player.seat in rolled and rolled[player.seat] == min(rolled.values()):
            if g.had("PH"):
                g.strike(player, 1)
            else:
                g.pay_or_strike(player, 2)


@event("deadline")
def deadline(g: Game) -> None:
    for player in g.each_hit():
        g.pay_or_strike(player, 1 + g.had("MG"))


@event("timesheets")
def timesheets(g: Game) -> None:
    rooms = () if g.had("AB") else (*BREAK, *REST)
    more = COPY if g.had("MG") else ()
    strike_all(g, [p for p in g.those() if p.space in (*rooms, *more)])


@event("complaint")
def complaint(g: Game) -> None:
    if g.had("TF"):
        g.boss_fired = True
        return
    can = [p for p in g.those() if g.accompanied(p)]
    if can and g.hits(one := g.any_of(can)):
        number = g.die()
        if number == 1:
            g.dismiss(one)
        elif number <= 3:
            g.strike(one, 1)


@event("shouting")
def shouting(g: Game) -> None:
    if g.had("AI"):
        return strike_all(g)
    me = g.players[g.active]
    others = [p for p in g.living() if p is not me]
    if not others:
        return None
    rival = g.any_of(others)
    if g.hits(me) and g.hits(rival):
        mine, other = g.die(), g.die()
        if mine <= other:
            g.strike(me, 1)
        if other <= mine:
            g.strike(rival, 1)
    return None


@event("devices")
def devices(g: Game) -> None:
    for player in [p for p in g.those() if any(card in TECH for card in p.hand)]:
        if g.had("MM"):
            g.award(player, 1)
        elif g.hits(player):
            if g.maybe():
                g.spend(player, g.any_of(card for card in player.hand if card in TECH))
            else:
                g.strike(player, 1)


@event("fraud")
def fraud(g: Game) -> None:
    most = max(len(p.hand) for p in g.players)
    strike_all(g, [p for p in g.those() if most and len(p.hand) == most], 1 + g.had("PP"))


@event("interns")
def interns(g: Game) -> None:
    for _ in range(1 + g.had("PP")):
        g.rise(g.any_of(INTERNS))


@event("frenzy")
def frenzy(g: Game) -> None:
    g.all_wander = True
    g.frenzy = int(g.had("LD"))


@event("outbreak")
def outbreak(g: Game) -> None:
    g.rise(COPIER)
    injure_in(g, COPY, players=not g.had("MM"))


@event("restroom")
def restroom(g: Game) -> None:
    injure_in(g, REST, players=True)
    if g.had("LD"):
        g.rise(EAST)


def injure_in(g: Game, rooms: tuple[int, ...], *, players: bool) -> None:
    for token in g.tokens:
        token.wounds += token.space in rooms
    for player in g.each_hit([p for p in g.those() if players and p.space in rooms]):
        g.injure(player)


@event("quiet")
def quiet(g: Game) -> None:
    g.all_wander, g.none_wander = g.had("AI"), not g.had("AI")


@event("caffeine")
def caffeine(g: Game) -> None:
    g.harder.append((1 + g.had("PH"), g.active))


@event("sedative")
def sedative(g: Game) -> None:
    for zombie in g.about:
        if zombie.up and (g.had("AB") or zombie.space in (*BREAK, *COPY)):
            g.knock(zombie)
    if g.had("AB") and g.flaw("LD"):
        g.knock(None)


@event("supplies")
def supplies(g: Game) -> None:
    for player in [g.players[g.active]] if g.had("PP") else g.those():
        g.award(player, 1)


@event("award")
def award(g: Game) -> None:
    if g.living():
        one = g.any_of(g.living())
        one.strikes = 0
        if not g.had("PH"):
            g.award(one, 2)


@event("restock")
def restock(g: Game) -> None:
    for player in [g.players[g.active]] if g.had("PP") else g.those():
        g.heal(player, 1)


@event("amnesty")
def amnesty(g: Game) -> None:
    if g.had("AI"):
        strike_all(g)
    else:
        g.forgive(g.living())


@event("bonus")
def bonus(g: Game) -> None:
    me = g.players[g.active]
    if not me.dead:
        g.award(me, 1 if g.had("PP") else (g.die() + 1) // 2)


@event("scandal")
def scandal(g: Game) -> None:
    if not g.had("PH"):
        g.boss_fired = True
    elif not g.players[g.active].dead:
        strike_all(g, [g.players[g.active]])
    if g.had("TF"):
        g.forgive(g.living())


@event("heart")
def heart(g: Game) -> None:
    if g.had("LD"):
        g.rise(BOSS)
    else:
        g.boss_injuries += 2
