"""Where a game that waits keeps its question and its frames, and what writes and reads them.

Frames stand one behind the other, the innermost first, each as long as what it holds: the address of the one before,
its point, and its slots, where a list has its length and its items. In front of them stands the question that waits.
"""

from __future__ import annotations

from typing import Final

from attrs import define, field

from dsl.ir import nodes as ir
from interpreter.backend.wasm.emit.binary import Module, Num
from interpreter.backend.wasm.emit.memory import RECORDS, Memory
from interpreter.backend.wasm.emit.scope import Scope
from interpreter.backend.wasm.emit.writer import Writer
from interpreter.backend.wasm.nodes.questions import Asked
from interpreter.backend.wasm.resume.points import Point, Waiting
from interpreter.program.model import nodes as p

#: Bytes for the question and the frames of a game that waits; a game with more to keep is for another engine.
WAITING: Final = 1 << 16
#: Numbers in front: the last frame, where frames end, where records end, which answers are given all at once, and how
#: often some were.
LAST, TOP, RECORDS_TOP, AT_ONCE, TIMES = range(0, 20, 4)
#: The question that waits, behind these: who is asked, whether passing is allowed, how many answers there are, its
#: site, whether options are pieces, whether it is secret, and the address of those options that are. Then come two
#: lists: the options, and the codes of actions that are offered.
QUESTION: Final = 32
PLAYER, CAN_PASS, ANSWERS, SITE, PIECES, SECRET, SECRETS = range(QUESTION, QUESTION + 28, 4)
OPTIONS: Final = QUESTION + 32


@define(eq=False)
class Frames:
    """`stops`: whether the next question stops the game; `resuming`: whether routines are entered again; `stopped`:
    whether they are left for a question; `given`: the place of the answer. Each is a variable of the module.
    """

    memory: Memory
    base: int
    stops: int
    resuming: int
    stopped: int
    given: int
    kept: int = field(init=False)

    @classmethod
    def of(cls, module: Module, memory: Memory) -> Frames:
        """Makes room for them."""
        base = memory.take("waiting", WAITING)
        return cls(memory, base, *(module.variable(Num.I32) for _ in range(4)))

    def __attrs_post_init__(self) -> None:
        self.kept = -(-self.memory.size // 16) * 16

    @property
    def room(self) -> int:
        """How many bytes a copy of a game takes."""
        return self.kept + WAITING + RECORDS

    @property
    def end(self) -> int:
        """The address behind all frames."""
        return self.base + WAITING

    def set(self, w: Writer, place: int, local: int) -> None:
        """Puts a local into one of the numbers in front, or of the question."""
        w.number(0)
        w.get(local)
        w.do("i32.store", self.base + place)

    def be(self, w: Writer, place: int, number: int) -> None:
        """Puts a constant there."""
        w.number(0)
        w.number(number)
        w.do("i32.store", self.base + place)

    def load(self, w: Writer, place: int) -> None:
        """Pushes one of these numbers."""
        w.load(self.base + place)

    # ---------------------------------------------------------------- the frame of a routine

    def save(self, s: Scope, waiting: Waiting, point: int) -> None:
        """Writes the frame of a routine, whose point is in a local, behind the others."""
        w = s.w
        with w.scratch() as at, w.scratch() as end:
            self.load(w, TOP)
            w.put(at)
            w.get(at)
            w.plus(8 + 4 * len(waiting.frame))
            w.number(self.end)
            w.do("i32.gt_u")
            w.trap_if()
            w.get(at)
            self.load(w, LAST)
            w.do("i32.store", 0)
            self.set(w, LAST, at)
            w.get(at)
            w.get(point)
            w.do("i32.store", 4)
            w.add_to(at, 8)
            for slot in waiting.frame:
                if slot in waiting.holding:
                    self._save_list(s, s.local(slot), at, end)
                else:
                    w.get(at)
                    w.get(s.local(slot))
                    w.do("i32.store", 0)
                    w.add_to(at, 4)
            self.set(w, TOP, at)

    def _save_list(self, s: Scope, items: int, at: int, end: int) -> None:
        w = s.w
        w.is_none(items)
        with w.when():
            w.get(at)
            w.number(ir.NONE)
            w.do("i32.store", 0)
            w.add_to(at, 4)
            w.otherwise()
            self.copy(s, items, at, end)

    def copy(self, s: Scope, items: int, at: int, end: int) -> None:
        """Copies a list, whose address is in a local, to an address in another, and moves that on."""
        w = s.w
        w.get(at)
        w.length(items)
        w.cells_behind_none()
        w.do("i32.add")
        w.put(end)
        w.get(end)
        w.number(self.end)
        w.do("i32.gt_u")
        w.trap_if()
        w.get(at)
        s.copy_list(items)
        w.get(end)
        w.put(at)

    def read(self, s: Scope, waiting: Waiting, point: int) -> None:
        """Reads the last frame back into the slots of a routine, and its point into a local; it is there no more."""
        w = s.w
        with w.scratch() as at:
            self.load(w, LAST)
            w.put(at)
            w.number(0)
            w.get(at)
            w.do("i32.load", 0)
            w.do("i32.store", self.base + LAST)
            w.get(at)
            w.do("i32.load", 4)
            w.put(point)
            w.add_to(at, 8)
            for slot in waiting.frame:
                if slot in waiting.holding:
                    self._read_list(s, slot, waiting.holding[slot], at)
                else:
                    w.get(at)
                    w.do("i32.load", 0)
                    w.put(s.local(slot))
                    w.add_to(at, 4)

    def _read_list(self, s: Scope, slot: int, of: ir.Type, at: int) -> None:
        w = s.w
        w.length(at)
        with w.kept() as count:
            w.is_none(count)
            with w.when():
                w.be(s.local(slot), ir.NONE)
                w.add_to(at, 4)
                w.otherwise()
                w.get(count)
                w.number(s.unit.most_items(of))
                w.do("i32.gt_u")
                w.trap_if()
                s.push_area(slot, of)
                w.put(s.local(slot))
                w.get(s.local(slot))
                s.copy_list(at)
                w.get(at)
                w.get(count)
                w.cells_behind_none()
                w.do("i32.add")
                w.put(at)

    # ---------------------------------------------------------------- the question

    def ask(self, s: Scope, point: Point, asked: Asked) -> None:
        """Writes the question that waits."""
        w, memory = s.w, self.memory
        ask = asked.ask
        with w.scratch() as at, w.scratch() as end, w.scratch() as place:
            for where, local in ((PLAYER, asked.player), (CAN_PASS, asked.may_pass), (ANSWERS, asked.answers)):
                self.set(w, where, local)
            for where, number in question_of(memory, point):
                self.be(w, where, number)
            w.be(at, self.base + OPTIONS)
            w.get(at)
            w.get(asked.count)
            w.cells()
            w.do("i32.add")
            w.plus(4)
            w.put(end)
            w.get(end)
            w.plus(4 + 4 * len(ask.offers))
            w.number(self.end)
            w.do("i32.gt_u")
            w.trap_if()
            w.get(at)
            w.get(asked.count)
            w.do("i32.store", 0)
            w.add_to(at, 4)
            w.be(place, 0)
            with w.counted(place, asked.count):
                w.get(at)
                asked.option(place)
                w.do("i32.store", 0)
                w.add_to(at, 4)
            w.get(end)
            w.put(at)
            self._offers(w, asked, at, place)
            self.set(w, TOP, at)
            self.be(w, LAST, 0)

    def _offers(self, w: Writer, asked: Asked, at: int, place: int) -> None:
        """Writes the codes of the actions that are offered, and moves the address on."""
        w.get(at)
        if asked.offers is None:
            w.number(0)
        else:
            w.length(asked.offers)
        w.do("i32.store", 0)
        w.add_to(at, 4)
        if asked.offers is not None:
            codes = self.memory.table([p.FIRST_OFFER - offer.action for offer in asked.ask.offers])
            w.length(asked.offers)
            with w.kept() as count:
                w.be(place, 0)
                with w.counted(place, count):
                    w.get(at)
                    w.get(asked.offers)
                    w.get(place)
                    w.cells()
                    w.do("i32.add")
                    w.do("i32.load", 4)
                    w.cell(codes)
                    w.do("i32.store", 0)
                    w.add_to(at, 4)


def question_of(memory: Memory, point: Point) -> list[tuple[int, int]]:
    """What stands in front of a question for as long as the game lasts: places and numbers."""
    ask = point.ask
    assert ask is not None
    secrets = ask.secret_options
    return [
        (SITE, ask.site), (PIECES, int(p.are_pieces(ask.options))), (SECRET, int(ask.secret)),
        (SECRETS, memory.table((len(secrets), *secrets)) if secrets else 0),
    ]  # fmt: skip
