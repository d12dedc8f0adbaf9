"""Definitions and their exceptions, as the language says, on both engines."""

from __future__ import annotations

import pytest

from dsl.ir import nodes as ir
from dsl.ir.nodes import NUMBER
from interpreter.errors import DISAGREE, RuleFault
from tests import ir_table as t
from tests.ir_played import ANN, Played

pytestmark = pytest.mark.parametrize("engine", ["generated", "reference"])


@pytest.mark.parametrize(
    ("level", "total", "argument", "worth"),
    [
        (0, 0, 3, 3),  # as it is
        (0, 0, -3, 7),  # exactly 7
        (2, 0, -3, 8),  # the variant's exact value stands above the game's
        (0, 3, 0, 1),  # at least 1
        (0, 3, 9, 6),  # at most 6
        (0, 5, 4, 8),  # doubled
        (2, 5, 4, 16),  # exactly 8, and then doubled
        (2, 5, 9, 12),  # exactly 8, at most 6, and then doubled
    ],
)
def test_exceptions_apply_in_layers(engine: str, level: int, total: int, argument: int, worth: int) -> None:
    derived = ir.Derived("layers", (t.n(argument),), NUMBER)
    played = Played(engine, t.write("level", t.n(level)), t.write("total", t.n(total)), t.write("total", derived))
    assert played["total"] == worth


@pytest.mark.parametrize(("level", "total", "best"), [(0, 0, 2), (1, 0, 4), (1, 9, 9), (0, 4, 4)])
def test_equal_exceptions_are_combined_as_the_definition_says(engine: str, level: int, total: int, best: int) -> None:
    derived = ir.Derived("best", (t.n(2),), NUMBER)
    played = Played(engine, t.write("level", t.n(level)), t.write("total", t.n(total)), t.write("total", derived))
    assert played["total"] == best


def test_equal_exceptions_that_disagree_are_a_fault(engine: str) -> None:
    quarrel = t.write("total", ir.Derived("quarrel", (), NUMBER))
    assert Played(engine, t.write("level", t.n(2)), quarrel)["total"] == 4
    with pytest.raises(RuleFault, match=DISAGREE.format("quarrel")):
        Played(engine, t.write("level", t.n(2)), t.write("total", t.n(6)), quarrel)


def test_what_starts_from_the_usual_value_never_leaves_its_type(engine: str) -> None:
    """Nobody ranks below the lowest, though level 3 takes everybody one rank down."""
    rank = ir.Derived("rank", (t.seat(ANN),), t.RANK)
    low = Played(engine, t.write("level", t.n(3)), t.write("total", ir.Arithmetic("+", rank, t.n(0))))
    rich = Played(engine, t.gain(t.seat(ANN), t.n(5)), t.write("total", ir.Arithmetic("+", rank, t.n(0))))
    assert (low["total"], rich["total"]) == (0, 2)
