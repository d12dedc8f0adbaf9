"""Reads the state of the game that a native module has played last, as the other engines keep it."""

import struct
from typing import Any

from interpreter.backend.wasm.driver.machine import Machine
from interpreter.backend.wasm.emit.memory import Memory
from interpreter.runtime.state import State, effect_attribute, new_state

_ALONE = (
    "round_number", "rounds", "set_up", "over", "decisions", "active_player", "next_player", "cause", "causer", "begun",
)  # fmt: skip


def state_of(machine: Machine, memory: Memory, kind: type[State], seed: int) -> State:
    """The state at the end of that game; who knows what is in it only where rules ask for it."""
    layout = memory.layout
    state = new_state(kind, seed)
    for attribute in layout.streams:
        setattr(state, attribute, int.from_bytes(machine.read(memory.at[attribute], 8), "little"))
    for name in _ALONE:
        setattr(state, name, machine.numbers(memory.at[name], 1)[0])
    pieces = machine.numbers(memory.at["pieces"], 1)[0]
    for name in memory.told:
        setattr(state, name, list(machine.numbers(memory.of_pieces(name), pieces)))
    for slot in layout.variables.values():
        count = pieces * slot.strides[0] if slot.variable.is_mark else memory.length(slot)
        cells: list[Any] = list(machine.numbers(memory.cell(slot), count))
        if slot.variable.type.many:
            cells = [_list(machine, memory.cell(slot) + memory.cell_size(slot) * place) for place in range(count)]
        setattr(state, slot.attribute, cells + slot.nowhere if slot.sizes else cells[0])
    state.zones = [_zone(machine, memory, zone) for zone in range(len(layout.masks))]
    state.taken = list(machine.numbers(memory.at["taken"], len(state.taken)))
    for effect in layout.effects:
        name = effect_attribute(effect)
        setattr(state, name, tuple(_list(machine, one) for one in _list(machine, memory.at[name])))
    state.winners = _list(machine, memory.at["winners"])
    return state


def _list(machine: Machine, at: int) -> tuple[int, ...]:
    return machine.numbers(at + 4, machine.numbers(at, 1)[0])


def _zone(machine: Machine, memory: Memory, zone: int) -> list[int]:
    at = memory.zone(zone)
    count, width = machine.numbers(at, 1)[0], memory.width
    return list(struct.unpack(f"<{count}{'BH'[width - 1]}", machine.read(at + 4, count * width)))
