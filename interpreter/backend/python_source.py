"""The production back end: a program as generated Python.

Only what can run is written: first all that a game can come to, and other routines when they are started
alone. The text can be read (`sources`), and tracebacks show its lines.
"""

from __future__ import annotations

import linecache
import marshal
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from types import CodeType, MappingProxyType
from typing import Any
from zlib import crc32

from attrs import evolve, frozen

from dsl.cache import key_of, remembered
from dsl.ir import nodes as ir
from interpreter.backend.python_blocks import routine_functions
from interpreter.backend.python_code import SHORT, SHORT_WHERE_OFTEN, Code, Unit
from interpreter.backend.python_definitions import definition_function
from interpreter.backend.python_plan import Plan, plan
from interpreter.backend.python_play_out import (
    GIVING_UP,
    asks_who_knows,
    cut_opening,
    opening_function,
    play_out_functions,
    worths_function,
)
from interpreter.backend.python_runtime import runtime
from interpreter.backend.python_statements import write_all
from interpreter.backend.python_states import beginning_with, state_functions
from interpreter.backend.python_sure import sure_slots
from interpreter.backend.python_tables import WRITERS
from interpreter.backend.python_text import Text
from interpreter.backend.python_ways import Unshaped
from interpreter.errors import TOO_DEEP, TOO_LONG, TOO_MANY, RuleFault
from interpreter.program.model.constant_fold import folded
from interpreter.program.model.nodes import (
    DECISION_LIMIT,
    STEP_LIMIT,
    Action,
    Ask,
    Definition,
    Plain,
    Routine,
    Verb,
)
from interpreter.program.model.program import Program
from interpreter.program.model.routine_id import MAIN_ID, SETTLE, WHOLE_GAME, RoutineId
from interpreter.program.optimise.inline import Optimised, optimised
from interpreter.program.optimise.liveness import live_before
from interpreter.program.optimise.specialise import by_copies
from interpreter.program.optimise.unroll import written_out
from interpreter.runtime.chance import mix
from interpreter.runtime.state import State, first_values, state_class


@frozen
class _Module:
    """Generated text, and what Python has made of it."""

    text: str
    code: CodeType

    def __reduce__(self) -> tuple[Callable[[str, bytes], _Module], tuple[str, bytes]]:
        return _kept_module, (self.text, marshal.dumps(self.code))


def _kept_module(text: str, code: bytes) -> _Module:
    return _Module(text, marshal.loads(code))


@frozen
class _Started:
    """How a routine is started alone: by a block, or as a function if it never waits."""

    number: int
    told: bool
    secret: bool
    answers: bool
    slots: tuple[int, ...]  # which of `you` and the arguments it takes, in the order of its frame; -1 is none
    block: int
    function: str
    end: int  # the block that comes after it


@frozen
class _Written:
    """All that comes of writing what can run from a routine, in values that can be kept for the next time."""

    module: _Module
    started: _Started
    asks: Mapping[int, tuple[Ask, Mapping[int, int]]]  # by block: the question, and where its locals are in the frame
    running: Mapping[int, tuple[RoutineId, ...]]
    faults: Sequence[Any]
    next_block: int


class PythonSource:
    """Runs a program as generated Python. With `journal`, its states keep a list of events.

    `key` stands in the cache for the program; without one nothing is kept.
    """

    def __init__(self, program: Program, journal: bool, key: str = "") -> None:
        self.program = evolve(program, running=dict(program.running))  # other blocks come in with other routines
        self.journal = journal
        self.kind = state_class(program.layout)
        self.sources: list[str] = []
        self.next_block = program.next_block
        self.faults: list[Any] = []
        self.started: dict[RoutineId, _Started] = {}
        self.functions: dict[RoutineId, Callable[..., Any]] = {}  # of routines that never wait, when started alone
        self.asks: dict[int, tuple[Ask, Mapping[int, int]]] = {}
        self.names = self._names()
        self.key = key and key_of(key, str(journal))
        driver, whole = remembered("code", self.key, lambda: (self._driver(), self._written(WHOLE_GAME)))
        self._carry_out_driver(driver)
        self._carry_out(WHOLE_GAME, whole)

    # ------------------------------------------------------------ playing

    def start(self, state: State, name: RoutineId, you: int, arguments: Sequence[Any]) -> None:
        """Runs one routine alone, until it asks or ends."""
        if name not in self.started:
            self._carry_out(name, self._written(name))
        started = self.started[name]
        given = (you, *arguments)
        self.end(state)
        self._tell(state, Verb.BEGIN, you, started, (), when=started.told)
        parts = [given[slot] if 0 <= slot < len(given) else ir.NONE for slot in started.slots]
        if started.function:
            state.answer = answer = self._called(self.functions[name], state, parts)
            self._tell(state, Verb.DECIDE, you, started, _as_list(answer), when=started.answers)
            return
        state.stack, state.frame = [started.end, []], parts
        self.run(state, started.block)

    def _called(self, function: Callable[..., Any], state: State, parts: list[Any]) -> Any:
        try:
            return function(state, *parts)
        except RecursionError:
            raise RuleFault(self._span(), TOO_DEEP) from None

    def _tell(self, state: State, verb: Verb, you: int, routine: _Started, more: Sequence[int], when: bool) -> None:
        if state.journal is not None and when:
            everybody = self.program.layout.everybody
            mask = (1 << you if you >= 0 else 0) if routine.secret and verb is Verb.BEGIN else everybody
            state.journal.append((-1, int(verb), you, mask, mask, routine.number, *more))

    def local(self, state: State, slot: int) -> Any:
        """What a local of the routine that asks holds, if it still matters; slots as in its `Ask`."""
        place = self.asks[state.pc][1].get(slot)
        return ir.NONE if place is None else state.frame[place]

    def asked(self, state: State) -> Ask:
        """The question that waits for an answer."""
        return self.asks[state.pc][0]

    def worths(self, expressions: Sequence[ir.Expression]) -> Callable[[State], Sequence[Any]]:
        """What works out expressions that read no locals."""
        faults: list[Any] = []
        unit = Unit(self.program, False, WRITERS, self.definitions, self.actions, faults=faults)
        module = self._module(_text(unit, worths_function(unit, expressions)))

        def fault(number: int) -> None:
            raise RuleFault(*faults[number])

        return self._names_after(module, {"fault": fault})["worths"]  # type: ignore[no-any-return]

    # ------------------------------------------------------------ writing

    def _names(self) -> dict[str, Any]:
        """What generated code may refer to."""
        layout = self.program.layout
        players = layout.setting.players
        turns = [tuple((first + seat) % players for seat in range(players)) for first in range(players)]
        return {
            **runtime(layout, self.faults),
            "State": self.kind,
            "new": self.kind.__new__,
            "copy_of": list.copy,
            "mix": mix,
            "B": [],
            "A": [],
            "STEPS": range(STEP_LIMIT),
            "DECISION_LIMIT": DECISION_LIMIT,
            "BIT": (*(1 << seat for seat in range(players)), 0),
            "FROM": (*turns, turns[0]),
            "NOTHING": (0,) * (players + 1),
            "as_list": _as_list,
            "too_long": self._too_long,
            "too_many": self._too_many,
            "too_deep": self._too_deep,
        }

    @cached_property
    def definitions(self) -> Mapping[str, Definition]:
        program = self.program
        return {n: by_copies(folded(d, program.setting), program.layout) for n, d in program.definitions.items()}

    @cached_property
    def actions(self) -> Mapping[str, Action]:
        return {n: folded(a, self.program.setting) for n, a in self.program.actions.items()}

    def _module(self, text: str) -> _Module:
        return _Module(text, compile(text, self._file(text), "exec"))

    def _file(self, text: str) -> str:
        """Names the module for tracebacks, by nothing that a rule file says."""
        return f"<generated {crc32(text.encode()):08x}>"

    def _driver(self) -> _Module:
        return self._module("\n".join([_DRIVER, *state_functions(self.program, self.journal)]))

    def _written(self, name: RoutineId) -> _Written:
        """Writes all that can run from a routine."""
        made = optimised(self.program, (name,), self.next_block, self.journal)
        self.next_block = made.next_block
        plans = {n: plan(r) for n, r in made.routines.items() if isinstance(r, Routine)}
        unit = self._unit(made)
        unit.has_offers = any(ask.offers for routine in plans.values() for _, ask in _asks(routine))
        lines: list[str] = []
        for routine_plan in plans.values():
            lines += ["", *routine_functions(unit, plans, routine_plan.routine)]
        function = unit.function("p", str(name)) if str(name) in unit.plain else ""
        module = self._module(_text(unit, lines))
        if str(name) in unit.plain:
            started = _started(unit.plain[str(name)], unit.signatures[str(name)], function=function)
        else:
            whole = plans[name]
            started = _started(whole.routine, tuple(whole.frame), whole.routine.entry, self._end_of())
        asks = {label: (ask, each.frame) for each in plans.values() for label, ask in _asks(each)}
        return _Written(module, started, asks, self.program.running, self.faults, self.next_block)

    def _unit(self, made: Optimised, *, blind: bool = False) -> Unit:
        """What the functions of some routines share."""
        plain = {str(n): r for n, r in made.routines.items() if isinstance(r, Plain)}
        return Unit(
            self.program,
            self.journal,
            WRITERS,
            self.definitions,
            self.actions,
            faults=self.faults,
            signatures={n: _parameters(routine) for n, routine in plain.items()},
            plain=plain,
            recursive=made.recursive,
            blind=blind,
        )

    @cached_property
    def play_out(self) -> Callable[[int, Sequence[Callable[[int, int], int]]], State] | None:
        """Plays the game with a seed to its end; None if that cannot be written."""
        module = remembered("code", self.key and key_of(self.key, "play out"), self._written_play_out)
        if module is None:
            return None
        return self._names_after(module, GIVING_UP)["play_out"]  # type: ignore[no-any-return]

    def _written_play_out(self) -> _Module | None:
        """The whole game as functions that never stop."""
        program = evolve(self.program, running=dict(self.program.running))  # the new blocks are of no use to others
        made = optimised(program, (WHOLE_GAME,), program.next_block, self.journal)
        routines = {n: written_out(r, program.setting) for n, r in made.routines.items() if isinstance(r, Routine)}
        if WHOLE_GAME not in routines:
            return None
        unit = self._unit(made, blind=not self.journal and not asks_who_knows(program))
        unit.faults = []  # whatever fails is played again, and says then what is wrong
        start, cut = ["from_the_start = fresh"], cut_opening(unit, routines[WHOLE_GAME])
        if cut.statements:
            opening = self._names_after(self._module(_text(unit, opening_function(unit, cut.statements))))["opening"]
            opened = opening(self.fresh(0))
            values = {name: getattr(opened, name) for name in first_values(program.layout)}
            start = beginning_with("from_the_start", program, values)
        try:
            lines = play_out_functions(unit, {**routines, WHOLE_GAME: cut.rest}, "from_the_start")
        except Unshaped:
            return None
        return self._module(_text(unit, [*start, *lines]))

    def _end_of(self) -> int:
        """A block of its own for what comes after a routine that was started alone."""
        label = self.next_block
        self.next_block += 1
        self.program.running[label] = ()
        return label

    # ------------------------------------------------------------ carrying out what is written

    def _carry_out_driver(self, module: _Module) -> None:
        driver = self._names_after(module)
        self.names |= {name: driver[name] for name in ("end", "fresh", "run")}
        self.run, self.end = driver["run"], driver["end"]
        self.advance, self.fresh, self.clone = driver["advance"], driver["fresh"], driver["clone"]

    def _carry_out(self, name: RoutineId, written: _Written) -> None:
        """Makes ready what can run from a routine, whether it was written now or another time."""
        self.next_block = written.next_block
        self.program.running.update(written.running)
        self.faults[:] = written.faults
        self.asks.update(written.asks)
        module = self._names_after(written.module)
        self._register(module)
        self.started[name] = started = written.started
        if started.function:
            self.functions[name] = module[started.function]
        else:
            self._register_end(started)

    def _names_after(self, module: _Module, more: Mapping[str, Any] = MappingProxyType({})) -> dict[str, Any]:
        """Carries out generated code, in names of its own; it sees `more` too."""
        self.sources.append(module.text)
        file = self._file(module.text)
        linecache.cache[file] = (len(module.text), None, module.text.splitlines(keepends=True), file)
        names = {**self.names, **more}
        exec(module.code, names)
        return names

    def _register(self, module: dict[str, Any]) -> None:
        """Puts the functions of blocks and answers where the driver finds them by number."""
        for functions, letter in ((self.names["B"], "b"), (self.names["A"], "a")):
            functions.extend([None] * (self.next_block + 1 - len(functions)))
            for name, function in module.items():
                if name[0] == letter and name[1:].isdigit():
                    functions[int(name[1:])] = function

    def _register_end(self, started: _Started) -> None:
        def ended(state: State) -> int:
            self._tell(state, Verb.DECIDE, -1, started, _as_list(state.answer), when=started.answers)
            self.end(state)
            return -1

        blocks = self.names["B"]
        blocks.extend([None] * (started.end + 1 - len(blocks)))
        blocks[started.end] = ended

    # ------------------------------------------------------------ faults

    def _span(self, label: int = -1) -> Any:
        names = self.program.running.get(label, ())
        return self.program.routines[names[-1] if names else MAIN_ID].span

    def _too_long(self, label: int) -> int:
        raise RuleFault(self._span(label), TOO_LONG)

    def _too_many(self, state: State) -> None:
        raise RuleFault(self.asked(state).span, TOO_MANY)

    def _too_deep(self, state: State) -> None:
        raise RuleFault(self._span(state.pc), TOO_DEEP) from None


_DRIVER = """
def run(st, pc):
    try:
        for _ in STEPS:
            pc = B[pc](st)
            if pc < 0:
                return
    except RecursionError:
        too_deep(st)
    too_long(pc)

def advance(st, index):
    st.decisions = decisions = st.decisions + 1
    if decisions > DECISION_LIMIT:
        too_many(st)
    try:
        pc = A[st.pc](st, index)
        if pc < 0:
            return
        for _ in STEPS:
            pc = B[pc](st)
            if pc < 0:
                return
    except RecursionError:
        too_deep(st)
    too_long(pc)
"""


def _as_list(worth: Any) -> Sequence[int]:
    return worth if isinstance(worth, tuple | list | range) else (worth,)


def _asks(routine_plan: Plan) -> list[tuple[int, Ask]]:
    """The questions of a routine, each with its block."""
    return [(label, block.end) for label, block in routine_plan.routine.blocks.items() if isinstance(block.end, Ask)]


def _started(
    routine: Plain | Routine, slots: tuple[int, ...], block: int = -1, end: int = -1, function: str = ""
) -> _Started:
    return _Started(routine.number, routine.told, routine.secret, routine.answers, slots, block, function, end)


def _parameters(routine: Plain) -> tuple[int, ...]:
    """The parameters that a routine reads."""
    live = live_before(routine.statements)
    return tuple(slot for slot in range(routine.arity + 1) if live >> slot & 1)


def _text(unit: Unit, lines: list[str]) -> str:
    """The text of a module: tables, those lines, and the functions that they call."""
    while unit.wanted:
        lines += ["", *_function(unit, unit.wanted.pop())]
    tables = [f"{table} = {values}" for table, values in unit.tables.values()]
    return "\n".join([*tables, *lines])


def _function(unit: Unit, wanted: str) -> list[str]:
    kind, _, name = wanted.partition(" ")
    return definition_function(unit, name) if kind == "d" else _plain_function(unit, name)


def _plain_function(unit: Unit, name: str) -> list[str]:
    routine = unit.plain[name]
    text = Text()
    names: dict[int, str] = {}

    def local(slot: int) -> str:
        if slot not in names:
            names[slot] = text.name(routine.slots[slot])
        return names[slot]

    parameters = [local(slot) for slot in unit.signatures[name]]
    header = f"def {unit.called[f'p {name}']}({', '.join(['st', *parameters])}):"
    short = SHORT_WHERE_OFTEN if routine.name == SETTLE else SHORT
    write_all(Code(unit, text, local, local, sure_slots(routine, unit.definitions), short=short), routine.statements)
    text.line("return -1")
    return [header, *text.lines]
