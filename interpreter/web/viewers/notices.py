"""What viewers are told of a game that goes on from another place, until they answer: kept, as all else at a table."""

from __future__ import annotations

import json
from collections.abc import Container, Iterable
from typing import Any, Final

from attrs import define, field

from interpreter.web.kept.store import Statement, Store
from interpreter.web.viewers.seen import Viewer, viewer_of, word_of

#: So many sentences of news are kept for whoever does not answer.
_MOST_NEWS: Final = 5
_KEEP: Final = "insert or replace into notices values(?,?)"


@define(eq=False, repr=False)
class Notices:
    """`dropped`: by seat, that an answer no longer counts. `news`: by viewer, why the game goes on from elsewhere."""

    dropped: dict[int, str] = field(factory=dict)
    news: dict[Viewer, list[str]] = field(factory=dict)

    @classmethod
    def kept(cls, store: Store, table: str) -> Notices:
        """Those of a table, as they were kept."""
        rows = store.read("select said from notices where tab=?", table)
        said: dict[str, Any] = json.loads(rows[0][0]) if rows else {"dropped": {}, "news": {}}
        news = {viewer_of(word, 100): told for word, told in said["news"].items()}
        return cls({int(seat): told for seat, told in said["dropped"].items()}, news)

    def add(self, viewer: Viewer, sentence: str) -> None:
        """One more sentence of news."""
        self.news[viewer] = [*self.news.get(viewer, ()), sentence][-_MOST_NEWS:]

    def without(self, seats: Container[int | None]) -> Notices:
        """Those that are left when seats have answered."""
        return Notices(
            {seat: told for seat, told in self.dropped.items() if seat not in seats},
            {viewer: told for viewer, told in self.news.items() if viewer not in seats},
        )

    def row(self, table: str) -> Statement:
        """Writes them down."""
        news = {word_of(viewer): told for viewer, told in self.news.items()}
        return _KEEP, [(table, json.dumps({"dropped": self.dropped, "news": news}, ensure_ascii=False))]

    def have(self, seats: Iterable[int]) -> bool:
        """Whether any of these seats is told something."""
        return any(seat in self.dropped or seat in self.news for seat in seats)
