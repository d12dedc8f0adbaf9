from dsl.lint.rule import Found, Subject, first_line, rule, warning
from dsl.lint.use import kind_of, read_variables, written_variables


@rule("C102")
def unused_counter(subject: Subject) -> Found:
    """A variable that is neither read nor written anywhere."""
    used = read_variables(subject) | written_variables(subject)
    for variable in subject.game.variables:
        if variable.name not in used:
            what = f"the {kind_of(variable)} `{variable.name}`"
            yield warning(
                "unused-counter",
                f"no rule uses {f'`{variable.name}`, which lies on pieces' if variable.is_mark else what}",
                first_line(variable.span), label="never used", help=("take it away, or say what changes it",),
            )  # fmt: skip
