from dsl.lint.rule import Found, Subject, first_line, rule, warning
from dsl.lint.values import is_used, listed


@rule("C119")
def unused_enum(subject: Subject) -> Found:
    """An enum, spaces or track whose name and values stand nowhere but in its declaration."""
    said = subject.said
    for enum in listed(subject):
        if not is_used(enum, said):
            yield warning(
                "unused-enum", f"no rule uses `{enum.name.text}`", first_line(enum.span), label="never used",
                help=("take it away, or say what it is for",),
            )  # fmt: skip
