"""Selects the rules of lint to run, with their options."""

from collections.abc import Iterable, Mapping
from functools import cache

from attrs import field

from dsl.diagnostic import Diagnostic, Level
from dsl.frozen import frozen
from dsl.lint.rule import Category, Option, Rule
from dsl.messages import all_pages


@frozen
class Doubt:
    """The identity of what is doubtful and found without a rule of lint."""

    name: str
    code: str
    category: Category


@cache
def doubts() -> Mapping[str, Doubt]:
    """All of these, by name."""
    categories = {category.value[0].upper(): category for category in Category}
    pages = (page for page in all_pages() if page.level == "warning")
    return {page.name: Doubt(page.name, page.code, categories[page.code[0]]) for page in pages}


@frozen
class Settings:
    """`select` and `ignore` name rules by name, code, the beginning of a code, or category; `ignore` is the stronger.

    Nothing selected means all but those that must be asked for by their own name or code. `options` are those of
    rules, by the rule's name.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    options: Mapping[str, Mapping[str, Option]] = field(factory=dict)

    def wants(self, rule: Rule | Doubt) -> bool:
        """Whether the rule is to be looked for."""
        if isinstance(rule, Rule) and rule.asked:
            selected = any(word == rule.name or word.upper() == rule.code for word in self.select)
        else:
            selected = not self.select or any(means(word, rule) for word in self.select)
        return selected and not any(means(word, rule) for word in self.ignore)

    def lets_pass(self, found: Diagnostic) -> bool:
        """Whether a finding that no rule of lint has made is not wanted. Errors always are."""
        return found.level is not Level.ERROR and not self.wants(doubts()[found.name])


def means(word: str, rule: Rule | Doubt) -> bool:
    """Whether a word of the settings names the rule: alone or with others."""
    return word in (rule.name, rule.category.value) or (_is_code(word) and rule.code.startswith(word.upper()))


def _is_code(word: str) -> bool:
    return word[:1].isalpha() and (word[1:].isdigit() or len(word) == 1)


def unknown(words: Iterable[str], rules: Iterable[Rule]) -> list[str]:
    """The words that name no rule, and nothing doubtful that is found without one."""
    known: list[Rule | Doubt] = [*rules, *doubts().values()]
    named = (word for word in words if word not in list(Category))
    return [word for word in named if not any(means(word, rule) for rule in known)]
