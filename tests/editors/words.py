"""What an editor can tell of a word that knows the words before it alone, asked of the parse tables."""

from collections.abc import Mapping
from functools import cache

from dsl.listing import grouped
from dsl.syntax.reading.tables import ParseTables
from dsl.syntax.reading.vocabulary import vocabulary

#: Terminals of several words.
_PHRASES = ("FROM_THE_GAME", "_FORWARD_BY", "_BACK_BY")


@cache
def keywords() -> tuple[str, ...]:
    """All words that the grammar spells out."""
    tables = vocabulary().tables
    in_phrases = [
        word for name in _PHRASES for word in tables.patterns[name].replace("\\b", "").replace("[ \\t]+", " ").split()
    ]
    return tuple(sorted({word for word in [*tables.literals, *in_phrases] if word.isalpha()}))


def pattern(name: str) -> str:
    """The regular expression of a terminal."""
    return vocabulary().tables.patterns[name]


@cache
def keywords_behind() -> Mapping[tuple[str, ...], tuple[str, ...]]:
    """The words of the language that are no names behind each word or sign behind which a name can stand."""
    tables = vocabulary().tables
    signs = {**tables.literals, ",": tables.numbers["_COMMA"]}
    found = ((_possible(tables, number), before) for before, number in signs.items())
    groups = grouped((possible, before) for possible, before in found if possible is not None)
    return {possible: tuple(sorted(befores)) for possible, befores in sorted(groups.items())}


def _possible(tables: ParseTables, before: int) -> tuple[str, ...] | None:
    """The words that can go on behind a terminal; None if no name can."""
    states = {row[before] for row in tables.actions if row.get(before, -1) >= 0}
    possible = {kind for state in states for kind in tables.actions[state]}
    if tables.numbers["NAME"] not in possible:
        return None
    phrases = {pattern(name).split("[")[0] for name in _PHRASES if tables.numbers[name] in possible}
    return tuple(word for word in keywords() if tables.literals.get(word) in possible or word in phrases)
