"""Hands a game that waits from the stepping engine to a module, and back."""

from __future__ import annotations

import struct
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Final

from attrs import define, field

from dsl.ir import nodes as ir
from dsl.walk import nodes_of
from interpreter.backend.wasm.emit.memory import ALONE, MOST_RECORDS, RECORDS, Memory, Unsupported
from interpreter.backend.wasm.resume.frames import (
    ANSWERS,
    AT_ONCE,
    CAN_PASS,
    LAST,
    OPTIONS,
    PLAYER,
    RECORDS_TOP,
    TOP,
    WAITING,
    Frames,
    question_of,
)  # fmt: skip
from interpreter.backend.wasm.resume.points import Point, Points, Waiting
from interpreter.program.model.nodes import FIRST_OFFER, are_pieces
from interpreter.program.model.routine_id import WHOLE_GAME
from interpreter.program.model.state_layers import Value
from interpreter.runtime.state import RULES_UNDER_WAY, State, effect_attribute
from interpreter.runtime.state import under_way as attributes_under_way


@define(eq=False)
class Handover:
    """`end`: the block to which the whole game returns in the stepping engine.

    `effects`, `rules`: which of the things that are kept are lists.
    """

    memory: Memory
    frames: Frames
    points: Points
    end: int
    effects: Mapping[int, frozenset[int]]
    rules: Mapping[int, frozenset[int]]
    begin: bytes = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.begin = dict(self.memory.data)[self.memory.image]

    # ---------------------------------------------------------------- into the module

    def packed(self, state: State) -> dict[int, bytes]:
        """What stands where in the memory of the module, for a state of the stepping engine.

        Raises Unsupported for a state that no module has room for.
        """
        return _Packing(self).of(state)

    # ---------------------------------------------------------------- and back

    def unpacked(self, read: Callable[[int, int], bytes], state: State) -> State:
        """Fills an empty state with the one in play; `read` gives so many bytes from an address on."""
        return _Unpacking(self, read).into(state)

    @property
    def records(self) -> int:
        """The address of the first record of an effect or a rule that waits."""
        return self.memory.at["records"]

    def waiting_in(self, point: Point) -> Waiting:
        """The routine that waits at a point."""
        return self.points.routines[point.routine]


@define(eq=False)
class _Packing:
    """`records`: those of effects and rules, one behind the other; `known`: where they stand, by what they are."""

    to: Handover
    cells: bytearray = field(init=False)
    records: list[int] = field(factory=list)
    known: dict[Hashable, int] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.cells = bytearray(self.to.begin)

    def put(self, address: int, numbers: Iterable[int]) -> None:
        found = [int(one) for one in numbers]
        at = address - self.to.memory.first
        try:
            self.cells[at : at + 4 * len(found)] = struct.pack(f"<{len(found)}i", *found)
        except struct.error:
            raise Unsupported("a number of more than 32 bits") from None

    def of(self, state: State) -> dict[int, bytes]:
        memory, frames, layout = self.to.memory, self.to.frames, self.to.memory.layout
        if state.rolls:
            raise Unsupported("rolls that are fixed")
        if len(state.kind) > memory.pieces:
            raise Unsupported("more pieces than there is room for")
        for name in layout.streams:
            at = memory.at[name] - memory.first
            self.cells[at : at + 8] = getattr(state, name).to_bytes(8, "little")
        for name in ALONE:
            self.put(memory.at[name], [len(state.kind) if name == "pieces" else getattr(state, name, 0)])
        self.put(memory.at["taken"], state.taken)
        self.put(memory.at["deciding"], state.deciding)
        for name in memory.told:
            self.put(memory.of_pieces(name), getattr(state, name))
        self._list(memory.at["winners"], state.winners, 4 + 4 * layout.setting.players)
        self._variables(state)
        for zone, pieces in enumerate(state.zones):
            self.put(memory.zone(zone), [len(pieces)])
            at = memory.zone(zone) + 4 - memory.first
            packed = struct.pack(f"<{len(pieces)}{'BH'[memory.width - 1]}", *pieces)
            self.cells[at : at + len(packed)] = packed
        self._under_way(state)
        waits = self._frames(state)
        records = struct.pack(f"<{len(self.records)}i", *self.records)
        if len(records) > RECORDS:
            raise Unsupported("more effects than there is room for")
        if len(waits) > WAITING:
            raise Unsupported("more that waits than there is room for")
        waits[RECORDS_TOP : RECORDS_TOP + 4] = struct.pack("<i", memory.at["records"] + len(records))
        assert len(self.cells) == memory.size
        return {memory.first: bytes(self.cells), memory.at["records"]: records, frames.base: bytes(waits)}

    def _variables(self, state: State) -> None:
        memory = self.to.memory
        for slot in memory.layout.variables.values():
            held = getattr(state, slot.attribute)
            cells = list(held[: len(held) - len(slot.nowhere)]) if slot.sizes else [held]
            if not slot.variable.type.many:
                self.put(memory.cell(slot), cells)
                continue
            for place, items in enumerate(cells):
                self._list(memory.cell(slot) + place * memory.cell_size(slot), items, memory.cell_size(slot))

    def _list(self, address: int, items: Sequence[int], room: int) -> None:
        if 4 + 4 * len(items) > room:
            raise Unsupported("a longer list than there is room for")
        self.put(address, [len(items), *items])

    def _under_way(self, state: State) -> None:
        memory, layout = self.to.memory, self.to.memory.layout
        for effect in layout.effects:
            name = effect_attribute(effect)
            lists = self.to.effects.get(effect, frozenset())
            self._pool(name, [self._record(one, lists) for one in getattr(state, name)])
        self._pool("later", [self._rule(one) for one in state.later])
        for name in attributes_under_way(layout):
            found = getattr(state, name)
            if name == RULES_UNDER_WAY:
                self._pool(name, found)
            else:
                self.put(memory.at[name], [found])

    def _pool(self, name: str, items: Sequence[int]) -> None:
        self._list(self.to.memory.at[name], items, _POOL)

    def _record(self, record: Sequence[Value], lists: frozenset[int], front: tuple[int, ...] = ()) -> int:
        """The address of a record, which is made unless it is there; `front` stands before its length."""
        key = (front, _hashable(record))
        if key not in self.known:
            numbers = [
                self._record(one, frozenset()) if place in lists and not isinstance(one, int) else int(one)
                for place, one in enumerate(record)
            ]
            self.known[key] = self.to.memory.at["records"] + 4 * len(self.records)
            self.records += (*front, len(numbers), *numbers)
        return self.known[key]

    def _rule(self, rule: Sequence[Value]) -> int:
        """The address of a rule that waits, which begins with its priority."""
        order, number, *rest = rule
        return self._record((number, *rest), self.to.rules.get(number, frozenset()), (order,))

    # ---------------------------------------------------------------- what waits

    def _frames(self, state: State) -> bytearray:
        frames, points = self.to.frames, self.to.points
        begun = bytearray(OPTIONS)
        if state.pc < 0:
            struct.pack_into("<i", begun, TOP, frames.base)
            return begun
        point = points.questions[state.pc]
        asked = point.ask
        assert asked is not None
        answers = len(state.options) + len(state.offers) + state.can_pass
        for place, number in (
            (PLAYER, state.player), (CAN_PASS, int(state.can_pass)), (ANSWERS, answers),
            *question_of(self.to.memory, point),
        ):  # fmt: skip
            struct.pack_into("<i", begun, place, number)
        waits = begun
        for items in (state.options, [FIRST_OFFER - one for one in state.offers]):
            waits += struct.pack(f"<{1 + len(items)}i", len(items), *items)
        if are_pieces(asked.options):
            self.put(self.to.memory.at["options"], [len(state.options), *state.options])
        if asked.secret:
            struct.pack_into("<2i", waits, AT_ONCE, *self._at_once(state, point))
        last, callee = 0, None
        callers = [*zip(state.stack[2::2], state.stack[3::2], strict=True)]
        for label, frame in ((state.pc, state.frame), *reversed(callers)):
            here = point if callee is None else points.returns[label, callee]
            at = frames.base + len(waits)
            waits += struct.pack("<2i", last, here.number) + self._frame(here, frame)
            last, callee = at, here.routine
        assert callee == WHOLE_GAME
        struct.pack_into("<2i", waits, LAST, last, frames.base + len(waits))
        return waits

    def _at_once(self, state: State, point: Point) -> tuple[int, int]:
        """Which answers are given all at once: 1 where a state is at the first of them, -1 where it is further on."""
        assert point.ask is not None
        answers = {one.slot for one in nodes_of(point.ask.collected, ir.Local)}
        frame = zip(self.to.waiting_in(point).frame, state.frame, strict=True)
        given = [kept for slot, kept in frame if slot in answers]
        return ((-1 if any(given) else 1), 1) if given else (0, 0)

    def _frame(self, point: Point, frame: Sequence[Value]) -> bytes:
        waiting = self.to.waiting_in(point)
        numbers: list[int] = []
        for slot, kept in zip(waiting.frame, frame, strict=True):
            if slot not in waiting.holding:
                numbers.append(self._number(kept))
            elif isinstance(kept, int):
                if kept >= 0:
                    raise Unsupported("a number where lists stand")
                numbers.append(-1)
            else:
                items = [self._item(waiting, slot, one) for one in kept]
                numbers += (len(items), *items)
        return struct.pack(f"<{len(numbers)}i", *numbers)

    def _number(self, kept: Value) -> int:
        return int(kept) if isinstance(kept, int) else self._record(kept, frozenset())

    def _item(self, waiting: Waiting, slot: int, one: Value) -> int:
        if slot in waiting.rules:  # whose address is that of the list behind its priority
            return self._record(one, self.to.rules.get(one[0], frozenset()))
        return self._number(one)


def _hashable(record: Value) -> Hashable:
    return record if isinstance(record, int) else tuple(map(_hashable, record))


@define(eq=False)
class _Unpacking:
    """Reads the memory of a module."""

    to: Handover
    read: Callable[[int, int], bytes]

    def numbers(self, at: int, count: int) -> tuple[int, ...]:
        return struct.unpack(f"<{count}i", self.read(at, 4 * count))

    def _list(self, at: int) -> tuple[int, ...]:
        return self.numbers(at + 4, self.numbers(at, 1)[0])

    def into(self, state: State) -> State:
        memory, layout = self.to.memory, self.to.memory.layout
        for name in layout.streams:
            setattr(state, name, int.from_bytes(self.read(memory.at[name], 8), "little"))
        for name in ALONE:
            if hasattr(state, name):
                setattr(state, name, self.numbers(memory.at[name], 1)[0])
        pieces = self.numbers(memory.at["pieces"], 1)[0]
        for name in memory.told:
            setattr(state, name, list(self.numbers(memory.of_pieces(name), pieces)))
        for slot in layout.variables.values():
            count = pieces * slot.strides[0] if slot.variable.is_mark else memory.length(slot)
            size = memory.cell_size(slot)
            cells: list[Value] = list(self.numbers(memory.cell(slot), count))
            if slot.variable.type.many:
                cells = [self._list(memory.cell(slot) + size * place) for place in range(count)]
            setattr(state, slot.attribute, cells + slot.nowhere if slot.sizes else cells[0])
        state.zones = [self._zone(zone) for zone in range(len(layout.masks))]
        state.taken = list(self.numbers(memory.at["taken"], len(state.taken)))
        state.winners, state.deciding = self._list(memory.at["winners"]), self._pair(memory.at["deciding"])
        self._under_way(state)
        self._waiting(state)
        return state

    def _pair(self, at: int) -> tuple[int, int]:
        first, second = self.numbers(at, 2)
        return first, second

    def _zone(self, zone: int) -> list[int]:
        at, width = self.to.memory.zone(zone), self.to.memory.width
        count = self.numbers(at, 1)[0]
        return list(struct.unpack(f"<{count}{'BH'[width - 1]}", self.read(at + 4, count * width)))

    def _under_way(self, state: State) -> None:
        memory, layout = self.to.memory, self.to.memory.layout
        for effect in layout.effects:
            name, lists = effect_attribute(effect), self.to.effects.get(effect, frozenset())
            setattr(state, name, tuple(self._record(one, lists) for one in self._list(memory.at[name])))
        state.later = [(self.numbers(one, 1)[0], *self._rule(one + 4)) for one in self._list(memory.at["later"])]
        for name in attributes_under_way(layout):
            at = memory.at[name]
            setattr(state, name, self._list(at) if name == RULES_UNDER_WAY else self.numbers(at, 1)[0])

    def _record(self, at: int, lists: frozenset[int]) -> tuple[Value, ...]:
        found = self._list(at)
        return tuple(self._list(one) if place in lists and one >= 0 else one for place, one in enumerate(found))

    def _rule(self, at: int) -> tuple[Value, ...]:
        return self._record(at, self.to.rules.get(self.numbers(at + 4, 1)[0], frozenset()))

    def _waiting(self, state: State) -> None:
        frames, points = self.to.frames, self.to.points
        at = self.numbers(frames.base + LAST, 1)[0]
        state.pc, state.stack, state.frame = -1, [], []
        if not at:
            state.player = state.site = -1
            return
        state.stack = [self.to.end, []]
        while at:
            at, number = self._frame(at, state)
            point = points.all[number]
            if point.ask is None:
                state.stack += (point.label, state.frame)
        state.pc = point.label
        state.player, state.can_pass, _, state.site = self.numbers(frames.base + PLAYER, 4)
        options = frames.base + OPTIONS
        state.options = self._list(options)
        offers = self._list(options + 4 + 4 * len(state.options))
        state.offers = tuple(FIRST_OFFER - one for one in offers)

    def _frame(self, at: int, state: State) -> tuple[int, int]:
        """Reads a frame; gives the address of the one inside it, and its point."""
        inner, number = self.numbers(at, 2)
        waiting = self.to.waiting_in(self.to.points.all[number])
        state.frame = []
        at += 8
        for slot in waiting.frame:
            (kept,) = self.numbers(at, 1)
            at += 4
            if slot not in waiting.holding:
                state.frame.append(self._kept(kept, slot in waiting.records))
            elif kept < 0:
                state.frame.append(kept)
            else:
                items = self.numbers(at, kept)
                at += 4 * kept
                state.frame.append(tuple(self._item(waiting, slot, one) for one in items))
        return inner, number

    def _kept(self, kept: int, is_record: bool) -> Value:
        return self._effect(kept) if is_record and kept >= 0 else kept

    def _effect(self, at: int) -> tuple[Value, ...]:
        """An effect in force, as it stands among those of its kind."""
        for effect in self.to.memory.layout.effects:
            if at in self._list(self.to.memory.at[effect_attribute(effect)]):
                return self._record(at, self.to.effects.get(effect, frozenset()))
        return self._list(at)

    def _item(self, waiting: Waiting, slot: int, one: int) -> Value:
        if slot in waiting.nested:
            return self._list(one) if one >= 0 else one
        return self._rule(one) if slot in waiting.rules else self._kept(one, slot in waiting.records)


#: Bytes that a list of records has room for.
_POOL: Final = 4 + 4 * MOST_RECORDS
