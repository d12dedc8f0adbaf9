"""Lines to begin with, in which an editor lets one fill in names, numbers and titles one after another."""

import re

from dsl.editing.colours import Colour, colours


def snippet(line: str) -> str:
    """A line in which names, numbers and titles can be written over one after another, alike ones together."""
    places: dict[str, int] = {}
    pieces, at = [], 0
    for one in colours(line):
        text = line[one.start : one.end]
        quotes = int(one.colour is Colour.TITLE)
        pieces.append(_literal(line[at : one.start + quotes]))
        inner = text[quotes : len(text) - quotes]
        if one.colour in (Colour.NAME, Colour.NUMBER, Colour.TITLE, Colour.CLAUSE):
            pieces.append(f"${{{places.setdefault(inner, len(places) + 1)}:{_literal(inner)}}}")
        else:
            pieces.append(_literal(inner))
        at = one.end - quotes
    return "".join([*pieces, _literal(line[at:])])


def _literal(text: str) -> str:
    return re.sub(r"([$}\\])", r"\\\1", text)
