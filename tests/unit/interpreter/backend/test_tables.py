"""Both back ends know every statement and every expression of the IR."""

from collections.abc import Iterable
from typing import get_args

import pytest

from dsl.ir import nodes as ir
from interpreter.backend import python_lists, python_statements, python_values, reference_statements, reference_values
from interpreter.program.blocks import SPLIT

#: What is gone before there are blocks: a flow has become a call, and what cannot be played yet is refused.
GONE = {ir.RunFlow, ir.Unsupported}

STATEMENTS = set(get_args(ir.Statement))
EXPRESSIONS = set(get_args(ir.Expression))


@pytest.mark.parametrize(
    "table", [reference_statements.STATEMENTS, python_statements.STATEMENTS], ids=("reference", "python")
)
def test_every_statement_is_run_or_split(table: Iterable[type]) -> None:
    assert STATEMENTS - GONE - set(SPLIT) - set(table) == set()


@pytest.mark.parametrize(
    "tables",
    [(reference_values.VALUES,), (python_values.VALUES, python_values.TESTS, python_lists.SEQUENCES)],
    ids=("reference", "python"),
)
def test_every_expression_is_worked_out(tables: tuple[Iterable[type], ...]) -> None:
    assert EXPRESSIONS - {kind for table in tables for kind in table} == set()
