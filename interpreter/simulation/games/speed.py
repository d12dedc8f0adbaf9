"""How fast a game runs here, in time of the processor, so that other work on the machine matters little."""

from collections.abc import Callable, Sequence
from time import process_time
from typing import Final

import attrs

from dsl.cache import is_on
from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.keys import key_of_game
from interpreter.engine import Engine, forget
from interpreter.errors import RuleFault
from interpreter.players.players import Player, players_at
from interpreter.players.uniform import random_bot
from interpreter.runtime.state import State
from interpreter.simulation.games.run import play_game

#: The best of so many counts.
_ROUNDS: Final = 3
_CLONES: Final = 2000
#: After so many seconds of the processor nothing is timed again.
_LONG: Final = 1.0
_FIRST_SEED: Final = 1


@frozen
class Rate:
    """Games and decisions a second, and decisions in a game."""

    games: float
    decisions: float
    decisions_per_game: float


@frozen
class Speed:
    """`load`, `compile` and `clone` are seconds; `with_journal` plays as `bylaws play` and `bylaws test` do.

    `compile_again`: when it was compiled before and the program was kept; None if none is.
    """

    plain: Rate
    with_journal: Rate
    load: float
    compile: float
    compile_again: float | None
    clone: float


def speed(load: Callable[[], ir.Game], seats: Sequence[str], seconds: float) -> Speed:
    """Measures for about so many seconds; a game in which the rules fail counts as one without decisions."""
    game = load()
    compiled = _best(lambda: Engine(attrs.evolve(game), len(seats)))  # a game that no engine has seen is compiled anew
    plain, journal = Engine(game, len(seats)), Engine(game, len(seats), trace=True)
    again = _best(lambda: _compiled_again(game, len(seats))) if is_on() and key_of_game(game) else None
    share = seconds / (2 * _ROUNDS)
    at_plain, with_journal = (_rate(engine, players_at(seats, engine), share) for engine in (plain, journal))
    return Speed(at_plain, with_journal, _best(load), compiled, again, _clone_time(plain))


def _compiled_again(game: ir.Game, players: int) -> None:
    forget()
    Engine(game, players)


def _rate(engine: Engine, bots: Sequence[Player], seconds: float) -> Rate:
    """The best of a few rounds, all with the same games, as many as fit into the first."""
    games = decisions = 0
    began = process_time()
    while games == 0 or process_time() - began < seconds:
        decisions += _played(engine, _FIRST_SEED + games, bots)
        games += 1
    took = process_time() - began
    for _ in range(_ROUNDS - 1):
        began = process_time()
        for seed in range(_FIRST_SEED, _FIRST_SEED + games):
            _played(engine, seed, bots)
        took = min(took, process_time() - began)
    took = max(took, 1e-9)
    return Rate(games / took, decisions / took, decisions / games)


def _played(engine: Engine, seed: int, bots: Sequence[Player]) -> int:
    """A game's decisions; none if the rules fail in it."""
    try:
        return play_game(engine, seed, bots)[1]
    except RuleFault:
        return 0


def _best(work: Callable[[], object]) -> float:
    """The shortest time that it takes; what takes seconds is timed once."""
    times: list[float] = []
    while len(times) < _ROUNDS and sum(times) < _LONG:
        began = process_time()
        work()
        times.append(process_time() - began)
    return min(times)


def _clone_time(engine: Engine) -> float:
    """Of a game at each of its questions, on average; 0 for a game without any."""
    states = _states(engine)
    if not states:
        return 0.0
    clone, times = engine.clone, -(-_CLONES // len(states))

    def all_of_them() -> None:
        for _ in range(times):
            for state in states:
                clone(state)

    return _best(all_of_them) / (times * len(states))


def _states(engine: Engine) -> list[State]:
    """A game at each of its questions, played by chance."""
    states: list[State] = []
    luck = _FIRST_SEED
    try:
        state = engine.new_game(_FIRST_SEED)
        while engine.asks(state):
            states.append(engine.clone(state))
            luck, index = random_bot(luck, engine.option_count(state), state.can_pass)
            engine.advance(state, index)
    except RuleFault:
        pass
    return states
