"""The driver of the production back end: generates Python for a program, and runs it.

Only what can run is generated: all that is reachable from the game, and other routines when they are started alone. The
text is made when somebody looks (`sources`, or a traceback, which shows its lines).
"""

from __future__ import annotations

import ast
import linecache
import marshal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import count
from types import CodeType, MappingProxyType
from typing import Any, TypeAlias
from weakref import ref
from zlib import crc32

from attrs import evolve

from dsl.cache import key_of, remembered
from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.source import Span
from dsl.walk import nodes_of
from interpreter.backend.python.driver.runtime import runtime
from interpreter.backend.python.driver.states import beginning_with, fixed_lists, state_functions
from interpreter.backend.python.emit import tree
from interpreter.backend.python.emit.body import Body
from interpreter.backend.python.emit.code import SHORT, SHORT_WHERE_OFTEN, Code, value
from interpreter.backend.python.emit.control_flow import Irreducible
from interpreter.backend.python.emit.unit import Unit
from interpreter.backend.python.nodes.definitions import definition_function
from interpreter.backend.python.nodes.statements import write_all
from interpreter.backend.python.nodes.values import WRITERS
from interpreter.backend.python.routines.blocks import code_of
from interpreter.backend.python.routines.hoisted_loads import hoist
from interpreter.backend.python.routines.in_one_go import (
    GIVING_UP,
    asks_who_knows,
    charges,
    hoisted_setup,
    play_out_functions,
)
from interpreter.backend.python.routines.partition import Partition, partition
from interpreter.backend.python.routines.suspending import routine_functions
from interpreter.errors import TOO_DEEP, TOO_MANY, GaveUp, RuleFault
from interpreter.program.model import nodes as p
from interpreter.program.model.constant_fold import folded
from interpreter.program.model.kept import Kept, slots_kept
from interpreter.program.model.program import Program
from interpreter.program.model.routine_id import FIXPOINT, MAIN_ID, WHOLE_GAME, RoutineId
from interpreter.program.model.setting import Setting
from interpreter.program.model.state_layers import Value
from interpreter.program.optimise.inline import Gathering, Optimised, optimised
from interpreter.program.optimise.liveness import live_before
from interpreter.program.optimise.specialise import per_copy
from interpreter.program.optimise.unroll import unroll_loops
from interpreter.program.optimise.whole_game import WholeGame
from interpreter.runtime.budget import budget
from interpreter.runtime.chance import mix
from interpreter.runtime.state import State, first_values, state_class

_DRIVER, _OPENING, _PLAY_OUT, _EVALUATOR = "driver", "opening", "play out", "evaluate"
#: What generated code defines: functions, mostly, of many types; hence Any.
_Namespace: TypeAlias = dict[str, Any]
#: Tells apart the modules of programs that have no key.
_NUMBERS = count()


@frozen
class _Module:
    """Generated code. `label`: the routine from which all in it is reachable, or what else it is."""

    label: str
    code: CodeType

    def __reduce__(self) -> tuple[Callable[[str, bytes], _Module], tuple[str, bytes]]:
        return _kept_module, (self.label, marshal.dumps(self.code))


def _kept_module(label: str, code: bytes) -> _Module:
    return _Module(label, marshal.loads(code))


@frozen
class _Started:
    """How a routine is started alone: by a block, or as a function if it is plain."""

    number: int
    emitted: bool
    secret: bool
    answers: bool
    slots: tuple[int, ...]  # which of `you` and the arguments it takes, in the order of its frame; -1 is none
    block: int
    function: str
    end: int  # the block that comes after it


@frozen
class _Generated:
    """What is generated for all that is reachable from a routine, in values that can be cached."""

    module: _Module
    started: _Started
    asks: Mapping[int, tuple[p.Ask, Mapping[int, int]]]  # by block: the question, and where its locals are in the frame
    kept: Mapping[int, Mapping[int, Kept]]  # by block: what is kept in the frame
    running: Mapping[int, tuple[RoutineId, ...]]
    faults: Sequence[tuple[Span, str]]
    next_block: int


class PythonSource:
    """Runs a program as generated Python. With `journal`, its states have a list of events.

    `key` identifies the program in the cache; without one nothing is cached. `trees` gets the modules as they are made.
    With `in_parts`, each routine is generated once, by itself, however many are started alone that call it.
    """

    def __init__(
        self,
        program: Program,
        journal: bool,
        key: str = "",
        in_parts: bool = False,
        trees: dict[str, ast.Module] | None = None,
    ) -> None:
        self.given = program
        self.program = evolve(program, running=dict(program.running))  # other blocks come in with other routines
        self.journal = journal
        self.kind = state_class(program.layout)
        self.modules: list[_Module] = []
        self.next_block = program.next_block
        self.faults: list[tuple[Span, str]] = []
        self.started: dict[RoutineId, _Started] = {}
        self.functions: dict[RoutineId, Callable[..., Value]] = {}  # of routines that never wait, when started alone
        self.asks: dict[int, tuple[p.Ask, Mapping[int, int]]] = {}
        self.kept: dict[int, Mapping[int, Kept]] = {}
        self.blocks: list[Callable[..., int] | None] = []  # the functions of blocks by their number, and of answers
        self.answers: list[Callable[..., int] | None] = []
        self.spend = budget()
        self.names = self._names()
        self.key = key and key_of(key, str(journal))
        self.label = self.key[:16] or str(next(_NUMBERS))
        self.trees = trees
        self.parts = Gathering(self.program, self.next_block, journal) if in_parts else None
        self.partitions: dict[RoutineId, Partition] = {}  # of routines that are generated by themselves
        self._load_driver(remembered("code", self.key and key_of(self.key, _DRIVER), self._driver))

    # ------------------------------------------------------------ playing

    def ready(self, name: RoutineId) -> None:
        """Writes what can run from a routine, unless that is done. The whole game is kept, if it comes first."""
        if name in self.started:
            return
        if self.parts:
            self._load(name, self._generated_part(name, self.parts))
        else:
            key = "" if self.started or name != WHOLE_GAME else self.key
            self._load(name, remembered("code", key, lambda: self._generated(name)))

    def start(self, state: State, name: RoutineId, you: int, arguments: Sequence[Value]) -> None:
        """Runs one routine alone, until it asks or ends."""
        self.ready(name)
        started = self.started[name]
        given = (you, *arguments)
        self.spend(state, -1)
        self.end(state)
        self._emit(state, p.Verb.BEGIN, you, started, (), when=started.emitted)
        parts = [given[slot] if 0 <= slot < len(given) else ir.NONE for slot in started.slots]
        if started.function:
            state.answer = answer = self._called(self.functions[name], state, parts)
            self._emit(state, p.Verb.DECIDE, you, started, _as_list(answer), when=started.answers)
            return
        state.stack, state.frame = [started.end, []], parts
        self.run(state, started.block)

    def _called(self, function: Callable[..., Value], state: State, parts: list[Value]) -> Value:
        try:
            return function(state, *parts)
        except RecursionError:
            raise RuleFault(self._span(), TOO_DEEP) from None

    def _emit(self, state: State, verb: p.Verb, you: int, routine: _Started, more: Sequence[int], when: bool) -> None:
        if state.journal is not None and when:
            everybody = self.program.layout.everybody
            mask = (1 << you if you >= 0 else 0) if routine.secret and verb is p.Verb.BEGIN else everybody
            state.journal.append((-1, int(verb), you, mask, mask, routine.number, *more))

    def local(self, state: State, slot: int) -> Value:
        """The value of a local of the routine that asks, if it is live; slots as in its `Ask`."""
        place = self.asks[state.pc][1].get(slot)
        return ir.NONE if place is None else state.frame[place]

    def asked(self, state: State) -> p.Ask:
        """The pending question."""
        return self.asks[state.pc][0]

    def evaluator(self, expressions: Sequence[ir.Expression]) -> Callable[[State], Sequence[Value]]:
        """Makes what evaluates expressions that read no locals."""
        faults: list[tuple[Span, str]] = []
        unit = Unit(self.program, False, WRITERS, self.definitions, self.actions, faults=faults)
        code = _function_code(unit)
        values = [value(code, folded(expression, self.program.setting)) for expression in expressions]
        code.out.do("return (values,)", values=values)
        module = self._module(_EVALUATOR, _module_body(unit, [tree.function(_EVALUATOR, ["st"], code.out.statements)]))

        def fault(number: int) -> None:
            raise RuleFault(*faults[number])

        return self._namespace_of(module, {"fault": fault})[_EVALUATOR]  # type: ignore[no-any-return]

    # ------------------------------------------------------------ text

    @property
    def sources(self) -> list[str]:
        """The text of all modules but those of `evaluator`."""
        texts = self._texts()
        return [texts[module.label] for module in self.modules if module.label in texts]

    def _texts(self) -> Mapping[str, str]:
        """Generates the text of each module by its label, anew, since the trees are not kept."""
        trees: dict[str, ast.Module] = {}
        anew = PythonSource(self.given, self.journal, in_parts=self.parts is not None, trees=trees)
        for name in self.started:
            anew.ready(name)
        if "play_out" in self.__dict__:
            anew._generated_play_out()
        return {label: tree.text(made) for label, made in trees.items()}

    # ------------------------------------------------------------ writing

    def _names(self) -> dict[str, object]:
        """The names that generated code may refer to."""
        layout = self.program.layout
        players = layout.setting.players
        turns = [tuple((first + seat) % players for seat in range(players)) for first in range(players)]
        return {
            **runtime(layout, self.faults),
            "State": self.kind,
            "new": self.kind.__new__,
            "copy_of": list.copy,
            "mix": mix,
            "B": self.blocks,
            "A": self.answers,
            "DECISION_LIMIT": p.DECISION_LIMIT,
            "BIT": (*(1 << seat for seat in range(players)), 0),
            "FROM": (*turns, turns[0]),
            "BACK_FROM": tuple((turn[0], *turn[:0:-1]) for turn in (*turns, turns[0])),
            "NOTHING": (0,) * (players + 1),
            "as_list": _as_list,
            "spend": self.spend,
            "too_many": self._too_many,
            "too_deep": self._too_deep,
        }

    @cached_property
    def definitions(self) -> Mapping[str, p.Definition]:
        return _definitions(self.program)

    @cached_property
    def actions(self) -> Mapping[str, p.Action]:
        return {n: folded(a, self.program.setting) for n, a in self.program.actions.items()}

    @cached_property
    def asks_who_knows(self) -> bool:
        """Whether some rule reads who knows which piece."""
        return asks_who_knows(self.program)

    def _module(self, label: str, body: Iterable[ast.stmt]) -> _Module:
        made = tree.module([*body])
        if self.trees is not None:
            self.trees[label] = made
        file = f"<generated {self.label} {crc32(label.encode()):08x}>.py"  # by nothing that a rule file says
        return _Module(label, compile(made, file, "exec", dont_inherit=True))

    def _driver(self) -> _Module:
        return self._module(_DRIVER, [*tree.stmts(_RUN), *state_functions(self.program, self.journal)])

    def _generated(self, name: RoutineId) -> _Generated:
        """Generates all that is reachable from a routine."""
        made = self._optimised(self.program, name, self.next_block)
        self.next_block = made.next_block
        partitions = _partitions(made.routines)
        unit = self._unit(made.routines, made.recursive)
        unit.has_offers = any(ask.offers for each in partitions.values() for _, ask in _asks(each))
        return self._generated_from(name, unit, partitions, partitions)

    def _generated_part(self, name: RoutineId, parts: Gathering) -> _Generated:
        """Generates what is reachable from a routine, and was not from those before it."""
        new = parts.gather((name,))
        self.partitions |= (partitions := _partitions(new))
        unit = self._unit(new)
        self.unit.plain |= unit.plain
        self.unit.signatures |= unit.signatures
        self.unit.recursive |= parts.search((name,))[1]
        return self._generated_from(name, self.unit, self.partitions, partitions)

    def _generated_from(
        self, name: RoutineId, unit: Unit, known: dict[RoutineId, Partition], new: Mapping[RoutineId, Partition]
    ) -> _Generated:
        """Generates what is new of all that can run from a routine."""
        body = [f for each in new.values() for f in routine_functions(unit, known, each)]
        function = unit.function(name) if name in unit.plain else ""
        module = self._module(str(name), _module_body(unit, body))
        if name in unit.plain:
            started = _started(unit.plain[name], unit.signatures[name], function=function)
        else:
            whole = known[name]
            started = _started(whole.routine, tuple(whole.frame), whole.routine.entry, self._end_of())
        asks = {label: (ask, each.frame) for each in new.values() for label, ask in _asks(each)}
        kept = {label: found for each in new.values() for label, found in _kept(each, self.program.layout.setting)}
        return _Generated(module, started, asks, kept, self.program.running, self.faults, self.next_block)

    @cached_property
    def unit(self) -> Unit:
        """What all routines that are generated by themselves share."""
        return self._unit({})

    def _unit(
        self,
        made: Mapping[RoutineId, p.AnyRoutine],
        recursive: frozenset[RoutineId] = frozenset(),
        *,
        blind: bool = False,
        in_one_go: bool = False,
    ) -> Unit:
        """Makes what the functions of some routines share."""
        plain = {n: r for n, r in made.items() if isinstance(r, p.Plain)}
        return Unit(
            self.program,
            self.journal,
            WRITERS,
            self.definitions,
            self.actions,
            faults=self.faults,
            signatures={n: _parameters(routine) for n, routine in plain.items()},
            plain=plain,
            recursive=recursive,
            blind=blind,
            in_one_go=in_one_go,
            charges=in_one_go and charges(self.program, made.values()),
        )

    @cached_property
    def play_out(self) -> Callable[[int, Sequence[Callable[[int, int], int]]], State] | None:
        """The function that plays the game with a seed to its end; None if it cannot be generated."""
        module = remembered("code", self.key and key_of(self.key, "play out"), self._generated_play_out)
        if module is None:
            return None
        return self._namespace_of(module, GIVING_UP)["play_out"]  # type: ignore[no-any-return]

    def _generated_play_out(self) -> _Module | None:
        """Generates the whole game as functions that never suspend."""
        if (found := self._in_one_go(self.journal)) is None:
            return None
        unit, routines, values, _ = found
        start = beginning_with("from_the_start", unit.program, values, fixed_lists(unit.program))
        try:
            functions = [*play_out_functions(unit, routines)]
        except (Irreducible, GaveUp):
            return None
        return self._module(_PLAY_OUT, [*start, *_module_body(unit, functions)])

    def _in_one_go(self, attributed: bool) -> tuple[Unit, dict[RoutineId, p.Routine], dict[str, Value], int] | None:
        """What whole games are written with, the routines that may ask, and the state that these begin with.

        As much of the setup as luck does not matter to is done in that state, in so many steps. `attributed`: what is
        told says who did it. None if there is nothing to play.
        """
        program = evolve(self.program, running=dict(self.program.running))  # the new blocks are of no use to others
        made = optimised(
            program, (WHOLE_GAME,), program.next_block, journal=self.journal, attributed=attributed, exact=False
        )
        routines = {n: unroll_loops(r, program.setting) for n, r in made.routines.items() if isinstance(r, p.Routine)}
        if WHOLE_GAME not in routines:
            return None
        blind = not self.journal and not self.asks_who_knows
        unit = self._unit(made.routines, made.recursive, blind=blind, in_one_go=True)
        unit.faults = []  # whatever fails is played again, and says then what is wrong
        hoisted = hoisted_setup(unit, routines[WHOLE_GAME])
        routines[WHOLE_GAME] = hoisted.rest
        try:
            opened, spent = self._opened(unit, hoisted.statements)
        except GaveUp:
            return None
        done = tuple(map(p.parts, (*routines.values(), *unit.plain.values())))
        if not any(nodes_of(done, ir.Create)):
            unit.program = _with_all_pieces(program, opened)
        return unit, routines, {name: getattr(opened, name) for name in first_values(program.layout)}, spent

    def whole_game(self) -> WholeGame | None:
        """The game as it is played in one go, for another back end; None if it cannot be."""
        if (found := self._in_one_go(attributed=False)) is None:
            return None
        unit, some, start, spent = found
        routines: dict[RoutineId, p.AnyRoutine] = {**some, **unit.plain}
        turned = nodes_of(tuple(map(p.parts, routines.values())), ir.Flip)  # which is told where others see it then
        knows = self.asks_who_knows or (self.journal and any(turned))
        return WholeGame(
            unit.program, routines, bool(unit.recursive), knows, start, spent,
            _definitions(unit.program), self.actions,
        )  # fmt: skip

    def stepping(self) -> tuple[Mapping[RoutineId, Partition], Mapping[RoutineId, p.Plain]]:
        """The routines of the whole game as they are played question by question: those that may wait, and others."""
        program = evolve(self.given, running=dict(self.given.running))
        made = self._optimised(program, WHOLE_GAME, program.next_block).routines
        return _partitions(made), {name: one for name, one in made.items() if isinstance(one, p.Plain)}

    def _optimised(self, program: Program, root: RoutineId, next_block: int) -> Optimised:
        """What can run from a routine question by question."""
        return optimised(program, (root,), next_block, journal=self.journal, attributed=self.journal, exact=True)

    def _opened(self, unit: Unit, statements: Sequence[p.Statement]) -> tuple[State, int]:
        """Makes a state after the hoisted setup; gives also how many steps were spent on that."""
        code = _function_code(unit)
        write_all(code, statements)
        body = [*tree.stmts("global spent"), *code.out.statements, *tree.stmts("return st")]
        opening = tree.function("opening", ["st"], body)
        names = self._namespace_of(self._module(_OPENING, _module_body(unit, [opening])), GIVING_UP)
        return names["opening"](self.fresh(0)), names["spent"]

    def _end_of(self) -> int:
        """Numbers the block that comes after a routine that was started alone."""
        label = self.next_block
        self.next_block += 1
        self.program.running[label] = ()
        return label

    # ------------------------------------------------------------ loading

    def _load_driver(self, module: _Module) -> None:
        driver = self._namespace_of(module)
        self.names |= {name: driver[name] for name in ("end", "fresh", "run")}
        self.run, self.end = driver["run"], driver["end"]
        self.advance, self.fresh, self.clone = driver["advance"], driver["fresh"], driver["clone"]

    def _load(self, name: RoutineId, generated: _Generated) -> None:
        """Loads what was generated for a routine, now or another time."""
        self.next_block = generated.next_block
        self.program.running.update(generated.running)
        self.faults[:] = generated.faults
        self.asks.update(generated.asks)
        self.kept.update(generated.kept)
        module = self._namespace_of(generated.module)
        self._register(module)
        if self.parts:
            self.names = module  # for the parts to come
        self.started[name] = started = generated.started
        if started.function:
            self.functions[name] = module[started.function]
        else:
            self._register_end(started)

    def _namespace_of(self, module: _Module, more: Mapping[str, object] = MappingProxyType({})) -> _Namespace:
        """Executes a module in a namespace of its own, with `more` in it; gives that."""
        self.modules.append(module)
        linecache.cache[module.code.co_filename] = (partial(_text_of, ref(self), module.label),)
        names = {**self.names, **more}
        exec(module.code, names)
        return names

    def _register(self, module: _Namespace) -> None:
        """Puts the functions of blocks and answers where the driver finds them by number."""
        for functions, letter in ((self.blocks, "b"), (self.answers, "a")):
            functions.extend([None] * (self.next_block + 1 - len(functions)))
            for name, function in module.items():
                if name[0] == letter and name[1:].isdigit():
                    functions[int(name[1:])] = function

    def _register_end(self, started: _Started) -> None:
        def ended(state: State) -> int:
            self._emit(state, p.Verb.DECIDE, -1, started, _as_list(state.answer), when=started.answers)
            self.end(state)
            return -1

        self.blocks.extend([None] * (started.end + 1 - len(self.blocks)))
        self.blocks[started.end] = ended

    # ------------------------------------------------------------ faults

    def _span(self, label: int = -1) -> Span:
        names = self.program.running.get(label, ())
        return self.program.routines[names[-1] if names else MAIN_ID].span

    def _too_many(self, state: State) -> None:
        raise RuleFault(self.asked(state).span, TOO_MANY)

    def _too_deep(self, state: State) -> None:
        raise RuleFault(self._span(state.pc), TOO_DEEP) from None


_RUN = """
def run(st, pc):
    try:
        while pc >= 0:
            pc = B[pc](st)
    except RecursionError:
        too_deep(st)

def advance(st, index):
    st.decisions = decisions = st.decisions + 1
    if decisions > DECISION_LIMIT:
        too_many(st)
    try:
        pc = A[st.pc](st, index)
        while pc >= 0:
            pc = B[pc](st)
    except RecursionError:
        too_deep(st)
"""


def _text_of(source: Callable[[], PythonSource | None], label: str) -> str:
    """The text of a module, as long as its back end exists."""
    back_end = source()
    return "" if back_end is None else back_end._texts().get(label, "")


def _definitions(program: Program) -> Mapping[str, p.Definition]:
    return {n: per_copy(folded(d, program.setting), program.layout) for n, d in program.definitions.items()}


def _with_all_pieces(program: Program, opened: State) -> Program:
    """The program of a game that has all its pieces from here on."""
    pieces = tuple(zip(opened.kind, opened.zone, opened.owner, strict=True))
    layout = evolve(program.layout, first_pieces=pieces, created={}, multiplied=frozenset(), supplied=())
    return evolve(program, layout=layout)


def _as_list(found: Value) -> Sequence[int]:
    return found if isinstance(found, tuple | list | range) else (found,)


def _asks(each: Partition) -> list[tuple[int, p.Ask]]:
    """The questions of a routine, each with its block."""
    return [(label, block.end) for label, block in each.routine.blocks.items() if isinstance(block.end, p.Ask)]


def _kept(each: Partition, setting: Setting) -> Iterator[tuple[int, Mapping[int, Kept]]]:
    """What is kept in the frame of a routine, by each block of it."""
    kept = slots_kept(each.routine, setting, each.frame)
    return ((label, kept) for label in each.routine.blocks)


def _started(
    routine: p.AnyRoutine, slots: tuple[int, ...], block: int = -1, end: int = -1, function: str = ""
) -> _Started:
    return _Started(routine.number, routine.emitted, routine.secret, routine.answers, slots, block, function, end)


def _partitions(routines: Mapping[RoutineId, p.AnyRoutine]) -> dict[RoutineId, Partition]:
    return {name: partition(routine) for name, routine in routines.items() if isinstance(routine, p.Routine)}


def _parameters(routine: p.Plain) -> tuple[int, ...]:
    """The parameters that are live where a routine begins."""
    live = live_before(routine.statements)
    return tuple(slot for slot in range(routine.arity + 1) if live >> slot & 1)


def _module_body(unit: Unit, body: list[ast.stmt]) -> list[ast.stmt]:
    """The statements of a module: tables, those functions, and the functions that they call."""
    while unit.wanted:
        what, non_none = unit.wanted.pop()
        if isinstance(what, RoutineId):
            body.append(_plain_function(unit, what, non_none))
        else:
            body.append(definition_function(unit, what, non_none))
    tables = [tree.assign(name, tree.literal(values)) for name, values in unit.new_tables]
    unit.new_tables.clear()
    return [*tables, *body]


def _plain_function(unit: Unit, name: RoutineId, non_none: frozenset[int]) -> ast.stmt:
    routine = unit.plain[name]
    c = code_of(unit, routine, SHORT_WHERE_OFTEN if name == FIXPOINT else SHORT, non_none)
    parameters = [c.read(slot) for slot in unit.signatures[name]]
    write_all(c, routine.statements)
    c.out.do("return -1")
    if name == FIXPOINT:  # which is called after most sentences, and goes through all that matters to it
        c.out.statements[:0] = hoist(c, c.out.statements, of_loops=True)
    if unit.in_one_go:
        c.out.statements[:0] = tree.stmts("global spent")
    names = [parameter.id for parameter in parameters if isinstance(parameter, ast.Name)]
    return tree.function(unit.called[name, non_none], ["st", *names], c.out.statements)


def _function_code(unit: Unit) -> Code:
    """The code of a function that is given nothing but the state."""

    def local(slot: int) -> ast.expr:
        return tree.name(f"v{slot}")

    return Code(unit, Body(), local, local, set())
