"""How a text is divided, and how it looks in the one style."""

from typing import Any

from dsl.disk.files import shown
from dsl.editing.outline import Part, folds, outline
from dsl.formatting import format_source
from dsl.source import Source
from interpreter.server.features.desk import Desk, Params
from interpreter.server.texts import OpenText

#: Kinds of symbols, as the protocol numbers them: from what we call them.
_SYMBOLS = {
    "the game": 4, "a library": 4, "a variant": 4, "a scenario": 24, "a card": 19, "a deck": 18, "a ruling": 15,
    "a round": 3, "a phase": 3, "a step": 12, "a procedure": 12, "an action": 6, "a reaction": 24,
    "a definition": 7, "a parameter": 14, "a counter": 13, "a flag": 17, "a role": 13, "a remembered value": 13,
    "a zone": 18, "an enum": 10, "a set of spaces": 10, "a track": 10, "a kind of card": 5, "a kind of token": 5,
}
_OTHER_SYMBOL = 11


def symbols(desk: Desk, params: Params) -> list[dict[str, Any]]:
    """The parts of a text."""
    text, around = desk.around(params)
    return [_symbol(part, text) for part in outline(around.text.items)]


def folding(desk: Desk, params: Params) -> list[dict[str, Any]]:
    """The blocks of a text that can be folded away."""
    text = desk.texts.of(params["textDocument"])
    source = Source("", text.text)
    ends = (
        tuple(text.places.position(source.line_start(line))["line"] for line in block) for block in folds(source)
    )
    return [{"startLine": first, "endLine": last} for first, last in ends]


def formatting(desk: Desk, params: Params) -> list[dict[str, Any]]:
    """One edit that puts the whole text into the one style; none for a text with lines that cannot be read."""
    text = desk.texts.of(params["textDocument"])
    done = format_source(Source(shown(text.path) if text.path else text.uri, text.text))
    if done.faults or not done.changed:
        return []
    return [{"range": text.places.range(0, len(text.text)), "newText": done.text}]


def _symbol(part: Part, text: OpenText) -> dict[str, Any]:
    return {
        "name": part.name or part.what,
        "detail": part.what,
        "kind": _SYMBOLS.get(part.what, _OTHER_SYMBOL),
        "range": text.places.range_of(part.whole),
        "selectionRange": text.places.range_of(part.head),
        "children": [_symbol(inner, text) for inner in part.parts],
    }
