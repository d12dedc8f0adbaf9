from typing import get_args

from dsl.ir import nodes as ir
from dsl.lint.rule import Found, Label, Subject, first_line, rule, warning

_STATEMENTS: tuple[type, ...] = get_args(ir.Statement)


@rule("F105")
def endless_turn(subject: Subject) -> Found:
    """An action of an offer without end that is always open, and only gains."""
    actions = {action.name: action for action in subject.game.actions}
    reported: set[str] = set()
    for offer in subject.all(ir.TakeActions):
        for name in offer.actions:
            action = actions.get(name)
            if action is None or name in reported or not (offer.at_most is None or action.kind == "free"):
                continue
            if action.limit is None and not action.needs and _only_gains(subject, action):
                reported.add(name)
                yield warning(
                    "endless-turn", f"the action `{name}` can be taken for ever", first_line(action.span),
                    label="costs nothing, and needs nothing",
                    labels=(Label(first_line(offer.span), "as often as the player likes"),), heading=action.title,
                    help=(f'give it a limit, as in `action {name} "{action.title}", once per turn:`, or a price',),
                )  # fmt: skip


def _only_gains(subject: Subject, action: ir.Action) -> bool:
    """Whether something comes from the bank or is raised, and nothing is given up, asked, drawn or ended."""
    gains = False
    for node in subject.rules.through(action.body.statements):
        match node:
            case ir.Transfer(verb="gain", source=ir.Bank()) | ir.Change(down=False):
                gains = True
            case ir.SetLocal() | ir.Announce():
                pass
            case _ if isinstance(node, _STATEMENTS):
                return False
            case _:
                pass
    return gains
