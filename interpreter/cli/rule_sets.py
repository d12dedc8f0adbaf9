"""From rules that were read to an engine that plays them, or a word about why not."""

from __future__ import annotations

from dsl.ir import nodes as ir
from dsl.load import Loaded
from interpreter.cli.wrong_use import WrongUse
from interpreter.engine import Engine, LoweringError
from interpreter.lacking import lacking_lines


def playable(loaded: Loaded) -> ir.Game:
    """The game of rules without errors."""
    assert loaded.game is not None, "whoever wants to play looks at the diagnostics first"
    return loaded.game


def engine_for(loaded: Loaded, players: int) -> Engine:
    """An engine that keeps a journal and knows which rules led to a fault. Raises WrongUse."""
    game = playable(loaded)
    try:
        return Engine(game, players, trace=True, engine="reference")
    except LoweringError as fault:
        raise WrongUse("these rules are understood, but cannot be played yet", lacking_lines(fault)) from fault
