from collections.abc import Sequence

from dsl.lint.declared import declared
from dsl.lint.rule import Found, Label, Subject, rule, warning
from dsl.syntax import nodes as n


@rule("N105")
def same_title_twice(subject: Subject) -> Found:
    """Among actions, among the steps of one round or phase, and in one menu; not among cards."""
    yield from _twice("actions", [one.title for one in declared(subject) if one.kind == "action"])
    yield from _twice("parts of the game", [item.title for item in subject.rules.items if isinstance(item, n.Flow)])
    for flow in subject.syntax(n.Flow):
        yield from _twice("parts", [inner.title for inner in flow.body.items if isinstance(inner, n.Flow)])
    for menu in subject.syntax(n.Menu):
        yield from _twice("options", [option.label for option in menu.options if isinstance(option, n.MenuOption)])


def _twice(what: str, titles: Sequence[n.Text | None]) -> Found:
    first: dict[str, n.Text] = {}
    for title in titles:
        if title is not None and (earlier := first.setdefault(title.text.casefold(), title)) is not title:
            yield warning(
                "same-title-twice", f'two {what} are called "{title.text}"', title.span, label="the same title again",
                labels=(Label(earlier.span, "first here"),), help=("give one of them another title",),
            )  # fmt: skip
