"""Counters, roles, tracks, flags and what else is remembered: as rows and items of the table, and as data."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyKind
from dsl.ir.prose.nouns import called
from dsl.listing import grouped
from interpreter.runtime.state import State
from interpreter.showing.part import Part
from interpreter.showing.rows import NOTHING, Item, Row, label_of_row, player_index, shown_definitions, without
from interpreter.table.session import Session
from interpreter.table.view import Cell, View
from interpreter.text.labels import Words, capital
from interpreter.text.log_policy import is_librarys_own
from interpreter.text.of_words import of_rules
from interpreter.text.redaction import Plain, is_something
from interpreter.text.used_zones import used_variables

HIDDEN = "hidden"

#: A variable with its cells.
Value: TypeAlias = tuple[ir.Variable, tuple[Cell, ...]]
#: The indices of a variable without the player's.
Others: TypeAlias = tuple[int, ...]


def procedures_at_work(session: Session, state: State) -> tuple[str, ...]:
    """The procedures that wait for an answer."""
    waiting = (routine.body for routine in session.engine.running(state))
    return tuple(body.name for body in waiting if body is not None and body.kind is BodyKind.PROCEDURE)


def on_the_table(words: Words, view: View, running: tuple[str, ...]) -> Iterator[Value]:
    """Counters, and whatever else is shown and is anything; of a library only what is at work in what is `running`."""
    at_work = _at_work(words, running)
    for (variable, start, counts), seen in zip(_seen(words), view.variables, strict=True):
        if start is not None:
            if variable.name in at_work and any(_int(cell) != start for cell in seen.cells):
                yield variable, seen.cells
        elif variable.name in words.shown and (
            counts or any(cell.hidden or is_something(variable.type, cell.value) for cell in seen.cells)
        ):
            yield variable, seen.cells
    for define, worked_out in zip(shown_definitions(words), view.worked_out, strict=True):
        yield define, worked_out.cells


@of_rules
def _seen(words: Words) -> Sequence[tuple[ir.Variable, object, bool]]:
    """The variables of a view; with what those of a library begin, None for others; and whether they are counters."""
    slots = words.program.layout.variables
    return [
        (one, slots[one.name].start if is_librarys_own(one) else None, one.counts)
        for one in words.variables if not one.is_mark
    ]  # fmt: skip


@of_rules
def _at_work(words: Words, running: tuple[str, ...]) -> frozenset[str]:
    """The variables of procedures that run."""
    return used_variables(words.program.game, running)


def _int(cell: Cell) -> Plain:
    return ir.NONE if cell.value is None else cell.value


def value_rows(words: Words, values: Iterable[Value]) -> Iterator[Row]:
    """Rows of the variables that each player has."""
    for variable, shown in values:
        place = player_index(variable.dimensions)
        if place is not None:
            rows = grouped((without(cell.at, place), cell) for cell in shown)
            for others, cells in _told(variable, rows):
                label = label_of_row(words, variable, others)
                yield Row(label, tuple(said(words, variable, cell) for cell in cells))


def shared_values(words: Words, values: Iterable[Value]) -> Iterator[Item]:
    """Items of the variables that are nobody's."""
    for variable, shown in values:
        if player_index(variable.dimensions) is None:
            yield Item(capital(called(variable)), (_all_said(words, variable, shown),))


def _told(variable: ir.Variable, rows: dict[Others, list[Cell]]) -> list[tuple[Others, list[Cell]]]:
    """The rows of a variable; of a counter with many kinds those of which somebody has some, or the first."""
    if not variable.counts or len(rows) == 1:
        return list(rows.items())
    some = [row for row in rows.items() if any(cell.value for cell in row[1] if not cell.hidden)]
    return some or list(rows.items())[:1]


def _all_said(words: Words, variable: ir.Variable, cells: Sequence[Cell]) -> str:
    """The value at each of its indices; where there are several kinds and none of any, just that."""
    if variable.counts and not any(cell.hidden or cell.value for cell in cells):
        return "0"
    told = []
    for cell in cells:
        at = [words.index(index, place) for index, place in zip(variable.dimensions, cell.at, strict=True)]
        told.append(" ".join((*at, said(words, variable, cell))))
    return ", ".join(told)


def said(words: Words, variable: ir.Variable, cell: Cell) -> str:
    """A value in words: `hidden`, `-` for nothing, `$400`."""
    if cell.hidden:
        return HIDDEN
    if variable.counts and isinstance(cell.value, int):
        return words.worth(variable, cell.at, cell.value)
    is_remembered = variable.name in words.program.layout.variables  # and not worked out: then 0 is that nothing is
    nothing = (None, "", 0) if is_remembered and variable.type.kind is ir.Kind.NUMBER else (None, "")
    return NOTHING if cell.value in nothing else words.said(variable.type, cell.value)


def value_told(words: Words, value: Value, old: tuple[Cell, ...] | None) -> Part:
    """A counter or whatever else is shown, at each of its indices. `old`: what it was, if that is known."""
    variable, cells = value
    slot = words.program.layout.variables.get(variable.name)
    player = player_index(variable.dimensions)
    return Part({
        "id": variable.name,
        "title": capital(called(variable)),
        "type": variable.type.name or variable.type.kind.value,
        "counter": variable.counts,
        "defined": slot is None,
        "low": None if slot is None else slot.low,
        "high": None if slot is None else slot.high,
        "cells": [
            {
                "seat": None if player is None else cell.at[player],
                "at": [
                    words.index(index, cell.at[k]) for k, index in enumerate(variable.dimensions) if k != player
                ],
                "hidden": cell.hidden,
                "number": cell.value if isinstance(cell.value, int) else None,
                "words": said(words, variable, cell),
                "new": old is not None and old[place] != cell,
            }
            for place, cell in enumerate(cells)
        ],
    })  # fmt: skip


def cells_of(view: View) -> Mapping[str, tuple[Cell, ...]]:
    """All values of a view by the names of what they are values of."""
    return {one.name: one.cells for one in (*view.variables, *view.worked_out)}
