"""The partition of a routine that stops into functions, and where its locals live.

A block that only one other leads to is written into it. A short one is written wherever it is gone on to, and so is a
short loop, as a loop. Every other block is a function of its own, which gives the number of the next block back. Locals
that are needed across functions live in the frame, the others are Python's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from attrs import define, field

from dsl.walk import nodes_in, with_fields
from interpreter.backend.python.emit.non_none import KnowsNonNone
from interpreter.backend.python.nodes.questions import may_be_skipped
from interpreter.program.cfg.simplify import postorder, relabel
from interpreter.program.model.nodes import Ask, Block, Branch, Enter, Fail, Goto, Leave, Over, Routine, Switch, targets
from interpreter.program.optimise.liveness import live_at, live_while_asked
from interpreter.program.optimise.structure import Shape, shape

#: The size, in nodes, up to which a block that several lead to is written into each of them.
SHORT_BLOCK = 20
#: The same for a loop and all that is in it.
SHORT_LOOP = 100
#: A function of more nodes than this has no more loops written into it.
LONG_FUNCTION = 600


@define
class Partition:
    """How a routine is written. `alone`: blocks that may be functions themselves; `frame`: places by slot."""

    routine: Routine
    heads: set[int]
    alone: set[int]
    short_loops: set[int]  # heads whose loop is written wherever it is begun
    frame: dict[int, int]
    answers: dict[int, int]  # by the block after a call: the slot that its answer goes to

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
    """Where blocks are; others stay what they are."""

    def __missing__(self, label: int) -> int:
        return label


@define
class Region:
    """The blocks of one function: a copy of each for each way to it, so that only loops lead to one block twice.

    `onward` says where blocks go on in the function, `real` of which blocks these are copies. What leads out of the
    function has the number of the block itself.
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
        self.next_label = max(self.partition.routine.blocks) + 1

    def filled(self) -> Region:
        """All that is gone on to from what is there."""
        while self.waiting:
            label, real, loops = self.waiting.pop()
            block = self.partition.routine.blocks[real]
            self.size += len(nodes_in((block.statements, block.end)))
            self.take(label, block, loops, self._onward(block))
        return self

    def take(self, label: int, block: Block, loops: Mapping[int, int], onward: tuple[int, ...]) -> None:
        """Puts a block there; `loops` are those around it, by their heads."""
        places = _Places((target, self.place(target, loops)) for target in onward)
        self.blocks[label] = Block(block.statements, relabel(block.end, places))
        self.onward[label] = tuple(places[target] for target in onward)

    def place(self, target: int, loops: Mapping[int, int], *, begins: bool = False) -> int:
        """Where a block is gone on to from inside some loops."""
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
        """Where a block goes on in the same function: after a question or a call, another does."""
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
        """How the blocks stand inside and behind one another."""
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
    answers = {b.end.back: b.end.slot for b in blocks.values() if isinstance(b.end, Enter) and b.end.slot >= 0}
    alone = {routine.entry, *heads}
    alone.update(block.end.back for block in blocks.values() if isinstance(block.end, Enter))
    short_loops = _Sizes(blocks, heads, alone).decide(routine.entry)
    return Partition(routine, heads, alone, short_loops, _frame(routine, alone, answers), answers)


def _callers(blocks: Mapping[int, Block]) -> dict[int, int]:
    callers: dict[int, int] = {}
    for block in blocks.values():
        for target in targets(block.end):
            callers[target] = callers.get(target, 0) + 1
    return callers


def _loop_heads(routine: Routine) -> set[int]:
    """The blocks that some block further on leads back to."""
    heads: set[int] = set()
    done: set[int] = set()
    path: list[int] = []
    on_path: set[int] = set()
    waiting: list[tuple[int, bool]] = [(routine.entry, True)]
    while waiting:
        label, entering = waiting.pop()
        if not entering:
            on_path.discard(path.pop())
            continue
        if label in on_path:
            heads.add(label)
            continue
        if label in done:
            continue
        done.add(label)
        path.append(label)
        on_path.add(label)
        waiting.append((label, False))
        waiting.extend((target, True) for target in targets(routine.blocks[label].end))
    return heads


@define
class _Sizes:
    """How long each block is with all that is written into it. `alone` grows by what would be too long."""

    blocks: Mapping[int, Block]
    heads: set[int]
    alone: set[int]
    inside: set[int] = field(factory=set)
    known: dict[int, int] = field(factory=dict)

    def decide(self, entry: int) -> set[int]:
        """The loops that are written wherever they are begun."""
        callers = _callers(self.blocks)
        for label in postorder(entry, self.blocks):
            block = self.blocks[label]
            own = len(nodes_in((block.statements, block.end)))
            size = own + sum(self._written(target) for target in targets(block.end))
            self.known[label] = size
            if label in self.heads and size <= SHORT_LOOP:
                self.inside.add(label)
            elif callers.get(label, 0) > 1 and size > SHORT_BLOCK:
                self.alone.add(label)
        return self.inside

    def _written(self, label: int) -> int:
        """The size of going on at a block: a function of its own, or one not known yet, takes one line."""
        if label in self.alone and label not in self.inside:
            return 1
        return self.known.get(label, 1)


def _frame(routine: Routine, alone: set[int], answers: Mapping[int, int]) -> dict[int, int]:
    live = live_at(routine.blocks)
    kept = 0
    for label in alone:
        kept |= live[label] & ~(1 << answers[label]) if label in answers else live[label]
    for block in routine.blocks.values():
        if isinstance(block.end, Ask):
            kept |= live_while_asked(block.end, live)
    slots = [slot for slot in range(len(routine.slots)) if kept >> slot & 1]
    return {slot: place for place, slot in enumerate(slots)}
