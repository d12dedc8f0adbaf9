"""Elaborates arithmetic, comparisons and lists."""

import re
from itertools import pairwise
from typing import get_args

from dsl.diagnostic import Edit, Fix
from dsl.elaborate.core import expressions as ex
from dsl.elaborate.core.context import Context
from dsl.elaborate.expressions import names, properties
from dsl.elaborate.expressions.absence import guarded
from dsl.ir import nodes as ir
from dsl.ir.nodes import NUMBER, TEXT, YES_NO, Kind, Type
from dsl.listing import joined
from dsl.names.symbols import CardTypeSymbol, Scope
from dsl.names.type_advice import shown
from dsl.names.types import comparable, nouns, words
from dsl.source import Span
from dsl.syntax import nodes as n

_MANY = r"\b(?:number of|highest|lowest|total)\b"
#: The last phrase of a line that counts or adds up and has a `where`.
_COUNTED = re.compile(rf"{_MANY}(?!.*{_MANY}).*\bwhere\b.*$")
_OPERATORS: dict[str, ir.Operator] = {word: word for word in get_args(ir.Operator)}
_COMPARISONS: dict[str, ir.Comparison] = {word: word for word in get_args(ir.Comparison)}
_ORDERED = (Kind.NUMBER, Kind.VALUE, Kind.DIE, Kind.UNKNOWN)


# ---------------------------------------------------------------- numbers


def binary(c: Context, node: n.Binary) -> ir.Expression:
    """`+`, `-`, `*`, `and`, `or`."""
    if node.operator in ("and", "or"):
        _no_lone_value(c, _flat(node.operator, node))
        parts = tuple(ex.condition(c, part) for part in _flat(node.operator, node))
        return ir.And(parts, span=node.span) if node.operator == "and" else ir.Or(parts, span=node.span)
    for side in (node.left, node.right):
        if isinstance(side, n.Divide):
            _needs_brackets(c, node, side)
    left = ex.expression(c, node.left, NUMBER)
    if left.type.kind is Kind.VALUE and not left.type.many and node.operator in "+-":
        return _shift(c, node, left)
    c.expect(left, NUMBER, node.left.span, f"what stands before `{node.operator}`")
    right = ex.number(c, node.right, f"what stands after `{node.operator}`")
    return ir.Arithmetic(_OPERATORS[node.operator], left, right, span=node.span)


def _no_lone_value(c: Context, parts: list[n.Expression]) -> None:
    """`gold is 3 or 4`: the second value is no condition of its own."""
    for earlier, part in pairwise(parts):
        if isinstance(part, n.Number | n.Text) and isinstance(earlier, n.Compare) and earlier.operator in ("=", "!="):
            no, left = "not " if earlier.operator == "!=" else "", shown(earlier.left.span)
            c.e.wrong(
                "wrong-type", f"`{shown(part.span)}` is no condition by itself", part.span, label="what of it?",
                help=(f"write `{left} is {no}in ({shown(earlier.right.span)}, {shown(part.span)})`",),
            )  # fmt: skip


def _flat(operator: str, node: n.Expression) -> list[n.Expression]:
    """The parts of `a and b and c`."""
    if isinstance(node, n.Binary) and node.operator == operator:
        return [*_flat(operator, node.left), *_flat(operator, node.right)]
    return [node]


def _needs_brackets(c: Context, node: n.Binary, division: n.Divide) -> None:
    inside = division.span
    edits = (
        Edit(Span(inside.source, inside.start, inside.start), "("),
        Edit(Span(inside.source, inside.end, inside.end), ")"),
    )
    text = " ".join(node.span.text.split())
    mended = text.replace(shown(inside), f"({shown(inside)})", 1)
    c.e.wrong(
        "division-needs-brackets", "it is unclear what is rounded here", inside, label="put this in brackets",
        help=(f"write `{mended}`",), fix=Fix("put the division in brackets", edits, safe=True),
    )  # fmt: skip


def _shift(c: Context, node: n.Binary, value: ir.Expression) -> ir.Expression:
    """`day + 1`: so many values further, round and round in a ring, else none beyond the ends."""
    steps = ex.number(c, node.right, "how many further")
    if node.operator == "-":
        steps = ir.Arithmetic("-", ir.Constant(0, NUMBER), steps, span=node.right.span)
    enum = c.e.scope.enums.get(value.type.name)
    ring = enum is not None and enum.ring
    return ir.Function("shift", (value, steps), value.type if ring else value.type.or_none(), span=node.span)


def divide(c: Context, node: n.Divide) -> ir.Expression:
    """A division, which says how it rounds."""
    if node.rounding is None:
        c.e.wrong(
            "rounding-unsaid", "a division says how it rounds", node.span, label="rounded down or up?",
            help=(f"write `{shown(node.span)} rounded down`, or `rounded up`",),
        )  # fmt: skip
    left, right = ex.number(c, node.left, "what is divided"), ex.number(c, node.right, "what it is divided by")
    if isinstance(right, ir.Constant) and right.value == 0 and right.type == NUMBER:
        c.e.wrong("divided-by-zero", "nothing can be divided by 0", node.right.span, label="this is 0",
                  help=("divide by another number, or leave the division out",))  # fmt: skip
    return ir.Divide(left, right, node.rounding == "up", span=node.span)


def negative(c: Context, inner: n.Expression, span: Span) -> ir.Expression:
    """`-3`."""
    value = ex.number(c, inner)
    if isinstance(value, ir.Constant):
        return ir.Constant(-value.value, NUMBER, span=span)
    return ir.Arithmetic("-", ir.Constant(0, NUMBER), value, span=span)


# ---------------------------------------------------------------- lists


def list_of_items(c: Context, items: tuple[n.Expression, ...], span: Span, expected: Type | None) -> ir.Expression:
    """`(a, b)`: things of one kind."""
    hint = expected.one() if expected is not None else None
    values: list[ir.Expression] = []
    kind: Type | None = hint if hint is not None and hint.kind is Kind.VALUE else None
    for item in items:
        values.append(ex.expression(c, item, kind))
        if kind is None and values[-1].type.kind is not Kind.NOTHING:
            kind = values[-1].type.one()
    first = next((v for v in values if v.type.kind is not Kind.NOTHING), values[0])
    if all(v.type.kind is Kind.PIECE for v in values):
        kinds = {v.type.name for v in values}
        return ir.ListOf(tuple(values), Type(Kind.PIECE, kinds.pop() if len(kinds) == 1 else "", many=True), span=span)
    for value, item in zip(values, items, strict=True):
        if not comparable(value.type.one(), first.type.one()):
            c.e.wrong("mixed-list", f"{words(value.type)} does not go into a list with {words(first.type)}", item.span,
                      label=f"this is {words(value.type)}", help=("a list holds things of one kind",))  # fmt: skip
    return ir.ListOf(tuple(values), first.type.list(), span=span)


# ---------------------------------------------------------------- comparisons


def compare(c: Context, node: n.Compare) -> ir.Expression:
    """`=`, `<` and the others, also in words."""
    left = _left_side(c, node)
    if node.operator in ("=", "!=") and (flag := _is_flag(c, node, left)) is not None:
        return flag
    right = ex.expression(c, node.right, left.type)
    if node.operator not in ("=", "!="):
        _check_ordered(c, node, left, right)
    elif not comparable(left.type, right.type):
        _never_equal(c, node, left.type, right.type)
    return guarded(ir.Compare(_COMPARISONS[node.operator], left, right, span=node.span))


def _left_side(c: Context, node: n.Compare) -> ir.Expression:
    """What is compared; a bare word or a title is taken for a value of the enum that the other side is of."""
    if not isinstance(node.left, n.Text) and not (
        isinstance(node.left, n.Name) and len(c.e.scope.values_named(node.left.text)) > 1
    ):
        return ex.expression(c, node.left)
    return ex.expression(c, node.left, ex.expression(c, node.right).type)


def _is_flag(c: Context, node: n.Compare, left: ir.Expression) -> ir.Expression | None:
    """`c is reversed`: the yes/no property of that name."""
    if not isinstance(node.right, n.Name) or node.spelling == "=" or c.find(node.right.text) is not None:
        return None
    if left.type.many or left.type.kind in (Kind.NUMBER, Kind.YES_NO, Kind.UNKNOWN):
        return None
    found = properties.own_property(c, node.right, left, YES_NO, span=node.span)
    if found is None or found.type != YES_NO:
        return None
    return found if node.operator == "=" else ir.Not(found, span=node.span)


def _whose(c: Context, node: n.Compare, left: Type, right: Type) -> None:
    """`crates > 3`: a counter of players without its owner."""
    if Kind.NUMBER in (left.kind, right.kind) and left.kind is not right.kind:
        names.whose_counter(c, node.left)
        names.whose_counter(c, node.right)


def _never_equal(c: Context, node: n.Compare, left: Type, right: Type) -> None:
    _whose(c, node, left, right)
    c.e.wrong(
        "never-equal", f"{words(left)} can never be {words(right)}", node.span,
        label=f"{words(left)} on the left, {words(right)} on the right",
        help=_ends_where(node, left, right) or _of_each(c, node, right) or _to_be_equal(c.e.scope, node, left, right),
    )  # fmt: skip


def _of_each(c: Context, node: n.Compare, right: Type) -> tuple[str, ...]:
    """`any card in market is red`: what is asked of each stands behind `where`."""
    if not isinstance(node.left, n.Query) or node.left.noun.where is not None or right.kind is not Kind.VALUE:
        return ()
    printed = (s.fields for s in c.e.scope.names.values() if isinstance(s, CardTypeSymbol))
    field = next((name for fields in printed for name, type_ in fields.items() if type_.name == right.name), "...")
    return (f"write `{shown(node.left.span)} where {field} {node.spelling} {shown(node.right.span)}`",)


def _ends_where(node: n.Compare, left: Type, right: Type) -> tuple[str, ...]:
    """`number of players where asleep = 1`: what stands before the sign was meant to be counted first."""
    if left.kind is not Kind.YES_NO or right.kind is not Kind.NUMBER:
        return ()
    text = node.span.source.text
    before = text[text.rfind("\n", 0, node.span.start) + 1 : node.span.start]
    found = _COUNTED.search(before)
    if found is None:
        return ()
    counted = " ".join((found[0] + node.left.span.text).split())
    meant = " ".join(text[node.left.span.end : node.span.end].split())
    return (f"`where` reaches to the end: write `({counted}) {meant}`",)


def _to_be_equal(scope: Scope, node: n.Compare, left: Type, right: Type) -> tuple[str, ...]:
    text = shown(node.left.span)
    match left.kind:
        case Kind.VALUE if left.name in scope.enums:
            values = scope.enums[left.name].value_names()
            return (f"`{text}` is one of {joined(values, 'or')}",)
        case Kind.PLAYER if right.kind is Kind.NUMBER and not left.many:
            counters = [f"`{v.name} of {text}`" for v in scope.counters[:3]]
            return (f"compare something of that player, such as {' or '.join(counters)}",) if counters else ()
        case Kind.PIECE | Kind.VALUE if right.kind is Kind.TEXT and not left.many:
            return (f"what stands at its head is its title: `title of {text}`",)
        case Kind.ZONE if right.kind is Kind.NUMBER:
            return (f"to count what lies there, write `number of cards in {text}`",)
        case _ if left.many and right.kind is Kind.NUMBER:
            return ("to count them, write `number of ...`",)
        case _ if left.many:
            return ("ask for one of them: `any ... where ...`",)
        case _:
            return ("compare two things of one kind",)


def _check_ordered(c: Context, node: n.Compare, left: ir.Expression, right: ir.Expression) -> None:
    _whose(c, node, left.type, right.type)
    if left.type.kind in _ORDERED and not left.type.many and comparable(left.type, right.type):
        return
    if Kind.UNKNOWN in (left.type.kind, right.type.kind):
        return
    help_ = _ends_where(node, left.type, right.type)
    if not help_ and left.type.kind is not Kind.VALUE:
        help_ = _to_be_equal(c.e.scope, node, left.type, right.type)
    c.e.wrong(
        "not-ordered", f"{words(left.type)} is not more or less than {words(right.type)}", node.span,
        label=f"{words(left.type)} on the left, {words(right.type)} on the right",
        help=help_ or ("compare two numbers, or two values of one enum",),
    )  # fmt: skip


# ---------------------------------------------------------------- lists and what is in them


def is_in(c: Context, node: n.IsIn) -> ir.Expression:
    """`X is in LIST`."""
    if isinstance(node.group, n.ListOf) and isinstance(node.group.items[0], n.Text):
        item = ex.expression(c, node.item)
        group = ex.expression(c, node.group, item.type.list())
    else:
        group = ex.list_of(c, node.group)
        item = ex.expression(c, node.item, group.type.one())
    if item.type == TEXT and group.type.kind is Kind.PIECE:
        found: ir.Expression = _titled(c, item, group, node.span)
    elif not comparable(item.type.one(), group.type.one()):
        c.e.wrong("never-in", f"{words(item.type)} is never among {nouns(group.type)}", node.span,
                  label=f"{words(item.type)} on the left, {words(group.type)} on the right",
                  help=("ask whether one thing is in a list of such things",))  # fmt: skip
    else:
        found = ir.IsIn(item, group, span=node.span)
    return ir.Not(found, span=node.span) if node.negated else found


def _titled(c: Context, title: ir.Expression, group: ir.Expression, span: Span) -> ir.Expression:
    """`"Some Card" is in your hand`: whether a card of that title is there."""
    slot = c.new_slot("card")
    card = ir.Local(slot, "card", group.type.one(), span=span)
    same = ir.Compare("=", ir.Function("title", (card,), TEXT, span=span), title, span=span)
    return ir.Some(group, slot, same, span=span)


def is_empty(c: Context, node: n.IsEmpty) -> ir.Expression:
    """`LIST is empty`."""
    group = ex.list_of(c, node.group)
    if isinstance(group, ir.ListOf) and not isinstance(node.group, n.ListOf | n.Brackets):
        kind = group.type.one()
        c.e.wrong("not-a-list", f"{words(kind)} is never empty", node.group.span, label=f"this is {words(kind)}",
                  help=_instead_of_empty(kind, shown(node.group.span), node.negated))  # fmt: skip
    some = ir.Some(group, -1, None, span=node.span)
    return some if node.negated else ir.Not(some, span=node.span)


def _instead_of_empty(kind: Type, text: str, negated: bool) -> tuple[str, ...]:
    if kind.kind is Kind.NUMBER:
        return (f"write `{text} {'>' if negated else '='} 0`",)
    return (f"write `{text} exists`" if negated else f"write `{text} is none`",)


def exists(c: Context, inner: n.Expression, span: Span) -> ir.Expression:
    """`X exists`: there is one."""
    value = ex.expression(c, inner)
    if value.type.kind is Kind.ZONE or value.type.many:
        c.e.wrong(
            "always-exists", f"{words(value.type)} always exists", inner.span, label=f"this is {words(value.type)}",
            help=(f"ask whether something is there: `{shown(inner.span)} is not empty`",),
        )  # fmt: skip
    return ir.Compare("!=", value, ir.Constant(ir.NONE, ir.NOTHING), span=span)
