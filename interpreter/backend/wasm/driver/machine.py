"""Runs a module: plays whole games in its memory, and reads from it what they came to."""

from __future__ import annotations

import ctypes
import os
import struct
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache, partial
from time import perf_counter
from typing import TYPE_CHECKING, Final, TypeAlias

from attrs import define, field

from dsl.cache import cached, keep, key_of
from dsl.frozen import frozen
from interpreter.backend.wasm.driver.counts import MOST_COUNTED, Counts
from interpreter.backend.wasm.driver.records import UNKNOWN, Shape
from interpreter.backend.wasm.emit.memory import MOST_ANSWERS
from interpreter.backend.wasm.watch.layout import Counters

if TYPE_CHECKING:  # who has it not installed plays by the other engine
    import wasmtime

#: What a module can be asked to do, by name.
Functions: TypeAlias = Mapping[str, Callable[..., int]]
#: The bots that a module can play, by their numbers there.
BOTS: Final = {"random": 0, "uniform": 1}
#: How many bytes functions that call one another may have on their stack; more would need more of this process.
_STACK: Final = 1 << 19
#: So many games are played at first in one go once one was for another engine, since those before it are played again;
#: then more, as long as they take no longer than this, in seconds. Each call takes a ten-thousandth of one.
_FEW: Final = 64
_SOON: Final = 0.004


@frozen
class Compiled:
    """A module in the binary format, and where in its memory things stand. It holds numbers and nothing else.

    `counts` are made of all records; `counted`: addresses and sizes of all that is counted over games; `counters` are
    what it counts of games that it watches.
    """

    module: bytes
    at: Mapping[str, int]
    counts: Counts
    counted: tuple[tuple[int, int], ...]
    counters: Counters | None = None


@frozen(slots=False)
class Batch:
    """What games came to that were played in one go. It is read where the machine has it, until that plays others.

    `given_up`: the game that comes after these is for another engine.
    """

    machine: Machine
    seeds: range
    given_up: bool

    @property
    def shape(self) -> Shape:
        """That of the records."""
        return self.machine.compiled.counts.shape

    @cached_property
    def records(self) -> list[list[int]]:
        """A record of each game."""
        width, all_of_it = self.shape.width, self._results.tolist()
        return [all_of_it[start : start + width] for start in range(0, len(all_of_it), width)]

    @property
    def choices(self) -> dict[int, int]:
        """How many questions had so many answers."""
        return _counted(self.machine.read(self.machine.compiled.at["choices"], 4 * MOST_ANSWERS))

    def column(self, place: int) -> list[int]:
        """What all the records have at a place."""
        return self._results[place :: self.shape.width].tolist()

    def times(self, place: int) -> dict[int, int]:
        """How often each number stands at a place; where there is none, nothing does."""
        table = self.machine.compiled.counts.tables[place]
        found = _counted(self.machine.read(table.at + 8, 4 * table.size), table.low)
        if self.machine.numbers(table.at, 1)[0]:
            numbers = range(table.low, table.low + table.size)
            others = Counter(number for number in self.column(place) if number not in numbers)
            del others[UNKNOWN]
            found |= others
        return found

    def sums(self, one: int, other: int) -> tuple[int, ...]:
        """The sums of what stands at two places, of its squares and products: see `Counts`."""
        return struct.unpack("<5q", self.machine.read(self.machine.compiled.counts.sums[one, other], 8 * 5))

    @cached_property
    def _results(self) -> memoryview:
        size = 4 * self.shape.width * len(self.seeds)
        return memoryview(self.machine.read(self.machine.compiled.at["results"], size)).cast("i")


#: What so many counts look like if nothing came up. With fewer bytes than these, all are looked at.
_NOTHING: Final = bytes(4 * max(MOST_ANSWERS, MOST_COUNTED))
_SHORT: Final = 64


def _counted(counts: bytes, first: int = 0) -> dict[int, int]:
    """How often numbers from a first one on came up, those that did; mostly the last of them did not."""
    end = step = len(counts)
    while step > _SHORT:
        step //= 2
        if counts[end - step : end] == _NOTHING[:step]:
            end -= step
    cells = memoryview(counts).cast("i")[: -(-end // 4)]
    return {number: times for number, times in enumerate(cells, first) if times}


def is_there() -> bool:
    """Whether what runs modules is installed."""
    try:
        import wasmtime  # noqa: F401
    except ImportError:
        return False
    return True


_PROCESS: Final = os.getpid()
#: To make machine code of so many bytes takes longer than to find it where it is kept, which nobody else can write to.
_LARGE: Final = 20_000
_KEPT: Final = "machine"


def _is_forked() -> bool:
    """Whether this process was forked off another, whose threads, which compile, it then waits for without end."""
    return os.getpid() != _PROCESS


@lru_cache(maxsize=16)
def _machine_code(module: bytes, sparing: bool) -> tuple[wasmtime.Engine, wasmtime.Module]:
    """The module as it is run, which all machines in this process share.

    So that none of its accesses need be checked, its memory has room for all 4 GB of addresses, unless it is `sparing`.
    """
    import wasmtime

    config = wasmtime.Config()
    config.max_wasm_stack = _STACK
    config.memory_init_cow = False  # else all of the memory is kept with the code, of which little is not 0
    config.parallel_compilation = not _is_forked()
    if sparing:
        config.memory_reservation = config.memory_reservation_for_growth = config.memory_guard_size = 0
    engine = wasmtime.Engine(config)
    key = "" if len(module) < _LARGE else key_of(module, str(_STACK), str(sparing))
    kept = cached(_KEPT, key) if key else None
    if kept is not None:
        with suppress(wasmtime.WasmtimeError):  # it is of another version, or of another processor
            return engine, wasmtime.Module.deserialize(engine, kept)
    made = wasmtime.Module(engine, module)
    if key:
        keep(_KEPT, key, bytes(made.serialize()))
    return engine, made


def instance(module: bytes) -> tuple[Functions, int]:
    """The module with a memory of its own: its functions, and where that memory is, for as long as these are there."""
    import wasmtime

    def made(sparing: bool) -> tuple[wasmtime.Store, wasmtime.Instance]:
        engine, compiled = _machine_code(module, sparing)
        store = wasmtime.Store(engine)
        return store, wasmtime.Instance(store, compiled, [])

    try:
        store, found = made(sparing=False)
    except wasmtime.WasmtimeError:  # this process may not have so many addresses
        store, found = made(sparing=True)
    exports = found.exports(store)
    memory = exports["memory"]
    assert isinstance(memory, wasmtime.Memory)
    functions = {name: partial(one, store) for name, one in exports.items() if isinstance(one, wasmtime.Func)}
    return functions, ctypes.addressof(memory.data_ptr(store).contents)


@define(eq=False)
class Machine:
    """A module that is ready to play, with a bot for each seat. Raises ImportError without `wasmtime`.

    A machine is for one thread; several play side by side. `few`: so many games are played in one go at most.
    """

    compiled: Compiled
    seats: Sequence[str]
    games: Callable[[int, int, int, int], object] = field(init=False)
    trap: type[Exception] = field(init=False)
    address: int = field(init=False)
    few: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        import wasmtime

        functions, self.address = instance(self.compiled.module)
        self.games, self.trap, self.few = functions["games"], wasmtime.Trap, self.most
        bots = struct.pack(f"<{len(self.seats)}i", *(BOTS[name] for name in self.seats))
        ctypes.memmove(self.address + self.compiled.at["bots"], bots, len(bots))

    @property
    def most(self) -> int:
        """So many games can be played in one go."""
        return self.compiled.counts.shape.most

    def played(self, seeds: range) -> Batch:
        """Plays the games with these seeds, up to one for another engine, but no more than there is room for."""
        seeds = seeds[: self.most]
        done = self._finished(seeds)
        given_up, seeds = done < len(seeds), seeds[:done]
        return Batch(self, seeds, given_up)

    def _finished(self, seeds: range) -> int:
        """Plays these games up to one that is for another engine, a few at a time; gives how many."""
        done = 0
        while True:
            before = [self.read(*where) for where in self.compiled.counted] if done else []
            began = perf_counter()
            try:
                self._play(seeds[done : done + self.few], done)
            except self.trap:
                last = self.numbers(self.compiled.at["game"], 1)[0]
                for (at, _), numbers in zip(self.compiled.counted, before, strict=False):
                    ctypes.memmove(self.address + at, numbers, len(numbers))
                self._play(seeds[done:last], done)  # again, since something of the game has been counted
                self.few = min(self.few, _FEW)
                return last
            played = min(self.few, len(seeds) - done)
            done += played
            if played == self.few and perf_counter() - began < _SOON:
                self.few *= 2
            if done == len(seeds):
                return done

    def _play(self, seeds: range, first: int) -> None:
        seed = seeds.start
        self.games(seed - (1 << 64) if seed >> 63 else seed, len(seeds), seeds.step, first)

    def numbers(self, at: int, count: int) -> tuple[int, ...]:
        """So many numbers from an address on."""
        return struct.unpack(f"<{count}i", self.read(at, 4 * count))

    def read(self, at: int, count: int) -> bytes:
        """So many bytes from an address on."""
        return ctypes.string_at(self.address + at, count)
