"""Runs many games between bots.

Game k has the seed `seed + k`, from which everything in it follows, whoever plays it and on however many workers. The
counts are sums of whole numbers, the same for any number of workers.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final, TypeAlias

from attrs import Factory

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.loading import load
from interpreter.engine import Choose, Engine
from interpreter.errors import RuleFault
from interpreter.players.players import Player, players_at
from interpreter.players.thinking.moment import Following
from interpreter.players.thinking.thinker import Thinker
from interpreter.players.uniform import Bot
from interpreter.runtime.chance import bot_seed
from interpreter.runtime.state import State
from interpreter.simulation.games.observer import Observer
from interpreter.simulation.games.played import Fault, Played, row
from interpreter.simulation.games.tally import Tally
from interpreter.table.ending.ranking import Judge, is_sided, judging, ranking


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
        game, players = self.rules.game(), len(self.seats)
        ranks = ranking(game)

        # What plays is made when the first game is for it, since that takes long.
        @cache
        def watching() -> tuple[Observer, Judge | None, tuple[Player, ...]]:
            observer = Observer(game, players)
            return observer, judging(observer.engine, game), players_at(self.seats, observer.engine)

        @cache
        def playing() -> tuple[Engine, Judge | None, tuple[Player, ...]]:
            engine = Engine(game, players)
            return engine, judging(engine, game), players_at(self.seats, engine)

        def play(seed: int, tally: Tally) -> None:
            if seed in self.closely:
                observer, judged, bots = watching()
                played = outcome(observer.engine, seed, bots, judged, tally, observer)
                tally.observed.merge(observer.taken())
            else:
                engine, judged, bots = playing()
                played = outcome(engine, seed, bots, judged, tally)
            if self.most_seats:
                tally.rows.append(row(played, len(self.seats), self.most_seats, ranks))

        return play

    def empty(self) -> Tally:
        return Tally.empty(len(self.seats), self.criteria, self.sided)

    def merge(self, whole: Tally, part: Tally) -> None:
        whole.merge(part)


def compile_once(rules: Rules, players: int, *, watched: bool = False, unwatched: bool = True) -> None:
    """Compiles what plays games that are watched, or are not, before any worker does, which finds it in the cache then.

    Raises LoweringError.
    """
    if watched:
        Observer(rules.game(), players)
    if unwatched:
        Engine(rules.game(), players)


def games_of(rules: Rules, seats: tuple[str, ...]) -> Games:
    """The work of playing a game with these bots. Raises ValueError if it cannot be played."""
    game = rules.game()
    ranks = ranking(game)
    return Games(rules, seats, len(ranks.criteria) if ranks else 0, tuple(map(is_sided, game.measured)))


def outcome(
    engine: Engine, seed: int, bots: Sequence[Player], judged: Judge | None, tally: Tally,
    observer: Observer | None = None,
) -> Played | Fault:  # fmt: skip
    """Plays the game with this seed to its outcome, and counts it; an `observer`, whose engine it is, observes it."""
    choices: dict[int, int] = {}
    try:
        state, decisions, _ = play_game(engine, seed, bots, choices, watched=observer is not None)
        found = judged(state) if judged is not None else None
    except RuleFault as fault:
        if observer is not None:
            observer.dropped()
        failed = Fault(seed, fault.message, f"{fault.span.source.path}:{fault.span.line}")
        tally.count(failed, {})
        return failed
    if observer is not None:
        observer.ended(state)
    genuine, answers = sum(choices.values()), sum(count * times for count, times in choices.items())
    played = Played(seed, state.rounds, decisions, genuine, answers, state.winners, found)
    tally.count(played, choices)
    return played


def play_game(
    engine: Engine, seed: int, bots: Sequence[Player], choices: dict[int, int] | None = None, *, watched: bool = False
) -> tuple[State, int, int]:
    """One whole game: its last state, the number of decisions, and of those with more than one option.

    Each seat's bot draws from a stream of its own. `choices` gets how many questions had so many answers. When an
    engine has played many games, the others are played in one go, unless somebody has `watched` each question; without
    a journal these do not keep up to date who knows which piece. Raises RuleFault.
    """
    engine.games_played += 1
    met: Met = {}
    state = None
    by_chance = [bot for bot in bots if not isinstance(bot, Thinker)]
    if engine.games_played > _MANY and not watched and len(by_chance) == len(bots):
        state = engine.play_out(seed, [chooser(bot, bot_seed(seed, seat), met) for seat, bot in enumerate(by_chance)])
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


def question_by_question(engine: Engine, seed: int, bots: Sequence[Player]) -> tuple[State, Met]:
    """One whole game, with a stop at each question; gives also what was met. Raises RuleFault."""
    luck = [bot_seed(seed, seat) for seat in range(len(bots))]
    state = engine.new_game(seed)
    advance, asks, count_options = engine.advance, engine.asks, engine.option_count
    met: Met = {}
    following = Following(engine) if any(isinstance(bot, Thinker) for bot in bots) else None
    while asks(state):
        seat = state.player
        count = count_options(state)
        index = 0
        if count > 1:
            met[count] = met.get(count, 0) + 1
            bot = bots[seat]
            if not isinstance(bot, Thinker):
                luck[seat], index = bot(luck[seat], count, state.can_pass)
            elif following is not None:
                index = bot.decide(following.moment(state), luck[seat])
        if following is not None:
            following.answered(state, index)
        advance(state, index)
    return state, met
