"""Reports the bounds of a game: how large everything can get, and what limits it. `bounds` is the door."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from attrs import evolve

from dsl.bounds.bodies import BodySites
from dsl.bounds.evaluate import evaluate
from dsl.bounds.fixpoint import fixpoint
from dsl.bounds.interval import ANY_NUMBER, Amount, Interval
from dsl.bounds.runs import loop_passes, runs_of
from dsl.bounds.state import State, Why
from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.nodes import Kind
from dsl.source import Span


@frozen(kw_only=True)
class Bound:
    """How large something gets at most: `most`, in its own measure."""

    most: Amount
    span: Span

    @property
    def size(self) -> Amount:
        """What the widest of several is found by."""
        return self.most


B = TypeVar("B", bound=Bound)


@frozen
class KindBound:
    """So many pieces there are of one title."""

    title: str
    card_type: str
    most: Amount


@frozen(kw_only=True)
class ZoneBound(Bound):
    """`most` pieces may lie in one instance of the zone, `together` in all of them; `kinds` are those that may."""

    zone: ir.Zone
    together: Amount
    kinds: tuple[KindBound, ...]
    why: Why


@frozen(kw_only=True)
class NumberBound(Bound):
    """A variable, or a mark that lies on pieces: its numbers; of a list `most` things in it."""

    name: str
    dimensions: tuple[ir.Index, ...] = ()
    on: str = ""  # the kind of pieces that it lies on
    type: ir.Type
    low: Amount
    high: Amount
    why: Why

    @property
    def size(self) -> Amount:
        return max(self.high, -self.low, self.most)


@frozen(kw_only=True)
class RoundBound(Bound):
    """So many passes of a round each time it begins."""

    flow: ir.Flow


@frozen(kw_only=True)
class QuestionBound(Bound):
    """`most` options, beside `offers` and passing; `picks` answers one after another, if several are asked for."""

    site: int
    heading: str
    prompt: str = ""
    offers: int = 0
    may_pass: bool
    picks: Amount = 1

    @property
    def size(self) -> Amount:
        return max(self.most, self.picks)


@frozen(kw_only=True)
class ListBound(Bound):
    """A list that is kept under a name while a body is carried out."""

    heading: str
    name: str


@frozen(kw_only=True)
class EffectBound(Bound):
    """Rules that hold for a time: how often they may be in force at once."""

    effect: ir.Effect


@frozen
class Bounds:
    """`players` and `parameters` are the tables that are meant; all else is the widest of all of these."""

    game: ir.Game
    players: tuple[int, int]
    parameters: Mapping[str, tuple[int, int]]
    pieces: Amount
    zones: tuple[ZoneBound, ...]
    numbers: tuple[NumberBound, ...]
    rounds: tuple[RoundBound, ...]
    questions: tuple[QuestionBound, ...]
    lists: tuple[ListBound, ...]
    effects: tuple[EffectBound, ...]
    longest: Amount  # of all lists, those that nobody has named too


def bounds(game: ir.Game, players: int | None = None, narrowed: Mapping[str, int] | None = None) -> Bounds:
    """The bounds at every table, or at those with so many players and these values of parameters."""
    sizes = range(game.fewest_players, game.most_players + 1) if players is None else range(players, players + 1)
    each = [_at(fixpoint(game, size, narrowed or {})) for size in sizes]
    last = each[-1]
    return evolve(
        last, players=(sizes[0], sizes[-1]), pieces=max(one.pieces for one in each),
        zones=_widest(each, lambda one: one.zones, _wide_zone),
        numbers=_widest(each, lambda one: one.numbers, _wide_number),
        rounds=_widest(each, lambda one: one.rounds, _largest),
        questions=_widest(each, lambda one: one.questions, _largest),
        lists=_widest(each, lambda one: one.lists, _largest), effects=_widest(each, lambda one: one.effects, _largest),
        longest=max(one.longest for one in each),
    )  # fmt: skip


def _widest(
    each: Sequence[Bounds], of: Callable[[Bounds], tuple[B, ...]], widest: Callable[[Sequence[B]], B]
) -> tuple[B, ...]:
    """Of each thing the widest of all tables."""
    return tuple(widest(same) for same in zip(*(of(one) for one in each), strict=True))


def _largest(same: Sequence[B]) -> B:
    return max(reversed(same), key=lambda one: one.size)


def _wide_number(same: Sequence[NumberBound]) -> NumberBound:
    return evolve(_largest(same), low=min(n.low for n in same), high=max(n.high for n in same))


def _wide_zone(same: Sequence[ZoneBound]) -> ZoneBound:
    return evolve(_largest(same), together=max(z.together for z in same), kinds=_all_kinds(same))


def _all_kinds(zones: Sequence[ZoneBound]) -> tuple[KindBound, ...]:
    kinds: dict[tuple[str, str], Amount] = {}
    for kind in (kind for zone in zones for kind in zone.kinds):
        key = kind.title, kind.card_type
        kinds[key] = max(kinds.get(key, 0), kind.most)
    return tuple(KindBound(*key, most) for key, most in kinds.items())


def _at(state: State) -> Bounds:
    return Bounds(
        game=state.game, players=(state.players, state.players),
        parameters={name: (int(found.low), int(found.high)) for name, found in state.parameters.items()},
        pieces=sum(state.pieces.values()), zones=tuple(_zone(zone, state) for zone in state.game.zones),
        numbers=tuple(_numbers(state)),
        rounds=tuple(
            RoundBound(flow=f, most=state.passes[f.name], span=f.span) for f in state.game.flows if f.kind == "round"
        ),
        questions=tuple(_questions(state)), lists=tuple(_lists(state)), effects=tuple(_effects(state)),
        longest=_longest(state),
    )  # fmt: skip


def _zone(zone: ir.Zone, state: State) -> ZoneBound:
    kinds: dict[tuple[str, str], Amount] = {}
    for number in sorted(state.lying.get(zone.name, ())):
        kind = state.kinds[number]
        key = kind.title, kind.card_type
        kinds[key] = kinds.get(key, 0) + state.pieces.get(number, 0)
    each = tuple(KindBound(*key, most) for key, most in kinds.items())
    together = state.in_zone(zone.name, state.instances(zone.dimensions))
    why = state.why["zone", zone.name]
    return ZoneBound(zone=zone, most=state.sizes[zone.name], together=together, kinds=each, why=why, span=zone.span)


def _numbers(state: State) -> Iterator[NumberBound]:
    """What is remembered; then what lies on each kind of pieces."""
    marks = [v for v in state.game.variables if v.is_mark]
    yield from (_number(v, v.dimensions, "", v.span, state) for v in state.game.variables if not v.is_mark)
    for kind in state.game.card_types:
        yield from (_number(v, v.dimensions[1:], kind.name, kind.span, state) for v in marks if v.lies_on(kind))


def _number(v: ir.Variable, by: tuple[ir.Index, ...], on: str, span: Span, state: State) -> NumberBound:
    found, why = state.variable(v.name), state.why.get(("variable", v.name), Why(""))
    return NumberBound(
        name=v.field, dimensions=by, on=on, type=v.type, low=found.low, high=found.high, most=found.most, why=why,
        span=span,
    )  # fmt: skip


# ---------------------------------------------------------------- questions


def _questions(state: State) -> Iterator[QuestionBound]:
    for body in state.bodies:
        slots = state.slots[body.id]
        for site in body.sites:
            match site.statement:
                case ir.Choose(manner=manner) as s if manner is not ir.Manner.RANDOMLY:
                    options, picks = _options(s.options, slots, state)
                    passing = s.optional or s.pass_label is not None
                    passing |= isinstance(s.options, ir.FromList) and s.options.several
                    yield QuestionBound(
                        site=s.site, heading=body.heading, prompt=_prompt(s), most=options, offers=len(s.offers),
                        may_pass=passing, picks=picks, span=s.span,
                    )  # fmt: skip
                case ir.TakeActions() as s:
                    yield QuestionBound(
                        site=s.site, heading=body.heading, most=len(s.actions), may_pass=s.may_stop, span=s.span
                    )
                case _:
                    pass


def _prompt(s: ir.Choose) -> str:
    """The words of a question, with what stands in braces as it was written."""
    return "".join(part if isinstance(part, str) else "{" + part.span.text + "}" for part in s.prompt)


def _options(options: ir.Options, slots: Mapping[int, Interval], state: State) -> tuple[Amount, Amount]:
    """How many options there are at most, and how many answers are given one after another."""
    match options:
        case ir.FromList(candidates, _, most, several):
            there = evaluate(candidates, state, slots).most
            return there, min(there, max(0, evaluate(most, state, slots).high)) if several else 1
        case ir.FromRange(low, high):
            first, last = evaluate(low, state, slots), evaluate(high, state, slots)
            return (max(0, last.high - first.low + 1) if first.is_number and last.is_number else 0), 1
        case ir.FromMenu(labels):
            return len(labels), 1
        case ir.FromActions(names):
            return len(names), 1
        case ir.InOrder(group):
            there = evaluate(group, state, slots).most
            return there, max(0, there - 1)


# ---------------------------------------------------------------- lists and effects


def _effects(state: State) -> Iterator[EffectBound]:
    begun = state.sites_of(ir.Begin, ir.Become)
    for number, effect in enumerate(state.game.effects):
        if effect.condition is None:
            most = sum(runs_of(body, site, state) for body, site in begun if site.statement.effect == number)
            yield EffectBound(effect=effect, most=most, span=effect.span)


def _lists(state: State) -> Iterator[ListBound]:
    """Everything with a name of its own that is a list."""
    for body in state.bodies:
        slots = state.slots[body.id]
        for slot, (name, span) in _named_lists(body).items():
            if slot in slots:
                yield ListBound(heading=body.heading, name=name, most=slots[slot].most, span=span)


def _named_lists(body: BodySites) -> dict[int, tuple[str, Span]]:
    found: dict[int, tuple[str, Span]] = {}
    for site in body.sites:
        match site.statement:
            case ir.SetLocal(slot, value) as s if value.type.many:
                found.setdefault(slot, (body.body.slots[slot], s.span))
            case (ir.Choose(slot=slot, options=ir.FromList(several=True) | ir.InOrder()) | ir.Roll(slot=slot)) as s:
                found.setdefault(slot, (body.body.slots[slot], s.span))
            case _:
                pass
    return {slot: (name, span) for slot, (name, span) in found.items() if name}


def _longest(state: State) -> Amount:
    """The longest list that is kept while something is under way: a question, a loop, pieces that move one by one."""
    found: list[Amount] = [state.players]
    for body in state.bodies:
        slots = state.slots[body.id]
        found += [held.most for held in slots.values()]
        for site in body.sites:
            match site.statement:
                case ir.ForEach() | ir.AllAtOnce() as loop:
                    found.append(loop_passes(loop, body, state))
                    found.append(evaluate(loop.over, state, slots).most)
                case ir.Choose(options=(ir.FromList() | ir.InOrder()) as options):
                    found.append(_options(options, slots, state)[0])
                case ir.MovePieces(pieces=pieces) | ir.Reveal(pieces=pieces) | ir.Flip(pieces=pieces):
                    found.append(evaluate(pieces, state, slots).most)
                case ir.Draw(amount=amount, source=source):
                    there = sum(state.in_zone(str(zone), 1) for zone in evaluate(source, state, slots).of)
                    found.append(min(there, evaluate(amount, state, slots).high))
                case _:
                    pass
    return max(found)


def without_bound(found: Bounds) -> list[ZoneBound | NumberBound]:
    """The zones and counters that may get as large as you like."""
    everything: Iterable[ZoneBound | NumberBound] = (*found.zones, *found.numbers)
    return [one for one in everything if one.size == ANY_NUMBER.high and _counts(one)]


def _counts(one: ZoneBound | NumberBound) -> bool:
    """Of what is no number, it is known what it can be."""
    return isinstance(one, ZoneBound) or one.type.many or one.type.kind is Kind.NUMBER
