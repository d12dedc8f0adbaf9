"""`cards.pdf`: all cards of a game on sheets to be cut, and what does not fit on them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

from attrs import asdict

from dsl.listing import count, listed
from interpreter.paper.faces import Drawn, DrawnFace, drawn, told
from interpreter.paper.order import Made, Order
from interpreter.paper.pictures import Pictures
from interpreter.paper.sheets import Sheet, sheets
from interpreter.paper.typeset import Document

FILE: Final = "cards.pdf"
#: What has been printed, for `--changed`.
PRINTED: Final = "printed.json"


def cards(order: Order) -> Made:
    """The sheets; with `order.before`, of what is new alone. Raises LoadError and TypesetError."""
    found = drawn(order.printed, order.settings, Pictures(order.folder))
    keys = [_key(order, found, face) for face in found.faces]
    now = {key: face.copies for key, face in zip(keys, found.faces, strict=True)}
    kept = {PRINTED: (json.dumps({"version": 1, "faces": now}, indent=1, sort_keys=True) + "\n").encode()}
    there = order.before or {}
    chosen = [
        (number, face.back)
        for number, (key, face) in enumerate(zip(keys, found.faces, strict=True))
        for _ in range(face.copies - there.get(key, 0))
    ]
    if not chosen:
        nothing = "no card is new since the last time" if order.before is not None else "there are no cards"
        return Made(kept, (f"{nothing}: {FILE} has not been written",), found.pictures.wrong)
    pages = sheets(chosen, order.paper, order.card, order.backs, order.printed.title)
    new = "new " if order.before is not None else ""
    says = f"{FILE}: {count(len(chosen), f'{new}card')} on {count(len(pages), 'page')}"
    return Made({FILE: laid(order, found, pages).pdf(), **kept}, (says,), wrong_on(order, found))


def wrong_on(order: Order, found: Drawn) -> tuple[str, ...]:
    """A line for whatever does not come out as it is meant. Raises TypesetError."""
    report = told(laid(order, found, ()))
    return (*found.pictures.wrong, *_too_full(found.faces, report["fits"], order.card), *_unread(found, report))


def laid(order: Order, found: Drawn, pages: Sequence[Sheet]) -> Document:
    """A page for each sheet, of whatever size; without any, only what is told of the faces."""
    data = found.data(order.card, order.settings, title=order.printed.title, sheets=[asdict(page) for page in pages])
    return Document("sheets.typ", data, found.pictures.files)


def _key(order: Order, found: Drawn, face: DrawnFace) -> str:
    """What a printed card hangs on, in short; not on how many there are, though that stands on it."""
    drawn = {name: said for name, said in face.data.items() if name != "count"}
    look = [drawn, found.backs[face.back], order.card, order.settings.bleed]
    return sha256(json.dumps(look, sort_keys=True).encode()).hexdigest()[:24]


def _too_full(faces: Sequence[DrawnFace], fits: Sequence[Mapping[str, Any]], card: str) -> Iterator[str]:
    """A line for each face on which not all has room."""
    for face, fit in zip(faces, fits, strict=True):
        if face.data["template"] is None and not fit["fits"]:
            parts = {"title": "title", "text": "text", "field": "fields", "big": "large sign", "kind": "kind"}
            full = next(words for part, words in parts.items() if fit[part] is None)
            letters = len(face.face.title) if full == "title" else sum(map(len, (*face.face.does, *face.face.remarks)))
            size = f" of {letters:,} characters" if full in ("title", "text") else ""
            at = f"{face.data['size']:g}" if full == "text" and face.data["size"] else "7"
            yield (
                f'card-too-full: the {full}{size} of "{face.face.title}" ({face.data["deck"]}) does not fit on a {card}'
                f" card at {at} points; say it in fewer words, or take larger cards"
            )


def _unread(found: Drawn, report: Mapping[str, Any]) -> Iterator[str]:
    """A line about characters that no font has, with a card for an example."""
    if missing := report["missing"]:
        on = next((f.face.title for f in found.faces if set(missing) & set(json.dumps(f.data, ensure_ascii=False))), "")
        codes = listed(f"{sign} (U+{ord(sign):04X})" for sign in missing)
        yield f'no-letters: no font here has {codes}: a box is printed instead, as on "{on}"'
