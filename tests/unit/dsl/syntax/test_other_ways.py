"""What is told to be written instead is a line, or a piece of one, that can be read."""

import re
from pathlib import Path

import pytest

from dsl.syntax.layout import mark
from dsl.syntax.lines import Token
from dsl.syntax.machine import runs
from dsl.syntax.other_ways import WAYS
from dsl.syntax.vocabulary import vocabulary

TOLD = Path(__file__).parents[3] / "golden" / "messages"
#: Where a piece of a line can stand: under which headers, behind which words.
PLACES = (
    *(((), ""), (("setup:",), ""), (("setup:",), "if"), (("setup:",), "you may"), (("setup:",), "choose")),
    *((('scenario "A":',), word) for word in ("", "given", "when", "then")),
    *((("setup:", "choose one:"), ""), (("round a:",), ""), (("deck a in b:",), "")),
)


def _told() -> set[str]:
    """Every sentence in a report of one of these ways, without those that leave something open."""
    names = {way.name for way in WAYS} - {"two-sentences"}  # this repeats what was written
    found: set[str] = set()
    for path in TOLD.glob("*.txt"):
        for report in path.read_text(encoding="utf-8").split("\n\n"):
            name = re.match(r"error\[([\w-]+)\]", report)
            if name and name[1] in names:
                helps = [line for line in report.splitlines() if line.startswith("help: ")]
                found |= {told for line in helps for told in re.findall(r"`([^`]+)`", line)}
    return {told for told in found if "..." not in told and "TITLE" not in told and " " in told}


@pytest.mark.parametrize("told", sorted(_told()))
def test_what_is_told_can_be_read(told: str) -> None:
    words = vocabulary()
    tokens = words.scan(told.removeprefix("and "))
    ends: tuple[list[Token], ...] = ([mark(words.marks.newline)], [])
    states = [words.states_after(headers, sample) for headers, sample in PLACES]
    states.append(words.states_after(('scenario "A":',), "when setup"))
    runs(words.tables, states[-1], [mark(words.marks.newline), *words.scan("and")])
    assert any(runs(words.tables, list(each), [*tokens, *end]) is None for each in states for end in ends)


def test_every_way_is_shown_in_some_message() -> None:
    shown = "".join(path.read_text(encoding="utf-8") for path in TOLD.glob("*.txt"))
    assert [way.name for way in WAYS if f"error[{way.name}]" not in shown] == []
