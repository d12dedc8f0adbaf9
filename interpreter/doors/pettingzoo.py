"""A game as an environment of PettingZoo: agents that act in turn (AEC), with a mask of what is legal.

    from interpreter.doors.pettingzoo import Environment

    env = Environment("pig", players=4)
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        done = termination or truncation
        env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))

docs/python.md says what an observation holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, ClassVar, TypeAlias

from interpreter.api import WIN, Game, GameState, open_game
from interpreter.doors.in_numbers import InNumbers
from interpreter.doors.sizes import sizes_of

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ImportError as fault:
    raise ImportError("PettingZoo is missing: pip install 'bylaws[rl]'") from fault

#: The numbers that a seat may know, as `observation`, and which actions are legal, as `action_mask`.
Observation: TypeAlias = dict[str, "np.ndarray[Any, np.dtype[Any]]"]

#: No number of an observation is larger.
_LARGEST = 2**53


class Environment(AECEnv):  # type: ignore[misc]
    """A game for agents `seat_0`, `seat_1` ..., who are asked one after another, also where all act at once.

    Takes what `open_game` takes. `most_actions`: room for so many answers in place of what the bounds of the rules say.
    `most_decisions`: a game that is longer is cut off. All rewards come at the end: what `GameState.returns` gives.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "bylaws_v0", "is_parallelizable": False, "render_modes": ["ansi"],
    }  # fmt: skip

    def __init__(
        self, rules: str | Path, players: int | None = None, variants: Sequence[str] = (),
        parameters: Mapping[str, str | int] | None = None, *, returns: str = WIN, most_actions: int | None = None,
        most_decisions: int | None = None, render_mode: str | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.game: Game = open_game(rules, players, variants, parameters, returns=returns)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.num_players())]
        self.agents: list[str] = []
        self._numbers = InNumbers(self.game.engine, sizes_of(self.game, most_actions))
        self._most_decisions = most_decisions
        self._luck = Random()

    # ------------------------------------------------------------ spaces

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of `observation` and `action_mask`, the same for all agents."""
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """As many actions as a question of the game can have answers."""
        return self._spaces[agent][1]

    @cached_property
    def _spaces(self) -> dict[str, tuple[spaces.Space[Any], spaces.Space[Any]]]:
        answers, numbers = self._numbers.sizes.answers, (self._numbers.length,)
        return {
            agent: (
                spaces.Dict({
                    "observation": spaces.Box(-_LARGEST, _LARGEST, numbers, np.int64),
                    "action_mask": spaces.Box(0, 1, (answers,), np.int8),
                }),
                spaces.Discrete(answers),
            )
            for agent in self.possible_agents
        }  # fmt: skip

    # ------------------------------------------------------------ play

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game: with a seed that which `bylaws play --seed` begins, else one that follows from the last."""
        if seed is not None:
            self._luck = Random(seed)
        self.position: GameState = self.game.new(self._luck.getrandbits(32) if seed is None else seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._decided = 0
        self._go_on()

    def step(self, action: int | None) -> None:
        """Takes the action of the agent that is asked; None for one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is asked, and gives no action")
        self.position.apply(action)
        self._decided += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._go_on()
        self._accumulate_rewards()

    def _go_on(self) -> None:
        """Finds out who is asked next, or how the game has ended."""
        if self.position.is_terminal():
            self.rewards = dict(zip(self.agents, self.position.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
            return
        self.agent_selection = self.agents[self.position.current_player()]
        if self._most_decisions is not None and self._decided >= self._most_decisions:
            self.truncations = dict.fromkeys(self.agents, True)

    def observe(self, agent: str) -> Observation:
        """What an agent may know, as numbers; no action is legal for who is not asked."""
        seat = self.possible_agents.index(agent)
        places = self.position.places(seat)
        room = self._numbers.sizes.answers
        if len(places) > room:
            raise ValueError(f"{len(places)} answers are more than there is room for: say most_actions={len(places)}")
        mask = np.zeros(room, np.int8)
        mask[: len(places)] = 1
        return {"observation": np.array(self._numbers.seen(self.position, seat), np.int64), "action_mask": mask}

    def render(self) -> str | None:
        """What the agent that is asked has been told, and the question; with `render_mode="ansi"`."""
        if self.render_mode != "ansi":
            return None
        seat = self.possible_agents.index(self.agent_selection)
        return "\n".join((*self.position.log(seat), self.position.prompt())).rstrip()

    def close(self) -> None:
        """There is nothing to close."""
