"""Every kind of statement and expression has its place in lowering and in both back ends."""

from __future__ import annotations

from typing import get_args

import pytest

from dsl.elaborate.expressions import boards
from dsl.ir import nodes as ir
from dsl.names.built_ins import CONSTANT_NAMES, FUNCTIONS
from dsl.walk import children, nodes_in, rebuilt, schema, statements_in
from interpreter.backend.python.driver.source import PythonSource
from interpreter.backend.python.emit.names import TAKEN
from interpreter.backend.python.nodes import functions as python_functions
from interpreter.backend.python.nodes import lists as python_lists
from interpreter.backend.python.nodes import statements as python_statements
from interpreter.backend.python.nodes import values as python_values
from interpreter.backend.python.routines.in_one_go import GIVING_UP
from interpreter.backend.reference import functions as reference_functions
from interpreter.backend.reference import statements as reference_statements
from interpreter.backend.reference import values as reference_values
from interpreter.engine import Engine
from interpreter.errors import LoweringError
from interpreter.program.cfg.blocks import SPLIT
from interpreter.program.desugar.card_texts import texts
from interpreter.program.model import nodes
from interpreter.program.model import side_effects as effects
from interpreter.program.model.functions import PLAYABLE, WORKED_OUT
from interpreter.program.model.routine_id import TextOf
from tests import ir_table as t
from tests.bundled import GAMES
from tests.tables import game

EXPRESSIONS = set(get_args(ir.Expression))
STATEMENTS = set(get_args(ir.Statement))

LOWERED = set(get_args(nodes.Lowered))

# What always ends a block, so that it never stands inside one.
SPLIT_ALWAYS = {ir.TakeActions, ir.AllAtOnce, ir.GameOver}
EXPRESSIONS_GONE = {ir.Held}

# What the elaborator and the weaver make, beside the functions that designers can call.
INNER_FUNCTIONS = {"parameter", "value_attribute", "shift", "from", "back_from", "without_each", "held"}
INNER_FUNCTIONS |= {"entry", "copies", "place", "has_begun", "taken", "decider", "causer"}
INNER_FUNCTIONS |= {"deep", "turn_over", "seen", "kept_from", "rules_under_way", "rounds", "metered", "metered_each"}
INNER_FUNCTIONS |= {"alike"}

# Functions that are checked, and then refused.
NOT_YET: set[str] = set()


def test_every_expression_has_a_value_in_both_back_ends() -> None:
    written = {*python_values.VALUES, *python_values.TESTS, *python_lists.LISTS}
    assert set(reference_values.VALUES) == EXPRESSIONS - EXPRESSIONS_GONE
    assert written == EXPRESSIONS - EXPRESSIONS_GONE


def test_the_targets_of_every_end_of_a_block_are_known() -> None:
    assert nodes._TARGETS.keys() == set(get_args(nodes.End))


def test_every_statement_is_carried_out_by_both_back_ends() -> None:
    assert set(reference_statements.STATEMENTS) == LOWERED
    assert set(python_statements.STATEMENTS) == LOWERED | {nodes.Attributed}


def test_what_each_statement_writes_is_said() -> None:
    assert set(effects._WRITES) == set(get_args(nodes.OwnStatement))


def test_what_lowering_removes_is_in_no_program() -> None:
    for name in GAMES:
        program = Engine(game(name), game(name).fewest_players).program
        found = {type(node) for routine in program.routines.values() for node in statements_in(nodes.parts(routine))}
        assert found <= LOWERED | set(get_args(nodes.End))


def test_every_statement_that_may_wait_or_leave_is_split() -> None:
    with_bodies = {kind for kind in LOWERED if schema(kind).blocks}
    leaving = {ir.Stop, ir.Leave, nodes.CallRoutine}
    assert set(SPLIT) == with_bodies | leaving | SPLIT_ALWAYS | {nodes.Deeper}


def test_every_function_is_known_to_both_back_ends() -> None:
    assert set(reference_functions.FUNCTIONS) == PLAYABLE
    assert {*python_functions.FUNCTIONS, "from", "back_from"} == PLAYABLE  # these give lists, which `lists` writes


def test_every_built_in_name_can_be_played_or_is_refused() -> None:
    known = {function.name for function in FUNCTIONS} | set(CONSTANT_NAMES)
    said = boards.NAMES - {"distance", "longest_line"} | {"tops"}  # the elaborator says these with other expressions
    assert (known | INNER_FUNCTIONS) - said == PLAYABLE | WORKED_OUT | NOT_YET


def test_no_local_can_hide_what_generated_code_calls() -> None:
    source = Engine(t.game(), 3).back_end
    assert isinstance(source, PythonSource)
    assert set(source.names) | set(GIVING_UP) <= TAKEN


@pytest.mark.parametrize("kind", sorted(EXPRESSIONS | STATEMENTS, key=str))
def test_a_walk_comes_to_every_node(kind: type) -> None:
    """Whatever the fields of a node are said to hold, the walk finds the nodes in them."""
    holding = [
        field.name
        for field in kind.__attrs_attrs__  # type: ignore[attr-defined]
        if any(word in str(field.type) for word in ("Expression", "Statement", "Place", "Options", "Choose"))
    ]
    marks = {name: ir.Constant(number, ir.NUMBER) for number, name in enumerate(holding)}
    parts = {field.name: marks.get(field.name) for field in kind.__attrs_attrs__ if field.name != "span"}  # type: ignore[attr-defined]
    node = kind(**parts)
    assert children(node) == list(marks.values())
    assert nodes_in(node) == [node, *marks.values()]
    assert rebuilt(node, lambda mark: mark) is node
    others = {name: ir.Constant(-number, ir.NUMBER) for number, name in enumerate(holding, start=1)}
    assert rebuilt(node, lambda mark: others[holding[mark.value]]) == kind(**{**parts, **others})


def test_the_texts_of_cards_become_routines_in_the_order_in_which_they_are_asked_for() -> None:
    """The numbers of routines stand in journals, so they may not hang on the order of a set."""
    parts = ("served", "eaten", "washed", "broken", "mended", "sold")
    card = ir.Constant(ir.NONE, ir.PIECE)
    asking = t.game(*(ir.DoText(part, card, card, None, -1) for part in parts))
    assert [routine.root for routine, _ in texts(asking)] == [TextOf(part) for part in parts]


def test_what_cannot_be_played_is_refused_with_its_name() -> None:
    with pytest.raises(LoweringError) as refused:
        Engine(t.game(ir.Unsupported("juggling"), ir.Unsupported("magic")), 3)
    assert [lacking.what for lacking in refused.value.lacking] == ["juggling", "magic"]
