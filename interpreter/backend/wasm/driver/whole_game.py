"""Makes the module that plays whole games of a program with bots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from dsl.ir import nodes as ir
from dsl.walk import nodes_in, nodes_of
from interpreter.backend.wasm.driver.control_flow import Blocks
from interpreter.backend.wasm.driver.counts import Counts, write_games
from interpreter.backend.wasm.driver.records import NOT_JUDGED, Judged
from interpreter.backend.wasm.emit.binary import Function, Module, Num
from interpreter.backend.wasm.emit.chance import seed_streams
from interpreter.backend.wasm.emit.helpers import helpers
from interpreter.backend.wasm.emit.memory import Memory
from interpreter.backend.wasm.emit.scope import Scope, Unit, function, lists_in, write_all
from interpreter.backend.wasm.emit.writer import Writer
from interpreter.backend.wasm.nodes.definitions import write_definitions
from interpreter.backend.wasm.nodes.lists.each import LISTS
from interpreter.backend.wasm.nodes.statements import STATEMENTS
from interpreter.backend.wasm.nodes.values import VALUES
from interpreter.backend.wasm.watch.layout import Watch
from interpreter.backend.wasm.watch.per_game import begin_game
from interpreter.program.model import nodes as p
from interpreter.program.model.in_play import in_play
from interpreter.program.model.routine_id import WHOLE_GAME, RoutineId
from interpreter.program.optimise.non_none import non_none_slots, non_none_throughout
from interpreter.program.optimise.whole_game import WholeGame


def native_module(
    game: WholeGame, judged: Judged = NOT_JUDGED, watch: Watch | None = None
) -> tuple[Module, Memory, Counts]:
    """Writes the module, with `games(seed, count, step)`, and its records. Raises Unsupported for what it cannot play.

    With `watch`, games are watched.
    """
    program = game.program
    memory = Memory(program.layout, game.start, makes_pieces(game))
    module = Module()
    unit = Unit(
        program, memory, module, helpers(module, memory), game.definitions, game.actions,
        {
            name: (routine, module.function(f"routine_{number}", [Num.I32] * (routine.arity + 1), Num.I32))
            for number, (name, routine) in enumerate(game.routines.items())
        },
        game.is_recursive, game.knows, forgets(game.routines), in_play(program, memory.pieces),
        STATEMENTS, VALUES, LISTS, watch=watch,
    )  # fmt: skip
    if watch is not None:
        actions = 1 + max((a.number for a in program.actions.values()), default=-1)
        asks = nodes_of(tuple(map(p.parts, game.routines.values())), p.Ask)
        watch.begin(module, memory, game.start, actions, fed_zones(game), asks)
    sure = non_none_throughout(game.routines, game.definitions, WHOLE_GAME)
    for name, (routine, made) in unit.routines.items():
        with routine_function(unit, routine, made, sure[name]) as s:
            if isinstance(routine, p.Plain):
                write_all(s, routine.statements)
                s.w.number(ir.NONE)
            else:
                Blocks(s, routine).write()
    if watch is not None:
        watch.finish()
    counts = write_games(unit, _play(unit, game.spent), judged)
    write_definitions(unit)
    memory.finish(module)
    return module, memory, counts


@contextmanager
def routine_function(
    unit: Unit, routine: p.AnyRoutine, made: Function, sure: set[int] | None = None
) -> Iterator[Scope]:  # fmt: skip
    """Writes the function of a routine, which has its parameters in the first slots. `sure`: slots that are never none,
    if they are known.
    """
    with function(unit, made) as s:
        s.non_none = non_none_slots(routine, unit.definitions) if sure is None else sure
        s.holding = lists_in(p.parts(routine))
        s.slots = {slot: slot for slot in range(routine.arity + 1)}
        yield s


def forgets(routines: Mapping[RoutineId, p.AnyRoutine]) -> bool:
    """Whether anybody ever loses track of pieces that were offered."""
    return any(nodes_of(tuple(map(p.parts, routines.values())), p.Forget))


def makes_pieces(game: WholeGame) -> bool:
    """Whether pieces may be made beside those with which the game begins."""
    return any(nodes_of(tuple(map(p.parts, game.routines.values())), ir.Create))


def fed_zones(game: WholeGame) -> frozenset[str] | None:
    """The zones into which pieces may come; None if these are not known, or pieces may become what they were not."""
    layout = game.program.layout
    if layout.copying:
        return None
    found = {name for name, refill in zip(layout.zone_names, layout.refills, strict=True) if refill >= 0}
    for node in nodes_in(tuple(map(p.parts, game.routines.values()))):
        match node:
            case ir.MovePieces(zone=zone) | ir.Draw(target=zone) | ir.Create(zone=zone) | p.LayBack(source=zone):
                if not isinstance(zone, ir.ZoneAt):
                    return None
                found.add(zone.zone)
            case ir.Swap():
                return None
    return frozenset(found)


def _play(unit: Unit, spent: int) -> Function:
    """Writes what plays a game with a seed: the state as it begins, every stream seeded, and then the rules.

    So many steps were spent until the state was as it begins.
    """
    memory, module = unit.memory, unit.module
    scrambled = mix(module)
    made = module.function("play", [Num.I64])
    w = Writer(made)
    seed = w.local(Num.I64)
    w.copy(memory.first, memory.image, memory.size)
    w.get(0)
    w.do("call", scrambled)
    w.put(seed)
    seed_streams(w, memory, unit.layout, seed, scrambled)
    w.do("i64.const", spent)
    w.do("global.set", unit.helpers.spent)
    for variable, start in (
        (unit.helpers.top, memory.at["lists"]), (unit.helpers.records, memory.at["records"]), (unit.helpers.depth, 0),
    ):  # fmt: skip
        w.number(start)
        w.do("global.set", variable)
    if unit.watch is not None:
        begin_game(w, unit.watch)
    routine, whole = unit.routines[WHOLE_GAME]
    for _ in range(routine.arity + 1):
        w.number(ir.NONE)
    w.call(whole)
    w.do("drop")
    return made


_GOLDEN = 0x9E3779B97F4A7C15


def mix(module: Module) -> int:
    """Scrambles a seed; see `interpreter/runtime/chance.py`."""
    made = module.function("mix", [Num.I64], Num.I64)
    w = Writer(made)
    w.get(0)
    w.do("i64.const", _GOLDEN)
    w.do("i64.mul")
    w.do("i64.const", _GOLDEN)
    w.do("i64.add")
    w.put(0)
    for shift, times in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        w.get(0)
        w.get(0)
        w.do("i64.const", shift)
        w.do("i64.shr_u")
        w.do("i64.xor")
        w.do("i64.const", times)
        w.do("i64.mul")
        w.put(0)
    w.get(0)
    w.get(0)
    w.do("i64.const", 31)
    w.do("i64.shr_u")
    w.do("i64.xor")
    return made.index
