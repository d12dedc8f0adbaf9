"""The blocks of a routine as Python functions.

`bN(st)` runs from block N on and gives the number of the next block, or -1 when somebody has to decide.
`aN(st, index)` takes the answer to the question at the end of block N.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import assert_never

from attrs import define, field

from dsl.ir import nodes as ir
from interpreter.backend import python_journal as journal
from interpreter.backend.python_code import Code, Unit, test, value
from interpreter.backend.python_plan import Plan
from interpreter.backend.python_questions import Question, write_question
from interpreter.backend.python_statements import write_all
from interpreter.backend.python_sure import sure_slots
from interpreter.backend.python_text import Text, atom
from interpreter.errors import TOO_DEEP
from interpreter.program.model.nodes import (
    FIRST_OFFER,
    PASS,
    STEP_LIMIT,
    Ask,
    Branch,
    Enter,
    Fail,
    Goto,
    Leave,
    Over,
    Routine,
    Switch,
    Verb,
)
from interpreter.program.model.routine_id import RoutineId

#: A function with more lines than this has no more loops written into it.
LONG_FUNCTION = 60


#: A local of the frame that stands in a function so many times is copied.
OFTEN = 4
_IN_FRAME = re.compile(r"\bf\[(\d+)\]")


def routine_functions(unit: Unit, plans: dict[RoutineId, Plan], routine: Routine) -> list[str]:
    """The functions of a routine. `plans` are those of all routines: what goes into the frame of a callee."""
    made = _Making(unit, plans, plans[routine.name], sure_slots(routine, unit.definitions))
    made.wanted.append(routine.entry)
    lines: list[str] = []
    while made.wanted or made.asked:
        if made.wanted:
            label = made.wanted.pop()
            if label not in made.written:
                made.written.add(label)
                lines += made.function(f"def b{label}(st):", label)
        else:
            lines += made.answer_function(made.asked.pop())
    return lines


@define
class _Making:
    """One routine on its way. `wanted`, `asked`: blocks and questions whose functions are to be written."""

    unit: Unit
    plans: dict[RoutineId, Plan]
    plan: Plan
    sure: set[int]
    wanted: list[int] = field(factory=list)
    asked: list[int] = field(factory=list)
    written: set[int] = field(factory=set)
    answered: set[int] = field(factory=set)

    def _code(self, opening: list[str]) -> _Function:
        text = Text()
        names: dict[int, str] = {}

        def local(slot: int) -> str:
            if slot in self.plan.frame:
                making.uses_frame = True
                return f"f[{self.plan.frame[slot]}]"
            if slot not in names:
                names[slot] = text.name(self.plan.routine.slots[slot])
            return names[slot]

        making = _Function(self, Code(self.unit, text, local, local, self.sure), opening)
        return making

    def function(self, header: str, label: int) -> list[str]:
        """The function that begins with a block."""
        function = self._code([header])
        if label in self.plan.answers:
            function.code.text.line(f"{function.code.write(self.plan.answers[label])} = st.answer")
        function.begin(label)
        return function.lines()

    def answer_function(self, label: int) -> list[str]:
        """The function that takes the answer to the question at the end of a block."""
        asked = self.plan.routine.blocks[label].end
        assert isinstance(asked, Ask)
        function = self._code([f"def a{label}(st, index):"])
        function.answer(asked)
        return function.lines()


@define
class _Function:
    """One function on its way. `loops` stand around this place, `path` are the blocks since the last began."""

    made: _Making
    code: Code
    opening: list[str]
    path: list[int] = field(factory=list)
    loops: list[int] = field(factory=list)
    rounds: str = ""  # the name of what counts the rounds of the innermost loop, if it has any
    uses_frame: bool = False

    def lines(self) -> list[str]:
        text = self.code.text
        frame = ["    f = st.frame", *self._copies()] if self.uses_frame else []
        return [*self.opening, *frame, *text.lines]

    def _copies(self) -> list[str]:
        """Locals of the frame that are read often get a copy in a local of Python's, kept the same."""
        text = self.code.text
        plan = self.made.plan
        used = Counter(_IN_FRAME.findall("\n".join(text.lines)))
        often = {int(place) for place, times in used.items() if times >= OFTEN}
        names = {place: text.name(plan.routine.slots[slot]) for slot, place in plan.frame.items() if place in often}
        text.lines = [_with_copies(line, names) for line in text.lines]
        return [f"    {name} = f[{place}]" for place, name in names.items()]

    # ------------------------------------------------------------ going on

    def go_on(self, label: int) -> None:
        """Goes on at a block: writes it here, or gives its number back."""
        if self.loops and self.loops[-1] == label:
            self._once_more(label)
        elif label in self.loops or label in self.path or not self._fits_in(label):
            assert label in self.made.plan.alone, "every way round leads through the head of a loop"
            self.made.wanted.append(label)
            self.code.text.line(f"return {label}")
        else:
            self.begin(label)

    def _once_more(self, label: int) -> None:
        """Goes round in the innermost loop, but not without end."""
        text = self.code.text
        self.rounds = self.rounds or text.name("rounds")
        text.line(f"{self.rounds} += 1")
        text.line(f"if {self.rounds} > {STEP_LIMIT}: too_long({label})")
        text.line("continue")

    def _fits_in(self, label: int) -> bool:
        """Whether a block is written here; once the function is long, no more loops are."""
        plan = self.made.plan
        if label in plan.loops_inside:
            return len(self.code.text.lines) < LONG_FUNCTION
        return label not in plan.alone

    def begin(self, label: int) -> None:
        """Writes a block here, and what follows it."""
        plan = self.made.plan
        if label in plan.loops_inside:
            path, self.path = self.path, []
            self._loop(label)
            self.path = path
        else:
            self.path.append(label)
            self._block(label)
            self.path.pop()

    def _loop(self, label: int) -> None:
        """Writes a loop; if nothing in it goes round, it is none."""
        text = self.code.text
        before = len(text.lines)
        outer = self.rounds
        self.rounds = ""
        self.loops.append(label)
        with text.block("while True:"):
            self._block(label)
        self.loops.pop()
        if not self.rounds:
            text.lines[before:] = [line[4:] for line in text.lines[before + 1 :]]
        else:
            text.lines.insert(before, f"{'    ' * text.indent}{self.rounds} = 0")
        self.rounds = outer

    def _block(self, label: int) -> None:
        block = self.made.plan.routine.blocks[label]
        write_all(self.code, block.statements)
        c = self.code
        match block.end:
            case Goto(target):
                self.go_on(target)
            case Branch(condition, then, otherwise):
                with c.text.block(f"if {test(c, condition)}:"):
                    self.go_on(then)
                self.go_on(otherwise)
            case Switch(slot, targets):
                for place, target in enumerate(targets[:-1]):
                    with c.text.block(f"if {c.read(slot)} == {place}:"):
                        self.go_on(target)
                self.go_on(targets[-1])
            case Ask() as asked:
                self._ask(label, asked)
            case Enter() as enter:
                self._enter(enter)
            case Leave(answer):
                self._leave(answer)
            case Over() as over:
                self._over(over)
            case Fail(message) as fail:
                c.text.line(c.unit.fault(fail.span, message))
                c.text.line("return -1")
            case _:
                assert_never(block.end)

    # ------------------------------------------------------------ routines

    def _enter(self, enter: Enter) -> None:
        c = self.code
        callee = self.made.plans[enter.routine]
        given = [enter.you, *enter.arguments]
        frame = [value(c, given[slot]) if slot < len(given) else "-1" for slot in callee.frame]
        if enter.routine in c.unit.recursive:
            with c.text.block(f"if len(st.stack) > {2 * c.unit.program.deepest}:"):
                c.text.line(c.unit.fault(enter.span, TOO_DEEP))
        c.text.line(f"st.stack += ({enter.back}, st.frame)")
        c.text.line(f"st.frame = [{', '.join(frame)}]")
        c.text.line(f"return {callee.routine.entry}")
        self.made.wanted.append(enter.back)

    def _leave(self, answer: ir.Expression | None) -> None:
        c = self.code
        if self.made.plan.routine.answers:
            c.text.line(f"st.answer = {'-1' if answer is None else value(c, answer)}")
        c.text.line("st.frame = st.stack.pop()")
        c.text.line("return st.stack.pop()")

    def _over(self, over: Over) -> None:
        c = self.code
        c.text.line(f"st.winners = {value(c, over.winners)}")
        c.text.line("st.over = 1")
        journal.tell(c, over.site, Verb.GAME_OVER, "-1", ["*st.winners"])
        c.text.line("return end(st)")

    # ------------------------------------------------------------ questions

    def _ask(self, label: int, asked: Ask) -> None:
        def stop(question: Question) -> None:
            text = self.code.text
            text.line(f"st.player = {question.player}")
            text.line(f"st.site = {asked.site}")
            text.line(f"st.options = {question.options}")
            if self.code.unit.has_offers:
                text.line(f"st.offers = {question.offers}")
            text.line(f"st.can_pass = {question.may_pass}")
            text.line(f"st.pc = {label}")
            text.line("return -1")

        def unless(condition: str, rest: Callable[[], None]) -> None:
            with self.code.text.block(f"if {condition}:"):
                self.go_on(asked.skipped)
            rest()

        write_question(self.code, asked, unless, stop)
        if label not in self.made.answered:
            self.made.answered.add(label)
            self.made.asked.append(label)

    def answer(self, asked: Ask) -> None:
        """Takes an answer by its place: options, then offers, then passing."""
        c = self.code
        may_pass = not (isinstance(asked.may_pass, ir.Constant) and not asked.may_pass.value)
        if not may_pass and not asked.offers:
            self._answered(asked)
            return
        c.text.line("o = st.options")
        with c.text.block("if index < len(o):"):
            self._answered(asked, "o")
        if asked.offers:
            self._offered(asked)
        self._tell(asked, str(PASS), asked.secret)
        self.go_on(asked.passed)

    def _answered(self, asked: Ask, found: str = "st.options") -> None:
        c = self.code
        answer = c.write(asked.slot)
        c.text.line(f"{answer} = {found}[index]")
        if asked.secret_options and not asked.secret and c.unit.journal:
            with c.text.block(f"if {answer} in {asked.secret_options}:"):
                self._tell(asked, answer, secret=True)
            with c.text.block("else:"):
                self._tell(asked, answer, secret=False)
        else:
            self._tell(asked, answer, asked.secret)
        self.go_on(asked.answered)

    def _offered(self, asked: Ask) -> None:
        c = self.code
        with c.text.block("if index < len(o) + len(st.offers):"):
            offered = c.text.kept("st.offers[index - len(o)]", "offered")
            for offer in asked.offers:
                last = offer is asked.offers[-1]
                with c.text.block("if True:" if last else f"if {offered} == {offer.action}:"):
                    secret = asked.secret or c.unit.actions[offer.name].secret
                    self._tell(asked, str(FIRST_OFFER - offer.action), secret)
                    self.go_on(offer.target)

    def _tell(self, asked: Ask, code: str, secret: bool) -> None:
        seen = "BIT[st.player]" if secret else ""
        journal.tell(self.code, asked.site, Verb.CHOOSE, "st.player", [atom(code)], seen=seen)


def _with_copies(line: str, names: Mapping[int, str]) -> str:
    """A line that reads the copies, and writes both."""
    written = re.match(r"( *)f\[(\d+)\] = (.*)", line)
    if written is not None:
        indent, place, worth = written.groups()
        copy = f"{names[int(place)]} = " if int(place) in names else ""
        return f"{indent}f[{place}] = {copy}{_with_copies(worth, names)}"
    return _IN_FRAME.sub(lambda m: names.get(int(m[1]), m[0]), line)
