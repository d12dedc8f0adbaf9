"""Diagnostics are plain values, ordered by place."""

from dsl.diagnostic import Diagnostic, Level, error, has_errors, in_order, warning
from dsl.source import Source, Span

A, B = Source("a.bylaws", "one two three"), Source("b.bylaws", "one")


def test_error_and_warning_set_the_level_and_keep_the_details() -> None:
    place = Span(A, 0, 3)
    assert error("some-name", "wrong", place, label="here") == Diagnostic(
        "some-name", "wrong", place, Level.ERROR, label="here"
    )
    assert warning("some-name", "odd", place, help=("do this",)) == Diagnostic(
        "some-name", "odd", place, Level.WARNING, help=("do this",)
    )


def test_only_an_error_keeps_a_game_from_being_played() -> None:
    assert not has_errors([])
    assert not has_errors([warning("a", "", Span(A, 0, 1))])
    assert has_errors([warning("a", "", Span(A, 0, 1)), error("b", "", Span(A, 0, 1))])


def test_order_is_by_file_then_place_then_as_found() -> None:
    found = [
        warning("fourth", "", Span(B, 0, 1)),
        warning("second", "", Span(A, 4, 7)),
        error("third", "", Span(A, 4, 5)),
        error("first", "", Span(A, 0, 13)),
    ]
    assert [diagnostic.name for diagnostic in in_order(found)] == ["first", "second", "third", "fourth"]
