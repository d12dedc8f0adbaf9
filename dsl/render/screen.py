"""Makes text safe for a terminal: the width of characters, what must not reach it raw, and colour."""

import unicodedata
from enum import StrEnum

from dsl import controls

TAB_STOP = 4
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
# Joiners shape the characters around them, marks of direction belong to texts in Hebrew and Arabic, and the mark at the
# start of a file is not part of what was typed.
HARMLESS_FORMAT = "\u200c\u200d\u200e\u200f\u061c\ufeff"


class Style(StrEnum):
    """ANSI codes for the parts of a diagnostic."""

    ERROR = "1;31"
    WARNING = "1;33"
    INFO = "1;36"
    MARGIN = "1;34"
    HELP = "1;32"
    STRONG = "1"


def paint(text: str, style: Style, colour: bool) -> str:
    """The text in a style, or as it is."""
    return f"\x1b[{style}m{text}\x1b[0m" if colour and text else text


def cells(line: str) -> list[tuple[str, int]]:
    """What to print for each character of a line, and the columns that it takes.

    Tabs become spaces up to the next stop. Control characters and those that reorder a line are
    replaced by a visible sign, so that a file can neither steer the terminal nor hide what it says.
    """
    shown: list[tuple[str, int]] = []
    column = 0
    for character in line:
        text, width = _cell(character, column)
        shown.append((text, width))
        column += width
    return shown


def visible(text: str) -> str:
    """The text with everything replaced that could steer a terminal."""
    if text.isascii() and text.isprintable():  # as most are
        return text
    return "".join(shown for shown, _ in cells(text))


def _cell(character: str, column: int) -> tuple[str, int]:
    if character == "\t":
        width = TAB_STOP - column % TAB_STOP
        return " " * width, width
    if " " <= character <= "~":
        return character, 1
    if controls.has_controls(character):
        return (sign := controls.visible(character)), len(sign)
    category = unicodedata.category(character)
    if category == "Cf":
        return (character, 0) if character in HARMLESS_FORMAT else (REPLACEMENT, 1)
    if category in ("Mn", "Me"):
        return character, 0
    return character, 2 if unicodedata.east_asian_width(character) in "WF" else 1
