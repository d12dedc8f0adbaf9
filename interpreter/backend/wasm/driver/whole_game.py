"""Makes the module that plays whole games of a program with bots."""

from __future__ import annotations

from attrs import frozen

from dsl.ir import nodes as ir
from dsl.walk import nodes_of
from interpreter.backend.wasm.driver.control_flow import Blocks
from interpreter.backend.wasm.emit.binary import Function, Module, Num
from interpreter.backend.wasm.emit.helpers import helpers
from interpreter.backend.wasm.emit.memory import MOST_MET, RESULTS, Memory
from interpreter.backend.wasm.emit.ranges import in_module
from interpreter.backend.wasm.emit.scope import Unit, function, lists_in, made_list, value
from interpreter.backend.wasm.emit.writer import Writer
from interpreter.backend.wasm.nodes.definitions import write_definitions
from interpreter.backend.wasm.nodes.lists import LISTS
from interpreter.backend.wasm.nodes.statements import write_all
from interpreter.backend.wasm.nodes.values import VALUES
from interpreter.program.model import nodes as p
from interpreter.program.model.routine_id import WHOLE_GAME
from interpreter.program.optimise.non_none import non_none_slots
from interpreter.program.optimise.whole_game import WholeGame
from interpreter.runtime.chance import name_hash


@frozen
class Judged:
    """By what finished games are judged: values, and the players that are compared, if any are."""

    values: tuple[ir.Expression, ...] = ()
    compared: ir.Expression | None = None


def native_module(game: WholeGame, judged: Judged = Judged()) -> tuple[Module, Memory]:
    """Writes the module, with `games(seed, count)`. Raises Unsupported for what no native code is written for."""
    program = game.program
    memory = Memory(program.layout, game.start, growing=_grows(game))
    module = Module()
    unit = Unit(
        program, memory, module, helpers(module, memory), game.definitions, game.actions,
        {
            name: (routine, module.function(f"routine_{number}", [Num.I32] * (routine.arity + 1), Num.I32))
            for number, (name, routine) in enumerate(game.routines.items())
        },
        game.is_recursive, game.knows, in_module(program, memory.pieces), VALUES, LISTS,
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
    play = _play(unit)
    largest = 4 * (6 + len(judged.values) + 3 * program.setting.players + 2 * MOST_MET)
    _games(unit, play, _judged(unit, judged), largest)
    write_definitions(unit)
    memory.finish(module)
    return module, memory


def _grows(game: WholeGame) -> bool:
    """Whether pieces may be made."""
    return any(nodes_of(tuple(map(p.parts, game.routines.values())), ir.Create))


def _play(unit: Unit) -> Function:
    """Writes what plays a game with a seed: the state as it begins, every stream seeded, and then the rules."""
    memory, module, layout = unit.memory, unit.module, unit.layout
    mix = _mix(module)
    made = module.function("play", [Num.I64])
    w = Writer(made)
    seed = w.local(Num.I64)
    w.number(memory.first)
    w.number(memory.image)
    w.number(memory.size)
    w.do("memory.copy")
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
    for variable, start in (
        (unit.helpers.top, memory.at["lists"]), (unit.helpers.records, memory.at["records"]), (unit.helpers.depth, 0),
    ):  # fmt: skip
        w.number(start)
        w.do("global.set", variable)
    _forget_answers(w, memory)
    routine, whole = unit.routines[WHOLE_GAME]
    for _ in range(routine.arity + 1):
        w.number(ir.NONE)
    w.call(whole)
    w.do("drop")
    return made


def _forget_answers(w: Writer, memory: Memory) -> None:
    """How many questions there were with so many answers is counted anew."""
    at, place = w.local(), memory.at["touched"]
    w.load(place)
    w.put(at)
    with w.block() as done, w.block("loop") as again:
        w.get(at)
        w.do("i32.eqz")
        w.go(done, "br_if")
        _touched(w, memory, at)
        w.number(0)
        w.do("i32.store", memory.at["met"])
        w.add_to(at, -1)
        w.go(again)
    w.number(0)
    w.number(0)
    w.do("i32.store", place)


def _touched(w: Writer, memory: Memory, at: int) -> None:
    """Pushes the offset of one of the numbers of answers that were met, which are counted from 1."""
    w.get(at)
    w.cell(memory.at["touched"])
    w.cells()


def _games(unit: Unit, play: Function, judged: Function, largest: int) -> None:
    """Writes what plays so many games from a seed on, and what each came to; gives how many there was room for.

    Of each game: rounds, decisions, the winners, what it is judged by, and how often there were so many answers. Each
    but the first two begins with how many numbers it is.
    """
    memory, module = unit.memory, unit.module
    made = module.function("games", [Num.I64, Num.I32], Num.I32, exported="games")
    w = Writer(made)
    done, at = w.local(), w.local()
    w.be(at, memory.at["results"])
    with w.block() as out, w.block("loop") as again:
        w.get(done)
        w.get(1)
        w.do("i32.ge_s")
        w.go(out, "br_if")
        w.get(at)
        w.number(memory.at["results"] + RESULTS - largest)
        w.do("i32.gt_u")
        w.go(out, "br_if")
        w.number(0)
        w.get(done)
        w.do("i32.store", memory.at["game"])
        w.get(0)
        w.get(done)
        w.do("i64.extend_i32_u")
        w.do("i64.add")
        w.call(play)
        for place, name in enumerate(("rounds", "decisions")):
            w.get(at)
            w.load(memory.at[name])
            w.do("i32.store", 4 * place)
        w.add_to(at, 8)
        for address in (memory.at["winners"], None, memory.at["touched"]):
            if address is None:
                w.get(at)
                w.call(judged)
                w.put(at)
            else:
                _copied_out(w, address, at)
        _times(w, memory, at)
        w.add_to(done, 1)
        w.go(again)
    w.get(done)


def _copied_out(w: Writer, address: int, at: int) -> None:
    """Copies a list at a fixed address to one in a local, and moves that on."""
    w.number(address)
    with w.kept() as items:
        _copied_from(w, items, at)


def _copied_from(w: Writer, items: int, at: int) -> None:
    """Copies a list to an address, both in locals, and moves that on."""
    w.get(at)
    w.get(items)
    with w.scratch() as size:
        w.length(items)
        w.cells_behind_none()
        w.do("local.tee", size)
        w.do("memory.copy")
        w.get(at)
        w.get(size)
        w.do("i32.add")
        w.put(at)


def _times(w: Writer, memory: Memory, at: int) -> None:
    """How often there were so many answers, for each number of them."""
    with w.scratch() as place, w.scratch() as end:
        w.be(place, 1)
        w.load(memory.at["touched"])
        w.plus(1)
        w.put(end)
        with w.counted(place, end):
            w.get(at)
            _touched(w, memory, place)
            w.do("i32.load", memory.at["met"])
            w.do("i32.store", 0)
            w.add_to(at, 4)


def _judged(unit: Unit, judged: Judged) -> Function:
    """Writes what stores at an address what a game is judged by, and gives the address behind it."""
    made = unit.module.function("judged", [Num.I32], Num.I32)
    with function(unit, made) as s:
        w = s.w
        w.get(0)
        w.number(len(judged.values))
        w.do("i32.store", 0)
        for place, node in enumerate(judged.values):
            w.get(0)
            value(s, node)
            w.do("i32.store", 4 + 4 * place)
        w.add_to(0, 4 + 4 * len(judged.values))
        if judged.compared is None:
            w.get(0)
            w.number(0)
            w.do("i32.store", 0)
            w.get(0)
            w.plus(4)
        else:
            with made_list(s, judged.compared) as compared:
                _copied_from(w, compared, 0)
            w.get(0)
    return made


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
