from dsl.ir import nodes as ir
from dsl.lint.rule import Found, Subject, first_line, rule, warning
from dsl.lint.use import kind_of, read_variables, written_variables


@rule("C114")
def counter_never_changes(subject: Subject) -> Found:
    """A variable that is read and never written."""
    read, written = read_variables(subject), written_variables(subject)
    for variable in subject.game.variables:
        if variable.name in read and variable.name not in written and not variable.is_mark:
            yield warning(
                "counter-never-changes", f"no rule changes the {kind_of(variable)} `{variable.name}`",
                first_line(variable.span), label="always as it is at the beginning", help=(_advice(variable),),
            )  # fmt: skip


def _advice(variable: ir.Variable) -> str:
    alone = variable.type == ir.NUMBER and not variable.dimensions
    instead = f": `parameter {variable.name} = NUMBER`" if alone else ""
    return f"say what changes it, or make it a parameter{instead}" if alone else "say what changes it, or take it away"
