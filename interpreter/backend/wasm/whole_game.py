"""Makes the module that plays whole games of a program with bots."""

from __future__ import annotations

from dsl.ir import nodes as ir
from dsl.walk import nodes_of
from interpreter.backend.wasm.binary import Module, Num
from interpreter.backend.wasm.control_flow import Blocks
from interpreter.backend.wasm.definitions import write_definitions
from interpreter.backend.wasm.helpers import helpers
from interpreter.backend.wasm.lists import LISTS
from interpreter.backend.wasm.memory import MOST_ANSWERS, Memory
from interpreter.backend.wasm.scope import Unit, function, lists_in
from interpreter.backend.wasm.statements import write_all
from interpreter.backend.wasm.values import VALUES
from interpreter.backend.wasm.writer import Writer
from interpreter.program.model import nodes as p
from interpreter.program.model.routine_id import WHOLE_GAME
from interpreter.program.model.whole_game import WholeGame
from interpreter.program.optimise.non_none import non_none_slots
from interpreter.runtime.chance import name_hash


def native_module(game: WholeGame) -> tuple[Module, Memory]:
    """Writes the module, with `play(seed)`. Raises Unsupported for what no native code is written for."""
    program = game.program
    memory = Memory(program.layout, game.start, growing=_grows(game))
    module = Module()
    unit = Unit(
        program, memory, module, helpers(module, memory), game.definitions, game.actions,
        {
            name: (routine, module.function(f"routine_{number}", [Num.I32] * (routine.arity + 1), Num.I32))
            for number, (name, routine) in enumerate(game.routines.items())
        },
        game.is_recursive, game.knows, VALUES, LISTS,
    )  # fmt: skip
    for routine, made in unit.routines.values():
        with function(unit, made) as s:
            s.non_none = non_none_slots(routine, game.definitions)
            s.holding = lists_in(p.parts(routine))
            s.slots = {slot: slot for slot in range(routine.arity + 1)}
            if isinstance(routine, p.Plain):
                write_all(s, routine.statements)
                s.w.number(ir.NONE)
            else:
                Blocks(s, routine).write()
    write_definitions(unit)
    _play(unit)
    memory.finish(module)
    return module, memory


def _grows(game: WholeGame) -> bool:
    """Whether pieces may be made."""
    return any(nodes_of(tuple(map(p.parts, game.routines.values())), ir.Create))


def _play(unit: Unit) -> None:
    """Writes what plays a game with a seed: the state as it begins, every stream seeded, and then the rules."""
    memory, module, layout = unit.memory, unit.module, unit.layout
    mix = _mix(module)
    made = module.function("play", [Num.I64], exported="play")
    w = Writer(made)
    seed = w.local(Num.I64)
    w.number(memory.first)
    w.number(memory.image)
    w.number(memory.size)
    w.do("memory.copy")
    w.number(memory.at["met"])
    w.number(0)
    w.number(4 * MOST_ANSWERS)
    w.do("memory.fill")
    w.get(0)
    w.do("call", mix)
    w.put(seed)
    streams = [(memory.at[attribute], name) for attribute, name in layout.streams.items()]
    lucks = [(memory.at["luck"] + 8 * seat, f"bot:{seat}") for seat in range(layout.setting.players)]
    for address, name in (*streams, *lucks):
        w.number(0)
        w.get(seed)
        w.do("i64.const", name_hash(name))
        w.do("i64.xor")
        w.do("call", mix)
        w.do("i64.store", address)
    w.do("i64.const", 0)
    w.do("global.set", unit.helpers.spent)
    w.number(memory.at["lists"])
    w.do("global.set", unit.helpers.top)
    w.number(memory.at["records"])
    w.do("global.set", unit.helpers.records)
    w.number(0)
    w.do("global.set", unit.helpers.depth)
    routine, whole = unit.routines[WHOLE_GAME]
    for _ in range(routine.arity + 1):
        w.number(ir.NONE)
    w.do("call", whole.index)
    w.do("drop")


_GOLDEN = 0x9E3779B97F4A7C15


def _mix(module: Module) -> int:
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
