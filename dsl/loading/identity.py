"""Hashes what the rules say, to see whether a saved game was played under the same ones."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from attrs import has

from dsl.loading.loaded import Loaded
from dsl.syntax import nodes as n
from dsl.walk import schema

#: What explains rules and is none, and what only says where they stand.
_NOT_RULES = (n.RuleText, n.BadLine, n.Ruling, n.Use, n.Library, n.Scenario, n.Variant)

#: How a rule was typed, not what it says.
_TYPING = {"inline", "spelling", "otherwise_texts"}


def rules_hash(loaded: Loaded) -> str:
    """64 hexadecimal digits, the same for the same merged rules with the same values of parameters.

    Comments, rule text and the division into files do not count; the order of the rules does.
    """
    return meaning_of(loaded.items)


def meaning_of(tree: Any) -> str:
    """The same for any part of the rules."""
    digest = sha256()
    for part in _parts(tree):
        digest.update(part.encode("utf-8", "surrogatepass"))
        digest.update(b"\0")
    return digest.hexdigest()


def _parts(tree: Any) -> Iterator[str]:
    """The tree in words, without ambiguity: what opens is closed."""
    if isinstance(tree, tuple):
        yield "("
        for item in tree:
            if not isinstance(item, _NOT_RULES):
                yield from _parts(item)
        yield ")"
    elif has(kind := type(tree)):
        yield f"{kind.__name__}("
        for name in schema(kind).said:
            if name not in _TYPING:
                yield from _parts(getattr(tree, name))
        yield ")"
    else:
        yield repr(tree)
