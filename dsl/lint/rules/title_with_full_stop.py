import re
from collections.abc import Iterator

from dsl.diagnostic import Edit, Fix, Level
from dsl.lint.rule import Found, Subject, rule, warning
from dsl.source import Span
from dsl.syntax import nodes as n

#: Not "and so on...", "etc.", "U.S." or "Dr.".
_STOPPED = re.compile(r"(?:^|\s)[^\s.]{4,}\.$")


@rule("T104", Level.INFO)
def title_with_full_stop(subject: Subject) -> Found:
    """A title that ends with one full stop, behind a whole word."""
    for title in _titles(subject):
        if _STOPPED.search(title.text):
            stop = Span(title.span.source, title.span.end - 2, title.span.end - 1)
            yield warning(
                "title-with-full-stop", "this ends with a full stop", title.span, label="shown with it",
                help=("leave the full stop out",),
                fix=Fix("take the full stop away", (Edit(stop, ""),), safe=True),
            )  # fmt: skip


def _titles(subject: Subject) -> Iterator[n.Text]:
    for flow in subject.syntax(n.Flow):
        yield from (flow.title,) if flow.title else ()
    for action in subject.syntax(n.Action):
        yield from (action.title,) if action.title else ()
    for question in subject.syntax(n.Choose):
        yield from (question.asking,) if question.asking else ()
    for offer in subject.syntax(n.MayDo):
        yield from (offer.label,) if offer.label else ()
    for option in subject.syntax(n.MenuOption):
        yield option.label
