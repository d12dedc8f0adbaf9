"""A game as a game of OpenSpiel, which its algorithms in Python and in C++ take as one of their own.

    import pyspiel
    import interpreter.doors.openspiel

    game = pyspiel.load_game("bylaws", {"rules": "pig", "players": 2})

Luck comes from a seed that chance draws first, or with `seeds` 0 number by number, each an action of chance. What an
action means changes from question to question, as in `interpreter.api`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from interpreter.api import CHANCE, WIN, Game, GameState, open_game
from interpreter.doors.in_numbers import InNumbers
from interpreter.doors.sizes import ROOM, Sizes, sizes_of

try:
    import numpy as np
    import pyspiel
except ImportError as fault:
    raise ImportError("OpenSpiel is missing: pip install 'bylaws[openspiel]'") from fault

#: So many seeds chance draws from, if nothing is said.
SEEDS: Final = 1000
#: A game takes no more decisions.
_LONGEST: Final = 1_000_000

_PARAMETERS: Final = {
    "rules": "", "players": 0, "variants": "", "parameters": "", "returns": WIN, "seeds": SEEDS, "actions": 0,
}  # fmt: skip


def _type(sizes: Sizes | None, returns: str, players: int) -> Any:
    utility = pyspiel.GameType.Utility
    kind = utility.GENERAL_SUM
    if sizes is not None and returns == WIN:
        kind = utility.IDENTICAL if sizes.for_a_team else utility.ZERO_SUM
    return pyspiel.GameType(
        short_name="bylaws", long_name="Bylaws", dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION, utility=kind,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL, max_num_players=players or 1000,
        min_num_players=players or 1, provides_information_state_string=True,
        provides_information_state_tensor=False, provides_observation_string=True, provides_observation_tensor=True,
        parameter_specification=_PARAMETERS,
    )  # fmt: skip


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game at a table. Of the parameters, `variants` stand with commas, `parameters` as `prize=3,patience=5`.

    `players`: 0 for as few as can play; `seeds`: how many there are; `actions`: room for so many answers in place of
    what the bounds of the rules say.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        said = {**_PARAMETERS, **(params or {})}
        settings = dict(one.split("=", 1) for one in _listed(said["parameters"]))
        self.opened: Game = open_game(
            said["rules"], said["players"] or None, _listed(said["variants"]), settings, returns=said["returns"]
        )
        self.seeds: int = said["seeds"]
        sizes, players = sizes_of(self.opened, said["actions"] or None), self.opened.num_players()
        self.numbers = InNumbers(self.opened.engine, sizes)
        kind = _type(sizes, said["returns"], players)
        zero_sum = kind.utility == pyspiel.GameType.Utility.ZERO_SUM
        info = pyspiel.GameInfo(
            num_distinct_actions=sizes.answers, max_chance_outcomes=self.seeds or max(ROOM, sizes.pieces),
            num_players=players, min_utility=sizes.least, max_utility=sizes.most,
            utility_sum=0.0 if zero_sum else None, max_game_length=_LONGEST,
        )  # fmt: skip
        super().__init__(kind, info, params or {})

    def new_initial_state(self) -> SpielState:
        """The beginning, where chance draws a seed, or its first number."""
        return SpielState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> SpielObserver:
        """What gives the strings and tensors of states."""
        return SpielObserver(self.numbers, recalls=kind is not None and kind.perfect_recall)


def _listed(said: str) -> list[str]:
    return [part.strip() for part in said.split(",") if part.strip()]


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state; `at` is the same for `interpreter.api`, None before a seed is drawn.

    What stands in it is what OpenSpiel copies and pickles.
    """

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.at: GameState | None = None if game.seeds else game.opened.new_initial_state()
        self.names: list[str] | None = None

    def current_player(self) -> int:
        """The seat that is asked; chance; or that the game is over."""
        return CHANCE if self.at is None else self.at.current_player()

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.at is not None and self.at.is_terminal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The seeds, or the numbers that may be drawn next, each as likely."""
        if self.at is not None:
            return self.at.chance_outcomes()
        seeds = self.get_game().seeds
        return [(seed, 1 / seeds) for seed in range(seeds)]

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self.at is None else self.at.legal_actions(player)

    def _apply_action(self, action: int) -> None:
        self.names = None
        if self.at is None:
            self.at = self.get_game().opened.new(action)
        else:
            self.at.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if self.at is None:
            return f"seed {action}"
        if player == CHANCE:
            return self.at.action_to_string(action)
        if self.names is None:
            self.names = _unlike([self.at.action_to_string(one) for one in self.at.legal_actions()])
        return self.names[action]

    def returns(self) -> list[float]:
        """What each player has of the game; nothing before it is over."""
        if self.at is None or not self.at.is_terminal():
            return [0.0] * self.num_players()
        return self.at.returns()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Another state that a player cannot tell from this one: see `GameState.resample_from_infostate`."""
        other: SpielState = self.clone()
        if self.at is not None:
            other.at = self.at.resample_from_infostate(player, int(sampler() * 2**53))
        return other

    def __str__(self) -> str:
        who = self.current_player()
        asked = "" if self.at is None or who < 0 else f": {self.at.prompt()}"
        return f"{' '.join(map(str, self.history()))} -> {who}{asked}"


def _unlike(names: Sequence[str]) -> list[str]:
    """The names, where those that stand there before are numbered: `a card`, `a card (2)`."""
    met: dict[str, int] = {}
    found = []
    for name in names:
        met[name] = met.get(name, 0) + 1
        found.append(name if met[name] == 1 else f"{name} ({met[name]})")
    return found if len(set(found)) == len(found) else [f"{k}. {name}" for k, name in enumerate(names, 1)]


class SpielObserver:
    """Puts what a seat may know in words, with all that it was told if it `recalls` that, or in numbers."""

    def __init__(self, numbers: InNumbers, *, recalls: bool) -> None:
        self.numbers, self.recalls = numbers, recalls
        self.tensor: Any = None if recalls else np.zeros(numbers.length, np.float32)
        self.dict: dict[str, Any] = {} if recalls else {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Puts the numbers of a state into `tensor`."""
        if self.tensor is not None:
            self.tensor[:] = 0
            if state.at is not None and not state.at.is_chance_node():
                self.tensor[:] = self.numbers.seen(state.at, player)

    def string_from(self, state: SpielState, player: int) -> str:
        """What a seat sees now, or all that it knows; nothing where chance is next."""
        if state.at is None or state.at.is_chance_node():
            return ""
        return state.at.information_state_string(player) if self.recalls else state.at.observation_string(player)


pyspiel.register_game(_type(None, WIN, 0), SpielGame)
