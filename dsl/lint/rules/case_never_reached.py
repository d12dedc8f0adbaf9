from collections.abc import Iterator

from dsl.ir import nodes as ir
from dsl.lint.conditions import follows
from dsl.lint.rule import Found, Label, Subject, rule, warning


@rule("C123")
def case_never_reached(subject: Subject) -> Found:
    """A case of a definition, or an `otherwise if`, whose condition follows from one above."""
    for cases in subject.all(ir.Cases):
        yield from _too_late([condition for condition, _ in cases.cases])
    inner = {id(branch.otherwise[0]) for branch in subject.all(ir.If) if _goes_on(branch)}
    for branch in subject.all(ir.If):
        if id(branch) not in inner:
            yield from _too_late(list(_conditions(branch)))


def _goes_on(branch: ir.If) -> bool:
    return len(branch.otherwise) == 1 and isinstance(branch.otherwise[0], ir.If)


def _conditions(branch: ir.If) -> Iterator[ir.Expression]:
    """Those of a chain of `otherwise if`."""
    yield branch.condition
    if len(branch.otherwise) == 1 and isinstance(branch.otherwise[0], ir.If):
        yield from _conditions(branch.otherwise[0])


def _too_late(conditions: list[ir.Expression]) -> Found:
    for k, later in enumerate(conditions):
        earlier = next((c for c in conditions[:k] if follows(later, c)), None)
        if earlier is not None:
            yield warning(
                "case-never-reached", "this case is never reached", later.span, label="comes too late",
                labels=(Label(earlier.span, "whenever the other holds, this has held already"),),
                help=("put it above the other, or ask for something else",),
            )  # fmt: skip
