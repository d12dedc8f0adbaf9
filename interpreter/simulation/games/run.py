"""Runs many games between bots.

Game k has the seed `seed + k`, from which everything in it follows, whoever plays it and on however many workers. The
counts are sums of whole numbers, the same for any number of workers.
"""

from collections.abc import Callable, Mapping, Sequence
from time import perf_counter
from typing import Final, TypeAlias

import attrs
from attrs import Factory, frozen

from dsl.ir import nodes as ir
from dsl.loading import load
from interpreter.engine import Choose, Engine
from interpreter.errors import RuleFault
from interpreter.players.uniform import BOTS, Bot
from interpreter.runtime.chance import bot_seed
from interpreter.runtime.state import State
from interpreter.simulation.games.native import NativeGames
from interpreter.simulation.games.observer import Observer
from interpreter.simulation.games.played import Fault, Played, Row, row
from interpreter.simulation.games.tally import Tally
from interpreter.simulation.processes.parallel import run_seeds
from interpreter.table.ending.ranking import Judge, is_sided, judging, judging_of, ranking


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
    """Work for `run_seeds`: `seats` names the bot of each seat; the end of the game compares `criteria` things.

    Games with the seeds in `closely` are observed. With `most_seats`, each leaves a row with room for so many.
    """

    rules: Rules
    seats: tuple[str, ...]
    criteria: int
    sided: tuple[bool, ...] = ()
    closely: range = range(0)
    most_seats: int = 0

    def start(self) -> Callable[[int, Tally], None]:
        game = self.rules.game()
        engine = Engine(game, len(self.seats))
        bots = tuple(BOTS[name] for name in self.seats)
        ranks = ranking(game)
        judged = judging(engine, game)
        native = NativeGames(engine, self.seats, judging_of(game, len(self.seats)))
        watching: list[tuple[Observer, Judge | None]] = []  # made when the first game is to be watched

        def play(seed: int, tally: Tally) -> None:
            if seed not in self.closely:
                played = native.played(seed) or outcome(engine, seed, bots, judged)
            else:
                if not watching:
                    observer = Observer(game, len(self.seats))
                    watching.append((observer, judging(observer.engine, game)))
                observer, judged_there = watching[0]
                played = outcome(observer.engine, seed, bots, judged_there, observer)
                tally.observed.merge(observer.taken())
            tally.count(played)
            if self.most_seats:
                tally.rows.append(row(played, len(self.seats), self.most_seats, ranks))

        return play

    def empty(self) -> Tally:
        return Tally.empty(len(self.seats), self.criteria, self.sided)

    def merge(self, whole: Tally, part: Tally) -> None:
        whole.merge(part)


def games_of(rules: Rules, seats: tuple[str, ...]) -> Games:
    """The work of playing a game with these bots. Raises ValueError if it cannot be played."""
    game = rules.game()
    ranks = ranking(game)
    return Games(rules, seats, len(ranks.criteria) if ranks else 0, tuple(map(is_sided, game.measured)))


def outcome(
    engine: Engine, seed: int, bots: Sequence[Bot], judged: Judge | None, observer: Observer | None = None
) -> Played | Fault:
    """Plays the game with this seed to its outcome; with the engine of an `observer`, which then observes it."""
    choices: dict[int, int] = {}
    try:
        state, decisions, _ = play_game(engine, seed, bots, choices, watched=observer is not None)
        found = judged(state) if judged is not None else None
    except RuleFault as fault:
        if observer is not None:
            observer.dropped()
        return Fault(seed, fault.message, f"{fault.span.source.path}:{fault.span.line}")
    if observer is not None:
        observer.ended(state)
    return Played(seed, state.rounds, decisions, choices, state.winners, found)


def play_game(
    engine: Engine, seed: int, bots: Sequence[Bot], choices: dict[int, int] | None = None, *, watched: bool = False
) -> tuple[State, int, int]:
    """One whole game: its last state, the number of decisions, and of those with more than one option.

    Each seat's bot draws from a stream of its own. `choices` gets how many questions had so many answers. When an
    engine has played many games, the others are played in one go, unless somebody has `watched` each question; without
    a journal these do not keep up to date who knows which piece. Raises RuleFault.
    """
    engine.games_played += 1
    met: Met = {}
    state = None
    if engine.games_played > _MANY and not watched:
        state = engine.play_out(seed, [chooser(bot, bot_seed(seed, seat), met) for seat, bot in enumerate(bots)])
    if state is None:
        state, met = question_by_question(engine, seed, bots)
    if choices is not None:
        for count, times in met.items():
            choices[count] = choices.get(count, 0) + times
    return state, state.decisions, sum(met.values())


#: From so many games on it is worth while to have them written as whole games.
_MANY: Final = 200

#: How many questions had so many answers, two at least.
Met: TypeAlias = dict[int, int]


def chooser(bot: Bot, luck: int, met: Met) -> Choose:
    """A bot as the engine asks it, which notes what it is asked."""

    def choose(count: int, can_pass: int) -> int:
        nonlocal luck
        met[count] = met.get(count, 0) + 1
        luck, place = bot(luck, count, can_pass)
        return place

    return choose


def question_by_question(engine: Engine, seed: int, bots: Sequence[Bot]) -> tuple[State, Met]:
    """One whole game, with a stop at each question; gives also what was met. Raises RuleFault."""
    luck = [bot_seed(seed, seat) for seat in range(len(bots))]
    state = engine.new_game(seed)
    advance, asks, count_options = engine.advance, engine.asks, engine.option_count
    met: Met = {}
    while asks(state):
        seat = state.player
        count = count_options(state)
        index = 0
        if count > 1:
            met[count] = met.get(count, 0) + 1
            luck[seat], index = bots[seat](luck[seat], count, state.can_pass)
        advance(state, index)
    return state, met


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


#: Is given the rows of the games that came last, and what makes the result of all games so far.
Kept: TypeAlias = Callable[[Sequence[Row], Callable[[], Result]], object]


def simulate(
    rules: Rules, seats: tuple[str, ...], *, games: int, seed: int, jobs: int,
    progress: Callable[[int], object] = lambda done: None, closely: int = 0, most_seats: int = 0,
    so_far: Result | None = None, kept: Kept = lambda rows, result: None,
) -> Result:  # fmt: skip
    """Plays `games` games with the seeds from `seed` on. Ctrl-C gives what has been played so far.

    The first `closely` of them are watched. `most_seats`: each game leaves a row with room for so many. `so_far`: what
    an earlier run came to; this one goes on there. `kept` is called now and then, and at the end.
    """
    began = perf_counter()
    work = attrs.evolve(games_of(rules, seats), closely=range(seed, seed + closely), most_seats=most_seats)
    done, seconds = (so_far.done, so_far.seconds) if so_far is not None else (0, 0.0)

    def result(now: Tally) -> Result:
        whole = work.empty()
        for tally in (*([so_far.tally] if so_far is not None else []), now):
            whole.merge(tally)
        return Result(rules, seats, seed, whole, games, whole.games, seconds + perf_counter() - began)

    def keep(now: Tally) -> bool:
        rows, now.rows = now.rows, []
        kept(rows, lambda: result(now))
        return False

    seeds = range(seed + done, seed + games)
    run = run_seeds(work, seeds, jobs=jobs, progress=lambda played: progress(done + played), enough=keep)
    keep(run.result)
    return result(run.result)
