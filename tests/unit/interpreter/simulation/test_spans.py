"""Places looked up among many are those that one finds by looking at each."""

from itertools import product

import pytest

from dsl.source import Source, Span
from interpreter.simulation.games.spans import Spans

TEXT = Source("a.bylaws", "x" * 40)
#: Nested in one another, side by side, alike at one end, and the same twice.
SPANS = [Span(TEXT, *ends) for ends in ((0, 30), (2, 9), (2, 5), (6, 9), (10, 20), (15, 20), (31, 40), (2, 9))]


def _is_in(inner: Span, outer: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


PLACES = [(start, end) for start, end in product(range(0, 40, 3), range(0, 41, 3)) if start < end]


@pytest.mark.parametrize(("start", "end"), PLACES)
def test_what_a_place_lies_in(start: int, end: int) -> None:
    span, spans = Span(TEXT, start, end), Spans.of(SPANS)
    around = sorted((one for one in SPANS if _is_in(span, one)), key=lambda one: one.end - one.start)
    assert spans.cover(span) == bool(around)
    assert spans.cover_more_than(span) == any(one != span for one in around)
    assert spans.innermost(span) == (around[0] if around else None)
    inside = [one.start for one in SPANS if _is_in(one, span)]
    first = spans.first_in(span, start)
    assert (first.start if first else None) == min(inside, default=None)


def test_a_place_in_another_file_lies_in_none() -> None:
    other = Span(Source("b.bylaws", TEXT.text), 3, 4)
    assert not Spans.of(SPANS).cover(other) and Spans.of(SPANS).innermost(other) is None


def test_the_larger_one_of_the_same_place_is_no_other() -> None:
    spans = Spans.of(SPANS)
    assert [spans.cover_more_than(one) for one in SPANS] == [False, True, True, True, True, True, False, True]
