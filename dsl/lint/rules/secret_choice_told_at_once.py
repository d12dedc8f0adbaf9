from dsl.ir import nodes as ir
from dsl.ir.nodes import Manner
from dsl.lint.hidden import is_open, is_secret
from dsl.lint.rule import Found, Label, Subject, rule, warning


@rule("S105")
def secret_choice_told_at_once(subject: Subject) -> Found:
    """A secret choice whose body begins by showing the answer."""
    for choice in subject.all(ir.Choose):
        if is_secret(choice) and choice.body and _shows(subject, choice.body[0], choice.slot):
            yield warning(
                "secret-choice-told-at-once", "this is chosen secretly and shown at once", choice.span,
                label="chosen secretly", labels=(Label(choice.body[0].span, "all see it here"),),
                help=("leave out `secretly`",),
            )  # fmt: skip


def _shows(subject: Subject, following: ir.Statement, slot: int) -> bool:
    match following:
        case ir.MovePieces(pieces=ir.Local(moved), zone=zone, face=face):
            return moved == slot and face != "down" and is_open(subject, zone)
        case ir.Reveal(pieces=ir.Local(shown), to=None, told=None) | ir.Flip(pieces=ir.Local(shown), up=True):
            return shown == slot
        case ir.Announce(text):
            return any(isinstance(part, ir.Local) and part.slot == slot for part in text)
        case ir.Transfer(manner=Manner.OPENLY, amount=ir.Local(amount)):
            return amount == slot
        case ir.Write(variable, _, ir.Local(value)):
            return value == slot and variable not in subject.hidden
        case _:
            return False
