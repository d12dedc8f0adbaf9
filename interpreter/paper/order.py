"""What is to be printed and how, and what has come of it: between the command and what makes each of its files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from attrs import field

from dsl.frozen import frozen
from dsl.loading import Loaded
from interpreter.paper.model import Printed
from interpreter.paper.settings import Settings


@frozen(eq=False)
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


@frozen
class Made:
    """Files by their names, what is told of them on the screen, and what is wrong with them."""

    files: Mapping[str, bytes] = field(factory=dict)
    told: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
