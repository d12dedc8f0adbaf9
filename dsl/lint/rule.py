"""Defines a rule of lint: what it looks for, how much that weighs, and the page that explains it.

A rule stands in a file of its own that is called like it. The docstring of the file is its page: the first line
says what is found; then why that matters; then `Bad:` and `Good:` with an example each, which a test lints; and
`Options:` for what the settings may change, one line each.
"""

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from inspect import cleandoc
from textwrap import dedent
from typing import TypeAlias

from attrs import field, frozen

from dsl.checks.analysis.rule_set import first_line
from dsl.diagnostic import Diagnostic, Label, Level, warning
from dsl.lint.subject import Subject

# What the files of rules need of other modules is handed on.
__all__ = [
    "Category", "Diagnostic", "Found", "Label", "Level", "Option", "Page", "Rule", "Subject", "first_line", "rule",
    "warning",
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


@frozen
class Page:
    """What a rule is, why it matters, and an example of either kind, as text of a rule file."""

    what: str
    why: str
    bad: str
    good: str
    options: str


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
        """The page, read from the docstring of the rule's file."""
        return _page(sys.modules[self.look.__module__].__doc__ or "")


def rule(code: str, level: Level = Level.WARNING, *, asked: bool = False, **options: Option) -> Callable[[Look], Rule]:
    """Makes a rule of a function, which is called like it with `_` for `-`.

    The first letter of the code tells the category; `options` are those with their defaults.
    """
    (category,) = (each for each in Category if each.name[0] == code[0])

    def made(look: Look) -> Rule:
        return Rule(look.__name__.replace("_", "-"), code, category, level, look, options, asked)

    return made


_SECTIONS = re.compile(r"^(Bad|Good|Options):$", re.MULTILINE)


def _page(docstring: str) -> Page:
    opening, *rest = _SECTIONS.split(cleandoc(docstring))
    sections = {name: dedent(text).strip("\n") for name, text in zip(rest[::2], rest[1::2], strict=True)}
    what, _, why = opening.partition("\n")
    return Page(what, why.strip(), *(sections.get(name, "") for name in ("Bad", "Good", "Options")))
