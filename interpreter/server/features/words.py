"""What a word means, where it is declared, and where else it is said."""

from pathlib import Path
from typing import Any

from dsl.editing.explained import explained, page_of
from dsl.editing.meant import meant_at
from interpreter.server.features.desk import Desk, Params
from interpreter.server.shown import location

#: So many pages of findings are shown at once.
MOST_PAGES = 2


def hover(desk: Desk, params: Params) -> dict[str, Any] | None:
    """What the word at a place means, and the pages of what is found there, as `bylaws rule` shows them."""
    text, around, offset = desk.place(params)
    said = explained(around, offset, desk.figures_of(text), desk.are_old(text))
    here = desk.published.found.get(text.path or Path(), ())
    names = dict.fromkeys(one.name for one in here if one.span.start <= offset <= one.span.end)
    parts = [said.markdown] if said else []
    parts += [page for name in list(names)[:MOST_PAGES] if (page := page_of(name))]
    if not parts:
        return None
    answer: dict[str, Any] = {"contents": {"kind": "markdown", "value": "\n\n---\n\n".join(parts)}}
    return {**answer, "range": text.places.range_of(said.span)} if said else answer


def definition(desk: Desk, params: Params) -> list[dict[str, Any]]:
    """Where the word at a place is declared."""
    _, around, offset = desk.place(params)
    meant = meant_at(around, offset)
    return [location(span, desk.texts) for span in meant.declared] if meant else []


def references(desk: Desk, params: Params) -> list[dict[str, Any]]:
    """Everywhere that the word at a place is said, in all files of the game."""
    _, around, offset = desk.place(params)
    meant = meant_at(around, offset)
    if meant is None:
        return []
    with_declaration = (params.get("context") or {}).get("includeDeclaration", True)
    return [location(span, desk.texts) for span in meant.said if with_declaration or span not in meant.declared]


def highlights(desk: Desk, params: Params) -> list[dict[str, Any]]:
    """Everywhere that the word at a place is said in the same text."""
    text, around, offset = desk.place(params)
    meant = meant_at(around, offset)
    said = (span for span in meant.said if span.source is around.source) if meant else ()
    return [{"range": text.places.range_of(span)} for span in said]
