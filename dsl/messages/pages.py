"""Reads the pages of all findings from the files beside this one, one chapter in each."""

import re
from functools import cache
from importlib.resources import files
from textwrap import dedent

from attrs import frozen

_PAGE = re.compile(
    r"^## (?P<name>\S+)(?: \((?P<where>[^)]*)\))?(?: \[warning (?P<code>[A-Z][0-9]+)\])?\n"
    r"(?P<text>.*)\n"
    r"(?:not:\n(?P<wrong>(?:    .*\n|\n(?=    ))+)but:\n(?P<right>(?:    .*\n|\n(?=    ))+))?",
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
    """Every page, in the order of the chapters."""
    chapters = sorted((each for each in files("dsl.messages").iterdir() if each.name.endswith(".md")), key=str)
    return tuple(page for each in chapters for page in pages_in(each.read_text(encoding="utf-8")))


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
        )
        for found in _PAGE.finditer(text)
    ]
