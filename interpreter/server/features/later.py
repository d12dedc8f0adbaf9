"""An answer that takes its time: it is worked out in another thread, and others are given meanwhile."""

from collections.abc import Callable
from typing import Any

from attrs import frozen


def _nothing() -> None:
    """There is nothing to stop."""


@frozen
class Later:
    """`work` gives the answer, and touches nothing that changes; `cancel` stops it, from any thread.

    `then` takes the answer in the thread that owns the texts, and gives what the editor is told.
    """

    work: Callable[[], Any]
    cancel: Callable[[], None] = _nothing
    then: Callable[[Any], Any] = lambda answer: answer
