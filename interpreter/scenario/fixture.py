"""The fixture that a scenario is played on: an engine, its state, and what a test may do there that no rule does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import define

from dsl.ir import nodes as ir
from interpreter.engine import Engine
from interpreter.runtime.state import State
from interpreter.scenario.answers import offer_index
from interpreter.table.decision import decision, prompt
from interpreter.text.labels import Words


@define
class Fixture:
    """`slots` is how many locals the scenario's expressions use; the first ones hold the seats of the cast."""

    engine: Engine
    state: State
    cast: tuple[str, ...]
    slots: int

    @property
    def words(self) -> Words:
        return Words(self.engine.program, self.cast)

    def start(self, kind: str, name: str, arguments: Sequence[Any] = (), you: int = ir.NONE) -> None:
        """Runs one part of the rules (of a round, one pass), in place of what was going on, until it asks or ends."""
        if kind == "flow" and self.words.flow(name).kind == "round":
            kind = "pass"
            self.state.round_number += 1
        self.engine.start(self.state, kind, name, arguments, you)

    def asks(self) -> bool:
        return self.engine.asks(self.state)

    def answers(self) -> int:
        return self.engine.option_count(self.state)

    def value(self, expression: ir.Expression) -> Any:
        """Evaluates an expression of the scenario."""
        seats = range(len(self.cast))
        return self.engine.evaluate(self.state, expression, [*seats, *[ir.NONE] * (self.slots - len(seats))])

    def in_order_of_laying(self, zone: int, pieces: Sequence[int]) -> Sequence[int]:
        """Pieces as they are laid down one by one, so that the first lies on top of a stack, else first."""
        layout = self.engine.program.layout
        return pieces[::-1] if layout.zones[layout.zone_names[zone]].zone.shape == "stack" else pieces

    def can(self, seat: int, action: str) -> bool:
        """Whether a player is offered an action now; while nobody is asked, whether it would be legal."""
        if not self.asks():
            return self.is_legal(action, seat)
        return self.state.player == seat and offer_index(self.engine, self.state, action) is not None

    def is_legal(self, action: str, seat: int) -> bool:
        return self.engine.is_legal(self.state, action, seat)

    # ------------------------------------------------------------ words

    def name(self, seat: int) -> str:
        return self.cast[seat] if 0 <= seat < len(self.cast) else "nobody"

    def question(self) -> str:
        return prompt(self.engine, self.state, self.words)

    def offered(self) -> str:
        """Lists the possible answers in words."""
        found = decision(self.engine, self.state, self.words)
        numbers = [f"{found.numbers[0]} to {found.numbers[1]}"] if found.numbers else []
        return ", ".join([*numbers, *(option.name for option in found.options)]) or "nothing"
