"""`rules.pdf`: the rulebook of a game as a printed one, with pictures of its pieces, examples of play and an index."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from attrs import evolve, field

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.listing import count, grouped
from dsl.loading import Loaded
from interpreter.paper.book.examples import ELSEWHERE, Example, examples, unknown_titles
from interpreter.paper.book.index import Index, in_order
from interpreter.paper.book.variants import as_data, variants
from interpreter.paper.faces import Drawn, DrawnFace, drawn
from interpreter.paper.order import Made, Order
from interpreter.paper.pictures import Pictures
from interpreter.paper.sheets import PAPER
from interpreter.paper.typeset import Document
from interpreter.rulebook import About, Chapter

FILE: Final = "rules.pdf"
#: So many rows of cards have no pages of their own.
_FEW_CARDS = 12
#: So many pieces are pictured, each with a text of fewer letters.
_MOST_PICTURES, _MOST_LETTERS = 6, 160
#: Millimetres from the edge of the paper to the first line.
_TOP = 21.0
#: A quote that opens, one within another, and what stands before a number that is less than nothing.
_OPENS, _OPENS_ONE = re.compile(r'(?<![^\s(\[–])"'), re.compile(r"(?<![^\s(\[–“])'(?=\w)")
_MINUS = re.compile(r"(?<![\w:])-(?=[$£€\d])")
_SENTENCE = re.compile(r".*?[.!?](?=\s|$)")


def rulebook(order: Order) -> Made:
    """The book of the rules of an order. Raises LoadError for pictures that cannot be read, and TypesetError."""
    document, told = laid_book(order)
    unknown = unknown_titles(order.rules, order.settings.examples)
    wrong = [f"print.toml, [rulebook]: there is no scenario called “{title}”" for title in unknown]
    number = sum(map(len, told.values()))
    of_play = f", {count(number, 'example')} of play" if number else ""
    says = f"{FILE}: {count(document.told('pages')[0], 'page')}{of_play}"
    return Made({FILE: document.pdf()}, (says,), tuple(wrong))


def laid_book(order: Order) -> tuple[Document, Mapping[About, Sequence[Example]]]:
    """The book before it is a PDF, and the examples in it. Raises as `rulebook` does."""
    game, book = order.game, order.chapters
    told = examples(order.rules, book, order.settings.examples or None)
    found = _pictured(drawn(order.printed, order.settings, Pictures(order.folder)))
    made = _Book(order.rules, game, book, told)
    data = found.data(order.card, order.settings, paper=order.paper, decks=[one.data["deck"] for one in found.faces])
    whole = {**data, **made.data(), "balance": None}
    document = Document("rulebook.typ", whole, found.pictures.files)
    return _balanced(document, PAPER[order.paper][0]) if whole["wide"] else document, told


def _balanced(document: Document, width: float) -> Document:
    """With the last page before the cards in two columns of one height, where all would stand in the first of them."""
    *places, end = document.told("place")
    there = [one for one in places if one["page"] == end["page"] and one["x"] < width / 2]
    half = (_TOP + end["y"]) / 2
    second = next((one["number"] for one in there if one["y"] > half), None)
    if end["x"] > width / 2 or second is None:
        return document
    assert isinstance(document.data, dict)
    return evolve(document, data={**document.data, "balance": second})


def _pictured(found: Drawn) -> Drawn:
    """A face of each deck: of those that can be read on a small picture, the one with the longest text."""
    by_deck = grouped((face.data["deck"], face) for face in found.faces)
    shown = (max(faces, key=_readable) for faces in by_deck.values())
    return evolve(found, faces=tuple(shown)[:_MOST_PICTURES])


def _readable(face: DrawnFace) -> int:
    """How much is said on it; less than nothing if that is too much."""
    letters = len(" ".join((*face.data["does"], *face.data["remarks"])))
    return letters if letters < _MOST_LETTERS else -letters


@frozen(eq=False)
class _Book:
    """A book for the template: chapters with their texts in stretches, of which each ends at a word of the index."""

    rules: Loaded
    game: ir.Game
    chapters: Sequence[Chapter]
    examples: Mapping[About, Sequence[Example]]
    index: Index = field(init=False)

    @index.default
    def _index(self) -> Index:
        return Index(self.game)

    def data(self) -> dict[str, Any]:
        first, *rest = self.chapters
        players, *intro = first.paragraphs
        if self.game.credits:
            intro = intro[1:]
        cards = [part for part in rest if part.about is not None and part.about.kind == "cards"]
        questions = [part for part in rest if part.about is not None and part.about.kind in ("questions", "question")]
        texts = [part for part in rest if part not in cards and part not in questions]
        data = {
            "title": self.game.title, "players": players, "credits": [list(one) for one in self.game.credits],
            "intro": intro, "glance": glance(self.chapters), "chapters": list(map(self._chapter, texts)),
            "elsewhere": list(map(_example, self.examples.get(ELSEWHERE, ()))),
            "wide": sum(len(part.table) for part in cards) > _FEW_CARDS,
            "questions": list(map(self._chapter, questions)), "cards": list(map(self._chapter, cards)),
            "variants": list(map(as_data, variants(self.rules))), "terms": in_order(set(self.index.forms.values())),
        }  # fmt: skip
        return {name: as_printed(said) for name, said in data.items()}

    def _chapter(self, part: Chapter) -> dict[str, Any]:
        told = self.examples.get(part.about, ()) if part.about is not None else ()
        kind = part.about.kind if part.about is not None else ""
        return {
            "title": part.title, "level": max(part.depth - 1, 1), "term": self.index.about(part.title),
            "kind": kind,
            "paragraphs": [self._stretches(words, listed=kind != "cards") for words in part.paragraphs],
            "items": list(map(self._stretches, part.items)),
            "table": [list(row) for row in part.table], "examples": list(map(_example, told)),
        }  # fmt: skip

    def _stretches(self, text: str, listed: bool = True) -> list[tuple[str, str]]:
        return [(mark.text, mark.term) for mark in self.index.marked(text)] if listed else [(text, "")]


def glance(chapters: Sequence[Chapter]) -> list[dict[str, Any]]:
    """Rounds, phases and steps, each innermost one with how it begins; of a single one, how each paragraph does."""
    flows = [part for part in chapters if part.about is not None and part.about.kind in ("round", "flow")]
    inner = [part for part in flows if part.about is not None and part.about.kind == "flow"]
    found = []
    for part in flows:
        said = part.paragraphs if part in inner else ()
        said = said if len(inner) == 1 else said[:1]
        found.append({"title": part.title, "depth": part.depth - 2, "says": [first_sentence(words) for words in said]})
    actions = [part.title for part in chapters if part.about is not None and part.about.kind == "action"]
    if actions:
        found.append({"title": "Actions", "depth": 0, "says": actions})
    return found


def as_printed(said: Any) -> Any:
    """Texts with the quotes, apostrophes and minus signs of print, in whatever stands in lists and under names."""
    match said:
        case str():
            said = _MINUS.sub("\N{MINUS SIGN}", _OPENS_ONE.sub("‘", _OPENS.sub("“", said)))
            return said.replace("'", "’").replace('"', "”")
        case list() | tuple():
            return [as_printed(one) for one in said]
        case dict() | Mapping():
            return {name: as_printed(one) for name, one in said.items()}
        case _:
            return said


def first_sentence(words: str) -> str:
    """How a text begins, up to its first full stop; all of it without one."""
    found = _SENTENCE.match(words)
    return found[0] if found else words


def _example(example: Example) -> dict[str, Any]:
    """Sentences that follow each other, with what a card says in lines of its own."""
    return {
        "title": example.title, "given": example.given,
        "told": [{"text": line.text, "card": line.card} for line in example.told],
    }  # fmt: skip
