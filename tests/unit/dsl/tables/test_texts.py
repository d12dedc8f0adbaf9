"""The `>` lines of a card in one cell, and the lines that another text makes of them."""

import pytest

from dsl.source import Source, Span
from dsl.syntax import nodes as n
from dsl.tables.texts import lines, new_paragraphs, paragraphs_of


def _group(*texts: str) -> tuple[n.RuleText, ...]:
    return tuple(n.RuleText(text, span=Span(Source("x", text), 0, len(text))) for text in texts)


def test_a_line_that_begins_small_goes_on_in_the_paragraph() -> None:
    group = _group("[a-1] Draw two,", "and keep one.", "Then stop.")
    assert paragraphs_of(group) == ["Draw two, and keep one.", "Then stop."]


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        (["Draw three. Stop."], ["[a-1] Draw three. [a-2] Stop."]),
        (["You draw two. Now stop."], ["[a-1] You draw two. [a-2] Now stop."]),
        (["Draw two.", "Stop."], ["[a-1] Draw two.", "[a-2] Stop."]),
        (["Stop."], ["[a-1] [a-2] Stop."]),
        (["Draw two."], ["[a-1] Draw two. [a-2]"]),
        ([], ["[a-1] [a-2]"]),
    ],
)
def test_clauses_stay_before_their_words(wanted: list[str], told: list[str]) -> None:
    assert new_paragraphs([_group("[a-1] Draw two. [a-2] Stop.")], wanted) == [told]


def test_of_several_places_the_one_is_changed_in_which_something_differs() -> None:
    groups = [_group("One.", "Two."), _group("Three.")]
    assert new_paragraphs(groups, ["One.", "Other.", "Three."]) == [["One.", "Other."], ["Three."]]
    assert new_paragraphs(groups, ["Two.", "Three."]) == [["Two."], ["Three."]]
    assert new_paragraphs(groups, ["One.", "Two."]) == [["One.", "Two."], []]
    assert new_paragraphs(groups, ["One.", "Two.", "Three.", "Four."]) == [["One.", "Two."], ["Three.", "Four."]]
    assert new_paragraphs(groups, ["Other."]) is None


def test_a_long_paragraph_is_broken_where_it_is_read_as_one() -> None:
    text = "Discard " + "a card and then Another one " * 8
    told = lines([text.strip()], "        ")
    assert all(len(line) <= 120 for line in told)
    assert len(told) == 3
    assert all(line[10:11].islower() for line in told[1:])
    assert paragraphs_of(_group(*(line.strip().removeprefix("> ") for line in told))) == [text.strip()]
    assert len(lines(["X" * 200], "")) == 1
