"""Elaborates `option "{low} and {high}" for each low from 2 to 12, each high in ...`: one option for each combination.

How many there may be is known before play, so each is an option of the menu with a condition of its own; what stands
for the element in the body is looked up by the answer.
"""

from collections.abc import Iterator, Mapping
from math import inf, prod

from dsl.bounds.interval import ANY_NUMBER, Interval, arithmetic, compare, join, nearer, number
from dsl.elaborate.core import expressions as ex
from dsl.elaborate.core.context import Context, Statements
from dsl.elaborate.core.titles import title_of
from dsl.elaborate.expressions.order_of_play import beginning_with
from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.nodes import NUMBER, Kind, Type
from dsl.names.symbols import ParameterSymbol, ZoneSymbol
from dsl.names.types import nouns
from dsl.source import Span
from dsl.syntax import nodes as n
from dsl.walk import rebuilt, rewritten

#: More options than anybody reads through, let alone a table.
MOST = 400

Parts = tuple[ir.TextPart, ...]


@frozen
class Option:
    """One option of a menu: what it is called, when it is offered, and what its names stand for."""

    title: str
    parts: Parts
    condition: ir.Expression | None
    stands_for: tuple[ir.Expression, ...]
    prices: tuple[ir.Price, ...]


@frozen
class _Element:
    """A name that stands for each of these in turn, where the conditions hold."""

    local: ir.Local
    candidates: tuple[ir.Expression, ...]
    conditions: tuple[ir.Expression, ...]


@frozen
class Elements:
    """The names of one `for each`, bound in the block that is open."""

    each: tuple[_Element, ...]

    def options(
        self, c: Context, title: str, parts: Parts, condition: ir.Expression | None, prices: tuple[ir.Price, ...]
    ) -> list[Option]:
        """All combinations that are not ruled out before play; without names, the one option."""
        if not self.each:
            return [Option(title, parts, condition, (), prices)]
        made = (_option(c, known, self.each, parts, condition, prices) for known in _combinations(self.each))
        return [option for option in made if option is not None]

    def looked_up(self, options: list[Option], place: ir.Expression, span: Span) -> Statements:
        """What the names stand for once the option at that place, counted from 1, has been chosen."""
        locals_ = [element.local for element in self.each]
        lists = [ir.ListOf(values, one.type.list(), span=span) for one, values in zip(
            locals_, zip(*(option.stands_for for option in options), strict=True), strict=False
        )]  # fmt: skip
        return tuple(
            ir.SetLocal(one.slot, ir.Function("item", (place, values), one.type, span=span), span=span)
            for one, values in zip(locals_, lists, strict=False)
        )


def elements(c: Context, said: tuple[n.OptionEach, ...]) -> Elements:
    """Binds the names of a `for each`; a later list may hang on an earlier name."""
    found: list[_Element] = []
    for one in said:
        found.append(_numbers(c, one, one.over, found) if isinstance(one.over, n.Range) else _listed(c, one, one.over))
        if prod(len(element.candidates) for element in found) > MOST:
            c.e.wrong(
                "too-many-options", f"there may be more than {MOST} options", one.span, label="too many to read",
                help=("ask two questions, one after the other", "or give the numbers narrower limits"),
            )  # fmt: skip
    return Elements(tuple(found))


def _numbers(c: Context, said: n.OptionEach, over: n.Range, before: list[_Element]) -> _Element:
    low, high = ex.number(c, over.low, "the first number"), ex.number(c, over.high, "the last number")
    known = {e.local.slot: e.candidates for e in before}
    least, most = _limits(c, low, known).low, _limits(c, high, known).high
    if least > most:  # there is no option, or none of an earlier name
        least, most = 0, -1
    if inf in (-least, most):
        node = over.high if most == inf else over.low
        c.e.wrong(
            "options-without-limit", "it is not known before play how many options there may be", node.span,
            label="this has no limit", help=(f"give it one, as in `{_with_limit(node, most < inf)}`",),
        )  # fmt: skip
    local = c.bind(said.name, NUMBER)
    within = (ir.Compare(">=", local, low, span=over.span), ir.Compare("<=", local, high, span=over.span))
    return _Element(local, tuple(ir.Constant(k, NUMBER) for k in range(int(least), int(most) + 1)), within)


def _with_limit(node: n.Expression, is_low: bool) -> str:
    return f"{'larger' if is_low else 'smaller'} of ({node.span.text}, {0 if is_low else 10})"


def _limits(c: Context, value: ir.Expression, known: Mapping[int, tuple[ir.Expression, ...]]) -> Interval:
    """What a number can be, as far as that is said before play."""
    match value:
        case ir.Constant(found):
            return number(found)
        case ir.Local(slot) if slot in known:
            return join(*(_limits(c, one, {}) for one in known[slot]))
        case ir.Function("parameter", (ir.Constant(text),)):
            symbol = c.e.scope.find(c.e.texts[text])
            if isinstance(symbol, ParameterSymbol) and (over := symbol.node.range) is not None:
                return join(*(_limits(c, ex.number(c, end), {}) for end in (over.low, over.high)))
        case ir.Arithmetic(sign, left, right):
            return arithmetic(sign, _limits(c, left, known), _limits(c, right, known))
        case ir.Function("smaller" | "larger" as name, (left, right)):
            return nearer(name, _limits(c, left, known), _limits(c, right, known))
        case _:
            pass
    return ANY_NUMBER


def _listed(c: Context, said: n.OptionEach, over: n.LoopList | n.Query) -> _Element:
    if isinstance(over, n.Query):
        group = ex.list_of(c, over)
    else:
        group = beginning_with(c, ex.list_of(c, over.group), over.start, over.span)
    kind, where = group.type.one(), over.where if isinstance(over, n.LoopList) else None
    if isinstance(group, ir.ListOf) and not any(item.type.many for item in group.items):
        local = c.bind(said.name, kind)
        return _Element(local, group.items, _where(c, said, local, where))
    most = c.e.most_players if kind.kind is Kind.PLAYER else _most_pieces(c, group)
    if kind.kind is Kind.PLAYER or (kind.kind is Kind.PIECE and most <= MOST):
        places = (ir.Constant(k, NUMBER) for k in range(1, int(most) + 1))
        things = tuple(ir.Function("item", (k, group), kind.or_none(), span=over.span) for k in places)
        local = c.bind(said.name, kind)
        there = ir.Compare("!=", local, ir.Constant(ir.NONE, ir.NOTHING), span=over.span)
        return _Element(local, things, (there, *_where(c, said, local, where)))
    if kind.kind is Kind.VALUE and kind.name in c.e.scope.enums:
        local = c.bind(said.name, kind)
        values = tuple(ir.Constant(k, kind) for k in range(len(c.e.scope.enums[kind.name].values)))
        among = () if isinstance(group, ir.AllOf) else (ir.IsIn(local, group, span=over.span),)
        return _Element(local, values, (*among, *_where(c, said, local, where)))
    c.e.wrong(
        "options-without-limit", "it is not known before play how many options there may be", over.span,
        label=f"a list of {nouns(group.type)}",
        help=("options are made for each number, player or value of an enum, or of a list in brackets",
              "for each piece they are made where it is said how many lie there: `zone stall: row, face up, at most 5`",
              "to choose among pieces, write `choose a card from ... as NAME`"),
    )  # fmt: skip


def _most_pieces(c: Context, group: ir.Expression) -> float:
    """How many pieces there may be in a list, as far as the zones that they lie in say how many there is room for."""
    match group:
        case ir.Filter(inner) | ir.Without(inner) | ir.Function("from" | "back_from", (inner, *_)):
            return _most_pieces(c, inner)
        case ir.ListOf(items):
            return sum(_most_pieces(c, item) if item.type.many else 1 for item in items)
        case ir.Contents(ir.ZoneAt(name, at) | ir.Zones(name, at)) if isinstance(
            symbol := c.e.scope.names.get(name), ZoneSymbol
        ):
            room = next((t.value for t in symbol.node.traits if t.kind == "at_most"), None)
            most = _limits(c, ex.number(c, room), {}).high if room is not None else 1 if symbol.shape == "slot" else inf
            each = (index.name for index, one in zip(symbol.dimensions, at, strict=True) if one is None)
            enums = c.e.scope.enums
            return most * prod(len(enums[name].values) if name in enums else c.e.most_players for name in each)
        case _:
            return inf


def _where(c: Context, said: n.OptionEach, local: ir.Local, where: n.Expression | None) -> tuple[ir.Expression, ...]:
    if where is None:
        return ()
    with c.with_candidate(local, said.name):
        return (ex.condition(c, where),)


# ---------------------------------------------------------------- each combination


def _combinations(each: tuple[_Element, ...]) -> Iterator[dict[int, ir.Expression]]:
    """What the names stand for, by their slots; the last changes first."""
    if not each:
        yield {}
        return
    *before, last = each
    for known in _combinations(tuple(before)):
        yield from ({**known, last.local.slot: candidate} for candidate in last.candidates)


def _option(
    c: Context, known: dict[int, ir.Expression], each: tuple[_Element, ...], label: Parts, own: ir.Expression | None,
    prices: tuple[ir.Price, ...],
) -> Option | None:  # fmt: skip
    """The option for these; nothing if it can never be offered."""

    def put_in(node: object) -> object:
        if isinstance(node, ir.Local) and node.slot in known:
            return put_in(known[node.slot])  # it may hang on an earlier name
        return _settled(rebuilt(node, put_in))

    said = [condition for element in each for condition in element.conditions] + ([own] if own is not None else [])
    holds = [condition for one in said if not _is_always(condition := rewritten(one, put_in))]
    if any(isinstance(condition, ir.Constant) for condition in holds):
        return None
    parts = tuple(part if isinstance(part, str) else _said(c, rewritten(part, put_in)) for part in label)
    title = "".join(part if isinstance(part, str) else f"{{{_as_written(name)}}}"
                    for name, part in zip(label, parts, strict=True))  # fmt: skip
    both = ir.And(tuple(holds), span=own.span if own is not None else each[0].local.span)
    stands_for = tuple(rewritten(known[element.local.slot], put_in) for element in each)
    return Option(title, parts, both if holds else None, stands_for, rewritten(prices, put_in))


def _as_written(part: ir.TextPart) -> str:
    return part if isinstance(part, str) else part.span.text


def _settled(node: object) -> object:
    """A comparison of two numbers that are known before play, as yes or no."""
    match node:
        case ir.Compare(sign, ir.Constant(left, Type(Kind.NUMBER)), ir.Constant(right, Type(Kind.NUMBER))):
            return ir.Constant(int(compare(sign, number(left), number(right)).low), ir.YES_NO, span=node.span)
        case _:
            return node


def _is_always(condition: ir.Expression) -> bool:
    return isinstance(condition, ir.Constant) and bool(condition.value)


def _said(c: Context, value: ir.Expression) -> ir.TextPart:
    """A number or a value in words, where it is known before play."""
    match value:
        case ir.Constant(number, Type(Kind.NUMBER)):
            return str(number)
        case ir.Constant(place, Type(Kind.VALUE, name)) if name in c.e.scope.enums:
            one = c.e.scope.enums[name].values[place]
            return title_of(one.name, one.title)
        case _:
            return value
