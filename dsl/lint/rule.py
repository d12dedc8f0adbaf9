"""Defines a rule of lint: what it looks for, and how much that weighs.

A rule stands in a file of its own that is called like it. Its page stands in `dsl/messages`, in the chapter of its
category: what is found, why that matters, and an example of either kind, which a test lints.
"""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from typing import TypeAlias

from attrs import evolve, field

from dsl.checks.analysis.rule_set import first_line
from dsl.diagnostic import Diagnostic, Label, Level, warning
from dsl.frozen import frozen
from dsl.lint.subject import Subject
from dsl.messages import Page, pages_of_rules

# What the files of rules need of other modules is handed on.
__all__ = [
    "Category", "Diagnostic", "Found", "Label", "Level", "Option", "Rule", "Subject", "first_line", "rule", "warning",
]  # fmt: skip

#: What a rule finds.
Found: TypeAlias = Iterator[Diagnostic]
Option: TypeAlias = int | str | bool | tuple[str, ...]
Look: TypeAlias = Callable[..., Found]


class Category(StrEnum):
    """What a rule is about. Its first letter begins the codes of its rules."""

    CORRECTNESS = "correctness"
    BALANCE = "balance"
    SECRECY = "secrecy"
    FLOW = "flow"
    NAMING = "naming"
    TEXT = "text"


@frozen(eq=False)
class Rule:
    """`look(subject, **options)` yields what it finds; all of that bears the name of the rule.

    `asked`: it is looked for only if its name or code is selected.
    """

    name: str
    code: str
    category: Category
    level: Level
    look: Look
    options: Mapping[str, Option] = field(factory=dict)
    asked: bool = False

    def __call__(self, subject: Subject, **options: Option) -> Found:
        return self.look(subject, **{**self.options, **options})

    @property
    def page(self) -> Page:
        """What it is, why it matters, and an example of either kind."""
        return evolve(pages_of_rules()[self.name], code=self.code, level=self.level.value)


def rule(code: str, level: Level = Level.WARNING, *, asked: bool = False, **options: Option) -> Callable[[Look], Rule]:
    """Makes a rule of a function, which is called like it with `_` for `-`.

    The first letter of the code tells the category; `options` are those with their defaults.
    """
    (category,) = (each for each in Category if each.name[0] == code[0])

    def made(look: Look) -> Rule:
        return Rule(look.__name__.replace("_", "-"), code, category, level, look, options, asked)

    return made
