"""Simplifies control flow: joins blocks in a row, and threads jumps past empty blocks."""

from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never

from dsl.walk import with_fields
from interpreter.program.model.constant_fold import is_no, is_yes
from interpreter.program.model.nodes import (
    Ask,
    Block,
    Branch,
    End,
    Enter,
    Fail,
    Goto,
    Leave,
    Over,
    Switch,
    targets,
)


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
    match end:
        case Goto(target):
            return with_fields(end, target=labels[target])
        case Branch(_, then, otherwise):
            return with_fields(end, then=labels[then], otherwise=labels[otherwise])
        case Switch(_, places):
            return with_fields(end, targets=tuple(labels[target] for target in places))
        case Ask(answered=answered, passed=passed, skipped=skipped, offers=offers):
            moved = tuple(with_fields(offer, target=labels[offer.target]) for offer in offers)
            return with_fields(
                end, answered=labels[answered], passed=labels[passed], skipped=labels[skipped], offers=moved
            )
        case Enter(back=back):
            return with_fields(end, back=labels[back])
        case Leave() | Over() | Fail():
            return end
        case _:
            assert_never(end)


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
