"""Plays games natively and by generated Python, and holds what they come to together."""

from collections.abc import Iterator
from typing import Any

from dsl.ir import nodes as ir
from interpreter.backend.python.driver.source import PythonSource
from interpreter.backend.wasm.driver.machine import Machine
from interpreter.backend.wasm.driver.records import Field
from interpreter.backend.wasm.driver.source import compiled
from interpreter.backend.wasm.driver.whole_game import native_module
from interpreter.engine import Engine
from interpreter.errors import RuleFault
from interpreter.players.uniform import BOTS
from interpreter.program.optimise.whole_game import WholeGame
from interpreter.runtime.state import State, dump
from interpreter.simulation.games.run import question_by_question
from tests.native_state import state_of

#: What is no news once a game is over, and nothing keeps up to date.
_OF_QUESTIONS = ("site", "player", "options", "offers", "can_pass")


class Native:
    """A game that is played natively, beside the engine that says what is right."""

    def __init__(self, rules: ir.Game, seats: tuple[str, ...]) -> None:
        self.engine, self.seats = Engine(rules, len(seats)), seats
        assert isinstance(self.engine.back_end, PythonSource)
        game = self.engine.back_end.whole_game()
        assert game is not None
        self.game: WholeGame = game
        module, self.memory, counts = native_module(game)
        self.machine = Machine(compiled(module, self.memory, counts), seats)
        self.kind: type[State] = self.engine.back_end.kind

    def differences(self, seeds: range) -> Iterator[str]:
        """What is different after each game; a game that is for another engine is never one that another can finish."""
        for seed in seeds:
            batch = self.machine.played(range(seed, seed + 1))
            try:
                state, met = question_by_question(self.engine, seed, [BOTS[name] for name in self.seats])
            except RuleFault as fault:
                if not batch.given_up:
                    yield f"seed {seed}: {fault.message} is not met"
                continue
            if batch.given_up:
                yield f"seed {seed}: given up"
                continue
            (record,) = batch.records
            if (record[Field.ROUNDS], record[Field.DECISIONS], batch.choices) != (state.rounds, state.decisions, met):
                yield f"seed {seed}: {batch} is not what was counted"
            got, expected = self._plain(seed), self._compared(dump(state))
            yield from (f"seed {seed}: {name} is {got[name]}, not {expected[name]}"[:300]
                        for name in expected if got[name] != expected[name])  # fmt: skip

    def ends(self, seeds: range) -> Iterator[State]:
        """The state at the end of each of these games, which native code plays in a tenth of the time."""
        for seed in seeds:
            if self.machine.played(range(seed, seed + 1)).given_up:
                yield question_by_question(self.engine, seed, [BOTS[name] for name in self.seats])[0]
            else:
                yield state_of(self.machine, self.memory, self.kind, seed)

    def _plain(self, seed: int) -> dict[str, Any]:
        return self._compared(dump(state_of(self.machine, self.memory, self.kind, seed)))

    def _compared(self, dumped: dict[str, Any]) -> dict[str, Any]:
        unknown = _OF_QUESTIONS if self.game.knows else (*_OF_QUESTIONS, "seen")
        return {name: worth for name, worth in dumped.items() if name not in unknown}
