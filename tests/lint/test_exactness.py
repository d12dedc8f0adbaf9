"""What rules of lint find, and what they must let pass, beyond the examples of their pages.

The cases stand in `exactness.txt`, a paragraph each: the name of the rule, with `not` in front of it where it must find
nothing, and the lines that are put behind the frame of the examples. A false alarm costs more than a miss.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lint.test_rules import found_in, text_of

pytestmark = pytest.mark.usefixtures("nothing_kept")

_, *PARAGRAPHS = Path(__file__).with_name("exactness.txt").read_text(encoding="utf-8").strip().split("\n\n")


@pytest.mark.parametrize("paragraph", PARAGRAPHS, ids=lambda paragraph: paragraph.replace("\n", " / ")[:70])
def test_a_rule_is_exact(paragraph: str) -> None:
    heading, _, rules = paragraph.partition("\n")
    name = heading.removeprefix("not ")
    found = found_in(text_of(rules), name)
    assert not [one for one in found if one.level == "error"], found
    assert (name in [one.name for one in found]) is not heading.startswith("not ")
