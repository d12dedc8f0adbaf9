"""Many games between bots, and what there is to count in them.

A game is known by its seed: the seed of game k is `seed + k`, and everything in it follows from that, whoever plays it
and on however many workers. What is counted is added up in whole numbers, so the sums are the same for any number of
workers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from time import perf_counter

from attrs import Factory, frozen

from dsl.ir import nodes as ir
from dsl.load import load
from interpreter.chance import bot_seed
from interpreter.engine import Engine
from interpreter.fault import RuleFault
from interpreter.players.uniform import BOTS, Bot
from interpreter.simulation.parallel import run_seeds
from interpreter.simulation.ranking import Ranking, Standings, ranking, standings
from interpreter.simulation.tally import MOST_FAULTS, Fault, Tally
from interpreter.state import State


@frozen
class Rules:
    """Which rule set is played, by names that every worker can load for itself."""

    path: str
    variants: tuple[str, ...] = ()
    parameters: Mapping[str, str | int] = Factory(dict)

    def game(self) -> ir.Game:
        """Loads the rules. Raises ValueError if they cannot be played (they were checked before)."""
        loaded = load(self.path, self.variants, self.parameters)
        if loaded.game is None:
            raise ValueError(f"{self.path} cannot be played")
        return loaded.game


@frozen
class Games:
    """The work of playing games: `seats` names the bot of each seat; the end of the game compares `criteria` things."""

    rules: Rules
    seats: tuple[str, ...]
    criteria: int

    def start(self) -> Callable[[int, Tally], None]:
        game = self.rules.game()
        engine = Engine(game, len(self.seats))
        bots = tuple(BOTS[name] for name in self.seats)
        ranks = ranking(game)

        def play(seed: int, tally: Tally) -> None:
            try:
                state, decisions, genuine = play_game(engine, seed, bots, tally.choices)
            except RuleFault as fault:
                _count_fault(tally, seed, fault)
            else:
                _count(tally, engine, state, decisions, genuine, ranks)

        return play

    def empty(self) -> Tally:
        return Tally.empty(len(self.seats), self.criteria)

    def merge(self, whole: Tally, part: Tally) -> None:
        whole.merge(part)


def games_of(rules: Rules, seats: tuple[str, ...]) -> Games:
    """The work of playing a game with these bots. Raises ValueError if it cannot be played."""
    ranks = ranking(rules.game())
    return Games(rules, seats, len(ranks.criteria) if ranks else 0)


def play_game(
    engine: Engine, seed: int, bots: Sequence[Bot], choices: dict[int, int] | None = None
) -> tuple[State, int, int]:
    """One whole game: its last state, the number of decisions, and of those with more than one option.

    Each seat's bot draws from a stream of its own. `choices` gets how many questions had so many answers.
    Raises RuleFault.
    """
    luck = [bot_seed(seed, seat) for seat in range(len(bots))]
    state = engine.new_game(seed)
    advance, asks, count_options = engine.advance, engine.asks, engine.option_count
    decisions = genuine = 0
    met: dict[int, int] = {}
    while asks(state):
        seat = state.player
        count = count_options(state)
        decisions += 1
        index = 0
        if count > 1:
            genuine += 1
            met[count] = met.get(count, 0) + 1
            luck[seat], index = bots[seat](luck[seat], count, state.can_pass)
        advance(state, index)
    if choices is not None:
        for count, times in met.items():
            choices[count] = choices.get(count, 0) + times
    return state, decisions, genuine


def _count(tally: Tally, engine: Engine, state: State, decisions: int, genuine: int, ranks: Ranking | None) -> None:
    tally.games += 1
    tally.decisions.add(decisions)
    tally.genuine.add(genuine)
    tally.rounds.add(state.round_number)
    winners = state.winners
    for seat in winners:
        tally.wins[seat] += Fraction(1, len(winners))
    tally.nobody += not winners
    tally.shared += len(winners) > 1
    if ranks is not None:
        _count_standings(tally, standings(engine, state, ranks), winners)


def _count_standings(tally: Tally, found: Standings, winners: Sequence[int]) -> None:
    for k, values in enumerate(found.scores):
        for value in values:
            tally.scores[k].add(value)
        for seat in winners[:1]:
            tally.best_scores[k].add(values[seat])
    if found.decided is None:
        tally.otherwise += 1
    else:
        tally.decided[found.decided] += 1
    if found.margin is not None:
        tally.margins.add(found.margin)


def _count_fault(tally: Tally, seed: int, fault: RuleFault) -> None:
    tally.games += 1
    tally.faulty += 1
    if len(tally.faults) < MOST_FAULTS:
        where = f"{fault.span.source.path}:{fault.span.line}"
        tally.faults.append(Fault(seed, fault.message, where))


@frozen
class Result:
    """`done` of the `wanted` games, and how long they took, in seconds."""

    rules: Rules
    seats: tuple[str, ...]
    seed: int
    tally: Tally
    wanted: int
    done: int
    seconds: float


def simulate(
    rules: Rules,
    seats: tuple[str, ...],
    *,
    games: int,
    seed: int,
    jobs: int,
    progress: Callable[[int], object] = lambda done: None,
) -> Result:
    """Plays `games` games with the seeds from `seed` on. Ctrl-C gives what has been played so far."""
    began = perf_counter()
    run = run_seeds(games_of(rules, seats), range(seed, seed + games), jobs=jobs, progress=progress)
    return Result(rules, seats, seed, run.result, run.wanted, run.done, perf_counter() - began)
