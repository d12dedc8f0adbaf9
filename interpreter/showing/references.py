"""Which players, cards and spaces a line of the log names, and where: found in its words, which tell no more."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from interpreter.showing.part import Part
from interpreter.text.labels import Words
from interpreter.text.log.journal import LogLine
from interpreter.text.of_words import of_words


@lru_cache(maxsize=4096)
def line_told(words: Words, line: LogLine) -> Part:
    """A line of the log with the names in it: the same object for all who are told the same, so do not change it."""
    return Part(level=line.level, text=line.text, about=references(words, line.text))


def references(words: Words, text: str) -> list[dict[str, Any]]:
    """Every name in a text: from which letter on, how long, of what kind, and which it is."""
    pattern, meant = _names(words)
    return [
        {"at": found.start(), "length": len(found[0]), **meant[found[0]]} for found in pattern.finditer(text)
    ]  # fmt: skip


@of_words
def _names(words: Words) -> tuple[re.Pattern[str], Mapping[str, dict[str, str]]]:
    meant: dict[str, dict[str, str]] = {}
    for enum in words.program.game.enumerations:
        for place, title in enumerate(words.values(enum.name) if enum.board else ()):
            meant[title] = {"kind": "space", "id": f"{enum.name}.{place}"}
    for kind in words.program.layout.kinds:
        meant[kind.title] = {"kind": "card", "id": kind.title}
    for seat, name in enumerate(words.names):
        meant[name] = {"kind": "seat", "id": str(seat)}
    meant.pop("", None)
    either = "|".join(map(re.escape, sorted(meant, key=len, reverse=True)))
    return re.compile(rf"(?<!\w)(?:{either})(?!\w)" if either else "$^"), meant
