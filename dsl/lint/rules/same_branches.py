from dsl.lint.rule import Diagnostic, Found, Subject, first_line, rule, warning
from dsl.source import Span
from dsl.syntax import nodes as n


@rule("C118")
def same_branches(subject: Subject) -> Found:
    """Branches, options and last cases that say the same in the same words."""
    for branch in subject.syntax(n.If):
        if isinstance(branch.otherwise, n.Block) and _said(branch.body) == _said(branch.otherwise):
            yield _found(branch.span, "`if` and `otherwise` do the same", "the condition makes no difference")
    offers: list[n.MayDo | n.MayChoose] = [*subject.syntax(n.MayDo), *subject.syntax(n.MayChoose)]
    for offer in offers:
        if offer.otherwise is not None and _said(offer.body) == _said(offer.otherwise):
            yield _found(offer.span, "accepting and declining do the same", "the answer makes no difference")
    for menu in subject.syntax(n.Menu):
        bodies = [_said(option.body) for option in menu.options if isinstance(option, n.MenuOption)]
        if len(bodies) > 1 and all(body == bodies[0] for body in bodies):
            yield _found(menu.span, "all options do the same", "the answer makes no difference")
    for define in subject.syntax(n.Define):
        cases = [case for case in define.cases if isinstance(case, n.Case)]
        if len(cases) > 1 and cases[-2].value == cases[-1].value:
            yield _found(cases[-2].span, "the last two cases are the same", "the condition makes no difference")


def _said(block: n.Block) -> list[n.Item]:
    return [item for item in block.items if not isinstance(item, n.RuleText)]


def _found(span: Span, message: str, label: str) -> Diagnostic:
    return warning(
        "same-branches", message, first_line(span), label=label,
        help=("let one of them be different, or take the distinction away",),
    )  # fmt: skip
