from dsl.lint.rule import Found, Level, Subject, rule, warning
from dsl.syntax import nodes as n


@rule("T106", Level.INFO)
def double_negation(subject: Subject) -> Found:
    """`if not` with an `otherwise` of its own, and `not` before what says `not` itself."""
    for branch in subject.syntax(n.If):
        if isinstance(branch.otherwise, n.Block) and _is_negated(branch.condition):
            yield warning(
                "double-negation", "this `if not` has an `otherwise`, so both are read the wrong way round",
                branch.condition.span, label="said by way of not",
                help=("leave `not` out, and let the two parts change places",),
            )  # fmt: skip
    for outer in subject.syntax(n.Not):
        if _is_negated(_bare(outer.inner)):
            yield warning(
                "double-negation", "this says not twice", outer.span, label="not, and again not",
                help=("leave both out: it is the same without them",),
            )  # fmt: skip


def _is_negated(condition: n.Expression | n.Decides) -> bool:
    match condition:
        case n.Not():
            return True
        case n.Compare(operator="!="):
            return True
        case n.IsIn(negated=negated) | n.IsEmpty(negated=negated):
            return negated
        case _:
            return False


def _bare(e: n.Expression) -> n.Expression:
    return _bare(e.inner) if isinstance(e, n.Brackets) else e
