"""Runs the checks over a rule set that can be played, one after another."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from dsl.cache import between_parts
from dsl.checks.analysis.rule_set import RuleSet
from dsl.checks.asked_before import asked_before
from dsl.checks.card_titles import card_titles
from dsl.checks.deck_sizes import deck_sizes
from dsl.checks.division import division_by_zero
from dsl.checks.endless_calls import endless_calls
from dsl.checks.endless_loops import endless_loops
from dsl.checks.game_end import game_end
from dsl.checks.no_candidates import no_candidates
from dsl.checks.out_of_bounds import out_of_bounds
from dsl.checks.reach import actions_out_of_reach, lines_never_reached, procedures_never_done
from dsl.checks.shown_definitions import shown_definitions
from dsl.checks.step_numbers import step_numbers
from dsl.diagnostic import Diagnostic

Check: TypeAlias = Callable[[RuleSet], Iterator[Diagnostic]]

#: Besides the essential ones, in the order in which their findings are reported. Each looks on its own; none changes
#: anything.
CHECKS: tuple[Check, ...] = (
    deck_sizes,
    no_candidates,
    asked_before,
    division_by_zero,
    out_of_bounds,
    endless_calls,
    endless_loops,
    actions_out_of_reach,
    procedures_never_done,
    lines_never_reached,
    game_end,
    step_numbers,
    card_titles,
    shown_definitions,
)


def check(rules: RuleSet) -> tuple[Diagnostic, ...]:
    """All that the checks find in rules in which the essential ones have found nothing."""
    found: list[Diagnostic] = []
    for look in CHECKS:
        between_parts()
        found += look(rules)
    return tuple(found)
