"""What happens if something is not so, and otherwise what happens if it is.

`if not asleep: A`, `otherwise: B` says the same as `if asleep: B`, `otherwise: A`, which is read without turning it
over in the head. So is `a is b` where `not a is not b` stands.

Bad:
    flag closed
    before step market:
        if not closed: raise fame of host by 1
        otherwise: lower fame of host by 1
    after step market: set closed to yes

Good:
    flag closed
    before step market:
        if closed: lower fame of host by 1
        otherwise: raise fame of host by 1
    after step market: set closed to yes
"""

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
