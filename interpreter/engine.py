"""The engine: plays a game at one table, from one decision to the next.

    engine = Engine(game, players=4)
    state = engine.new_game(seed=7)
    while engine.asks(state):
        engine.advance(state, 0)

A question has its options first, then the actions that are offered beside it, then passing; an answer is
the place in that order. A state may be cloned at any question. It is changed by `advance` and `start`
alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from dsl.cache import key_of, remembered
from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyId, BodyKind
from dsl.ir.keys import key_of_game
from interpreter.backend.reference.driver import Reference
from interpreter.backend.reference.questions import legal
from interpreter.backend.reference.values import Context, value
from interpreter.errors import GaveUp, LoweringError, RuleFault
from interpreter.program.lower import lower
from interpreter.program.model.kept import Kept
from interpreter.program.model.layout import OUT_OF_THE_GAME
from interpreter.program.model.nodes import FIRST_OFFER, PASS, Ask
from interpreter.program.model.program import Program
from interpreter.program.model.routine_id import DRAIN, FIXPOINT, WHOLE_GAME, Driver, PassOf, RoutineId
from interpreter.program.model.setting import setting
from interpreter.runtime.state import State, blocks_in, dump
from interpreter.runtime.visibility import entry_mask

if TYPE_CHECKING:
    from interpreter.backend.python.driver.source import PythonSource
    from interpreter.backend.wasm.driver.machine import Compiled
    from interpreter.backend.wasm.driver.records import Judged
    from interpreter.backend.wasm.resume.game import NativeGame, ResumedModule
    from interpreter.backend.wasm.search.game import NativeSearch
    from interpreter.backend.wasm.watch.layout import Wanted

_K = TypeVar("_K")
_V = TypeVar("_V")
#: Is given how many answers there are, and 1 if the last of them is to pass; gives the place of one.
Choose: TypeAlias = Callable[[int, int], int]


class BackEnd(Protocol):
    """A back end, which runs a program. `local` and `asked` are about the pending question."""

    program: Program

    @property
    def kept(self) -> Mapping[int, Mapping[int, Kept]]: ...
    def fresh(self, seed: int) -> State: ...
    def clone(self, state: State) -> State: ...
    def start(self, state: State, name: RoutineId, you: int, arguments: Sequence[Any]) -> None: ...
    def advance(self, state: State, index: int) -> None: ...
    def local(self, state: State, slot: int) -> Any: ...
    def asked(self, state: State) -> Ask: ...
    def evaluator(self, expressions: Sequence[ir.Expression]) -> Callable[[State], Sequence[Any]]: ...
    @property
    def play_out(self) -> Callable[[int, Sequence[Choose]], State] | None: ...


class Engine:
    """Plays `game` with so many players. `engine`: `generated` (fast) or `reference` (plain).

    With `trace` each state has a journal. Without `whole`, code is only written for what is started alone, when it is,
    and shared by all that is started: what is started is many parts of the rules rather than a whole game.
    Raises LoweringError for what cannot be played yet; RuleFault comes from `new_game`, `advance` and `start` when the
    rules themselves go wrong.
    """

    def __init__(
        self, game: ir.Game, players: int, parameters: Mapping[str, int] | None = None, trace: bool = False,
        engine: str = "generated", whole: bool = True,
    ) -> None:  # fmt: skip
        self.rules = game
        self.back_end = _back_end(game, players, parameters or {}, trace, engine, whole)
        if whole and (source := self._generated()) is not None:
            source.ready(WHOLE_GAME)
        self.program = self.back_end.program
        self.players = players
        self.advance = self.back_end.advance
        self.clone = self.back_end.clone
        self.games_played = 0  # for whoever plays many of them

    def unwatched(self) -> Engine:
        """The same engine, for what is tried in somebody's head: whoever watches this one notes nothing of it."""
        engine = copy(self)
        engine.advance = self.back_end.advance
        return engine

    def new_game(self, seed: int) -> State:
        """A game at its first question: setup has run, and then the rules up to there."""
        if not self.program.layout.streams:
            return self.clone(self._without_luck)
        self.begin(state := self.empty_state(seed))
        return state

    @cached_property
    def _without_luck(self) -> State:
        """The first question of a game in which nothing is left to luck: it is always the same."""
        self.begin(state := self.empty_state(0))
        return state

    def begin(self, state: State) -> None:
        """Runs the rules from the beginning, until they ask or end."""
        self.back_end.start(state, WHOLE_GAME, ir.NONE, ())

    def empty_state(self, seed: int) -> State:
        """A game in which no rule has run yet."""
        return self.back_end.fresh(seed)

    def start(self, state: State, kind: str, name: str = "", arguments: Sequence[Any] = (), you: int = -1) -> None:
        """Runs one part of the rules alone, in place of whatever was going on, until it asks or ends.

        `kind` is setup, main, both of them (`setup and main`), flow, pass (one pass of a round), procedure or action;
        `name` is its name in the rules.
        """
        if kind == Driver.WHOLE_GAME:
            routine = WHOLE_GAME
        else:
            routine = RoutineId(PassOf(name) if kind == "pass" else BodyId(BodyKind(kind), name))
        self.back_end.start(state, routine, you, tuple(arguments))

    def play_out(self, seed: int, choose: Sequence[Choose]) -> State | None:
        """Plays a whole game by a function for each seat, told how many answers there are and if one may pass.

        Much faster than question by question; None if it cannot be done so, when `choose` may have been asked already.
        Without a journal, knowledge of pieces is not kept up to date in the state that is given back.
        """
        play = self.back_end.play_out
        if play is None:
            return None
        try:
            return play(seed, choose)
        except (GaveUp, RuleFault, RecursionError):
            return None

    def native(self, judged: Judged | None = None, wanted: Wanted | None = None) -> Compiled | None:
        """Compiles whole games to a native module; None where that cannot be done.

        Finished games are `judged` by something, if any; `wanted` is what is counted of games that are watched, of an
        engine with a journal.
        """
        from interpreter.backend.wasm.driver.source import compiled_game  # only who plays many games has use for it

        source = self._generated()
        return None if source is None else compiled_game(source.whole_game(), judged, wanted)

    def native_game(self) -> NativeGame | None:
        """A game that is played natively from any state of this engine on; None where that cannot be done."""
        from interpreter.backend.wasm.resume.game import NativeGame

        made = self._resumed(searches=False)
        return None if made is None else NativeGame(made, self.new_game, self.empty_state)

    def native_search(self, judged: Judged | None = None) -> NativeSearch | None:
        """The same, for seats that look for their best answers in it; `judged`: by what, beside who wins."""
        from interpreter.backend.wasm.search.game import NativeSearch

        made = self._resumed(searches=True, judged=judged)
        return None if made is None else NativeSearch(made, self.new_game, self.empty_state)

    def _resumed(self, searches: bool, judged: Judged | None = None) -> ResumedModule | None:
        from interpreter.backend.wasm.driver.machine import is_there
        from interpreter.backend.wasm.resume.source import resumed_module

        source = self._generated()
        if source is None or not is_there():
            return None
        return resumed_module(source, searches=searches, judged=judged)

    def _generated(self) -> PythonSource | None:
        """The back end if it writes code, which takes long to import: not every command has use for that."""
        if isinstance(self.back_end, Reference):
            return None
        from interpreter.backend.python.driver.source import PythonSource

        return self.back_end if isinstance(self.back_end, PythonSource) else None

    # ------------------------------------------------------------ the question that waits

    def asks(self, state: State) -> bool:
        """Whether a question waits for an answer."""
        return state.pc >= 0

    def option_count(self, state: State) -> int:
        """How many answers there are: options, offers, and passing."""
        return len(state.options) + len(state.offers) + state.can_pass

    def code(self, state: State, index: int) -> int:
        """An answer in the form that is saved: an option's value, or the code of an offer or of passing."""
        options, offers = state.options, state.offers
        if index < len(options):
            return options[index]
        return FIRST_OFFER - offers[index - len(options)] if index < len(options) + len(offers) else PASS

    def index(self, state: State, code: int) -> int | None:
        """The place of the answer with this code; None if it is not among the answers now."""
        options, offers = state.options, state.offers
        if code == PASS:
            return len(options) + len(offers) if state.can_pass else None
        if code in options:
            return options.index(code)
        return len(options) + offers.index(FIRST_OFFER - code) if FIRST_OFFER - code in offers else None

    def asked(self, state: State) -> Ask:
        """The question that waits, with its words (`prompt`) and the statement that asks it."""
        return self.back_end.asked(state)

    def running(self, state: State) -> tuple[RoutineId, ...]:
        """The routines that wait for the answer, outermost first."""
        if state.pc < 0:
            return ()
        callers = tuple(name for label in blocks_in(state) for name in self.program.running[label])
        return callers + self.back_end.asked(state).running

    def frames(self, state: State) -> Iterator[tuple[list[Any], Mapping[int, Kept]]]:
        """The frames of the routines that wait, each with what is kept where in it."""
        for label, frame in (*zip(state.stack[::2], state.stack[1::2], strict=True), (state.pc, state.frame)):
            yield frame, self.back_end.kept.get(label, {})

    # ------------------------------------------------------------ looking into a state

    def evaluate(self, state: State, expression: ir.Expression, slots: Sequence[Any] | None = None) -> Any:
        """Evaluates an expression, with these locals, or with those of the pending question."""
        return value(self.scene(state, slots), expression)

    def evaluator(self, expressions: Sequence[ir.Expression]) -> Callable[[State], Sequence[Any]]:
        """Compiles the evaluation of expressions that read no locals."""
        return self.back_end.evaluator(expressions)

    def scene(self, state: State, slots: Sequence[Any] | None = None) -> Context:
        """A state to evaluate in, with these locals, or with a copy of those of the question that waits."""
        frame: Any = _Locals(self.back_end, state) if slots is None else list(slots)
        return Context(self.program, state, frame)

    def is_legal(self, state: State, action: str, seat: int) -> bool:
        """Whether a player could take an action now."""
        return legal(Context(self.program, state, []), self.program.actions[action], seat)

    def seat_of_zone(self, zone: int) -> int | None:
        """Whose zone it is, or None."""
        return self.program.layout.seats[zone]

    def dump(self, state: State) -> dict[str, Any]:
        """All that a rule could tell apart, as plain data."""
        return dump(state)

    # ------------------------------------------------------------ arranging a state by hand

    def set_variable(self, state: State, name: str, indices: Sequence[int], worth: Any) -> None:
        """Sets a variable as it is, without an event."""
        slot = self.program.layout.variables[name]
        if not slot.sizes:
            setattr(state, slot.attribute, worth)
            return
        place = sum(index * stride for index, stride in zip(indices, slot.strides, strict=True))
        getattr(state, slot.attribute)[place] = worth

    def place_piece(self, state: State, piece: int, zone: int, face: str | None = None) -> None:
        """Puts a piece on top of a zone, without an event, as though it had just been laid there.

        Who knew it forgets it; not so of what lies there already, if no `face` is said.
        """
        known = state.seen[piece] if face is None and state.zone[piece] == zone else 0
        state.zones[state.zone[piece]].remove(piece)
        state.zones[zone].append(piece)
        state.zone[piece] = zone
        seat = self.seat_of_zone(zone)
        mover = seat if seat is not None else ir.NONE
        state.seen[piece] = known | entry_mask(self.program.layout, zone, mover, state.owner[piece], face)

    def take_out(self, state: State, piece: int) -> None:
        """Takes a piece out of the game, without an event; nobody learns what it is."""
        out = self.program.layout.zone_names.index(OUT_OF_THE_GAME.name)
        state.zones[state.zone[piece]].remove(piece)
        state.zones[out].append(piece)
        state.zone[piece] = out

    def look_at_states(self, state: State) -> None:
        """Lets the rules that look at how things stand have their say on what was arranged, until they ask or rest."""
        for routine in (FIXPOINT, DRAIN):
            if routine in self.program.routines and not self.asks(state):
                self.back_end.start(state, routine, ir.NONE, ())


class _Locals:
    """The locals of the routine that asks, by their slots in its `Ask`."""

    def __init__(self, back_end: BackEnd, state: State) -> None:
        self.back_end, self.state = back_end, state
        self.changed: dict[int, Any] = {}

    def __getitem__(self, slot: int) -> Any:
        return self.changed[slot] if slot in self.changed else self.back_end.local(self.state, slot)

    def __setitem__(self, slot: int, worth: Any) -> None:
        self.changed[slot] = worth


def forget() -> None:
    """Engines made from now on share with earlier ones nothing but what is kept in the user's cache folder."""
    _PROGRAMS.clear()
    _BACK_ENDS.clear()


#: So many of each are kept in memory for when they are wanted again.
MOST_KEPT = 50

_Setting: TypeAlias = tuple[str | int, int, tuple[tuple[str, int], ...]]  # the game, the players, the parameters

# With each stands the game that it was made of, since that one's identity is part of the key.
_PROGRAMS: dict[_Setting, tuple[ir.Game, Program]] = {}
_BACK_ENDS: dict[tuple[_Setting, bool, str, bool], tuple[ir.Game, BackEnd]] = {}


def _back_end(
    game: ir.Game, players: int, parameters: Mapping[str, int], trace: bool, engine: str, whole: bool
) -> BackEnd:
    """Made once for each game, table and kind, as long as it is among the last that were asked for."""
    key = key_of_game(game)
    table = key or id(game), players, tuple(sorted(parameters.items()))
    if (table, trace, engine, whole) not in _BACK_ENDS:
        at_table = key and key_of(key, str(players), *(f"{name}={value}" for name, value in table[2]))
        if table not in _PROGRAMS:
            program = remembered("program", at_table, lambda: lower(setting(game, players, parameters)))
            _put(_PROGRAMS, table, (game, program))
        program = _PROGRAMS[table][1]
        made: BackEnd
        if engine == "reference":
            made = Reference(program, trace)
        else:
            from interpreter.backend.python.driver.source import PythonSource

            made = PythonSource(program, trace, at_table, not whole)
        _put(_BACK_ENDS, (table, trace, engine, whole), (game, made))
    return _BACK_ENDS[table, trace, engine, whole][1]


def _put(kept: dict[_K, _V], key: _K, value: _V) -> None:
    """Keeps it, if need be in the place of what has been there for longest."""
    if len(kept) >= MOST_KEPT:
        del kept[next(iter(kept))]
    kept[key] = value


__all__ = ["Engine", "LoweringError", "RuleFault"]
