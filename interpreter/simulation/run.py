"""Many games between bots, and what there is to count in them.

A game is known by its seed: the seed of game k is `seed + k`, and everything in it follows from that, whoever plays it
and on however many workers. What is counted is added up in whole numbers, so the sums are the same for any number of
workers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from time import perf_counter

from attrs import Factory, define, frozen

from dsl.ir import nodes as ir
from dsl.load import load
from interpreter.chance import bot_seed
from interpreter.engine import Engine
from interpreter.fault import RuleFault
from interpreter.players.uniform import BOTS, Bot
from interpreter.simulation.parallel import run_seeds
from interpreter.simulation.statistics import Distribution
from interpreter.state import State

MOST_FAULTS = 100


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
class Fault:
    """A game that the rules could not finish; its seed plays it again."""

    seed: int
    message: str
    where: str


@define
class Tally:
    """What many games add up to. A win that several share is split evenly among them."""

    seats: int
    games: int = 0
    wins: list[Fraction] = Factory(list)
    nobody: int = 0
    shared: int = 0
    rounds: Distribution = Factory(Distribution)
    decisions: Distribution = Factory(Distribution)
    genuine: Distribution = Factory(Distribution)
    scores: list[Distribution] = Factory(list)
    best_scores: list[Distribution] = Factory(list)
    faults: list[Fault] = Factory(list)
    faulty: int = 0

    def merge(self, other: Tally) -> None:
        self.games += other.games
        self.nobody += other.nobody
        self.shared += other.shared
        self.faulty += other.faulty
        self.wins = [a + b for a, b in zip(self.wins, other.wins, strict=True)]
        for mine, theirs in zip(self._distributions(), other._distributions(), strict=True):
            mine.merge(theirs)
        self.faults = [*self.faults, *other.faults][:MOST_FAULTS]

    def _distributions(self) -> list[Distribution]:
        return [self.rounds, self.decisions, self.genuine, *self.scores, *self.best_scores]


@frozen
class Ranking:
    """What the winner is told by: each criterion, in its own words, most important first."""

    slot: int
    criteria: tuple[ir.Criterion, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """What each criterion counts: `most money` counts money."""
        return tuple(c.words.partition(" ")[2] or c.words for c in self.criteria)


def ranking(game: ir.Game) -> Ranking | None:
    """How the game's end tells the winner, if it ranks the players."""
    for end in game.ends:
        for statement in end.body.statements:
            if isinstance(statement, ir.GameOver) and isinstance(statement.winners, ir.Ranked):
                return Ranking(statement.winners.slot, statement.winners.by)
    return None


@frozen
class Games:
    """The work of playing games: `seats` names the bot of each seat."""

    rules: Rules
    seats: tuple[str, ...]

    def start(self) -> Callable[[int, Tally], None]:
        game = self.rules.game()
        engine = Engine(game, len(self.seats))
        bots = tuple(BOTS[name] for name in self.seats)
        ranks = ranking(game)

        def play(seed: int, tally: Tally) -> None:
            try:
                state, decisions, genuine = play_game(engine, seed, bots)
            except RuleFault as fault:
                _count_fault(tally, seed, fault)
            else:
                _count(tally, engine, state, decisions, genuine, ranks)

        return play

    def empty(self) -> Tally:
        ranks = ranking(self.rules.game())
        scores = len(ranks.criteria) if ranks else 0
        return Tally(
            len(self.seats), wins=[Fraction(0)] * len(self.seats), scores=[Distribution() for _ in range(scores)],
            best_scores=[Distribution() for _ in range(scores)],
        )  # fmt: skip

    def merge(self, whole: Tally, part: Tally) -> None:
        whole.merge(part)


def play_game(engine: Engine, seed: int, bots: Sequence[Bot]) -> tuple[State, int, int]:
    """One whole game: its last state, the number of decisions, and of those with more than one option.

    Each seat's bot draws from a stream of its own. Raises RuleFault.
    """
    luck = [bot_seed(seed, seat) for seat in range(len(bots))]
    state = engine.new_game(seed)
    advance, asks, count_options = engine.advance, engine.asks, engine.option_count
    decisions = genuine = 0
    while asks(state):
        seat = state.player
        count = count_options(state)
        decisions += 1
        index = 0
        if count > 1:
            genuine += 1
            luck[seat], index = bots[seat](luck[seat], count, state.can_pass)
        advance(state, index)
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
        for k, criterion in enumerate(ranks.criteria):
            values = [score(engine, state, ranks.slot, criterion, seat) for seat in range(tally.seats)]
            for value in values:
                tally.scores[k].add(value)
            for seat in winners[:1]:
                tally.best_scores[k].add(values[seat])


def score(engine: Engine, state: State, slot: int, criterion: ir.Criterion, seat: int) -> int:
    """What a criterion is worth for a seat at the end."""
    locals_ = [ir.NONE] * slot + [seat]
    return int(engine.evaluate(state, criterion.value, locals_))


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
    run = run_seeds(Games(rules, seats), range(seed, seed + games), jobs=jobs, progress=progress)
    return Result(rules, seats, seed, run.result, run.wanted, run.done, perf_counter() - began)
