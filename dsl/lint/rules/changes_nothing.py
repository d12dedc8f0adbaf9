from typing import TypeAlias, get_args

from dsl.ir import nodes as ir
from dsl.lint.rule import Found, Subject, first_line, rule, warning

Statement: TypeAlias = ir.Transfer | ir.Change | ir.Draw | ir.Write | ir.SetLocal | ir.MovePieces | ir.Swap
_STATEMENTS: tuple[type[Statement], ...] = get_args(Statement)


@rule("C116")
def changes_nothing(subject: Subject) -> Found:
    """Sentences with an amount of 0, or with one thing on both ends."""
    for kind in _STATEMENTS:
        for sentence in subject.all(kind):
            if why := _why_nothing(sentence):
                yield warning(
                    "changes-nothing", "this changes nothing", first_line(sentence.span), label=why,
                    help=("say another amount, place or player, or take the sentence away",),
                )  # fmt: skip


def _why_nothing(sentence: Statement) -> str:
    match sentence:
        case ir.Transfer(amount=ir.Constant(amount)) | ir.Change(amount=ir.Constant(amount)) if amount == 0:
            return "by 0"
        case ir.Transfer(amount=ir.Constant(amount)) if amount < 0:
            return "less than 0 never goes"
        case ir.Draw(amount=ir.Constant(amount)) if amount <= 0:
            return f"{amount} cards"
        case ir.Transfer(source=source, target=target) if source == target:
            return "from there, and back to there"
        case ir.Write(variable, at, ir.Read(other, of)) if (variable, at) == (other, of):
            return "it is that already"
        case ir.SetLocal(slot, ir.Local(other)) if slot == other:
            return "it is that already"
        case ir.MovePieces() as move if (
            move.face is None and not move.at_bottom and _lies_there(move.pieces, move.zone)
        ):
            return "it lies there already"
        case ir.Swap(left, right) if left == right:
            return "with itself"
        case _:
            return ""


def _lies_there(pieces: ir.Expression, zone: ir.Expression) -> bool:
    """Whether these are the uppermost of that zone, so that laying them there once more changes no order."""
    match pieces:
        case ir.PileEnd("top", place, None):
            return place == zone
        case ir.Contents(place):
            return place == zone
        case _:
            return False
