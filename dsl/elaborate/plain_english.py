"""What lines of scenarios are called in plain English, where that reads as another sentence, and how they are said."""

import re
from collections.abc import Collection

from dsl.names.symbols import Scope, ZoneSymbol

#: A line, and what is said instead. What stands in `free` must be no name of the game, in `zone` that of a zone.
_SAID: tuple[tuple[str, str], ...] = (
    (r"it is (not )?(\w+)'s turn", r"active_player is \1\2"),
    (r"(\w+)'s (?P<free>turn)", r"active_player is \1"),
    (r"(\w+) is (not )?(?:the )?(?P<free>active)(?: player)?", r"active_player is \2\1"),
    (r"(?:it is )?(?:the )?round (?:number )?is (not )?(\w+)", r"round_number is \1\2"),
    (r"(\w+) is (?:the )?(?P<free>winner)", r"\1 wins"),
    (r"(?:the )?(?P<free>winner) is (\w+)", r"\2 wins"),
    (r"(?:no one|noone) wins", "nobody wins"),
    (r"nobody is (?!asked|offered|told)(\w+)", r"\1 of players is no"),
    (r"(\w+) is offered nothing", r"\1 is not asked"),
    (r"(?:the )?((?:\w+'s )?(?P<zone>\w+)(?: of \w+)?) is (\"[^\"]*\")", r"\1 holds only \3"),
    (r"(?:the )?(?P<free>deck) is (not )?empty", r"DECK is \2empty"),
)
#: The same of claims alone.
_CLAIMED = (
    (r"(?P<zone>\w+) has ([0-9]+) (\w+)", r"number of \3 in \1 is \2"),
    (r"(?P<zone>\w+) has no \w+", r"\1 is empty"),
)


def said_otherwise(line: str, scope: Scope, decks: Collection[str], *, claimed: bool) -> str | None:
    """How a line is said here, if it is one of these. `decks`: the zones in which decks lie at the beginning."""
    for pattern, plain in (*_SAID, *(_CLAIMED if claimed else ())):
        found = re.fullmatch(pattern, line)
        if found is None:
            continue
        names = found.groupdict()
        is_zone = isinstance(scope.names.get(names.get("zone", "")), ZoneSymbol)
        if names.get("free", "") in scope.names or ("zone" in names and not is_zone):
            continue
        instead = re.sub(" +", " ", found.expand(plain))
        if "DECK" not in instead:
            return instead
        if len(decks) == 1:
            return instead.replace("DECK", next(iter(decks)))
    return None
