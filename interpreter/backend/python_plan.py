"""How the blocks of a routine become functions, and where its locals live.

A block that only one other leads to is written into it. A short one is written wherever it is gone on to,
and so is a short loop, as a loop. Every other block is a function of its own, which gives the number of the
next block back. Locals that are needed across functions live in the frame, the others are Python's own.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import define, field

from dsl.walk import nodes_in
from interpreter.program.cfg.simplify import last_first
from interpreter.program.model.nodes import Ask, Block, Enter, Routine, targets
from interpreter.program.optimise.liveness import live_at, live_while_asked

#: The size, in nodes, up to which a block that several lead to is written into each of them.
SHORT_BLOCK = 20
#: The same for a loop and all that is in it.
SHORT_LOOP = 100


@define
class Plan:
    """How a routine is written. `alone`: blocks that may be functions themselves; `frame`: places by slot."""

    routine: Routine
    heads: set[int]
    alone: set[int]
    loops_inside: set[int]  # heads whose loop is written wherever it is begun
    frame: dict[int, int]
    answers: dict[int, int]  # by the block after a call: the slot that its answer goes to
    parameters: tuple[int, ...]  # slots of the parameters that are in the frame


def plan(routine: Routine) -> Plan:
    """The plan for a routine."""
    blocks = routine.blocks
    heads = _loop_heads(routine)
    answers = {b.end.back: b.end.slot for b in blocks.values() if isinstance(b.end, Enter) and b.end.slot >= 0}
    alone = {routine.entry, *heads}
    alone.update(block.end.back for block in blocks.values() if isinstance(block.end, Enter))
    sizes = _Sizes(blocks, heads, alone)
    inside = sizes.decide(routine.entry)
    frame = _frame(routine, alone, answers)
    parameters = tuple(slot for slot in range(routine.arity + 1) if slot in frame)
    return Plan(routine, heads, alone, inside, frame, answers, parameters)


def _ways(blocks: Mapping[int, Block]) -> dict[int, int]:
    ways: dict[int, int] = {}
    for block in blocks.values():
        for target in targets(block.end):
            ways[target] = ways.get(target, 0) + 1
    return ways


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
        ways = _ways(self.blocks)
        for label in last_first(entry, self.blocks):
            block = self.blocks[label]
            own = len(nodes_in((block.statements, block.end)))
            size = own + sum(self._written(target) for target in targets(block.end))
            self.known[label] = size
            if label in self.heads and size <= SHORT_LOOP:
                self.inside.add(label)
            elif ways.get(label, 0) > 1 and size > SHORT_BLOCK:
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
