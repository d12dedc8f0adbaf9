"""What a viewer is shown as a text of JSON: what has not changed is not put into text again."""

from __future__ import annotations

from collections.abc import Sequence
from json import JSONEncoder
from typing import Any, Final

from attrs import define, field

from interpreter.text.labels import Words
from interpreter.text.of_words import of_words

#: Lists of a table whose entries stay the same objects as long as they say the same.
_OF_PARTS: Final = ("boards", "places", "values")
#: A value as a text of JSON, as short as can be.
text: Final = JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


@of_words
def _texts_of_faces(words: Words) -> dict[int, tuple[object, str]]:
    """The faces of cards with their texts, by their identity: each is the same object for all who see it."""
    return {}


@define(eq=False)
class Encoder:
    """Puts the tables that one viewer is shown into text, one after another."""

    _lists: dict[str, _Texts] = field(init=False, factory=lambda: {name: _Texts() for name in _OF_PARTS})
    _others: dict[str, tuple[object, str]] = field(init=False, factory=dict)  # all else, with its text

    def table(self, told: dict[str, Any], words: Words) -> str:
        """A table as it is now, of the game that has these words."""
        return f"{{{','.join([self._part(name, value, words) for name, value in told.items()])}}}"

    def _part(self, name: str, value: Any, words: Words) -> str:
        if name in self._lists:
            return f'"{name}":[{",".join(self._lists[name].of(value))}]'
        if name == "faces":
            return f'"{name}":[{",".join(_of_faces(value, words))}]'
        known = self._others.get(name)
        if known is None or known[0] != value:
            known = self._others[name] = value, f'"{name}":{text(value)}'
        return known[1]


def _of_faces(faces: Sequence[object], words: Words) -> list[str]:
    known = _texts_of_faces(words)
    for face in faces:
        if id(face) not in known:
            known[id(face)] = face, text(face)
    return [known[id(face)][1] for face in faces]


@define(eq=False)
class _Texts:
    """A list of parts, each with its text."""

    parts: dict[int, tuple[object, str]] = field(init=False, factory=dict)  # by the identity of what is kept there

    def of(self, parts: Sequence[object]) -> list[str]:
        """The texts of such a list as it is now."""
        ids = [*map(id, parts)]
        if ids != [*self.parts]:
            known = self.parts
            self.parts = {id(one): known.get(id(one)) or (one, text(one)) for one in parts}
        return [self.parts[key][1] for key in ids]
