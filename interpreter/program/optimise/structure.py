"""Structures control flow: places the blocks of a routine inside and behind one another, to be written without jumps.

A block with several predecessors is written behind its immediate dominator; what a loop leads out to is written behind
the loop. Where control does not fall through to what is written next says `backend/python/emit/control_flow.py`. After
Norman Ramsey, "Beyond Relooper" (2022).
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from attrs import define, field

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.walk import nodes_in
from interpreter.program.cfg.simplify import natural_loop, postorder, predecessors
from interpreter.program.model.nodes import Block, Branch, Fail, Leave, Over, Routine
from interpreter.program.model.substitute import filled_slots


@define
class Shape:
    """`order`: the place of each block in reverse postorder. `loops`: the blocks of each loop, by its head.

    `inside` are the blocks written behind a block but in the same loop, `behind` those written behind the loop of which
    it is the head, each in order. `copied` are blocks that are written wherever control goes there.
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
    """Structures a routine; None if it is irreducible."""
    order = reversed(postorder(routine.entry, routine.blocks))
    made = Shape(order={label: place for place, label in enumerate(order)})
    blocks = {label: routine.blocks[label] for label in made.order}
    made.copied = {label for label, block in blocks.items() if _is_short_end(block)}
    before = predecessors(blocks)
    dominators = immediate_dominators(routine.entry, made.order, before)
    for label, callers in before.items():
        backs = [caller for caller in callers if made.order[caller] >= made.order[label]]
        if any(not dominates(label, caller, dominators) for caller in backs):
            return None
        if backs:
            made.loops[label] = natural_loop(label, backs, before)
    for label in made.order:
        forward = [caller for caller in before[label] if made.order[caller] < made.order[label]]
        if label != routine.entry and label not in made.copied:
            _place(made, label, dominators[label], len(forward))
    return made


def _is_short_end(block: Block) -> bool:
    return isinstance(block.end, Leave | Over | Fail) and not block.statements


def immediate_dominators(entry: int, order: Mapping[int, int], before: Mapping[int, list[int]]) -> dict[int, int]:
    """The immediate dominator of each block; after Cooper, Harvey and Kennedy (2001)."""
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


def dominates(one: int, other: int, dominators: Mapping[int, int]) -> bool:
    """Whether every way to the other block goes through the one."""
    while other != one and dominators[other] != other:
        other = dominators[other]
    return one == other


def _place(made: Shape, label: int, owner: int, ways: int) -> None:
    """Places a block behind its dominator, or behind the outermost loop that only the dominator is in."""
    left = [head for head, loop in made.loops.items() if owner in loop and label not in loop]
    if left:
        head = min(left, key=made.order.__getitem__)
        made.behind.setdefault(head, []).append(label)
    elif ways > 1:
        made.inside.setdefault(owner, []).append(label)


@frozen
class ListLoop:
    """A loop over lists of the same length: `taken` has, by the slot of each item, the slot of its list.

    The body is `then`, which begins with taking the items; `otherwise` comes behind. `place` is the slot of the index.
    """

    place: int
    taken: tuple[tuple[int, int], ...]
    then: int
    otherwise: int


def list_loops(routine: Routine, made: Shape) -> dict[int, ListLoop]:
    """Finds the loops over lists, by their heads."""
    if not made.loops:
        return {}
    parts = tuple((block.statements, block.end) for block in routine.blocks.values())
    uses = Counter(node.slot for node in nodes_in(parts) if isinstance(node, ir.Local))
    found = ((head, _passes(routine, head, made, uses)) for head in made.loops)
    return {head: over for head, over in found if over is not None}


def _passes(routine: Routine, head: int, made: Shape, uses: Mapping[int, int]) -> ListLoop | None:
    """The loop with this head as one over lists, if its index is for nothing else."""
    match routine.blocks[head]:
        case Block((), Branch(ir.Compare("<", ir.Local(place), _), then, otherwise)):
            taken = tuple(_taken(routine.blocks[then], place))
        case _:
            return None
    inside = [routine.blocks[label] for label in made.loops[head]]
    changed = filled_slots(tuple(part for block in inside for part in (*block.statements, block.end)))
    if (
        not taken
        or then in made.written_behind
        or uses[place] != len(taken) + 2
        or any(items in changed for _, items in taken)
    ):
        return None
    return ListLoop(place, taken, then, otherwise)


def _taken(block: Block, place: int) -> Iterator[tuple[int, int]]:
    """The items that a block takes out of lists, before it increases the index."""
    for statement in block.statements:
        match statement:
            case ir.SetLocal(slot, ir.Item(ir.Local(items), ir.Local(at))) if at == place:
                yield slot, items
            case _:
                return
