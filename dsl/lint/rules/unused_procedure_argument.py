from collections import defaultdict

from dsl.ir import nodes as ir
from dsl.lint.rule import Found, Subject, rule, warning
from dsl.lint.slots import slots_read
from dsl.syntax import nodes as n
from dsl.walk import nodes_in


@rule("C111")
def unused_procedure_argument(subject: Subject) -> Found:
    """A parameter of a procedure that neither it nor a rule that meets it reads."""
    procedures = subject.rules.procedures
    met: dict[str, list[ir.HookRule]] = defaultdict(list)
    for hook in subject.game.hooks:
        if hook.event == "procedure":
            met[hook.name].append(hook)
    for node in subject.syntax(n.Procedure):
        procedure = procedures.get(node.name.text)
        if procedure is None or procedure.span != node.span:
            continue
        looking = [(procedure.body.statements, procedure.depth), *((h.body, h.condition) for h in met[procedure.name])]
        read = slots_read(list(nodes_in(tuple(looking))))
        for slot, parameter in enumerate(node.parameters, start=1):
            if slot not in read:
                yield warning(
                    "unused-procedure-argument", f"`{procedure.name}` does not use `{parameter.name.text}`",
                    parameter.name.span, label="told, and never looked at",
                    help=(f"write `{parameter.name.text}` where the procedure means it, or do not ask for it",),
                )  # fmt: skip
