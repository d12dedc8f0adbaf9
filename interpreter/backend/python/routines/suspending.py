"""Generates routines that suspend at every question, as functions of blocks.

`bN(st)` runs from block N on and returns the number of the next block, or -1 to suspend. `aN(st, index)` resumes with
the answer to the question at the end of block N.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from attrs import define, field

from dsl.ir import nodes as ir
from dsl.walk import with_fields
from interpreter.backend.python.emit import tree
from interpreter.backend.python.emit.body import Body
from interpreter.backend.python.emit.code import Code, value
from interpreter.backend.python.emit.tree import num
from interpreter.backend.python.emit.unit import Unit
from interpreter.backend.python.nodes.questions import Question
from interpreter.backend.python.routines.blocks import Answer, Blocks, locals_of
from interpreter.backend.python.routines.partition import Partition, Region
from interpreter.errors import TOO_DEEP
from interpreter.program.model.nodes import Ask, Enter
from interpreter.program.model.routine_id import RoutineId
from interpreter.program.optimise.non_none import NonNone, non_none_slots


def routine_functions(unit: Unit, partitions: dict[RoutineId, Partition], partition: Partition) -> Iterator[ast.stmt]:
    """Generates the functions of a routine. `partitions` are those of all routines, for the frames of callees."""
    wanted, asked = [partition.routine.entry], list[int]()
    written: set[int] = set()
    answered: set[int] = set()
    known = NonNone(non_none_slots(partition.routine, unit.definitions), unit.definitions)
    while wanted or asked:
        if wanted:
            label = wanted.pop()
            if label in written:
                continue
            written.add(label)
            made = _Suspending.of(unit, partitions, partition.from_block(label, known))
            yield made.block_function(label)
        else:
            label = asked.pop()
            if label in answered:
                continue
            answered.add(label)
            ask = partition.routine.blocks[label].end
            assert isinstance(ask, Ask)
            made = _Suspending.of(unit, partitions, partition.from_answer(ask, known))
            yield made.answer_function(label)
        wanted += made.wanted
        asked += made.asked


@define
class _Frame:
    """The locals of a routine: those that are live across functions are in the frame, at these places."""

    places: dict[int, int]
    others: Callable[[int], ast.Name]
    is_used: bool = False

    def local(self, slot: int) -> ast.expr:
        """The place of a local."""
        if slot not in self.places:
            return self.others(slot)
        self.is_used = True
        return tree.at(tree.name("f"), num(self.places[slot]))


@define(kw_only=True)
class _Suspending(Blocks):
    """Generates one function. `wanted`, `asked`: blocks and questions whose functions are still to be generated."""

    partitions: dict[RoutineId, Partition]
    region: Region
    frame: _Frame
    wanted: list[int] = field(factory=list)
    asked: list[int] = field(factory=list)
    label: int = -1  # the block that is being written

    @classmethod
    def of(cls, unit: Unit, partitions: dict[RoutineId, Partition], region: Region) -> _Suspending:
        """Begins the function of some blocks."""
        out = Body()
        routine = region.partition.routine
        frame = _Frame(region.partition.frame, locals_of(routine, out))
        return cls(
            shape=region.shape(),
            code=Code(unit, out, frame.local, frame.local, region.known.non_none),
            routine=with_fields(routine, blocks=region.blocks),
            copies_options=True,
            partitions=partitions,
            region=region,
            frame=frame,
        )

    def block_function(self, label: int) -> ast.stmt:
        """Generates the function that begins with a block."""
        answers = self.region.partition.answers
        if label in answers:
            slot, routine = answers[label]
            given = tree.state("answer") if self.partitions[routine].gives else tree.NONE
            self.code.out.put(self.code.write(slot), given)
        self.emit(self.region.entry)
        return self._function(f"b{label}", ["st"])

    def answer_function(self, label: int) -> ast.stmt:
        """Generates the function that resumes with the answer to the question at the end of a block."""
        asked = self.region.blocks[self.region.entry].end
        assert isinstance(asked, Ask)
        may_pass = not (isinstance(asked.may_pass, ir.Constant) and not asked.may_pass.value)
        options = tree.state("options")
        if may_pass or asked.offers:
            options = self.code.out.kept(options, "options")
        player = tree.state("player")
        count = tree.length(options)
        self.answer(asked, Answer(player, tree.name("index"), options, tree.state("offers"), may_pass, count))
        return self._function(f"a{label}", ["st", "index"])

    def _function(self, called: str, parameters: list[str]) -> ast.stmt:
        body = self.code.out.statements
        if self.jumps is not None:
            body.insert(0, tree.assign(self.jumps, tree.NONE))
        if self.frame.is_used:
            body[:0] = tree.stmts("f = st.frame")
        return tree.function(called, parameters, body)

    # ------------------------------------------------------------ going on

    def lead_out(self, label: int) -> None:
        """Returns the label of a block that has a function of its own."""
        assert label in self.region.partition.alone, "every way round leads through the head of a loop"
        self.wanted.append(label)
        self.code.out.do("return label", label=label)

    @contextmanager
    def loop(self, label: int) -> Iterator[None]:
        """Emits a loop; if it is long, its passes are charged to the budget."""
        with self.code.out.block("while True: pass"):
            yield

    def block(self, label: int) -> bool:
        """Emits one block and its end."""
        before, self.label = self.label, self.region.real[label]
        falls = super().block(label)
        self.label = before
        return falls

    # ------------------------------------------------------------ ends

    def enter(self, enter: Enter, given: list[ir.Expression]) -> bool:
        """Pushes the continuation onto the stack."""
        c = self.code
        callee = self.partitions[enter.routine]
        frame = [value(c, given[slot]) if slot < len(given) else tree.NONE for slot in callee.frame]
        if enter.routine in c.unit.recursive:
            too_deep = c.unit.fault(enter.span, TOO_DEEP)
            c.out.do("if len(st.stack) > most: too_deep", most=2 * c.unit.program.deepest, too_deep=too_deep)
        c.out.do(
            "st.stack += (back, st.frame)\nst.frame = [frame]\nreturn entry",
            back=enter.back, frame=frame, entry=callee.routine.entry,
        )  # fmt: skip
        self.wanted.append(enter.back)
        return False

    def leave(self, answer: ast.expr) -> None:
        """Pops the continuation off the stack."""
        if self.region.partition.gives:
            self.code.out.do("st.answer = answer", answer=answer)
        self.code.out.do("st.frame = st.stack.pop()\nreturn st.stack.pop()")

    def end_game(self) -> None:
        """Resets all that is active."""
        self.code.out.do("return end(st)")

    def put(self, asked: Ask, question: Question) -> bool:
        """Suspends until there is an answer."""
        out = self.code.out
        out.do(
            "st.player = player\nst.site = site\nst.options = options",
            player=question.player, site=asked.site, options=question.options,
        )  # fmt: skip
        if self.code.unit.has_offers:
            out.do("st.offers = offers", offers=question.offers)
        out.do("st.can_pass = may_pass\nst.pc = label\nreturn -1", may_pass=question.may_pass, label=self.label)
        self.asked.append(self.label)
        return False
