"""Makes a module that plays on from any question of a game: fast versions of its routines, and resumable ones."""

from collections.abc import Callable, Mapping

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from interpreter.backend.wasm.driver.control_flow import Blocks
from interpreter.backend.wasm.driver.whole_game import forgets, makes_pieces, routine_function
from interpreter.backend.wasm.emit.binary import Function, Module, Num
from interpreter.backend.wasm.emit.helpers import helpers
from interpreter.backend.wasm.emit.memory import Memory
from interpreter.backend.wasm.emit.scope import Scope, Unit, write_all
from interpreter.backend.wasm.emit.writer import Writer
from interpreter.backend.wasm.nodes.definitions import write_definitions
from interpreter.backend.wasm.nodes.lists.each import LISTS
from interpreter.backend.wasm.nodes.questions import Asked
from interpreter.backend.wasm.nodes.statements import STATEMENTS
from interpreter.backend.wasm.nodes.values import VALUES
from interpreter.backend.wasm.resume.frames import LAST, RECORDS_TOP, TOP, Frames
from interpreter.backend.wasm.resume.points import Points, without_telling
from interpreter.backend.wasm.resume.routine import Resumable
from interpreter.program.model import nodes as p
from interpreter.program.model.in_play import in_play
from interpreter.program.model.routine_id import WHOLE_GAME, RoutineId
from interpreter.program.optimise.whole_game import WholeGame

#: Pushes the answer to a question that does not stop the game.
Thinks = Callable[[Scope, Asked], None]


@frozen(eq=False)
class Resuming:
    """A module while it is written. `play(stops, answer)` goes on with an answer, to the next question or to the end.

    `save(to)` and `restore(at)` copy the game in play to an address and back.
    """

    unit: Unit
    frames: Frames
    points: Points
    play: Function
    save: Function
    restore: Function


def begun(game: WholeGame, points: Points, plain: Mapping[RoutineId, p.Plain]) -> Resuming:
    """Begins a module for a game, whose stepping engine has these points and routines that never wait."""
    memory, module = Memory(game.program.layout, game.start, makes_pieces(game)), Module()
    waiting = {name: one.routine for name, one in points.routines.items()}
    fast: dict[RoutineId, p.AnyRoutine] = {
        **{name: without_telling(one) for name, one in plain.items()}, **waiting, **game.routines,
    }  # fmt: skip
    del fast[WHOLE_GAME]
    unit = Unit(
        game.program, memory, module, helpers(module, memory), game.definitions, game.actions,
        {
            name: (routine, module.function(f"routine_{number}", [Num.I32] * (routine.arity + 1), Num.I32))
            for number, (name, routine) in enumerate(fast.items())
        },
        game.is_recursive, True, forgets(fast) or forgets(waiting), in_play(game.program, memory.pieces),
        STATEMENTS, VALUES, LISTS,
    )  # fmt: skip
    frames = Frames.of(module, memory)
    memory.take("before", frames.room)
    play = module.function("play", [Num.I32, Num.I32], exported="play")
    return Resuming(unit, frames, points, play, _save(unit, frames), _restore(unit, frames))


def finished(made: Resuming, thinks: Thinks) -> None:
    """Writes the routines of a module, and what they need."""
    unit = made.unit
    for routine, function in unit.routines.values():
        with routine_function(unit, routine, function) as s:
            if isinstance(routine, p.Plain):
                write_all(s, routine.statements)
                s.w.number(ir.NONE)
            else:
                s.asks = thinks
                Blocks(s, routine).write()
    versions = {
        name: unit.module.function(f"resumed_{number}", [Num.I32] * (one.routine.arity + 1), Num.I32)
        for number, (name, one) in enumerate(made.points.routines.items())
    }
    for name, function in versions.items():
        waiting = made.points.routines[name]
        with routine_function(unit, waiting.routine, function) as s:
            Resumable(s, waiting.routine, waiting=waiting, frames=made.frames, versions=versions, think=thinks).write()
    _play(made, versions[WHOLE_GAME])
    write_definitions(unit)
    unit.memory.finish(unit.module)


def _play(made: Resuming, whole: Function) -> None:
    """Enters the routines that wait, from outside in, with the place of an answer."""
    unit, frames, w = made.unit, made.frames, Writer(made.play)
    for variable, worth in (
        (frames.resuming, 1), (frames.stopped, 0), (unit.helpers.depth, 0), (unit.helpers.top, unit.memory.at["lists"]),
    ):  # fmt: skip
        w.number(worth)
        w.do("global.set", variable)
    for local, variable in enumerate((frames.stops, frames.given)):
        w.get(local)
        w.do("global.set", variable)
    for _ in whole.parameters:
        w.number(ir.NONE)
    w.call(whole)
    w.do("drop")
    w.load(unit.memory.at["over"])
    with w.when():  # nothing waits any more
        frames.be(w, LAST, 0)
        frames.be(w, TOP, frames.base)


def _parts(unit: Unit, frames: Frames) -> list[tuple[int, int, Callable[[Writer], None]]]:
    """What a copy of a game is made of: where it stands, how far behind the copy's beginning, and where it ends."""
    memory = unit.memory
    first, records = memory.first, memory.at["records"]
    return [
        (first, 0, lambda w: w.number(first + memory.size)),
        (frames.base, frames.kept, lambda w: frames.load(w, TOP)),
        (records, frames.kept + frames.end - frames.base, lambda w: frames.load(w, RECORDS_TOP)),
    ]


def _save(unit: Unit, frames: Frames) -> Function:
    """Copies the game in play to an address."""
    made = unit.module.function("save", [Num.I32], exported="save")
    w = Writer(made)
    w.do("global.get", unit.helpers.records)
    with w.kept() as records:
        frames.set(w, RECORDS_TOP, records)
    for at, behind, end in _parts(unit, frames):
        w.get(0)
        w.plus(behind)
        w.number(at)
        end(w)
        w.number(at)
        w.do("i32.sub")
        w.do("memory.copy")
    return made


def _restore(unit: Unit, frames: Frames) -> Function:
    """Copies a game from an address into play; what stands in front of its frames comes first, to say how many.

    Without an address (0) the game stands there already.
    """
    made = unit.module.function("restore", [Num.I32], exported="restore")
    w = Writer(made)
    w.get(0)
    w.do("i32.eqz")
    with w.when():
        frames.load(w, RECORDS_TOP)
        w.do("global.set", unit.helpers.records)
        w.do("return")
    w.number(frames.base)
    w.get(0)
    w.plus(frames.kept)
    w.number(32)
    w.do("memory.copy")
    frames.load(w, RECORDS_TOP)
    w.do("global.set", unit.helpers.records)
    for at, behind, end in _parts(unit, frames):
        w.number(at)
        w.get(0)
        w.plus(behind)
        end(w)
        w.number(at)
        w.do("i32.sub")
        w.do("memory.copy")
    return made
