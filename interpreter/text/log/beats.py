"""The log in beats, for those who watch: where something is revealed or counted one may stop, with running sums."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from attrs import evolve

from dsl.frozen import frozen
from interpreter.text.labels import Words
from interpreter.text.log.card_words import INDENT
from interpreter.text.log.counts import BeatKind, Marked, Totals, come_to, counted, groups, marked
from interpreter.text.log.heard import Entry, RunningSum
from interpreter.text.log.journal import LogLine

#: Tells what `seat` hears of the events from one number up to the one before another, with these running sums.
Telling: TypeAlias = Callable[[int, int, Mapping[int, str]], Sequence[LogLine]]


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
    sums = counted(Totals(words, seat), entries, 0, until)
    begins, shown = since, False
    for group in groups(list(marked(Totals(words, seat), entries, 0, until))[since:]):
        heard = [one for one in group if not one.silent]
        counts = any(one.kind is BeatKind.COUNT for one in heard)
        behind = found.pop() if counts and shown and found else None
        begins = begins if behind else group[0].place
        if lines := tuple(told(begins, group[-1].place + 1, sums)):
            kind = BeatKind.COUNT if counts else max((one.kind for one in group), key=_ORDER.index)
            heading = behind.heading if behind else group[0].heading
            beat = Beat(kind, heading, group[-1].place + 1, lines)
            found.append(_with_sums(words, beat, heard) if counts else beat)
            shown = bool(heard) and heard[-1].shown
    return found


_ORDER = tuple(BeatKind)


def _with_sums(words: Words, beat: Beat, heard: Sequence[Marked]) -> Beat:
    """A beat of counters; a single one with what it has come to, if that is not told yet."""
    sums = [(one.key, one.sum) for one in heard if one.sum is not None]
    *before, last = beat.lines
    is_told = last.text.endswith((" so far.", " left.")) or re.search(r" becomes? | (up|down) to |, to ", last.text)
    if len(sums) == 1 and not is_told and not last.text.startswith(INDENT):
        last = LogLine(f"{last.text.rstrip('.')}, {come_to(words, *sums[0])}.")
    return evolve(beat, lines=(*before, last), sums=tuple(one for _, one in sums))
