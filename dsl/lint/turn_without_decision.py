"""Players take turns, and nobody is asked anything.

A turn is where a player does something. If all of it goes by itself, it is over at once, and `each player:` says the
same. Otherwise what the player does is missing.

Bad:
    procedure work:
        players take turns from host:
            gain 1 coin
    after step evening: do work

Good:
    procedure work:
        players take turns from host:
            you may "work": gain 1 coin
    after step evening: do work
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.check.rule_set import first_line
from dsl.diagnostic import Diagnostic, Level, warning
from dsl.ir import nodes as ir
from dsl.lint.rule import Category, rule
from dsl.lint.subject import Subject
from dsl.lint.through import through


@rule("F108", Category.FLOW, Level.INFO)
def turn_without_decision(subject: Subject) -> Iterator[Diagnostic]:
    """A turn without a question, also in what it runs, on whose start and end no rule hangs."""
    asked_at_edges = any(hook.event == "boundary" and "turn" in hook.name for hook in subject.game.hooks)
    ends = any(end.after == "turn" for end in subject.game.ends)
    for turn in subject.all(ir.Turn):
        if not asked_at_edges and not ends and not any(map(_asks, through(subject, turn.body))):
            yield warning(
                "turn-without-decision", "players take turns here, and nobody decides anything",
                first_line(turn.span), label="all of it goes by itself",
                help=("say what players decide, or write `each player:`",),
            )  # fmt: skip


def _asks(node: object) -> bool:
    match node:
        case ir.Choose(manner=manner):
            return manner is not ir.Manner.RANDOMLY
        case ir.TakeActions() | ir.Unsupported():
            return True
        case _:
            return False
