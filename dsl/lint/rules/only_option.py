from dsl.ir import nodes as ir
from dsl.lint.rule import Found, Subject, first_line, rule, warning


@rule("C128")
def only_option(subject: Subject) -> Found:
    """A range from a number to itself, a list of one thing that is named, a menu of one option."""
    for question in subject.all(ir.Choose):
        if not question.optional and not question.offers and _is_settled(question.options):
            yield warning(
                "only-option", "this question has only one answer", first_line(question.span),
                label="nothing to choose", help=("say what else can be chosen, or do it without asking",),
            )  # fmt: skip


def _is_settled(options: ir.Options) -> bool:
    match options:
        case ir.FromRange(low, high):
            return low == high
        case ir.FromList(ir.ListOf((item,)), ir.Constant(1)):
            return not item.type.many
        case ir.FromMenu((_,), (None,)):
            return True
        case _:
            return False
