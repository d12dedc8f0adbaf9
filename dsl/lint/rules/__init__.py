"""The registry of lint rules: each module of this package holds a rule called like it."""

from importlib import import_module
from pkgutil import iter_modules

from dsl.lint.rule import Rule


def _rules() -> list[Rule]:
    names = [each.name for each in iter_modules(__path__)]
    found = [getattr(import_module(f"{__name__}.{name}"), name) for name in names]
    assert all(isinstance(rule, Rule) for rule in found)
    return found


#: Every rule, in the order of their codes. Each looks on its own; none changes anything.
RULES: tuple[Rule, ...] = tuple(sorted(_rules(), key=lambda rule: rule.code))
