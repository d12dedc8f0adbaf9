"""A game that is played natively from one question to the next, and can be entered at any."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable, Mapping, Sequence

from attrs import define, field

from dsl.frozen import frozen
from interpreter.backend.wasm.driver.machine import Functions, instance
from interpreter.backend.wasm.emit.memory import Unsupported
from interpreter.backend.wasm.resume.frames import ANSWERS, CAN_PASS, LAST, OPTIONS, PLAYER
from interpreter.backend.wasm.resume.handover import Handover
from interpreter.program.model.nodes import PASS
from interpreter.runtime.state import State


class GivenUp(Exception):
    """A module cannot go on: too much to keep, numbers that are too large, or a fault of the rules.

    The game stands where it stood before; the stepping engine goes on from there, and says what is wrong, if it is.
    """


@frozen(eq=False)
class ResumedModule:
    """A module in the binary format, and what is known of it from outside.

    `at`: more places in its memory; `team`: whether all may win together.
    """

    module: bytes
    handover: Handover
    at: Mapping[str, int]
    team: bool = False


@define(eq=False)
class NativeGame:
    """One game in play. An answer is said by its place: options come first, then offered actions, then passing.

    Made by `Engine.native_game`; its states are that engine's. `begin` or `place` comes first. Nothing here is checked
    that the stepping engine does not check either: who answers has looked at `count` before.
    """

    made: ResumedModule
    new_game: Callable[[int], State]
    empty_state: Callable[[int], State]
    functions: Functions = field(init=False)
    trap: type[Exception] = field(init=False)
    address: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        import wasmtime

        self.functions, self.address = instance(self.made.module)
        self.trap = wasmtime.Trap

    # ---------------------------------------------------------------- where it stands

    def begin(self, seed: int) -> None:
        """A new game, at its first question. Raises RuleFault if the rules go wrong on the way, and GivenUp."""
        self.place(self.new_game(seed))

    def place(self, state: State) -> None:
        """Puts a state of the engine into play; the module has a copy. Raises GivenUp if there is no room for it."""
        try:
            packed = self.made.handover.packed(state)
        except Unsupported as found:
            raise GivenUp(str(found)) from None
        for at, numbers in packed.items():
            self._write(at, numbers)
        self.functions["restore"](0)

    def state(self) -> State:
        """The state in play, as the engine has it; without a journal."""
        return self.made.handover.unpacked(self._read, self.empty_state(0))

    @property
    def size(self) -> int:
        """How many bytes a copy has now."""
        return sum(count for _, count in self._parts)

    def copied(self) -> bytes:
        """A copy of the game in play, for `restored`."""
        self.functions["save"](self.made.at["before"])
        return b"".join(self._read(at, count) for at, count in self._parts)

    def restored(self, copy: bytes) -> None:
        """Puts a copy into play, which this module has made."""
        handover, done = self.made.handover, 0
        front = struct.unpack_from("<3i", copy, handover.memory.size)
        for at, count in self._parts_by(front):
            self._write(at, copy[done : done + count])
            done += count
        self.functions["restore"](0)

    @property
    def _parts(self) -> list[tuple[int, int]]:
        return self._parts_by(self._numbers(self.made.handover.frames.base + LAST, 3))

    def _parts_by(self, front: Sequence[int]) -> list[tuple[int, int]]:
        """Where a game in play stands: addresses, and how many bytes, by the numbers in front of its frames."""
        memory, base, records = self.made.handover.memory, self.made.handover.frames.base, self.made.handover.records
        _, top, records_top = front
        return [(memory.first, memory.size), (base, top - base), (records, records_top - records)]

    # ---------------------------------------------------------------- the question

    @property
    def over(self) -> bool:
        """Whether the game is over, and nothing waits for an answer."""
        return not self._of_question(LAST)

    @property
    def player(self) -> int:
        """The seat that is asked (0 is the first), or that decides for whoever is asked."""
        return self._of_question(PLAYER)

    @property
    def count(self) -> int:
        """How many answers there are; 0 when the game is over."""
        return 0 if self.over else self._of_question(ANSWERS)

    def value(self, place: int) -> int:
        """The answer at a place, as `Engine.code` has it. Raises IndexError for a place that there is not."""
        return self._values()[place]

    def apply(self, place: int) -> None:
        """Gives the answer at a place, and plays on to the next question, or to the end. Raises GivenUp."""
        self.functions["save"](self.made.at["before"])
        try:
            self.functions["play"](1, place)
        except self.trap:
            self.functions["restore"](self.made.at["before"])
            raise GivenUp from None

    def _of_question(self, place: int) -> int:
        return self._numbers(self.made.handover.frames.base + place, 1)[0]

    def _values(self) -> list[int]:
        at = self.made.handover.frames.base + OPTIONS
        options = self._numbers(at + 4, self._numbers(at, 1)[0])
        at += 4 + 4 * len(options)
        offers = self._numbers(at + 4, self._numbers(at, 1)[0])
        return [*options, *offers, *[PASS] * self._of_question(CAN_PASS)]

    # ---------------------------------------------------------------- memory

    def _numbers(self, at: int, count: int) -> tuple[int, ...]:
        return struct.unpack(f"<{count}i", self._read(at, 4 * count))

    def _read(self, at: int, count: int) -> bytes:
        return ctypes.string_at(self.address + at, count)

    def _write(self, at: int, found: bytes) -> None:
        ctypes.memmove(self.address + at, found, len(found))
