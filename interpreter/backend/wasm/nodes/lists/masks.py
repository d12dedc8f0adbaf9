"""Lists of players or values as masks: a bit for each, in their order."""

from dsl.ir import nodes as ir
from interpreter.backend.wasm.emit.ranges import range_of
from interpreter.backend.wasm.emit.scope import Body, Scope, value
from interpreter.backend.wasm.nodes.definitions import given
from interpreter.backend.wasm.nodes.lists.items import bound, each_constant, in_table, worked_out

#: How many things have a bit; one is left for none.
_MOST = 31


def has_mask(s: Scope, over: ir.Expression) -> bool:
    """Whether a list has each thing once at most, in order, and a mask is as good."""
    match over:
        case ir.AllOf(of):
            return of.kind in (ir.Kind.PLAYER, ir.Kind.VALUE) and s.unit.setting.size(of) <= _MOST
        case ir.Filter(inner):
            return has_mask(s, inner) and in_table(s, over) is None
        case ir.Without(inner, item):
            singles = isinstance(item, ir.ListOf) and not any(one.type.many for one in item.items)
            return (singles or not item.type.many) and has_mask(s, inner)
        case ir.Derived(name):
            return not s.definitions[name].exceptions and has_mask(s, s.definitions[name].value)
    return False


def mask(s: Scope, over: ir.Expression) -> None:
    """Pushes the mask of a list that has one."""
    w = s.w
    match over:
        case ir.AllOf(of):
            w.number((1 << s.unit.setting.size(of)) - 1)
        case ir.Without(inner, item):
            mask(s, inner)
            for one in item.items if isinstance(item, ir.ListOf) else (item,):
                w.number(1)
                value(s, one)
                w.do("i32.shl")
                w.number(-1)
                w.do("i32.xor")
                w.do("i32.and")
        case ir.Filter(inner):
            _filtered(s, over, inner)
        case ir.Derived(name):
            with given(s, over) as (arguments, sure), s.inside(arguments, sure):
                mask(s, s.definitions[name].value)


def _filtered(s: Scope, node: ir.Filter, inner: ir.Expression) -> None:
    w = s.w
    with w.scratch() as found:
        w.be(found, 0)

        def asked(item: int, _: object) -> None:
            w.get(found)
            holds(s, node, item)
            w.get(item)
            w.do("i32.shl")
            w.do("i32.or")
            w.put(found)

        with worked_out(s, node.slot, node.where):
            if isinstance(inner, ir.AllOf):
                each_constant(s, 0, s.unit.setting.size(inner.of), asked)
            else:
                each_in_mask(s, inner, asked)
        w.get(found)


def holds(s: Scope, node: ir.Filter, item: int) -> None:
    """Pushes whether the condition of a filter holds for an item in a local: 1 or 0."""
    with bound(s, node.slot, item, node.over):
        value(s, node.where)
    known = range_of(s.unit.before_play, node.where)
    if known.low < 0 or known.high > 1:
        s.w.number(0)
        s.w.do("i32.ne")


def each_in_mask(s: Scope, over: ir.Expression, body: Body) -> None:
    """Goes through a list that has a mask, which is made before."""
    mask(s, over)
    with s.w.kept() as whole:
        _each_left(s, whole, body)


def each_bit(s: Scope, whole: int, body: Body) -> None:
    """Goes through a mask, in a local."""
    with s.w.scratch() as left:
        s.w.get(whole)
        s.w.put(left)
        _each_left(s, left, body)


def _each_left(s: Scope, left: int, body: Body) -> None:
    w = s.w
    with w.scratch() as item, w.block() as out:
        w.get(left)
        w.do("i32.eqz")
        w.go(out, "br_if")
        with w.block("loop") as again:
            w.get(left)
            w.do("i32.ctz")
            w.put(item)
            without_first(s, left)
            body(item, out)
            w.get(left)
            w.go(again, "br_if")


def without_first(s: Scope, local: int) -> None:
    """Takes the first bit out of a mask in a local."""
    s.w.get(local)
    s.w.with_number("i32.sub", local, 1)
    s.w.do("i32.and")
    s.w.put(local)


def nth(s: Scope, whole: int, place: int) -> None:
    """Pushes the item at a place of a mask; both are in locals."""
    w = s.w
    with w.scratch() as left, w.scratch() as more:
        for local, copy in ((whole, left), (place, more)):
            w.get(local)
            w.put(copy)
        with w.until_none(more):
            without_first(s, left)
            w.add_to(more, -1)
        w.get(left)
        w.do("i32.ctz")
