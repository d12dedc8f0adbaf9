"""What fits where, and what a type is called in a sentence."""

from __future__ import annotations

from dsl.ir.nodes import Kind, Type


def fits(actual: Type, expected: Type) -> bool:
    """Whether a value of one type may stand where the other is wanted.

    Something that may be none may stand for what may not: what happens then is for the rules to say.
    """
    if Kind.UNKNOWN in (actual.kind, expected.kind):
        return True
    if actual.kind is Kind.NOTHING:
        return not expected.many
    if actual.many != expected.many or actual.kind is not expected.kind:
        return False
    return not actual.name or not expected.name or actual.name == expected.name


def comparable(left: Type, right: Type) -> bool:
    return fits(left, right) or fits(right, left)


def words(type_: Type) -> str:
    """The type as a designer would say it: `a player`, `a list of cards`, `a Stance`."""
    if type_.many:
        return f"a list of {_noun(type_)}s" if type_.kind is not Kind.YES_NO else "a list of yes or no"
    noun = _noun(type_)
    if type_.kind in (Kind.YES_NO, Kind.NOTHING):
        return noun
    return f"{_article(noun)} {noun}"


def _noun(type_: Type) -> str:
    match type_.kind:
        case Kind.YES_NO:
            return "yes or no"
        case Kind.NOTHING:
            return "none"
        case Kind.VALUE:
            return type_.name
        case Kind.PIECE:
            return f"{type_.name} card" if type_.name else "card"
        case Kind.DIE:
            return "die"
        case Kind.UNKNOWN:
            return "thing"
        case _:
            return type_.kind.value


def _article(noun: str) -> str:
    return "an" if noun[0].lower() in "aeiou" else "a"
