"""Places an inserted step among others, and checks its number there.

Numbers are labels, but readers find their way by them: they rise, and each is given once. When several
variants insert at the same place, the numbers say who comes first, so that their order does not matter.
"""

from collections.abc import Collection

from dsl.diagnostic import Diagnostic, Label, error
from dsl.syntax import nodes as n
from dsl.variant.edits.siblings import Parts, Siblings

StepNumber = tuple[int, ...]


def placed_after(around: Siblings, anchor: n.Flow, flow: n.Flow, inserted: Collection[str]) -> Parts:
    """The flow behind the anchor, and behind what variants inserted there with lower numbers."""
    after = around.after
    place = 0
    while place < len(after) and _is_inserted(after[place], inserted) and _number(after[place]) < _number(flow):
        place += 1
    return (*around.before, *around.texts, anchor, *after[:place], flow, *after[place:])


def placed_before(around: Siblings, anchor: n.Flow, flow: n.Flow, inserted: Collection[str]) -> Parts:
    """The flow before the anchor, and before what variants inserted there with higher numbers."""
    before = around.before
    place = len(before)
    while place and _is_inserted(before[place - 1], inserted) and _number(flow) < _number(before[place - 1]):
        place -= 1
    return (*before[:place], flow, *before[place:], *around.texts, anchor, *around.after)


def number_fault(block: Parts, flow: n.Flow) -> Diagnostic | None:
    """What is wrong with the flow's number in its block, if anything."""
    numbered = [item for item in block if isinstance(item, n.Flow) and item.kind == flow.kind and item.number]
    place = next(k for k, item in enumerate(numbered) if item is flow)
    others = [*numbered[:place], *numbered[place + 1 :]]
    if same := next((item for item in others if _number(item) == _number(flow)), None):
        return _taken(flow, same, [_number(item) for item in others])
    lower, higher = numbered[place - 1 : place], numbered[place + 1 : place + 2]
    if any(_number(item) > _number(flow) for item in lower) or any(_number(item) < _number(flow) for item in higher):
        return _out_of_order(flow, [*lower, *higher], _between(lower, higher))
    return None


def _is_inserted(item: object, inserted: Collection[str]) -> bool:
    return isinstance(item, n.Flow) and item.name.text in inserted


def _number(item: object) -> StepNumber:
    if not isinstance(item, n.Flow) or item.number is None:
        return ()
    return item.number.parts


def _taken(flow: n.Flow, other: n.Flow, numbers: list[StepNumber]) -> Diagnostic:
    assert flow.number and other.number
    above = [number for number in numbers if number > _number(flow)]
    free = _free(_number(flow), min(above, default=None))
    return error(
        "step-number-taken", f"there is a {flow.kind} {flow.number.text} already", flow.number.span,
        label=f"{free} is free", labels=(Label(other.number.span, f"`{other.name.text}` has this number"),),
    )  # fmt: skip


def _out_of_order(flow: n.Flow, neighbours: list[n.Flow], free: str) -> Diagnostic:
    assert flow.number
    return error(
        "step-number-out-of-order", f"{flow.kind} {flow.number.text} does not fit where it is inserted",
        flow.number.span, label=f"{free} would fit",
        labels=tuple(Label(other.number.span, "next to this") for other in neighbours if other.number),
        help=(f"the numbers of {flow.kind}s rise: choose one that fits between its neighbours",),
    )  # fmt: skip


def _between(lower: list[n.Flow], higher: list[n.Flow]) -> str:
    return _free(_number(lower[0]) if lower else (0,), _number(higher[0]) if higher else None)


def _free(low: StepNumber, high: StepNumber | None) -> str:
    """A number above one and below another: 3 after 2, but 2.1 when 3 is given already."""
    number = (*low[:-1], low[-1] + 1)
    if high is not None and number >= high:
        number = (*low, 1)
    return ".".join(str(part) for part in number)
