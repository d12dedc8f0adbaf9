"""Resolves the words for types, and guesses what a misspelt one was meant to be."""

from collections.abc import Iterable

from dsl.ir.nodes import NUMBER, PLAYER, TEXT, YES_NO, Kind, Type
from dsl.names.symbols import CardTypeSymbol, DieSymbol, Scope, singular
from dsl.names.unknown import unknown
from dsl.nearest import nearest
from dsl.syntax import nodes as n

_SIMPLE_TYPES = {
    "number": NUMBER, "yes_no": YES_NO, "text": TEXT, "player": PLAYER, "card": Type(Kind.PIECE),
    "piece": Type(Kind.PIECE), "die": Type(Kind.DIE), "zone": Type(Kind.ZONE), "counter": Type(Kind.COUNTER),
}  # fmt: skip


def type_of(scope: Scope, name: n.TypeName) -> Type:
    """The type that a word names: `player`, `players`, `Stance`, `Resource or none`."""
    found = named_type(scope, name.name.text)
    if found is None and (one := named_type(scope, singular(name.name.text))):
        found = one.list()
    if found is None:
        candidates = {*_SIMPLE_TYPES, *scope.enums, *scope.names_of(CardTypeSymbol)}
        report_unknown(scope, name.name, "there is no type called", candidates, "unknown-type", "the types are")
        scope.missing_cards = True
        meant = probably(name.name, candidates)
        return type_of(scope, n.TypeName(meant, name.or_none, span=name.span)) if meant else Type(Kind.UNKNOWN)
    return found.or_none() if name.or_none else found


def named_type(scope: Scope, text: str) -> Type | None:
    """The type of that name, of the language or declared."""
    return _SIMPLE_TYPES.get(text) or declared_type(scope, text)


def declared_type(scope: Scope, text: str) -> Type | None:
    """The type that a rule set declares under that name: of values, of pieces or of dice."""
    if text in scope.enums:
        return Type(Kind.VALUE, text)
    match scope.names.get(text):
        case CardTypeSymbol():
            return Type(Kind.PIECE, text)
        case DieSymbol():
            return Type(Kind.DIE, text)
        case _:
            return None


def report_unknown(scope: Scope, name: n.Name, message: str, candidates: Iterable[str], rule: str, listed: str) -> None:
    """A report on the first of a name that nothing declares."""
    if scope.unknowns.is_new(name):
        found = unknown(name, f"{message} `{name.text}`", candidates, rule=rule, listed=listed)
        scope.diagnostics.append(found)


def probably(name: n.Name, candidates: Iterable[str]) -> n.Name | None:
    """What a misspelt name was probably meant to be: so it is read, so that its uses are not reported too."""
    near = nearest(name.text, sorted(candidates))
    return n.Name(near[0], span=name.span) if near else None
