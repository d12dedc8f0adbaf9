"""What lint is told to look for: which rules, with which options."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

from attrs import field, frozen

from dsl.diagnostic import Diagnostic, Level
from dsl.lint.rule import Category, Option, Rule


@frozen
class Settings:
    """`select` and `ignore` name rules by name, code, the beginning of a code, or category; `ignore` is the stronger.

    Nothing selected means all. `options` are those of rules, by the rule's name.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    options: Mapping[str, Mapping[str, Option]] = field(factory=dict)

    def wants(self, rule: Rule) -> bool:
        """Whether the rule is to be looked for."""
        selected = not self.select or any(means(word, rule) for word in self.select)
        return selected and not any(means(word, rule) for word in self.ignore)

    def lets_pass(self, found: Diagnostic) -> bool:
        """Whether a finding that no rule of lint has made is not wanted. Errors always are."""
        wanted = (not self.select or found.name in self.select) and found.name not in self.ignore
        return found.level is not Level.ERROR and not wanted


def means(word: str, rule: Rule) -> bool:
    """Whether a word of the settings names the rule: alone or with others."""
    return word in (rule.name, rule.category.value) or (_is_code(word) and rule.code.startswith(word.upper()))


def _is_code(word: str) -> bool:
    return word[:1].isalpha() and (word[1:].isdigit() or len(word) == 1)


def unknown(words: Iterable[str], rules: Iterable[Rule], others: Container[str]) -> list[str]:
    """The words that name no rule, and are not among the other names."""
    known = list(rules)
    named = (word for word in words if word not in list(Category) and word not in others)
    return [word for word in named if not any(means(word, rule) for rule in known)]
