"""The faces of cards and tokens as data, each once, and what has been put on them."""

from collections.abc import Iterable, Iterator
from typing import Final

from attrs import define, field

from dsl.frozen import changed
from dsl.ir import nodes as ir
from dsl.ir.prose.nouns import face_of, spelt
from interpreter.program.model.layout import OnPiece
from interpreter.showing.part import Part
from interpreter.table.view import BackView, PieceView
from interpreter.text.labels import Words, capital
from interpreter.text.of_words import of_words
from interpreter.text.redaction import Plain, is_something

#: So many hues tell kinds of cards apart.
HUES: Final = 6


@define
class Faces:
    """The faces that have been shown up to now, in the order in which they came up."""

    words: Words
    _numbers: dict[int, int] = field(factory=dict, init=False)

    def number(self, face: int) -> int:
        """The number of a face of this game; what is put on a card in play, and how it lies, is no part of it."""
        return self._numbers.setdefault(face, len(self._numbers))

    @property
    def listed(self) -> list[Part]:
        """All of them, by their numbers."""
        return [*map(_all(self.words)[1].__getitem__, self._numbers)]


def face_of_piece(words: Words, piece: PieceView) -> int:
    """Which face of the game a card has, as it is printed."""
    if (changing := words.marks(piece.card_type)) or piece.face_down:
        fields = tuple(one for one in piece.fields if one[0] not in changing)
        piece = changed(piece, fields=fields, face_down=False)
    numbers, faces = _all(words)
    number = numbers.get(piece)
    if number is None:
        number = id(face := _face(words, piece))
        faces[number] = face
        numbers[piece] = number
    return number


@of_words
def _all(words: Words) -> tuple[dict[PieceView, int], dict[int, Part]]:
    """The faces of a game that somebody has seen, with their numbers, which nobody is told."""
    return {}, {}


def marks_on(words: Words, piece: PieceView | BackView | None) -> list[dict[str, str]]:
    """What has been put on a card or token, as its viewer sees it; on one that the viewer does not know too."""
    match piece:
        case PieceView(card_type=card_type, fields=fields):
            if not (changing := words.marks(card_type)):
                return []
            shown = {one.name: one for one in words.program.layout.on_pieces[card_type]}
            given = words.telling(piece.title, card_type, (one for one in fields if one[0] in changing))
            return list(_told(words, shown, given.items()))
        case BackView(marks):
            return list(_told(words, words.on_backs, marks))
        case None:
            return []


def _told(words: Words, shown: dict[str, OnPiece], values: Iterable[tuple[str, Plain]]) -> Iterator[dict[str, str]]:
    """Titles and values; of a flag that is set, the title alone."""
    for name, value in values:
        one = shown.get(name)
        if one is not None and (is_something(one.type, value) or name in words.program.layout.looked):
            flag = one.type.kind is ir.Kind.YES_NO
            said = ("" if value else "no") if flag else words.said(one.type, value)
            yield {"title": capital(words.on_piece(one)), "words": said}


def _face(words: Words, piece: PieceView) -> Part:
    kinds = words.program.game.card_types
    number, kind = next((k, one) for k, one in enumerate(kinds) if one.name == piece.card_type)
    shown = {one.name: one for one in words.program.layout.on_pieces[piece.card_type]}
    printed = words.telling(piece.title, piece.card_type, piece.fields)
    drawn = {name: words.said(shown[name].type, value) for name, value in printed.items() if f"{{{name}}}" in kind.face}
    told = list(_told(words, shown, ((name, value) for name, value in printed.items() if name not in drawn)))
    text = words.card_texts.get(piece.title)
    lines = list(text.paragraphs) if text is not None else []
    return Part({
        "title": words.title_of(piece.title, piece.card_type, piece.owner),
        "kind": capital(spelt(piece.card_type)),
        "hue": number % HUES,
        "owner": piece.owner,
        "token": kind.token,
        "chip": not (lines or told or drawn),
        "sign": face_of(kind.face, drawn),
        "printed": [one for one in told if one["words"] != piece.title],
        "text": lines,
    })  # fmt: skip
