"""What is called costs the same at every depth."""

from functools import partial
from time import process_time

from interpreter.runtime.stack_room import with_room


def seconds_at(depth: int) -> float:
    """What many calls take, so deep."""
    if depth:
        return seconds_at(depth - 1)
    began = process_time()
    for k in range(5_000):
        _called(k)
    return process_time() - began


def _called(k: int) -> int:
    return _called_by(k, 1) + _called_by(k, 2)


def _called_by(k: int, more: int) -> int:
    return k + more


def test_no_depth_is_slow() -> None:
    """Without room, one of some 150 depths takes from five to a hundred times as long, by what the system is."""
    found = sorted(min(with_room(partial(seconds_at, depth)) for _ in range(3)) for depth in range(200))
    assert found[-1] < 4 * found[100]
