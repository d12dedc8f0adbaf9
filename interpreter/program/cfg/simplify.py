"""Simplifies control flow: joins blocks in a row, and threads jumps past empty blocks."""

from collections.abc import Iterable, Mapping, Sequence

from dsl.walk import with_fields
from interpreter.program.model.constant_fold import is_no, is_yes
from interpreter.program.model.nodes import Block, Branch, End, Enter, Goto, Offer, targets


def resolve_branch(end: End) -> End:
    """Replaces a branch on a known condition by a jump."""
    if isinstance(end, Branch):
        if is_yes(end.condition):
            return Goto(end.then)
        if is_no(end.condition):
            return Goto(end.otherwise)
    return end


def relabel(end: End, labels: Mapping[int, int]) -> End:
    """Renumbers the targets of a block's end."""
    changes: dict[str, object] = {}
    for name in ("target", "then", "otherwise", "answered", "passed", "skipped", "back"):
        if hasattr(end, name):
            changes[name] = labels[getattr(end, name)]
    if hasattr(end, "targets"):
        changes["targets"] = tuple(labels[target] for target in end.targets)
    if hasattr(end, "offers"):
        changes["offers"] = tuple(Offer(o.action, o.name, labels[o.target]) for o in end.offers)
    return with_fields(end, **changes) if changes else end


def simplify(entry: int, blocks: Mapping[int, Block]) -> dict[int, Block]:
    """Keeps the reachable blocks, and joins those that have no other predecessor than the one before."""
    found = reachable(entry, blocks)
    while True:
        before = predecessors(found)
        joined = dict(found)
        for label in found:
            while label in joined and isinstance(end := joined[label].end, Goto):
                target = end.target
                if len(before[target]) != 1 or target in (label, entry) or target not in joined:
                    break
                joined[label] = Block((*joined[label].statements, *joined[target].statements), joined[target].end)
                del joined[target]
        kept = {entry, *(block.end.back for block in joined.values() if isinstance(block.end, Enter))}
        passing = {
            label: block.end.target
            for label, block in joined.items()
            if isinstance(block.end, Goto) and not block.statements and label != block.end.target and label not in kept
        }
        if not passing:
            return joined
        onward = {label: _last(label, passing) for label in joined}
        found = reachable(entry, {k: _redirected(b, passing, onward) for k, b in joined.items()})
        if len(found) == len(joined):
            return found


def _redirected(block: Block, passing: Mapping[int, int], onward: Mapping[int, int]) -> Block:
    """Redirects a block past the empty blocks."""
    if passing.keys().isdisjoint(targets(block.end)):
        return block
    return Block(block.statements, relabel(block.end, onward))


def _last(label: int, passing: Mapping[int, int]) -> int:
    seen = set()
    while label in passing and label not in seen:
        seen.add(label)
        label = passing[label]
    return label


def reachable(entry: int, blocks: Mapping[int, Block]) -> dict[int, Block]:
    """Collects the reachable blocks, in preorder."""
    found: dict[int, Block] = {}
    waiting = [entry]
    while waiting:
        label = waiting.pop()
        if label not in found:
            found[label] = blocks[label]
            waiting.extend(reversed(targets(blocks[label].end)))
    return found


def predecessors(blocks: Mapping[int, Block]) -> dict[int, list[int]]:
    """Lists the predecessors of each block, once for each jump."""
    found: dict[int, list[int]] = {label: [] for label in blocks}
    for label, block in blocks.items():
        for target in targets(block.end):
            found[target].append(label)
    return found


def natural_loop(head: int, tails: Iterable[int], before: Mapping[int, Sequence[int]]) -> set[int]:
    """Collects the blocks from which back edges, which begin at `tails`, come back to the head."""
    found = {head}
    waiting = list(tails)
    while waiting:
        label = waiting.pop()
        if label not in found:
            found.add(label)
            waiting.extend(before[label])
    return found


def postorder(entry: int, blocks: Mapping[int, Block]) -> list[int]:
    """Lists the reachable blocks in postorder: successors first, but for back edges."""
    order: list[int] = []
    seen: set[int] = set()
    waiting: list[tuple[int, bool]] = [(entry, True)]
    while waiting:
        label, entering = waiting.pop()
        if not entering:
            order.append(label)
        elif label not in seen:
            seen.add(label)
            waiting.append((label, False))
            waiting.extend((target, True) for target in targets(blocks[label].end))
    return order
