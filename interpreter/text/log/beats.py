"""The log in beats, for those who watch: where something is revealed or counted one may stop, with running sums.

What counts as a reveal is what all come to see at one moment: cards that are revealed or turned up from a pile, dice,
and what the rules announce. A running sum is a counter that changes more than once before somebody is asked or another
step begins, or that changes right behind a reveal: `Lamp is revealed: Ann's points +4, 7 so far`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from typing import TypeAlias

from attrs import define, evolve, field, frozen

from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyId, BodyKind
from interpreter.program.model.nodes import BANK, POT, TRANSFER_ENTRIES, Verb
from interpreter.text.labels import Words, capital
from interpreter.text.log.journal import LogLine
from interpreter.text.log.narrate import Entry
from interpreter.text.log_policy import is_counter, is_news
from interpreter.text.redaction import in_mask, is_player

#: The values that tell a counter and its place, and what has become of it.
_Change: TypeAlias = "tuple[tuple[int, ...], RunningSum]"
#: Tells what `seat` hears of the events from one number up to the one before another.
Telling: TypeAlias = Callable[[int, int], Sequence[LogLine]]


class BeatKind(StrEnum):
    """Why one would stop behind a beat."""

    PLAIN = "plain"  # one would not: somebody does something
    ROLL = "roll"  # a player rolls dice
    REVEAL = "reveal"
    COUNT = "count"


@frozen
class RunningSum:
    """A counter that has changed: its name, as in `Ann's points`, by how much, and what it has come to."""

    counter: str
    by: int
    now: int


@frozen
class Beat:
    """A part of the log, up to the event with the number `until`. `heading`: it begins a round, phase or step."""

    kind: BeatKind
    heading: bool
    until: int
    lines: tuple[LogLine, ...]
    sums: tuple[RunningSum, ...] = ()


def beats(
    words: Words, entries: Sequence[Entry], seat: int | None, since: int, until: int, told: Telling
) -> list[Beat]:
    """The events with these numbers as `seat` (None: who sees all) hears of them, by `told`, in beats."""
    found: list[Beat] = []
    before: list[_Marked] = []
    for group in _groups(list(_marked(words, entries, seat, until))[since:]):
        lines = tuple(told(group[0].place, group[-1].place + 1))
        heard = [one for one in group if not one.silent]
        if any(one.kind is BeatKind.COUNT for one in heard):
            behind = found.pop() if found and before and before[-1].shown else None
            found.append(_count(behind, len(before) == 1, heard, lines))
        elif lines:
            found.append(
                Beat(max((one.kind for one in group), key=_ORDER.index), group[0].heading, group[-1].place + 1, lines)
            )
        before = heard if lines else before
    return found


_ORDER = tuple(BeatKind)


# ---------------------------------------------------------------- what each event is


@frozen
class _Marked:
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
    transfer: bool = False


def _marked(words: Words, entries: Sequence[Entry], seat: int | None, until: int) -> Iterator[_Marked]:
    """Every event; a counter that changes once alone, and not behind a reveal, makes no beat."""
    stretch: list[_Marked] = []
    totals = _Totals(words)
    for place in range(until):
        one = _mark(words, totals, entries[place], place, seat)
        if one.heading or entries[place][1] == Verb.CHOOSE:
            yield from _running(stretch)
            stretch = []
        stretch.append(one)
    yield from _running(stretch)


def _running(stretch: Sequence[_Marked]) -> Iterator[_Marked]:
    """Between two questions or headings: what changes once alone does not count, unless something led up to it."""
    keys = [one.key for one in stretch if one.key]
    led_up, counting = False, ir.NONE
    for one in stretch:
        if one.key and keys.count(one.key) < 2 and not led_up and one.site != counting:
            one = evolve(one, kind=BeatKind.PLAIN)
        if one.kind is not BeatKind.PLAIN:
            counting = one.site if one.key else ir.NONE
            led_up = one.shown
        yield one


def _mark(words: Words, totals: _Totals, entry: Entry, place: int, seat: int | None) -> _Marked:
    site, verb, who, seers, knowers, *values = entry
    layout = words.program.layout
    changed = totals.after(entry)
    if not in_mask(layout, knowers, seat) or _is_bookkeeping(words, verb, values):
        return _Marked(place, site, BeatKind.PLAIN, silent=True)
    if not in_mask(layout, seers, seat):
        return _Marked(place, site, BeatKind.PLAIN)
    statement = words.statements.get(site)
    match verb:
        case Verb.BEGIN:
            routine = words.program.names[values[0]]
            return _Marked(place, site, BeatKind.PLAIN, heading=routine.flow is not None and not routine.layers)
        case Verb.REVEAL if not (isinstance(statement, ir.Reveal) and statement.to is not None):
            return _Marked(place, site, BeatKind.REVEAL, shown=True)
        case Verb.ANNOUNCE:
            return _Marked(place, site, BeatKind.REVEAL, announced=True, shown=True)
        case Verb.ROLL:
            return _Marked(place, site, BeatKind.ROLL if who >= 0 else BeatKind.REVEAL, shown=True)
        case Verb.MOVE | Verb.DRAW if _turns_up(words, values[1], seers):
            return _Marked(place, site, BeatKind.REVEAL)
        case _ if changed is not None and not _is_secret(words.variables[changed[0][0]], changed[0][1:], seat):
            key, running = changed
            return _Marked(place, site, BeatKind.COUNT, key=key, sum=running, transfer=verb in _TRANSFERS)
    return _Marked(place, site, BeatKind.PLAIN)


def _is_secret(variable: ir.Variable, at: Sequence[int], seat: int | None) -> bool:
    """Whether `seat` must not learn what a counter comes to, though it hears by how much it changes."""
    pairs = zip(variable.dimensions, at, strict=True)
    return variable.hidden and seat is not None and seat not in (place for index, place in pairs if is_player(index))


def _is_bookkeeping(words: Words, verb: int, values: Sequence[int]) -> bool:
    """Whether nobody is told of such an event, so that it does not part what belongs together."""
    match verb:
        case Verb.BEGIN:
            routine = words.program.names[values[0]]
            return isinstance(routine.root, BodyId) and routine.root.kind not in (BodyKind.FLOW, BodyKind.ACTION)
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
class _Totals:
    """What counters come to, as far as events tell."""

    words: Words
    values: dict[tuple[int, ...], int] = field(factory=dict)

    def after(self, entry: Entry) -> _Change | None:
        """The counter that an event changes, if that is news, and what it has come to."""
        _, verb, _, _, _, *values = entry
        match verb:
            case Verb.WRITE | Verb.CHANGE:
                variable = self.words.variables[values[0]]
                key = tuple(values[:-1])
                if not is_counter(variable) or variable.is_mark:
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
        named = capital(self.words.variable(self.words.variables[key[0]], key[1:]))
        return key, RunningSum(named, self.values[key] - before, self.values[key])


# ---------------------------------------------------------------- beats


def _groups(marked: Sequence[_Marked]) -> Iterator[list[_Marked]]:
    """Events that make a beat together: cards that one rule reveals, counters that it changes, an announcement."""
    group: list[_Marked] = []
    for one in marked:
        if group and (one.heading or not _goes_on(group, one)):
            yield group
            group = []
        group.append(one)
    if group:
        yield group


def _goes_on(group: Sequence[_Marked], one: _Marked) -> bool:
    last = next((other for other in reversed(group) if not other.silent), None)
    if one.silent or last is None:
        return one.silent or group[0].silent
    if one.kind is BeatKind.PLAIN or last.kind is BeatKind.PLAIN:
        return last.kind is one.kind
    if one.kind is BeatKind.COUNT:
        return last.kind is one.kind and last.site == one.site and all(one.key != other.key for other in group)
    return last.kind is one.kind and (last.site == one.site or last.announced) and not one.announced


def _count(behind: Beat | None, alone: bool, group: Sequence[_Marked], lines: tuple[LogLine, ...]) -> Beat:
    """A beat of counters; one with what was shown right before. `alone`: that was one thing."""
    sums, until = tuple(one.sum for one in group if one.sum is not None), group[-1].place + 1
    told = [f"{one.counter} {one.by:+}, {one.now} so far" for one in sums]
    if behind is not None and alone and len(sums) == 1:
        joined = f"{behind.lines[-1].text.rstrip('.')}: {told[0]}."
        return evolve(behind, kind=BeatKind.COUNT, until=until, lines=(*behind.lines[:-1], LogLine(joined)), sums=sums)
    said = [f"{one}." for one in told]
    if group[0].transfer:
        said = [line.text for line in lines]
        if len(said) == len(sums) == 1:
            said = [f"{said[0].rstrip('.')}, {sums[0].now} so far."]
    counted = tuple(map(LogLine, said))
    if behind is None:
        return Beat(BeatKind.COUNT, False, until, counted, sums)
    return evolve(behind, kind=BeatKind.COUNT, until=until, lines=(*behind.lines, *counted), sums=sums)
