"""Makes frozen classes as attrs does, that are quick to import: they share their methods."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from operator import attrgetter
from types import CellType, CodeType, FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeVar

import attrs

__all__ = ["changed", "frozen"]

T = TypeVar("T")

# Hundreds of classes are made whenever a command begins. Code for each of them, as attrs has it compiled, takes half of
# that time; so their methods are shared, and a constructor is one for all of its shape with other names in it. What a
# class says of its fields stands elsewhere from Python 3.14 on.
if TYPE_CHECKING or sys.version_info >= (3, 14):
    from attrs import frozen
else:

    def frozen(
        kind: type[Any] | None = None, *, eq: bool = True, slots: bool = True, kw_only: bool = False, **settings: Any
    ) -> Any:
        """As `attrs.frozen`, and made by it where there is more to a class than fields and methods.

        What is worked out once (`cached_property`) is kept beside the fields, where it is found as soon as they are.
        """
        if kind is None:
            return lambda later: frozen(later, eq=eq, slots=slots, kw_only=kw_only, **settings)
        fields = None if settings else _fields(kind, kw_only)
        if fields is None:
            return attrs.frozen(kind, eq=eq, slots=slots, kw_only=kw_only, **settings)
        return _made(kind, fields, eq, slots)


def changed(one: T, **fields: Any) -> T:
    """The same frozen value with other values in these fields: as `attrs.evolve` makes it, several times as fast."""
    kind = one.__class__
    read, setters = _ALL_FIELDS[kind]
    made = object.__new__(kind)
    for put, value in zip(setters, read(one), strict=True):
        put(made, value)
    for name, value in fields.items():
        getattr(kind, name).__set__(made, value)
    return made


class _Field(NamedTuple):
    """What is said of a field: `given` is the default, a factory or nothing."""

    name: str
    type: Any
    given: Any
    eq: bool
    repr: bool
    kw_only: bool
    metadata: Mapping[Any, Any]

    def as_attribute(self) -> Any:
        """The same as attrs tells it."""
        return attrs.Attribute(  # type: ignore[call-arg]
            name=self.name, default=self.given, validator=None, repr=self.repr, cmp=None, hash=None, init=True,
            inherited=False, metadata=self.metadata, type=self.type, kw_only=self.kw_only, eq=self.eq,
            alias=self.name.lstrip("_"),
        )  # fmt: skip


def _fields(kind: type[Any], kw_only: bool) -> tuple[_Field, ...] | None:
    """All fields of a class that is about to be made, those of its bases first; None if attrs has to make it."""
    inherited: dict[str, _Field] = {}
    for base in reversed(kind.__mro__[1:-1]):
        if "__fields__" in vars(base):
            inherited |= {field.name: field for field in vars(base)["__fields__"]}
        elif vars(base).get("__attrs_attrs__") or issubclass(base, BaseException):
            return None
    if not all(map(_is_plain, vars(kind).values())) or "__attrs_post_init__" in vars(kind):
        return None
    own: dict[str, _Field] = {}
    for name, type_ in vars(kind).get("__annotations__", {}).items():
        if not str(type_).startswith(("ClassVar", "typing.ClassVar")):
            field = _field(name, type_, vars(kind).get(name, attrs.NOTHING), kw_only)
            if field is None:
                return None
            own[name] = field
    return (*(field for name, field in inherited.items() if name not in own), *own.values())


def _is_plain(value: object) -> bool:
    """Whether a part of a class is the same in a class with slots: there is no use of `super()`."""
    inner = next(filter(None, (getattr(value, name, None) for name in ("fget", "func", "__func__"))), value)
    return "__class__" not in getattr(getattr(inner, "__code__", None), "co_freevars", ())


def _field(name: str, type_: Any, given: Any, kw_only: bool) -> _Field | None:
    if not isinstance(given, _SAID):
        return _Field(name, type_, given, True, True, kw_only, {})
    has_more = given.converter or given._validator or not given.init or given.alias or given.on_setattr
    if has_more or getattr(given._default, "takes_self", False):
        return None
    return _Field(
        name, type_, given._default, given.eq is not False, given.repr is not False, kw_only or bool(given.kw_only),
        given.metadata,
    )  # fmt: skip


_SAID: type[Any] = type(attrs.field())


def _made(kind: type[Any], fields: tuple[_Field, ...], eq: bool, slots: bool) -> type[Any]:
    names = [field.name for field in fields]
    body = {name: value for name, value in vars(kind).items() if name not in (*names, "__dict__", "__weakref__")}
    known = {slot for base in kind.__mro__[1:-1] for slot in (*vars(base).get("__slots__", ()), *_room(base))}
    keeps = not slots or any(isinstance(value, cached_property) for value in vars(kind).values())
    more = ("__weakref__", "__dict__") if keeps else ("__weakref__",)
    body |= {
        "__slots__": tuple(name for name in (*names, *more) if name not in known), "__fields__": fields,
        "__match_args__": tuple(field.name for field in fields if not field.kw_only), "__attrs_attrs__": _Attributes(),
        "__setattr__": _unchanged, "__delattr__": _unchanged, "__getstate__": _state, "__setstate__": _restore,
    }  # fmt: skip
    if eq:
        body |= {"__eq__": _equal, "__hash__": _hash}
    if "__repr__" not in body:
        body["__repr__"] = _repr
    kind_of: Any = type(kind)
    made: Any = kind_of(kind.__name__, kind.__bases__, body)
    if "__init__" not in body:
        made.__init__ = _constructor(made, fields)
    kept: type[Any] = made
    return kept


def _room(base: type[Any]) -> set[str]:
    """What there is room for in a class without slots."""
    return {"__weakref__", "__dict__"}.intersection(vars(base))


class _Attributes:
    """Tells attrs of the fields of a class, once it asks."""

    def __get__(self, instance: object, kind: type[Any]) -> tuple[Any, ...]:
        owner: Any = next(each for each in kind.__mro__ if "__attrs_attrs__" in vars(each))
        told = _as_attrs_tells(field.as_attribute() for field in owner.__fields__)
        if owner is kind:
            kind.__attrs_attrs__ = told
        return told


class _as_attrs_tells(tuple[Any, ...]):
    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        return next((each for each in self if each.name == name), None) or object.__getattribute__(self, name)


def _unchanged(self: object, name: str, value: object = None) -> NoReturn:
    raise attrs.exceptions.FrozenInstanceError


def _constructor(kind: type[Any], fields: Sequence[_Field]) -> FunctionType:
    """The constructor of its shape, with the names, the defaults and the slots of this class."""
    placed = [field for field in fields if not field.kw_only]
    named = [field for field in fields if field.kw_only]
    order = (*placed, *named)
    code = _shape(len(placed), len(named)).replace(
        co_varnames=("self", *(field.name.lstrip("_") for field in order)), co_qualname=f"{kind.__qualname__}.__init__"
    )
    closure = tuple(CellType(_setter(kind, field)) for field in order)
    init = FunctionType(code, {}, "__init__", tuple(map(_default, (f for f in placed if f.given is not attrs.NOTHING))),
                        closure)  # fmt: skip
    init.__kwdefaults__ = {f.name.lstrip("_"): _default(f) for f in named if f.given is not attrs.NOTHING}
    init.__module__ = kind.__module__
    return init


@cache
def _shape(placed: int, named: int) -> CodeType:
    """The code of a constructor of so many fields: each is put in its slot by a function of its own."""
    values = [f"f{k}" for k in range(placed + named)]
    parameters = ["self", *values[:placed], *(["*"] if named else []), *values[placed:]]
    setters = [f"s{k:03}" for k in range(placed + named)]  # in this order they stand in the closure
    lines = [f"        {put}(self, {value})" for put, value in zip(setters, values, strict=True)] or ["        pass"]
    text = "\n".join((f"def make({', '.join(setters)}):", f"    def __init__({', '.join(parameters)}):", *lines,
                      "    return __init__"))  # fmt: skip
    known: dict[str, Any] = {}
    exec(text, known)
    init: FunctionType = known["make"](*setters)
    return init.__code__


def _setter(kind: type[Any], field: _Field) -> Callable[[Any, Any], None]:
    put: Callable[[Any, Any], None] = getattr(kind, field.name).__set__
    if not isinstance(field.given, _FACTORY):
        return put
    make = field.given.factory
    return lambda self, value: put(self, make() if value is _TO_BE_MADE else value)


def _default(field: _Field) -> Any:
    return _TO_BE_MADE if isinstance(field.given, _FACTORY) else field.given


_FACTORY: type[Any] = type(attrs.Factory(list))
_TO_BE_MADE = object()


def _equal(one: Any, other: object) -> Any:
    if other.__class__ is not one.__class__:
        return NotImplemented
    read = _READERS.get(one.__class__) or _reader(one.__class__)
    return read(one) == read(other)


def _hash(one: Any) -> int:
    return hash((_READERS.get(one.__class__) or _reader(one.__class__))(one))


def _repr(one: Any) -> str:
    shown = (each.name for each in attrs.fields(one.__class__) if each.repr)
    name = one.__class__.__qualname__.rpartition(">.")[2]
    return f"{name}({', '.join(f'{field}={getattr(one, field)!r}' for field in shown)})"


def _state(one: Any) -> tuple[Any, ...]:
    """What is kept of it in the cache: the values of its fields, in order."""
    read, _ = _ALL_FIELDS[one.__class__]
    return read(one)


def _restore(one: Any, state: tuple[Any, ...]) -> None:
    for put, value in zip(_ALL_FIELDS[one.__class__][1], state, strict=True):
        put(one, value)


class _AllFields(dict[type[Any], tuple[Callable[[Any], tuple[Any, ...]], Sequence[Callable[[Any, Any], None]]]]):
    """What reads all fields of a kind at once, and what sets each."""

    def __missing__(self, kind: type[Any]) -> Any:
        names = [each.name for each in getattr(kind, "__fields__", None) or attrs.fields(kind)]
        read = attrgetter(*names) if len(names) > 1 else lambda one: tuple(getattr(one, name) for name in names)
        made = self[kind] = read, [getattr(kind, name).__set__ for name in names]
        return made


_ALL_FIELDS = _AllFields()
_READERS: dict[type[Any], Callable[[Any], Any]] = {}


def _reader(kind: type[Any]) -> Callable[[Any], Any]:
    """Reads the fields that make two nodes of a kind equal."""
    names = [each.name for each in getattr(kind, "__fields__", None) or attrs.fields(kind) if each.eq]
    read: Callable[[Any], Any] = attrgetter(*names) if names else lambda _: kind
    return _READERS.setdefault(kind, read)
