"""Between what an expression lies, as far as that is known without playing: where sums need no test, and how wide."""

from typing import TypeAlias

from dsl.ir import nodes as ir
from dsl.ir.limits import LARGEST_NUMBER
from interpreter.backend.wasm.scope import Unit

Range: TypeAlias = tuple[int, int]

#: Whatever a game may have.
ANY: Range = (-LARGEST_NUMBER, LARGEST_NUMBER)
_WHOLE: Range = (-(1 << 31), (1 << 31) - 1)


def fits(found: Range, in_it: Range = _WHOLE) -> bool:
    """Whether a range lies in another; else in 32 bits."""
    return in_it[0] <= found[0] and found[1] <= in_it[1]


def range_of(unit: Unit, node: ir.Expression) -> Range:
    """The least and the most that an expression may be; of a sum, before it is tested."""
    match node:
        case ir.Constant(value):
            return value, value
        case ir.CountOf() | ir.Function("seat_number"):
            return 0, max(unit.memory.pieces, unit.setting.players)
        case ir.Attribute(field):
            printed = unit.layout.printed[field]
            return min(printed), max(printed)
        case ir.Read(variable):
            slot = unit.layout.variables[variable]
            return ANY[0] if slot.low is None else min(slot.low, 0), ANY[1] if slot.high is None else max(slot.high, 0)
        case ir.Arithmetic("+", left, right):
            (low, high), (least, most) = range_of(unit, left), range_of(unit, right)
            return low + least, high + most
        case ir.Arithmetic("-", left, right):
            (low, high), (least, most) = range_of(unit, left), range_of(unit, right)
            return low - most, high - least
        case ir.Arithmetic("*", left, right):
            corners = [one * other for one in range_of(unit, left) for other in range_of(unit, right)]
            return min(corners), max(corners)
        case ir.Cases(cases, default):
            parts = [range_of(unit, part) for part in (*(result for _, result in cases), default)]
            return min(low for low, _ in parts), max(high for _, high in parts)
        case ir.Compare() | ir.And() | ir.Or() | ir.Not() | ir.Some() | ir.IsIn():
            return 0, 1
    if node.type.kind in (ir.Kind.PLAYER, ir.Kind.VALUE):
        return -1, unit.setting.size(node.type) - 1
    return ANY
