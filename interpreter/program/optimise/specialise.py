"""Specialises the rules of cards `as long as this is in ...`, for each copy of the card.

`as long as this is in your hand: exception to speed of you: previous + 1` tests of each copy whether it is in its
holder's hand, and whether that is the player in question. For a known copy both are one test: is it in that player's
hand?
"""

from collections.abc import Iterator
from typing import TypeVar

from dsl.ir import nodes as ir
from dsl.walk import rebuilt, rewritten, with_fields
from interpreter.program.model.constant_fold import folded
from interpreter.program.model.layout import Layout
from interpreter.program.model.nodes import Definition, Exact, Statement

_N = TypeVar("_N")

#: An exception is specialised if there are no more copies of its card than these.
MOST_COPIES = 6


def per_copy(definition: Definition, layout: Layout) -> Definition:
    """Specialises the exceptions of a definition."""
    if all(rule.instances is None for rule in definition.exceptions):
        return definition
    exceptions = tuple(one for rule in definition.exceptions for one in _of_each_copy(rule, layout))
    return with_fields(definition, exceptions=exceptions)


def with_single_copy(loop: ir.ForEach[Statement], layout: Layout) -> ir.If[Statement] | None:
    """Replaces a loop over the copies of a card of which there is one by a test of that one."""
    match loop.over:
        case ir.Filter(ir.Function("copies", (ir.Constant(card),)), slot, where):
            copies = layout.copies(card)
        case _:
            return None
    if copies is None or len(copies) != 1:
        return None
    this = ir.Constant(copies[0], ir.PIECE)
    known: dict[int, ir.Expression] = {slot: this, loop.slot: this}
    here, body = folded(where, layout.setting, known), folded(loop.body, layout.setting, known)
    zone = _own_zone(here, this, layout)
    if zone is not None:
        here = ir.IsIn(this, ir.Contents(ir.Zones(zone, (None,))), span=here.span)
    if layout.first_pieces[copies[0]][2] < 0:
        body = _with_you(body, this, _holder(this))
    return ir.If(here, body, (), span=loop.span)


def _holder(this: ir.Constant) -> ir.Expression:
    return ir.Function("holder", (this,), ir.PLAYER.or_none())


def _of_each_copy(rule: Exact, layout: Layout) -> Iterator[Exact]:
    match rule.instances:
        case ir.Filter(ir.Function("copies", (ir.Constant(card),)), slot, where):
            copies = layout.copies(card)
            if copies is not None and len(copies) <= MOST_COPIES:
                yield from (_of_copy(rule, piece, slot, where, layout) for piece in copies)
                return
    yield rule


def _of_copy(rule: Exact, piece: int, slot: int, where: ir.Expression, layout: Layout) -> Exact:
    this = ir.Constant(piece, ir.PIECE)
    here, condition, result = (
        folded(part, layout.setting, {slot: this, rule.instance: this}) for part in (where, rule.condition, rule.value)
    )
    zone = _own_zone(here, this, layout)
    parts = ir.conjuncts(condition)
    if zone is not None:
        who = next((found for part in parts if (found := _said(part, this)) is not None), None)
        parts = tuple(part for part in parts if who is None or _said(part, this) != who)
        group = ir.Zones(zone, (None,)) if who is None else ir.ZoneAt(zone, (who,))
        here = ir.IsIn(this, ir.Contents(group), span=here.span)
        you = who or _holder(this)
        parts, result = _with_you(parts, this, you), _with_you(result, this, you)
    needs = ir.And((here, *parts), span=condition.span)
    return with_fields(rule, condition=folded(needs, layout.setting), value=result, instances=None, instance=-1)


def _own_zone(here: ir.Expression, this: ir.Constant, layout: Layout) -> str | None:
    """The zone, by player, if a condition is that a piece is in that of its holder."""
    match here:
        case ir.IsIn(item, ir.Contents(ir.ZoneAt(zone, (you,)))) if item == this and _is_you(you, this):
            slot = layout.zones[zone]
            seats = layout.seats[slot.base : slot.base + slot.count]
            return zone if seats == tuple(range(layout.setting.players)) else None
    return None


def _is_you(node: object, this: ir.Constant) -> bool:
    """Whether an expression is whoever holds a piece, else its owner."""
    match node:
        case ir.Cases(((_, ir.Function("holder", (held,))),), ir.Function("owner", (owned,))):
            return bool(held == this and owned == this)
    return False


def _said(part: ir.Expression, this: ir.Constant) -> ir.Local | None:
    """The local that a part of a condition says is who holds the piece."""
    match part:
        case ir.Compare("=", ir.Local() as who, you) | ir.Compare("=", you, ir.Local() as who) if _is_you(you, this):
            return who
    return None


def _with_you(node: _N, this: ir.Constant, who: ir.Expression) -> _N:
    """Replaces the expression for whoever holds the piece."""

    def change(inner: object) -> object:
        return who if _is_you(inner, this) else rebuilt(inner, change)

    return rewritten(node, change)
