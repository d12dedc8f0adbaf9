"""What is worked out once for the words of a game at a table, and kept with them, however many tables there are."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from interpreter.text.labels import Words

P = ParamSpec("P")
R = TypeVar("R")


def of_words(function: Callable[Concatenate[Words, P], R]) -> Callable[Concatenate[Words, P], R]:
    """The function, which says the same of the same words each time, and so works it out only once."""
    name = f"{function.__module__}.{function.__qualname__}"

    @wraps(function)
    def found(words: Words, /, *more: P.args, **named: P.kwargs) -> R:
        assert not named, "it is given in order"
        kept: dict[Any, R] | None = words.__dict__.get(name)
        if kept is None:
            kept = words.__dict__[name] = {}
        if more not in kept:
            kept[more] = function(words, *more, **named)
        return kept[more]

    return found
