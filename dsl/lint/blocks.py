"""The blocks of the rules: statements that follow each other."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from dsl.ir import nodes as ir
from dsl.ir.effects import STATEMENTS
from dsl.lint.subject import Subject
from dsl.walk import blocks as blocks_of

Block: TypeAlias = tuple[ir.Statement, ...]


def blocks(subject: Subject) -> Iterator[Block]:
    """Every block there is: whole bodies, branches, and what loops and questions open."""
    yield from (body.statements for body in subject.all(ir.Body))
    for kind in STATEMENTS:
        statements: Sequence[object] = subject.all(kind)
        yield from (block for statement in statements for block in blocks_of(statement))
