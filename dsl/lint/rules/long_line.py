import re

from dsl.lint.rule import Found, Level, Subject, rule, warning
from dsl.source import Span

_IDS = re.compile(r"\[[a-z]+-R?[0-9]+\][ \t]*")


@rule("T108", Level.INFO, width=130)
def long_line(subject: Subject, width: int) -> Found:
    """A line of nothing but rule text or comment that has more characters than `width`."""
    for source in subject.files:
        for number, start in enumerate(source.line_starts, start=1):
            line = source.line_text(number)
            if len(line) <= width:
                continue
            characters = len(_IDS.sub("", line))
            if characters > width and line.lstrip()[:1] in ("#", ">"):
                end = start + len(line)
                beyond = Span(source, end - (characters - width), end)
                yield warning(
                    "long-line", f"this line has {characters} characters", beyond,
                    label=f"more than {width}", help=("let it go on in a second line, with the same sign in front",),
                )  # fmt: skip
