"""Every event with the line of the rules that it came from: for whoever looks for a fault in them.

A seat is told what it may know. Which procedures ran and what they decided is for who sees all: it could tell
of an action that was taken secretly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dsl.ir import nodes as ir
from dsl.source import Span
from interpreter.plain import fields_of, in_mask
from interpreter.program.nodes import Verb
from interpreter.sentence import said
from interpreter.state import State
from interpreter.telling import Entry, sentences
from interpreter.words import Words, spoken


def traced(words: Words, state: State, entries: Sequence[Entry], seat: int | None) -> Iterator[str]:
    """A line for each entry that `seat` (None: who sees all) may learn of, the place in the rules first."""
    for entry in entries:
        if in_mask(words.program.layout, entry[4], seat):
            place = _place(words, entry)
            for text in _told(words, state, entry, seat):
                yield f"{place}  {text}"


def _place(words: Words, entry: Entry) -> str:
    span = _span(words, entry)
    return f"{span.source.path}:{span.line}" if span is not None and span.in_file else "-"


def _span(words: Words, entry: Entry) -> Span | None:
    if entry[0] >= 0:
        return words.program.game.sites[entry[0]].span
    if entry[1] in (Verb.BEGIN, Verb.DECIDE):
        return words.program.routines[words.program.names[entry[5]]].span
    return None


def _told(words: Words, state: State, entry: Entry, seat: int | None) -> Iterator[str]:
    _, verb, _, seers, _, *values = entry
    open_to = in_mask(words.program.layout, seers, seat)
    match verb:
        case Verb.BEGIN | Verb.DECIDE if seat is None:
            told = "" if verb == Verb.BEGIN else f" {', '.join(map(str, values[1:]))}"
            yield f"{words.program.names[values[0]]} {'begins' if verb == Verb.BEGIN else 'decides'}{told}"
        case Verb.WRITE if open_to:
            yield _write(words, state, values, seat)
        case Verb.WRITE_ATTRIBUTE if open_to:
            yield _write_field(words, state, values, seat)
        case _:
            for sentence in sentences(words, state, entry, seat):
                yield said(words, sentence, [sentence.subject])


def _write_field(words: Words, state: State, values: Sequence[int], seat: int | None) -> str:
    number, piece, new = values
    name = list(words.program.layout.fields)[number]
    kind = words.program.layout.kinds[state.kind[piece]]
    type_ = next(field.type for field in fields_of(words.program.layout, kind.card_type) if field.name == name)
    return f"{spoken(name)} of {kind.title} is set to {words.value(state, type_, new, seat)}"


def _write(words: Words, state: State, values: Sequence[int], seat: int | None) -> str:
    number, *rest = values
    variable = words.variables[number]
    at, new = rest[: len(variable.dimensions)], rest[len(variable.dimensions) :]
    told = ", ".join(words.value(state, variable.type.one(), one, seat) for one in new)
    return f"{words.variable(variable, at)} is set to {told or ir.NONE}"
