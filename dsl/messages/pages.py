"""Reads the pages of all findings from the files beside this one, one chapter in each."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from textwrap import dedent

from dsl.frozen import frozen

_PAGE = re.compile(
    r"^## (?P<name>\S+)(?: \((?P<where>[^)]*)\))?(?: \[warning (?P<code>[A-Z][0-9]+)\])?\n"
    r"(?P<text>.*(?:\n\n(?!#).+)*)\n"
    r"(?:not:\n(?P<wrong>(?:    .*\n|\n(?=    ))+)but:\n(?P<right>(?:    .*\n|\n(?=    ))+))?"
    r"(?:options:\n(?P<options>(?:    .*\n)+))?",
    re.MULTILINE,
)
#: What stands behind the name of a finding that no few lines can show.
NO_EXAMPLE = "no example"


@frozen
class Page:
    """What is found, why it matters, and how it is written instead; `where` such lines stand, if not anywhere.

    What is doubtful and no error has a `code` besides its name, and what lint alone finds perhaps `options`.
    """

    name: str
    chapter: str
    level: str
    where: str
    text: str
    wrong: str
    right: str
    code: str = ""
    options: str = ""


@cache
def all_pages() -> tuple[Page, ...]:
    """Every page but those of rules of lint, in the order of the chapters."""
    return tuple(_pages(of_lint=False))


@cache
def pages_of_rules() -> Mapping[str, Page]:
    """The pages of the rules of lint, by their names; a rule itself says its code and level."""
    return {page.name: page for page in _pages(of_lint=True)}


def _pages(of_lint: bool) -> Iterator[Page]:
    for each in sorted(files("dsl.messages").iterdir(), key=str):
        if each.name.endswith(".md") and each.name.startswith("lint_") is of_lint:
            yield from pages_in(each.read_text(encoding="utf-8"))


def pages_in(text: str) -> list[Page]:
    """The pages of a chapter."""
    title = re.match(r"# (.*)\n", text)
    assert title, "a chapter begins with its title"
    return [
        Page(
            found["name"],
            title[1],
            "warning" if found["code"] else "error",
            "" if found["where"] == NO_EXAMPLE else found["where"] or "",
            found["text"],
            dedent(found["wrong"] or ""),
            dedent(found["right"] or ""),
            found["code"] or "",
            dedent(found["options"] or "").rstrip("\n"),
        )
        for found in _PAGE.finditer(text)
    ]
