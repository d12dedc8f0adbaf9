"""A line of rule text, or a comment, that is wider than a page.

`bylaws fmt` breaks sentences that are too wide, but leaves rule text and comments as they are, since only you know
where they read well in two lines. The ids of clauses in a line do not count.

Bad:
    action rest "Rest", beside sell:
        > You sit down for a while, rest your feet, look at all that the others have brought to the market, and get a coin from the bank for doing so.
        gain 1 coin

Good:
    action rest "Rest", beside sell:
        > You sit down for a while, rest your feet, and look at all that the others have brought to the market today,
        > and for that you get a coin.
        gain 1 coin

Options:
    width = 130: so many characters may stand in a line
"""  # noqa: E501

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
