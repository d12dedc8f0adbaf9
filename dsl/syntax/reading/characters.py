"""Reads characters from word processors, web pages and other keyboards: named, and taken as meant.

Each is read as one plain character, so that every place in the text stays where it is. In texts in
quotes, in comments and in `>` lines any character may stand but control characters.
"""

import re
import unicodedata
from collections.abc import Iterator

from dsl.controls import controls_in, visible
from dsl.diagnostic import Diagnostic, Edit, Fix, Label, Level
from dsl.frozen import frozen
from dsl.listing import grouped
from dsl.source import Source, Span

MARKED_AT_MOST = 4  # of one kind in a file; the fix reaches all


@frozen
class Kind:
    """A family of characters that no rule can be written with."""

    name: str
    message: str  # for the first of them
    help: str
    level: Level = Level.ERROR
    fix: str = ""  # what the fix does; none if only a person can tell


CURLY_QUOTE = Kind(
    "curly-quote", "this quotation mark is a curly one, and only straight ones have a meaning here",
    "word processors make them; write \" or ', or turn off `smart quotes`", fix="make them straight",
)  # fmt: skip
ODD_SPACE = Kind(
    "odd-space", "this looks like a space and is another character",
    "it often comes with text that is copied from a web page or a PDF", fix="make it a plain space",
)  # fmt: skip
INVISIBLE = Kind(
    "invisible-character", "a character that cannot be seen stands here",
    "it often comes with text that is copied from a web page or a PDF", fix="take it out",
)  # fmt: skip
CONTROL = Kind(
    "control-character", "a control character stands here, which shows nothing and steers whatever prints it",
    "it often comes with text that is copied from a terminal or by a broken program", fix="take it out",
)  # fmt: skip
LONG_DASH = Kind(
    "long-dash", "this dash is longer than a minus sign, and only the short one has a meaning here",
    "word processors make it out of a minus; write -", fix="make it a minus sign",
)  # fmt: skip
FULL_WIDTH = Kind(
    "full-width-character", "this is the wide form of a character that has a plain one",
    "switch the keyboard to half-width (Latin) input for everything but texts in quotes", fix="write the plain form",
)  # fmt: skip
SCHOOL_SIGN = Kind(
    "typeset-sign",
    "this sign has a plain spelling, and only that one is understood",
    'write * for times (x for copies, as in `2 x "Title"`), / for divided by, <= >= != for the rest',
    fix="write the plain spelling",
)
UNKNOWN = Kind(
    "unknown-character",
    "this character has no meaning in a rule",
    "it may stand in texts in quotes, in # comments and in > lines; leave it out everywhere else",
)
FOREIGN_LETTER = Kind(
    "letter-in-name",
    "names are written with the letters a to z, digits and _, and this one has others",
    "say it in full in the title in quotes, where all letters may stand",
)

_QUOTES = dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\u300c\u300d", '"')
_APOSTROPHES = dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4", "'")
_SPACES = dict.fromkeys(map(chr, [0xA0, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000]), " ")
_INVISIBLE = dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f", " ")
_DASHES = dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-")
_SIGNS = {"\u00d7": "*", "\u00f7": "/", "\u2264": "<=", "\u2265": ">=", "\u2260": "!="}
_WIDE = {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)} | {"\u3001": ",", "\u3002": "."}

_KINDS: dict[str, tuple[Kind, str]] = {
    character: (kind, plain)
    for kind, characters in (
        (CURLY_QUOTE, _QUOTES | _APOSTROPHES),
        (ODD_SPACE, _SPACES),
        (INVISIBLE, _INVISIBLE),
        (LONG_DASH, _DASHES),
        (SCHOOL_SIGN, _SIGNS),
        (FULL_WIDTH, _WIDE),
    )
    for character, plain in characters.items()
}
_ODD = re.compile(r"[^\x20-\x7e\t\r\n]")
_STRING_OPENERS = '"' + "".join(_QUOTES) + "\uff02"
_WORD = re.compile(r"[^\W\d]\w*")


@frozen
class Found:
    """One odd character (or a name with such letters), with what is read in its place."""

    kind: Kind
    start: int
    end: int
    plain: str | None


def read_plainly(source: Source, text: str) -> tuple[str, list[Diagnostic]]:
    """The text with a plain character for each odd one, as long as before, and a report on each kind."""
    if not _ODD.search(text):
        return text, []
    characters = list(text)
    found = [Found(CONTROL, at, at + 1, "") for at in controls_in(text)]
    for one in found:
        characters[one.start] = " "
    found += [one for start, line in _lines("".join(characters)) if _ODD.search(line) for one in _in_line(line, start)]
    for one in found:
        if one.kind is not FOREIGN_LETTER:
            characters[one.start] = (one.plain or " ")[0]
    return "".join(characters), _reports(source, found)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    start = 1 if text.startswith("\ufeff") else 0
    for line in text[start:].split("\n"):
        yield start, line
        start += len(line) + 1


def _in_line(line: str, start: int) -> Iterator[Found]:
    """The odd characters of a line that stand where rules are written."""
    if line.lstrip().startswith(">"):
        return
    at = 0
    while at < len(line) and line[at] != "#":
        character = line[at]
        if character in _STRING_OPENERS:
            closing = _closing(line, at)
            yield from (_one(line, k, start) for k in (at, closing) if k is not None and line[k] != '"')
            at = len(line) if closing is None else closing + 1
        elif word := _WORD.match(line, at):
            if not word.group().isascii():
                yield _word(word.group(), start + at)
            at = word.end()
        else:
            if _ODD.match(character):
                yield _one(line, at, start)
            at += 1


def _closing(line: str, opening: int) -> int | None:
    """Where a text in quotes ends: a straight one at the next straight one, a curly one at any."""
    closers = '"' if line[opening] == '"' and '"' in line[opening + 1 :] else _STRING_OPENERS
    return next((k for k in range(opening + 1, len(line)) if line[k] in closers), None)


def _one(line: str, at: int, start: int) -> Found:
    kind, plain = _KINDS.get(line[at], (UNKNOWN, None))
    if line[at] == "\u00d7" and re.match(r"\s*[\"\u201c\u201d]", line[at + 1 :]):
        plain = "x"
    return Found(kind, start + at, start + at + 1, plain)


def _word(word: str, start: int) -> Found:
    """A word with letters of other alphabets; wide letters are simply wide."""
    plain = unicodedata.normalize("NFKD", word).encode("ascii", "ignore").decode()
    return Found(FOREIGN_LETTER, start, start + len(word), plain if len(plain) == len(word) else None)


def _reports(source: Source, found: list[Found]) -> list[Diagnostic]:
    words = (source.text[one.start : one.end] if one.kind is FOREIGN_LETTER else "" for one in found)
    groups = grouped(((one.kind, word), one) for one, word in zip(found, words, strict=True))
    return [_report(source, kind, group) for (kind, _), group in groups.items()]


def _report(source: Source, kind: Kind, group: list[Found]) -> Diagnostic:
    first, *others = group
    span = Span(source, first.start, first.end)
    more = len(group) - MARKED_AT_MOST
    counted = (f"there are {len(group)} of them in this file",) if more > 0 else ()
    return Diagnostic(
        kind.name, kind.message, span, kind.level, label=_label(first, span.text),
        labels=tuple(Label(Span(source, o.start, o.end), "here too") for o in others[: MARKED_AT_MOST - 1]),
        help=(kind.help, *counted), fix=_fix(source, kind, group),
    )  # fmt: skip


def _label(first: Found, text: str) -> str:
    if first.kind in (UNKNOWN, ODD_SPACE, INVISIBLE, CONTROL):
        return unicodedata.name(text, "").lower() or visible(text)
    return f"write `{first.plain}`" if first.plain else ""


def _fix(source: Source, kind: Kind, group: list[Found]) -> Fix | None:
    if any(one.plain is None for one in group):
        return None
    edits = tuple(Edit(Span(source, one.start, one.end), "" if kind is INVISIBLE else one.plain or "") for one in group)
    title = kind.fix or f"write `{group[0].plain}`"
    in_a_word = any(_is_in_a_word(source.text, one) for one in group)
    return Fix(title, edits, safe=kind is not FOREIGN_LETTER and not in_a_word)


def _is_in_a_word(text: str, one: Found) -> bool:
    """Whether letters stand on both sides of a dash: nobody can tell what that is to be."""
    around = text[max(one.start - 1, 0) : one.start], text[one.end : one.end + 1]
    return one.kind is LONG_DASH and all(map(str.isalpha, around))
