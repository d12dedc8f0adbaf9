"""The colour of each word of a text."""

from collections.abc import Callable
from functools import cache
from typing import Any

from dsl.editing.colours import Colour, colours
from dsl.editing.meant import canonical, declarations
from dsl.editing.surroundings import Surroundings
from interpreter.server.features.desk import Desk, Params

#: What a name is coloured as by what it is called; a value of an enum as one, and any other as a variable.
_NAMES = {
    "a procedure": "function", "a definition": "function", "an action": "method", "a reaction": "method",
    "a kind of card": "class", "a kind of token": "class", "a kind of die": "class",
    "an enum": "enum", "a set of spaces": "enum", "a parameter": "parameter",
    "a step": "namespace", "a phase": "namespace", "a round": "namespace",
}
_COLOURS = {
    Colour.KEYWORD: "keyword", Colour.NAME: "variable", Colour.NUMBER: "number", Colour.TITLE: "string",
    Colour.SIGN: "operator", Colour.RULE: "string", Colour.CLAUSE: "decorator", Colour.COMMENT: "comment",
}
#: The colours in the order in which the protocol numbers them.
COLOURS = tuple(dict.fromkeys([*_COLOURS.values(), *_NAMES.values(), "enumMember"]))
#: The one thing that is said of a colour besides: that what stands there is a `>` line.
DOCUMENTATION = "documentation"


def semantic_colours(desk: Desk, params: Params) -> dict[str, Any]:
    """What each word of a text is, as five numbers each: lines and characters from the one before, length, colour.

    Right after a text was opened nobody knows yet what its names are declared as: an editor that can be told to ask
    again is told what the reader knows, at once.
    """
    text = desk.texts.of(params["textDocument"])
    of_name = _colours_of_names(around) if (around := _around(desk, params)) else lambda word: _COLOURS[Colour.NAME]
    data: list[int] = []
    line, character = 0, 0
    for one in colours(text.text):
        start, end = text.places.position(one.start), text.places.position(one.end)
        colour = of_name(text.text[one.start : one.end]) if one.colour is Colour.NAME else _COLOURS[one.colour]
        further = start["character"] - (character if start["line"] == line else 0)
        length = end["character"] - start["character"]
        data += [start["line"] - line, further, length, COLOURS.index(colour), int(one.colour is Colour.RULE)]
        line, character = start["line"], start["character"]
    return {"data": data}


def _around(desk: Desk, params: Params) -> Surroundings | None:
    """What stands around a text, if it belongs to a game and that is known, or has to be."""
    text = desk.texts.of(params["textDocument"])
    if text.path is None:
        return None
    if desk.able.colours_anew and text.path not in desk.texts.kept:
        desk.waits_for_names = True
        return None
    return desk.texts.lately_around(text)


def _colours_of_names(around: Surroundings) -> Callable[[str], str]:
    """The colour of a name, by what the rules declare it as."""

    @cache
    def colour(word: str) -> str:
        name = canonical(around.scope, word)
        what = next(declarations(around.scope, name))[0] if name else ""
        return "enumMember" if what.startswith("a value of") else _NAMES.get(what, _COLOURS[Colour.NAME])

    return colour
