"""Rule files with one slip in them, as fingers make them; the same for the same seed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

from attrs import frozen

REPOSITORY = Path(__file__).parents[2]
FILES = tuple(
    sorted(
        p
        for room in ("dsl", "games", "tests")
        for p in (REPOSITORY / room).rglob("*.bylaws")
        if "messages" not in p.parts
    )
)
#: So many lines of a file, or some more, are kept on each side of a slip: what stands further off it does not reach.
AROUND = 30
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_SIGNS = ":,.()[]\"'#>-+=*/ \t;{}“’–é\u00a0"


@frozen
class Damaged:
    """Some lines of `path`, in which line `line` (from 1) is not as it was."""

    path: Path
    text: str
    line: int
    what: str


def damaged(seed: int) -> Damaged:
    """One damage to one line of one rule file, with the declarations around it."""
    luck = random.Random(seed)
    path = luck.choice(FILES)
    lines = path.read_text(encoding="utf-8").split("\n")
    written = [k for k, line in enumerate(lines) if line.strip() and line.strip()[0] not in "#>"]
    at = luck.choice(written)
    begun = [k for k, line in enumerate(lines) if line[:1].strip("#> ")]
    first = max((k for k in begun if k <= at - AROUND), default=0)
    lines = lines[first : min((k for k in begun if k >= at + AROUND), default=len(lines))]
    at -= first
    damage = luck.choice(DAMAGES)
    lines[at : at + 1] = damage(lines[at], luck)
    return Damaged(path, "\n".join(lines), at + 1, damage.__name__.strip("_"))


def _line_lost(line: str, luck: random.Random) -> list[str]:
    return []


def _line_doubled(line: str, luck: random.Random) -> list[str]:
    return [line, line]


def _character_lost(line: str, luck: random.Random) -> list[str]:
    at = luck.randrange(_indent(line), len(line))
    return [line[:at] + line[at + 1 :]]


def _character_wrong(line: str, luck: random.Random) -> list[str]:
    at = luck.randrange(_indent(line), len(line))
    return [line[:at] + luck.choice(_LETTERS) + line[at + 1 :]]


def _character_added(line: str, luck: random.Random) -> list[str]:
    at = luck.randrange(_indent(line), len(line) + 1)
    return [line[:at] + luck.choice(_LETTERS + _SIGNS) + line[at:]]


def _characters_swapped(line: str, luck: random.Random) -> list[str]:
    at = luck.randrange(_indent(line), len(line))
    return [line[:at] + line[at : at + 2][::-1] + line[at + 2 :]]


def _word_lost(line: str, luck: random.Random) -> list[str]:
    word = luck.choice(list(re.finditer(r"\S+", line)))
    return [line[: word.start()] + line[word.end() :].lstrip()]


def _word_doubled(line: str, luck: random.Random) -> list[str]:
    word = luck.choice(list(re.finditer(r"\S+", line)))
    return [line[: word.end()] + " " + word.group() + line[word.end() :]]


def _words_swapped(line: str, luck: random.Random) -> list[str]:
    words = line.split()
    at = luck.randrange(len(words))
    words[at : at + 2] = words[at : at + 2][::-1]
    return [" " * _indent(line) + " ".join(words)]


def _indented_more(line: str, luck: random.Random) -> list[str]:
    return [" " * luck.choice((1, 2, 4)) + line]


def _indented_less(line: str, luck: random.Random) -> list[str]:
    return [line[min(_indent(line), luck.choice((1, 2, 4))) :]]


def _end_lost(line: str, luck: random.Random) -> list[str]:
    return [line[: luck.randrange(_indent(line) + 1, len(line) + 1)]]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


DAMAGES: tuple[Callable[[str, random.Random], list[str]], ...] = (
    _line_lost,
    _line_doubled,
    _character_lost,
    _character_wrong,
    _character_added,
    _characters_swapped,
    _word_lost,
    _word_doubled,
    _words_swapped,
    _indented_more,
    _indented_less,
    _end_lost,
)
