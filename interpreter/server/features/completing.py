"""What may come at a place."""

from collections.abc import Mapping
from typing import Any

from dsl.editing.completion import Candidate, completion
from dsl.editing.explained import code
from dsl.editing.snippets import snippet
from interpreter.server.features.desk import Desk, Params

#: Kinds of candidates, as the protocol numbers them: from what we call them.
_CANDIDATES = {
    "a procedure": 3, "a definition": 10, "an action": 2, "a zone": 6, "an enum": 13, "a set of spaces": 13,
    "a kind of card": 7, "a kind of token": 7, "a card": 21, "a scenario": 18, "a variant": 18, "a parameter": 21,
}
_OTHER, _KEYWORD, _SNIPPET = 6, 14, 15
#: An item whose text has places to fill in.
_TO_FILL_IN = 2


def complete(desk: Desk, params: Params) -> dict[str, Any]:
    """What may come at a place; of a word that begins a line, also whole lines with places to fill in."""
    text = desk.texts.of(params["textDocument"])
    offset = text.places.offset(params["position"])
    done = completion(text.text[:offset], desk.texts.lately_around(text))
    where = text.places.range(done.start, offset)
    items = [_item(one, where) for one in done.candidates]
    if desk.able.snippets:
        items += [_whole_line(one, line, where) for one in done.candidates for line in one.examples]
    return {"isIncomplete": False, "items": items}


def _item(one: Candidate, where: Mapping[str, Any]) -> dict[str, Any]:
    item: dict[str, Any] = {
        "label": one.text,
        "kind": _CANDIDATES.get(one.what, _OTHER) if one.what else _KEYWORD,
        "sortText": f"{one.rank}{one.text}",
        "textEdit": {"range": where, "newText": one.text},
    }
    if one.what:
        item["detail"] = one.what
    if one.examples:
        item["documentation"] = {"kind": "markdown", "value": code(one.examples[0])}
    return item


def _whole_line(one: Candidate, line: str, where: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "label": line,
        "kind": _SNIPPET,
        "detail": "a line to fill in",
        "filterText": one.text,
        "sortText": f"{one.rank}{one.text} ",
        "insertTextFormat": _TO_FILL_IN,
        "textEdit": {"range": where, "newText": snippet(line)},
    }
