"""Room on Python's stack for all that is called, in one piece.

Python takes its stack from the operating system 16 KB at a time, and gives a piece back as soon as the calls in it are
over. Where a piece ends in the middle of what is called again and again, each of these calls takes one anew, and is up
to a hundred times as slow: by nothing but how deep it happens to be called.
"""

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

#: More cells than a piece of 1 MB holds, so that Python takes one of 2 MB; what is called has the rest of it.
_CELLS = 140_000


def with_room(work: Callable[[], T]) -> T:
    """Does the work, in which it makes no difference how deep a call is."""
    return work()


with_room.__code__ = with_room.__code__.replace(co_stacksize=_CELLS)
