"""A game must come to an end, and somebody should win it."""

from collections.abc import Iterator

from dsl.checks.analysis.rule_set import RuleSet, first_line
from dsl.diagnostic import Diagnostic, error, warning
from dsl.ir import nodes as ir
from dsl.source import Span
from dsl.syntax import nodes as n


def game_end(rules: RuleSet) -> Iterator[Diagnostic]:
    """An error for a game that goes on for ever, a warning for one that nobody wins or that is not played at all."""
    if rules.is_library:
        return
    game = rules.game
    if not game.main.statements:
        yield warning(
            "nothing-to-play", "nothing is ever played", _title(rules), label="no round, phase or step",
            help=('say what is played: `round day "Day": ...` and in it `step 1 NAME "Title": ...`',),
        )  # fmt: skip
        return
    over = bool(game.ends) or any(b.nodes_of(ir.GameOver) for b in rules.bodies)
    if over:
        return
    endless = next((f for f in game.flows if f.kind == "round" and f.until is None and f.bound is None), None)
    if endless is not None:
        yield error(
            "game-never-ends", "this game never ends", first_line(endless.span), label="this round goes on and on",
            help=("say when it ends: `game ends after STEP when CONDITION: the player with most COUNTER wins`",),
        )  # fmt: skip
    else:
        yield warning(
            "nobody-wins", "the game ends and nobody wins", _title(rules), label="no line says who wins",
            help=("say who wins: `game ends after STEP: the player with most COUNTER wins`",),
        )  # fmt: skip


def _title(rules: RuleSet) -> Span:
    return next(item.title.span for item in rules.items if isinstance(item, n.Game))
