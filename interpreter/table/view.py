"""Views: what a player may see of a game, as plain data, redacted by who knows which piece.

Nothing in a view tells one unknown piece from another: there are no numbers of pieces in it, and where pieces lie
without an order, known ones come sorted, and so do the marks that all see. How many lie somewhere is always public.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, TypeAlias

from attrs import asdict

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.bodies import bodies
from dsl.ir.prose.nouns import several_of
from dsl.ir.prose.values import defined
from dsl.ir.secrecy import secrets_of
from dsl.walk import nodes_of
from interpreter.backend.reference.values import Context, value
from interpreter.engine import Engine
from interpreter.errors import RuleFault
from interpreter.program.desugar.timed_effects import KEPT, LEFT, WHEN, WHOSE
from interpreter.program.model.layout import Layout, VariableSlot
from interpreter.program.model.state_layers import Position
from interpreter.runtime.alike import value_on
from interpreter.runtime.state import State, effect_attribute
from interpreter.runtime.visibility import ORDERED
from interpreter.table.common import ALL, Common, naming
from interpreter.table.decision import is_announced
from interpreter.text.labels import capital
from interpreter.text.redaction import (
    PUBLIC,
    Plain,
    is_hidden,
    knows,
    marks_seen,
    plain,
    plain_fields,
    what_it_is,
)


@frozen
class Cell:
    """One value of a variable, at its indices; None is `none`, or what must not be seen: then `hidden` is true."""

    at: tuple[int, ...]
    hidden: bool
    value: Plain


@frozen
class VariableView:
    """`type` names the kind of value; an index is `player` or the name of an enum."""

    name: str
    title: str
    type: str
    dimensions: tuple[str, ...]
    cells: tuple[Cell, ...]


@frozen
class PieceView:
    """A piece that the viewer knows. `owner`: whose deck or supply it came from.

    `face_down`: it does not lie open, but somebody else does not know it. What is in a hand does not lie.
    """

    title: str
    card_type: str
    fields: tuple[tuple[str, Plain], ...]
    owner: int | None
    face_down: bool = False


@frozen
class BackView:
    """A piece that the viewer does not know, with the marks on it that everybody sees."""

    marks: tuple[tuple[str, Plain], ...]


@frozen
class ZoneView:
    """One place where pieces lie, from bottom to top; None is an unknown piece without marks.

    Without an order (`hand`, `group`) known pieces come first, sorted by what they are, and marked ones last.
    """

    name: str
    at: tuple[int, ...]
    shape: str
    pieces: tuple[PieceView | BackView | None, ...]


@frozen
class EffectView:
    """Rules that hold for a time: their title, whose they are (`you`, if anybody's), which players they are `on`, and
    of which `cards` that the viewer knows.

    They end at the `edge` of a `unit`: for a turn, of `whose`, `running` if it is this one; without an edge never.
    """

    title: str
    you: int | None
    edge: str
    unit: str
    whose: int | None
    running: bool
    on: tuple[int, ...] = ()
    cards: tuple[str, ...] = ()


@frozen
class View:
    """The game as `seat` may see it (None: all of it); `flows` run, outermost first; `deciding` is the seat asked.

    `worked_out`: what definitions that are shown come to, for whom they are.
    """

    seat: int | None
    players: int
    flows: tuple[str, ...]
    round_number: int
    deciding: int | None
    over: bool
    winners: tuple[int, ...]
    variables: tuple[VariableView, ...]
    zones: tuple[ZoneView, ...]
    effects: tuple[EffectView, ...]
    worked_out: tuple[VariableView, ...]

    def plain(self) -> dict[str, Any]:
        """The view as JSON takes it."""
        return asdict(self)


def view_for(engine: Engine, state: State, seat: int | None, common: Common | None = None) -> View:
    """The view of `seat` (None: of all there is). Hidden counters are opened at the end; pieces stay as known.

    `common`: what other views of the same game have in common with this one, which is put there too.
    """
    common = common or Common(engine.program.layout)
    common.at(state)
    is_told, scene = seat is None or is_announced(engine, state, seat), engine.scene(state, ())
    return View(
        seat=seat, players=engine.players, flows=common.of_all("flows", lambda: _flows(engine, state)),
        round_number=state.round_number,
        deciding=state.player if engine.asks(state) and is_told else None, over=bool(state.over),
        winners=tuple(state.winners),
        variables=_variables(scene, seat, common),
        zones=_zones(state, seat, common), effects=tuple(_effects(engine, state, seat)),
        worked_out=tuple(_worked_out(engine, state, one, seat, common) for one in _shown(engine)),
    )  # fmt: skip


def _flows(engine: Engine, state: State) -> tuple[str, ...]:
    """The round, phase and step that wait for the answer to the present question."""
    return tuple(dict.fromkeys(routine.flow for routine in engine.running(state) if routine.flow is not None))


def _effects(engine: Engine, state: Position, seat: int | None) -> Iterator[EffectView]:
    """The timed effects in force, but for those of cards which `seat` does not know."""
    known = engine.program.game.effects
    for effect in state.layout.effects:
        for one in getattr(state, effect_attribute(effect)):
            you, card = one[KEPT], one[KEPT + 1]
            if card >= 0 and not knows(state, card, seat):
                continue
            edge, unit = engine.program.moments[one[WHEN] - 1] if one[WHEN] else ("", "")
            whose = one[WHOSE] if one[WHOSE] >= 0 else None
            running = whose is not None and whose == state.active_player and one[LEFT] == 1 and edge == "end"
            kept = [(one[KEPT + place], kind) for place, kind in _singled_out(engine).get(effect, ())]
            on = tuple(player for player, kind in kept if kind is ir.Kind.PLAYER and player >= 0)
            pieces = (one for one, kind in kept if kind is ir.Kind.PIECE and one >= 0 and knows(state, one, seat))
            cards = tuple(state.layout.kinds[state.kind[piece]].title for piece in pieces)
            yield EffectView(known[effect].title, you if you >= 0 else None, edge, unit, whose, running, on, cards)


@lru_cache(maxsize=16)
def _singled_out(engine: Engine) -> Mapping[int, tuple[tuple[int, ir.Kind], ...]]:
    """The places among what each effect keeps of players and pieces that it singles out, and that are known to all."""
    secrets = secrets_of(engine.rules)
    return {
        begun.effect: tuple(
            (place, kept.type.kind) for place, kept in enumerate(begun.held)
            if place > 1 and kept.type.kind in (ir.Kind.PLAYER, ir.Kind.PIECE)
            and not (kept.type.many or secrets.secret(body.id, kept))
        )
        for body in bodies(engine.rules) for begun in nodes_of(body.body.statements, ir.Begin)
    }  # fmt: skip


# ---------------------------------------------------------------- variables


def _variables(scene: Context, seat: int | None, common: Common) -> tuple[VariableView, ...]:
    """Those that are the same for all are looked at once for each state."""

    def alike() -> list[VariableView | VariableSlot]:
        slots = (slot for slot in scene.state.layout.variables.values() if not slot.variable.is_mark)
        return [slot if _is_own(slot.variable) else _variable(scene, slot, seat, common) for slot in slots]

    found = common.of_all("variables", alike)
    return tuple(_variable(scene, one, seat, common) if isinstance(one, VariableSlot) else one for one in found)


def _is_own(variable: ir.Variable) -> bool:
    """Whether not all see the same of it."""
    return variable.hidden or variable.type.kind is ir.Kind.PIECE


def _variable(scene: Context, slot: VariableSlot, seat: int | None, common: Common) -> VariableView:
    variable, worth = slot.variable, getattr(scene.state, slot.attribute)

    def cells() -> tuple[Cell, ...]:
        return tuple(_cell(scene, slot, at, seat) for at in product(*map(range, slot.sizes)))

    def made() -> VariableView:
        return VariableView(
            variable.name, capital(several_of(variable)) if variable.plural else variable.title,
            variable.type.name or variable.type.kind.value, tuple(index.word for index in variable.dimensions), cells(),
        )  # fmt: skip

    of = [*worth] if slot.sizes else worth
    if not _is_own(variable):
        return common.part((variable.name, ALL), of, made)
    if variable.also is None and variable.type.kind is not ir.Kind.PIECE:
        return common.part((variable.name, seat), (of, scene.state.over), made)  # it is always hidden from the same
    return common.part((variable.name, seat), cells(), made)


def _cell(scene: Context, slot: VariableSlot, at: tuple[int, ...], seat: int | None) -> Cell:
    if is_hidden(scene, slot.variable, at, seat):
        return Cell(at, True, None)
    value = getattr(scene.state, slot.attribute)
    if slot.sizes:
        value = value[sum(place * stride for place, stride in zip(at, slot.strides, strict=True))]
    return Cell(at, False, plain(scene.state, slot.variable.type, value, seat))


def _worked_out(engine: Engine, state: State, define: ir.Define, seat: int | None, common: Common) -> VariableView:
    """A definition for all that it is of, the same for all unless it names pieces; once for each state.

    It has no value where the rules cannot work it out at this moment.
    """

    def made() -> VariableView:
        places, at_once, one_by_one = _evaluators(engine, define.name)
        try:
            found = at_once(state)
        except RuleFault:
            found = [_or_nothing(one, state) for one in one_by_one]
        cells = (
            Cell(at, False, None if worth is None else plain(state, define.type, worth, seat))
            for at, worth in zip(places, found, strict=True)
        )
        return VariableView(
            define.name, defined(define), define.type.name or define.type.kind.value,
            tuple(type_.name or "player" for type_ in define.arguments), tuple(cells),
        )  # fmt: skip

    if define.type.kind is ir.Kind.PIECE:
        return common.part((define.name, seat), common.moment, made)
    return common.of_all(define.name, lambda: common.part((define.name, ALL), common.moment, made))


@lru_cache(maxsize=16)
def _shown(engine: Engine) -> tuple[ir.Define, ...]:
    return tuple(one for one in engine.program.game.defines if one.shown)


_Evaluator: TypeAlias = Callable[[State], Sequence[Any]]


@lru_cache(maxsize=256)
def _evaluators(engine: Engine, name: str) -> tuple[Sequence[tuple[int, ...]], _Evaluator, Sequence[_Evaluator]]:
    """For what there is a definition, what works out all of it, and what works out each."""
    define = next(one for one in engine.program.game.defines if one.name == name)
    places = tuple(product(*map(range, map(engine.program.setting.size, define.arguments))))
    values = [
        ir.Derived(define.name, tuple(map(ir.Constant, at, define.arguments)), define.type) for at in places
    ]  # fmt: skip
    alone = [lambda state, one=one: (value(engine.scene(state, ()), one),) for one in values]
    return places, engine.evaluator(values), alone


def _or_nothing(evaluator: _Evaluator, state: State) -> Any:
    try:
        return evaluator(state)[0]
    except RuleFault:
        return None


# ---------------------------------------------------------------- zones


def _zones(state: Position, seat: int | None, common: Common) -> tuple[ZoneView, ...]:
    also = None if seat is None else ALL
    return tuple([
        known.get(seat) or known.get(also) or _looked_at(state, number, seat, known)
        for number, known in enumerate(common.zones)
    ])  # fmt: skip


def _looked_at(state: Position, number: int, seat: int | None, known: dict[int | None, ZoneView]) -> ZoneView:
    """A place that nobody who sees the same has looked at before."""
    is_alike = seat is not None and all(_is_alike_to_all(state, piece) for piece in state.zones[number])
    found = known[ALL if is_alike else seat] = _zone(state, number, *_declared(state.layout)[number], seat)
    return found


def _is_alike_to_all(state: Position, piece: int) -> bool:
    """Whether all seats or none know a piece, and it names no other one that only some might know."""
    layout = state.layout
    return state.seen[piece] in (0, layout.everybody) and all(
        value_on(state, one, piece) == ir.NONE for one in naming(layout)[state.kind[piece]]
    )


def _zone(state: Position, number: int, name: str, at: tuple[int, ...], shape: ir.Shape, seat: int | None) -> ZoneView:
    pieces = state.zones[number]
    if shape not in ORDERED and len(pieces) > 1:
        pieces = sorted(pieces, key=lambda piece: (what_it_is(state, piece, seat), knows(state, piece, PUBLIC)))
    lies = shape is not ir.Shape.HAND
    return ZoneView(name, at, shape.value, tuple(_piece(state, piece, seat, lies=lies) for piece in pieces))


@lru_cache(maxsize=64)
def _declared(layout: Layout) -> Sequence[tuple[str, tuple[int, ...], ir.Shape]]:
    """Every place, in the order of their numbers: its name, its indices and its shape."""
    return tuple(
        (name, at, slot.zone.shape) for name, slot in layout.zones.items() for at in product(*map(range, slot.sizes))
    )  # fmt: skip


def _piece(state: Position, piece: int, seat: int | None, *, lies: bool) -> PieceView | BackView | None:
    if not knows(state, piece, seat):
        marks = marks_seen(state, piece, seat)
        return BackView(marks) if marks else None
    kind = state.layout.kinds[state.kind[piece]]
    owner = state.owner[piece]
    down, fields = lies and not knows(state, piece, PUBLIC), plain_fields(state, piece, seat)
    return PieceView(kind.title, kind.card_type, fields, owner if owner >= 0 else None, down)
