"""The Python interface of play: `open_game`, which `interpreter` exports, and states with the verbs of OpenSpiel.

    game = open_game("pig", players=4)
    state = game.new(seed=7)
    while not state.is_terminal():
        state.apply(state.legal_actions()[0])
    print(state.returns())

docs/python.md is its manual.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from operator import index
from pathlib import Path
from secrets import randbits
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from attrs import evolve

from dsl import api
from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.loading import Loaded, rules_hash
from dsl.nearest import nearest
from interpreter.actions import Actions
from interpreter.engine import Engine
from interpreter.errors import RuleFault
from interpreter.every_luck import Draw, with_numbers
from interpreter.rulebook import goals
from interpreter.runtime.state import State, value_of
from interpreter.table.asked.together import collected
from interpreter.table.decision import is_announced, prompt
from interpreter.table.ending.outcome import Outcome
from interpreter.table.ending.ranking import is_for_a_team
from interpreter.table.naming import names_beside
from interpreter.table.save import read
from interpreter.table.session import Session, Table
from interpreter.table.told import Teller
from interpreter.table.view import View, view_for
from interpreter.text.labels import Words
from interpreter.text.log.journal import LogLine

if TYPE_CHECKING:
    from interpreter.players.thinking.thinker import Thinker
    from interpreter.runtime.thought import Thought

#: What `current_player` gives when chance is next, and when the game is over; as in OpenSpiel.
CHANCE: Final = -1
TERMINAL: Final = -4

#: What `returns` gives if nothing else is wanted.
WIN: Final = "win"

#: What happened before, the last step first: what came before it, the action, and the place in the engine of the answer
#: that it was; -1 if it was an outcome of chance.
_Past: TypeAlias = "tuple[_Past, int, int] | None"


def open_game(
    rules: str | Path, players: int | None = None, variants: Sequence[str] = (),
    parameters: Mapping[str, str | int] | None = None, *, names: Sequence[str] = (), returns: str = WIN,
) -> Game:  # fmt: skip
    """Opens a game for so many players.

    rules       the name of a game that comes with Bylaws, the folder of a game, a file of it, or the text of
                rules (a `str` with a line break in it)
    players     how many play; None: as few as the rules allow
    variants    those to put on: file names, titles or paths, in any order
    parameters  values for parameters of the rules, by name; the others keep their own
    names       what logs and questions call the players, from the first seat on; the others are called Ann, Ben, Cat
    returns     what `GameState.returns` gives: "win", 1.0 for whoever wins alone and less for others; or the name of a
                counter that each player has one of ("points"), and what each has gained of it

    Seats are numbered from 0. A game never changes, and may be used by several threads; a state by one at a time.

    Raises LoadError if there is no such game, variant or parameter; RulesError, which is a LoadError, if the rules have
    errors; LoweringError if they say what cannot be played yet; ValueError if they are not for so many players, if
    there is no such counter, or names cannot be told apart.
    """
    loaded = api.load(rules, variants, parameters)
    game = _playable(loaded)
    few, most = game.fewest_players, game.most_players
    seats = few if players is None else players
    if not few <= seats <= most:
        wanted = f"{few}" if few == most else f"{few} to {most}"
        raise ValueError(f"{loaded.title} is for {wanted} players, not for {seats}")
    if len(names) > seats or len(set(map(str.casefold, names))) < len(names):
        raise ValueError(f"{seats} players cannot be told apart by the names {', '.join(names)}")
    opened = (rules, seats, tuple(variants), dict(parameters or {}), tuple(names), returns)
    return Game(loaded, Engine(game, seats), names_beside(names, seats), returns, opened)


@frozen(eq=False, slots=False, repr=False)
class Game:
    """A game at a table, made by `open_game`: what its states have in common.

    `loaded` are its rules, as `dsl.loading` gives them; `names` what the players are called, by seat.
    """

    loaded: Loaded
    engine: Engine
    names: tuple[str, ...]
    returns: str
    _opened: tuple[str | Path, int, tuple[str, ...], Mapping[str, str | int], tuple[str, ...], str]

    def __attrs_post_init__(self) -> None:
        variables = [
            slot.variable for slot in self.engine.program.layout.variables.values() if slot.variable.number >= 0
        ]
        known = [v.name for v in variables if [index.dimension for index in v.dimensions] == [ir.Dimension.PLAYER]]
        if self.returns != WIN and self.returns not in known:
            near = nearest(self.returns, known)
            advice = f"did you mean {near[0]}?" if near else f"there is {', '.join((WIN, *known))}"
            raise ValueError(f"nothing that each player has one of is called {self.returns}: {advice}")

    @property
    def title(self) -> str:
        """What the game is called in its rules."""
        return self.loaded.title

    @property
    def goal(self) -> str:
        """What players are after, as the rules say it or as it is told from them; nothing where there are no words."""
        return " ".join(goals(_playable(self.loaded)))

    def num_players(self) -> int:
        """How many play."""
        return self.engine.players

    def new(self, seed: int | None = None) -> GameState:
        """Begins a game whose luck comes from a seed, 0 to 2**64 - 1: the same seed and actions give the same game.

        None: from any seed; `GameState.seed` says which. It is the game that `bylaws play --seed` begins. Raises
        ValueError for another seed, RuleFault if the rules go wrong.
        """
        seed = randbits(32) if seed is None else seed
        if not 0 <= seed < 1 << 64:
            raise ValueError(f"the seed {seed} is not from 0 to 2**64 - 1")
        return GameState(self, seed, self.engine.new_game(seed))

    def new_initial_state(self) -> GameState:
        """Begins a game in which chance is a player, as in OpenSpiel: see `GameState.chance_outcomes`."""
        state = GameState(self, None, self.engine.empty_state(0))
        state._draw_luck(None, -1, ())
        return state

    def resume(self, path: str | Path) -> GameState:
        """Reads a game that `GameState.save` or `bylaws play` has saved, and plays it again up to there.

        Raises SaveError if it cannot be read, ValueError if it was saved by other rules or at another table.
        """
        saved = read(path)
        if (saved.rules_hash, saved.players) != (self._table.rules_hash, self.num_players()):
            raise ValueError(f"{path} was saved by other rules, or for another number of players")
        state = self.new(saved.seed)
        for code in saved.decisions:
            place = None if state.is_terminal() else self.engine.index(state._now, code)
            if place is None:
                raise ValueError(f"{path} holds a decision that the rules do not allow")
            action = self._actions.action_at(state._now, state._legal_places(), place)
            state._answer(action, place)
        return state

    def __repr__(self) -> str:
        return f'<Game "{self.title}" for {self.num_players()}>'

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[Any, ...]]:
        *positional, names, returns = self._opened
        return partial(open_game, names=names, returns=returns), tuple(positional)

    # ------------------------------------------------------------ what states share

    @cached_property
    def _actions(self) -> Actions:
        return Actions(self.engine, Words(self.engine.program, self.names, self.engine.rules))

    @cached_property
    def _with_journal(self) -> Game:
        """The same, played by what keeps a journal, whose states are others."""
        return evolve(self, engine=self._telling)

    @cached_property
    def _thinker(self) -> Thinker:
        from interpreter.players.thinking.budget import Budget
        from interpreter.players.thinking.thinker import Thinker

        return Thinker(self.engine, Budget(1))

    @cached_property
    def _for_a_team(self) -> bool:
        return is_for_a_team(_playable(self.loaded))

    @cached_property
    def _telling(self) -> Engine:
        """Plays the same and keeps a journal, which takes longer."""
        return Engine(_playable(self.loaded), self.engine.players, trace=True)

    @cached_property
    def _table(self) -> Table:
        """What a saved game says of it; a path so that it is found from anywhere."""
        rules = self._opened[0]
        is_text = self.loaded.place.rules[0] == api.TEXT_FILE
        return Table(
            game=self.title if is_text else str(Path(rules).absolute() if Path(rules).exists() else rules),
            rules_hash=rules_hash(self.loaded), variants=self.loaded.references(self.loaded.chosen),
            parameters=self.engine.program.setting.parameters, names=self.names, seats=("you",) * len(self.names),
            seed=0,
        )  # fmt: skip

    def _session(self, seed: int) -> Session:
        """The game from its beginning, with all that there is to tell."""
        return Session(self._telling, evolve(self._table, seed=seed))


class GameState:
    """A game at the point where a player, or chance, is next to act, or at its end; made by `Game.new` and the like.

    An action is a number from 0 on, new at each point: `action_to_string` says what it means. What a player cannot tell
    apart is one action. `apply` changes the state, `clone` makes another; nothing else does.
    """

    __slots__ = ("_dealt", "_draw", "_game", "_heard", "_luck", "_now", "_past", "_places", "_told", "seed")

    #: The seed that luck comes from; None if chance is a player.
    seed: int | None

    def __init__(self, game: Game, seed: int | None, now: State) -> None:
        self._game = game
        self.seed = seed
        self._now = now  # another one after each action if chance is a player, so that clones may share it
        self._past: _Past = None
        self._places: Sequence[int] | None = None  # of each action in the engine; None: not yet looked for
        self._draw: Draw | None = None  # if chance is next
        self._luck: tuple[int, tuple[int, ...]] = (-1, ())  # the answer that chance follows, and its outcomes so far
        self._told: tuple[_Past, Session] | None = None  # the game as it is told, up to some point before
        self._dealt = False  # whether it is in another world than the game that its actions led to
        self._heard: dict[int, Teller] = {}  # what each seat was told of it, up to some point before

    # ------------------------------------------------------------ whose turn it is, and what may be done

    def current_player(self) -> int:
        """The seat that is asked; -1 if chance is next, -4 if the game is over.

        Where all act at once, they are asked one after another, and learn nothing of each other.
        """
        if self._draw is not None:
            return CHANCE
        return self._now.player if self._now.pc >= 0 else TERMINAL

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._now.pc < 0 and self._draw is None

    def is_chance_node(self) -> bool:
        """Whether chance is next; never so in a game that has a seed."""
        return self._draw is not None

    def is_simultaneous_node(self) -> bool:
        """Never so: see `current_player`."""
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The actions of whoever is next, 0, 1, 2 ...; of a `player` who is not next, none.

        Raises ValueError if there is no such seat.
        """
        if player is None or player == self.current_player():
            return list(range(self._count()))
        self._seat(player)
        return []

    def action_to_string(self, player_or_action: int, action: int | None = None) -> str:
        """What an action is called, as the menu of `bylaws play` has it; of chance, `die:die 3 of 6`.

        `action_to_string(action)` and `action_to_string(player, action)` are the same. Raises ValueError if it is not
        legal now.
        """
        chosen = self._legal(player_or_action if action is None else action)
        if self._draw is not None:
            return f"{self._draw.stream} {chosen + 1} of {self._draw.ways}"
        return self._game._actions.option(self._now, self._legal_places()[chosen]).words

    def string_to_action(self, said: str) -> int:
        """The action with this name, in capitals or not, with or without what stands in brackets behind it.

        Raises ValueError if it is not possible now, with the reason that the rules give, as far as the player knows it.
        """
        if self._draw is not None or self.is_terminal():
            raise ValueError(f'nobody is asked, so that "{said}" cannot be answered')
        return self._game._actions.named(self._now, self._legal_places(), said)

    def prompt(self) -> str:
        """What the player who is next is asked; nothing if there is none."""
        if self._draw is not None or self.is_terminal():
            return ""
        return prompt(self._game.engine, self._now, self._game._actions.words)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each action that chance may take, with its probability; the list is empty if chance is not next.

        Chance takes one action for each random number that is drawn, and a shuffle draws one for each place but the
        first. In a game that has a seed, luck is drawn from that (docs/chance.md) without anybody being asked.
        """
        if self._draw is None:
            return []
        ways = self._draw.ways
        return [(number, 1 / ways) for number in range(ways)]

    def think(self, passes: int = 400, luck: int = 0) -> Thought:
        """What is to be said for each action of whoever is next, by playing on so many times; `best` is the best one.

        Each pass is played in a world of its own, which the player cannot tell from this one: what is hidden makes no
        difference. `answers` has one entry for each action, whose `place` is its number. The same luck gives the same.
        Raises ValueError if the game has no seed, or nobody is next; or what is hidden cannot be drawn anew.
        """
        from interpreter.players.thinking.budget import Budget
        from interpreter.players.thinking.moment import Moment, following_of
        from interpreter.players.thinking.ruled_out import hides_pieces

        if self.seed is None or self.is_terminal():
            raise ValueError("nobody can think here: the game is over, or has no seed")
        game, moment, places = self._game, Moment(self._now), self._legal_places()
        # Others may have answered since all began to answer at once, or before in a way that tells what they have.
        if hides_pieces(game.engine) or collected(game.engine, self._now) is not None:
            game, session = game._with_journal, self._session()
            moment = following_of(session).moment(session.state)
        found = game._thinker.think(moment, luck, Budget(passes))
        answers = (found.answers[place] for place in places)
        return evolve(found, answers=tuple(evolve(one, place=k, alike=k) for k, one in enumerate(answers)))

    # ------------------------------------------------------------ going on

    def apply(self, action: int) -> None:
        """Takes an action, of a player or of chance, and goes on to where somebody is next to act.

        Raises ValueError if it is not legal now, and RuleFault if the rules themselves go wrong; the state stays as it
        was then.
        """
        action = index(action)  # a number of NumPy is none for the engine
        if self._draw is None:
            places = self._places or self._legal_places()
            if not 0 <= action < len(places):
                raise self._illegal(action)
            self._answer(action, places[action])
        else:
            answer, numbers = self._luck
            self._draw_luck(self._now if answer >= 0 else None, answer, (*numbers, self._legal(action)))
            self._past = self._past, action, -1

    #: What OpenSpiel calls it.
    apply_action = apply

    def clone(self) -> GameState:
        """The same point of the same game, which goes on by itself."""
        other = GameState.__new__(GameState)
        other._game, other.seed, other._past, other._told = self._game, self.seed, self._past, self._told
        other._places, other._draw, other._luck, other._heard = self._places, self._draw, self._luck, {**self._heard}
        other._now = self._now if self.seed is None else self._game.engine.clone(self._now)
        other._dealt = self._dealt
        return other

    def __deepcopy__(self, _: object) -> GameState:
        return self.clone()

    def child(self, action: int) -> GameState:
        """The state after an action; this one stays as it is."""
        other = self.clone()
        other.apply(action)
        return other

    def resample_from_infostate(self, player: int, luck: int) -> GameState:
        """Another state that a player cannot tell from this one, with other luck to come.

        Pieces that the player does not know lie elsewhere, hidden numbers are others, and what others have answered at
        the same time is drawn by chance. What is true makes no difference: it all comes from the number `luck`. What
        the others were told so far is left out there. It cannot be saved or pickled. Raises ValueError where it cannot
        be done, if there is no such seat, or chance is next.
        """
        from interpreter.players.thinking.dealt import dealt  # who only plays need not wait for it

        seat, session = self._seat(player), self._session()
        known = self._told_to(seat)
        other = self.clone()
        other._game, other._dealt, other._places = self._game._with_journal, True, None
        there = dealt(session, seat, luck)
        other._now = session.engine.clone(there.state)
        other._told = self._past, there
        so_far = len(session.history), len(session.events)
        other._heard = {one: Teller(one, *so_far) for one in range(self.num_players())} | {seat: known}
        return other

    # ------------------------------------------------------------ how it went

    def returns(self) -> list[float]:
        """What each player has of the game, by seat.

        If `open_game` was told the name of a counter: what each has gained of it since the game began, also while it is
        going on. Else it says who has won, and nobody has more than others lose:

        one of n players wins             1.0, and -1 / (n - 1) for each of the others: of two players, 1.0 and -1.0
        k of them share the win           (n / k - 1) / (n - 1) for each of these, -1 / (n - 1) for each of the others
        all do, nobody does, or not over  0.0 for all

        In a game that all win together or nobody does, and in one for a single player, a game that is won gives 1.0 to
        each, and one that is lost -1.0.
        """
        game, now, players = self._game, self._now, self._game.engine.players
        if game.returns != WIN:
            start = game.engine.program.layout.variables[game.returns].start
            return [float(value - start) for value in value_of(now, game.returns)]
        if not self.is_terminal():
            return [0.0] * players
        if game._for_a_team or players == 1:
            return [1.0 if now.winners else -1.0] * players
        if not now.winners:
            return [0.0] * players
        part = (players / len(now.winners) - 1) / (players - 1)
        return [part if seat in now.winners else -1 / (players - 1) for seat in range(players)]

    def player_return(self, player: int) -> float:
        """What one player has of the game: see `returns`. Raises ValueError if there is no such seat."""
        return self.returns()[self._seat(player)]

    def winners(self) -> tuple[int, ...]:
        """The seats of those who have won; none while the game goes on, or if nobody has."""
        return tuple(self._now.winners)

    def outcome(self, seat: int | None = None) -> Outcome | None:
        """How the game ended, by which rule and why, with everybody's place; None while it goes on.

        As far as the player in a seat may know; None: all of it. `outcome().plain()` is made for JSON (docs/json.md).
        """
        return self._session().outcome(None if seat is None else self._seat(seat)) if self.is_terminal() else None

    def history(self) -> list[int]:
        """Every action so far, of players and of chance."""
        return [action for action, _ in self._steps(None)]

    # ------------------------------------------------------------ what somebody sees

    def view(self, seat: int | None) -> View:
        """The table as the player in a seat may see it; None: all of it. `view(seat).plain()` is made for JSON.

        Raises ValueError if there is no such seat, or chance is next.
        """
        engine, state = (self._game.engine, self._settled()) if seat is None else self.known_to(seat)
        return view_for(engine, state, seat)

    def known_to(self, seat: int) -> tuple[Engine, State]:
        """The state as the player in a seat has last heard of it, before another was asked in secret; and its engine.

        It is for reading what this player may know, and holds all else, too. Raises ValueError as `view` does.
        """
        engine, now = self._game.engine, self._settled()
        if is_announced(engine, now, self._seat(seat)):
            return engine, now
        session = self._session()
        return session.engine, session.heard(seat)[0]

    def log(self, seat: int | None) -> list[str]:
        """All that the player in a seat has been told so far, in sentences; None: all that has happened.

        A heading begins with a `#` for each level. The game is played again for that, from where it was last told, with
        a journal. Raises ValueError if there is no such seat, or chance is next.
        """
        return [*map(_said, self._session().log(None if seat is None else self._seat(seat)))]

    def information_state_string(self, player: int | None = None) -> str:
        """All that a player (if not said: the one who is next) has seen, been told and been asked, with perfect recall.

        Where it is the same, the player cannot tell two states apart. What was told stands there part by part, as it
        was heard at the table. Raises ValueError as `view` does, or if nobody is next.
        """
        seat = self._one(player)
        return "\n".join((*map(_said, self._told_to(seat).lines[seat]), self.observation_string(seat)))

    def _told_to(self, seat: int) -> Teller:
        """What a seat was told up to now. What clones of an earlier point were told stays as it is."""
        told = self._heard[seat] = (self._heard.get(seat) or Teller(seat)).copy()
        told.go_on(self._session())
        return told

    def observation_string(self, player: int | None = None) -> str:
        """What a player (if not said: the one who is next) sees now: the view and the question, in JSON."""
        seat = self._one(player)
        asks = seat == self.current_player()
        actions = [self.action_to_string(action) for action in self.legal_actions(seat)]
        return json.dumps({"view": self.view(seat).plain(), "asked": self.prompt() if asks else "", "actions": actions})

    def __str__(self) -> str:
        """All that has happened, and who is next."""
        if self._draw is not None:
            return f"chance is next ({self._draw.stream}, 1 of {self._draw.ways})"
        asked = f"{self._game.names[self._now.player]}: {self.prompt()}" if not self.is_terminal() else ""
        return "\n".join((*self.log(None), asked)).rstrip()

    # ------------------------------------------------------------ keeping

    def save(self, path: str | Path) -> None:
        """Writes the game to a file that `Game.resume` reads, and `bylaws play --load` too (docs/save-format.md).

        Raises SaveError if it cannot be written, ValueError if the game has no seed.
        """
        if self.seed is None:
            raise ValueError("a game in which chance is a player has no seed, and cannot be saved; `pickle` keeps it")
        self._real()
        self._session().save(path)

    def get_game(self) -> Game:
        """The game of which this is a state."""
        return self._game

    def num_players(self) -> int:
        """How many play."""
        return self._game.num_players()

    def __reduce__(self) -> tuple[Callable[..., GameState], tuple[Game, int | None, list[int]]]:
        self._real()
        return _again, (self._game, self.seed, self.history())

    def _real(self) -> None:
        if self._dealt:
            raise ValueError("a state that was dealt anew cannot be kept: its actions do not lead there")

    # ------------------------------------------------------------ inside

    def _answer(self, action: int, place: int) -> None:
        """Gives the answer at a place in the engine."""
        if self._now.journal:
            self._now.journal.clear()  # nobody reads it here
        if self.seed is None:
            self._draw_luck(self._now, place, ())
        else:
            before = self._game.engine.clone(self._now) if self._dealt else None
            try:
                self._game.engine.advance(self._now, place)
            except RuleFault:
                self._now = before or _again(self._game, self.seed, self.history())._now
                raise
            self._places = None
        self._past = self._past, action, place

    def _draw_luck(self, before: State | None, place: int, numbers: tuple[int, ...]) -> None:
        """Goes on with the answer at a place, or from the beginning, as far as these random numbers reach."""
        found = _lucky(self._game.engine, before, place, numbers)
        if isinstance(found, Draw):
            self._draw, self._luck = found, (place, numbers)
        else:
            self._draw, self._now, self._places = None, found, None

    def places(self, player: int) -> Sequence[int]:
        """The place in the engine's own list of each action of a player, who has none if not asked."""
        return self._legal_places() if player == self.current_player() else ()

    def _legal_places(self) -> Sequence[int]:
        if self._places is None:
            self._places = self._game._actions.places(self._now) if self._now.pc >= 0 else ()
        return self._places

    def _count(self) -> int:
        return self._draw.ways if self._draw is not None else len(self._legal_places())

    def _legal(self, action: int) -> int:
        if not 0 <= action < self._count():
            raise self._illegal(action)
        return action

    def _illegal(self, action: int) -> ValueError:
        if self.is_terminal():
            return ValueError(f"there is no action {action}: the game is over")
        listed = [f"{one} ({self.action_to_string(one)})" for one in range(min(self._count(), 20))]
        more = [] if len(listed) == self._count() else ["..."]
        return ValueError(f"there is no action {action} here, but {', '.join(listed + more)}")

    def _seat(self, player: int) -> int:
        if not 0 <= player < self._game.engine.players:
            raise ValueError(f"there is no seat {player}: they are numbered 0 to {self._game.engine.players - 1}")
        return player

    def _one(self, player: int | None) -> int:
        if player is None and self.is_terminal():
            raise ValueError("the game is over: say which player is meant")
        return self._seat(self._settled().player if player is None else player)

    def _settled(self) -> State:
        """The state in the engine. Raises ValueError if chance is next, for then it is between two."""
        if self._draw is not None:
            raise ValueError("chance is next: there is nothing to be seen before it has acted")
        return self._now

    def _steps(self, since: _Past) -> list[tuple[int, int]]:
        """Each action since then, with its place in the engine."""
        found = []
        past = self._past
        while past is not None and past is not since:
            past, action, place = past
            found.append((action, place))
        return found[::-1]

    def _session(self) -> Session:
        """The game with all that there is to tell, up to now."""
        self._settled()
        since, session = self._told or (None, None)
        steps = self._steps(since)
        if session is None:
            session = self._game._session(self.seed or 0)
            if self.seed is None:
                session.begin(_settle(_lucky(session.engine, None, -1, _numbers(steps))))
        for at, (_, place) in enumerate(steps):
            if place >= 0:
                session = session.branch(place, self._after(session, place, steps[at + 1 :]))
        self._told = self._past, session
        return session

    def _after(self, session: Session, place: int, then: Sequence[tuple[int, int]]) -> State:
        """The state, with its journal, after an answer."""
        if self.seed is None:
            return _settle(_lucky(session.engine, session.state, place, _numbers(then)))
        after = session.engine.clone(session.state)
        session.engine.advance(after, place)
        return after


def _said(line: LogLine) -> str:
    return f"{'#' * line.level} {line.text}" if line.level else line.text


def _playable(loaded: Loaded) -> ir.Game:
    """What the rules mean. Raises RulesError if they have errors."""
    if loaded.game is None:
        raise api.RulesError(loaded.diagnostics)
    return loaded.game


def _again(game: Game, seed: int | None, actions: Iterable[int]) -> GameState:
    """The state after these actions."""
    state = game.new_initial_state() if seed is None else game.new(seed)
    for action in actions:
        state.apply(action)
    return state


def _lucky(engine: Engine, before: State | None, place: int, numbers: Sequence[int]) -> State | Draw:
    """Where an answer leads, or the beginning, with these random numbers."""
    if before is None:
        return with_numbers(partial(engine.empty_state, 0), engine.begin, numbers)
    return with_numbers(partial(engine.clone, before), lambda state: engine.advance(state, place), numbers)


def _settle(found: State | Draw) -> State:
    assert not isinstance(found, Draw), "all random numbers are known that were drawn up to here"
    return found


def _numbers(steps: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """The outcomes of chance that these steps begin with."""
    found = []
    for action, place in steps:
        if place >= 0:
            break
        found.append(action)
    return tuple(found)
