"""What is told to be written instead is a line, or a piece of one, that can be read."""

import re

from dsl.syntax.advice.other_ways import WAYS
from dsl.syntax.reading.layout import mark
from dsl.syntax.reading.lines import Token
from dsl.syntax.reading.machine import runs
from dsl.syntax.reading.vocabulary import vocabulary
from tests.findings import found_in
from tests.golden_files import FOLDER

CASES = sorted((FOLDER / "messages").glob("*.bylaws"))
#: Where a piece of a line can stand: under which headers, behind which words.
PLACES = (
    *(((), ""), (("setup:",), ""), (("setup:",), "if"), (("setup:",), "you may"), (("setup:",), "choose")),
    *((('scenario "A":',), word) for word in ("", "given", "when", "then")),
    *((("setup:", "choose one:"), ""), (("round a:",), ""), (("deck a in b:",), "")),
)


def test_what_is_told_can_be_read() -> None:
    words = vocabulary()
    ends: tuple[list[Token], ...] = ([mark(words.marks.newline)], [])
    states = [words.states_after(headers, sample) for headers, sample in PLACES]
    states.append(words.states_after(('scenario "A":',), "when setup"))
    runs(words.tables, states[-1], [mark(words.marks.newline), *words.scan("and")])
    told = _told()
    assert len(told) > 40
    for each in told:
        tokens = words.scan(each.removeprefix("and "))
        assert any(runs(words.tables, list(state), [*tokens, *end]) is None for state in states for end in ends), each


def _told() -> set[str]:
    """All that these ways tell to write, without what leaves something open."""
    names = {way.name for way in WAYS} - {"two-sentences"}  # this repeats what was written
    helps = {help for path in CASES for found in found_in(path) if found.name in names for help in found.help}
    told = {each for help in helps for each in re.findall(r"`([^`]+)`", help)}
    return {each for each in told if "..." not in each and "TITLE" not in each and " " in each}


def test_every_way_is_shown_in_some_message() -> None:
    shown = {found.name for path in CASES for found in found_in(path)}
    assert [way.name for way in WAYS if way.name not in shown] == []
