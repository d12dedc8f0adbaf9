"""Parts of what is shown, as data that nobody changes, each with its text: made once for all who are shown it."""

from __future__ import annotations

from json import JSONEncoder
from typing import Any, Final

#: A value as a text of JSON, as short as can be. It is made here, of lists and objects that do not hold themselves.
text: Final = JSONEncoder(separators=(",", ":"), ensure_ascii=False, check_circular=False).encode


class Part(dict[str, Any]):
    """A part of what is shown; `text`: the same as JSON."""

    __slots__ = ("text",)

    def __init__(self, *given: dict[str, Any], **more: Any) -> None:
        super().__init__(*given, **more)
        self.text = text(self)
