from typing import get_args

from dsl.ir import nodes as ir
from dsl.lint.rule import Found, Level, Subject, first_line, rule, warning

#: What leaves everything as it is.
_IDLE = (
    ir.SetLocal, ir.Choose, ir.If, ir.ForEach, ir.ForRange, ir.While, ir.Together, ir.AllAtOnce, ir.DecidedBy, ir.Call,
    ir.Stop, ir.Leave, ir.Turn,
)  # fmt: skip


@rule("F104", Level.INFO)
def action_without_effect(subject: Subject) -> Found:
    """An action in which, and on which, no sentence does anything."""
    met = {hook.name for hook in subject.game.hooks if hook.event == "action"}
    for action in subject.game.actions:
        nodes = subject.rules.through(action.body.statements)
        if action.name not in met and not any(isinstance(node, ACTING) for node in nodes):
            yield warning(
                "action-without-effect", f"taking the action `{action.name}` changes nothing", first_line(action.span),
                label="nothing is done", heading=action.title,
                help=("say what it does", "if it is there to pass, let players stop: `take up to 1 action from ...`"),
            )  # fmt: skip


#: Every sentence that changes, shows or starts something.
ACTING: tuple[type, ...] = tuple(kind for kind in get_args(ir.Statement) if kind not in _IDLE)
