"""The registry of lint rules: each module of this package that holds a rule called like it."""

from importlib import import_module
from pkgutil import iter_modules

from dsl import lint
from dsl.lint.rule import Rule


def _rules() -> list[Rule]:
    modules = [each.name for each in iter_modules(lint.__path__)]
    found = (getattr(import_module(f"{lint.__name__}.{name}"), name, None) for name in modules)
    return [rule for rule in found if isinstance(rule, Rule)]


#: Every rule, in the order of their codes. Each looks on its own; none changes anything.
RULES: tuple[Rule, ...] = tuple(sorted(_rules(), key=lambda rule: rule.code))
