"""Writes the code of one function: instructions, locals that are used again, and labels of blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, Generic, TypeVar

from attrs import define, field

from interpreter.backend.wasm.emit.binary import Function, Instruction, Num

#: So many bytes are sooner copied in place than by a call.
_SHORT: Final = 2048

_Value = TypeVar("_Value")


class Label:
    """A block, loop or if that branches may lead out of, or back to."""


class Open(Generic[_Value]):
    """What holds while something is written, and is `closed` then; there are too many for functions that yield."""

    __slots__ = "closed", "value"

    def __init__(self, value: _Value, closed: Callable[[_Value], None]) -> None:
        self.value, self.closed = value, closed

    def __enter__(self) -> _Value:
        return self.value

    def __exit__(self, *_: object) -> None:
        self.closed(self.value)


@define(eq=False)
class Writer:
    """Writes into a function. `free`: locals of each type that nothing needs any more."""

    function: Function
    labels: list[Label] = field(factory=list)
    free: dict[Num, list[int]] = field(factory=lambda: {kind: [] for kind in Num})
    add: Callable[[Instruction], None] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.add = self.function.code.append

    def do(self, *instruction: int | str | tuple[int, ...] | None) -> None:
        """Writes an instruction: its name, and what is given with it."""
        self.add(instruction)

    def number(self, number: int) -> None:
        """Pushes a constant."""
        self.add(("i32.const", number))

    def get(self, local: int) -> None:
        """Pushes a local."""
        self.add(("local.get", local))

    def put(self, local: int) -> None:
        """Pops into a local."""
        self.add(("local.set", local))

    def local(self, kind: Num = Num.I32) -> int:
        """A new local."""
        self.function.locals.append(kind)
        return len(self.function.parameters) + len(self.function.locals) - 1

    def scratch(self, kind: Num = Num.I32) -> Open[int]:
        """A local that is free again afterwards."""
        free = self.free[kind]
        return Open(free.pop() if free else self.local(kind), free.append)

    def kept(self) -> Open[int]:
        """Pops into a local that is free again afterwards."""
        found = self.scratch()
        self.put(found.value)
        return found

    def be(self, local: int, number: int) -> None:
        """Puts a constant into a local."""
        self.number(number)
        self.put(local)

    def plus(self, number: int) -> None:
        """Adds a constant."""
        self.number(number)
        self.do("i32.add")

    def of(self, name: str, *locals_: int) -> None:
        """Pushes what an instruction makes of locals."""
        for local in locals_:
            self.get(local)
        self.do(name)

    def with_number(self, name: str, local: int, number: int) -> None:
        """Pushes what an instruction makes of a local and a constant."""
        self.get(local)
        self.number(number)
        self.do(name)

    def store(self, address: int, local: int, offset: int = 0) -> None:
        """Stores a local at the address in another."""
        self.get(address)
        self.get(local)
        self.do("i32.store", offset)

    def call(self, function: Function) -> None:
        """Calls a function, whose arguments have been pushed."""
        self.do("call", function.index)

    def is_there(self, local: int) -> None:
        """Pushes whether a local is not none."""
        self.get(local)
        self.number(0)
        self.do("i32.ge_s")

    def is_none(self, local: int) -> None:
        """Pushes whether a local is none."""
        self.get(local)
        self.number(0)
        self.do("i32.lt_s")

    def better(self, one: int, other: int, how: str) -> None:
        """Pushes one local if it compares so with another, else that other: the lesser, or the greater."""
        for local in (one, other, one, other):
            self.get(local)
        self.do(how)
        self.do("select")

    # ---------------------------------------------------------------- blocks

    def block(self, how: str = "block", result: Num | None = None) -> Open[Label]:
        """A block, loop or if."""
        label = Label()
        self.do(how, result)
        self.labels.append(label)
        return Open(label, self._end)

    def _end(self, _: Label) -> None:
        self.labels.pop()
        self.do("end")

    def when(self, result: Num | None = None) -> Open[Label]:
        """An if, whose condition has been pushed."""
        return self.block("if", result)

    def otherwise(self) -> None:
        """The other branch of the if that is open."""
        self.do("else")

    def go(self, label: Label, how: str = "br") -> None:
        """Branches to a label; `br_if` pops a condition."""
        self.do(how, len(self.labels) - 1 - self.labels.index(label))

    @contextmanager
    def counted(self, at: int, end: int, step: int = 1) -> Iterator[Label]:
        """A loop while local `at` is below local `end`; the label is that of what leaves it."""
        with self.block() as out:
            self.of("i32.ge_s", at, end)
            self.go(out, "br_if")
            with self.block("loop") as again:
                yield out
                self.add_to(at, step)
                self.of("i32.lt_s", at, end)
                self.go(again, "br_if")

    @contextmanager
    def until_none(self, left: int) -> Iterator[Label]:
        """A loop until local `left`, which it changes, is 0; the label is that of what leaves it."""
        with self.block() as out, self.block("loop") as again:
            self.get(left)
            self.do("i32.eqz")
            self.go(out, "br_if")
            yield out
            self.go(again)

    def add_to(self, local: int, amount: int) -> None:
        """Adds a constant to a local."""
        self.get(local)
        self.plus(amount)
        self.put(local)

    # ---------------------------------------------------------------- memory

    def fill(self, address: int, size: int) -> None:
        """Puts 0 into so many bytes from a fixed address on."""
        for number in (address, 0, size):
            self.number(number)
        self.do("memory.fill")

    def clear(self, address: int, offset: int, size: int) -> None:
        """Puts 0 into so many bytes, a multiple of 4, from the address in a local on."""
        for at in range(0, size, 8):
            kind = "i64" if at + 8 <= size else "i32"
            self.get(address)
            self.do(f"{kind}.const", 0)
            self.do(f"{kind}.store", offset + at)

    def copy(self, to: int, source: int, size: int) -> None:
        """Copies so many bytes, a multiple of 16, from one fixed address to another."""
        if size > _SHORT:
            for number in (to, source, size):
                self.number(number)
            self.do("memory.copy")
            return
        for at in range(0, size, 16):
            self.number(0)
            self.number(0)
            self.do("v128.load", source + at)
            self.do("v128.store", to + at)

    def load(self, address: int) -> None:
        """Pushes what stands at a fixed address."""
        self.number(0)
        self.do("i32.load", address)

    def cells(self) -> None:
        """Makes an offset of the place that has been pushed, where each has four bytes."""
        self.number(2)
        self.do("i32.shl")

    def cells_behind_none(self) -> None:
        """The same where that of none, which is -1, stands first."""
        self.plus(1)
        self.cells()

    def cell(self, address: int) -> None:
        """Pushes what stands at the place that has been pushed, the first of which is at an address."""
        self.cells()
        self.do("i32.load", address)

    def looked_up(self, address: int, is_sure: bool = False) -> None:
        """The same where that of none stands first, at the address; unless the place is certainly not none."""
        if is_sure:
            self.cell(address + 4)
            return
        self.cells_behind_none()
        self.do("i32.load", address)

    def item(self, items: int, at: int) -> None:
        """Pushes the item at a place of a list; its address and the place are in locals."""
        self.get(items)
        self.get(at)
        self.cells()
        self.do("i32.add")
        self.do("i32.load", 4)

    def length(self, items: int) -> None:
        """Pushes how many items are in the list, or pieces in the zone, whose address is in a local."""
        self.get(items)
        self.do("i32.load", 0)

    def trap(self) -> None:
        """Stops the game: it is played again otherwise."""
        self.do("unreachable")

    def trap_if(self) -> None:
        """The same, if what is popped is not 0."""
        with self.when():
            self.trap()
