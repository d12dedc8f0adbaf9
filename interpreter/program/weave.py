"""Rules that meet events are woven into what they meet."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from dsl.ir import nodes as ir
from interpreter.program.sources import Source


@frozen
class Woven:
    """The bodies with all hooks in place, and the game with the variables that they need."""

    sources: Mapping[str, Source]
    game: ir.Game


def woven(sources: Mapping[str, Source], game: ir.Game) -> Woven:
    """The bodies with every hook woven in."""
    return Woven(sources, game)
