"""What a viewer is shown as a text of JSON: what has not changed is not put into text again."""

from __future__ import annotations

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

    _known: dict[int, tuple[object, str]] = field(init=False, factory=dict)  # by the identity of what is kept there

    def table(self, told: dict[str, Any]) -> str:
        """A table as it is now."""
        known: dict[int, tuple[object, str]] = {}

        def part(one: object) -> str:
            found = known[id(one)] = self._known.get(id(one)) or (one, text(one))
            return found[1]

        parts = (
            f'"{name}":[{",".join(map(part, value))}]' if name in _OF_PARTS else f'"{name}":{text(value)}'
            for name, value in told.items()
        )
        said = f"{{{','.join(parts)}}}"
        self._known = known
        return said
