from dsl.lint.rule import Found, Level, Subject, rule, warning
from dsl.syntax import nodes as n


@rule("T116", Level.INFO)
def needs_without_reason(subject: Subject) -> Found:
    """A `needs` without `else`, in an action in which another one has it."""
    for action in subject.syntax(n.Action):
        needs = [item for item in action.body.items if isinstance(item, n.Needs)]
        if any(need.reason is not None for need in needs):
            for need in needs:
                if need.reason is None:
                    yield warning(
                        "needs-without-reason", "players are not told why they may not do this", need.span,
                        label="without a reason", help=('say why not: `needs ... else "why"`',),
                    )  # fmt: skip
