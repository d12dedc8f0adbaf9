"""The trigger queue: the rules that are deferred to the end of a window."""

from typing import Any

from interpreter.program.model.state_layers import Continuation


def drain(state: Continuation) -> tuple[tuple[Any, ...], ...]:
    """Empties the queue: each rule as its place, `you` and its arguments.

    Rules on cards come before those of variants and of the base game, equal ones in order of play, and the rules of one
    player in the order of their events.
    """
    waiting = state.later
    state.later = []
    if len(waiting) == 1:
        return (waiting[0][1:],)
    players = state.layout.setting.players
    first = max(state.active_player, 0)
    waiting.sort(key=lambda rule: (rule[0], (rule[2] - first) % players if rule[2] >= 0 else players))
    return tuple(rule[1:] for rule in waiting)
