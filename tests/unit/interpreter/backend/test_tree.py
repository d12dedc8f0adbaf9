"""Generated Python as syntax trees: templates, statements that know their lines, and text when somebody looks."""

from __future__ import annotations

import ast
import linecache
import traceback

import pytest

from dsl.ir import nodes as ir
from interpreter.backend.python.driver.source import PythonSource
from interpreter.backend.python.emit import tree
from interpreter.backend.python.emit.body import Body
from interpreter.engine import Engine
from interpreter.program.model.routine_id import SETUP_ID, WHOLE_GAME
from interpreter.runtime.state import State
from tests.tables import game

GAMES = ("goofspiel", "office_job")


def test_brackets_stand_where_they_are_needed() -> None:
    added = tree.expr("a + b", b=-1)
    assert ast.unparse(tree.expr("x * y", x=added, y=added)) == "(a + -1) * (a + -1)"
    assert ast.unparse(tree.opposite(tree.expr("x or y", y=tree.ONE))) == "not (x or 1)"
    assert ast.unparse(tree.opposite(tree.opposite(tree.name("x")))) == "x"


def test_a_hole_takes_several_expressions_and_statements() -> None:
    (made,) = tree.stmts("if c: inside", c=tree.call("f", tree.ST), inside=tree.stmts("f(xs)\nx", xs=[], x=tree.ONE))
    assert ast.unparse(made) == "if f(st):\n    f()\n    1"
    assert ast.unparse(tree.expr("(xs, x)", xs=[tree.ONE, tree.ST], x=2)) == "(1, st, 2)"


def test_what_is_put_into_is_another_node_than_what_is_read() -> None:
    place = tree.expr("st.a[i]", i=0)
    body = Body()
    body.do("place = place + 1\nplace += 1", place=place)
    compile(tree.module(body.statements), "any", "exec")
    assert isinstance(place, ast.Subscript) and isinstance(place.ctx, ast.Load)


def test_statements_made_of_one_template_have_nothing_in_common() -> None:
    first, second = (tree.stmts("for x in y: pass")[0] for _ in range(2))
    assert isinstance(first, ast.For) and isinstance(second, ast.For)
    first.orelse.append(tree.Pass())
    first.body.clear()
    assert not second.orelse and second.body


def test_nothing_is_left_behind_by_what_needs_statements() -> None:
    body = Body()
    assert body.as_expression(lambda: body.kept(tree.call("f"))) is None
    assert body.as_expression(lambda: body.kept(tree.ST)) is tree.ST
    assert body.statements == []


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_statements_stand_on_the_lines_that_they_say(name: str) -> None:
    modules: dict[str, ast.Module] = {}
    rules = game(name)
    PythonSource(Engine(rules, rules.fewest_players).program, False, trees=modules).ready(WHOLE_GAME)
    assert len(modules) == 2
    for made in modules.values():
        said = [node.lineno for node in ast.walk(made) if isinstance(node, ast.stmt)]
        read = [node.lineno for node in ast.walk(ast.parse(tree.text(made))) if isinstance(node, ast.stmt)]
        assert said == read and len(said) > 50


def test_a_traceback_shows_the_line() -> None:
    back_end = Engine(game("goofspiel"), 2).back_end
    assert isinstance(back_end, PythonSource)
    state = back_end.fresh(1)
    state.decisions = None
    with pytest.raises(TypeError) as raised:
        back_end.advance(state, 0)
    assert "st.decisions = decisions = st.decisions + 1" in traceback.format_exception(raised.value)[-2]
    assert any(lines for file in (m.code.co_filename for m in back_end.modules) if (lines := linecache.getlines(file)))


@pytest.mark.slow
def test_text_is_that_of_the_code_that_runs() -> None:
    back_end = Engine(game("action_the_project"), 3).back_end
    assert isinstance(back_end, PythonSource) and back_end.play_out is not None
    back_end.start(back_end.fresh(1), SETUP_ID, ir.NONE, ())
    assert len(back_end.sources) == len(back_end.modules)
    for text, module in zip(back_end.sources, back_end.modules, strict=True):
        assert compile(text, module.code.co_filename, "exec").co_names == module.code.co_names
    assert isinstance(back_end.fresh(1), State)
