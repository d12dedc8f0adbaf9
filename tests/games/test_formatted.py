"""The examples of the pages stand in the one style. Of rule files, `test_print_and_read.py` says it."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent, indent

import pytest

from dsl.formatting import format_source
from dsl.source import Source
from tests.unit.interpreter.cli.commands import REPOSITORY

PAGES = [REPOSITORY / "README.md", *(REPOSITORY / "docs" / name for name in ("language.md", "formatting.md"))]
EXAMPLE = re.compile(r"(?:^<!-- (?P<note>[^\n]*) -->\n)?^ *```bylaws\n(?P<text>.*?)^ *```$", re.MULTILINE | re.DOTALL)


def _name(path: Path) -> str:
    return path.relative_to(REPOSITORY).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_the_examples_of_a_page(page: Path) -> None:
    """Those with errors are as somebody would type them; one that shows how lines go on says so in its note."""
    examples = list(EXAMPLE.finditer(page.read_text(encoding="utf-8")))
    assert examples
    for found in examples:
        if not re.search("error:|as typed", found["note"] or ""):
            text = dedent(found["text"])
            assert formatted_example(text, found["note"] or "") == text


def formatted_example(text: str, note: str) -> str:
    """The example in the style; some are lines of a body."""
    if "inside:" not in note:
        return format_source(Source("example.bylaws", text)).text
    head = "procedure example:\n"
    done = format_source(Source("example.bylaws", head + indent(text, "    ")))
    return dedent(done.text.removeprefix(head))
