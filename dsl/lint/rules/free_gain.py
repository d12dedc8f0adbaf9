from dsl.ir import nodes as ir
from dsl.lint.rule import Found, Subject, first_line, rule, warning


@rule("B105")
def free_gain(subject: Subject) -> Found:
    """An action that may be taken without end, has no needs and no limit, and does nothing but gain."""
    endless = {name for take in subject.all(ir.TakeActions) if take.at_most is None for name in take.actions}
    for action in subject.game.actions:
        often = action.kind in ("free", "anytime") or action.name in endless
        free = not action.needs and action.limit is None and not action.own_turn
        if often and free and action.body.statements and all(map(_only_gains, action.body.statements)):
            yield warning(
                "free-gain", f'"{action.title}" gives something for nothing, as often as one likes',
                first_line(action.span), label="no limit, no cost",
                help=("limit it: `, once per turn`; or let it cost something",),
            )  # fmt: skip


def _only_gains(s: ir.Statement) -> bool:
    return isinstance(s, ir.Transfer) and s.verb == "gain" and isinstance(s.source, ir.Bank)
