from dsl.ir import nodes as ir
from dsl.lint.conditions import exclude_each_other
from dsl.lint.rule import Found, Subject, rule, warning


@rule("C121")
def contradiction(subject: Subject) -> Found:
    """Parts of an `and`, and needs of an action, of which two can never be true at once."""
    for both in subject.all(ir.And):
        if exclude_each_other(both.parts):
            yield warning(
                "contradiction", "this can never hold: one part rules out another", both.span, label="never both",
                help=("write `or` if one of them is enough, or change one of them",),
            )  # fmt: skip
    for action in subject.game.actions:
        conditions = [need.condition for need in action.needs]
        for k, need in enumerate(action.needs):
            rest = [c for c in conditions[:k] if exclude_each_other((c, need.condition))]
            if rest and not exclude_each_other((need.condition,)):
                yield warning(
                    "contradiction", f"nobody can ever take the action `{action.name}`: its needs rule each other out",
                    need.condition.span, label="never together with a need above", heading=action.title,
                    help=("write `needs A or B` if one of them is enough, or change one of them",),
                )  # fmt: skip
