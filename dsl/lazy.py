"""Exports names of a package lazily: each is imported from its module when somebody asks for it (PEP 562)."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def exports(
    package: str, names: Mapping[str, tuple[str, ...]]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Makes `__getattr__` and `__dir__` of a package that has an `__all__`. `names`: what each module gives to it."""
    homes = {name: module for module, exported in names.items() for name in exported}

    def get(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        from importlib import import_module  # not needed for `bylaws --help`

        found: object = getattr(import_module(homes[name]), name)
        setattr(sys.modules[package], name, found)
        return found

    return get, lambda: sorted(sys.modules[package].__all__)
