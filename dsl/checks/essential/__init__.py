"""Runs the checks without which a game cannot be played at all; all others wait until somebody asks."""

from collections.abc import Callable, Iterator

from dsl.checks.analysis.rule_set import RuleSet
from dsl.checks.essential.acting_player import acting_player
from dsl.checks.essential.copies import copies
from dsl.checks.essential.refills import refills
from dsl.checks.essential.sizes import sizes
from dsl.diagnostic import Diagnostic
from dsl.ir import nodes as ir
from dsl.syntax import nodes as n

ESSENTIALS: tuple[Callable[[RuleSet], Iterator[Diagnostic]], ...] = (sizes, acting_player, copies, refills)


def check_essentials(game: ir.Game, items: tuple[n.TopItem, ...]) -> tuple[Diagnostic, ...]:
    """What keeps a game from being played whose every sentence makes sense."""
    rules = RuleSet(game, items)
    return tuple(found for look in ESSENTIALS for found in look(rules))
