"""Offsets become lines and columns as an editor shows them."""

import pickle

import pytest

from dsl.source import NO_SPAN, Source, Span

TEXT = "phase play:\r\n\tdraw 1\n\n手札 x"


def span(part: str) -> Span:
    start = TEXT.index(part)
    return Span(Source("game.bylaws", TEXT), start, start + len(part))


@pytest.mark.parametrize(
    ("part", "begins", "ends"),
    [
        ("phase", (1, 1), (1, 6)),
        ("draw", (2, 2), (2, 6)),
        ("1\n\n手", (2, 7), (4, 2)),
        ("x", (4, 4), (4, 5)),
        ("\n手", (3, 1), (4, 2)),
    ],
)
def test_positions(part: str, begins: tuple[int, int], ends: tuple[int, int]) -> None:
    place = span(part)
    assert (place.line, place.column) == begins
    assert (place.end_line, place.end_column) == ends
    assert place.text == part


def test_the_end_of_the_text_has_a_position() -> None:
    assert Source("a", "one\n").position(4) == (2, 1)
    assert Source("a", "one").position(3) == (1, 4)
    assert Source("a", "").position(0) == (1, 1)


def test_lines_are_given_without_what_ends_them() -> None:
    source = Source("game.bylaws", TEXT)
    assert [source.line_text(line) for line in range(1, 5)] == ["phase play:", "\tdraw 1", "", "手札 x"]
    assert Source("a", "one\n").line_text(2) == ""


def test_only_a_line_feed_ends_a_line() -> None:
    assert Source("a", "one\x0b\x0c\x85\u2028two").position(9) == (1, 10)


def test_spans_are_equal_in_the_same_source_alone() -> None:
    one, other = Source("a", "text"), Source("a", "text")
    assert Span(one, 0, 2) == Span(one, 0, 2)
    assert hash(Span(one, 0, 2)) == hash(Span(one, 0, 2))
    assert Span(one, 0, 2) != Span(one, 0, 3)
    assert Span(one, 0, 2) != Span(other, 0, 2)


def test_a_source_does_not_print_its_text() -> None:
    assert "secret" not in repr(Span(Source("a", "secret"), 0, 1))


def test_no_span_has_a_position_too_but_no_place_in_a_file() -> None:
    assert (NO_SPAN.line, NO_SPAN.column, NO_SPAN.text) == (1, 1, "")
    assert span("draw").in_file
    assert not NO_SPAN.in_file


@pytest.mark.parametrize("original", [span("draw"), NO_SPAN])
def test_a_span_goes_to_another_process_and_keeps_its_place(original: Span) -> None:
    copy = pickle.loads(pickle.dumps(original))
    assert (copy.line, copy.column, copy.text) == (original.line, original.column, original.text)
    assert copy.in_file == original.in_file
