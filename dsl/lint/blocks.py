"""The blocks of the rules: statements that follow each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias, get_args

from dsl.ir import nodes as ir
from dsl.lint.subject import Subject

Block: TypeAlias = tuple[ir.Statement, ...]
Opening: TypeAlias = ir.ForEach | ir.ForRange | ir.While | ir.AllAtOnce | ir.Together | ir.Turn | ir.DecidedBy

_OPENING: tuple[type[Opening], ...] = get_args(Opening)


def blocks(subject: Subject) -> Iterator[Block]:
    """Every block there is: whole bodies, branches, and what loops and questions open."""
    for body in subject.all(ir.Body):
        yield body.statements
    for branch in subject.all(ir.If):
        yield from (branch.then, branch.otherwise)
    for question in subject.all(ir.Choose):
        yield from (question.body, question.otherwise)
    for kind in _OPENING:
        yield from (node.body for node in subject.all(kind))
