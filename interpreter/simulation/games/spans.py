"""Places in files, looked up by what they lie in: each of thousands is found without looking at all others."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate

from dsl.frozen import frozen
from dsl.source import Span


@frozen
class _InFile:
    """By where they begin, the longer first; `furthest` is where the one of those up to each ends that ends last."""

    spans: Sequence[Span]
    furthest: Sequence[int]


@frozen
class Spans:
    """Different places in the files that have these paths."""

    by_path: Mapping[str, _InFile]

    @classmethod
    def of(cls, spans: Iterable[Span]) -> Spans:
        """These places, each once."""
        by_path: dict[str, list[Span]] = defaultdict(list)
        for span in dict.fromkeys(spans):
            by_path[span.source.path].append(span)
        return cls({path: _in_file(found) for path, found in by_path.items()})

    def cover(self, span: Span) -> bool:
        """Whether it lies in one of them, or is one."""
        file = self.by_path.get(span.source.path)
        return file is not None and _reaches(file, bisect_right(file.spans, _key(span), key=_key), span.end)

    def cover_more_than(self, span: Span) -> bool:
        """Whether it lies in one of them that is larger."""
        file = self.by_path.get(span.source.path)
        return file is not None and _reaches(file, bisect_left(file.spans, _key(span), key=_key), span.end)

    def innermost(self, span: Span) -> Span | None:
        """The smallest of them in which it lies."""
        file = self.by_path.get(span.source.path)
        place = bisect_right(file.spans, _key(span), key=_key) if file else 0
        while file and _reaches(file, place, span.end):
            place -= 1
            if file.spans[place].end >= span.end:
                return file.spans[place]
        return None

    def first_in(self, outer: Span, start: int) -> Span | None:
        """The first of them that begins at a place or behind it, and lies in `outer`."""
        file = self.by_path.get(outer.source.path)
        place = bisect_left(file.spans, (start, -outer.end), key=_key) if file else 0
        while file and place < len(file.spans) and file.spans[place].start <= outer.end:
            if file.spans[place].end <= outer.end:
                return file.spans[place]
            place += 1
        return None


def _in_file(spans: list[Span]) -> _InFile:
    spans.sort(key=_key)
    return _InFile(spans, list(accumulate((span.end for span in spans), max)))


def _key(span: Span) -> tuple[int, int]:
    return span.start, -span.end


def _reaches(file: _InFile, before: int, end: int) -> bool:
    """Whether one of the first so many ends there or behind."""
    return before > 0 and file.furthest[before - 1] >= end
