"""What a viewer is shown as a text of JSON: what has not changed is not put into text again."""

from __future__ import annotations

from typing import Any, Final

from attrs import define, field

from interpreter.showing.part import text

#: Lists of parts, which have their text already if somebody has been shown them.
_OF_PARTS: Final = frozenset(("boards", "places", "faces", "values"))


@define(eq=False)
class Encoder:
    """Puts the table into text, as its viewers are shown it, one after another."""

    _known: dict[str, tuple[object, str]] = field(init=False, factory=dict)  # what was put into text last, with that

    def table(self, told: dict[str, Any]) -> str:
        """A table as it is now."""
        parts = [f'"{name}":{self._text(name, value)}' for name, value in told.items()]
        return f"{{{','.join(parts)}}}"

    def _text(self, name: str, value: Any) -> str:
        if name in _OF_PARTS:
            return f"[{','.join([part.text for part in value])}]"
        known = self._known.get(name)
        if known is None or known[0] != value:
            known = self._known[name] = value, text(value)
        return known[1]
