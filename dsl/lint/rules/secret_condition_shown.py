from collections.abc import Iterator
from typing import Any

from dsl.diagnostic import Diagnostic
from dsl.ir import nodes as ir
from dsl.ir.slots import mentions
from dsl.lint.hidden import BodySecrets, bodies_with_secrets, public_effect
from dsl.lint.rule import Found, Label, Level, Subject, rule, warning
from dsl.source import Span
from dsl.walk import blocks


@rule("S104", Level.INFO)
def secret_condition_shown(subject: Subject) -> Found:
    """A condition, also of a loop or a rule, on what one player hides or an unseen face, if all see what hangs on it.

    What somebody is offered tells them alone: there, what is their own is no secret.
    """
    for body in bodies_with_secrets(subject):
        for condition, statements in _conditional(body):
            if not body.is_secret(condition):
                continue
            effect = public_effect(subject, statements)
            if effect is not None and not _is_of_it(effect, condition) and body.tells(condition):
                yield _shown(condition, effect.span)
        loops: list[ir.ForEach | ir.AllAtOnce] = [*body.of(ir.ForEach), *body.of(ir.AllAtOnce)]
        for loop in loops:
            asked = tuple(_filters(loop.over))
            inside = tuple(statement for block in blocks(loop) for statement in block)
            effect = public_effect(subject, inside) if asked else None
            if effect is not None and not _is_of_it(effect, ir.Local(loop.slot, "", ir.PIECE)):
                yield from (_shown(one.where, effect.span) for one in asked if body.tells(one.where, one))
        for condition, shows in _ending(body):
            if body.tells(condition):
                yield _shown(condition, shows)
        for condition, player in _offered(body):
            if body.tells_player(condition, player):
                yield warning(
                    "secret-condition-shown", "whoever is asked learns by this what they cannot see",
                    condition.span, label="hangs on a secret",
                    help=(
                        "ask for something that they may know",
                        "if they may learn this, say so: `# ignore[secret-condition-shown]: why`",
                    ),
                )  # fmt: skip


def _shown(condition: ir.Expression, effect: Span) -> Diagnostic:
    return warning(
        "secret-condition-shown", "everybody sees if this happens, and learns what one player hides",
        condition.span, label="hangs on a secret", labels=(Label(effect, "seen by all"),),
        help=(
            "ask for something that all may know",
            "if they may learn this, say so: `# ignore[secret-condition-shown]: why`",
        ),
    )  # fmt: skip


def _is_of_it(effect: Any, condition: ir.Expression) -> bool:
    """Whether the card that is looked at is shown itself by what happens."""
    pieces = getattr(effect, "pieces", None)
    return isinstance(pieces, ir.Local) and mentions(condition, pieces.slot)


def _conditional(body: BodySecrets) -> Iterator[tuple[ir.Expression, tuple[ir.Statement, ...]]]:
    """The conditions of a body, each with what is done if it holds, or if it does not."""
    for branch in body.of(ir.If):
        yield branch.condition, (*branch.then, *branch.otherwise)
    for loop in body.of(ir.While):
        yield loop.condition, loop.body
    if isinstance(body.owner, ir.WheneverRule | ir.HookRule) and body.owner.condition is not None:
        yield body.owner.condition, body.body.statements


def _filters(over: ir.Expression) -> Iterator[ir.Filter]:
    """The conditions on what a loop goes through, also if it is put in order or something is left out."""
    match over:
        case ir.Filter(inner, slot, ir.IsIn(ir.Local(one), ir.ListOf())) if one == slot:
            yield from _filters(inner)  # everybody sees what is a card and what is a token
        case ir.Filter():
            yield over
            yield from _filters(over.over)
        case ir.Without() | ir.Ranked():
            yield from _filters(over.over)
        case _:
            pass


def _ending(body: BodySecrets) -> Iterator[tuple[ir.Expression, Span]]:
    """The conditions that end a round, with the place where that is said."""
    if isinstance(body.owner, ir.Flow) and body.owner.until is not None:
        yield body.owner.until, body.owner.span


def _offered(body: BodySecrets) -> Iterator[tuple[ir.Expression, ir.Expression]]:
    """What must hold for somebody to be offered something, with the player to whom it is."""
    if isinstance(body.owner, ir.Action):
        yield from ((need.condition, ir.Local(0, "you", ir.PLAYER)) for need in body.owner.needs)
    for question in body.of(ir.Choose):
        if isinstance(question.options, ir.FromMenu):
            yield from ((one, question.player) for one in question.options.conditions if one is not None)
