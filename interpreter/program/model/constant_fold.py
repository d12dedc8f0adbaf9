"""Folds constants: the number of players and the parameters, and what depends on them alone.

Nothing that could go wrong in play (a division by 0) is touched.
"""

from collections.abc import Callable, Mapping
from operator import add, eq, ge, gt, le, lt, mul, ne, sub
from typing import TypeGuard, TypeVar

from dsl.ir import nodes as ir
from dsl.ir.limits import LARGEST_NUMBER
from dsl.walk import rebuilt, rewritten, with_fields
from interpreter.program.model.constants import NO, YES, YOU
from interpreter.program.model.nodes import CallRoutine, OfItsKind
from interpreter.program.model.setting import Setting, absent

_N = TypeVar("_N")

_ARITHMETIC: dict[str, Callable[[int, int], int]] = {"+": add, "-": sub, "*": mul}
_A_FEW = 1_000
_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "<": lt,
    "<=": le,
    ">": gt,
    ">=": ge,
    "=": eq,
    "!=": ne,
}


def folded(node: _N, setting: Setting, known: Mapping[int, ir.Expression] | None = None) -> _N:
    """Replaces every part that is known before play by a constant, and drops dead branches.

    `known` are the values of some locals. Then every call says who `you` is, since that may be one of them.
    """

    def change(inner: object) -> object:
        if known and isinstance(inner, ir.Local):
            return known.get(inner.slot, inner)
        below = rebuilt(inner, change)
        if known and isinstance(below, CallRoutine) and below.you is None:
            return with_fields(below, you=known.get(0, YOU))
        rule = _RULES.get(type(inner))
        return below if rule is None else rule(below, setting)

    return rewritten(node, change)


def constant(node: ir.Expression, setting: Setting) -> int | None:
    """Evaluates an expression that depends on the setting alone; None for others."""
    known = folded(node, setting)
    return known.value if isinstance(known, ir.Constant) else None


def is_sum(node: ir.Expression) -> TypeGuard[ir.Arithmetic]:
    """Whether a value is a sum, a difference, or a few times something: not much larger than what it is made of."""
    match node:
        case ir.Arithmetic("+" | "-"):
            return True
        case ir.Arithmetic("*", ir.Constant(times), other) | ir.Arithmetic("*", other, ir.Constant(times)):
            return abs(times) <= _A_FEW and not isinstance(other, ir.Arithmetic)
    return False


def is_yes(node: ir.Expression | None) -> bool:
    """Whether a condition always holds."""
    return node is None or (isinstance(node, ir.Constant) and node.value != 0)


def is_no(node: ir.Expression | None) -> bool:
    """Whether a condition never holds."""
    return isinstance(node, ir.Constant) and node.value == 0


def _values(*nodes: ir.Expression) -> list[int] | None:
    if all(isinstance(node, ir.Constant) for node in nodes):
        return [node.value for node in nodes if isinstance(node, ir.Constant)]
    return None


def _function(node: ir.Function, setting: Setting) -> ir.Expression:
    if node.name == "parameter" and (known := _values(*node.arguments)):
        return ir.Constant(setting.parameters[setting.game.texts[known[0]]], node.type, span=node.span)
    values = _values(*node.arguments)
    rule = _FUNCTIONS.get(node.name)
    if rule is None or values is None:
        return node
    return ir.Constant(rule(setting, node, values), node.type, span=node.span)


def _value_attribute(setting: Setting, node: ir.Function, values: list[int]) -> int:
    key, value = values
    gone = absent(node.type)
    table = setting.attribute_table(node.arguments[1].type.name, setting.game.texts[key], gone)
    return table[value] if value >= 0 else gone


_FUNCTIONS: dict[str, Callable[[Setting, ir.Function, list[int]], int]] = {
    "left": lambda setting, _, v: (v[0] + 1) % setting.players if v[0] >= 0 else ir.NONE,
    "right": lambda setting, _, v: (v[0] - 1) % setting.players if v[0] >= 0 else ir.NONE,
    "seat_number": lambda _, __, v: v[0] + 1 if v[0] >= 0 else 0,
    "smaller": lambda _, __, v: min(v),
    "larger": lambda _, __, v: max(v),
    "value_attribute": _value_attribute,
}


def _derived(node: ir.Derived, setting: Setting) -> ir.Expression:
    """Evaluates a definition without exceptions, of known arguments."""
    given = _values(*node.arguments)
    known = setting.constant_defines
    key = node.define, None if given is None else tuple(given)
    if key not in known:
        define = setting.defines[node.define]
        known[key] = None  # while it is being evaluated
        if not define.exceptions:
            put_in = {} if given is None else dict(enumerate(node.arguments))
            value = folded(define.value, setting, put_in)
            known[key] = value.value if isinstance(value, ir.Constant) else None
    result = known[key]
    return node if result is None else ir.Constant(result, node.type, span=node.span)


def _arithmetic(node: ir.Arithmetic, _: Setting) -> ir.Expression:
    if values := _values(node.left, node.right):
        result = _ARITHMETIC[node.operator](*values)
        return node if abs(result) > LARGEST_NUMBER else ir.Constant(result, node.type, span=node.span)
    neutral = 1 if node.operator == "*" else 0
    if isinstance(node.right, ir.Constant) and node.right.value == neutral and node.type == node.left.type:
        return node.left
    if (
        isinstance(node.left, ir.Constant)
        and node.left.value == neutral
        and node.operator != "-"
        and node.type == node.right.type
    ):
        return node.right
    return node


def _divide(node: ir.Divide, _: Setting) -> ir.Expression:
    values = _values(node.left, node.right)
    if values is None:
        return node.left if isinstance(node.right, ir.Constant) and node.right.value == 1 else node
    left, right = values
    if right == 0:
        return node
    return ir.Constant(-(-left // right) if node.up else left // right, node.type, span=node.span)


def _compare(node: ir.Compare, _: Setting) -> ir.Expression:
    values = _values(node.left, node.right)
    if values is None or node.left.type.many or node.right.type.many:
        return node
    if node.operator not in ("=", "!=") and (_is_none(node.left) or _is_none(node.right)):
        return NO
    return YES if _COMPARISONS[node.operator](*values) else NO


def _is_none(node: ir.Expression) -> bool:
    return isinstance(node, ir.Constant) and node.value == ir.NONE and node.type.optional


def _and(node: ir.And, _: Setting) -> ir.Expression:
    parts = tuple(part for part in node.parts if not is_yes(part))
    if any(is_no(part) for part in parts):
        return NO
    return with_fields(node, parts=parts) if len(parts) > 1 else parts[0] if parts else YES


def _or(node: ir.Or, _: Setting) -> ir.Expression:
    parts = tuple(part for part in node.parts if not is_no(part))
    if any(is_yes(part) for part in parts):
        return YES
    return with_fields(node, parts=parts) if len(parts) > 1 else parts[0] if parts else NO


def _not(node: ir.Not, _: Setting) -> ir.Expression:
    match node.inner:
        case ir.Constant(value):
            return NO if value else YES
        case ir.Not(inner):
            return inner
        case ir.Compare("=" | "!=" as operator, left, right):
            return ir.Compare("!=" if operator == "=" else "=", left, right, span=node.span)
    return node


def _count(node: ir.CountOf, setting: Setting) -> ir.Expression:
    match node.over:
        case ir.AllOf(ir.Type(ir.Kind.PLAYER | ir.Kind.VALUE) as of):
            return ir.Constant(setting.size(of), ir.NUMBER, span=node.span)
        case ir.PlayersFrom():
            return ir.Constant(setting.players, ir.NUMBER, span=node.span)
    return node


def _item(node: ir.Item, setting: Setting) -> ir.Expression:
    match node.over, node.place:
        case ir.AllOf(ir.Type(ir.Kind.PLAYER | ir.Kind.VALUE) as of), ir.Constant(place) if (
            0 <= place < setting.size(of)
        ):
            return ir.Constant(place, node.type, span=node.span)
        case ir.ListOf(items), ir.Constant(place) if 0 <= place < len(items) and not any(i.type.many for i in items):
            return items[place]
    return node


def _players_from(node: ir.PlayersFrom, _: Setting) -> ir.Expression:
    if isinstance(node.start, ir.Constant) and node.start.value <= 0 and not node.anticlockwise:
        return ir.AllOf(ir.PLAYER, ir.PLAYERS, span=node.span)
    return node


def _cases(node: ir.Cases, _: Setting) -> ir.Expression:
    cases: list[tuple[ir.Expression, ir.Expression]] = []
    for condition, value in node.cases:
        if is_yes(condition):
            return with_fields(node, cases=tuple(cases), default=value) if cases else value
        if not is_no(condition):
            cases.append((condition, value))
    return with_fields(node, cases=tuple(cases)) if cases else node.default


def _filter(node: ir.Filter, _: Setting) -> ir.Expression:
    return node.over if is_yes(node.where) else node


def _if(node: ir.If, _: Setting) -> ir.If | tuple[ir.Statement, ...]:
    if is_yes(node.condition):
        return node.then
    return node.otherwise if is_no(node.condition) else node


def _while(node: ir.While, _: Setting) -> ir.While | tuple[ir.Statement, ...]:
    return () if is_no(node.condition) else node


_RULES: Mapping[type, Callable[[OfItsKind, Setting], object]] = {
    ir.Function: _function,
    ir.Derived: _derived,
    ir.Arithmetic: _arithmetic,
    ir.Divide: _divide,
    ir.Compare: _compare,
    ir.And: _and,
    ir.Or: _or,
    ir.Not: _not,
    ir.CountOf: _count,
    ir.Item: _item,
    ir.PlayersFrom: _players_from,
    ir.Cases: _cases,
    ir.Filter: _filter,
    ir.If: _if,
    ir.While: _while,
}
