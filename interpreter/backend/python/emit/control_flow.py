"""The emitter of structured control flow: branches, loops, and what follows them (see `program/optimise/structure.py`).

Where control goes to something other than what is written next, a local says where, and what is between is skipped.
Suspending and whole-game functions are emitted so; they differ in the ends of blocks, and in which leave the function.
"""

import ast
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import cast

from attrs import define, field

from interpreter.backend.python.emit import tree
from interpreter.backend.python.emit.code import Code
from interpreter.program.optimise.structure import ListLoop, Shape


class Irreducible(Exception):
    """A routine cannot be emitted without jumps."""


@define
class Successor:
    """What is emitted behind the current block: another block, or the head of the loop around it.

    `reached`: whether control goes there. `aimed`: whether it does from where something else comes first; `passed`
    blocks are skipped then. `far` are the blocks aimed at from inside a loop, beyond its successor.
    """

    label: int
    is_loop: bool
    reached: bool = False
    aimed: bool = False
    passed: bool = False
    far: set[int] = field(factory=set)


@define(kw_only=True)
class ControlFlow(ABC):
    """Emits some blocks. What emits says whether control falls through at the end of it.

    `passes` are the loops over lists.
    """

    shape: Shape
    code: Code
    passes: dict[int, ListLoop] = field(factory=dict)
    ahead: list[Successor] = field(factory=list)
    jumps: ast.Name | None = None  # the local with the block that is aimed at
    opened: dict[int, int] = field(factory=dict)  # by block: how many of its statements stand in the header of a loop
    most_loops: int | None = None  # there may be so many in one another, and so many levels of anything
    most_levels: int | None = None
    levels: int = 0

    @abstractmethod
    def block(self, label: int) -> bool:
        """Emits one block and its end."""

    @abstractmethod
    def lead_out(self, label: int) -> None:
        """Leaves the function for a block that is not among these."""

    @abstractmethod
    def loop(self, label: int) -> AbstractContextManager[None]:
        """Emits a loop with a limit, around what is emitted meanwhile."""

    def emit(self, label: int) -> bool:
        """Emits a block, and what is inside and behind it."""
        behind, inside = self.shape.behind.get(label, []), self.shape.inside.get(label, [])
        self.ahead += [Successor(follower, is_loop=False) for follower in reversed(behind)]
        falls = self._loop(label, inside) if label in self.shape.loops else self._block_and(label, inside)
        for _ in behind:
            falls = self._follow(falls)
        return falls

    def _block_and(self, label: int, inside: list[int]) -> bool:
        self.ahead += [Successor(follower, is_loop=False) for follower in reversed(inside)]
        falls = self.block(label)
        for _ in inside:
            falls = self._follow(falls)
        return falls

    def _follow(self, falls: bool) -> bool:
        """Emits the next block, if it is reached."""
        out = self.code.out
        ahead = self.ahead.pop()
        if not ahead.reached:
            return falls
        if ahead.aimed:
            with out.when(self._is_aimed_at(ahead.label) if ahead.passed else None):
                self._aim(-1)
        if not ahead.passed:
            return self.emit(ahead.label)
        with self._level(), out.when(tree.compare(self._jumps(), "<", tree.ZERO)):
            self.emit(ahead.label)
        return True

    def _loop(self, label: int, inside: list[int]) -> bool:
        """Emits the loop with this head."""
        if self.most_loops is not None and sum(other.is_loop for other in self.ahead) >= self.most_loops:
            raise Irreducible
        out = self.code.out
        ahead = Successor(label, is_loop=True)
        over = self.passes.get(label)
        self.ahead.append(ahead)
        if over is None:
            with self._level(), self.loop(label):
                self._block_and(label, inside)
            self.ahead.pop()
        else:
            self._for(over, inside)
            self.ahead.pop()
            otherwise, falls = self._aside(lambda: self.go_on(over.otherwise))
            cast("ast.For", out.statements[-1]).orelse = otherwise
            ahead.reached = falls or ahead.reached
        for target in sorted(ahead.far):
            place = self._place_of(target)
            assert place is not None
            if any(other.is_loop for other in self.ahead[place + 1 :]):
                with out.when(self._is_aimed_at(target)):
                    out.do("break")
            elif self.ahead[place].is_loop:
                with out.when(self._is_aimed_at(target)):
                    self._aim(-1)
                    out.do("continue")
        return ahead.reached

    def _for(self, over: ListLoop, inside: list[int]) -> None:
        """Emits a loop over lists as a `for`."""
        c = self.code
        names = [c.write(slot) for slot, _ in over.taken]
        lists = [c.read(items) for _, items in over.taken]
        name = names[0] if len(names) == 1 else tree.Tuple(names, tree.LOAD)
        items = lists[0] if len(lists) == 1 else tree.call("zip", *lists)
        with self._level(), c.out.block("for name in items: pass", name=name, items=items):
            self.ahead += [Successor(follower, is_loop=False) for follower in reversed(inside)]
            self.opened[over.then] = len(over.taken) + 1
            falls = self.go_on(over.then)
            for _ in inside:
                falls = self._follow(falls)

    # ------------------------------------------------------------ jumps

    def go_on(self, target: int) -> bool:
        """Goes on at a block."""
        if target not in self.shape.order:
            self.lead_out(target)
            return False
        place = self._place_of(target)
        if place is None:
            return self.emit(target)
        out = self.code.out
        aim, between = self.ahead[place], self.ahead[place + 1 :]
        loops = [other for other in between if other.is_loop]
        aim.reached = aim.reached or not aim.is_loop
        if not between:
            return True
        if aim.is_loop and not loops:
            out.do("continue")
            return False
        if between[0].is_loop and len(loops) == 1:
            loops[0].reached = True
            out.do("break")
            return False
        self._aim(target)
        aim.aimed = True
        last = between.index(loops[-1]) if loops else len(between)
        for other in between[:last]:
            other.passed = other.passed or not other.is_loop
        for loop in loops:
            loop.reached = True
            loop.far.add(target)
        if loops:
            out.do("break")
        return not loops

    def _jumps(self) -> ast.Name:
        self.jumps = self.jumps or self.code.out.name("jump")
        return self.jumps

    def _aim(self, label: int) -> None:
        self.code.out.put(self._jumps(), tree.num(label))

    def _is_aimed_at(self, label: int) -> ast.expr:
        return tree.compare(self._jumps(), "=", tree.num(label))

    def _place_of(self, label: int) -> int | None:
        for place in range(len(self.ahead) - 1, -1, -1):
            if self.ahead[place].label == label:
                return place
        return None

    def either(self, condition: ast.expr, then: Callable[[], bool], otherwise: Callable[[], bool]) -> bool:
        """Emits a branch."""
        out = self.code.out
        first, falls = self._aside(then)
        if not first:
            second, _ = self._aside(otherwise)
            # without anything on either side, the condition may still name something
            out.statements.append(tree.If(tree.opposite(condition), second, []))
            return True
        if not falls:
            out.statements.append(tree.If(condition, first, []))
            return otherwise()
        second, _ = self._aside(otherwise)
        out.statements.append(tree.If(condition, first, second))
        return True

    def _aside(self, write: Callable[[], bool]) -> tuple[list[ast.stmt], bool]:
        """Captures the statements of one side, and whether control falls through."""
        with self._level(), self.code.out.captured() as found:
            falls = write()
        return found, falls

    @contextmanager
    def _level(self) -> Iterator[None]:
        self.levels += 1
        if self.most_levels is not None and self.levels > self.most_levels:
            raise Irreducible
        yield
        self.levels -= 1
