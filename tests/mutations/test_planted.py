"""Every fault that the mutation check plants can be planted and is one, and the table says of each what catches it."""

from __future__ import annotations

import ast
from itertools import islice

import pytest

from tests.mutations.__main__ import SURVIVED, TESTS, reasons, rows_of_the_table
from tests.mutations.faults import ROOT, Fault, chosen, every, modules, tree_of
from tests.mutations.operators import OPERATORS, functions, places, planted

SAMPLE = """
class Pile:
    def top(self, amount: int = 1, *, open: bool = True) -> list[int]:
        "Says 1 + 1."
        assert amount >= 0
        if amount > self.size and not self.loose:
            amount = min(amount, self.size)
        self.seen.update(self.cards)
        return [card for card in self.cards[-amount:] if card is not None] if open else self.backs(size=amount + 1)

def written(name):
    return f"{name} <= 3 and {name} + 1", ast.GtE()

def native(w, name):
    w.trap_if()
    w.of("i32.ge_s", name)

def built(name):
    return compare(expr("name >= 0 and name < size", name=name), "<", size)

LOOP = "while size > 0:\\n    size -= 1"
SUMS: Mapping[str, str] = {"+": "left + right", "-": "left - right"}
STEPS = {"left": step(7), "right": (lambda size: size - 2)}
"""
#: Of each operator, the places in the sample, as what stands there afterwards.
EXPECTED = {
    "negate": ["if not (amount > self.size and (not self.loose)):", "if not open", "if not card is not None"],
    "always": ["if True:", "if True"],
    "never": ["if False:", "if False"],
    "first part": ["amount > self.size"],
    "last part": ["not self.loose"],
    "other word": ["amount > self.size or not self.loose"],
    "comparison": ["amount >= self.size", "card is None"],
    "drop": ["pass"],
    "one more": ["2", "step(8)"],
    "arithmetic": ["amount - 1", "size + 2"],
    "swap": ["min(self.size, amount)", "(ast.GtE(), f'{name} <= 3 and {name} + 1')"],
    "shorter": ["(f'{name} <= 3 and {name} + 1',)"],
    "nothing": ["size=None"],
    "in text": [
        "{name} < 3 and", "{name} + 2", "name > 0 and name < size", "name >= 0 or name < size", "name <= size", "'<='",
        "i32.gt_s", "while size >= 0:", "size += 1", "'+': 'left - right'", "'-': 'left + right'",
    ],
    "in nodes": ["ast.Gt"],
    "unchecked": ["w.do('drop')"],
}  # fmt: skip


@pytest.mark.parametrize("operator", OPERATORS)
def test_what_an_operator_does(operator: str) -> None:
    tree = ast.parse(SAMPLE)
    found = list(places(tree, operator))
    for after in EXPECTED[operator]:
        assert any(after in ast.unparse(planted(tree, p.function, p.operator, p.number)) for p in found), after
    assert ast.dump(tree) == ast.dump(ast.parse(SAMPLE))


def test_types_docstrings_assertions_and_defaults_stay_as_they_are() -> None:
    tree = ast.parse(SAMPLE)
    for operator in OPERATORS:
        for place in places(tree, operator):
            changed = ast.unparse(planted(tree, place.function, operator, place.number))
            assert "amount: int=1, *, open: bool=True) -> list[int]:" in changed
            assert "SUMS: Mapping[str, str] = {'+': 'left" in changed
            assert "Says 1 + 1." in changed and "assert amount >= 0" in changed


def test_where_a_fault_is_does_not_hang_on_how_the_code_is_laid_out() -> None:
    tree, laid_out = ast.parse(SAMPLE), ast.parse(ast.unparse(ast.parse(SAMPLE)))
    assert [list(places(tree, each)) for each in OPERATORS] == [list(places(laid_out, each)) for each in OPERATORS]


@pytest.mark.parametrize("module", modules())
def test_every_operator_leaves_a_program(module: str) -> None:
    """One place of each is looked at."""
    before = ast.dump(tree_of(module))
    assert any(functions(tree_of(module)))
    found = [Fault(module, place) for each in OPERATORS for place in islice(places(tree_of(module), each), 1)]
    assert len(found) > 5
    as_they_are = {id(node) for node in tree_of(module).body}
    for fault in found:
        changed = fault.tree()
        changed.body = [node for node in changed.body if id(node) not in as_they_are]  # the others are programs already
        assert changed.body
        compile(changed, module, "exec")
    assert ast.dump(tree_of(module)) == before


@pytest.mark.slow
def test_what_was_chosen_can_be_planted() -> None:
    assert len({fault.name for fault in chosen()}) == len(chosen()) >= 20
    assert {fault.module for fault in chosen()} <= set(modules())


def test_the_table_says_of_each_what_catches_it_or_why_nothing_does() -> None:
    rows = rows_of_the_table()
    names = [name for name, _, _ in rows]
    assert len(names) == len(set(names))
    assert {fault.name for fault in chosen()} <= set(names)
    assert [name for name, _, by in rows if by.startswith(SURVIVED) and name not in reasons()] == []
    assert all((ROOT / name.split()[0]).is_file() for name in names)


def test_the_tests_that_are_to_catch_faults_are_there() -> None:
    """What is not there fails with a fault and without one."""
    files = [each for tests in TESTS for each in tests if each.startswith("tests/")]
    assert len(files) >= 8 and all((ROOT / each).exists() for each in files)


@pytest.mark.parametrize("name", reasons())
def test_what_has_a_reason_not_to_be_caught_can_be_planted(name: str) -> None:
    place, _, applied = name.partition(": ")
    module, operator = place.split()[0], applied.rpartition(" ")[0]
    assert name in [fault.name for fault in every(module, operator)]
