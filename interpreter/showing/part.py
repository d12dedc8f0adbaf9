"""Parts of what is shown, as data that nobody changes, each with its text of JSON, made once for all who are shown it.
"""

from __future__ import annotations

from json import JSONEncoder
from typing import Any, Final

#: A value as a text of JSON, as short as can be.
text: Final = JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


class Part(dict[str, Any]):
    """A part of what is shown."""

    __slots__ = ("_text",)
    _text: str

    @property
    def text(self) -> str:
        """The same as JSON."""
        try:
            return self._text
        except AttributeError:
            self._text = text(self)
            return self._text
