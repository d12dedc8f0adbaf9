"""Blocks written without jumps: as branches, loops, and what comes behind them (see `program/optimise/structure.py`).

Where a way leads to something other than what is written next, a local says where, and what lies between is skipped.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from attrs import define, field

from interpreter.backend.python_code import Code
from interpreter.backend.python_text import Text, atom
from interpreter.program.optimise.structure import Passes, Shape

#: So many rounds of loops may be made in a game before it is played in the ordinary way, with an eye on each step.
ROUNDS_LIMIT = 1_000_000
#: Python has limits of its own; these stay well below.
_DEEPEST, _MOST_LOOPS = 80, 12


class Unshaped(Exception):
    """Some routine cannot be written so."""


@define
class Ahead:
    """What is written once this place is done: a block that follows, or the loop that goes round.

    `reached`: whether some way leads there. `aimed`: whether one does from where something else comes first, which
    `passed` blocks are skipped for. `far` are the blocks aimed at from inside a loop, beyond what follows it.
    """

    label: int
    is_loop: bool
    reached: bool = False
    aimed: bool = False
    passed: bool = False
    far: set[int] = field(factory=set)


@define
class Ways(ABC):
    """The ways through the blocks of one routine. Whatever writes says whether one can come to the end of it.

    `passes` are the loops that go through lists.
    """

    shape: Shape
    passes: dict[int, Passes]
    text: Text
    code: Code = field(init=False)
    ahead: list[Ahead] = field(factory=list)
    jumps: str = ""  # the name of the local that says which block is aimed at
    counts_rounds: bool = False
    runs_once: bool = False  # whether the routine is run but once, so that its outer loops need not count all together
    opened: dict[int, int] = field(factory=dict)  # by block: how many of its statements stand in the header of a loop

    @abstractmethod
    def block(self, label: int) -> bool:
        """Writes one block, and where it goes on."""

    def emit(self, label: int) -> bool:
        """Writes a block, and what stands inside and behind it; whether one can come to the end of that."""
        behind, inside = self.shape.behind.get(label, []), self.shape.inside.get(label, [])
        self.ahead += [Ahead(follower, is_loop=False) for follower in reversed(behind)]
        falls = self._loop(label, inside) if label in self.shape.loops else self._block_and(label, inside)
        for _ in behind:
            falls = self._follow(falls)
        return falls

    def _block_and(self, label: int, inside: list[int]) -> bool:
        self.ahead += [Ahead(follower, is_loop=False) for follower in reversed(inside)]
        falls = self.block(label)
        for _ in inside:
            falls = self._follow(falls)
        return falls

    def _follow(self, falls: bool) -> bool:
        """Writes the block that comes next, if some way leads there."""
        ahead = self.ahead.pop()
        if not ahead.reached:
            return falls
        if ahead.aimed:
            first = f"if {self.jumps} == {ahead.label}: " if ahead.passed else ""
            self.text.line(f"{first}{self.jumps} = -1")
        if not ahead.passed:
            return self.emit(ahead.label)
        with self.text.block(f"if {self.jumps} < 0:"):
            self.emit(ahead.label)
        return True

    def _loop(self, label: int, inside: list[int]) -> bool:
        """Writes a loop with the block that is its head."""
        if sum(other.is_loop for other in self.ahead) >= _MOST_LOOPS:
            raise Unshaped
        ahead = Ahead(label, is_loop=True)
        over = self.passes.get(label)
        self.ahead.append(ahead)
        if over is None:
            with self._header(label):
                self._block_and(label, inside)
            self.ahead.pop()
        else:
            self._for(label, over, inside)
            self.ahead.pop()
            ahead.reached = self._else(lambda: self.go_on(over.otherwise)) or ahead.reached
        for target in sorted(ahead.far):
            place = self._place_of(target)
            assert place is not None
            if any(other.is_loop for other in self.ahead[place + 1 :]):
                self.text.line(f"if {self.jumps} == {target}: break")
            elif self.ahead[place].is_loop:
                with self.text.block(f"if {self.jumps} == {target}:"):
                    self.text.line(f"{self.jumps} = -1")
                    self.text.line("continue")
        return ahead.reached

    def _for(self, label: int, over: Passes, inside: list[int]) -> None:
        """A loop over lists: what each round takes out of them stands in its header."""
        c = self.code
        names = ", ".join(c.write(slot) for slot, _ in over.taken)
        lists = ", ".join(c.read(items) for _, items in over.taken)
        with self.text.block(f"for {names} in {lists if len(over.taken) == 1 else f'zip({lists})'}:"):
            self.ahead += [Ahead(follower, is_loop=False) for follower in reversed(inside)]
            self.opened[over.then] = len(over.taken) + 1
            falls = self.go_on(over.then)
            for _ in inside:
                falls = self._follow(falls)

    @contextmanager
    def _header(self, label: int) -> Iterator[None]:
        if self.runs_once and not any(other.is_loop for other in self.ahead[:-1]):
            with self.text.block("for _ in ROUNDS:"):
                yield
            self.text.line(f"else: too_long({label})")
            return
        with self.text.block("while True:"):
            self.counts_rounds = True
            self.text.line("rounds += 1")
            self.text.line(f"if rounds > {ROUNDS_LIMIT}: too_long({label})")
            yield

    # ------------------------------------------------------------ ways

    def go_on(self, target: int) -> bool:
        """Goes on at a block; whether that is what is written next."""
        if target in self.shape.copied:
            return self.block(target)
        place = self._place_of(target)
        if place is None:
            return self.emit(target)
        aim, between = self.ahead[place], self.ahead[place + 1 :]
        loops = [other for other in between if other.is_loop]
        aim.reached = aim.reached or not aim.is_loop
        if not between:
            return True
        if aim.is_loop and not loops:
            self.text.line("continue")
            return False
        if between[0].is_loop and len(loops) == 1:
            loops[0].reached = True
            self.text.line("break")
            return False
        self.jumps = self.jumps or self.text.name("jump")
        self.text.line(f"{self.jumps} = {target}")
        aim.aimed = True
        last = between.index(loops[-1]) if loops else len(between)
        for other in between[:last]:
            other.passed = other.passed or not other.is_loop
        for loop in loops:
            loop.reached = True
            loop.far.add(target)
        if loops:
            self.text.line("break")
        return not loops

    def _place_of(self, label: int) -> int | None:
        for place in range(len(self.ahead) - 1, -1, -1):
            if self.ahead[place].label == label:
                return place
        return None

    def either(self, condition: str, then: Callable[[], bool], otherwise: Callable[[], bool]) -> bool:
        """Two ways to go on."""
        text = self.text
        text.line(f"if {condition}:")
        start = len(text.lines)
        falls = self._indented(then)
        if len(text.lines) == start:
            text.lines[-1] = f"{'    ' * text.indent}if {_not(condition)}:"
            self._indented(otherwise)
            if len(text.lines) == start:
                text.lines[-1] += " pass"  # it may still give something a name
            return True
        if not falls:
            return otherwise()
        self._else(otherwise)
        return True

    def _else(self, write: Callable[[], bool]) -> bool:
        """What is done otherwise, if anything is."""
        self.text.line("else:")
        before = len(self.text.lines)
        falls = self._indented(write)
        if len(self.text.lines) == before:
            self.text.lines.pop()
        return falls

    def _indented(self, write: Callable[[], bool]) -> bool:
        self.text.indent += 1
        if self.text.indent > _DEEPEST:
            raise Unshaped
        falls = write()
        self.text.indent -= 1
        return falls


def _not(condition: str) -> str:
    """The opposite of a condition."""
    opposite = condition.removeprefix("not ")
    return opposite if opposite != condition and " " not in opposite else f"not {atom(condition)}"
