"""A game that was played on one engine, and what can be asked about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dsl.ir import nodes as ir
from interpreter.engine import Engine
from interpreter.program.model.nodes import Verb
from interpreter.runtime.state import State
from tests import ir_table as t

ANN, BEN, CAT = 0, 1, 2
ALL = 0b111


class Played:
    """A game at its end or its first question, and what can be asked about it."""

    def __init__(self, engine: str, *statements: Any, seed: int = 1, **more: Any) -> None:
        self.engine = Engine(t.game(*statements, **more), 3, trace=True, engine=engine)
        self.state: State = self.engine.new_game(seed)
        self.plain = Engine(self.engine.program.game, 3, engine=engine)  # without a journal it is the same game
        self.plain_state = self.plain.new_game(seed)
        self._compare()

    def _compare(self) -> None:
        assert self.plain.dump(self.plain_state) == self.engine.dump(self.state)

    def __getitem__(self, name: str) -> Any:
        return self.engine.dump(self.state)["variables"][name]

    def start(self, kind: str, name: str, arguments: Sequence[Any] = (), you: int = ir.NONE) -> None:
        """Runs a part of the rules alone."""
        self.engine.start(self.state, kind, name, arguments, you=you)
        self.plain.start(self.plain_state, kind, name, arguments, you=you)
        self._compare()

    def answer(self, *indices: int) -> Played:
        for index in indices:
            self.engine.advance(self.state, index)
            self.plain.advance(self.plain_state, index)
            self._compare()
        return self

    def lying(self, name: str, place: int = 0) -> list[str]:
        """The titles of what lies in a zone, from bottom to top."""
        layout = self.engine.program.layout
        pieces = self.state.zones[layout.zones[name].base + place]
        return [layout.kinds[self.state.kind[piece]].title for piece in pieces]

    def told(self, verb: Verb) -> list[tuple[int, ...]]:
        """The events of a kind: who did it, who sees it, who learns of it, and its values."""
        return [entry[2:] for entry in self.state.journal or () if entry[1] == verb]

    def zone(self, name: str, place: int = 0) -> int:
        return self.engine.program.layout.zones[name].base + place


def choice(played: Played) -> tuple[int, list[int], bool]:
    """Who is asked, for what, and whether they may pass."""
    state = played.state
    return state.player, list(state.options), bool(state.can_pass)


def values(engine: str, *expressions: ir.Expression) -> list[int]:
    """What expressions are worth, as both engines leave them in `total` (from -1000 to 1000)."""
    return [Played(engine, t.write("total", expression))["total"] for expression in expressions]
