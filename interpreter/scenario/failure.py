"""What a scenario wanted and did not get."""

from typing import NoReturn

from dsl.frozen import frozen
from dsl.source import Span


@frozen
class Failure:
    """What was wanted and what was there instead, at a line of the scenario; `notes` on what may explain it."""

    span: Span
    expected: str
    got: str
    notes: tuple[str, ...] = ()


class Wrong(Exception):
    """Ends a scenario that fails."""

    def __init__(self, failure: Failure) -> None:
        self.failure = failure


def wrong(span: Span, expected: str, got: str, *notes: str) -> NoReturn:
    """Ends the scenario here."""
    raise Wrong(Failure(span, expected, got, notes))
