"""Counters that run up where something is shown or counted: by how much each changes, and what it has come to.

A running sum is a counter that changes more than once before somebody is asked or another step begins, or that changes
right behind a reveal: `Lamp is revealed: Ann gains 4 points, 7 so far`. What is set to a value of its own, as to 0, is
none. What counts as a reveal is what all come to see at one moment: cards that are revealed or turned up from a pile,
dice, and what the rules announce.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import TypeAlias

from attrs import define, field

from dsl.frozen import changed, frozen
from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyId, BodyKind
from dsl.ir.prose.nouns import amount_of, verb_of_several
from dsl.walk import nodes_of
from interpreter.program.model.nodes import BANK, POT, TRANSFER_ENTRIES, Verb
from interpreter.program.model.state_layers import Position
from interpreter.text.company import Hearer
from interpreter.text.labels import Words, capital
from interpreter.text.log.heard import Entry, RunningSum
from interpreter.text.log.reasons import places_in
from interpreter.text.log.turns import Turns
from interpreter.text.log_policy import gainer, is_news, owner_of
from interpreter.text.redaction import in_mask, is_player

#: The values that tell a counter and its place, and what has become of it.
_Change: TypeAlias = "tuple[tuple[int, ...], RunningSum]"


class BeatKind(StrEnum):
    """Why one would stop behind a beat."""

    PLAIN = "plain"  # one would not: somebody does something
    ROLL = "roll"  # a player rolls dice
    REVEAL = "reveal"
    COUNT = "count"


@frozen
class Marked:
    """An event: its number, where it comes from, what kind of beat it makes, and the counter that it changes.

    `silent`: nobody is told of it, so that it parts nothing.
    `shown`: what is counted next is counted because of it.
    """

    place: int
    site: int
    kind: BeatKind
    heading: bool = False
    silent: bool = False
    announced: bool = False
    shown: bool = False
    key: tuple[int, ...] = ()
    sum: RunningSum | None = None


def counted(totals: Totals, entries: Sequence[Entry], since: int, until: int, told: int = 0) -> dict[int, str]:
    """The running sums that stand in the line of the one thing shown right before them, by the numbers of the events.

    But for what comes from a pot or another player: that is told. Those before the event `told` are of no use.
    `totals` are those before the event `since`, and stay so.
    """
    found: dict[int, str] = {}
    if not _may_be_counted(totals, entries, since, until, told):
        return found
    totals, before = totals.copy(), list[Marked]()
    for group in groups(marked(totals, entries, since, until)):
        heard = [one for one in group if not one.silent]
        match before, heard:
            case [Marked(kind=BeatKind.REVEAL, shown=True)], [Marked(kind=BeatKind.COUNT, sum=RunningSum() as running)]:
                place, key = heard[0].place, heard[0].key
                is_transfer = entries[place][1] in _TRANSFERS
                if not is_transfer or BANK in entries[place][7:9]:
                    found[place] = _in_words(totals, key, running, is_transfer=is_transfer)
        before = heard or before
    return found


def _in_words(totals: Totals, key: tuple[int, ...], one: RunningSum, *, is_transfer: bool) -> str:
    """By how much a counter has changed, as the log tells it elsewhere, and what it has come to."""
    words, variable = totals.words, totals.words.variables[key[0]]
    owner = owner_of(variable, key[1:]) if is_transfer else gainer(variable, key[1:])
    if owner >= 0:
        verb = "gains" if one.by > 0 else "loses"
        whom, does = ("You", verb_of_several(verb)) if owner == totals.seat else (words.player(owner), verb)
        changed_by = f"{whom} {does} {amount_of(variable, abs(one.by))}"
    else:
        changed_by = f"{one.counter} {'+' if one.by > 0 else '-'}{words.worth(variable, key[1:], abs(one.by))}"
    return f"{changed_by}, {come_to(words, key, one)}"


def _may_be_counted(totals: Totals, entries: Sequence[Entry], since: int, until: int, told: int) -> bool:
    """Whether a counter may change right behind something shown, at the event `told` or later: a quick look."""
    shown = False
    for place in range(since, until):
        _, verb, _, _, knowers, *values = entries[place]
        if verb in _SHOWING:
            shown = True
        elif shown and not _is_silent(totals, verb, knowers, values):
            if verb in _COUNTING and place >= told:
                return True
            shown = False
    return False


def _is_silent(totals: Totals, verb: int, knowers: int, values: Sequence[int]) -> bool:
    """Whether a seat is told nothing of an event."""
    words = totals.words
    return not in_mask(words.program.layout, knowers, totals.seat) or _is_bookkeeping(words, verb, values)


#: Events behind which something is counted because of them.
_SHOWING = (Verb.REVEAL, Verb.ANNOUNCE, Verb.ROLL)
#: Events that may change a counter.
_COUNTING = frozenset((Verb.WRITE, Verb.CHANGE, *TRANSFER_ENTRIES.values()))


def come_to(words: Words, key: tuple[int, ...], one: RunningSum) -> str:
    """What a counter has come to: `7 so far`, `2 left` of what does not go below 0."""
    variable = words.variables[key[0]]
    low = words.program.layout.variables[variable.name].low
    is_what_is_left = one.by < 0 and low is not None and low >= 0
    return f"{words.worth(variable, key[1:], one.now)} {'left' if is_what_is_left else 'so far'}"


def marked(totals: Totals, entries: Sequence[Entry], since: int, until: int) -> Iterator[Marked]:
    """Every event between two; a counter that changes once alone, and not behind a reveal, makes no beat."""
    stretch: list[Marked] = []
    turns = Turns(totals.words)
    for place in range(since, until):
        entry, one = entries[place], _mark(totals, entries[place], place)
        if turns.flow(entry, totals.seat) or turns.begun(entry, totals.seat):
            one = changed(one, heading=True, silent=False)
        if one.heading or (entry[1] == Verb.CHOOSE and not one.silent):
            yield from _running(stretch)
            stretch = []
        stretch.append(one)
    yield from _running(stretch)


def _running(stretch: Sequence[Marked]) -> Iterator[Marked]:
    """Between two questions or headings: what changes once alone does not count, unless something led up to it."""
    keys = [one.key for one in stretch if one.key]
    led_up, counting = False, ir.NONE
    for one in stretch:
        if one.key and not led_up and one.site != counting and keys.count(one.key) < 2:
            one = changed(one, kind=BeatKind.PLAIN)
        if one.kind is not BeatKind.PLAIN:
            counting = one.site if one.key else ir.NONE
            led_up = one.shown
        yield one


def _mark(totals: Totals, entry: Entry, place: int) -> Marked:
    site, verb, who, seers, knowers, *values = entry
    words, seat = totals.words, totals.seat
    layout = words.program.layout
    change = totals.after(entry)
    if _is_silent(totals, verb, knowers, values):
        return Marked(place, site, BeatKind.PLAIN, silent=True)
    if not in_mask(layout, seers, seat) and verb != Verb.ANNOUNCE:
        return Marked(place, site, BeatKind.PLAIN)
    statement = words.statements.get(site)
    match verb:
        case Verb.REVEAL if not (isinstance(statement, ir.Reveal) and statement.to is not None):
            return Marked(place, site, BeatKind.REVEAL, shown=True)
        case Verb.ANNOUNCE if isinstance(statement, ir.Announce) and statement.rolled_for:
            return Marked(place, site, BeatKind.ROLL if who >= 0 else BeatKind.REVEAL, announced=True, shown=True)
        case Verb.ANNOUNCE:
            return Marked(place, site, BeatKind.REVEAL, announced=True, shown=True)
        case Verb.ROLL:
            return Marked(place, site, BeatKind.ROLL if who >= 0 else BeatKind.REVEAL, shown=True)
        case Verb.MOVE | Verb.DRAW if _turns_up(words, values[1], seers):
            return Marked(place, site, BeatKind.REVEAL)
        case _ if change is not None and not is_secret(words.variables[change[0][0]], change[0][1:], seat):
            key, running = change
            if not (isinstance(statement, ir.Write) and _is_set_anew(statement)):
                return Marked(place, site, BeatKind.COUNT, key=key, sum=changed(running, counter=totals.called(key)))
    return Marked(place, site, BeatKind.PLAIN)


def _is_set_anew(statement: ir.Write) -> bool:
    """Whether a counter is set to what has nothing to do with what it was."""
    return not any(read.variable == statement.variable for read in nodes_of(statement.value, ir.Read))


def is_secret(variable: ir.Variable, at: Sequence[int], seat: Hearer) -> bool:
    """Whether `seat` must not learn what a counter comes to, though it hears by how much it changes."""
    pairs = zip(variable.dimensions, at, strict=True)
    return variable.hidden and seat is not None and not any(place == seat for index, place in pairs if is_player(index))


def _is_bookkeeping(words: Words, verb: int, values: Sequence[int]) -> bool:
    """Whether nobody is told of such an event, so that it does not part what belongs together."""
    match verb:
        case Verb.BEGIN:
            root = words.program.names[values[0]].root
            if not isinstance(root, BodyId) or root.kind in (BodyKind.FLOW, BodyKind.ACTION):
                return False
            return root.name not in places_in(words).titles  # a title tells why something is counted
        case Verb.WRITE | Verb.CHANGE:
            return not is_news(words.variables[values[0]])
        case _:
            return verb == Verb.DECIDE


_TRANSFERS = frozenset(TRANSFER_ENTRIES.values())


def _turns_up(words: Words, source: int, seers: int) -> bool:
    """Whether all come to see a card of a pile that not all could see."""
    layout = words.program.layout
    return seers == layout.everybody != layout.masks[source] and layout.seats[source] is None


@define
class Totals:
    """What counters come to, as far as events tell, and a seat calls them."""

    words: Words
    seat: Hearer
    values: dict[tuple[int, ...], int] = field(factory=dict)

    @classmethod
    def of(cls, words: Words, seat: Hearer, begun: Position | None) -> Totals:
        """From what they come to in a position on, or from the beginning of a game."""
        slots = words.program.layout.variables.values() if begun is not None else ()
        counters = (slot for slot in slots if slot.variable.counts and not slot.variable.is_mark)
        held = ((slot, getattr(begun, slot.attribute)) for slot in counters)
        cells = ((slot, now, at) for slot, now in held for at in slot.cells())
        values = {(slot.number, *at): now[place] if slot.sizes else now for slot, now, (place, at) in cells}
        return cls(words, seat, values)

    def copy(self) -> Totals:
        """What they come to at this moment."""
        return Totals(self.words, self.seat, {**self.values})

    def called(self, key: tuple[int, ...]) -> str:
        """What the seat calls a counter."""
        viewpoint = ir.NONE if self.seat is None else self.seat
        return capital(self.words.variable(self.words.variables[key[0]], key[1:], viewpoint))

    def after(self, entry: Entry) -> _Change | None:
        """The counter that an event changes, if that is news, and what it has come to."""
        _, verb, _, _, _, *values = entry
        match verb:
            case Verb.WRITE | Verb.CHANGE:
                variable = self.words.variables[values[0]]
                key = tuple(values[:-1])
                if not variable.counts or variable.is_mark or variable.raising or variable.lowering:
                    return None
                before = self._now(key)
                self.values[key] = values[-1] if verb == Verb.WRITE else before + values[-1]
                return self._changed(key, before) if is_news(variable) else None
            case _ if verb in _TRANSFERS:
                return self._transferred(*values)
        return None

    def _transferred(self, counter: int, amount: int, source: int, target: int) -> _Change | None:
        """What becomes of both ends; the change is told of a player, if that is one."""
        found = []
        for end, by in ((source, -amount), (target, amount)):
            if (key := self._end(counter, end)) is not None:
                before = self._now(key)
                self.values[key] = before + by
                found += [self._changed(key, before)] if end >= 0 else []
        return found[0] if len(found) == 1 else None

    def _end(self, counter: int, end: int) -> tuple[int, ...] | None:
        """The counter at one end of a transfer: a player's, or a pot of one kind or of several; None for the bank."""
        layout, variables = self.words.program.layout, self.words.variables
        if end == BANK or not 0 <= counter < len(layout.counters):
            return None
        if end >= 0:
            return list(layout.variables).index(layout.counters[counter]), end
        pot, kind = POT - end, layout.variables[layout.counters[counter]].variable
        group = [v.name for v in variables if v.group and v.group == kind.group]
        return (pot, group.index(kind.name)) if variables[pot].dimensions and group else (pot,)

    def _now(self, key: tuple[int, ...]) -> int:
        if key not in self.values:
            slot = list(self.words.program.layout.variables.values())[key[0]]
            at = sum(place * stride for place, stride in zip(key[1:], slot.strides, strict=True))
            self.values[key] = slot.start[at] if isinstance(slot.start, tuple) else slot.start
        return self.values[key]

    def _changed(self, key: tuple[int, ...], before: int) -> _Change:
        return key, RunningSum(self.values[key] - before, self.values[key])


def groups(marked: Iterable[Marked]) -> Iterator[list[Marked]]:
    """Events that make a beat together: cards that one rule reveals, counters that it changes, an announcement."""
    group: list[Marked] = []
    for one in marked:
        if group and (one.heading or not _goes_on(group, one)):
            yield group
            group = []
        group.append(one)
    if group:
        yield group


def _goes_on(group: Sequence[Marked], one: Marked) -> bool:
    last = next((other for other in reversed(group) if not other.silent), None)
    if one.silent or last is None:
        return one.silent or group[0].silent
    if one.kind is BeatKind.PLAIN or last.kind is BeatKind.PLAIN:
        return last.kind is one.kind
    if one.kind is BeatKind.COUNT:
        return last.kind is one.kind and last.site == one.site and all(one.key != other.key for other in group)
    return last.kind is one.kind and (last.site == one.site or last.announced) and not one.announced


