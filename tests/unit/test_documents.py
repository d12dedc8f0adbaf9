"""The pages for people: their links lead somewhere, and every command and option that they name exists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from interpreter.cli.commands import COMMANDS
from interpreter.cli.main import parser_of
from tests.unit.interpreter.cli.commands import REPOSITORY

PAGES = sorted((*REPOSITORY.glob("*.md"), *REPOSITORY.glob("docs/*.md"), *REPOSITORY.glob("games/**/*.md")))
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
SHORT_LINE = re.compile(r"`bylaws ([^`]*)`|^ *(?:\$ )?bylaws ([^\n]*)", re.MULTILINE)

named = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(REPOSITORY).as_posix())


@named
def test_every_link_leads_somewhere(page: Path) -> None:
    lost = [link for link in _links(page) if not _exists(page, link)]
    assert lost == []


def _links(page: Path) -> Iterator[str]:
    prose = FENCE.sub("", page.read_text(encoding="utf-8"))
    for link in re.findall(r"\]\(([^)]*)\)", prose):
        if not link.startswith("https://"):
            yield link


def _exists(page: Path, link: str) -> bool:
    name, _, heading = link.partition("#")
    target = page.parent / name if name else page
    return target.exists() and (not heading or heading in _headings(target))


@cache
def _headings(page: Path) -> set[str]:
    """The headings of a page as links name them."""
    lines = re.findall(r"^#+ (.*)$", FENCE.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in lines}


@named
def test_every_command_that_a_page_names_exists_and_has_those_options(page: Path) -> None:
    strange = [line for line in _command_lines(page) if not _is_known(line)]
    assert strange == []


def _command_lines(page: Path) -> Iterator[str]:
    for quoted, alone in SHORT_LINE.findall(page.read_text(encoding="utf-8")):
        yield quoted or alone


def _is_known(line: str) -> bool:
    command, *rest = re.sub(r"\s#.*", "", line).split()
    if command in ("COMMAND", "--help", "--version"):
        return True
    return command in COMMANDS and {word for word in rest if re.match("--?[a-z]", word)} <= _options(command)


@cache
def _options(command: str) -> set[str]:
    return {name for action in parser_of(command)._actions for name in action.option_strings}


def test_the_index_names_every_page_in_docs() -> None:
    index = REPOSITORY / "docs" / "README.md"
    assert {link for link in _links(index) if "/" not in link} == {
        page.name for page in index.parent.glob("*.md") if page != index
    }
