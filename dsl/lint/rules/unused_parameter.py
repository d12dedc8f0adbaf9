"""A parameter that no rule asks for.

A designer turns it and nothing changes. Either it is left over, or a number in the rules was to be this parameter.

Bad:
    parameter start_fame = 2 (0 to 9) "fame that everybody begins with"

Good:
    parameter start_fame = 2 (0 to 9) "fame that everybody begins with"
    before step morning while round_number = 1: each player gains start_fame fame
"""

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
