"""The log of a game in sentences, one wording for each viewer, under the headings of the rules.

Nothing here knows a game: what is said comes from the verbs of the language and the titles in the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from types import MappingProxyType
from typing import TypeAlias

from attrs import define, evolve, field

from dsl.frozen import changed, frozen
from dsl.ir import nodes as ir
from interpreter.program.model.nodes import MOVE_ENTRIES, Verb, are_pieces
from interpreter.program.model.routine_id import PassOf
from interpreter.program.model.state_layers import Position
from interpreter.text.labels import Words, capital, spoken
from interpreter.text.log.aggregate import aggregate
from interpreter.text.log.answers import is_open_choice
from interpreter.text.log.card_words import CardWords, Due, with_card_words
from interpreter.text.log.counts import Totals, counted, is_secret
from interpreter.text.log.evident import is_shown_later
from interpreter.text.log.heard import Entry, RunningSum, VisibleMarks
from interpreter.text.log.idle import is_idle
from interpreter.text.log.narrate import sentences
from interpreter.text.log.reasons import Reasons, places_in
from interpreter.text.log.sentence import Reason, Sentence
from interpreter.text.log.turns import Turns
from interpreter.text.redaction import in_mask


@frozen
class LogLine:
    """A sentence, or a heading: then `level` says how deep it stands, from 1 for the outermost."""

    text: str
    level: int = 0


@frozen
class _TurnHeading(LogLine):
    """The heading of a turn, which is left out where the heading of its first step stands right below."""


_LogItem: TypeAlias = "LogLine | Sentence | Due"


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
    if sums is None:
        sums = here.sums(entries, until) if reader is not None else {}
    before, behind = asked
    if before is not None and seat is not None:
        here.headings.turn_of(before, seat)
    lines = lines_of(here, entries, until, sums, ahead)
    begun = here.headings.turn_of(behind, seat) if behind is not None and seat is not None else None
    return [*lines, *([begun] if begun is not None else ())]


def lines_of(
    reader: Reader, entries: Sequence[Entry], until: int | None, sums: Mapping[int, str], ahead: int | None = None,
    asked: int = ir.NONE,
) -> list[LogLine]:  # fmt: skip
    """The log from where a reader is, which goes on up to the entry before `until`; `ahead` as for `log_lines`.

    `asked`: who is asked something behind it. That they take an action waits for the next part, if what they do in it
    may say so too.
    """
    lines: list[LogLine] = []
    waiting, reader.waiting = [*reader.waiting], ()
    opened: list[Due] = []

    def told() -> Iterator[LogLine]:
        return map(LogLine, with_card_words(reader.words, aggregate(reader.words, waiting, reader.seat), opened))

    for part in _parts(reader, entries, until, until if ahead is None else ahead, sums):
        if isinstance(part, Sentence):
            waiting.append(part)
        elif isinstance(part, Due):
            opened.append(part)
        else:
            lines.extend(told())
            if lines and isinstance(lines[-1], _TurnHeading):
                lines.pop()
            lines.append(part)
            waiting, opened = [], []
    if waiting and waiting[-1].subject == asked and waiting[-1].may_be_said:
        reader.waiting = (waiting.pop(),)
    return [*lines, *told()]


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


def _parts(
    reader: Reader, entries: Sequence[Entry], until: int | None, ahead: int | None, sums: Mapping[int, str]
) -> Iterator[_LogItem]:
    backs = reader.backs
    before: Entry = entries[reader.place - 1] if reader.place else ()
    in_action = True  # whether what was told last belongs to an action
    for place, entry in enumerate(part_of(entries, reader.place, until), reader.place):
        line, repeats, lies, reason = reader.read(entry)
        if reader.turn is not None:
            yield reader.turn
        if reader.due is not None:
            yield reader.due
        if line is not None:
            yield line
        elif (count := sums.get(place)) is not None:
            yield Sentence(ir.NONE, "", lead=count, joins=True)
        elif entry[1] == Verb.TEXT and not is_idle(
            reader.words, entry, reader.reasons.card, part_of(entries, place + 1, ahead), reader.seat
        ):
            pass
        elif not repeats and not is_shown_later(
            reader.words, entry, part_of(entries, place + 1, ahead), reader.seat
        ):
            used, instead = (reason.used, reason.instead) if reason is not None else (False, ir.NONE)
            for told in sentences(
                reader.words, backs.state, entry, reader.seat, lies, backs.marked,
                seen=reader.lying.seen, before=before, used=used, instead=instead, now=reader.now,
            ):  # fmt: skip
                begins = told.begins or in_action < reader.reasons.in_action
                yield changed(told, reason=reason, begins=begins) if reason or begins else told
                in_action = reader.reasons.in_action
            if (gone := reader.lying.emptied(entry)) is not None:
                yield Sentence(ir.NONE, "is empty now", lead=reader.words.zone_for(gone, reader.seat), once=True)
        before = entry


#: Where all passes of rounds are counted from the first on.
NO_ROUNDS: Mapping[int, tuple[str, int]] = MappingProxyType({})


@define
class Reader:
    """What one viewer has been told by the entries before `place`, on which the wording of the next depends.

    `rounds`: how many passes of a round there have been before, at places where that is given.
    """

    words: Words
    seat: int | None
    headings: Headings
    lying: Lying
    backs: VisibleMarks
    echo: _Echo
    reasons: Reasons
    totals: Totals
    card_words: CardWords
    rounds: Mapping[int, tuple[str, int]]
    place: int = 0
    turn: LogLine | None = None  # the heading of the turn that begins with the entry that has just been read
    due: Due | None = None  # the card whose words are due with the entry that has just been read
    now: RunningSum | None = None  # what the counter has come to that it changes, if the viewer may know
    waiting: tuple[Sentence, ...] = ()  # what is told with what comes next
    stretch: tuple[int, Totals] = field(init=False)  # where the last one began, and what counters had come to there

    def __attrs_post_init__(self) -> None:
        self.stretch = 0, self.totals.copy()

    @classmethod
    def of(
        cls, words: Words, state: Position, seat: int | None, rounds: Mapping[int, tuple[str, int]] = NO_ROUNDS,
        begun: Position | None = None,
    ) -> Reader:  # fmt: skip
        """A reader of the first entry; `begun`: the position before it, if it is not that of a new game."""
        backs, reasons = VisibleMarks(words, state, seat), Reasons(places_in(words))
        totals = Totals.of(words, seat, begun)
        lying, echo, card_words = Lying(words, seat), _Echo(words), CardWords(words)
        return cls(words, seat, Headings(words, Turns(words)), lying, backs, echo, reasons, totals, card_words, rounds)

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
        other.card_words = evolve(self.card_words, told={*self.card_words.told}, coming={*self.card_words.coming})
        return other

    def read(self, entry: Entry) -> tuple[LogLine | None, bool, Callable[[int], int], Reason | None]:
        """What begins with the next entry, whether it is no news, where each piece lies after it, and its reason."""
        if self.place in self.rounds:
            name, before = self.rounds[self.place]
            self.headings.passes[name] = before
        self.backs.after(entry)
        line = self.headings.after(entry, self.seat)
        self.turn = self.headings.turn(entry, self.seat)
        if line is not None or entry[1] == Verb.CHOOSE:
            self.stretch = self.place, self.totals.copy()
            self.card_words.coming.clear()
        change = self.totals.after(entry)
        self.now = change[1] if change and not self._hides(*change[0]) else None
        self.place += 1
        lies = self.lying.after(entry)
        self.due = self.card_words.after(entry, self.backs.state, self.lying.is_from_own_hand)
        reason = self.reasons.after(entry, self.backs.state, self.seat)
        if reason is not None and reason.used:
            self.due = self.card_words.used(entry[5], reason.title, self.lying.is_from_own_hand)
        return line, self.echo.repeated(entry), lies, reason

    def _hides(self, number: int, *at: int) -> bool:
        """Whether the viewer must not know what a counter comes to."""
        return is_secret(self.words.variables[number], at, self.seat)

    def sums(self, entries: Sequence[Entry], until: int | None) -> Mapping[int, str]:
        """The running sums from the place on, and from where the stretch began in which it lies."""
        since, totals = self.stretch
        return counted(totals, entries, since, len(entries) if until is None else until, self.place)


@define
class Lying:
    """Where each piece lies, as far as events tell one viewer."""

    words: Words
    seat: int | None
    zones: dict[int, int] = field(init=False)
    before: dict[int, int] = field(init=False, factory=dict)  # where each came from
    counts: Counter[int] = field(init=False)  # how many lie in each place
    unheard: set[int] = field(init=False, factory=set)
    seen: set[int] = field(init=False)  # those that came there in the open, and nothing was mixed since

    def __attrs_post_init__(self) -> None:
        self.zones = dict(enumerate(zone for _, zone, _ in self.words.program.layout.first_pieces))
        self.counts = Counter(self.zones.values())
        self.seen = {piece for piece, zone in self.zones.items() if self._shows(zone)}

    def copy(self) -> Lying:
        """What is known of them at this moment."""
        other = copy(self)
        other.zones, other.before, other.counts = {**self.zones}, {**self.before}, Counter(self.counts)
        other.unheard, other.seen = {*self.unheard}, {*self.seen}
        return other

    def _shows(self, zone: int) -> bool:
        """Whether the viewer sees whatever lies in a place."""
        layout = self.words.program.layout
        return layout.masks[zone] >= 0 and in_mask(layout, layout.masks[zone], self.seat)

    def is_from_own_hand(self, piece: int) -> bool:
        """Whether it lies in the viewer's hand, or came from there to where it lies."""
        zones = (zone for zone in (self.zones.get(piece, ir.NONE), self.before.get(piece, ir.NONE)) if zone >= 0)
        own = (self.words.zone_of(zone) for zone in zones if self.words.owner(zone) == self.seat)
        return any(zone.shape is ir.Shape.HAND for zone in own)

    def emptied(self, entry: Entry) -> int | None:
        """The pile for all to draw from whose last piece is gone; not one that is filled again when one more is due.

        It is counted, whichever pieces these are: what is drawn to no avail lies beside it, and is counted with it.
        """
        if entry[1] not in _LEAVING or not in_mask(self.words.program.layout, entry[4], self.seat):
            return None
        zone = self.words.zone_of(entry[6])
        lasts = zone.name in places_in(self.words).drawn_from and not zone.refill and self.words.owner(entry[6]) < 0
        return entry[6] if lasts and not self.counts[entry[6]] else None

    def after(self, entry: Entry) -> Callable[[int], int]:
        """Where each piece lies: -1 where it last went without the viewer's hearing of it, until revealed."""
        site, verb, _, seers, knowers, *values = entry
        layout, seat = self.words.program.layout, self.seat
        if verb == Verb.SHUFFLE and not self._shows(values[0]):
            self.seen = {piece for piece in self.seen if self.zones[piece] != values[0]}
        elif verb == Verb.FLIP:
            (self.seen.add if values[1] else self.seen.discard)(values[0])
        elif verb == Verb.REVEAL and in_mask(layout, seers, seat):
            self.seen.add(values[0])
        elif verb in _MIXING or (verb == Verb.CHOOSE and self._picked_unseen(site, seers)):
            self.seen = set()
        if verb in _GOING:
            (self.seen.add if in_mask(layout, seers, seat) else self.seen.discard)(values[0])
            self.before[values[0]] = self.zones.get(values[0], ir.NONE)
            self.zones[values[0]] = values[-1]
            self.counts[values[-1]] += 1
            if verb != Verb.CREATE:
                self.counts[values[1]] -= 1
            heard = in_mask(layout, knowers, seat)
            (self.unheard.discard if heard else self.unheard.add)(values[0])
        elif verb == Verb.SWAP:
            swap, (left, right) = self.words.statements.get(site), values
            if isinstance(swap, ir.Swap) and swap.left.type.kind is ir.Kind.ZONE:
                swapped = {left: right, right: left}
                self.zones = {piece: swapped.get(zone, zone) for piece, zone in self.zones.items()}
                self.counts[left], self.counts[right] = self.counts[right], self.counts[left]
            elif left in self.zones and right in self.zones:
                self.zones[left], self.zones[right] = self.zones[right], self.zones[left]
        unheard = () if verb == Verb.REVEAL else self.unheard
        return lambda piece: ir.NONE if piece in unheard else self.zones.get(piece, ir.NONE)

    def _picked_unseen(self, site: int, seers: int) -> bool:
        """Whether somebody has chosen among pieces, and not all have seen which."""
        asked = self.words.statements.get(site)
        is_open = seers == self.words.program.layout.everybody
        return not is_open and isinstance(asked, ir.Choose) and are_pieces(asked.options)


_LEAVING = (*MOVE_ENTRIES.values(), Verb.DRAW)
_GOING = (*_LEAVING, Verb.CREATE)
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

    def after(self, entry: Entry, seat: int | None) -> LogLine | None:
        """The heading that an entry begins, for who may learn of it."""
        if (name := self.turns.flow(entry, seat)) is None:
            return None
        if isinstance(self.words.program.names[entry[5]].root, PassOf):
            self.passes[name] = self.passes.get(name, 0) + 1
        for flow in self.words.program.game.flows:
            if flow.kind == "round" and name in self._around(flow):
                self.passes[flow.name] = 0
        flow, who = self.words.flow(name), entry[2]
        turn = f", {self.words.whose(who, seat)} turn" if who >= 0 and flow.kind is not ir.FlowKind.ROUND else ""
        return LogLine(f"{heading(self.words, name, self.passes.get(name, 0))}{turn}", self._level(flow))

    def turn(self, entry: Entry, seat: int | None) -> LogLine | None:
        """The heading of a turn that has none by its steps."""
        if (name := self.turns.begun(entry, seat)) is None:
            return None
        return _TurnHeading(f"{capital(self.words.whose(entry[2], seat))} turn", self._level(self.words.flow(name)) + 1)

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
