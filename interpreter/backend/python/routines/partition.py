"""Partitions a routine that suspends into functions, and its locals into those of the frame and Python's.

A block with one predecessor is written into that. A short one is written into each predecessor, and so is a short loop.
Every other block is a function of its own, which returns the number of the next block. Locals that are live across
functions are in the frame.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from attrs import define, field

from dsl.walk import with_fields
from interpreter.backend.python.nodes.questions import may_be_skipped
from interpreter.program.cfg.simplify import postorder, predecessors, relabel
from interpreter.program.model.nodes import Ask, Block, Branch, Enter, Fail, Goto, Leave, Over, Routine, Switch, targets
from interpreter.program.model.routine_id import RoutineId
from interpreter.program.optimise.liveness import live_at, live_while_asked
from interpreter.program.optimise.non_none import KnowsNonNone
from interpreter.program.optimise.structure import Shape, shape

#: The size, in nodes, up to which a block is written into each of several predecessors.
SHORT_BLOCK = 20
#: The same for a loop and all that is in it.
SHORT_LOOP = 100
#: A function of more nodes than this has no more loops written into it.
LONG_FUNCTION = 600


@define
class Partition:
    """The partition of a routine. `alone`: blocks that may be functions themselves; `frame`: places by slot."""

    routine: Routine
    heads: set[int]
    alone: set[int]
    short_loops: set[int]  # heads whose loop is written wherever it is begun
    frame: dict[int, int]
    answers: dict[int, tuple[int, RoutineId]]  # by the block after a call: the slot that its answer goes to, and whose
    next_label: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.next_label = max(self.routine.blocks) + 1

    @property
    def gives(self) -> bool:
        """Whether the routine ever gives an answer; else who asks for one gets none."""
        ends = (block.end for block in self.routine.blocks.values())
        return self.routine.answers or any(isinstance(end, Leave) and end.value is not None for end in ends)

    def from_block(self, label: int, known: KnowsNonNone) -> Region:
        """The blocks of the function that begins with one."""
        region = Region(self, known)
        region.entry = region.place(label, {}, begins=True)
        return region.filled()

    def from_answer(self, asked: Ask, known: KnowsNonNone) -> Region:
        """The blocks of the function that goes on after an answer: its first ends with the question."""
        region = Region(self, known)
        region.entry = region.next_label
        region.next_label += 1
        onward = (asked.answered, asked.passed, *(offer.target for offer in asked.offers))
        region.take(region.entry, Block((), asked), {}, onward)
        return region.filled()


class _Places(dict[int, int]):
    """The labels of copies; other labels stay what they are."""

    def __missing__(self, label: int) -> int:
        return label


@define
class Region:
    """The blocks of one function: a tree of copies, in which only back edges lead to one block twice.

    `onward` has the successors in the function, `real` the blocks that are copied. What leaves the function has the
    label of the block itself.
    """

    partition: Partition
    known: KnowsNonNone
    entry: int = -1
    blocks: dict[int, Block] = field(factory=dict)
    onward: dict[int, tuple[int, ...]] = field(factory=dict)
    real: dict[int, int] = field(factory=dict)
    waiting: list[tuple[int, int, Mapping[int, int]]] = field(factory=list)
    size: int = 0
    next_label: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.next_label = self.partition.next_label

    def filled(self) -> Region:
        """Adds all that is reachable from the entry."""
        while self.waiting:
            label, real, loops = self.waiting.pop()
            block = self.partition.routine.blocks[real]
            self.size += block.size
            self.take(label, block, loops, self._onward(block))
        return self

    def take(self, label: int, block: Block, loops: Mapping[int, int], onward: tuple[int, ...]) -> None:
        """Adds a block; `loops` are those around it, by their heads."""
        places = _Places((target, self.place(target, loops)) for target in onward)
        self.blocks[label] = Block(block.statements, relabel(block.end, places))
        self.onward[label] = tuple(places[target] for target in onward)

    def place(self, target: int, loops: Mapping[int, int], *, begins: bool = False) -> int:
        """The label for a block as a successor inside some loops."""
        part = self.partition
        if target in loops:
            return loops[target]
        is_short_loop = target in part.short_loops and self.size < LONG_FUNCTION
        if target in part.alone and not is_short_loop and not begins:
            return target
        label = self.next_label
        self.next_label += 1
        self.real[label] = target
        self.waiting.append((label, target, {**loops, target: label} if target in part.heads else loops))
        return label

    def _onward(self, block: Block) -> tuple[int, ...]:
        """The successors of a block in the same function: after a question or a call, another one goes on."""
        match block.end:
            case Ask() as asked:
                return (asked.skipped,) if may_be_skipped(self.known, asked) else ()
            case Enter():
                return ()
            case Goto() | Branch() | Switch() | Leave() | Over() | Fail():
                return targets(block.end)
            case _:
                assert_never(block.end)

    def shape(self) -> Shape:
        """Structures the blocks."""
        made = {label: self._led_to(label, block) for label, block in self.blocks.items()}
        found = shape(with_fields(self.partition.routine, entry=self.entry, blocks=made))
        assert found is not None, "what leads back leads to a block around it"
        return found

    def _led_to(self, label: int, block: Block) -> Block:
        if isinstance(block.end, Leave | Over | Fail):
            return block
        return Block(block.statements, Switch(0, tuple(to for to in self.onward[label] if to in self.blocks)))


def partition(routine: Routine) -> Partition:
    """The partition of a routine."""
    blocks = routine.blocks
    heads = _loop_heads(routine)
    calls = (block.end for block in blocks.values() if isinstance(block.end, Enter) and block.end.slot >= 0)
    answers = {call.back: (call.slot, call.routine) for call in calls}
    alone = {routine.entry, *heads}
    alone.update(block.end.back for block in blocks.values() if isinstance(block.end, Enter))
    short_loops = _Sizes(blocks, heads, alone).decide(routine.entry)
    return Partition(routine, heads, alone, short_loops, _frame(routine, alone, answers), answers)


def _loop_heads(routine: Routine) -> set[int]:
    """Finds the targets of back edges."""
    order = {label: place for place, label in enumerate(postorder(routine.entry, routine.blocks))}
    edges = ((order[label], target) for label in order for target in targets(routine.blocks[label].end))
    return {target for place, target in edges if order[target] >= place}


@define
class _Sizes:
    """Sizes of blocks with all that is written into them. `alone` gets what would be too long."""

    blocks: Mapping[int, Block]
    heads: set[int]
    alone: set[int]
    inside: set[int] = field(factory=set)
    known: dict[int, int] = field(factory=dict)

    def decide(self, entry: int) -> set[int]:
        """Finds the loops that are written into their predecessors."""
        before = predecessors(self.blocks)
        for label in postorder(entry, self.blocks):
            block = self.blocks[label]
            size = block.size + sum(self._written(target) for target in targets(block.end))
            self.known[label] = size
            if label in self.heads and size <= SHORT_LOOP:
                self.inside.add(label)
            elif len(before[label]) > 1 and size > SHORT_BLOCK:
                self.alone.add(label)
        return self.inside

    def _written(self, label: int) -> int:
        """The size of a jump to a block: one line if it is a function of its own, or not known yet."""
        if label in self.alone and label not in self.inside:
            return 1
        return self.known.get(label, 1)


def _frame(routine: Routine, alone: set[int], answers: Mapping[int, tuple[int, RoutineId]]) -> dict[int, int]:
    live = live_at(routine.blocks)
    kept = 0
    for label in alone:
        kept |= live[label] & ~(1 << answers[label][0]) if label in answers else live[label]
    for block in routine.blocks.values():
        if isinstance(block.end, Ask):
            kept |= live_while_asked(block.end, live)
    slots = [slot for slot in range(len(routine.slots)) if kept >> slot & 1]
    return {slot: place for place, slot in enumerate(slots)}
