"""Runs a module: plays whole games in its memory, and reads from it how they ended."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from typing import Any, Final

from attrs import define, field, frozen

from interpreter.backend.wasm.binary import Module
from interpreter.backend.wasm.memory import RESULTS, Memory
from interpreter.runtime.state import State, effect_attribute, new_state

#: The bots that a module can play, by their numbers there.
BOTS: Final = {"random": 0, "uniform": 1}
#: How large the stack may become on which functions call one another.
_STACK: Final = 1 << 20


@frozen
class Outcome:
    """What a game came to: `values` and `compared` as the module was made to judge it by."""

    rounds: int
    decisions: int
    choices: Mapping[int, int]
    winners: tuple[int, ...]
    values: tuple[int, ...]
    compared: tuple[int, ...]


@define(eq=False)
class Machine:
    """A module that is ready to play. Raises ImportError without `wasmtime`."""

    module: Module
    memory: Memory
    kind: type[State]
    store: Any = field(init=False)
    instance: Any = field(init=False)
    games: Any = field(init=False)
    view: Any = field(init=False)
    trap: Any = field(init=False)

    def __attrs_post_init__(self) -> None:
        import wasmtime

        config = wasmtime.Config()
        config.max_wasm_stack = _STACK
        engine = wasmtime.Engine(config)
        self.store = wasmtime.Store(engine)
        self.instance = wasmtime.Instance(self.store, wasmtime.Module(engine, self.module.encoded()), [])
        exports = self.instance.exports(self.store)
        self.games = exports["games"]
        memory = exports["memory"]
        self.view = (memory.data_ptr(self.store), memory.data_len(self.store))
        self.trap = wasmtime.Trap

    def bots(self, names: Sequence[str]) -> None:
        """Who sits where."""
        self._write(self.memory.at["bots"], struct.pack(f"<{len(names)}i", *(BOTS[name] for name in names)))

    def played(self, seed: int, count: int) -> list[Outcome | None]:
        """What the games with so many seeds from the first on come to, as many as there is room for: at least one.

        None stands for a game that is for another engine.
        """
        try:
            done = self.games(self.store, seed - (1 << 64) if seed >> 63 else seed, count)
            failed = False
        except self.trap:
            done, failed = self._numbers(self.memory.at["game"], 1)[0], True
        numbers = memoryview(self._read(self.memory.at["results"], RESULTS)).cast("i") if done else ()
        found: list[Outcome | None] = []
        at = 0
        for _ in range(done):
            rounds, decisions = numbers[at], numbers[at + 1]
            lists = []
            at += 2
            for _ in range(4):
                length = numbers[at]
                lists.append(tuple(numbers[at + 1 : at + 1 + length]))
                at += 1 + length
            times = numbers[at : at + len(lists[3])]
            at += len(lists[3])
            choices = dict(zip(lists[3], times, strict=True))
            found.append(Outcome(rounds, decisions, choices, *lists[:3]))
        return [*found, None] if failed else found

    def state(self, seed: int) -> State:
        """The state at the end of the game played last; who knows what only where rules ask for it."""
        layout, memory = self.memory.layout, self.memory
        state = new_state(self.kind, seed)
        for attribute in layout.streams:
            setattr(state, attribute, int.from_bytes(self._read(memory.at[attribute], 8), "little"))
        for name in (
            "round_number", "rounds", "set_up", "over", "decisions", "active_player", "next_player", "cause",
            "causer", "begun",
        ):  # fmt: skip
            setattr(state, name, self._numbers(memory.at[name], 1)[0])
        pieces = self._numbers(memory.at["pieces"], 1)[0]
        for name in memory.told:
            setattr(state, name, list(self._numbers(memory.of_pieces(name), pieces)))
        for slot in layout.variables.values():
            count = pieces * slot.strides[0] if slot.variable.is_mark else memory.length(slot)
            if slot.variable.type.many:
                size = memory.cell_size(slot)
                lists = [self._list(memory.cell(slot) + size * place) for place in range(count)]
                setattr(state, slot.attribute, lists + slot.nowhere if slot.sizes else lists[0])
                continue
            cells = list(self._numbers(memory.cell(slot), count))
            setattr(state, slot.attribute, cells + slot.nowhere if slot.sizes else cells[0])
        state.zones = [self._zone(zone) for zone in range(len(layout.masks))]
        state.taken = list(self._numbers(memory.at["taken"], len(state.taken)))
        for effect in layout.effects:
            setattr(state, effect_attribute(effect), tuple(map(self._list, self._list(memory.at[effect_attribute(effect)]))))
        won = self._numbers(memory.at["winners"], 1 + layout.setting.players)
        state.winners = won[1 : 1 + won[0]]
        return state

    def _list(self, at: int) -> tuple[int, ...]:
        return self._numbers(at + 4, self._numbers(at, 1)[0])

    def _zone(self, zone: int) -> list[int]:
        at = self.memory.zone(zone)
        count, width = self._numbers(at, 1)[0], self.memory.width
        return list(struct.unpack(f"<{count}{'BH'[width - 1]}", self._read(at + 4, count * width)))

    def _numbers(self, at: int, count: int) -> tuple[int, ...]:
        return struct.unpack(f"<{count}i", self._read(at, 4 * count))

    def _read(self, at: int, count: int) -> bytes:
        import ctypes

        pointer, _ = self.view
        return ctypes.string_at(ctypes.addressof(pointer.contents) + at, count)

    def _write(self, at: int, data: bytes) -> None:
        import ctypes

        pointer, _ = self.view
        ctypes.memmove(ctypes.addressof(pointer.contents) + at, data, len(data))


