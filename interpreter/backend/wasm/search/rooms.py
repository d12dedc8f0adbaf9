"""Where in the memory of a module a search keeps its trees, what it draws anew, and what it has found out."""

from __future__ import annotations

from typing import Final

from dsl.frozen import frozen
from interpreter.backend.wasm.emit.binary import Module, Num
from interpreter.backend.wasm.emit.memory import Memory
from interpreter.backend.wasm.emit.writer import Writer
from interpreter.backend.wasm.resume.frames import Frames
from interpreter.runtime.thought import MOST_KEYS, MOST_STEPS, NODES

#: A node of a tree: its first child, the next child of its parent, what answer leads to it, how often that was given,
#: how often somebody was asked here, and the sums of what came of it for each seat, then of the share that each had
#: of the win (numbers of 64 bits).
CHILD, SIBLING, KEY, GIVEN, ASKED, SUMS = 0, 4, 8, 12, 16, 24
#: So many answers of its own a seat may have given since a question that all answer at once.
MOST_OWN: Final = 64

#: What a search is told: how much is tried that was tried seldom, its luck, the seat, how many decisions a pass may
#: take, how many answers of its own the seat has given already, and these; and what it tells: how many passes it made,
#: how many nodes there are, whether this pass fits to what the seat has answered, and the least and the most that
#: passes have been worth to anybody.
WEIGHT, LUCK = 0, 8
SEAT, MOST, OWN, PASSES, USED, PASS, LOST, AT_OWN, STEPS, DECIDED = range(16, 56, 4)
LEAST, GREATEST = 56, 64
#: Nothing is worth less, or more.
LOWEST, HIGHEST = -(1 << 31), (1 << 31) - 1
ANSWERS_OWN: Final = 72


def node_size(players: int) -> int:
    """How many bytes a node takes."""
    return SUMS + 16 * players


@frozen(eq=False)
class Rooms:
    """Addresses. `tree`: a variable of the module that says whether trees answer still."""

    memory: Memory
    frames: Frames
    tree: int
    told: int
    now: int
    path: int
    rewards: int
    keys: int
    untried: int
    nodes: int
    root: int
    true: int
    thought: int

    @classmethod
    def of(cls, module: Module, memory: Memory, frames: Frames) -> Rooms:
        """Makes room."""
        players = memory.layout.setting.players
        return cls(
            memory, frames, module.variable(Num.I32), memory.take("search", ANSWERS_OWN + 4 * MOST_OWN),
            memory.take("now", 4 * players), memory.take("path", 4 * MOST_STEPS), memory.take("rewards", 16 * players),
            memory.take("keys", 4 * MOST_KEYS), memory.take("untried", 4 * MOST_KEYS),
            memory.take("nodes", node_size(players) * NODES), memory.take("root", frames.room), memory.at["before"],
            memory.take("thought", 8),
        )  # fmt: skip

    @property
    def shares(self) -> int:
        """Where the shares of the win stand, behind what a pass was worth."""
        return self.rewards + 8 * self.memory.layout.setting.players

    @property
    def node(self) -> int:
        """How many bytes a node takes."""
        return node_size(self.memory.layout.setting.players)

    def load(self, w: Writer, place: int) -> None:
        """Pushes one of the numbers that a search is told, or tells."""
        w.load(self.told + place)

    def set(self, w: Writer, place: int, local: int) -> None:
        """Sets one of them to a local."""
        w.number(0)
        w.get(local)
        w.do("i32.store", self.told + place)

    def be(self, w: Writer, place: int, number: int) -> None:
        """Sets one of them to a constant."""
        w.number(0)
        w.number(number)
        w.do("i32.store", self.told + place)

    def add(self, w: Writer, place: int) -> None:
        """Adds 1 to one of them."""
        w.number(0)
        self.load(w, place)
        w.plus(1)
        w.do("i32.store", self.told + place)
