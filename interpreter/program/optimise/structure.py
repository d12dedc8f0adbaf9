"""How the blocks of a routine stand inside and behind one another, so that they can be written without jumps.

A block that several others lead to is written behind the block from which every way to it comes (its owner);
what a loop leads out to is written behind the loop. What is left to say is where a way does not simply go on at
what is written next: see `backend/python_play_out.py`. After Norman Ramsey, "Beyond Relooper" (2022).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import define, field, frozen

from dsl.ir import nodes as ir
from dsl.walk import nodes_in
from interpreter.program.cfg.simplify import postorder
from interpreter.program.model.nodes import Block, Branch, Fail, Leave, Over, Routine, targets
from interpreter.program.model.substitute import filled_slots


@define
class Shape:
    """`order` is the place of each block where every block comes behind those that lead to it, but for loops.

    `loops` has, by its head, the blocks of each loop. `inside` are the blocks written behind a block but in the
    same loop, `behind` those written behind the loop of which it is the head, each in their order. `copied` are
    blocks that are written wherever they are gone on to.
    """

    order: dict[int, int] = field(factory=dict)
    loops: dict[int, set[int]] = field(factory=dict)
    inside: dict[int, list[int]] = field(factory=dict)
    behind: dict[int, list[int]] = field(factory=dict)
    copied: set[int] = field(factory=set)

    @property
    def written_behind(self) -> set[int]:
        return {label for labels in (*self.inside.values(), *self.behind.values()) for label in labels}


def shape(routine: Routine) -> Shape | None:
    """The shape of a routine; None if some loop can be entered other than through its head."""
    order = reversed(postorder(routine.entry, routine.blocks))
    made = Shape(order={label: place for place, label in enumerate(order)})
    blocks = {label: routine.blocks[label] for label in made.order}
    made.copied = {label for label, block in blocks.items() if _is_short_end(block)}
    before: dict[int, list[int]] = {label: [] for label in blocks}
    for label, block in blocks.items():
        for target in targets(block.end):
            before[target].append(label)
    dominators = _dominators(routine.entry, made.order, before)
    for label, callers in before.items():
        backs = [caller for caller in callers if made.order[caller] >= made.order[label]]
        if any(not _dominates(label, caller, dominators) for caller in backs):
            return None
        if backs:
            made.loops[label] = _loop(label, backs, before)
    for label in made.order:
        forward = [caller for caller in before[label] if made.order[caller] < made.order[label]]
        if label != routine.entry and label not in made.copied:
            _place(made, label, dominators[label], len(forward))
    return made


def _is_short_end(block: Block) -> bool:
    return isinstance(block.end, Leave | Over | Fail) and not block.statements


def _dominators(entry: int, order: Mapping[int, int], before: Mapping[int, list[int]]) -> dict[int, int]:
    """For each block the last one that every way to it goes through; after Cooper, Harvey and Kennedy (2001)."""
    found = {entry: entry}
    changed = True
    while changed:
        changed = False
        for label in order:
            if label == entry:
                continue
            known = [caller for caller in before[label] if caller in found]
            common = known[0]
            for caller in known[1:]:
                common = _meet(common, caller, order, found)
            if found.get(label) != common:
                found[label] = common
                changed = True
    return found


def _meet(one: int, other: int, order: Mapping[int, int], found: Mapping[int, int]) -> int:
    while one != other:
        if order[one] > order[other]:
            one = found[one]
        else:
            other = found[other]
    return one


def _dominates(one: int, other: int, dominators: Mapping[int, int]) -> bool:
    while other != one and dominators[other] != other:
        other = dominators[other]
    return one == other


def _loop(head: int, backs: list[int], before: Mapping[int, list[int]]) -> set[int]:
    """The blocks from which one comes back to the head."""
    found = {head}
    waiting = list(backs)
    while waiting:
        label = waiting.pop()
        if label not in found:
            found.add(label)
            waiting.extend(before[label])
    return found


def _place(made: Shape, label: int, owner: int, ways: int) -> None:
    """Puts a block behind its owner, or behind the outermost loop that it is not in but its owner is."""
    left = [head for head, loop in made.loops.items() if owner in loop and label not in loop]
    if left:
        head = min(left, key=made.order.__getitem__)
        made.behind.setdefault(head, []).append(label)
    elif ways > 1:
        made.inside.setdefault(owner, []).append(label)


@frozen
class ListLoop:
    """A loop over lists of the same length: what each round puts into which slot, out of the list in which other one.

    It is done by `then`, which begins with that; `otherwise` comes when the lists are done. `place` is the slot of the
    place in the lists.
    """

    place: int
    taken: tuple[tuple[int, int], ...]
    then: int
    otherwise: int


def list_loops(routine: Routine, made: Shape) -> dict[int, ListLoop]:
    """The loops, by their heads, that go through lists."""
    found = ((head, _passes(routine, head, made)) for head in made.loops)
    return {head: over for head, over in found if over is not None}


def _passes(routine: Routine, head: int, made: Shape) -> ListLoop | None:
    """How the loop with this head goes through lists, if that is all that its place in them is for."""
    match routine.blocks[head]:
        case Block((), Branch(ir.Compare("<", ir.Local(place), _), then, otherwise)):
            taken = tuple(_taken(routine.blocks[then], place))
        case _:
            return None
    uses = sum(
        isinstance(node, ir.Local) and node.slot == place
        for block in routine.blocks.values()
        for node in nodes_in((block.statements, block.end))
    )
    inside = [routine.blocks[label] for label in made.loops[head]]
    changed = filled_slots(tuple(part for block in inside for part in (*block.statements, block.end)))
    if (
        not taken
        or then in made.written_behind
        or uses != len(taken) + 2
        or any(items in changed for _, items in taken)
    ):
        return None
    return ListLoop(place, taken, then, otherwise)


def _taken(block: Block, place: int) -> Iterator[tuple[int, int]]:
    """What a block takes out of lists at a place before it goes to the next place."""
    for statement in block.statements:
        match statement:
            case ir.SetLocal(slot, ir.Item(ir.Local(items), ir.Local(at))) if at == place:
                yield slot, items
            case _:
                return
