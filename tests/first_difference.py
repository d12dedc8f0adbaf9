"""Says of two long things that should be the same where they first differ: to compare all of them takes minutes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any

from _pytest.assertion import util
from attrs import fields, has

#: What has more letters, written out, is long; so many of a part are shown.
LONG = 20_000
SHOWN = 300
_NOTHING = object()


def install() -> None:
    """Has pytest say it of what is long; of anything else pytest says what it always says."""
    usual: Any = util.assertrepr_compare

    def compared(**given: Any) -> Iterable[str] | None:
        left, right = given["left"], given["right"]
        if given["op"] != "==" or len(repr(left)) + len(repr(right)) < LONG:
            found: Iterable[str] | None = usual(**given)
            return found
        return [f"two long things differ{first_difference(left, right)}"]

    util.assertrepr_compare = compared  # type: ignore[assignment]


def first_difference(left: Any, right: Any) -> str:
    """The way to the first part that differs, and both of it."""
    for step, one, other in _parts(left, right) if type(left) is type(right) else ():
        if one is _NOTHING or other is _NOTHING or one != other:
            return step + first_difference(one, other)
    return f": {_shown(left)}, not {_shown(right)}"


def _parts(left: Any, right: Any) -> Iterator[tuple[str, Any, Any]]:
    """The parts of two things of the same kind, with how each is reached."""
    if isinstance(left, str):
        lines = left.splitlines(), right.splitlines()
        if len(lines[0]) > 1 or len(lines[1]) > 1:
            yield from _side_by_side(*lines, " in line {}", 1)
    elif isinstance(left, list | tuple):
        yield from _side_by_side(left, right, "[{}]", 0)
    elif isinstance(left, dict):
        yield from ((f"[{key!r}]", left.get(key, _NOTHING), right.get(key, _NOTHING)) for key in {**left, **right})
    elif has(type(left)):
        names = (field.name for field in fields(type(left)) if field.eq)
        yield from ((f".{name}", getattr(left, name), getattr(right, name)) for name in names)


def _side_by_side(left: Any, right: Any, step: str, first: int) -> Iterator[tuple[str, Any, Any]]:
    pairs = enumerate(zip_longest(left, right, fillvalue=_NOTHING), first)
    return ((step.format(place), one, other) for place, (one, other) in pairs)


def _shown(value: Any) -> str:
    written = "nothing" if value is _NOTHING else repr(value)
    return written if len(written) <= SHOWN else f"{written[:SHOWN]}..."
