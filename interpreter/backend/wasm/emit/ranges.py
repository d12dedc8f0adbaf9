"""Between what an expression lies, as far as that is known without playing: where sums need no test, and how wide."""

from dsl.bounds.evaluate import evaluate
from dsl.bounds.interval import Interval, arithmetic, number, quotient
from dsl.ir import nodes as ir
from dsl.ir.limits import LARGEST_NUMBER
from interpreter.backend.wasm.emit.binary import Num
from interpreter.backend.wasm.emit.writer import Writer
from interpreter.program.model.constant_fold import is_sum
from interpreter.program.model.in_play import InPlay, is_within

#: Twice the largest number fits into 32 bits, four times not.
_NARROW = (1 << 31) - 1
_WIDE = (1 << 63) - 1


def range_of(known: InPlay, node: ir.Expression) -> Interval:
    """The least and the most that a number may be where it is used: a sum is not tested there, all else has been."""
    if is_sum(node):
        return before_test(known, node)
    found = evaluate(node, known)
    return number(max(found.low, -LARGEST_NUMBER), min(found.high, LARGEST_NUMBER))


def before_test(known: InPlay, node: ir.Expression) -> Interval:
    """The same of what has just been worked out."""
    match node:
        case ir.Arithmetic(operator, left, right):
            return arithmetic(operator, range_of(known, left), range_of(known, right))
        case ir.Divide(left, right, up):
            return quotient(range_of(known, left), range_of(known, right), up)
        case _:
            return evaluate(node, known)


def is_small(known: InPlay, node: ir.Expression) -> bool:
    """Whether what has been worked out is certain to be a number that a game may have."""
    return is_within(before_test(known, node), LARGEST_NUMBER)


def is_narrow(found: Interval) -> bool:
    """Whether 32 bits are enough for numbers."""
    return is_within(found, _NARROW)


def is_wide(found: Interval) -> bool:
    """Whether 64 bits are."""
    return is_within(found, _WIDE)


def test_range(w: Writer, kind: Num = Num.I32) -> None:
    """Tests that the number that has been pushed is one that a game may have; another engine says what is wrong."""
    with w.scratch(kind) as tested:
        w.do("local.tee", tested)
        w.do(f"{kind}.const", LARGEST_NUMBER)
        w.do(f"{kind}.add")
        w.do(f"{kind}.const", 2 * LARGEST_NUMBER)
        w.do(f"{kind}.gt_u")
        w.trap_if()
        w.get(tested)
