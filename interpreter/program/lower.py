"""Lowers a game to a program: `lower` is the door."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence

from attrs import field

from dsl.cache import between_parts
from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.walk import by_kind, nodes_in, of_kind
from interpreter.errors import Lacking, LoweringError
from interpreter.program.cfg.blocks import blocks
from interpreter.program.cfg.builder import Labels
from interpreter.program.cfg.may_suspend import suspending
from interpreter.program.cfg.step_budget import with_budget
from interpreter.program.desugar.delegation import with_deciders
from interpreter.program.desugar.end_turn import ends_turns, skip_when_over, with_turn_ends
from interpreter.program.desugar.legality import legality
from interpreter.program.desugar.recursion_limits import depth_limits, with_depth_limits
from interpreter.program.desugar.routines import Source, sources
from interpreter.program.desugar.timed_effects import Effects, effects
from interpreter.program.desugar.turns import with_limits
from interpreter.program.model.functions import PLAYABLE
from interpreter.program.model.layout import Layout, layout
from interpreter.program.model.nodes import Definition, Exact, Lift, Plain, Routine
from interpreter.program.model.program import Program
from interpreter.program.model.routine_id import RoutineId
from interpreter.program.model.setting import Setting
from interpreter.program.model.state_layers import COMMON
from interpreter.program.triggers.apply import Triggered, apply_triggers


def lower(setting: Setting) -> Program:
    """Lowers a game at one table. Raises LoweringError naming all that cannot be played yet."""
    bodies = _bodies(setting)
    early, found, waiting, nodes = bodies.ends_turns, bodies.effects, bodies.waiting, bodies.nodes
    setting = Setting(found.game, setting.players, setting.parameters)
    names = tuple(bodies.triggered.sources)
    labels = Labels()
    laid_out, charged, whole = _charged(bodies, setting)
    actions = {action.name: action for action in whole.actions}
    numbers = {name: number for number, name in enumerate(names)}
    routines = {
        name: _routine(source, numbers, waiting, labels, charged, actions, early) for name, source in charged.items()
    }
    return Program(
        setting=setting,
        game=whole,
        layout=laid_out,
        routines=routines,
        names=names,
        definitions={define.name: _definition(define, setting, found) for define in whole.defines},
        actions={name: legality(a, number) for number, (name, a) in enumerate(actions.items())},
        asks={node.site: node for node in (*of_kind(nodes, ir.Choose), *of_kind(nodes, ir.TakeActions))},
        running={
            label: (name,)
            for name, routine in routines.items()
            if isinstance(routine, Routine)
            for label in routine.blocks
        },
        next_block=labels.next,
        moments=tuple(found.moments),
    )


def refuse_unplayable(setting: Setting) -> None:
    """Goes as far as is needed to see whether all of it can be played. Raises LoweringError as `lower` does."""
    _charged(_bodies(setting), setting)


def _charged(bodies: _Bodies, setting: Setting) -> tuple[Layout, dict[RoutineId, Source], ir.Game]:
    """The layout of the state, and the routines and the game with charges for what they do."""
    between_parts()
    whole_setting = Setting(bodies.triggered.game, setting.players, setting.parameters)
    laid_out = layout(
        whole_setting,
        bodies.nodes,
        tuple(dict(bodies.bounds).values()),
        reserved=COMMON,
        lifts=Lift in bodies.nodes,
        ends_turns=bodies.ends_turns,
        is_reentrant=bodies.triggered.is_reentrant,
        copying=bodies.effects.copying,
        kept=bodies.effects.kept,
    )
    between_parts()
    return laid_out, *with_budget(bodies.triggered.sources, whole_setting, laid_out, bodies.light)


@frozen(eq=False)
class _Bodies:
    """What is the same at all tables of a game whose recursion `bounds` are the same.

    `nodes`: those in routines, by kinds.
    """

    game: ir.Game
    bounds: tuple[tuple[str, int], ...]
    ends_turns: bool
    effects: Effects
    triggered: Triggered
    nodes: Mapping[type, Sequence[object]]
    waiting: frozenset[RoutineId]
    light: dict[int, int] = field(factory=dict)  # see `with_budget`


#: The last ones: where a game is lowered for one table, it soon is for another.
_LAST: deque[_Bodies] = deque(maxlen=4)


def _bodies(setting: Setting) -> _Bodies:
    """The routines of a game before anything is counted. Raises LoweringError naming what cannot be played yet."""
    game = setting.game
    bounds = tuple(depth_limits(setting).items())
    for last in _LAST:
        if last.game is game and last.bounds == bounds:
            return last
    early = ends_turns(game)
    found = effects(with_limits(with_turn_ends(game) if early else game))
    between_parts()
    plain = with_depth_limits(with_deciders(sources(found.game, found.causes), found.game), dict(bounds))
    between_parts()
    triggered = apply_triggers(skip_when_over(plain) if early else plain, found)
    inside = {name: nodes_in(source.statements) for name, source in triggered.sources.items()}
    everything = by_kind(node for nodes in inside.values() for node in nodes)
    if lacking := tuple(_lacking(everything, triggered.game)):
        raise LoweringError(lacking)
    made = _Bodies(game, bounds, early, found, triggered, everything, suspending(inside))
    _LAST.append(made)
    return made


def _lacking(nodes: Mapping[type, Sequence[object]], game: ir.Game) -> Iterator[Lacking]:
    """Yields what no back end implements in bodies (all nodes in them, by kinds), definitions and needs."""
    others = by_kind(nodes_in((game.defines, tuple(action.needs for action in game.actions))))
    for each in (nodes, others):
        yield from (Lacking(node.what, node.span) for node in of_kind(each, ir.Unsupported))
        calls = of_kind(each, ir.Function)
        yield from (Lacking(f"`{node.name}`", node.span) for node in calls if node.name not in PLAYABLE)


def _routine(
    source: Source, numbers: Mapping[RoutineId, int], waiting: frozenset[RoutineId], labels: Labels,
    bodies: Mapping[RoutineId, Source], actions: Mapping[str, ir.Action], ends_turns: bool,
) -> Plain | Routine:  # fmt: skip
    number = numbers[source.name]
    if source.name in waiting:
        return blocks(source, number, waiting, labels, bodies, numbers, actions, ends_turns=ends_turns)
    return Plain(
        source.name,
        number,
        source.arity,
        source.slots,
        source.statements,
        source.answers,
        source.emitted,
        source.secret,
        span=source.span,
    )


def _definition(define: ir.Define, setting: Setting, found: Effects) -> Definition:
    slots = list(define.slots)

    def new_slot(name: str) -> int:
        slots.append(name)
        return len(slots) - 1

    def instances(rule: ir.ExceptionRule) -> ir.Expression | None:
        return found.instances(rule.effect, rule.instance, new_slot) if rule.effect >= 0 else None

    exceptions = tuple(
        Exact(
            rule.condition,
            rule.how,
            _unclipped(rule.value, setting),
            rule.standing,
            instances(rule),
            rule.instance,
            span=rule.span,
        )
        for rule in define.exceptions
    )
    bounds = (0, setting.sizes[define.type.name] - 1) if define.type.kind is ir.Kind.VALUE else None
    return Definition(
        define.name,
        len(define.arguments),
        max(len(slots), len(define.arguments)),
        define.value,
        define.combining,
        exceptions,
        bounds if exceptions else None,
        define.type,
        span=define.span,
    )


def _unclipped(value: ir.Expression, setting: Setting) -> ir.Expression:
    """Makes `previous + 1` plain arithmetic, since the bounds of its type are applied last."""
    match value:
        case ir.Function("shift", (ir.Previous() as previous, steps)) if not setting.enumerations[
            previous.type.name
        ].ring:
            return ir.Arithmetic("+", previous, steps, span=value.span)
    return value
