"""Writes what hangs on conditions: control goes on as soon as it is known whether they hold.

Of parts that are asked in no time all are asked at once, since a processor guesses one branch sooner right than two.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from dsl.ir import nodes as ir
from dsl.walk import nodes_in
from interpreter.backend.wasm.emit.ranges import is_small
from interpreter.backend.wasm.emit.scope import Scope, value
from interpreter.backend.wasm.emit.writer import Label

#: A part of a condition with no more nodes than this is asked in no time.
_FEW: Final = 6


def truth(s: Scope, node: ir.Expression) -> None:
    """Pushes whether a condition holds: 1 or 0."""
    value(s, node)
    if node.type.kind is not ir.Kind.YES_NO:
        s.w.number(0)
        s.w.do("i32.ne")


def go_if(s: Scope, node: ir.Expression, label: Label, *, holds: bool = True) -> None:
    """Branches to a label if a condition holds, or if it does not."""
    w = s.w
    match node:
        case ir.Not(inner):
            go_if(s, inner, label, holds=not holds)
        case ir.And(parts) | ir.Or(parts):
            any_will_do = isinstance(node, ir.Or)
            groups = together(s, parts)
            if any_will_do == holds:
                for group in groups:
                    _go_if_group(s, group, any_will_do, label, holds)
                return
            with w.block() as stays:
                for group in groups[:-1]:
                    _go_if_group(s, group, any_will_do, stays, not holds)
                _go_if_group(s, groups[-1], any_will_do, label, holds)
        case _:
            value(s, node)
            _go(s, label, holds)


def _go_if_group(s: Scope, group: Sequence[ir.Expression], any_will_do: bool, label: Label, holds: bool) -> None:
    if len(group) == 1:
        go_if(s, group[0], label, holds=holds)
        return
    all_at_once(s, group, any_will_do)
    _go(s, label, holds)


def _go(s: Scope, label: Label, holds: bool) -> None:
    if not holds:
        s.w.do("i32.eqz")
    s.w.go(label, "br_if")


def together(s: Scope, parts: Sequence[ir.Expression]) -> list[list[ir.Expression]]:
    """The parts of a condition in their order; those that are asked at once stand together."""
    groups: list[list[ir.Expression]] = []
    for part in parts:
        if groups and _at_once(s, groups[-1][-1]) and _at_once(s, part):
            groups[-1].append(part)
        else:
            groups.append([part])
    return groups


def all_at_once(s: Scope, parts: Sequence[ir.Expression], any_will_do: bool) -> None:
    """Pushes whether all parts hold, or any, of which all are asked."""
    for number, part in enumerate(parts):
        truth(s, part)
        if number:
            s.w.do("i32.or" if any_will_do else "i32.and")


def _at_once(s: Scope, part: ir.Expression) -> bool:
    """Whether a part is asked in no time, and asking it can do no harm whatever the others are."""
    nodes = nodes_in(part)
    return len(nodes) <= _FEW and all(_is_harmless(s, node) for node in nodes)


def _is_harmless(s: Scope, node: object) -> bool:
    match node:
        case ir.Read(variable):
            return not s.unit.layout.variables[variable].variable.type.many
        case ir.Arithmetic():
            return is_small(s.unit.before_play, node)
        case ir.Compare(_, left):
            return not left.type.many
        case ir.Constant() | ir.Local() | ir.Not() | ir.And() | ir.Or():
            return True
    return False


@contextmanager
def if_holds(s: Scope, node: ir.Expression) -> Iterator[None]:
    """What is written meanwhile is done if a condition holds."""
    with s.w.block() as no:
        go_if(s, node, no, holds=False)
        yield


def either(s: Scope, node: ir.Expression, then: Callable[[], None], otherwise: Callable[[], None]) -> None:
    """Writes what is done if a condition holds, and what else."""
    w = s.w
    with w.block() as done:
        with if_holds(s, node):
            then()
            w.go(done)
        otherwise()
