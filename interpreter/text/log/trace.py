"""The trace: what happens, with the line of the rules that it came from, for whoever looks for a fault in them.

Procedures and what they decide are for who sees all: they could tell of a secret action. A library's own is left out.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TypeAlias

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.prose.nouns import called
from dsl.source import NO_SPAN, Span
from interpreter.program.model.nodes import Verb
from interpreter.program.model.routine_id import procedure as procedure_id
from interpreter.program.model.state_layers import Position
from interpreter.text.labels import Words
from interpreter.text.locations import location
from interpreter.text.log.aggregate import aggregate
from interpreter.text.log.heard import Entry
from interpreter.text.log.idle import is_idle
from interpreter.text.log.journal import LogLine, Reader, part_of
from interpreter.text.log.narrate import sentences
from interpreter.text.log.sentence import Sentence
from interpreter.text.log_policy import is_librarys_own
from interpreter.text.redaction import in_mask


def trace_lines(
    words: Words, state: Position, entries: Sequence[Entry], seat: int | None, start: int = 0,
    reader: Reader | None = None,
) -> list[LogLine]:  # fmt: skip
    """The trace for `seat` (None: who sees all) from the entry `start` on: place in the rules, what was done."""
    lines: list[LogLine] = []
    parts_in_order = _parts((reader or Reader.of(words, state, seat)).at(state, entries, start), entries, seat)
    for place, parts in groupby(parts_in_order, lambda part: part.place if isinstance(part, _Placed) else None):
        found = list(parts)
        lines.extend(part for part in found if isinstance(part, LogLine))
        placed = (part.sentence for part in found if isinstance(part, _Placed))
        lines.extend(LogLine(f"{place}  {text}" if place else text) for text in aggregate(words, placed, seat))
    return lines


@frozen
class _Placed:
    """A sentence with the place in the rules that it is about."""

    place: str
    sentence: Sentence


_TraceItem: TypeAlias = "LogLine | _Placed"


def _parts(reader: Reader, entries: Sequence[Entry], seat: int | None) -> Iterator[_TraceItem]:
    words = reader.words
    for entry in part_of(entries, reader.place):
        reader.read(entry)
        if reader.turn is not None:
            yield reader.turn.said(words, seat)
        if reader.line is not None:
            yield reader.line.said(words, seat)
        else:
            place = location(_span(words, entry))
            if entry[1] == Verb.TEXT and not is_idle(
                words, entry, reader.reasons.card, part_of(entries, reader.place), seat
            ):
                told = _text_begun(words, entry, reader.reasons.card, seat)
            else:
                told = _sentences(words, entry, seat, reader)
            yield from (_Placed(place, sentence) for sentence in told)


def _span(words: Words, entry: Entry) -> Span:
    if entry[0] >= 0:
        return words.program.game.sites[entry[0]].span
    if entry[1] in (Verb.BEGIN, Verb.DECIDE):
        return words.program.routines[words.program.names[entry[5]]].span
    return NO_SPAN


def _text_begun(words: Words, entry: Entry, card: str, seat: int | None) -> Iterator[Sentence]:
    """That the text of a card begins, or a rule on it."""
    if in_mask(words.program.layout, entry[3], seat):
        yield Sentence(ir.NONE, "begins", lead=f"{'the text of' if entry[6] < 0 else 'a rule on'} {card}")


def _sentences(words: Words, entry: Entry, seat: int | None, reader: Reader) -> Iterator[Sentence]:
    """Narrates an event as the log does, and notes of the rules besides."""
    _, verb, _, seers, knowers, *values = entry
    if not in_mask(words.program.layout, knowers, seat):
        return
    backs, state = reader.backs, reader.backs.state
    told = list(
        sentences(words, state, entry, seat, reader.lies_for(seat), lambda piece: backs.marked(piece, seat))
    )  # fmt: skip
    open_to = in_mask(words.program.layout, seers, seat)
    match verb:
        case Verb.BEGIN | Verb.DECIDE if seat is None and (found := _procedure(words, values[0])) is not None:
            yield from _of_procedure(words, state, found, values[1:])
        case Verb.WRITE if open_to and not told:
            yield from _written(words, state, values, seat)
        case Verb.CHANGE if open_to and words.variables[values[0]].is_mark:
            number, *at, by = values
            moves = f"goes {'up' if by > 0 else 'down'} by {abs(by)}"
            yield Sentence(ir.NONE, moves, lead=_mark(words, state, number, at))
        case _:
            yield from told


def _procedure(words: Words, routine: int) -> ir.Procedure | None:
    procedures = (
        one for one in words.program.game.procedures if procedure_id(one.name) == words.program.names[routine]
    )
    return next(procedures, None)


def _of_procedure(words: Words, state: Position, called: ir.Procedure, answer: Sequence[int]) -> Iterator[Sentence]:
    """That a procedure of the game begins, or what any procedure has decided."""
    if answer and called.answer is not None:
        told = words.value(state, called.answer, answer[0], None)
        if answer[0] == ir.NONE and not called.answer.optional:
            told = "nothing, or -1" if called.answer.kind is ir.Kind.NUMBER else "nothing"
        yield Sentence(ir.NONE, f"decides {told}", lead=f"`{called.name}`")
    elif not answer and not is_librarys_own(called):
        yield Sentence(ir.NONE, "begins", lead=f"`{called.name}`")


def _written(words: Words, state: Position, values: Sequence[int], seat: int | None) -> Iterator[Sentence]:
    number, *rest = values
    variable = words.variables[number]
    if is_librarys_own(variable):
        return
    at, new = rest[: len(variable.dimensions)], rest[len(variable.dimensions) :]
    told = ", ".join(words.value(state, variable.type.one(), one, seat) for one in new) or "none"
    if variable.is_mark:
        yield Sentence(ir.NONE, f"is now {told}", lead=_mark(words, state, number, at))
    elif len(at) == 1 and variable.dimensions[0].dimension is ir.Dimension.PLAYER:
        yield Sentence(at[0], f"has {called(variable)}: {told} now")
    else:
        yield Sentence(ir.NONE, f"is now {told}", lead=words.variable(variable, at))


def _mark(words: Words, state: Position, number: int, at: Sequence[int]) -> str:
    return words.mark(words.variables[number], at, words.program.layout.kinds[state.kind[at[0]]].title)
