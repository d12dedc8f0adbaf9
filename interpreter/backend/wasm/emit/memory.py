"""The memory of a module: where the state in play stands, what it is when a game begins, and tables that never change.

The state has a fixed address, so that what rules read has one, too. Lists begin with what nobody has, where an index of
-1 leads. A zone has its length, then a number for each piece, and behind these some room, for pieces are found and gaps
closed sixteen bytes at a time.
"""

import struct
from collections.abc import Iterable, Mapping, Sequence
from math import prod
from typing import Final

from attrs import define, field

from dsl.ir import nodes as ir
from interpreter.backend.wasm.emit.binary import Module
from interpreter.program.model.layout import Layout, VariableSlot
from interpreter.program.model.setting import absent
from interpreter.program.model.state_layers import Value
from interpreter.runtime.state import (
    COPY,
    OWN_KIND,
    RULES_UNDER_WAY,
    TURN_OVER,
    depth_attribute,
    effect_attribute,
    kept_attribute,
)

#: How many pieces may be made in a game beside those that it begins with, at most; with more, another engine plays it.
MADE: Final = 256
#: So many need a byte each, and there are as many if so few more can be made.
_IN_A_BYTE, _FEW_MADE = 0xFF, 64
#: How many different numbers of answers are counted; a question with more is for another engine.
MOST_ANSWERS: Final = 4096
#: Bytes for what games have come to.
RESULTS: Final = 1 << 21
#: How many instances of an effect, and how many rules that wait, there is room for.
MOST_RECORDS: Final = 64
#: Bytes for the records of effects and rules that wait, in all of a game.
RECORDS: Final = 1 << 16
#: Bytes for lists that are being worked on, and those behind them that one which grows too long may spoil.
LISTS: Final = 1 << 18
_SPOILT: Final = 1 << 16
#: Bytes behind a zone that may be read with its last pieces.
_SLACK: Final = 16


class Unsupported(Exception):
    """A construct that no native code is written for."""


@define(eq=False)
class Memory:
    """`start` has the values of the attributes of a state when the first rule runs that is left to the module.

    `makes`: whether pieces may be made in a game beside those that it begins with.
    """

    layout: Layout
    start: Mapping[str, Value]
    makes: bool
    at: dict[str, int] = field(factory=dict)
    tables: dict[tuple[int, ...], int] = field(factory=dict)
    data: list[tuple[int, bytes]] = field(factory=list)
    end: int = 16
    pieces: int = 0
    width: int = 1
    stride: int = 0
    first: int = 0
    size: int = 0
    image: int = 0

    def __attrs_post_init__(self) -> None:
        layout = self.layout
        begun = len(self.start["kind"])
        self.pieces = begun + MADE * self.makes
        if self.pieces > _IN_A_BYTE >= begun + _FEW_MADE:
            self.pieces = _IN_A_BYTE
        self.width = 1 if self.pieces <= _IN_A_BYTE else 2
        widest = max((most for most in layout.capacities if most >= 0), default=0)
        room = self.pieces if -1 in layout.capacities else min(widest, self.pieces)
        self.stride = -(-(4 + self.width * room + _SLACK) // 16) * 16
        self._state()
        for name, size in (("luck", 8 * layout.setting.players), ("bots", 4 * layout.setting.players)):
            self._take(name, size, 8)
        self._take("choices", 4 * MOST_ANSWERS, 8)
        self._take("game", 4)
        self._take("results", RESULTS, 16)
        self._take("records", RECORDS, 16)
        self._take("lists", LISTS, 16)

    def take(self, name: str, size: int, align: int = 16) -> int:
        """Makes room for something more, and gives its address."""
        return self._take(name, size, align)

    def _take(self, name: str, size: int, align: int = 4) -> int:
        self.end = -(-self.end // align) * align
        self.at[name], self.end = self.end, self.end + size
        return self.at[name]

    def room(self, size: int, align: int = 4) -> int:
        """The address of new room, with nothing in it."""
        return self._take(f"room {len(self.at)}", size, align)

    def _state(self) -> None:
        layout = self.layout
        self.first = first = self.end
        for stream in layout.streams:
            self._take(stream, 8, 8)
        self._take("answers", 4, 8)
        for name in ALONE:
            self._take(name, 4)
        self._take("forced", 4)
        self._take("taken", 4 * len(self.start["taken"]))
        for name in self.told:
            self._take(name, 4 + 4 * self.pieces)
        for slot in layout.variables.values():
            self._take(_of_variable(slot), self.cell_size(slot) * (1 + self.length(slot)))
        self._take("options", 4 + 4 * self.pieces)
        for effect in layout.effects:
            self._take(effect_attribute(effect), 4 + 4 * MOST_RECORDS)
        for name in ("later", RULES_UNDER_WAY):
            self._take(name, 4 + 4 * MOST_RECORDS)
        self._take("deciding", 8)
        for number in range(len(layout.depths)):
            self._take(depth_attribute(number), 4)
        self._take("winners", 4 + 4 * layout.setting.players)
        self._take("zones", self.stride * (len(layout.masks) + 1), 16)
        self.size = -(-(self.end - first) // 16) * 16
        self.end = first + self.size
        self.image = self._take("image", self.size, 16)
        self.data.append((self.image, self._begin(first)))

    @property
    def told(self) -> tuple[str, ...]:
        """What is told of each piece."""
        layout = self.layout
        copying = (OWN_KIND, COPY, *map(kept_attribute, range(len(layout.kept)))) if layout.copying else ()
        return ("zone", "owner", "kind", "seen", *copying)

    def length(self, slot: VariableSlot) -> int:
        """How many cells a variable has."""
        if slot.variable.is_mark:
            return self.pieces * slot.strides[0]
        return prod(slot.sizes)

    def cell_size(self, slot: VariableSlot) -> int:
        """How many bytes a cell of a variable has; that of a list has its length, too."""
        return 4 + 4 * self.most_items(slot.variable.type) if slot.variable.type.many else 4

    def cell(self, slot: VariableSlot) -> int:
        """The address of the first cell of a variable; before it stands what nobody has."""
        return self.at[_of_variable(slot)] + self.cell_size(slot)

    def most_items(self, of: ir.Type) -> int:
        """How long a list of such things is taken to be; with a longer one, another engine plays the game."""
        match of.kind:
            case ir.Kind.PLAYER:
                return 2 * self.layout.setting.players
            case ir.Kind.PIECE:
                return self.pieces
            case ir.Kind.VALUE:
                return 2 * self.layout.setting.size(of)
            case ir.Kind.ZONE:
                return len(self.layout.masks)
            case _:
                return 256

    def of_pieces(self, name: str) -> int:
        """The address of what is told of the first piece; before it stands what it is of none."""
        return self.at[name] + 4

    def zone(self, zone: int) -> int:
        """The address of a zone; before the first stands one that is always empty, where -1 leads."""
        return self.at["zones"] + self.stride * (zone + 1)

    def _begin(self, first: int) -> bytes:
        """The state with which a game begins."""
        image = bytearray(self.size)

        def put(address: int, numbers: Iterable[int]) -> None:
            found = [int(one) for one in numbers]
            packed = struct.pack(f"<{len(found)}i", *found)
            image[address - first : address - first + len(packed)] = packed

        start = self.start
        for name in ALONE:
            put(self.at[name], [_first_of(start, name)])
        put(self.at["forced"], [_first_of(start, "decisions")])
        put(self.at["taken"], start["taken"])
        put(self.at["deciding"], start["deciding"])
        if any(start[effect_attribute(effect)] for effect in self.layout.effects) or start["later"]:
            raise Unsupported("an effect that begins in the setup")
        for name in self.told:
            put(self.at[name], [-1, *start[name]])
        for slot in self.layout.variables.values():
            held = start[slot.attribute]
            cells = list(held[: len(held) - len(slot.nowhere)]) if slot.sizes else [held]
            if not slot.variable.type.many:
                put(self.at[_of_variable(slot)], [absent(slot.variable.type), *cells])
                continue
            for place, items in enumerate(cells):
                put(self.cell(slot) + place * self.cell_size(slot), [len(items), *items])
        for zone, pieces in enumerate(start["zones"]):
            put(self.zone(zone), [len(pieces)])
            at = self.zone(zone) + 4 - first
            image[at : at + self.width * len(pieces)] = struct.pack(f"<{len(pieces)}{'BH'[self.width - 1]}", *pieces)
        return bytes(image)

    def table(self, numbers: Sequence[int]) -> int:
        """The address of numbers that never change."""
        key = tuple(numbers)
        if key not in self.tables:
            self.tables[key] = self._take(f"table {len(self.tables)}", 4 * len(key))
            self.data.append((self.tables[key], struct.pack(f"<{len(key)}i", *key)))
        return self.tables[key]

    @property
    def lists_end(self) -> int:
        """The address behind the room for lists."""
        return self.at["lists"] + LISTS - _SPOILT

    def finish(self, module: Module) -> None:
        """Gives the module its memory, with all that has been placed in it."""
        module.data += self.data
        module.pages = -(-self.end // 0x10000)


#: Single numbers of a state, in the order in which they stand: first the decisions, behind the answers to them all.
ALONE = (
    "decisions", "round_number", "rounds", "set_up", "over", "held", "active_player", "next_player", "cause",
    "causer", "pieces", "begun", TURN_OVER,
)  # fmt: skip


def _of_variable(slot: VariableSlot) -> str:
    """What the address of a variable is called: as nothing else, whatever its own name is."""
    return f"variable {slot.attribute}"


def _first_of(start: Mapping[str, Value], name: str) -> int:
    match name:
        case "pieces":
            return len(start["kind"])
        case _ if name not in start:
            return 0
        case _:
            return int(start[name])
