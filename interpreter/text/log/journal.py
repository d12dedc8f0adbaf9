"""The log of a game in sentences, one wording for each viewer, under the headings of the rules.

Nothing here knows a game: what is said comes from the verbs of the language and the titles in the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from functools import partial
from types import MappingProxyType

from attrs import define, evolve, field

from dsl.frozen import changed, frozen
from dsl.ir import nodes as ir
from interpreter.program.model.nodes import MOVE_ENTRIES, Verb, are_pieces
from interpreter.program.model.routine_id import PassOf
from interpreter.program.model.state_layers import Position
from interpreter.text.company import Company, Hearer, bits_of, company, for_each, is_one_of, viewers
from interpreter.text.labels import Words, capital, spoken
from interpreter.text.log.aggregate import aggregate
from interpreter.text.log.answers import is_open_choice
from interpreter.text.log.card_words import CardWords, Due, with_card_words
from interpreter.text.log.counts import Totals, counted, is_secret
from interpreter.text.log.evident import is_shown_later
from interpreter.text.log.heard import Entry, RunningSum, VisibleMarks
from interpreter.text.log.idle import is_idle
from interpreter.text.log.narrate import sentences
from interpreter.text.log.reasons import Given, Reasons, places_in
from interpreter.text.log.sentence import Sentence
from interpreter.text.log.turns import Turns
from interpreter.text.redaction import in_mask, those_in_mask


@frozen
class LogLine:
    """A sentence, or a heading: then `level` says how deep it stands, from 1 for the outermost."""

    text: str
    level: int = 0


@frozen
class _TurnHeading(LogLine):
    """The heading of a turn, which is left out where the heading of its first step stands right below."""


@frozen
class _Begun:
    """What begins: a flow with this `title`, in the turn of somebody or nobody; or the turn alone."""

    title: str
    who: int
    level: int

    def said(self, words: Words, hearer: Hearer) -> LogLine:
        """Its heading, as somebody reads it."""
        if not self.title:
            return _TurnHeading(f"{capital(words.whose(self.who, hearer))} turn", self.level)
        turn = f", {words.whose(self.who, hearer)} turn" if self.who >= 0 else ""
        return LogLine(f"{self.title}{turn}", self.level)


def log_lines(
    words: Words, state: Position, entries: Sequence[Entry], seat: int | None, start: int = 0, until: int | None = None,
    reader: Reader | None = None, sums: Mapping[int, str] | None = None, ahead: int | None = None,
    asked: tuple[int | None, int | None] = (None, None),
) -> list[LogLine]:  # fmt: skip
    """The log for `seat` (None: who sees all) from the entry `start` on, up to the one before `until`.

    Like events in a row are told as one, and nothing that is shown by what follows, up to the one before `ahead` (or
    `until`). `asked`: at which places in the rules the viewer is asked something right before `start` and at the end;
    the heading of the turn that begins with a question stands before that, not before its answer.
    A `reader` of the same log that is not yet past `start` goes on to there, and knows what counters have
    come to: what is counted is told with `sums`, which it works out if they are not given.
    """
    here = (reader or Reader.of(words, state, seat)).at(state, entries, start)
    if sums is None and reader is None:
        sums = {}
    before, behind = asked
    if before is not None and seat is not None:
        here.headings.turn_of(before, seat)
    lines = lines_of(here, entries, until, sums, ahead)[seat]
    begun = here.headings.turn_of(behind, seat) if behind is not None and seat is not None else None
    return [*lines, *([begun] if begun is not None else ())]


def lines_of(
    reader: Reader, entries: Sequence[Entry], until: int | None, sums: Mapping[int, str] | None = None,
    ahead: int | None = None, asked: int = ir.NONE,
) -> Mapping[int | None, list[LogLine]]:  # fmt: skip
    """The log from where a reader is, which goes on up to the entry before `until`, as each of its hearers is told it.

    `sums` and `ahead` as for `log_lines`. `asked`: who is asked something behind it. That they take an action waits for
    the next part, if what they do in it may say so too.
    """
    end = len(entries) if until is None else min(until, len(entries))
    given = for_each(reader.hearer, lambda some: reader.sums(entries, end, some) if sums is None else sums)
    telling = _Telling(reader, entries, end if ahead is None else ahead, given)
    for entry in part_of(entries, reader.place, end):
        reader.read(entry)
        telling.go_on()
    telling.end(asked)
    return telling.lines


def heading(words: Words, flow: str, number: int | None) -> str:
    """The heading of a round, phase or step; `number` counts the passes of a round, if that is known."""
    found = words.flow(flow)
    title = found.title or spoken(found.name)
    if found.kind == "round":
        return title if number is None else f"{title} {number}"
    return f"{found.number}. {title}" if found.number else title


# ---------------------------------------------------------------- headings and events in order


def part_of(entries: Sequence[Entry], start: int, until: int | None = None) -> Iterator[Entry]:
    """A part of them, without going through all before it, and without a copy of all behind it."""
    return map(entries.__getitem__, range(start, len(entries) if until is None else min(until, len(entries))))


@define(eq=False)
class _Heard:
    """What is still to be put into sentences for some hearers, who have all heard the same since the last heading."""

    hearer: Hearer
    waiting: list[Sentence]
    opened: list[Due] = field(factory=list)

    def takes(self, parts: Sequence[Sentence | Due]) -> None:
        """One thing after another."""
        for part in parts:
            if isinstance(part, Due):
                self.opened.append(part)
            else:
                self.waiting.append(part)

    def said(self, words: Words, hearer: Hearer) -> Sequence[LogLine]:
        """All of it, as one of these hearers is told it."""
        return [*map(LogLine, with_card_words(words, aggregate(words, self.waiting, hearer), self.opened))]


@define(eq=False)
class _Telling:
    """Tells the hearers of a reader a part of the log: `lines` for each. `ahead`: up to where it is known what follows.

    What is the same for several of them is found out once.
    """

    reader: Reader
    entries: Sequence[Entry]
    ahead: int
    sums: Sequence[tuple[Hearer, Mapping[int, str]]]
    lines: dict[int | None, list[LogLine]] = field(init=False)
    heard: list[_Heard] = field(init=False)
    in_action: int = field(init=False)  # for whom what was told last belongs to an action, by their bits
    acts: bool = field(init=False, default=False)  # whether what the reader has just read does

    def __attrs_post_init__(self) -> None:
        reader, hearer = self.reader, self.reader.hearer
        self.lines = {viewer: [] for viewer in viewers(hearer)}
        self.heard = [_Heard(some, [*waiting]) for some, waiting in reader.waiting or ((hearer, ()),)]
        self.in_action = bits_of(hearer)

    def go_on(self) -> None:
        """Tells what the reader has just read."""
        reader = self.reader
        if reader.turn is not None:
            self._begins(reader.turn)
        self.acts = reader.reasons.in_action
        for hearer, (parts, tells) in for_each(reader.hearer, self._parts):
            if parts:
                self._hears(hearer, parts)
            if tells:
                self.in_action &= ~bits_of(hearer)
                self.in_action |= bits_of(hearer) * self.acts
        if reader.line is not None:
            self._begins(reader.line)

    def end(self, asked: int) -> None:
        """Says what is left, but for what waits for the next part."""
        kept: dict[tuple[Sentence, ...], int] = {}
        for one in self.heard:
            keeps = bool(one.waiting) and one.waiting[-1].subject == asked and one.waiting[-1].may_be_said
            waits = (one.waiting.pop(),) if keeps else ()
            kept[waits] = kept.get(waits, 0) | bits_of(one.hearer)
        self._close()
        alone = not isinstance(self.reader.hearer, Company)
        self.reader.waiting = tuple(
            (self.reader.hearer if alone else company(some), waits) for waits, some in kept.items()
        )  # fmt: skip

    def _hears(self, hearer: Hearer, parts: Sequence[Sentence | Due]) -> None:
        """Some of them hear something."""
        some, heard = bits_of(hearer), self.heard
        self.heard = []
        for one in heard:
            all_of_them = bits_of(one.hearer)
            if some & all_of_them not in (0, all_of_them):
                others = _Heard(company(all_of_them & ~some), [*one.waiting], [*one.opened])
                self.heard.append(others)
                one.hearer = company(some & all_of_them)
            if some & all_of_them:
                one.takes(parts)
            self.heard.append(one)

    def _begins(self, begun: _Begun) -> None:
        words = self.reader.words
        self._close()
        for hearer, line in for_each(self.reader.hearer, lambda some: begun.said(words, some)):
            for lines in map(self.lines.__getitem__, viewers(hearer)):
                if lines and isinstance(lines[-1], _TurnHeading):
                    lines.pop()
                lines.append(line)

    def _close(self) -> None:
        """Puts into sentences what was heard."""
        words = self.reader.words
        for heard in self.heard:
            for hearer, lines in for_each(heard.hearer, partial(heard.said, words)):
                for viewer in viewers(hearer):
                    self.lines[viewer] += lines
        self.heard = [_Heard(self.reader.hearer, [])]

    def _parts(self, hearer: Hearer) -> tuple[Sequence[Sentence | Due], bool]:
        """What somebody hears with an entry, besides headings; and whether it is told what happens."""
        reader, place = self.reader, self.reader.place - 1
        words, entry, due = reader.words, self.entries[place], reader.due_to(hearer)
        parts: list[Sentence | Due] = [] if due is None else [due]
        if reader.line is not None:
            return parts, False
        if (count := self._sums(hearer).get(place)) is not None:
            return [*parts, Sentence(ir.NONE, "", lead=count, joins=True)], False
        behind = place + 1
        if entry[1] == Verb.TEXT and not is_idle(
            words, entry, reader.reasons.card, part_of(self.entries, behind, self.ahead), hearer
        ):
            return parts, False
        if reader.repeats or is_shown_later(words, entry, part_of(self.entries, behind, self.ahead), hearer):
            return parts, False
        told = [*self._told(entry, place, hearer)]
        parts += told
        if (gone := reader.lying.emptied(entry, hearer)) is not None:
            parts.append(Sentence(ir.NONE, "is empty now", lead=words.zone_for(gone, hearer), once=True))
        return parts, bool(told)

    def _told(self, entry: Entry, place: int, hearer: Hearer) -> Iterator[Sentence]:
        reader = self.reader
        backs, reason = reader.backs, None if reader.given is None else reader.given.to(hearer)
        used, instead = (reason.used, reason.instead) if reason is not None else (False, ir.NONE)
        for number, told in enumerate(sentences(
            reader.words, backs.state, entry, hearer, reader.lies_for(hearer),
            lambda piece: backs.marked(piece, hearer), seen=_Seen(reader.lying, hearer),
            before=self.entries[place - 1] if place else (), used=used, instead=instead, now=reader.now_for(hearer),
        )):  # fmt: skip
            goes_in = number == 0 and self.acts and not is_one_of(self.in_action, hearer)
            begins = told.begins or goes_in
            yield changed(told, reason=reason, begins=begins) if reason or begins else told

    def _sums(self, hearer: Hearer) -> Mapping[int, str]:
        """What is counted for somebody."""
        (*_, (_, sums)) = self.sums
        if len(self.sums) > 1:
            sums = next(sums for some, sums in self.sums if is_one_of(bits_of(some), hearer))
        return sums


#: Where all passes of rounds are counted from the first on.
NO_ROUNDS: Mapping[int, tuple[str, int]] = MappingProxyType({})


@define
class Reader:
    """What is told by the entries before `place`, on which the wording of the next depends, for all its hearers.

    `rounds`: how many passes of a round there have been before, at places where that is given. Of the entry that has
    just been read: the heading that begins with it (`line`), or with the turn that begins there; whether it is no news,
    where each piece lies after it, its reason, the card whose words are due, and what a counter has come to.
    """

    words: Words
    hearer: Hearer
    headings: Headings
    lying: Lying
    backs: VisibleMarks
    echo: _Echo
    reasons: Reasons
    totals: Totals
    card_words: CardWords
    rounds: Mapping[int, tuple[str, int]]
    place: int = 0
    line: _Begun | None = None
    turn: _Begun | None = None
    repeats: bool = False
    given: Given | None = None
    due: Due | None = None
    counted: tuple[tuple[int, ...], RunningSum] | None = None
    waiting: tuple[tuple[Hearer, tuple[Sentence, ...]], ...] = ()  # what is told with what comes next
    stretch: tuple[int, Totals] = field(init=False)  # where the last one began, and what counters had come to there

    def __attrs_post_init__(self) -> None:
        self.stretch = 0, self.totals.copy()

    @classmethod
    def of(
        cls, words: Words, state: Position, hearer: Hearer, rounds: Mapping[int, tuple[str, int]] = NO_ROUNDS,
        begun: Position | None = None,
    ) -> Reader:  # fmt: skip
        """A reader of the first entry; `begun`: the position before it, if it is not that of a new game."""
        backs, reasons = VisibleMarks(words, state), Reasons(places_in(words))
        totals = Totals.of(words, None, begun)
        lying, echo, card_words = Lying(words, hearer), _Echo(words), CardWords(words)
        headings = Headings(words, Turns(words))
        return cls(words, hearer, headings, lying, backs, echo, reasons, totals, card_words, rounds)

    def at(self, state: Position, entries: Sequence[Entry], place: int) -> Reader:
        """Reads on up to a place, and gives a reader that goes on from there, while this one stays."""
        self.backs.state = state
        for entry in part_of(entries, self.place, place):
            self.read(entry)
        return self.copy()

    def copy(self) -> Reader:
        """Another reader, which goes on by itself from here."""
        headings, lying, backs, totals = self.headings, self.lying, self.backs, self.totals
        other = copy(self)
        other.headings = evolve(headings, turns=evolve(headings.turns), passes={**headings.passes})
        other.lying, other.backs = lying.copy(), evolve(backs, values={**backs.values})
        other.echo, other.totals = evolve(self.echo), totals.copy()
        other.reasons = evolve(self.reasons, under_way=[*self.reasons.under_way])
        other.card_words = evolve(self.card_words, told={**self.card_words.told}, coming={*self.card_words.coming})
        return other

    def copy_for(self, seats: int) -> Reader:
        """Another one for some of its hearers alone, by their bits."""
        other = self.copy()
        other.hearer = other.lying.hearer = company(seats)
        waiting = ((seats & bits_of(hearer), told) for hearer, told in self.waiting)
        other.waiting = tuple((company(some), told) for some, told in waiting if some)
        return other

    def apart(self, entries: Sequence[Entry], until: int) -> int:
        """Those of its hearers, by their bits, who hear of something that begins there when others do not, or 0.

        They cannot go on together.
        """
        everybody, layout = bits_of(self.hearer), self.words.program.layout
        for entry in part_of(entries, self.place, until) if isinstance(self.hearer, Company) else ():
            some = those_in_mask(layout, entry[4], self.hearer)
            if some not in (0, everybody) and self.headings.may_begin(entry):
                return some
        return 0

    def read(self, entry: Entry) -> None:
        """Goes on by an entry."""
        hearer = self.hearer
        if self.place in self.rounds:
            name, before = self.rounds[self.place]
            self.headings.passes[name] = before
        self.line, self.turn = self.headings.after(entry, hearer), self.headings.turn(entry, hearer)
        self.backs.after(entry)
        if self.line is not None or entry[1] == Verb.CHOOSE:
            self.stretch = self.place, self.totals.copy()
            self.card_words.coming.clear()
        self.counted = self.totals.after(entry)
        self.place += 1
        self.lying.after(entry)
        self.due = self.card_words.after(entry, self.backs.state, bits_of(hearer))
        self.given = self.reasons.after(entry, self.backs.state, hearer)
        if self.given is not None and (to := self.given.used & ~self.given.secret):
            self.due = self.card_words.used(entry[5], self.given.reason.title, to)
        self.repeats = self.echo.repeated(entry)

    def due_to(self, hearer: Hearer) -> Due | None:
        """The card whose words are due, for who has not had it in hand."""
        due = self.due
        if due is None or not is_one_of(due.to, hearer) or self.lying.is_from_own_hand(due.piece, hearer):
            return None
        return due

    def lies_for(self, hearer: Hearer) -> Callable[[int], int]:
        """Where each piece lies, as far as somebody knows."""
        return lambda piece: self.lying.lies(piece, hearer)

    def now_for(self, hearer: Hearer) -> RunningSum | None:
        """What the counter has come to that has just changed, for who may know."""
        if self.counted is None:
            return None
        (number, *at), now = self.counted
        return None if is_secret(self.words.variables[number], at, hearer) else now

    def sums(self, entries: Sequence[Entry], until: int | None, hearer: Hearer) -> Mapping[int, str]:
        """The running sums from the place on, and from where the stretch began in which it lies."""
        since, totals = self.stretch
        totals = evolve(totals, seat=hearer)
        return counted(totals, entries, since, len(entries) if until is None else until, self.place)


@define
class Lying:
    """Where each piece lies, as far as events tell; what is not known to all, by the bits of the hearers."""

    words: Words
    hearer: Hearer
    zones: dict[int, int] = field(init=False)
    before: dict[int, int] = field(init=False, factory=dict)  # where each came from
    counts: Counter[int] = field(init=False)  # how many lie in each place
    unheard: dict[int, int] = field(init=False, factory=dict)  # who has not heard where it went
    seen: dict[int, int] = field(init=False)  # who saw it come there, and nothing was mixed since
    is_shown: bool = field(init=False, default=False)  # whether the last event was that a piece is revealed

    def __attrs_post_init__(self) -> None:
        self.zones = dict(enumerate(zone for _, zone, _ in self.words.program.layout.first_pieces))
        self.counts = Counter(self.zones.values())
        self.seen = {piece: self._seeing(zone) for piece, zone in self.zones.items()}

    def copy(self) -> Lying:
        """What is known of them at this moment."""
        other = copy(self)
        other.zones, other.before, other.counts = {**self.zones}, {**self.before}, Counter(self.counts)
        other.unheard, other.seen = {**self.unheard}, {**self.seen}
        return other

    def _seeing(self, zone: int) -> int:
        """Those who see whatever lies in a place."""
        layout = self.words.program.layout
        return those_in_mask(layout, layout.masks[zone], self.hearer) if layout.masks[zone] >= 0 else 0

    def lies(self, piece: int, hearer: Hearer) -> int:
        """Where a piece lies: -1 where it last went without somebody's hearing of it, until revealed."""
        unheard = 0 if self.is_shown else self.unheard.get(piece, 0)
        return ir.NONE if unheard and is_one_of(unheard, hearer) else self.zones.get(piece, ir.NONE)

    def is_from_own_hand(self, piece: int, hearer: Hearer) -> bool:
        """Whether it lies in somebody's own hand, or came from there to where it lies."""
        zones = (zone for zone in (self.zones.get(piece, ir.NONE), self.before.get(piece, ir.NONE)) if zone >= 0)
        hands = [zone for zone in zones if self.words.zone_of(zone).shape is ir.Shape.HAND]
        return any(self.words.owner(zone) == hearer for zone in hands)

    def emptied(self, entry: Entry, hearer: Hearer) -> int | None:
        """The pile for all to draw from whose last piece is gone; not one that is filled again when one more is due.

        It is counted, whichever pieces these are: what is drawn to no avail lies beside it, and is counted with it.
        """
        if entry[1] not in _LEAVING or self.counts[entry[6]]:
            return None
        zone = self.words.zone_of(entry[6])
        lasts = zone.name in places_in(self.words).drawn_from and not zone.refill and self.words.owner(entry[6]) < 0
        return entry[6] if lasts and in_mask(self.words.program.layout, entry[4], hearer) else None

    def after(self, entry: Entry) -> None:
        """A piece may lie elsewhere now."""
        site, verb, _, seers, knowers, *values = entry
        layout, hearer = self.words.program.layout, self.hearer
        self.is_shown = verb == Verb.REVEAL
        if verb == Verb.SHUFFLE:
            seeing = self._seeing(values[0])
            for piece, zone in self.zones.items() if seeing != bits_of(hearer) else ():
                if zone == values[0] and piece in self.seen:
                    self.seen[piece] &= seeing
        elif verb == Verb.FLIP:
            self.seen[values[0]] = bits_of(hearer) if values[1] else 0
        elif verb == Verb.REVEAL:
            self.seen[values[0]] = self.seen.get(values[0], 0) | those_in_mask(layout, seers, hearer)
        elif verb in _MIXING or (verb == Verb.CHOOSE and self._picked_unseen(site, seers)):
            self.seen = {}
        if verb in _GOING:
            piece, to = values[0], values[-1]
            self.seen[piece] = those_in_mask(layout, seers, hearer)
            self.before[piece] = self.zones.get(piece, ir.NONE)
            self.zones[piece] = to
            self.counts[to] += 1
            if verb != Verb.CREATE:
                self.counts[values[1]] -= 1
            self.unheard[piece] = bits_of(hearer) & ~those_in_mask(layout, knowers, hearer)
        elif verb == Verb.SWAP:
            swap, (left, right) = self.words.statements.get(site), values
            if isinstance(swap, ir.Swap) and swap.left.type.kind is ir.Kind.ZONE:
                swapped = {left: right, right: left}
                self.zones = {piece: swapped.get(zone, zone) for piece, zone in self.zones.items()}
                self.counts[left], self.counts[right] = self.counts[right], self.counts[left]
            elif left in self.zones and right in self.zones:
                self.zones[left], self.zones[right] = self.zones[right], self.zones[left]

    def _picked_unseen(self, site: int, seers: int) -> bool:
        """Whether somebody has chosen among pieces, and not all have seen which."""
        asked = self.words.statements.get(site)
        is_open = seers == self.words.program.layout.everybody
        return not is_open and isinstance(asked, ir.Choose) and are_pieces(asked.options)


@frozen
class _Seen:
    """The pieces that somebody can tell where they lie."""

    lying: Lying
    hearer: Hearer

    def __contains__(self, piece: object) -> bool:
        seen = self.lying.seen.get(piece, 0) if isinstance(piece, int) else 0
        return bool(seen) and is_one_of(seen, self.hearer)


_LEAVING = frozenset((*MOVE_ENTRIES.values(), Verb.DRAW))
_GOING = _LEAVING | {Verb.CREATE}
#: After these one may no longer tell which piece is which.
_MIXING = (Verb.SWAP, Verb.BECOME)


@define
class _Echo:
    """What an open answer has just `said`: until something else happens, to store it is news of counters and pawns."""

    words: Words
    said: tuple[ir.Kind, str, int] | None = None

    def repeated(self, entry: Entry) -> bool:
        site, verb, *_, value = entry
        if verb == Verb.CHOOSE:
            self.said = _said_openly(self.words.statements.get(site), value)
        elif verb == Verb.WRITE:
            variable = self.words.variables[entry[5]]
            told = variable.counts or variable.pawn
            return self.said == (variable.type.kind, variable.type.name, value) and not told
        elif verb not in (Verb.BEGIN, Verb.DECIDE):
            self.said = None
        return False


@define
class Headings:
    """Which flow or turn begins with an entry. The passes of a round are counted, anew in each pass of another."""

    words: Words
    turns: Turns
    passes: dict[str, int] = field(factory=dict)

    def after(self, entry: Entry, seat: Hearer) -> _Begun | None:
        """The heading that an entry begins, for who may learn of it."""
        if (name := self.turns.flow(entry, seat)) is None:
            return None
        if isinstance(self.words.program.names[entry[5]].root, PassOf):
            self.passes[name] = self.passes.get(name, 0) + 1
        for flow in self.words.program.game.flows:
            if flow.kind == "round" and name in self._around(flow):
                self.passes[flow.name] = 0
        flow = self.words.flow(name)
        who = entry[2] if flow.kind is not ir.FlowKind.ROUND else ir.NONE
        return _Begun(heading(self.words, name, self.passes.get(name, 0)), who, self._level(flow))

    def turn(self, entry: Entry, seat: Hearer) -> _Begun | None:
        """The heading of a turn that has none by its steps."""
        name = self.turns.begun(entry, seat)
        return None if name is None else _Begun("", entry[2], self._level(self.words.flow(name)) + 1)

    def may_begin(self, entry: Entry) -> bool:
        """Whether an entry begins something for who hears of it."""
        turns = evolve(self.turns)
        return turns.flow(entry, None) is not None or turns.begun(entry, None) is not None

    def turn_of(self, site: int, seat: int) -> LogLine | None:
        """The heading of the turn of `seat` that begins with a question to it at this place in the rules."""
        name = self.turns.begun_at(site, seat)
        return None if name is None else _TurnHeading("Your turn", self._level(self.words.flow(name)) + 1)

    def _level(self, flow: ir.Flow) -> int:
        return 1 + sum(1 for _ in self._around(flow))

    def _around(self, flow: ir.Flow) -> Iterator[str]:
        """The names of the flows that a flow stands in, the innermost first."""
        while flow.inside:
            yield flow.inside
            flow = self.words.flow(flow.inside)


def _said_openly(asked: object, value: int) -> tuple[ir.Kind, str, int] | None:
    """The value that an answer names, with its type; a piece is none that is stored."""
    if is_open_choice(asked) and asked.manner is not ir.Manner.RANDOMLY and not are_pieces(asked.options):
        match asked.options:
            case ir.FromList(candidates) | ir.InOrder(candidates) if value >= 0:
                return candidates.type.kind, candidates.type.name, value
    return None
