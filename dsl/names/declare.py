"""Puts names into a scope, each once."""

from dsl.diagnostic import Diagnostic, Label, error
from dsl.names.built_ins import CONSTANT_NAMES
from dsl.names.symbols import (
    DieSymbol,
    ParameterSymbol,
    Scope,
    Symbol,
    VariableSymbol,
    ZoneSymbol,
    declared_at,
    what,
)
from dsl.source import Span
from dsl.syntax import nodes as n

#: Words with a meaning of their own in every rule set; nothing else can be called so.
TAKEN = frozenset(
    [
        "player",
        "players",
        "card",
        "cards",
        "piece",
        "pieces",
        "token",
        "tokens",
        "die",
        "dice",
        "controller",
        *CONSTANT_NAMES,
    ]
)


def add(scope: Scope, name: n.Name, symbol: Symbol) -> None:
    """A name with what it stands for, unless it stands for something already."""
    if name.text in TAKEN and not (name.text == "die" and isinstance(symbol, DieSymbol)):
        scope.diagnostics.append(name_taken(name))
        return
    if (other := scope.names.get(name.text)) is not None:
        message = f"`{name.text}` is already {what(other)}"
        scope.diagnostics.append(said_twice(scope, name, declared_at(other), message))
        if not _alike(symbol, other):
            scope.twice.add(name.text)
        return
    scope.declare(name.text, symbol)


def _alike(one: Symbol, other: Symbol) -> bool:
    """Whether what can be said of either can be said of the other, so that it makes no difference which is meant."""
    match one, other:
        case VariableSymbol(dimensions=where, type=type_), VariableSymbol():
            return (where, type_) == (other.dimensions, other.type)
        case ZoneSymbol(dimensions=where, shape=shape), ZoneSymbol():
            return (where, shape) == (other.dimensions, other.shape)
        case ParameterSymbol(type=type_), ParameterSymbol():
            return type_ == other.type
        case _:
            return False


def name_taken(name: n.Name) -> Diagnostic:
    """A word that stands for something in every game."""
    return error(
        "name-taken", f"`{name.text}` has a meaning in every game", name.span,
        label="cannot be declared", help=("choose another name, such as `my_" + name.text + "`",),
    )  # fmt: skip


def said_twice(scope: Scope, name: n.Name, first: Span, message: str) -> Diagnostic:
    """One name for two things; if one of them is a library's, it is the other that has to give way."""
    ours, theirs = (first, name.span) if name.span.source in scope.libraries else (name.span, first)
    if theirs.source in scope.libraries and ours.source not in scope.libraries:
        scope.in_a_library.add(name.text)
        return _in_a_library(name.text, scope.libraries[theirs.source], ours, theirs)
    return error(
        "name-twice", message, name.span, label="declared again here", labels=(Label(first, "first declared here"),),
        help=("one name, one thing: give one of the two another name, or take one away",),
    )  # fmt: skip


def _in_a_library(name: str, library: n.Library, ours: Span, theirs: Span) -> Diagnostic:
    """A name of the game that the library needs, which the designer need not know."""
    line = theirs.source.line_text(theirs.line)
    left = f"the library leaves it to the game: say what it is by a line such as `{line}`"
    return error(
        "name-of-a-library", f"the library `{library.name.text}` has something called `{name}` already", ours,
        label="give this another name", labels=(Label(theirs, "the library declares it here"),),
        help=(f"the game uses the library: `use {library.name.text}`", *[left] * (n.Name(name) in library.own)),
    )  # fmt: skip
