"""Control characters: they move a cursor, end a line, ring a bell or turn the direction of reading, and show nothing.

They are Unicode's categories Cc (C0, DEL, C1), Zl and Zp, and the bidirectional controls of UAX 9.
"""

import re

_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def has_controls(text: str) -> bool:
    """Tell whether a control character stands in the text."""
    return _CONTROLS.search(text) is not None


def visible(text: str) -> str:
    r"""Replace each control character by its escape, such as `\n` or `\u202e`."""
    return _CONTROLS.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)
