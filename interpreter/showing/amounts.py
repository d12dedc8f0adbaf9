"""Counters, tracks, flags and what else is remembered, as data, with what is new since an earlier view."""

from collections.abc import Mapping
from typing import Any

from dsl.ir.prose.nouns import called
from interpreter.showing.rows import player_index
from interpreter.showing.values import Value, said
from interpreter.table.view import Cell, View
from interpreter.text.labels import Words, capital


def value_told(words: Words, value: Value, old: tuple[Cell, ...] | None) -> dict[str, Any]:
    """A counter or whatever else is shown, at each of its indices. `old`: what it was, if that is known."""
    variable, cells = value
    slot = words.program.layout.variables.get(variable.name)
    player = player_index(variable.dimensions)
    return {
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
    }  # fmt: skip


def cells_of(view: View) -> Mapping[str, tuple[Cell, ...]]:
    """All values of a view by the names of what they are values of."""
    return {one.name: one.cells for one in (*view.variables, *view.worked_out)}
