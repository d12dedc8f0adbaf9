import re

from dsl.lint.rule import Found, Level, Subject, rule, warning
from dsl.lint.said import comments, places, said

_MARK = re.compile(r"\b(?:TODO|FIXME|TBD)\b|\?\?+")


@rule("T103", Level.INFO)
def unfinished(subject: Subject) -> Found:
    """A mark of something unfinished in rule text, in a title or in a comment."""
    for span in (*(text.span for text in said(subject)), *comments(subject.files)):
        for place, found in places(_MARK, span):
            yield warning(
                "unfinished", "something is still to be done here", place, label=f"{found[0]} stands here",
                help=("finish it, and take the mark away",),
            )  # fmt: skip
