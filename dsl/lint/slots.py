"""Finds locals of bodies that are filled and never read."""

from collections import Counter
from collections.abc import Iterator
from typing import TypeAlias, get_args

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.lint.subject import Subject

_Filling: TypeAlias = ir.SetLocal | ir.Choose | ir.Roll | ir.Draw | ir.Call
_FILLING: tuple[type[_Filling], ...] = get_args(_Filling)


@frozen(eq=False)
class Named:
    """What fills a slot with something that nothing in its body looks at; `alone`: nothing else fills it."""

    statement: _Filling
    name: str
    alone: bool


def never_read(subject: Subject) -> Iterator[Named]:
    """Every sentence that keeps something in a slot that is not looked at anywhere in the body."""
    for one in subject.in_each_body:
        filling = [node for kind in _FILLING for node in one.nodes_of(kind)]
        if not filling:
            continue
        read = {local.slot for local in one.nodes_of(ir.Local)}
        filled = Counter(node.slot for node in filling)
        for node in filling:
            if node.slot >= 0 and node.slot not in read:
                yield Named(node, one.body.slots[node.slot], filled[node.slot] == 1)
