"""Runs a module: plays whole games in its memory, and reads from it how they ended."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any, Final

from attrs import define, field

from interpreter.backend.wasm.binary import Module
from interpreter.backend.wasm.memory import MOST_ANSWERS, Memory
from interpreter.runtime.state import State, effect_attribute, new_state

#: The bots that a module can play, by their numbers there.
BOTS: Final = {"random": 0, "uniform": 1}
#: How large the stack may become on which functions call one another.
_STACK: Final = 1 << 20


@define(eq=False)
class Machine:
    """A module that is ready to play. Raises ImportError without `wasmtime`."""

    module: Module
    memory: Memory
    kind: type[State]
    store: Any = field(init=False)
    instance: Any = field(init=False)
    play: Any = field(init=False)
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
        self.play = exports["play"]
        memory = exports["memory"]
        self.view = (memory.data_ptr(self.store), memory.data_len(self.store))
        self.trap = wasmtime.Trap

    def bots(self, names: Sequence[str]) -> None:
        """Who sits where."""
        self._write(self.memory.at["bots"], struct.pack(f"<{len(names)}i", *(BOTS[name] for name in names)))

    def played(self, seed: int) -> bool:
        """Plays a game to its end; whether that went well."""
        try:
            self.play(self.store, seed - (1 << 64) if seed >> 63 else seed)
        except self.trap:
            return False
        return True

    def state(self, seed: int) -> State:
        """The state at the end, but for who knows what."""
        layout, memory = self.memory.layout, self.memory
        state = new_state(self.kind, seed)
        for attribute in layout.streams:
            setattr(state, attribute, int.from_bytes(self._read(memory.at[attribute], 8), "little"))
        for name in (
            "round_number", "rounds", "set_up", "over", "decisions", "held", "active_player", "next_player", "cause",
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
        state.deciding = self._numbers(memory.at["deciding"], 2)  # type: ignore[assignment]
        won = self._numbers(memory.at["winners"], 1 + layout.setting.players)
        state.winners = won[1 : 1 + won[0]]
        return state

    def choices(self) -> dict[int, int]:
        """How many questions had so many answers."""
        return {count: times for count, times in enumerate(self._numbers(self.memory.at["met"], MOST_ANSWERS)) if times}

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


