"""Prints the observations of games that were watched, as much as can be read at a glance."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath

from attrs import astuple

from dsl.listing import count
from dsl.source import Span
from interpreter.cli.output.tables import Block, Long, TextTable
from interpreter.simulation.games.observed import Use
from interpreter.simulation.games.reached import Missed
from interpreter.simulation.games.seen import Asked, Seen
from interpreter.simulation.simulate import Result

#: So many lines of a list are shown, unless all are wanted.
SHORT = 8
#: Of more numbers than this, it says nothing that some were never chosen.
MANY = 20
#: So many letters of a question or a rule.
WIDTH = 40
#: So wide is a list of names, so that it can be read on any terminal.
LINE = 78


def seen_lines(found: Seen, results: Sequence[Result], details: bool) -> Iterator[Block]:
    """In what games it was seen comes first. `details`: whole lists, and each option and card."""
    first, last = results[0].seed, results[0].seed + max(result.tally.observed.games for result in results) - 1
    tables = " at each table" if len(results) > 1 else ""
    yield from ("", f"Watched closely: {count(found.games, 'game')}, seeds {first} to {last}{tables}")
    for part in (_actions, _questions, _cards, _endings):
        yield from part(found, details)
    yield from _missed("rules never reached", found.rules, details)
    yield from _missed("clauses never reached", found.clauses, details)


def _short(headings: Sequence[str], rows: Sequence[Sequence[str]], details: bool) -> Iterator[Block]:
    """A table of the first ones of a list, and how many more there are."""
    shown = rows if details else rows[:SHORT]
    yield TextTable(headings, shown)
    yield from _more(len(rows) - len(shown))


def _more(number: int) -> Iterator[str]:
    if number:
        yield f"... and {number:,} more; --details shows all"


def _actions(found: Seen, details: bool) -> Iterator[Block]:
    if not found.actions:
        return
    yield ""
    rows = [(name, *_use(use)) for name, use in found.actions]
    yield from _short(("action", "offered", "taken", "share"), rows, details)
    yield from _names("never offered", (name for name, use in found.actions if not use.offered), details)
    never = (name for name, use in found.actions if use.offered and not use.taken)
    yield from _names("offered and never taken", never, details)


def _use(use: Use) -> tuple[str, str, str]:
    return f"{use.offered:,}", f"{use.taken:,}", f"{use.taken / use.offered:.1%}" if use.offered else "-"


def _questions(found: Seen, details: bool) -> Iterator[Block]:
    """Those that were put most often come first."""
    often = sorted(found.questions, key=lambda asked: -asked.question.asked)
    if not often:
        return
    yield ""
    headings = ("question", "asked", "passed", "options", "never taken")
    alike = Counter(_cut(asked.prompt) for asked in often)
    named = [(asked, _asks(asked, alike)) for asked in often]
    yield from _short(headings, [(asks, *_question(asked)) for asked, asks in named], details)
    for asked, asks in named if details else ():
        numbers, given = _numbers(asked), asked.question.given
        options = sorted(asked.question.options.items(), key=lambda one: int(one[0]) if numbers else -one[1].taken)
        rows = [(_cut(option), *_use(use)) for option, use in options]
        if rows:
            yield ""
            yield TextTable((asks, "offered", "taken", "share"), rows)
        if given.count:
            cuts = [f"{given.percentile(percent):,}" for percent in (5, 50, 95)]
            yield ""
            yield TextTable((asks, "given", "low 5 %", "median", "high 5 %"), [("a number", f"{given.count:,}", *cuts)])


def _asks(asked: Asked, alike: Counter[str]) -> str:
    """The question; where others have the same words, with its file and line."""
    words = _cut(asked.prompt)
    if alike[words] == 1:
        return words
    where = f" ({_place(asked.span)})"
    return _cut(asked.prompt, WIDTH - len(where)) + where


def _question(asked: Asked) -> tuple[str, ...]:
    """What the table says of it, behind its words."""
    passing, options = asked.question.passing, asked.question.options
    passed = f"{passing.taken / passing.offered:.0%}" if passing.offered else "-"
    number, never = f"{len(options):,}", f"{len(asked.never_given):,}"
    if (found := _numbers(asked)) and len(found) > MANY:
        number, never = f"{min(found):,} to {max(found):,}", "-"
    if (ends := asked.question.ends).count:
        number, never = f"{ends.minimum:,} to {ends.maximum:,}", "-"
    return f"{asked.question.asked:,}", passed, number, never


def _numbers(asked: Asked) -> list[int]:
    """The answers, if all of them are numbers."""
    labels = list(asked.question.options)
    return [int(label) for label in labels] if all(re.fullmatch(r"-?\d+", label) for label in labels) else []


def _cards(found: Seen, details: bool) -> Iterator[Block]:
    if not found.cards:
        return
    drawn, played = len(found.drawable) - len(found.never_drawn), len(found.playable) - len(found.never_played)
    told = f"{drawn:,} of {len(found.drawable):,} different cards were drawn" if found.drawable else ""
    if found.playable:
        what = ", and {} of {} that could be were played" if told else "{} of {} different cards were played"
        told += what.format(f"{played:,}", f"{len(found.playable):,}")
    if told:
        yield from ("", told)
    yield from _names("never drawn", found.never_drawn, details)
    yield from _names("never played", found.never_played, details)
    if details:
        rows = [(_cut(card), *(f"{n / found.games:.0%}" for n in astuple(went))) for card, went in found.cards]
        yield ""
        yield TextTable(("in how many games", "drawn", "in a hand", "played", "discarded"), rows)


def _endings(found: Seen, details: bool) -> Iterator[Block]:
    if len(found.endings) > 1:
        twice = Counter(_cut(rule, 60) for rule, _, _ in found.endings)
        rows = [
            (f"{said} ({_place(span)})" if twice[said := _cut(rule, 60)] > 1 else said, f"{games / found.games:.1%}")
            for rule, span, games in found.endings
        ]
        yield ""
        yield from _short(("ended by", "share"), rows, details)


def _missed(title: str, missed: Sequence[Missed], details: bool) -> Iterator[Block]:
    if missed:
        shown = missed if details else missed[:SHORT]
        yield from ("", f"{title}: {len(missed):,}")
        for one in shown:
            heading = f", {one.heading}" if one.heading else ""
            more = ", ..." if len(one.clauses) > 3 else ""
            clauses = f" [{', '.join(one.clauses[:3])}{more}]" if one.clauses else ""
            yield f"  {_place(one.span)}{heading}"
            yield f"    {_cut(one.what, LINE - 4 - len(clauses))}{clauses}"
        yield from _more(len(missed) - len(shown))


def _names(title: str, names: Iterable[str], details: bool) -> Iterator[Block]:
    found = list(names)
    if found:
        most = len(found) if details else SHORT * 2
        more = f" and {len(found) - most:,} more" if len(found) > most else ""
        yield Long(f"{title}: {', '.join(found[:most])}{more}", LINE, "  ")


def _place(span: Span) -> str:
    """The name of the file, and the line."""
    return f"{PurePath(span.source.path).name}:{span.line}"


def _cut(text: str, width: int = WIDTH) -> str:
    return text if len(text) <= width else f"{text[: width - 3].rstrip()}..."
