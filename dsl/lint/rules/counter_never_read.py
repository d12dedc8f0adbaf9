from dsl.lint.rule import Found, Subject, first_line, rule, warning
from dsl.lint.use import kind_of, read_variables, written_variables


@rule("C103")
def counter_never_read(subject: Subject) -> Found:
    """A variable that is written and never read."""
    read, written = read_variables(subject), written_variables(subject)
    for variable in subject.game.variables:
        if variable.name in written and variable.name not in read and not variable.is_mark:
            kind = kind_of(variable)
            yield warning(
                "counter-never-read", f"no rule looks at the {kind} `{variable.name}`", first_line(variable.span),
                label="changed, and never looked at", help=(f"say what the {kind} is good for, or take it away",),
            )  # fmt: skip
