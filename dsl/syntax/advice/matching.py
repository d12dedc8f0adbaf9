"""Finds what is said in other words in a line: sayings, which are replaced, and other ways, which are reported."""

import re
from collections.abc import Iterator
from functools import cache

from dsl.diagnostic import Diagnostic, error
from dsl.nearest import nearest
from dsl.syntax.advice.faulty_line import FaultyLine
from dsl.syntax.advice.given_names import declares, is_given, is_of_players
from dsl.syntax.advice.habits import INSTEAD
from dsl.syntax.advice.other_ways import AT_THE_MARGIN, WAYS, OtherWay
from dsl.syntax.advice.sayings import SAYINGS

#: A line with more sayings than that is no rule in other words.
MOST_PAIRED = 6


def matches(pattern: str, text: str, whole: str = "") -> Iterator[re.Match[str]]:
    """Where a pattern stands in a line of the file `whole`, which tells what the names in the line stand for.

    What stands in the group `zone`, `action` or `round` must be declared as one there, in `mine` as something that is
    there for each player; in `fresh` must stand what is not declared at all.
    """
    for found in _compiled(pattern).finditer(text):
        names = found.groupdict()
        if any(names.get(word) and not declares(whole, word, names[word]) for word in ("zone", "action", "round")):
            continue
        if "mine" in names and not is_of_players(whole, names["mine"]):
            continue
        if "fresh" in names and is_given(whole, names["fresh"]):
            continue
        yield found


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def said_so(text: str, whole: str) -> Iterator[tuple[int, int, str]]:
    """Where sayings stand in a line, each with what it is here; after them, what two of them together are.

    `whole` is the file, which tells what the names in a line stand for.
    """
    found = [(pattern, *each) for pattern, plain in SAYINGS for each in _found(pattern, plain, text, whole)]
    yield from ((start, end, instead) for _, start, end, instead in found)
    for pattern, start, end, instead in found if len(found) <= MOST_PAIRED else ():
        once = text[:start] + instead + text[end:]
        for other, plain in SAYINGS:
            if other is not pattern:
                yield from _both(text, once, other, plain, whole)


def _both(text: str, once: str, pattern: str, plain: str, whole: str) -> Iterator[tuple[int, int, str]]:
    """A line in which one saying is replaced, with another one replaced too: as one change, as short as can be."""
    for start, end, instead in _found(pattern, plain, once, whole):
        twice = once[:start] + instead + once[end:]
        same = next((k for k, (one, two) in enumerate(zip(text, twice, strict=False)) if one != two), 0)
        same = text.rfind(" ", 0, same) + 1
        yield same, len(text), twice[same:]


def _found(pattern: str, plain: str, text: str, whole: str) -> Iterator[tuple[int, int, str]]:
    for found in matches(pattern, text, whole):
        start = found.end("before") if "before" in found.re.groupindex else found.start()
        yield start, found.end(), found.expand(plain)


def other_way(line: FaultyLine) -> Diagnostic | None:
    """The report on a line that is said in quite another way here."""
    text = line.source.text[line.trial.line.start : line.trial.line.end]
    for way in WAYS:
        found = next(matches(way.pattern, text), None)
        if found and _is_about(line, way) and line.trial.line.start + found.end() >= line.found_span.start:
            start = line.trial.line.start
            groups = {key: _plainly(value or "") for key, value in found.groupdict().items()}
            first = found.start("rest" if "rest" in groups else 0)
            span = line.span(start + first, start + found.end())
            return error(
                way.name, way.message.format(**groups), span, help=tuple(each.format(**groups) for each in way.help)
            )
    return None


def _plainly(words: str) -> str:
    """A piece of the line as it can be written here, as far as that goes: no full stop, no `cards` behind a number."""
    words = re.sub(r"\b(draws?\s+\w+)\s+cards?\b", r"\1", words.removesuffix("."))
    return words[0].lower() + words[1:] if words[:4] in ("The ", "Each", "If y") else words


_SCENE_WORDS = ("given", "when", "then", "and")
_IN_SCENARIOS = (
    "who-plays",
    "by-its-name",
    "variants-behind-the-title",
    "given-or-then",
    "given-which-cards",
    "claim-of-a-change",
    "unquoted-text",
)


def _has_block(line: FaultyLine) -> bool:
    """Whether something stands below the line, indented further."""
    text = line.source.text
    below = text[line.trial.line.end :].lstrip("\n").split("\n", 1)[0]
    return bool(below.strip()) and len(below) - len(below.lstrip()) > line.trial.line.indent


def _is_about(line: FaultyLine, way: OtherWay) -> bool:
    """Whether the line stands where the advice can be followed."""
    is_slip = line.first not in _SCENE_WORDS and (line.first in INSTEAD or bool(nearest(line.first, _SCENE_WORDS)))
    if way.name == "given-or-then" and is_slip:
        return False
    if way.name == "two-sentences":
        return True
    if way.name == "end-of-the-game" and _has_block(line):
        return False
    context = line.context()
    if way.message == AT_THE_MARGIN and (context is None or context.headers):
        return False
    if context is None:
        return (line.first in _SCENE_WORDS) == (way.name in _IN_SCENARIOS)
    return (context.headers == ('scenario "A":',)) == (way.name in _IN_SCENARIOS)
