from dsl.ir import nodes as ir
from dsl.lint.rule import Found, Label, Subject, first_line, rule, warning
from dsl.listing import grouped


@rule("C130")
def decision_never_used(subject: Subject) -> Found:
    """A procedure that is called, and of which no call keeps the answer."""
    calls = grouped((call.procedure, call) for call in subject.all(ir.Call))
    for procedure in subject.game.procedures:
        done = calls.get(procedure.name, [])
        if procedure.answer is not None and done and all(call.slot < 0 for call in done):
            yield warning(
                "decision-never-used", f"nobody asks what `{procedure.name}` decides", first_line(done[0].span),
                label="its answer is lost", labels=(Label(first_line(procedure.span), "this decides something"),),
                help=(f"write `let NAME be decided by {procedure.name} ...`, and then what follows from it",
                      "or let it decide nothing: leave out `, deciding ...`"),
            )  # fmt: skip
