"""What a viewer is shown as a text of JSON: what has not changed is not put into text again."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from json import JSONEncoder
from typing import Any, Final

from attrs import define, field

#: Lists of a table whose entries stay the same objects as long as they say the same.
_OF_PARTS: Final = ("boards", "places", "faces", "values")
#: A value as a text of JSON, as short as can be.
text: Final = JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


@define(eq=False)
class Encoder:
    """Puts the tables that one viewer is shown into text, one after another."""

    _known: dict[str, _Texts] = field(init=False, factory=lambda: {name: _Texts() for name in _OF_PARTS})

    def table(self, told: dict[str, Any]) -> str:
        """A table as it is now."""
        parts: list[str] = []
        for are_parts, some in groupby(told.items(), lambda one: one[0] in self._known):
            if are_parts:
                parts += (f'"{name}":{self._known[name].of(value)}' for name, value in some)
            else:
                parts.append(text(dict(some))[1:-1])
        return f"{{{','.join(parts)}}}"


@define(eq=False)
class _Texts:
    """A list of parts, each with its text, and the text of them all."""

    parts: dict[int, tuple[object, str]] = field(init=False, factory=dict)  # by the identity of what is kept there
    ids: list[int] = field(init=False, factory=list)
    all: str = field(init=False, default="[]")

    def of(self, parts: Sequence[object]) -> str:
        """The text of such a list as it is now."""
        ids = [*map(id, parts)]
        if ids != self.ids:
            known = self.parts
            self.parts = {id(one): known.get(id(one)) or (one, text(one)) for one in parts}
            self.ids, self.all = ids, f"[{','.join([self.parts[key][1] for key in ids])}]"
        return self.all
