"""Tells whether one can think in a game without knowing too much: whether all that is hidden can be drawn anew."""

from __future__ import annotations

from functools import lru_cache

from interpreter.backend.python.driver.source import PythonSource
from interpreter.backend.wasm.emit.memory import Unsupported
from interpreter.backend.wasm.resume.points import points_of
from interpreter.backend.wasm.search.hidden import keeps_secret
from interpreter.engine import Engine
from interpreter.runtime.hidden_values import hidden_slots, rows


class NotThinkable(ValueError):
    """One cannot think so in this game, at least not without knowing too much: not all that is hidden is drawn anew."""


@lru_cache(maxsize=16)
def why_not(engine: Engine) -> str | None:
    """Why one cannot think in the games of an engine; None if one can."""
    layout = engine.program.layout
    for slot in hidden_slots(layout):
        if rows(layout, slot) is None:
            return f"it would know too much, since what `{slot.variable.name}` hides cannot be drawn by lot"
    if not isinstance(engine.back_end, PythonSource):
        return None
    try:
        points = points_of(engine.back_end.stepping()[0])
    except Unsupported:
        return "it might know too much, since it cannot be told what is kept of secret answers"
    if any(any(keeps_secret(waiting)) for waiting in points.routines.values()):
        return "it would know too much, since what somebody has answered in secret is kept while others decide"
    return None
