
from dsl.ir import nodes as ir
from dsl.lint.rule import Found, Subject, rule, warning
from dsl.listing import grouped
from dsl.syntax import nodes as n
from dsl.walk import nodes_of


@rule("C111")
def unused_procedure_argument(subject: Subject) -> Found:
    """A parameter of a procedure that neither it nor a rule that meets it reads."""
    procedures = subject.rules.procedures
    met = grouped((hook.name, hook) for hook in subject.game.hooks if hook.event == "procedure")
    for node in subject.syntax(n.Procedure):
        procedure = procedures.get(node.name.text)
        if not node.parameters or procedure is None or procedure.span != node.span:
            continue
        looking = ((hook.body, hook.condition) for hook in met.get(procedure.name, []))
        read = {local.slot for local in nodes_of((procedure.body.statements, procedure.depth, *looking), ir.Local)}
        for slot, parameter in enumerate(node.parameters, start=1):
            if slot not in read:
                yield warning(
                    "unused-procedure-argument", f"`{procedure.name}` does not use `{parameter.name.text}`",
                    parameter.name.span, label="told, and never looked at",
                    help=(f"write `{parameter.name.text}` where the procedure means it, or do not ask for it",),
                )  # fmt: skip
