"""Tallies as plain data, for a file, and back: numbers, texts, lists and objects, and nothing that could be run."""

from fractions import Fraction
from functools import cache
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from attrs import fields, has

_T = TypeVar("_T")


def as_data(value: Any) -> Any:
    """Converts to data for `json`. A fraction is a text, an object a list of its fields in their order."""
    if has(type(value)):
        return [as_data(getattr(value, name)) for name in _fields(value.__class__)]
    match value:
        case dict():
            return [[key, as_data(inner)] for key, inner in value.items()]
        case list():
            return [as_data(inner) for inner in value]
        case Fraction():
            return str(value)
        case int() | str():
            return value
    raise TypeError(f"{type(value).__name__} has no plain form")


def from_data(kind: type[_T], data: Any) -> _T:
    """Converts back what `as_data` gave. Raises ValueError for anything else."""
    try:
        return _read(kind, data)  # type: ignore[no-any-return]
    except (TypeError, KeyError, IndexError, ZeroDivisionError) as fault:
        raise ValueError(f"no {kind.__name__}: {fault}") from fault


def _read(kind: Any, data: Any) -> Any:
    if isinstance(kind, type) and has(kind):
        names = _fields(kind)
        if not isinstance(data, list) or len(data) != len(names):
            raise ValueError(f"no {kind.__name__}")
        return kind(**{name: _read(inner, one) for (name, inner), one in zip(names.items(), data, strict=True)})
    if get_origin(kind) is list:
        return [_read(get_args(kind)[0], one) for one in data]
    if get_origin(kind) is dict:
        key, inner = get_args(kind)
        return {_read(key, name): _read(inner, one) for name, one in data}
    if kind is Fraction and isinstance(data, str):
        return Fraction(data)
    if kind in (int, str) and type(data) is kind:
        return data
    raise ValueError(f"no {kind}")


@cache
def _fields(kind: Any) -> dict[str, Any]:
    """The fields with their types, in order."""
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}
