"""Whatever form a message proposes, a line or a phrase, can be read once its places are filled."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from itertools import product

import pytest

from dsl.cache import program, remembered
from dsl.syntax.advice.examples import EXAMPLES
from dsl.syntax.reading.layout import mark
from dsl.syntax.reading.machine import runs
from dsl.syntax.reading.vocabulary import vocabulary
from tests.properties.damage import REPOSITORY
from tests.unit.dsl.syntax.test_grammar import _states_for

pytestmark = pytest.mark.slow

#: What stands for a value that is put in, or for `...`; a word in capitals is a name.
HOLE, DOTS = "\0", "..."
FILLED = {
    HOLE: ("a", "if", "remove", "is", "1", "step", "gains", "forbid", "moving", "any", "for", "points of ann", "a-1"),
    DOTS: ("a", "stop", "a is 1", "a of b", "", "2", "a: number", "5 times", "two: stop", "step a",
           "a card from a as b"),
}  # fmt: skip
#: Lines in which a phrase may stand.
LINES = (
    "", "remove ", "decide ", "if ", "set a to ", "choose ", "choose a card ", "draw ", "you may ", "each ", "gain ",
    "gain 1 ", "move a ", "let b be ", "after ", "after step a: ", "then ", "and ", "ann ", "and ann ", "zone a: ",
    "counter a", "cards a: ", "procedure a", "action a", "define a: ", "deck a in b", "round a", "round a ",
    "repeat ", 'option "A" ', "players take turns", "players take turns, ", "game ends", "game ends: a ", "for each ",
    "game ends: the player ", "before deck a: 1 x ", "play a card ", "replace a in ", "before step a ",
    "then ann has a, ",
)  # fmt: skip
ENDS = ("", ":", ": stop", " as b", " then a", " to a", " wins", " from a", " a", ' "A":', " is 1", " has 1 a")
FORM = re.compile("`([^`]+)`")
#: Words that are named, and no form that is proposed.
NAMED = {"from the game", "instead of"}


def proposed() -> Iterator[tuple[str, str]]:
    """Every form in backquotes in the texts of the front end, with the module that proposes it."""
    for path in sorted((REPOSITORY / "dsl").rglob("*.py")):
        if not FORM.search(code := path.read_text(encoding="utf-8")):
            continue
        for node in _texts(ast.parse(code)):
            for form in FORM.findall(_text(node)):
                if " " in form and not form.startswith(("bylaws ", "#")) and "{" not in form:
                    yield form, f"{path.relative_to(REPOSITORY).as_posix()}:{node.lineno}"


def _texts(node: ast.AST, in_another: bool = False) -> Iterator[ast.expr]:
    """The texts in code that are neither docstrings nor parts of another."""
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and not in_another):
        yield node
        in_another = True
    if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
        for inner in ast.iter_child_nodes(node):
            yield from _texts(inner, in_another)


def _text(node: ast.AST) -> str:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values):
            return "".join(_text(value) if isinstance(value, ast.Constant) else HOLE for value in values)
        case _:
            return ""


FORMS = remembered("proposed", program(), lambda: {form: where for form, where in proposed() if form not in NAMED})


def test_there_are_forms() -> None:
    assert len(FORMS) > 200


@pytest.mark.parametrize("form", FORMS, ids=lambda form: f"{FORMS[form]} {form}".replace(HOLE, "_"))
def test_a_proposed_form_can_be_read(form: str) -> None:
    named = re.sub(r"\b[A-Z][A-Z_]*\b", "x", form)
    lines = (
        f"{line}{named.replace(HOLE, hole).replace(DOTS, dots)}{end}"
        for line, end in product(LINES, ENDS)
        for hole, dots in product(_fillings(named, HOLE), _fillings(named, DOTS))
    )
    assert any(map(_reads, lines))


def _fillings(form: str, place: str) -> Sequence[str]:
    return FILLED[place] if place in form else ("",)


def _reads(line: str) -> bool:
    words = vocabulary()
    tokens = [*words.scan(line), mark(words.marks.newline)]
    begins = line.split(maxsplit=1)[0].rstrip(":") if line.strip() else ""
    states = _states_for(begins if begins in EXAMPLES else "")
    return any(runs(words.tables, list(each), tokens) is None for each in states)
