"""Opens the terminal, for commands that show games."""

from __future__ import annotations

import os
import sys
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from dsl.loading import Loaded
from dsl.render import render
from interpreter.cli.output.outlet import painted
from interpreter.cli.output.terminal import has_colour

if TYPE_CHECKING:
    from interpreter.players.human.terminal import Terminal


def terminal() -> Terminal:
    """Standard input and output: colour and clearing only where there is a terminal that knows them."""
    from rich.console import Console

    from interpreter.players.human.terminal import Terminal

    coloured = has_colour(sys.stdout)
    size = get_terminal_size() if os.environ.get("TERM") == "dumb" else None  # rich would not look
    console = Console(
        file=painted(sys.stdout), color_system="auto" if coloured else None, no_color=not coloured, highlight=False,
        markup=False, emoji=False, width=size.columns if size else None, height=size.lines if size else None,
        soft_wrap=not sys.stdout.isatty(),
    )  # fmt: skip
    asks = sys.stdin.isatty() and sys.stdout.isatty()
    return Terminal(console, asks=asks, clears=asks and not console.is_dumb_terminal)


def shows_faults(loaded: Loaded) -> bool:
    """Whether the rules cannot be played; then what is wrong with them has been printed."""
    if loaded.game is None:
        print(render(loaded.diagnostics, "full", has_colour(sys.stdout)), end="", file=painted(sys.stdout))
    return loaded.game is None
