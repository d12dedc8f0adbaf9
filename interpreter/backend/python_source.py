"""The production back end: a program as generated Python.

Only what can run is written: first all that a game can come to, and other routines when they are started
alone. The text can be read (`sources`), and tracebacks show its lines.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Sequence
from typing import Any
from zlib import crc32

from attrs import frozen

from dsl.ir import nodes as ir
from interpreter.backend.python_blocks import routine_functions
from interpreter.backend.python_cards import by_copies
from interpreter.backend.python_code import SHORT, SHORT_WHERE_OFTEN, Code, Unit
from interpreter.backend.python_definitions import definition_function
from interpreter.backend.python_plan import Plan, plan
from interpreter.backend.python_runtime import runtime
from interpreter.backend.python_statements import write_all
from interpreter.backend.python_states import state_functions
from interpreter.backend.python_sure import sure_slots
from interpreter.backend.python_tables import WRITERS
from interpreter.backend.python_text import Text, where
from interpreter.chance import mix
from interpreter.fault import TOO_DEEP, TOO_LONG, TOO_MANY, RuleFault
from interpreter.program.fold import folded
from interpreter.program.liveness import live_before
from interpreter.program.nodes import DECISION_LIMIT, STEP_LIMIT, Ask, Plain, Program, Routine, Verb
from interpreter.program.optimise import optimised
from interpreter.program.settle import SETTLE
from interpreter.program.sources import WHOLE_GAME
from interpreter.state import State, state_class


@frozen
class _Started:
    """How a routine is started alone: by a block, or as a function if it never waits."""

    routine: Plain | Routine
    slots: tuple[int, ...]  # which of `you` and the arguments it takes, in the order of its frame; -1 is none
    block: int
    function: Callable[..., Any] | None
    end: int  # the block that comes after it


class PythonSource:
    """Runs a program as generated Python. With `journal`, its states keep a list of events."""

    def __init__(self, program: Program, journal: bool) -> None:
        self.program = program
        self.journal = journal
        self.kind = state_class(program.layout)
        self.sources: list[str] = []
        self.next_block = program.next_block
        self.faults: list[Any] = []
        self.started: dict[str, _Started] = {}
        self.asks: dict[int, tuple[Ask, Plan]] = {}
        folded_ones = ((n, folded(d, program.setting)) for n, d in program.definitions.items())
        self.definitions = {name: by_copies(definition, program.layout) for name, definition in folded_ones}
        self.actions = {n: folded(a, program.setting) for n, a in program.actions.items()}
        self.names = self._names()
        driver = self._module("\n".join([_DRIVER, *state_functions(program, journal)]))
        self.names |= {name: driver[name] for name in ("end", "run")}
        self.run, self.end = driver["run"], driver["end"]
        self.advance, self.fresh, self.clone = driver["advance"], driver["fresh"], driver["clone"]
        self._write(WHOLE_GAME)

    # ------------------------------------------------------------ playing

    def start(self, state: State, name: str, you: int, arguments: Sequence[Any]) -> None:
        """Runs one routine alone, until it asks or ends."""
        if name not in self.started:
            self._write(name)
        started = self.started[name]
        given = (you, *arguments)
        routine = started.routine
        self.end(state)
        self._tell(state, Verb.BEGIN, you, routine, (), when=routine.told)
        parts = [given[slot] if 0 <= slot < len(given) else ir.NONE for slot in started.slots]
        if started.function is not None:
            state.answer = answer = self._called(started.function, state, parts)
            self._tell(state, Verb.DECIDE, you, routine, _as_list(answer), when=routine.answers)
            return
        state.stack, state.frame = [started.end, []], parts
        self.run(state, started.block)

    def _called(self, function: Callable[..., Any], state: State, parts: list[Any]) -> Any:
        try:
            return function(state, *parts)
        except RecursionError:
            raise RuleFault(self._span(), TOO_DEEP) from None

    def _tell(
        self, state: State, verb: Verb, you: int, routine: Plain | Routine, more: Sequence[int], when: bool
    ) -> None:
        if state.journal is not None and when:
            everybody = self.program.layout.everybody
            mask = (1 << you if you >= 0 else 0) if routine.secret and verb is Verb.BEGIN else everybody
            state.journal.append((-1, int(verb), you, mask, mask, routine.number, *more))

    def local(self, state: State, slot: int) -> Any:
        """What a local of the routine that asks holds, if it still matters; slots as in its `Ask`."""
        place = self.asks[state.pc][1].frame.get(slot)
        return ir.NONE if place is None else state.frame[place]

    def asked(self, state: State) -> Ask:
        """The question that waits for an answer."""
        return self.asks[state.pc][0]

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

    def _module(self, text: str) -> dict[str, Any]:
        """Carries out generated text, in names of its own."""
        self.sources.append(text)
        name = f"<rules of {self.program.game.title}, {crc32(text.encode()):08x}>"
        linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
        module = dict(self.names)
        exec(compile(text, name, "exec"), module)
        return module

    def _write(self, name: str) -> None:
        """Writes all that can run from a routine."""
        made = optimised(self.program, (name,), self.next_block, self.journal)
        self.next_block = made.next_block
        plans = {n: plan(r) for n, r in made.routines.items() if isinstance(r, Routine)}
        plain = {n: r for n, r in made.routines.items() if isinstance(r, Plain)}
        unit = Unit(
            self.program,
            self.journal,
            WRITERS,
            self.definitions,
            self.actions,
            faults=self.faults,
            plain=plain,
            recursive=made.recursive,
        )
        unit.has_offers = any(ask.offers for routine in plans.values() for ask in _asks(routine))
        unit.signatures = {n: _parameters(routine) for n, routine in plain.items()}
        lines: list[str] = []
        for routine_plan in plans.values():
            lines += ["", *routine_functions(unit, plans, routine_plan.routine)]
            self._remember_asks(routine_plan)
        function = unit.function("p", name) if name in plain else ""
        while unit.wanted:
            lines += ["", *_function(unit, unit.wanted.pop())]
        tables = [f"{table} = {values}" for table, values in unit.tables.values()]
        module = self._module("\n".join([*tables, *lines]))
        self._register(module)
        if name in plain:
            slots = unit.signatures[name]
            self.started[name] = _Started(plain[name], slots, -1, module[function], -1)
        else:
            whole = plans[name]
            end = self._end_of(whole.routine)
            self.started[name] = _Started(whole.routine, tuple(whole.frame), whole.routine.entry, None, end)

    def _remember_asks(self, routine_plan: Plan) -> None:
        for label, block in routine_plan.routine.blocks.items():
            if isinstance(block.end, Ask):
                self.asks[label] = block.end, routine_plan

    def _register(self, module: dict[str, Any]) -> None:
        """Puts the functions of blocks and answers where the driver finds them by number."""
        for functions, letter in ((self.names["B"], "b"), (self.names["A"], "a")):
            functions.extend([None] * (self.next_block + 1 - len(functions)))
            for name, function in module.items():
                if name[0] == letter and name[1:].isdigit():
                    functions[int(name[1:])] = function

    def _end_of(self, routine: Routine) -> int:
        """A block of its own for what comes after a routine that was started alone."""
        label = self.next_block
        self.next_block += 1
        self.program.running[label] = ()

        def ended(state: State) -> int:
            self._tell(state, Verb.DECIDE, -1, routine, _as_list(state.answer), when=routine.answers)
            self.end(state)
            return -1

        self.names["B"].extend([None] * (label + 1 - len(self.names["B"])))
        self.names["B"][label] = ended
        return label

    # ------------------------------------------------------------ faults

    def _span(self, label: int = -1) -> Any:
        names = self.program.running.get(label, ())
        return self.program.routines[names[-1] if names else "main"].span

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


def _asks(routine_plan: Plan) -> list[Ask]:
    return [block.end for block in routine_plan.routine.blocks.values() if isinstance(block.end, Ask)]


def _parameters(routine: Plain) -> tuple[int, ...]:
    """The parameters that a routine reads."""
    live = live_before(routine.statements)
    return tuple(slot for slot in range(routine.arity + 1) if live >> slot & 1)


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
    header = f"def {unit.called[f'p {name}']}({', '.join(['st', *parameters])}):  # {where(routine.span)}"
    short = SHORT_WHERE_OFTEN if routine.name == SETTLE else SHORT
    write_all(Code(unit, text, local, local, sure_slots(routine, unit.definitions), short=short), routine.statements)
    text.line("return -1")
    return [header, *text.lines]
