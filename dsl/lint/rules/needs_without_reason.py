"""An action says why it cannot be taken, and for one thing that it needs it does not.

Players who ask why they may not do something are told the reason behind `else`. Without one they see the bare
condition.

Bad:
    action bow "Bow", beside sell:
        needs coin of you >= 2 else "you have too little"
        needs host is not you
        pay 1 coin to the bank
        gain 1 fame

Good:
    action bow "Bow", beside sell:
        needs coin of you >= 2 else "you have too little"
        needs host is not you else "the host bows to nobody"
        pay 1 coin to the bank
        gain 1 fame
"""

from dsl.lint.rule import Found, Level, Subject, rule, warning
from dsl.syntax import nodes as n


@rule("T116", Level.INFO)
def needs_without_reason(subject: Subject) -> Found:
    """A `needs` without `else`, in an action in which another one has it."""
    for action in subject.syntax(n.Action):
        needs = [item for item in action.body.items if isinstance(item, n.Needs)]
        if any(need.reason is not None for need in needs):
            for need in needs:
                if need.reason is None:
                    yield warning(
                        "needs-without-reason", "players are not told why they may not do this", need.span,
                        label="without a reason", help=('say why not: `needs ... else "why"`',),
                    )  # fmt: skip
