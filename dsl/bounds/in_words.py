"""Says in words how large things can get, and what keeps them there."""

from math import inf

from dsl.bounds.report import Bounds, KindBound, NumberBound, ZoneBound
from dsl.ir import nodes as ir
from dsl.ir.nodes import Dimension, Kind
from dsl.ir.print.phrases import Names
from dsl.ir.print.steps import place

NO_BOUND = "no bound"
#: Of more titles than these, only the kinds of cards are named.
_TITLES = 4


def named(name: str, dimensions: tuple[ir.Index, ...]) -> str:
    """A name, with what there is one of it for."""
    words = [" of player" if d.dimension is Dimension.PLAYER else f" by {d.name}" for d in dimensions]
    return name + "".join(words)


def at_most(amount: int | float) -> str:
    """A number that is never exceeded, if there is one."""
    return NO_BOUND if amount == inf else str(amount)


def zone_why(z: ZoneBound) -> str:
    """Why no more can lie in a zone, and what lies there."""
    why = why_so(z)
    if not z.kinds or z.most == inf:
        return why
    return (
        f"{why}: {_kinds(z.kinds)}" if z.most == sum(kind.most for kind in z.kinds) else f"{why}, of {_kinds(z.kinds)}"
    )


def _kinds(kinds: tuple[KindBound, ...]) -> str:
    if len(kinds) <= _TITLES:
        return ", ".join(kind.title if kind.most == 1 else f"{at_most(kind.most)} x {kind.title}" for kind in kinds)
    types: dict[str, int | float] = {}
    for kind in kinds:
        types[kind.card_type] = types.get(kind.card_type, 0) + kind.most
    return ", ".join(f"{at_most(most)} x {card_type}" for card_type, most in types.items())


def why_so(one: ZoneBound | NumberBound) -> str:
    """The reason, with the place of the statement that it depends on."""
    span = getattr(one.why.node, "span", None)
    at = place(span).removeprefix("# ") if span is not None else ""
    return f"{one.why.words} ({at})" if at else one.why.words


def number_name(n: NumberBound) -> str:
    """What a number is called, with what there is one of it for."""
    return named(f"{n.name} of {n.on}" if n.on else n.name, n.dimensions)


def number_range(n: NumberBound) -> str:
    """The smallest and the largest that it can be."""
    if n.high == inf:
        return NO_BOUND if n.low == -inf else f"{n.low} or more"
    return f"{n.high} or less" if n.low == -inf else f"{n.low} to {n.high}"


def number_values(n: NumberBound, found: Bounds) -> str:
    """What it can be: yes or no, one of so many."""
    if n.low == n.high and not n.type.many and n.type.kind in (Kind.YES_NO, Kind.PLAYER, Kind.VALUE):
        return f"always {Names(found.game, ()).constant(int(n.low), n.type)}"
    what = _one_of(n, found)
    if n.type.many:
        return f"a list of {at_most(n.most)}, each {what}"
    return f"{what}, or none" if n.low < 0 and n.type.kind not in (Kind.NUMBER, Kind.YES_NO) else what


def _one_of(n: NumberBound, found: Bounds) -> str:
    match n.type.kind:
        case Kind.YES_NO:
            return "yes or no"
        case Kind.NUMBER | Kind.DIE:
            return number_range(n)
        case Kind.PLAYER:
            return f"one of {found.players[1]} players"
        case Kind.PIECE:
            return f"one of {at_most(found.pieces)} pieces"
        case Kind.VALUE:
            return f"one of {n.high + 1} {n.type.name}"
        case _:
            return f"a {n.type.kind}"
