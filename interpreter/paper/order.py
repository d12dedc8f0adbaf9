"""What is to be printed and how, and what has come of it: between the command and what makes each of its files."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from attrs import field

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.loading import Loaded
from interpreter.paper.board.furniture import Furniture, furniture
from interpreter.paper.model import Printed
from interpreter.paper.settings import Settings
from interpreter.rulebook import Chapter, parts


@frozen(eq=False, slots=False)
class Order:
    """`folder`: that of the game, where pictures lie. `before`: what had been printed of each face, by its hash, when
    only what is new is wanted. `out`: where the files will lie.
    """

    rules: Loaded
    printed: Printed
    settings: Settings
    folder: Path
    paper: str
    card: str
    backs: str
    out: Path
    before: Mapping[str, int] | None = None

    @property
    def game(self) -> ir.Game:
        """The game that the rules make."""
        assert self.rules.game is not None, "whoever prints has made sure that the rules make sense"
        return self.rules.game

    @cached_property
    def furniture(self) -> Furniture:
        """What lies on the table beside cards and tokens."""
        return furniture(self.game, self.printed.players, self.settings.counters)

    @cached_property
    def chapters(self) -> tuple[Chapter, ...]:
        """The rulebook, before it is laid out."""
        return tuple(parts(self.game))


@frozen
class Made:
    """Files by their names, what is told of them on the screen, and what is wrong with them."""

    files: Mapping[str, bytes] = field(factory=dict)
    told: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
