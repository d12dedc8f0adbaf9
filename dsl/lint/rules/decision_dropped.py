from dsl.checks.analysis.rule_set import RuleBody, first_line
from dsl.ir import nodes as ir
from dsl.ir.effects import asks
from dsl.lint.rule import Found, Label, Level, Subject, rule, warning


@rule("F111", Level.INFO)
def decision_dropped(subject: Subject) -> Found:
    """A flow, procedure or action that asks somebody beneath the variant, and nobody in it."""
    for before in subject.base.rules.bodies if subject.base is not None else ():
        after = subject.rules.body(before.kind, before.name) if before.kind in ("flow", "procedure", "action") else None
        if after is None or not after.statements or not any(map(asks, before.nodes)):
            continue
        instead = after.statements[0].span
        if subject.is_own(instead) and not any(map(_may_ask, subject.rules.through(after.statements))):
            yield warning(
                "decision-dropped", f"nobody decides anything in this {_kind(subject, after)} any more",
                first_line(instead), label="no question is left", heading=after.heading,
                labels=(Label(first_line(before.span), "here players decide"),),
                help=("put the question in again, if it was only forgotten",),
            )  # fmt: skip


def _kind(subject: Subject, body: RuleBody) -> str:
    return subject.rules.flows[body.name].kind if body.kind == "flow" else body.kind


def _may_ask(node: object) -> bool:
    """Whether somebody decides, or may: what a card says may ask anything."""
    return asks(node) or isinstance(node, ir.DoText)
