"""The faults that can be planted: those that `targets.toml` chooses, and others at places spread over its modules."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from attrs import frozen

from tests.mutations.operators import OPERATORS, Place, places, planted

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


@frozen
class Fault:
    """One place of a module at which an operator is applied. `what` goes wrong, if it was chosen for that."""

    module: str
    place: Place
    what: str = ""

    @property
    def name(self) -> str:
        """What stands for it, here and in the table."""
        return f"{self.module} {self.place.function}: {self.place.operator} {self.place.number}"

    @property
    def words(self) -> str:
        """What goes wrong, or else what stands where."""
        return self.what or self.place.words

    def tree(self) -> ast.Module:
        """The module with the fault."""
        return planted(tree_of(self.module), self.place.function, self.place.operator, self.place.number)


@cache
def tree_of(module: str) -> ast.Module:
    """The syntax tree of a module, as it is."""
    return ast.parse((ROOT / module).read_text("utf-8"))


@cache
def _targets() -> dict[str, Any]:
    return tomllib.loads((HERE / "targets.toml").read_text("utf-8"))


def modules() -> list[str]:
    """The modules in which faults are planted."""
    return list(_targets()["modules"])


def chosen() -> list[Fault]:
    """Those that are always tried. Raises LookupError if there is no such place."""
    return [_chosen(**each) for each in _targets()["chosen"]]


def _chosen(what: str, module: str, function: str, operator: str, number: int) -> Fault:
    for place in places(tree_of(module), operator):
        if (place.function, place.number) == (function, number):
            return Fault(module, place, what)
    raise LookupError(f"{module} {function} has no place {number} for `{operator}`")


def every(module: str, operator: str) -> list[Fault]:
    """The faults of one kind that there are in a module."""
    return [Fault(module, place) for place in places(tree_of(module), operator)]


def faults(each: int) -> Iterator[Fault]:
    """The chosen ones, and of each module and operator as many as are wanted, spread over the module."""
    found = {fault.name: fault for fault in chosen()}
    for module in modules():
        for operator in OPERATORS:
            all_ = every(module, operator)
            wanted = min(each, len(all_))
            picked = [all_[(2 * k + 1) * len(all_) // (2 * wanted)] for k in range(wanted)]
            found |= {fault.name: found.get(fault.name, fault) for fault in picked}
    return iter(found.values())
