"""Words that an editor writes between those of a text."""

from typing import Any

from dsl.editing.hints import Hint, hints
from interpreter.server.features.desk import Desk, Params
from interpreter.server.texts import OpenText

#: As the protocol numbers it: a hint about what stands before it.
_ABOUT_A_VALUE = 1


def inlay_hints(desk: Desk, params: Params) -> list[dict[str, Any]]:
    """The hints in a range of a text."""
    text, around = desk.around(params)
    start, end = (text.places.offset(params["range"][edge]) for edge in ("start", "end"))
    return [_hint(one, text) for one in hints(around, desk.figures_of(text)) if start <= one.at <= end]


def _hint(one: Hint, text: OpenText) -> dict[str, Any]:
    return {"position": text.places.position(one.at), "label": one.words, "kind": _ABOUT_A_VALUE, "tooltip": one.about}
