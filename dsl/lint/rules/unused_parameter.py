from dsl.lint.rule import Found, Subject, first_line, rule, warning
from dsl.lint.use import read_parameters


@rule("C104")
def unused_parameter(subject: Subject) -> Found:
    """A parameter whose value nothing hangs on: no sentence, no number of copies, no bound."""
    read = read_parameters(subject)
    for parameter in subject.game.parameters:
        if parameter.name not in read:
            yield warning(
                "unused-parameter", f"no rule uses the parameter `{parameter.name}`", first_line(parameter.span),
                label="changing it changes nothing",
                help=(f"write `{parameter.name}` where the rules mean it, or take it away",),
            )  # fmt: skip
