"""Finds locals of bodies that are filled and never read."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.lint.subject import Subject

_FILLING = (ir.SetLocal, ir.Choose, ir.Roll, ir.Draw, ir.Call)


@frozen(eq=False)
class Named:
    """What fills a slot with something that nothing in its body looks at; `alone`: nothing else fills it."""

    statement: ir.SetLocal | ir.Choose | ir.Roll | ir.Draw | ir.Call
    name: str
    alone: bool


def never_read(subject: Subject) -> Iterator[Named]:
    """Every sentence that keeps something in a slot that is not looked at anywhere in the body."""
    for body, nodes in subject.in_each_body:
        read = slots_read(nodes)
        filling = [node for node in nodes if isinstance(node, _FILLING)]
        filled = Counter(node.slot for node in filling)
        for node in filling:
            if node.slot >= 0 and node.slot not in read:
                yield Named(node, body.slots[node.slot], filled[node.slot] == 1)


def slots_read(nodes: Iterable[Any]) -> frozenset[int]:
    """The slots that expressions among these look at."""
    return frozenset(node.slot for node in nodes if isinstance(node, ir.Local))
