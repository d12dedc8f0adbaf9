"""Something happens for all to see if something hidden is so and so.

Whether it happens tells everybody about the counter: that somebody has more than five, or nothing left. So it does of
cards in a hand or face down, of roles and what is remembered, of secret answers and dice; and to ask somebody a
question only if they can answer it tells the same. Often that is meant; if it is not, the secret is out.

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
from typing import Any

from dsl.ir import nodes as ir
from dsl.lint.hidden import BodySecrets, bodies_with_secrets, public_effect
from dsl.lint.rule import Found, Label, Level, Subject, rule, warning
from dsl.walk import nodes_in


@rule("S104", Level.INFO)
def secret_condition_shown(subject: Subject) -> Found:
    """An `if`, or an `each player where`, that looks at what one player hides or at an unseen face, if all see more."""
    for body in bodies_with_secrets(subject):
        for condition, statements in _conditional(body):
            effect = public_effect(subject, statements, questions=True)
            if effect is not None and not _is_of_it(effect, condition) and body.tells(condition):
                yield warning(
                    "secret-condition-shown", "everybody sees if this happens, and learns what one player hides",
                    condition.span, label="hangs on a secret", labels=(Label(effect.span, "seen by all"),),
                    help=(
                        "ask for something that all may know",
                        "if they may learn this, say so: `# ignore[secret-condition-shown]: why`",
                    ),
                )  # fmt: skip


def _is_of_it(effect: Any, condition: ir.Expression) -> bool:
    """Whether the card that is looked at is shown itself by what happens."""
    pieces = getattr(effect, "pieces", None)
    return isinstance(pieces, ir.Local) and any(
        isinstance(node, ir.Local) and node.slot == pieces.slot for node in nodes_in(condition)
    )


def _conditional(body: BodySecrets) -> Iterator[tuple[ir.Expression, tuple[ir.Statement, ...]]]:
    for branch in body.of(ir.If):
        yield branch.condition, (*branch.then, *branch.otherwise)
    for loop in body.of(ir.ForEach):
        if isinstance(loop.over, ir.Filter):
            yield loop.over.where, loop.body
