"""The bounds of a game in words: how large everything can get, what keeps it there, and what nothing keeps."""

from collections.abc import Iterable, Iterator
from math import inf

from dsl.bounds.report import Bounds, KindBound, NumberBound, QuestionBound, RoundBound, ZoneBound, without_bound
from dsl.ir import nodes as ir
from dsl.ir.nodes import Dimension, Kind
from dsl.ir.print.phrases import Names
from dsl.ir.print.steps import line, place
from dsl.source import Span
from interpreter.program.cfg.stack_bound import StackBound

NO_BOUND = "no bound"
#: Of more titles than these, only the kinds of cards are named.
_TITLES = 4
#: A name that is longer stands for itself, with nothing below it in its column.
_WIDEST_NAME = 60


def report(found: Bounds, stack: StackBound | None) -> str:
    """Everything, one thing a line, each with the place in the rules that it is declared in."""
    numbers = [n for n in found.numbers if n.type == ir.NUMBER]
    others = [n for n in found.numbers if n.type != ir.NUMBER]
    questions = [(q, f'"{q.prompt}"' if q.prompt else "which action") for q in found.questions]
    sections = (
        _head(found),
        (
            *_table("zones, by how many pieces may lie in one", [
                (_named(z.zone.name, z.zone.dimensions), _most(z.most), _zone_why(z), z.span) for z in found.zones
            ]),
            f"    pieces in the whole game: {_most(found.pieces)}",
        ),
        _table("counters", [(_number_name(n), _range(n), _why(n), n.span) for n in numbers]),
        _table("what else is remembered", [(_number_name(n), _values(n, found), "", n.span) for n in others]),
        _table("rounds, by how often they go on", [
            (r.flow.name, _most(r.most), _ends(r), r.span) for r in found.rounds
        ]),
        _table("questions, by how many options there may be", [
            (f"{q.heading}: {asks}", _most(q.most), _beside(q), q.span) for q, asks in questions
        ]),
        _table("rules that hold for a time, by how often they may be in force at once", [
            (e.effect.title or "a rule for a time", _most(e.most), "", e.span) for e in found.effects
        ]),
        _kept(found, stack),
        _without(found),
    )  # fmt: skip
    return "\n\n".join("\n".join(lines) for section in sections if (lines := list(section))) + "\n"


def _head(found: Bounds) -> Iterator[str]:
    few, many = found.players
    players = f"{few} players" if few == many else f"{few} to {many} players"
    yield f'bounds of "{found.game.title}" for {players}: what is never exceeded, whatever is played'
    for variant in found.game.variants:
        yield f'with the variant "{variant}"'
    for p in found.game.parameters:
        low, high = found.parameters[p.name]
        if p.type.kind is Kind.NUMBER:
            yield line(f"parameter {p.name} {f'= {low}' if low == high else f'from {low} to {high}'}", p.span, 1)


def _table(heading: str, rows: Iterable[tuple[str, str, str, Span]]) -> Iterator[str]:
    """Names, bounds and reasons below each other."""
    done = list(rows)
    if not done:
        return
    yield heading
    name_width = min(_WIDEST_NAME, max(len(name) for name, _, _, _ in done))
    width = max(len(bound) for _, bound, _, _ in done)
    numbers = all(bound.isdigit() or bound == NO_BOUND for _, bound, _, _ in done)
    for name, bound, why, span in done:
        put = bound.rjust(width) if numbers else bound.ljust(width)
        yield line(f"{name:<{name_width}}  {put}  {why}".rstrip(), span, 1)


# ---------------------------------------------------------------- zones


def _named(name: str, dimensions: tuple[ir.Index, ...]) -> str:
    words = [" of player" if d.dimension is Dimension.PLAYER else f" by {d.name}" for d in dimensions]
    return name + "".join(words)


def _most(amount: int | float) -> str:
    return NO_BOUND if amount == inf else str(amount)


def _zone_why(z: ZoneBound) -> str:
    why = _why(z)
    if not z.kinds or z.most == inf:
        return why
    return (
        f"{why}: {_kinds(z.kinds)}" if z.most == sum(kind.most for kind in z.kinds) else f"{why}, of {_kinds(z.kinds)}"
    )


def _kinds(kinds: tuple[KindBound, ...]) -> str:
    if len(kinds) <= _TITLES:
        return ", ".join(kind.title if kind.most == 1 else f"{_most(kind.most)} x {kind.title}" for kind in kinds)
    types: dict[str, int | float] = {}
    for kind in kinds:
        types[kind.card_type] = types.get(kind.card_type, 0) + kind.most
    return ", ".join(f"{_most(most)} x {card_type}" for card_type, most in types.items())


def _why(one: ZoneBound | NumberBound) -> str:
    """The reason, with the place of the statement that it depends on."""
    span = getattr(one.why.node, "span", None)
    at = place(span).removeprefix("# ") if span is not None else ""
    return f"{one.why.words} ({at})" if at else one.why.words


# ---------------------------------------------------------------- what is remembered


def _number_name(n: NumberBound) -> str:
    return _named(f"{n.name} of {n.on}" if n.on else n.name, n.dimensions)


def _range(n: NumberBound) -> str:
    if n.high == inf:
        return NO_BOUND if n.low == -inf else f"{n.low} or more"
    return f"{n.high} or less" if n.low == -inf else f"{n.low} to {n.high}"


def _values(n: NumberBound, found: Bounds) -> str:
    """What it can be: yes or no, one of so many."""
    if n.low == n.high and not n.type.many and n.type.kind in (Kind.YES_NO, Kind.PLAYER, Kind.VALUE):
        return f"always {Names(found.game, ()).constant(int(n.low), n.type)}"
    what = _one_of(n, found)
    if n.type.many:
        return f"a list of {_most(n.most)}, each {what}"
    return f"{what}, or none" if n.low < 0 and n.type.kind not in (Kind.NUMBER, Kind.YES_NO) else what


def _one_of(n: NumberBound, found: Bounds) -> str:
    match n.type.kind:
        case Kind.YES_NO:
            return "yes or no"
        case Kind.NUMBER | Kind.DIE:
            return _range(n)
        case Kind.PLAYER:
            return f"one of {found.players[1]} players"
        case Kind.PIECE:
            return f"one of {_most(found.pieces)} pieces"
        case Kind.VALUE:
            return f"one of {n.high + 1} {n.type.name}"
        case _:
            return f"a {n.type.kind}"


# ---------------------------------------------------------------- play


def _ends(r: RoundBound) -> str:
    if r.most != inf:
        return ""
    return "until the game ends" if r.flow.until is None else "until its condition holds"


def _beside(q: QuestionBound) -> str:
    picks = f"up to {_most(q.picks)} picks, one after another" if q.picks != 1 else ""
    offers = "an action is offered beside" if q.offers == 1 else f"{q.offers} actions are offered beside"
    return "; ".join(filter(None, (picks, "or pass" if q.may_pass else "", offers if q.offers else "")))


def _kept(found: Bounds, stack: StackBound | None) -> Iterator[str]:
    """Lists, and what waits for what."""
    yield from _table(
        "lists with a name, by how long they may be",
        [(f"{one.heading}: {one.name}", _most(one.most), "", one.span) for one in found.lists],
    )
    yield f"the longest list that is kept while something is under way: {_most(found.longest)}"
    if stack is None:
        yield "calls inside one another: the game cannot be played yet"
    elif stack.is_recursive:
        ring = ", which calls ".join(map(str, (*stack.by, stack.by[0])))
        yield f"calls inside one another: {stack.deepest}, since no more are allowed; {ring}"
    else:
        yield f"calls inside one another: {stack.deepest} ({', '.join(map(str, stack.by[1:]))})"


# ---------------------------------------------------------------- what has none


def _without(found: Bounds) -> Iterator[str]:
    endless = without_bound(found)
    if not endless:
        yield "Every zone and every counter has a bound."
        return
    yield "without a bound:"
    for one in endless:
        name = _number_name(one) if isinstance(one, NumberBound) else _named(one.zone.name, one.zone.dimensions)
        yield line(f"{name}: {_why(one)}", one.span, 1)
    yield "Nothing is wrong with that. If there is a limit in the rulebook or in the box, say it:"
    if any(isinstance(one, NumberBound) for one in endless):
        yield "    behind a counter: `from 0 to 40`"
    if any(isinstance(one, ZoneBound) for one in endless):
        yield "    behind a zone: `at most 5`"
