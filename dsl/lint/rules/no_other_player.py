from dsl.ir import nodes as ir
from dsl.ir.nodes import Kind
from dsl.lint.rule import Found, Level, Subject, first_line, rule, warning


@rule("F109", Level.INFO)
def no_other_player(subject: Subject) -> Found:
    """A question about all players but one that must be answered, where one may play alone; nothing counts players."""
    if subject.game.fewest_players > 1 or _counts_players(subject):
        return
    for question in subject.all(ir.Choose):
        match question.options:
            case ir.FromList(candidates) if not question.optional and _others(candidates):
                yield warning(
                    "no-other-player", "with 1 player there is nobody to choose here", first_line(question.span),
                    label="skipped, with all that hangs on it",
                    help=("say what one player does, as in `if number of players = 1: ...`",
                          "or let no fewer than 2 play: `players: 2 to ...`"),
                )  # fmt: skip
            case _:
                pass


def _others(candidates: ir.Expression) -> bool:
    match candidates:
        case ir.Filter(over):
            return _others(over)
        case ir.Without(ir.AllOf(ir.Type(Kind.PLAYER)) | ir.PlayersFrom(), item):
            return not item.type.many and not item.type.optional
        case _:
            return False


def _counts_players(subject: Subject) -> bool:
    return any(isinstance(count.over, ir.AllOf) and count.over.of == ir.PLAYER for count in subject.all(ir.CountOf))
