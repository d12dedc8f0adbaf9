"""Writes what answers a question while a search plays on: trees as long as they have something to say, then chance.

A tree goes by what answers are, as whoever is asked can tell: numbers as they are, a piece that is known by what it
is, where it lies, whose it is and its marks, another one by its place.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import partial

from dsl.frozen import frozen
from interpreter.backend.wasm.emit.answers import at_random, count_decision
from interpreter.backend.wasm.emit.binary import Function, Num
from interpreter.backend.wasm.emit.scope import Scope, Unit
from interpreter.backend.wasm.emit.writer import Writer
from interpreter.backend.wasm.emit.zones import zone_address
from interpreter.backend.wasm.nodes.questions import Asked, answers_of
from interpreter.backend.wasm.resume.frames import OPTIONS, PIECES, PLAYER, Frames
from interpreter.backend.wasm.search.rooms import MOST, Rooms
from interpreter.program.model import nodes as p
from interpreter.runtime.thought import MOST_KEYS

_MIXED = -0x61C88647


@frozen(eq=False)
class Thinking:
    """`key_of(player, piece)` pushes what a player can tell of a piece."""

    unit: Unit
    rooms: Rooms
    pick: Function
    key_of: Function

    @classmethod
    def of(cls, unit: Unit, rooms: Rooms, pick: Function) -> Thinking:
        """Writes its functions."""
        return cls(unit, rooms, pick, _key_of(unit))

    def answer(self, s: Scope, asked: Asked) -> None:
        """Pushes the place of an answer."""
        w, rooms = s.w, self.rooms
        self._more(w)
        answers_of(s, asked)
        with w.block(result=Num.I32) as found:
            w.number(0)
            w.with_number("i32.le_s", asked.answers, 1)
            w.go(found, "br_if")  # there is always one: to pass, if nothing else
            w.do("drop")
            with w.block() as by_chance:
                w.do("global.get", rooms.tree)
                w.do("i32.eqz")
                w.go(by_chance, "br_if")
                w.with_number("i32.ge_u", asked.answers, MOST_KEYS)
                w.go(by_chance, "br_if")
                self._keys(w, asked)
                for local in (asked.player, asked.answers, asked.may_pass):
                    w.get(local)
                w.number(asked.ask.site)
                w.number(int(asked.ask.secret))
                secrets = asked.ask.secret_options
                w.number(self.unit.memory.table((len(secrets), *secrets)) if secrets else 0)
                w.call(self.pick)
                w.go(found)
            at_random(
                w, self.unit.memory, asked.player, asked.answers, asked.may_pass, lambda: w.number(1), asked.passed
            )  # fmt: skip

    def _more(self, w: Writer) -> None:
        """One more decision: with it a new budget begins. A pass with too many is given up."""
        with w.scratch() as known:
            count_decision(w, self.unit.memory, self.unit.helpers.spent, known, lambda: self.rooms.load(w, MOST))

    def _keys(self, w: Writer, asked: Asked) -> None:
        """Writes what each answer is; to pass is an answer like others."""
        are_pieces = p.are_pieces(asked.ask.options)
        with w.scratch() as at, ExitStack() as stack:
            w.be(at, 0)
            with w.counted(at, asked.count):
                w.get(at)
                w.cells()
                if are_pieces:
                    w.get(asked.player)
                asked.option(at)
                if are_pieces:
                    w.call(self.key_of)
                w.do("i32.store", self.rooms.keys)
            if asked.offers is not None:
                codes = self.unit.memory.table([p.FIRST_OFFER - offer.action for offer in asked.ask.offers])
                end = stack.enter_context(w.scratch())
                w.get(asked.answers)
                w.get(asked.may_pass)
                w.do("i32.sub")
                w.put(end)
                with w.counted(at, end):
                    w.get(at)
                    w.cells()
                    w.get(asked.offers)
                    w.get(at)
                    w.get(asked.count)
                    w.do("i32.sub")
                    w.cells()
                    w.do("i32.add")
                    w.do("i32.load", 4)
                    w.cell(codes)
                    w.do("i32.store", self.rooms.keys)
            _last_is_pass(w, self.rooms, asked.answers, asked.may_pass)


def _last_is_pass(w: Writer, rooms: Rooms, answers: int, may_pass: int) -> None:
    w.get(may_pass)
    with w.when():
        w.get(answers)
        w.cells()
        w.number(p.PASS)
        w.do("i32.store", rooms.keys - 4)


def waiting_keys(thinking: Thinking, frames: Frames) -> Function:
    """Writes what writes the same for the question that waits; gives how many answers it has."""
    made = thinking.unit.module.function("waiting_keys", (), Num.I32)
    w, rooms, options = Writer(made), thinking.rooms, frames.base + OPTIONS
    at, count, answers, piece = (w.local() for _ in range(4))
    w.load(options)
    w.put(count)
    with w.counted(at, count):
        w.get(at)
        w.cells()
        w.get(at)
        w.cell(options + 4)
        w.put(piece)
        frames.load(w, PIECES)
        with w.when(Num.I32):
            frames.load(w, PLAYER)
            w.get(piece)
            w.call(thinking.key_of)
            w.otherwise()
            w.get(piece)
        w.do("i32.store", rooms.keys)
    w.get(count)
    w.cell(options + 4)
    w.get(count)
    w.do("i32.add")
    w.put(answers)
    with w.counted(at, answers):
        w.get(at)
        w.cells()
        w.get(at)
        w.cell(options + 8)
        w.do("i32.store", rooms.keys)
    with w.scratch() as may_pass:
        frames.load(w, PLAYER + 4)
        w.put(may_pass)
        w.get(answers)
        w.get(may_pass)
        w.do("i32.add")
        w.put(answers)
        _last_is_pass(w, rooms, answers, may_pass)
    w.get(answers)
    return made


def _key_of(unit: Unit) -> Function:
    """What a player can tell of a piece, in a number: two that differ are hardly ever the same."""
    memory, layout = unit.memory, unit.layout
    made = unit.module.function("key_of", (Num.I32, Num.I32), Num.I32)
    w = Writer(made)
    w.get(1)
    w.number(0)
    w.do("i32.lt_s")
    with w.when():
        w.get(1)
        w.do("return")
    w.get(1)
    w.cell(memory.of_pieces("seen"))
    w.get(0)
    w.do("i32.shr_u")
    w.number(1)
    w.do("i32.and")
    with w.when(Num.I32):
        w.number(1)
        for name in ("zone", "owner", "kind"):
            _mixed_with(w, partial(w.cell, memory.of_pieces(name)))
        for slot in layout.marks:
            if slot.variable.type.many:
                continue
            for place in range(slot.strides[0]):
                _mixed_with(w, partial(_mark, w, memory.cell(slot), slot.strides[0], place))
        w.otherwise()
        w.number(2)
        _mixed_with(w, partial(w.cell, memory.of_pieces("zone")))
        with w.kept() as found:
            w.get(1)
            w.cell(memory.of_pieces("zone"))
            with w.kept() as zone:
                w.get(zone)
                w.number(0)
                w.do("i32.lt_s")
                with w.when(Num.I32):
                    w.get(1)
                    w.otherwise()
                    w.get(zone)
                    zone_address(w, memory)
                    w.get(1)
                    w.call(unit.helpers.find)
            w.number(_MIXED)
            w.do("i32.mul")
            w.get(found)
            w.do("i32.add")
    return made


def _mark(w: Writer, at: int, stride: int, place: int) -> None:
    if stride != 1:
        w.number(stride)
        w.do("i32.mul")
    w.cell(at + 4 * place)


def _mixed_with(w: Writer, of_piece: Callable[[], None]) -> None:
    """Mixes the number that has been pushed with something of the piece, which is pushed."""
    w.number(_MIXED)
    w.do("i32.mul")
    w.number(15)
    w.do("i32.rotl")
    w.get(1)
    of_piece()
    w.do("i32.add")
