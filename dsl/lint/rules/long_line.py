import re
from functools import lru_cache

from dsl.lint.rule import Found, Level, Subject, rule, warning
from dsl.source import Source, Span

_IDS = re.compile(r"\[[a-z]+-R?[0-9]+\][ \t]*")


@rule("T108", Level.INFO, width=130)
def long_line(subject: Subject, width: int) -> Found:
    """A line of nothing but rule text or comment that has more characters than `width`."""
    for source in subject.files:
        for beyond, characters in _too_long(source, width):
            yield warning(
                "long-line", f"this line has {characters} characters", beyond,
                label=f"more than {width}", help=("let it go on in a second line, with the same sign in front",),
            )  # fmt: skip


@lru_cache(maxsize=256)
def _too_long(source: Source, width: int) -> tuple[tuple[Span, int], ...]:
    """What stands beyond the width, with how many characters the line has."""
    found: list[tuple[Span, int]] = []
    for number, start in enumerate(source.line_starts, start=1):
        line = source.line_text(number)
        if len(line) <= width:
            continue
        characters = len(_IDS.sub("", line))
        if characters > width and line.lstrip()[:1] in ("#", ">"):
            end = start + len(line)
            found.append((Span(source, end - (characters - width), end), characters))
    return tuple(found)
