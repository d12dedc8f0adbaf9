"""Every fault that the mutation check plants can still be planted, is one, and is in its table as caught."""

from __future__ import annotations

import ast

import pytest

from tests.mutations.faults import HERE, ROOT, Planted, faults


@pytest.mark.parametrize("fault", faults(), ids=lambda fault: fault.what)
def test_a_fault_can_be_planted(fault: Planted) -> None:
    ast.parse(fault.planted_in(ROOT))
    assert fault.new != fault.old


def test_the_table_says_of_each_what_catches_it() -> None:
    lines = (HERE / "caught.md").read_text("utf-8").splitlines()
    rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("| ")][1:]
    assert [row[0] for row in rows] == [fault.what for fault in faults()]
    assert not [row for row in rows if not row[-1].startswith("`tests/")]
