"""Breaks lines that are too long, where a rule may go on in the next line."""

import re
from collections.abc import Iterator

#: How long a line may be, if there is a way to break it.
WIDTH = 115

#: How much has to stand in brackets for a line to be broken there.
LONG_BRACKETS = 60

# Where a line may go on, outside of quotes: before how it is asked, behind commas, before `and` and `or` (and the `if`
# of an option), in long brackets, and before the signs of a sum.
_MARK = re.compile(r'[()\[\]]|"[^"]*"| (?=(?:asking|passing) ")|, (?:changed by )?| (?=(?:and|or|if|[-+]) )')

_OPENING, _CLOSING = ("(", "["), (")", "]")
_ASKING, _PASSING, _COMMA, _JOINED, _IN_BRACKETS, _SUM = range(6)

#: In scenarios, `and` begins a line of its own.
_LISTED_WITH_AND = ("given ", "when ", "then ", "and ")


def broken(text: str, indent: str) -> list[str]:
    """A line in as many as it needs; it goes on further in, and further still if a block stands under it."""
    if len(indent) + len(text) <= WIDTH or text[0] in "#>":
        return [indent + text if text else ""]
    further = indent + "    " * (2 if text.endswith(":") else 1)
    lines: list[str] = []
    for part in _split(text, (_ASKING,)):
        lines += _filled(part, further if lines else indent, further)
    return lines


def _filled(text: str, indent: str, further: str) -> list[str]:
    """Part of a line, broken at the better places as long as these suffice."""
    lines = [indent + text]
    for best in range(_PASSING, _SUM + 1):
        if max(map(len, lines)) > WIDTH:
            lines = _packed(list(_split(text, tuple(range(_PASSING, best + 1)))), indent, further)
    return lines


def _packed(parts: list[str], indent: str, further: str) -> list[str]:
    """The parts, as many on a line as there is room for."""
    lines = [indent + parts[0]]
    for part in parts[1:]:
        if len(lines[-1]) + 1 + len(part) > WIDTH:
            lines.append(further + part)
        else:
            lines[-1] += f" {part}"
    return lines


def _split(text: str, allowed: tuple[int, ...]) -> Iterator[str]:
    """The text in parts, without the spaces between them."""
    start = 0
    for place, kind in _places(text):
        if kind in allowed:
            yield text[start:place].rstrip()
            start = place
            while text[start] == " ":
                start += 1
    yield text[start:]


def _places(text: str) -> Iterator[tuple[int, int]]:
    """Where the text may be broken, and how well."""
    length = _bracket_lengths(text)
    opened: list[int] = []
    joined = (" or ",) if text.startswith(_LISTED_WITH_AND) else (" and ", " or ")
    if text.startswith("option "):
        joined = (" if ",)
    for found in _MARK.finditer(text):
        sign, start = found.group(), found.start()
        if sign in _OPENING:
            opened.append(start)
        elif sign in _CLOSING:
            opened.pop()
        elif sign == ", changed by " or text.startswith(" asking", start):
            yield start + 1, _ASKING
        elif text.startswith(" passing", start):
            yield start + 1, _PASSING
        elif opened and length[opened[-1]] > LONG_BRACKETS:
            yield found.end(), _IN_BRACKETS
        elif sign == ", " and not opened:
            yield found.end(), _COMMA
        elif not opened and text.startswith(joined, start):
            yield found.end(), _JOINED
        elif not opened and text.startswith((" + ", " - "), start):
            yield found.end(), _SUM


def _bracket_lengths(text: str) -> dict[int, int]:
    """How much stands in each pair of brackets, by where it opens."""
    opened: list[int] = []
    lengths: dict[int, int] = {}
    for found in _MARK.finditer(text):
        if found.group() in _OPENING:
            opened.append(found.start())
        elif found.group() in _CLOSING:
            start = opened.pop()
            lengths[start] = found.start() - start
    return lengths
