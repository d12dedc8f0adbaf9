r"""Control characters: they move a cursor, end a line, ring a bell or turn the direction of reading, and show nothing.

They are Unicode's categories Cc (C0, DEL, C1), Zl, Zp and Cs (halves of pairs, which no file can hold), and the
explicit bidirectional controls of UAX 9. The sign that stands for one is its escape in JSON, so that a JSON document in
which they are made visible says the same as before.
"""

import re

_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
_IN_LINES = re.compile(_CONTROLS.pattern.replace(r"\x00-\x1f", r"\x00-\x08\x0b-\x1f"))
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def has_controls(text: str) -> bool:
    """Tell whether a control character stands in the text."""
    return _CONTROLS.search(text) is not None


def visible(text: str) -> str:
    r"""Replace each control character by its escape, such as `\n` or `\u202e`."""
    return _CONTROLS.sub(_sign, text)


def visible_lines(text: str) -> str:
    """Replace each control character but tabs and the ends of lines."""
    return _IN_LINES.sub(_sign, text)


def controls_in(text: str) -> list[int]:
    """Locate the control characters of a text of several lines; tabs, `\\r\\n` and `\\n` are none."""
    return [found.start() for found in _IN_LINES.finditer(text.replace("\r\n", " \n"))]


def _sign(found: re.Match[str]) -> str:
    return _SHORT.get(found[0], f"\\u{ord(found[0]):04x}")
