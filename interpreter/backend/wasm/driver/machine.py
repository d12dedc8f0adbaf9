"""Runs a module: plays whole games in its memory, and reads from it what they came to."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from attrs import define, field, frozen

from interpreter.backend.wasm.emit.memory import RESULTS

#: The bots that a module can play, by their numbers there.
BOTS: Final = {"random": 0, "uniform": 1}
#: How many bytes functions that call one another may have on their stack; more would need more of this process.
_STACK: Final = 1 << 19


@frozen
class Compiled:
    """A module in the binary format, and where in its memory things stand. It holds numbers and nothing else."""

    module: bytes
    at: Mapping[str, int]


@frozen
class Outcome:
    """What a game came to: `values` and `compared` as the module was made to judge it by."""

    rounds: int
    decisions: int
    choices: Mapping[int, int]
    winners: tuple[int, ...]
    values: tuple[int, ...]
    compared: tuple[int, ...]


def is_there() -> bool:
    """Whether what runs modules is installed."""
    try:
        import wasmtime  # noqa: F401
    except ImportError:
        return False
    return True


@define(eq=False)
class Machine:
    """A module that is ready to play, with a bot for each seat. Raises ImportError without `wasmtime`."""

    compiled: Compiled
    seats: Sequence[str]
    store: Any = field(init=False)
    games: Callable[[Any, int, int], int] = field(init=False)
    trap: type[Exception] = field(init=False)
    address: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        import wasmtime

        config = wasmtime.Config()
        config.max_wasm_stack = _STACK
        engine = wasmtime.Engine(config)
        self.store = wasmtime.Store(engine)
        instance = wasmtime.Instance(self.store, wasmtime.Module(engine, self.compiled.module), [])
        exports: Any = instance.exports(self.store)
        self.games, self.trap = exports["games"], wasmtime.Trap
        self.address = ctypes.addressof(exports["memory"].data_ptr(self.store).contents)
        bots = struct.pack(f"<{len(self.seats)}i", *(BOTS[name] for name in self.seats))
        ctypes.memmove(self.address + self.compiled.at["bots"], bots, len(bots))

    def played(self, seed: int, count: int) -> list[Outcome | None]:
        """What the games with so many seeds from the first on come to, as many as there is room for: at least one.

        None stands for a game that is for another engine, and comes last.
        """
        try:
            done = self.games(self.store, seed - (1 << 64) if seed >> 63 else seed, count)
        except self.trap:
            return [*self._outcomes(self.numbers(self.compiled.at["game"], 1)[0]), None]
        return [*self._outcomes(done)]

    def _outcomes(self, count: int) -> list[Outcome]:
        numbers = memoryview(self.read(self.compiled.at["results"], RESULTS)).cast("i") if count else memoryview(b"")
        found = []
        at = 0
        for _ in range(count):
            rounds, decisions = numbers[at], numbers[at + 1]
            at += 2
            lists = []
            for _ in range(4):
                end = at + 1 + numbers[at]
                lists.append(tuple(numbers[at + 1 : end]))
                at = end
            winners, values, compared, answers = lists
            choices = dict(zip(answers, numbers[at : at + len(answers)], strict=True))
            at += len(answers)
            found.append(Outcome(rounds, decisions, choices, winners, values, compared))
        return found

    def numbers(self, at: int, count: int) -> tuple[int, ...]:
        """So many numbers from an address on."""
        return struct.unpack(f"<{count}i", self.read(at, 4 * count))

    def read(self, at: int, count: int) -> bytes:
        """So many bytes from an address on."""
        return ctypes.string_at(self.address + at, count)
