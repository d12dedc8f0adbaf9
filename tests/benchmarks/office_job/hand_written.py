"""Office Job, the whole game with its hundred cards, written by hand in plain Python.

What a programmer would write instead of the rules in games/office_job: lists of whole numbers, a generator that
yields each question, a routine for each card, and what is in force kept in short lists, so that nothing is looked
through that cannot matter. It knows nothing of the engine but how its luck is worked out, so that both can be dealt
the same cards.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from interpreter.runtime.chance import below, shuffle, stream_seed
from tests.benchmarks.action_core.hand_written import asked_to_the_end

DESIGNS = (
    ("Inbox Zero", 4), ("Quarterly Report", 4), ("Undercover Boss", 2), ("Coffee Run", 3), ("Company Picnic", 2),
    ("Team Player", 2), ("Skip Lunch", 2), ("Weekend Overtime", 1), ("Passive-Aggressive Email", 3),
    ("Take the Credit", 3), ("Blame the New Hire", 2), ("Anonymous Tip", 2), ("Budget Cuts", 2),
    ("Reply-All Disaster", 2), ("Printed My Own Business Cards", 2), ("Acting Director", 2), ("Reorg on Paper", 2),
    ("Flat Hierarchy", 1), ("Hiring Freeze", 2), ("Glass Ceiling", 2), ("Tenure", 2),
    ("Performance Improvement Plan", 2), ("Brainstorm", 2), ("Networking Event", 2), ("Desk Purge", 2),
    ("Shredder Accident", 1), ("Dumpster Dive", 2), ("Swap Desks", 1), ("Pass the Buck", 2),
    ("Early Retirement Seminar", 2), ("Suggestion Box", 1), ("Mandatory Training", 2), ("Bonus Season", 2),
    ("Performance Review", 2), ("Workplace Grievance", 2), ("Peer Feedback", 2), ("Delegation Workshop", 2),
    ("Not My Job", 2), ("Malicious Compliance", 2), ("Copy-Paste", 2), ("Out-of-Office Reply", 2),
    ("CC the Boss", 2), ("Office Gossip", 2), ("Golden Parachute", 2), ("Corner Office", 2), ("Hostile Takeover", 2),
    ("Teflon Suit", 2), ("Insider Knowledge", 2), ("Kingmaker", 1), ("Synergy", 1),
)  # fmt: skip
TITLES = tuple(title for title, _ in DESIGNS)
DESIGN = tuple(number for number, (_, copies) in enumerate(DESIGNS) for _ in range(copies))
FIRST_SKILL = TITLES.index("Golden Parachute")
DUMPSTER_DIVE, COPY_PASTE = TITLES.index("Dumpster Dive"), TITLES.index("Copy-Paste")
PARACHUTE, CORNER, TAKEOVER, TEFLON, INSIDER, KINGMAKER, SYNERGY = range(FIRST_SKILL, FIRST_SKILL + 7)
NO_SKILL = -1
ENTRY, MANAGER, C_SUITE = 1, 2, 3
START, END, NOW = range(3)  # when an effect ends: at the start or end of somebody's turn, or with this turn

Question = tuple[int, list[Any], bool]  # who is asked, the options, whether passing (None) is allowed
Play = Generator[Question, Any, Any]


class Effect:
    """Something that a card has begun: whose it is, whom it hits, on which card, and when it ends."""

    __slots__ = ("card", "ends", "exact", "not_before", "seat", "shift", "target", "used", "you")

    def __init__(self, you: int, target: int, card: int, ends: int, seat: int, not_before: int) -> None:
        self.you, self.target, self.card = you, target, card
        self.ends, self.seat, self.not_before = ends, seat, not_before
        self.exact = self.shift = 0
        self.used = False


EVERYBODY = -1


class Game:
    def __init__(self, players: int, seed: int) -> None:
        self.count = players
        self.seats = list(range(players))
        self.luck = {
            name: stream_seed(seed, name)
            for name in ("shuffle:central_pile", "shuffle:personal_deck", "choose:first", "choose:thrown")
        }
        self.points = [0] * players
        self.held = [ENTRY] * players
        self.skill = [NO_SKILL] * players
        self.lost = [False] * players
        self.out = [False] * players
        self.clears = [False] * players
        self.area: list[list[int]] = [[] for _ in range(players)]
        self.stays: set[int] = set()
        self.gone_after: set[int] = set()
        self.removed: list[int] = []
        self.discard: list[int] = []
        # What is in force, by what it does.
        self.ranks: list[Effect] = []
        self.no_promotion: list[Effect] = []
        self.no_demotion: list[Effect] = []
        self.plans: list[Effect] = []
        self.more_delegations: list[Effect] = []
        self.not_my_job: list[Effect] = []
        self.malicious: list[Effect] = []
        self.out_of_office: list[Effect] = []
        self.in_copy: list[Effect] = []
        self.gossip: list[Effect] = []
        self.in_force = (
            self.ranks, self.no_promotion, self.no_demotion, self.plans, self.more_delegations, self.not_my_job,
            self.malicious, self.out_of_office, self.in_copy, self.gossip,
        )  # fmt: skip
        self.turn = 0
        self.active = 0
        self.rounds = 0
        self.delegated = 0
        self.power_used = False
        self.waiting: list[tuple[int, str, int]] = []  # rules that answer what has just happened: whose, what, whom
        self.synergy: tuple[int, int, int] | None = None  # the delegated card, its new player, who gains for it
        self.delegations = self.returned = self.reshuffles = 0
        self.winners: list[int] = []
        self._deal()

    def _deal(self) -> None:
        self.central = list(range(len(DESIGN) - 1, -1, -1))
        self._shuffle("shuffle:central_pile", self.central)
        self.decks = [[self.central.pop() for _ in range(15)] for _ in self.seats]
        self.hands: list[list[int]] = []
        for deck in self.decks:
            self._shuffle("shuffle:personal_deck", deck)
            self.hands.append([deck.pop() for _ in range(5)])
        self.first = self._below("choose:first", self.count)

    def _shuffle(self, stream: str, cards: list[int]) -> None:
        self.luck[stream] = shuffle(self.luck[stream], cards)

    def _below(self, stream: str, n: int) -> int:
        self.luck[stream], value = below(self.luck[stream], n)
        return value

    # ------------------------------------------------------------ ranks

    def natural(self, seat: int) -> int:
        points = self.points[seat]
        if points >= 10 and self.skill[seat] != NO_SKILL:
            return C_SUITE
        return MANAGER if points >= 5 else ENTRY

    def rank(self, seat: int) -> int:
        rank = self.held[seat]
        if not self.ranks:
            return rank
        least, shift = ENTRY, 0
        for effect in self.ranks:
            if effect.target == seat or effect.target == EVERYBODY:
                if effect.exact > 0:
                    rank = effect.exact  # the latest one counts
                elif effect.exact < 0:
                    least = MANAGER
                else:
                    shift += effect.shift
        return min(max(max(rank, least) + shift, ENTRY), C_SUITE)

    def may_rise(self, seat: int) -> bool:
        return all(e.target not in (seat, EVERYBODY) for e in self.no_promotion)

    def may_fall(self, seat: int) -> bool:
        if self.skill[seat] == PARACHUTE and self.held[seat] == MANAGER:
            return False
        return all(e.target != seat for e in self.no_demotion)

    def in_order(self, start: int) -> list[int]:
        return self.seats[start:] + self.seats[:start]

    def update_ranks(self) -> None:
        """Until nobody is due any more: the first who is, from the player whose turn it is, moves one step."""
        held = self.held
        again = True
        while again:
            again = False
            for seat in self.in_order(self.active):
                natural = self.natural(seat)
                if natural > held[seat] and self.may_rise(seat):
                    held[seat] += 1
                    self._rank_changed(seat, True)
                elif natural < held[seat] and self.may_fall(seat):
                    held[seat] -= 1
                    self._rank_changed(seat, False)
                else:
                    continue
                again = True
                break

    def _rank_changed(self, seat: int, up: bool) -> None:
        if up and KINGMAKER in self.skill:
            king = self.skill.index(KINGMAKER)
            if king != seat:
                self.waiting.append((king, "gain", king))
        for effect in self.gossip:
            if effect.you != seat:
                self.waiting.append((effect.you, "gain", effect.you))

    def settle(self) -> None:
        """After a sentence: ranks, then what answers it, from the player whose turn it is, each to its end."""
        self.update_ranks()
        if not self.waiting:
            return
        queue = sorted(self.waiting, key=lambda w: (w[0] - self.active) % self.count)
        self.waiting = []
        for whose, what, whom in queue:
            if what == "gain":
                self.gain(whom, 1, -1)
            else:
                self.lose(whom, 1, whose, in_copy=True)
            self.settle()

    # ------------------------------------------------------------ points and cards

    def gain(self, seat: int, amount: int, card: int) -> None:
        for effect in self.plans:
            if effect.target == seat:
                amount -= 1
        if amount <= 0:
            return
        self.points[seat] += amount
        if self.synergy is not None and self.synergy[:2] == (card, seat):
            self.waiting.append((self.synergy[2], "gain", self.synergy[2]))
            self.synergy = None

    def lose(self, seat: int, amount: int, by: int, in_copy: bool = False) -> int:
        if by != seat:
            for effect in self.out_of_office:
                if effect.you == seat:
                    return 0
            if self.skill[seat] == TEFLON:
                amount -= 1
        amount = min(amount, self.points[seat])
        if amount <= 0:
            return 0
        self.points[seat] -= amount
        self.lost[seat] = True
        if by != seat and not in_copy:
            for effect in self.in_copy:
                if effect.you == seat:
                    self.waiting.append((seat, "copy", by))
        return amount

    def draw(self, seat: int, amount: int) -> list[int]:
        """From the central pile: all are lifted, one by one, and then those that cannot be kept go back on top."""
        lifted = self._lift(amount)
        kept = []
        for card in lifted:
            if self._keeps(seat, card):
                self.hands[seat].append(card)
                kept.append(card)
        return kept

    def _lift(self, amount: int) -> list[int]:
        lifted = []
        for _ in range(amount):
            if not self.central and not self._refill():
                break
            lifted.append(self.central.pop())
        return lifted

    def _refill(self) -> bool:
        if not self.discard:
            return False
        self.reshuffles += 1
        self.central, self.discard = self.discard, self.central
        self._shuffle("shuffle:central_pile", self.central)
        return True

    def _keeps(self, seat: int, card: int) -> bool:
        if DESIGN[card] >= FIRST_SKILL and self.skill[seat] != NO_SKILL:
            self.central.append(card)
            self.returned += 1
            return False
        return True

    def throw(self, card: int) -> None:
        (self.removed if card in self.gone_after else self.discard).append(card)

    def deck_touched(self, seat: int) -> None:
        if not self.decks[seat] and not self.out[seat]:
            self.out[seat] = self.clears[seat] = True

    # ------------------------------------------------------------ turns

    def play(self) -> Play:
        while True:
            self.rounds += 1
            for seat in self.in_order(self.first):
                yield from self._turn(seat)
                if not any(self.decks):
                    self._score()
                    return

    def _score(self) -> None:
        best = max((self.rank(seat), self.points[seat]) for seat in self.seats)
        self.winners = [seat for seat in self.seats if (self.rank(seat), self.points[seat]) == best]

    def _turn(self, seat: int) -> Play:
        self.active = seat
        self.turn += 1
        self.delegated = 0
        self.power_used = False
        self._ends(START, seat)
        self._clear_area(seat)
        yield from self._free(seat)
        drawn = self._draw_own(seat)
        if drawn >= 0 and (self.central or self.discard):
            while True:
                free = self._powers(seat)
                exchange = drawn in self.hands[seat]
                if not exchange:
                    break
                answer = yield seat, ["exchange", *free], True
                if answer is None:
                    break
                if answer == "exchange":
                    yield from self._exchange(seat, drawn)
                    break
                yield from self._power(seat, answer)
        while True:
            cards = [c for c in self.hands[seat] if DESIGN[c] < FIRST_SKILL or self.skill[seat] == NO_SKILL]
            if not cards:
                break
            answer = yield seat, ["play", *self._powers(seat)], False
            if answer == "play":
                cards = [c for c in self.hands[seat] if DESIGN[c] < FIRST_SKILL or self.skill[seat] == NO_SKILL]
                card = yield seat, cards, False
                yield from self._play_card(card, seat, seat, seat)
                break
            yield from self._power(seat, answer)
        yield from self._free(seat)
        self._end_turn(seat)

    def _clear_area(self, seat: int) -> None:
        if not self.area[seat]:
            return
        lasting = self._lasting()
        kept = []
        for card in self.area[seat]:
            if DESIGN[card] >= FIRST_SKILL or card in lasting:
                kept.append(card)
                self.stays.add(card)
            else:
                self.throw(card)
        self.area[seat] = kept

    def _lasting(self) -> set[int]:
        return {effect.card for effects in self.in_force for effect in effects}

    def _draw_own(self, seat: int) -> int:
        if not self.decks[seat]:
            return -1
        card = self.decks[seat].pop()
        if self._keeps(seat, card):
            self.hands[seat].append(card)
        else:
            card = -1
        self.deck_touched(seat)
        return card

    def _exchange(self, seat: int, drawn: int) -> Play:
        self.hands[seat].remove(drawn)
        self.discard.append(drawn)
        if self.skill[seat] != INSIDER:
            self.draw(seat, 1)
            return
        seen = self._lift(2)
        wanted = yield seat, list(seen), False
        for card in seen:
            if card != wanted:
                self.central.insert(0, card)
        self.central.append(wanted)
        self.draw(seat, 1)

    def _ends(self, ends: int, seat: int) -> None:
        """What ends at this boundary ends, all at once."""
        blocked = bool(self.no_promotion or self.no_demotion)
        for effects in self.in_force:
            if effects:
                effects[:] = [e for e in effects if not self._is_over(e, ends, seat)]
        if blocked:
            self.settle()

    def _is_over(self, effect: Effect, ends: int, seat: int) -> bool:
        if ends == START:
            return effect.ends == START and effect.seat == seat
        return effect.ends == NOW or (effect.ends == END and effect.seat == seat and self.turn >= effect.not_before)

    def _end_turn(self, seat: int) -> None:
        self._ends(END, seat)
        if self.stays:
            lasting = self._lasting()
            for area in self.area:
                for card in [c for c in area if c in self.stays and DESIGN[c] < FIRST_SKILL and c not in lasting]:
                    area.remove(card)
                    self.throw(card)
        self.lost[seat] = False
        if True in self.clears:
            for other in self.in_order(seat):
                if self.clears[other]:
                    self.clears[other] = False
                    self.discard += self.hands[other]
                    self.hands[other].clear()

    # ------------------------------------------------------------ powers

    def _free(self, seat: int) -> Play:
        while True:
            free = self._powers(seat)
            if not free and not self._seems_to_delegate(seat):
                return
            answer = yield seat, free, True
            if answer is None:
                return
            yield from self._power(seat, answer)

    def _seems_to_delegate(self, seat: int) -> bool:
        """Whether, as far as the others see, there might be a card to delegate: then nobody is passed over."""
        if self.rank(seat) < MANAGER or self.delegated >= self._limit(seat):
            return False
        return bool(self.hands[seat] and self._workers(seat))

    def _powers(self, seat: int) -> list[str]:
        rank = self.rank(seat)
        if rank < MANAGER:
            return []
        found = []
        if self.delegated < self._limit(seat) and self._jobs(seat):
            found.append("delegate")
        if rank == C_SUITE and not self.power_used:
            found.append("power")
        return found

    def _limit(self, seat: int) -> int:
        return 1 + (self.skill[seat] == CORNER) + sum(e.you == seat for e in self.more_delegations)

    def _workers(self, seat: int) -> list[int]:
        rank = self.rank(seat)
        refusing = [e.you for e in self.not_my_job]
        return [s for s in self.seats if s != seat and s not in refusing and self.rank(s) < rank]

    def _jobs(self, seat: int) -> list[int]:
        workers = self._workers(seat)
        if not workers:
            return []
        if any(self.skill[w] == NO_SKILL for w in workers):
            return list(self.hands[seat])
        return [c for c in self.hands[seat] if DESIGN[c] < FIRST_SKILL]

    def _power(self, seat: int, name: str) -> Play:
        if name == "delegate":
            self.delegated += 1
            job = yield seat, self._jobs(seat), False
            workers = self._workers(seat)
            if DESIGN[job] >= FIRST_SKILL:
                workers = [w for w in workers if self.skill[w] == NO_SKILL]
            worker = yield seat, workers, False
            yield from self._delegation(job, worker, seat)
            return
        self.power_used = True
        rank = self.rank(seat)
        lower = any(self.rank(s) < rank for s in self.seats)
        answer = yield seat, ["gain", "give"] if lower else ["gain"], False
        if answer == "gain":
            self.gain(seat, 1, -1)
        else:
            victim = yield seat, [s for s in self.seats if self.rank(s) < rank], False
            self.lose(victim, 2, seat)
            if self.skill[seat] == TAKEOVER:
                self.waiting.append((seat, "gain", seat))
        self.settle()

    def _delegation(self, job: int, worker: int, boss: int) -> Play:
        self.delegations += 1
        for effect in self.malicious:
            playable = DESIGN[job] < FIRST_SKILL or self.skill[boss] == NO_SKILL
            if effect.you == worker and not effect.used and playable:
                effect.used = True
                yield from self._play_card(job, boss, boss, boss)
                return
        if self.skill[boss] == SYNERGY:
            self.synergy = (job, worker, boss)
        yield from self._play_card(job, worker, boss, boss)
        self.synergy = None

    def _play_card(self, card: int, you: int, decider: int, source: int) -> Play:
        self.hands[source].remove(card)
        self.area[you].append(card)
        self.stays.discard(card)
        design = DESIGN[card]
        if design >= FIRST_SKILL:
            self.skill[you] = design
            self.settle()
            return
        yield from CARDS[design](self, you, decider, card)

    # ------------------------------------------------------------ effects that last

    def _until_start(self, you: int, target: int, card: int) -> Effect:
        return Effect(you, target, card, START, you, 0)

    def _until_end(self, you: int, target: int, card: int, seat: int) -> Effect:
        """To the end of the seat's next turn: the one after this, if this turn is theirs."""
        return Effect(you, target, card, END, seat, self.turn + 1)

    def _this_turn(self, you: int, card: int) -> Effect:
        return Effect(you, you, card, NOW, you, 0)

    def others(self, you: int) -> list[int]:
        return [s for s in self.seats if s != you]


# ---------------------------------------------------------------- cards


def gains(amount: int) -> Callable[[Game, int, int, int], Play]:
    def card_text(g: Game, you: int, decider: int, card: int) -> Play:
        g.gain(you, amount, card)
        g.settle()
        return
        yield

    return card_text


def undercover_boss(g: Game, you: int, decider: int, card: int) -> Play:
    g.gain(you, 3, card)
    g.settle()
    effect = g._until_start(you, you, card)
    effect.exact = ENTRY
    g.ranks.append(effect)
    return
    yield


def coffee_run(g: Game, you: int, decider: int, card: int) -> Play:
    g.gain(you, 1, card)
    g.settle()
    g.draw(you, 1)
    return
    yield


def company_picnic(g: Game, you: int, decider: int, card: int) -> Play:
    for seat in g.seats:
        g.gain(seat, 1, card)
    g.settle()
    g.gain(you, 1, card)
    g.settle()
    return
    yield


def team_player(g: Game, you: int, decider: int, card: int) -> Play:
    friend = yield decider, g.others(you), False
    g.gain(you, 2, card)
    g.settle()
    g.gain(friend, 1, card)
    g.settle()


def skip_lunch(g: Game, you: int, decider: int, card: int) -> Play:
    if g.hands[you]:
        lunch = yield you, list(g.hands[you]), False
        g.hands[you].remove(lunch)
        g.discard.append(lunch)
    g.gain(you, 3, card)
    g.settle()


def weekend_overtime(g: Game, you: int, decider: int, card: int) -> Play:
    g.gain(you, 1, card)
    g.settle()
    if not g.out[you]:
        g.decks[you][:0] = g._lift(1)
    g.gone_after.add(card)
    return
    yield


def email(g: Game, you: int, decider: int, card: int) -> Play:
    victim = yield decider, g.others(you), False
    g.lose(victim, 1, you)
    g.settle()
    g.gain(you, 1, card)
    g.settle()


def take_the_credit(g: Game, you: int, decider: int, card: int) -> Play:
    victim = yield decider, g.others(you), False
    g.gain(you, g.lose(victim, 2, you), card)
    g.settle()


def blame(g: Game, you: int, decider: int, card: int) -> Play:
    rank = g.rank(you)
    if lower := [s for s in g.seats if g.rank(s) < rank]:
        victim = yield decider, lower, False
        g.lose(victim, 2, you)
        g.settle()
    g.gain(you, 1, card)
    g.settle()


def anonymous_tip(g: Game, you: int, decider: int, card: int) -> Play:
    rank = g.rank(you)
    if higher := [s for s in g.seats if g.rank(s) > rank]:
        victim = yield decider, higher, False
        g.lose(victim, 3, you)
        g.settle()


def budget_cuts(g: Game, you: int, decider: int, card: int) -> Play:
    for seat in g.in_order(you):
        g.lose(seat, 1, you)
    g.settle()
    g.draw(you, 1)
    return
    yield


def reply_all(g: Game, you: int, decider: int, card: int) -> Play:
    most = max(g.points)
    victim = yield decider, [s for s in g.seats if g.points[s] == most], False
    g.lose(victim, 2, you)
    g.settle()


def business_cards(g: Game, you: int, decider: int, card: int) -> Play:
    effect = g._until_end(you, you, card, you)
    effect.exact = -MANAGER  # at least
    g.ranks.append(effect)
    return
    yield


def acting_director(g: Game, you: int, decider: int, card: int) -> Play:
    g.gain(you, 1, card)
    g.settle()
    effect = g._this_turn(you, card)
    effect.shift = 1
    g.ranks.append(effect)
    return
    yield


def reorg(g: Game, you: int, decider: int, card: int) -> Play:
    target = yield decider, g.others(you), False
    effect = g._until_start(you, target, card)
    effect.shift = -1
    g.ranks.append(effect)
    g.gain(you, 1, card)
    g.settle()


def flat_hierarchy(g: Game, you: int, decider: int, card: int) -> Play:
    effect = g._until_start(you, EVERYBODY, card)
    effect.exact = MANAGER
    g.ranks.append(effect)
    return
    yield


def hiring_freeze(g: Game, you: int, decider: int, card: int) -> Play:
    g.gain(you, 1, card)
    g.settle()
    g.no_promotion.append(g._until_start(you, EVERYBODY, card))
    return
    yield


def glass_ceiling(g: Game, you: int, decider: int, card: int) -> Play:
    target = yield decider, g.others(you), False
    g.no_promotion.append(g._until_end(you, target, card, target))


def tenure(g: Game, you: int, decider: int, card: int) -> Play:
    g.gain(you, 1, card)
    g.settle()
    g.no_demotion.append(g._until_end(you, you, card, you))
    return
    yield


def improvement_plan(g: Game, you: int, decider: int, card: int) -> Play:
    target = yield decider, g.others(you), False
    g.plans.append(g._until_start(you, target, card))


def brainstorm(g: Game, you: int, decider: int, card: int) -> Play:
    g.draw(you, 2)
    if g.hands[you]:
        idea = yield you, list(g.hands[you]), False
        g.hands[you].remove(idea)
        g.discard.append(idea)


def networking(g: Game, you: int, decider: int, card: int) -> Play:
    if having := [s for s in g.seats if s != you and g.hands[s]]:
        contact = yield decider, having, False
        find = yield you, list(g.hands[contact]), False
        g.hands[contact].remove(find)
        g.hands[you].append(find)


def desk_purge(g: Game, you: int, decider: int, card: int) -> Play:
    if having := [s for s in g.seats if s != you and g.hands[s]]:
        victim = yield decider, having, False
        thrown = g.hands[victim].pop(g._below("choose:thrown", len(g.hands[victim])))
        g.discard.append(thrown)


def shredder(g: Game, you: int, decider: int, card: int) -> Play:
    if having := [s for s in g.seats if s != you and g.decks[s]]:
        victim = yield decider, having, False
        g.discard.append(g.decks[victim].pop())
        g.deck_touched(victim)


def dumpster_dive(g: Game, you: int, decider: int, card: int) -> Play:
    if finds := [c for c in g.discard if DESIGN[c] != DUMPSTER_DIVE]:
        find = yield decider, finds, False
        g.discard.remove(find)
        g.hands[you].append(find)


def swap_desks(g: Game, you: int, decider: int, card: int) -> Play:
    friend = yield decider, g.others(you), False
    g.hands[you], g.hands[friend] = g.hands[friend], g.hands[you]


def pass_the_buck(g: Game, you: int, decider: int, card: int) -> Play:
    passed = []
    for seat in g.seats:
        if g.hands[seat]:
            passed.append((seat, (yield seat, list(g.hands[seat]), False)))
    for seat, one in passed:
        g.hands[seat].remove(one)
        g.hands[(seat + 1) % g.count].append(one)
    g.gain(you, 1, card)
    g.settle()


def early_retirement(g: Game, you: int, decider: int, card: int) -> Play:
    if g.decks[you]:
        g.discard.append(g.decks[you].pop())
        g.deck_touched(you)
    g.gain(you, 2, card)
    g.settle()
    return
    yield


def suggestion_box(g: Game, you: int, decider: int, card: int) -> Play:
    if not g.out[you] and g.hands[you]:
        slip = yield you, list(g.hands[you]), False
        g.hands[you].remove(slip)
        g.decks[you].insert(0, slip)
        g.gain(you, 2, card)
        g.settle()
    g.gone_after.add(card)


def mandatory_training(g: Game, you: int, decider: int, card: int) -> Play:
    g.gain(you, 2 if g.rank(you) == ENTRY else 1, card)
    g.settle()
    return
    yield


def bonus_season(g: Game, you: int, decider: int, card: int) -> Play:
    g.gain(you, g.rank(you), card)
    g.settle()
    return
    yield


def performance_review(g: Game, you: int, decider: int, card: int) -> Play:
    g.gain(you, 3 if g.points[you] == min(g.points) else 1, card)
    g.settle()
    return
    yield


def grievance(g: Game, you: int, decider: int, card: int) -> Play:
    if g.lost[you]:
        g.gain(you, 3, card)
        g.settle()
    return
    yield


def peer_feedback(g: Game, you: int, decider: int, card: int) -> Play:
    for other in g.in_order(you)[1:]:
        answer = yield other, ["they gain", "I lose"], False
        if answer == "they gain":
            g.gain(you, 1, card)
        else:
            g.lose(other, 1, you)
        g.settle()


def delegation_workshop(g: Game, you: int, decider: int, card: int) -> Play:
    g.gain(you, 1, card)
    g.settle()
    effect = g._this_turn(you, card)
    effect.exact = -MANAGER  # at least
    g.ranks.append(effect)
    if you == g.active:
        g.more_delegations.append(g._this_turn(you, card))
    return
    yield


def begins(name: str, points: int) -> Callable[[Game, int, int, int], Play]:
    """A card that gains some points, and then is armed until its player's next turn begins."""

    def card_text(g: Game, you: int, decider: int, card: int) -> Play:
        if points:
            g.gain(you, points, card)
            g.settle()
        effects: list[Effect] = getattr(g, name)
        effects.append(g._until_start(you, you, card))
        return
        yield

    return card_text


def copy_paste(g: Game, you: int, decider: int, card: int) -> Play:
    lying = [c for s in g.seats if s != you for c in g.area[s] if DESIGN[c] < FIRST_SKILL and DESIGN[c] != COPY_PASTE]
    if lying:
        original = yield decider, lying, False
        yield from CARDS[DESIGN[original]](g, you, decider, card)


def office_gossip(g: Game, you: int, decider: int, card: int) -> Play:
    g.gossip.append(g._until_end(you, you, card, you))
    return
    yield


CARDS = (
    gains(1), gains(2), undercover_boss, coffee_run, company_picnic, team_player, skip_lunch, weekend_overtime, email,
    take_the_credit, blame, anonymous_tip, budget_cuts, reply_all, business_cards, acting_director, reorg,
    flat_hierarchy, hiring_freeze, glass_ceiling, tenure, improvement_plan, brainstorm, networking, desk_purge,
    shredder, dumpster_dive, swap_desks, pass_the_buck, early_retirement, suggestion_box, mandatory_training,
    bonus_season, performance_review, grievance, peer_feedback, delegation_workshop, begins("not_my_job", 1),
    begins("malicious", 1), copy_paste, begins("out_of_office", 0), begins("in_copy", 1), office_gossip,
)  # fmt: skip


def run(players: int, seed: int, bot: Callable[[int, bool], int]) -> tuple[Game, int]:
    """One game; `bot` gets the number of options and whether passing is allowed, and returns a place (the last is to
    pass). Returns the game and how many questions were asked."""
    game = Game(players, seed)
    return game, asked_to_the_end(game.play(), bot)
