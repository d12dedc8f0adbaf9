"""Works out the figures of a game that an editor shows beside its words, once for each state of its rules."""

from pathlib import Path

from dsl.cache import remembered
from dsl.diagnostic import has_errors
from dsl.disk.files import Files, LoadError
from dsl.editing.figures import Figures, figures
from dsl.ir.keys import key_of_game
from dsl.loading import load


def figures_at(home: Path, files: Files) -> Figures | None:
    """The figures of the game that begins in a file; None if it cannot be understood."""
    try:
        rules = load(home, disk=files)
    except LoadError:
        return None
    game = rules.game
    if game is None or has_errors(rules.findings):
        return None
    return remembered("figures", key_of_game(game), lambda: figures(game))
