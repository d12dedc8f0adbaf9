"""What conditions say about each other: which rule each other out, and which follow from which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from dsl.ir import nodes as ir
from dsl.ir.nodes import Kind


@frozen
class Bounds:
    """A condition that says of `what` that it lies between these; None: no bound."""

    what: ir.Expression
    low: int | None
    high: int | None

    def misses(self, other: Bounds) -> bool:
        """Whether nothing lies within both."""
        return _above(self.low, other.high) or _above(other.low, self.high)

    def within(self, other: Bounds) -> bool:
        """Whether whatever lies within this lies within the other too."""
        low = other.low is None or (self.low is not None and self.low >= other.low)
        high = other.high is None or (self.high is not None and self.high <= other.high)
        return low and high


def exclude_each_other(parts: Sequence[ir.Expression]) -> bool:
    """Whether two of these can never hold together."""
    conditions = [part for whole in parts for part in _needed(whole)]
    return any(_excludes(a, b) for k, a in enumerate(conditions) for b in conditions[k + 1 :])


def follows(later: ir.Expression, earlier: ir.Expression) -> bool:
    """Whether, whenever `later` holds, `earlier` does."""
    if later == earlier:
        return True
    match later, earlier:
        case _, ir.And(parts):
            return all(follows(later, part) for part in parts)
        case ir.And(parts), _:
            return any(follows(part, earlier) for part in parts)
        case _, ir.Or(parts):
            return any(follows(later, part) for part in parts)
        case _:
            a, b = _bounds(later), _bounds(earlier)
            return a is not None and b is not None and a.what == b.what and a.within(b)


def _needed(condition: ir.Expression) -> Iterator[ir.Expression]:
    """What must hold for it to hold."""
    if isinstance(condition, ir.And):
        for part in condition.parts:
            yield from _needed(part)
    else:
        yield condition


def _excludes(a: ir.Expression, b: ir.Expression) -> bool:
    if (isinstance(b, ir.Not) and b.inner == a) or (isinstance(a, ir.Not) and a.inner == b):
        return True
    left, right = _bounds(a), _bounds(b)
    return left is not None and right is not None and left.what == right.what and left.misses(right)


_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "="}
_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "!=": "="}


def _bounds(condition: ir.Expression) -> Bounds | None:
    """What a comparison with something known says, said either way round."""
    match condition:
        case ir.Not(ir.Compare(operator, left, right)) if operator in _OPPOSITE and left.type == ir.NUMBER:
            return _bounds(ir.Compare(_OPPOSITE[operator], left, right))
        case ir.Compare(operator, what, ir.Constant(k)) if operator in _TURNED:
            return _compared(operator, what, k)
        case ir.Compare(operator, ir.Constant(k), what) if operator in _TURNED:
            return _compared(_TURNED[operator], what, k)
        case _:
            return None


def _compared(operator: str, what: ir.Expression, k: int) -> Bounds | None:
    if isinstance(what, ir.Constant) or what.type.many or what.type.kind not in (Kind.NUMBER, Kind.VALUE, Kind.DIE):
        return None
    match operator:
        case "=":
            return Bounds(what, k, k)
        case "<" | "<=":
            return Bounds(what, None, k - (operator == "<"))
        case _:
            return Bounds(what, k + (operator == ">"), None)


def _above(low: int | None, high: int | None) -> bool:
    return low is not None and high is not None and low > high
