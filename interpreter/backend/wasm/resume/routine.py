"""Writes the version of a routine that can be left at a question, and entered again where it waits.

Blocks stand side by side behind a `br_table`. Behind them stand the points where the routine waits: a call whose
routine is entered again, or a question whose answer is given. What it calls anew are fast versions, unless the next
question is to stop the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial

from attrs import define, field

from dsl.ir import nodes as ir
from interpreter.backend.wasm.driver.control_flow import Blocks
from interpreter.backend.wasm.emit.answers import count_decision
from interpreter.backend.wasm.emit.binary import Function, Num
from interpreter.backend.wasm.emit.scope import Scope
from interpreter.backend.wasm.nodes.questions import Asked, answers_of
from interpreter.backend.wasm.nodes.statements import answered, call, leave
from interpreter.backend.wasm.resume.frames import AT_ONCE, OPTIONS, TIMES, Frames
from interpreter.backend.wasm.resume.points import Point, Waiting
from interpreter.program.model import nodes as p
from interpreter.program.model.routine_id import RoutineId


@define(eq=False, kw_only=True)
class Resumable(Blocks):
    """The blocks of a routine, and where it waits.

    `versions`: the functions of all routines that may wait; `think` pushes the answer to a question that does not stop
    the game. `point`: the local with the number of the point at which the routine is left; `answer`: that with what a
    call gave. `after`: by the number of a point, what comes behind its call in the table; `save`: what leaves.
    """

    waiting: Waiting
    frames: Frames
    versions: Mapping[RoutineId, Function]
    think: Callable[[Scope, Asked], None]
    point: int = -1
    answer: int = -1
    after: dict[int, int] = field(factory=dict)
    save: int = -1

    def write(self) -> None:
        """Writes all blocks that may run after a first question, and all points."""
        w, points = self.s.w, self.waiting.points
        self.next, self.point, self.answer = w.local(), w.local(), w.local()
        self.order = {label: place for place, label in enumerate(self.waiting.reached)}
        first = len(self.order)
        calls = [point for point in points if point.ask is None]
        self.after = {point.number: first + len(points) + place for place, point in enumerate(calls)}
        self.save = first + len(points) + len(calls)
        self._begin(first)
        cases: list[Callable[[], None]] = [
            *(partial(self._block, label) for label in self.order),
            *(partial(self._again, point) for point in points),
            *(partial(self._returned, point) for point in calls),
            self._left,
        ]
        with w.block("loop") as again:
            self.again = again
            with ExitStack() as stack:
                labels = [stack.enter_context(w.block()) for _ in cases]
                w.get(self.next)
                w.do("br_table", tuple(range(len(labels))))
                stack.pop_all()
                for case in cases:
                    w.labels.pop()
                    w.do("end")
                    case()
        w.trap()

    def _begin(self, first: int) -> None:
        """Begins at the entry with nothing in the slots, or where the frame says."""
        s, w, waiting = self.s, self.s.w, self.waiting
        for slot in waiting.frame:
            if slot > self.routine.arity:
                w.be(s.local(slot), ir.NONE)
        w.do("global.get", self.frames.resuming)
        with w.when():
            self.frames.read(s, waiting, self.point)
            w.get(self.point)
            w.plus(first - (waiting.points[0].number if waiting.points else 0))
            w.put(self.next)
            w.otherwise()
            if self.routine.entry in self.order:
                w.be(self.next, self.order[self.routine.entry])
            else:
                w.trap()

    def _to(self, case: int) -> None:
        self.s.w.be(self.next, case)
        assert self.again is not None
        self.s.w.go(self.again)

    def _leave_at(self, point: Point) -> None:
        """Leaves the routine, to be entered again at a point."""
        self.s.w.be(self.point, point.number)
        self._to(self.save)

    def _left(self) -> None:
        self.frames.save(self.s, self.waiting, self.point)
        leave(self.s, None)

    # ---------------------------------------------------------------- questions

    def _block(self, label: int) -> None:
        self._at_once(label)
        super()._block(label)

    def _at_once(self, label: int) -> None:
        """Notes where players begin to answer all at once, and where their answers are made known."""
        w, answers, frames = self.s.w, self.waiting.answers, self.frames
        for statement in self.routine.blocks[label].statements:
            match statement:
                case ir.SetLocal(slot, ir.ListOf(())) if slot in answers:
                    frames.load(w, TIMES)
                    w.plus(1)
                    with w.kept() as times:
                        frames.set(w, TIMES, times)
                        frames.set(w, AT_ONCE, times)
                case ir.SetLocal(_, ir.Item(ir.Local(slot))) if slot in answers:
                    frames.be(w, AT_ONCE, 0)

    def _end(self, label: int, end: p.End) -> None:
        if isinstance(end, p.Ask):
            (point,) = (one for one in self.waiting.points if one.ask is end)
            self.s.asks = lambda _, asked: self._ask(point, asked)
        super()._end(label, end)

    def _ask(self, point: Point, asked: Asked) -> None:
        """Stops the game, if questions do, or pushes the answer."""
        w, frames = self.s.w, self.frames
        w.do("global.get", frames.stops)
        with w.when():
            answers_of(self.s, asked)
            frames.ask(self.s, point, asked)
            w.number(1)
            w.do("global.set", frames.stopped)
            self._leave_at(point)
        self.think(self.s, asked)

    def _again(self, point: Point) -> None:
        """Goes on where the routine waits."""
        if point.ask is not None:
            self._answer(point, point.ask)
            return
        assert point.callee is not None
        w, version = self.s.w, self.versions[point.callee]
        for _ in version.parameters:
            w.number(ir.NONE)
        self._deeper(1)
        w.call(version)
        self._deeper(-1)
        w.put(self.answer)
        self._to(self.after[point.number])

    def _deeper(self, by: int) -> None:
        """Counts the routines that are entered, as whoever calls one does."""
        unit = self.s.unit
        if unit.is_recursive:
            self.s.w.do("global.get", unit.helpers.depth)
            self.s.w.plus(by)
            self.s.w.do("global.set", unit.helpers.depth)

    def _answer(self, point: Point, ask: p.Ask) -> None:
        """Goes on with the answer that is given."""
        s, w, frames = self.s, self.s.w, self.frames
        options = frames.base + OPTIONS
        w.number(0)
        w.do("global.set", frames.resuming)
        with w.scratch() as decisions:
            count_decision(w, s.unit.memory, s.unit.helpers.spent, decisions)
        with w.scratch() as place, w.scratch() as count:
            w.do("global.get", frames.given)
            w.put(place)
            w.load(options)
            w.put(count)
            w.get(place)
            w.get(count)
            w.do("i32.lt_s")
            with w.when():
                w.get(place)
                w.cell(options + 4)
                w.put(s.local(ask.slot))
                self._go(point.label, ask.answered)
            if ask.offers:
                self._offered(point, ask, place, count)
        self._go(point.label, ask.passed)

    def _offered(self, point: Point, ask: p.Ask, place: int, count: int) -> None:
        """Goes on with an action that was offered, whose code stands behind the options."""
        w, offers = self.s.w, self.frames.base + OPTIONS + 4
        w.get(place)
        w.get(count)
        w.do("i32.sub")
        w.get(count)
        w.cell(offers)
        w.do("i32.lt_s")
        with w.when():
            w.get(place)
            w.plus(1)
            w.cell(offers)
            with w.kept() as code:
                for offer in ask.offers:
                    w.get(code)
                    w.number(p.FIRST_OFFER - offer.action)
                    w.do("i32.eq")
                    with w.when():
                        self._go(point.label, offer.target)
            w.trap()

    # ---------------------------------------------------------------- calls

    def _enter(self, label: int, end: p.Enter) -> None:
        s, w = self.s, self.s.w
        given = [end.you, *end.arguments]
        routine, fast = s.unit.routines[end.routine]
        if end.routine not in self.versions:
            super()._enter(label, end)
            return
        point = next(one for one in self.waiting.points if (one.label, one.callee) == (end.back, end.routine))
        w.do("global.get", self.frames.stops)
        with w.when(Num.I32):
            call(s, routine, self.versions[end.routine].index, given)
            w.otherwise()
            call(s, routine, fast.index, given)
        w.put(self.answer)
        self._to(self.after[point.number])

    def _returned(self, point: Point) -> None:
        """Goes on behind a call; unless the game is over, or stops."""
        s, w = self.s, self.s.w
        w.do("global.get", self.frames.stopped)
        with w.when():
            self._leave_at(point)
        w.get(self.answer)
        answered(s, point.slot)
        w.load(s.unit.memory.at["over"])
        with w.when():
            leave(s, None)
        self._go(point.label, point.label)

