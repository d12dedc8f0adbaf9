from dsl.lint.rule import Found, Label, Subject, rule, warning
from dsl.syntax import nodes as n


@rule("C125")
def action_twice(subject: Subject) -> Found:
    """A name that stands twice in `take ... from`."""
    for offer in subject.syntax(n.TakeActions):
        first: dict[str, n.Name] = {}
        for name in offer.actions:
            if name.text in first:
                yield warning(
                    "action-twice", f"`{name.text}` is offered twice", name.span, label="stands here already",
                    labels=(Label(first[name.text].span, "first named here"),),
                    help=("take one of them away, or name the other action that is meant",),
                )  # fmt: skip
            first.setdefault(name.text, name)
