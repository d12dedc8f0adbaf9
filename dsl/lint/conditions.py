"""Relates conditions: which rule each other out, and which follow from which."""

from collections.abc import Iterator, Sequence

from dsl.bounds.interval import ANY_NUMBER, OPPOSITE, TURNED, Interval, satisfying
from dsl.ir import nodes as ir
from dsl.ir.nodes import Kind


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
            (one, inner), (other, outer) = _interval(later), _interval(earlier)
            return one is not None and one == other and outer.includes(inner)


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
    (one, left), (other, right) = _interval(a), _interval(b)
    return one is not None and one == other and left.misses(right)


def _interval(condition: ir.Expression) -> tuple[ir.Expression | None, Interval]:
    """What a comparison with something known is about, and where that lies then, said either way round."""
    match condition:
        case ir.Not(ir.Compare(operator, left, right)) if left.type == ir.NUMBER:
            return _interval(ir.Compare(OPPOSITE[operator], left, right))
        case ir.Compare(operator, what, ir.Constant(k)) if _is_placed(what) and operator != "!=":
            return what, satisfying(operator, k)
        case ir.Compare(operator, ir.Constant(k), what) if _is_placed(what) and operator != "!=":
            return what, satisfying(TURNED[operator], k)
        case _:
            return None, ANY_NUMBER


def _is_placed(e: ir.Expression) -> bool:
    """Whether it is one thing that may lie between others, and depends on play."""
    return not isinstance(e, ir.Constant) and not e.type.many and e.type.kind in (Kind.NUMBER, Kind.VALUE, Kind.DIE)
