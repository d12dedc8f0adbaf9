"""Works out what an editor says of things in a faultless game: their numbers, what they mean, what is measured."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from math import inf

from attrs import field, frozen

from dsl.bounds.declared import at_each_table
from dsl.bounds.evaluate import evaluate
from dsl.bounds.in_words import number_range, number_values, why_so, zone_why
from dsl.bounds.report import Bounds, NumberBound, ZoneBound, bounds
from dsl.ir import nodes as ir
from dsl.ir.print.phrases import Names, phrase, type_words
from dsl.ir.prose.cards import card_texts
from dsl.listing import count
from dsl.walk import nodes_of


@frozen
class Figures:
    """All by name. `values` are those of parameters, and of definitions that are the same in every game.

    `ranges` says how large counters, zones and the like can get; `meanings` what definitions and cards (by title) say.
    """

    values: Mapping[str, str] = field(factory=dict)
    ranges: Mapping[str, str] = field(factory=dict)
    meanings: Mapping[str, str] = field(factory=dict)
    measured: frozenset[str] = frozenset()


def figures(game: ir.Game) -> Figures:
    """The figures of a game without errors."""
    return Figures(
        values={**dict(_of_parameters(game)), **dict(_of_definitions(game))},
        ranges=dict(_ranges(bounds(game))),
        meanings=dict(_meanings(game)),
        measured=frozenset(name for one in game.measured for name in _named_in(one.value)),
    )  # fmt: skip


def _of_parameters(game: ir.Game) -> Iterator[tuple[str, str]]:
    for one in game.parameters:
        yield one.name, Names(game, ()).constant(one.value, one.type)


def _of_definitions(game: ir.Game) -> Iterator[tuple[str, str]]:
    """Those of nothing, which are one number for however many play, with the parameters as they are."""
    alone = Counter(_name(one) for one in game.defines)
    tables = list(at_each_table(game))
    for one in game.defines:
        if one.arguments or one.exceptions or one.type.many or alone[_name(one)] > 1:
            continue
        points = {evaluate(one.value, table).point for table in tables}
        if len(points) == 1 and (point := points.pop()) is not None:
            yield _name(one), Names(game, ()).constant(point, one.type)


def _name(define: ir.Define) -> str:
    return ir.own_name(define.name)


def _ranges(found: Bounds) -> Iterator[tuple[str, str]]:
    for zone in found.zones:
        if zone.most != inf:
            yield zone.zone.name, _because(f"at most {count(int(zone.most), 'piece')}", zone)
    for number in found.numbers:
        words = number_range(number) if number.type == ir.NUMBER else number_values(number, found)
        yield number.name, _because(words, number)
    for flow in found.rounds:
        if flow.most != inf:
            yield flow.flow.name, f"goes on at most {count(int(flow.most), 'time')}"


def _because(words: str, one: ZoneBound | NumberBound) -> str:
    why = zone_why(one) if isinstance(one, ZoneBound) else why_so(one)
    return f"{words}: {why}" if why else words


def _meanings(game: ir.Game) -> Iterator[tuple[str, str]]:
    for one in game.defines:
        yield _name(one), f"{type_words(one.type)}: {phrase(one.value, Names(game, one.slots))}"
    for title, text in card_texts(game).items():
        if text.does:
            yield title, " ".join(text.does)


def _named_in(value: ir.Expression) -> Iterator[str]:
    yield from (read.variable for read in nodes_of(value, ir.Read))
    yield from (ir.own_name(derived.define) for derived in nodes_of(value, ir.Derived))
