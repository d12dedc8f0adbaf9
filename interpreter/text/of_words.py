"""What is worked out once for the words of a game, and kept with them: for those at a table, or for all of its rules.

What depends on nobody's name is worked out without names, so that all tables with the same rules share it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

if TYPE_CHECKING:
    from interpreter.text.labels import Words

P = ParamSpec("P")
R = TypeVar("R")


def of_words(function: Callable[Concatenate[Words, P], R]) -> Callable[Concatenate[Words, P], R]:
    """The function, which says the same of the same words each time, and so works it out only once."""
    return _once(function, lambda words: words)


def of_rules(function: Callable[Concatenate[Words, P], R]) -> Callable[Concatenate[Words, P], R]:
    """The function, which says the same at every table with the same rules, whoever sits there."""
    return _once(function, lambda words: words.nameless)


def _once(
    function: Callable[Concatenate[Words, P], R], those: Callable[[Words], Words]
) -> Callable[Concatenate[Words, P], R]:
    name = f"{function.__module__}.{function.__qualname__}"

    @wraps(function)
    def found(words: Words, /, *more: P.args, **named: P.kwargs) -> R:
        assert not named, "it is given in order"
        kept: dict[Any, R] | None = words.__dict__.get(name)
        if kept is None:
            kept = words.__dict__[name] = those(words).__dict__.setdefault(name, {})
        if more not in kept:
            kept[more] = function(those(words), *more, **named)
        return kept[more]

    return found


def property_of_rules(function: Callable[[Words], R]) -> cached_property[R]:
    """A property of words that is the same at every table with the same rules, whoever sits there."""

    @wraps(function)
    def found(words: Words) -> R:
        known: R = function(words) if words.nameless is words else getattr(words.nameless, function.__name__)
        return known

    return cached_property(found)
