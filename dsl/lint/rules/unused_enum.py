"""An enum, or spaces, of which no rule speaks at all.

No card prints it, nothing remembers it, and no rule names one of its values. Either it is left over, or what it was for
is missing.

Bad:
    enum Season: spring, autumn

Good:
    enum Season: spring, autumn
    remember season: Season
    before step morning:
        if season is spring: set season to autumn
        otherwise: set season to spring
"""

from dsl.lint.rule import Found, Subject, first_line, rule, warning
from dsl.lint.values import is_used, listed, names_said


@rule("C119")
def unused_enum(subject: Subject) -> Found:
    """An enum, spaces or track whose name and values stand nowhere but in its declaration."""
    said = names_said(subject)
    for enum in listed(subject):
        if not is_used(enum, said):
            yield warning(
                "unused-enum", f"no rule uses `{enum.name.text}`", first_line(enum.span), label="never used",
                help=("take it away, or say what it is for",),
            )  # fmt: skip
