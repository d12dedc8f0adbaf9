from dsl.lint.rule import Diagnostic, Found, Subject, first_line, rule, warning
from dsl.source import Span
from dsl.syntax import nodes as n


@rule("C129")
def empty_branch(subject: Subject) -> Found:
    """An `if` with nothing on either side, a loop with nothing in it, a block with something else in it."""
    for branch in subject.syntax(n.If):
        if is_empty(branch.body) and (branch.otherwise is None or _nothing(branch.otherwise)):
            yield _found(branch.span, "the condition")
    loops: list[n.Each | n.ForEach | n.ForRange | n.Repeat] = [
        *subject.syntax(n.Each), *subject.syntax(n.ForEach), *subject.syntax(n.ForRange), *subject.syntax(n.Repeat)
    ]  # fmt: skip
    for loop in loops:
        if is_empty(loop.body):
            yield _found(loop.span, "the loop")
    for block in subject.syntax(n.Block) if subject.syntax(n.NothingHappens) else ():
        idle = [item for item in block.items if isinstance(item, n.NothingHappens)]
        if idle and not is_empty(block):
            yield from (_found(item.span, "the line") for item in idle)


def is_empty(block: n.Block) -> bool:
    """Whether nothing is done there."""
    return all(isinstance(item, n.RuleText | n.NothingHappens) for item in block.items)


def _nothing(otherwise: n.Block | n.If) -> bool:
    return isinstance(otherwise, n.Block) and is_empty(otherwise)


def _found(span: Span, what: str) -> Diagnostic:
    return warning(
        "empty-branch", "nothing happens here", first_line(span), label=f"{what} makes no difference",
        help=("say what happens, or take it away",),
    )  # fmt: skip
