"""Something happens for all to see if a hidden counter is so and so.

Whether it happens tells everybody about the counter: that somebody has more than five, or nothing left. Often that is
meant; if it is not, the secret is out.

Bad:
    counter purse of player: hidden
    before step market:
        each player:
            gain 1 purse
            if purse of you > 5: gain 1 fame

Good:
    counter purse of player: hidden
    counter honour of player: hidden
    before step market:
        each player:
            gain 1 purse
            if purse of you > 5: secretly gain 1 honour
    game ends after day when no player where honour = 0: nobody wins
"""

from collections.abc import Iterator

from dsl.ir import nodes as ir
from dsl.lint.hidden import BodySecrets, bodies_with_secrets, public_effect
from dsl.lint.rule import Found, Label, Level, Subject, rule, warning


@rule("S104", Level.INFO)
def secret_condition_shown(subject: Subject) -> Found:
    """An `if`, or an `each player where`, that looks at a hidden counter of one player before what all see."""
    for body in bodies_with_secrets(subject):
        for condition, statements in _conditional(body):
            effect = public_effect(subject, statements)
            if effect is not None and body.shows(condition):
                yield warning(
                    "secret-condition-shown", "everybody sees if this happens, and learns what one player hides",
                    condition.span, label="hangs on a secret", labels=(Label(effect.span, "seen by all"),),
                    help=(
                        "ask for something that all may know",
                        "if they may learn this, say so: `# ignore[secret-condition-shown]: why`",
                    ),
                )  # fmt: skip


def _conditional(body: BodySecrets) -> Iterator[tuple[ir.Expression, tuple[ir.Statement, ...]]]:
    for branch in body.of(ir.If):
        yield branch.condition, (*branch.then, *branch.otherwise)
    for loop in body.of(ir.ForEach):
        if isinstance(loop.over, ir.Filter):
            yield loop.over.where, loop.body
