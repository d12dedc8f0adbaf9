"""Lints rules for what can be played and is probably not meant: one rule a file, with its page."""

from dsl.lint.linted import lint, not_ignored
from dsl.lint.rule import Category, Rule
from dsl.lint.rules import RULES
from dsl.lint.settings import Settings
from dsl.lint.subject import Subject

__all__ = ["RULES", "Category", "Rule", "Settings", "Subject", "lint", "not_ignored"]
