"""A fix leaves a line that can be read, and no name is turned into another word."""

import pytest

from dsl.fix import mended
from dsl.source import Source
from dsl.syntax.parse import parse
from tests.golden_files import Case, golden_cases


@golden_cases("messages", "*.bylaws", ".txt")
def test_a_line_with_a_fix_can_then_be_read(case: Case) -> None:
    before = Source("x.bylaws", case.input.read_bytes().decode("utf-8"))
    _, reports = parse(before)
    fixed = {found.span.line for found in reports if found.fix and not found.fix.safe}
    source = before
    for _ in range(3):  # fixes that touch are carried out one after another
        source = Source("x.bylaws", mended(reports, unsafe=True)[0].get(source, source.text))
        _, reports = parse(source)
    if len(source.text.splitlines()) == len(before.text.splitlines()):
        assert not [found.message for found in reports if found.span.line in fixed]


@pytest.mark.parametrize(
    ("line", "becomes"),
    [
        ("set captain to the first player", "set captain to first of players"),
        ("gain gold equal to worth of card in their crate", "gain gold equal to worth of the card in their crate"),
        ("captain gains worth of it gold", "captain gains gold equal to worth of it"),
        ("if captain gold > 3: gain 1 gold", "if captain's gold > 3: gain 1 gold"),
        ("take 3 gold", "gain 3 gold"),
        ("discard card from your hand", "discard card from your hand"),
        ('you may secretly "vote"', 'you may secretly "vote"'),
        ("gain first gold player", "gain first gold player"),
    ],
)
def test_a_fix_is_what_was_meant_or_none(line: str, becomes: str) -> None:
    text = f"counter gold of player\nsetup:\n    {line}\n"
    source = Source("x.bylaws", text)
    _, reports = parse(source)
    assert reports
    assert mended(reports, unsafe=True)[0].get(source, text).splitlines()[2].strip() == becomes


@pytest.mark.parametrize("word", ["ann", "wiht", "giveen"])
def test_a_name_of_the_cast_is_no_slip(word: str) -> None:
    text = f'scenario "One":\n    played by {word}, ben\n    then {word} can not act "x"\n'
    _, reports = parse(Source("x.bylaws", text))
    assert reports
    assert not [found for found in reports if found.name == "misspelt-word"]
