from dsl.ir import nodes as ir
from dsl.lint.rule import Found, Subject, first_line, rule, warning


@rule("F101")
def empty_step(subject: Subject) -> Found:
    """A flow without statements that no rule, no end of the game and no anytime action names."""
    game = subject.game
    named = {hook.name for hook in game.hooks if hook.event == "flow"}
    named |= {hook.name.partition(" ")[2] for hook in game.hooks if hook.event == "boundary"}
    named |= {end.after for end in game.ends}
    named |= {until.unit for until in subject.all(ir.Until)}
    for flow in game.flows:
        if not flow.body.statements and not {flow.name, flow.kind} & named and "" not in {e.after for e in game.ends}:
            yield warning(
                "empty-step", f"nothing is done in the {flow.kind} `{flow.name}`", first_line(flow.span),
                label="nothing happens", help=("say what is done, or take it away",),
            )  # fmt: skip
