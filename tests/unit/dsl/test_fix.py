"""Fixes are carried out whole, never on top of each other, and unsafe ones only when asked for."""

from __future__ import annotations

from dsl.diagnostic import Diagnostic, Edit, Fix, error
from dsl.fix import mended
from dsl.source import NO_SPAN, Source, Span

TEXT = Source("a.bylaws", "one two three")


def finding(*edits: tuple[int, int, str], safe: bool = True) -> Diagnostic:
    fix = Fix("mend", tuple(Edit(Span(TEXT, start, end), new) for start, end, new in edits), safe)
    return error("wrong", "wrong", Span(TEXT, 0, 3), fix=fix)


def test_fixes_in_different_places_are_carried_out_together() -> None:
    assert mended([finding((8, 13, "3")), finding((0, 3, "1"))]) == ({TEXT: "1 two 3"}, 2)


def test_of_two_that_touch_the_first_is_carried_out() -> None:
    assert mended([finding((0, 3, "1")), finding((3, 4, ""))]) == ({TEXT: "1 two three"}, 1)


def test_a_fix_is_carried_out_whole_or_not_at_all() -> None:
    assert mended([finding((0, 3, "1")), finding((8, 13, "3"), (1, 2, ""))]) == ({TEXT: "1 two three"}, 1)


def test_unsafe_fixes_wait_to_be_asked_for() -> None:
    found = [finding((0, 3, "1"), safe=False)]
    assert mended(found) == ({}, 0)
    assert mended(found, unsafe=True) == ({TEXT: "1 two three"}, 1)


def test_what_stands_in_no_file_is_not_mended() -> None:
    fix = Fix("mend", (Edit(NO_SPAN, "x"),), True)
    assert mended([error("wrong", "wrong", NO_SPAN, fix=fix)]) == ({}, 0)
