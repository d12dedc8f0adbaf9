"""What becomes of a job, as values that go from the process that does it to the server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import asdict, frozen


@frozen
class Failure:
    """A claim that is false: the characters from `start` to `end` of a file, and the sentences about it."""

    path: str
    start: int
    end: int
    message: str


@frozen
class Played:
    """What became of a scenario; `failures` are empty if it has passed, and `path` is the file that it stands in."""

    title: str
    path: str
    failures: tuple[Failure, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether everything that it claims is true."""
        return not self.failures


@frozen
class Shown:
    """A text to be read, of that language, under that title."""

    title: str
    text: str
    language: str = "plaintext"


@frozen
class Result:
    """`sentence` says how it went, in any case; `played` are the scenarios that were; `shown` is there to be read."""

    sentence: str
    went_well: bool = True
    played: tuple[Played, ...] = ()
    shown: Shown | None = None

    def plain(self) -> dict[str, Any]:
        """The result as plain data, for `json.dumps`."""
        return asdict(self)


def result_of(data: Mapping[str, Any]) -> Result:
    """The result that has become this plain data."""
    played = (
        Played(one["title"], one["path"], tuple(Failure(**failure) for failure in one["failures"]))
        for one in data["played"]
    )
    shown = Shown(**data["shown"]) if data["shown"] else None
    return Result(data["sentence"], data["went_well"], tuple(played), shown)
