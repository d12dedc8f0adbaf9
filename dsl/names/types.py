"""Compares types, and names them in a sentence."""

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
    """Whether the two can ever be the same."""
    return fits(left, right) or fits(right, left)


def words(type_: Type) -> str:
    """The type as a designer would say it: `a player`, `a list of cards`, `a Stance`."""
    if type_.many:
        return f"a list of {nouns(type_)}"
    noun = _noun(type_)
    if type_.kind in (Kind.YES_NO, Kind.NOTHING):
        return noun
    return f"{article(noun)} {noun}"


def nouns(type_: Type) -> str:
    """Several of them: `players`, `Event cards`."""
    match type_.kind:
        case Kind.YES_NO | Kind.NOTHING:
            return _noun(type_)
        case Kind.DIE:
            return "dice"
        case Kind.VALUE:
            return f"{type_.name} values".lstrip()
        case _:
            return f"{_noun(type_)}s"


def _noun(type_: Type) -> str:
    match type_.kind:
        case Kind.YES_NO:
            return "yes or no"
        case Kind.NOTHING:
            return "none"
        case Kind.VALUE:
            return type_.name or "value"
        case Kind.PIECE:
            return f"{type_.name} card" if type_.name else "card"
        case Kind.DIE:
            return "die"
        case Kind.UNKNOWN:
            return "thing"
        case _:
            return type_.kind.value


def article(noun: str) -> str:
    """`a` or `an`, as it is said before that word."""
    return "an" if noun[:1].lower() in "aeiou" else "a"
