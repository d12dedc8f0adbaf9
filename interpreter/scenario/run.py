"""Runs scenarios: sets up what is given, plays what is run, holds the claims against what came out.

Unless it runs the setup or a whole game, a scenario begins after the setup, answered with first options.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, zip_longest
from typing import NoReturn, assert_never

from attrs import define, field, frozen

from dsl.ir import nodes as ir
from dsl.ir import scenario as s
from dsl.ir.bodies import BodyId, BodyKind
from dsl.source import Span
from interpreter.engine import Engine
from interpreter.errors import RuleFault
from interpreter.program.model.nodes import Verb
from interpreter.program.model.routine_id import PassOf, RoutineId
from interpreter.program.model.routine_id import procedure as procedure_id
from interpreter.runtime.chance import below, bot_seed
from interpreter.runtime.state import State
from interpreter.scenario.answers import is_called, offer_index, option_index
from interpreter.scenario.fixture import Fixture
from interpreter.text.journal import LogLine
from interpreter.text.redaction import is_something, knows, plain
from interpreter.text.trace import trace_lines


@frozen
class Failure:
    """A failed claim: what was expected and what was got, at a line of the scenario."""

    span: Span
    expected: str
    got: str


@frozen
class Outcome:
    """`reached`: the sites of events; `last_events`, oldest first; `cards`: titles of those that were moved."""

    scenario: s.Scenario
    failure: Failure | None
    decisions: int
    reached: set[int]
    last_events: tuple[str, ...]
    cards: set[str]

    @property
    def passed(self) -> bool:
        return self.failure is None


#: How many of the last events are kept.
MOST_EVENTS = 8

EngineFor = Callable[[int, dict[str, int]], Engine]


def run(scenario: s.Scenario, game: ir.Game, engine_for: EngineFor) -> Outcome:
    """One scenario. `engine_for` compiles the game for a number of players and parameter values."""
    play = _Play(scenario, game)
    failure: Failure | None = None
    try:
        play.run(engine_for)
    except _Wrong as wrong:
        failure = wrong.failure
    except RuleFault as fault:
        failure = Failure(fault.span, "the rules to go on", fault.message)
    sites = play.sites()
    last_events = tuple(play.last_events(MOST_EVENTS)) if failure is not None else ()
    return Outcome(scenario, failure, play.decisions, play.earlier.union(sites), last_events, set(play.cards()))


class _Wrong(Exception):
    def __init__(self, failure: Failure) -> None:
        self.failure = failure


def _wrong(span: Span, expected: str, got: str) -> NoReturn:
    raise _Wrong(Failure(span, expected, got))


@define
class _Play:
    """A scenario being played."""

    scenario: s.Scenario
    game: ir.Game
    table: Fixture | None = None
    decisions: int = 0
    earlier: set[int] = field(factory=set)  # what was reached before the journal was begun anew
    luck: int = 0
    given: set[int] = field(factory=set)  # the pieces that have been given their place
    running: str = ""  # the procedure that the present `when` runs

    def run(self, engine_for: EngineFor) -> None:
        seats = len(self.scenario.cast)
        if not self.game.fewest_players <= seats <= self.game.most_players:
            claims = [c for p in self.scenario.parts if isinstance(p, s.Check) for c in p.claims]
            if not any(isinstance(c, s.ClaimRefused) for c in claims):
                few, most = self.game.fewest_players, self.game.most_players
                _wrong(self.scenario.span, f"from {few} to {most} players", f"{seats}")
            return
        engine = engine_for(seats, dict(self.scenario.parameters))
        state = engine.empty_state(self.scenario.seed)
        self.table = Fixture(engine, state, self.scenario.cast, self.scenario.slots)
        self.luck = bot_seed(self.scenario.seed, 0)
        if not self.scenario.runs_setup:
            self.play.start("setup", "")
            while self.play.asks():
                engine.advance(state, 0)
            self.earlier.update(self.sites())  # what happened in the setup is not what a scenario speaks of
            if state.journal is not None:
                state.journal.clear()
        state.rolls = tuple(self.scenario.rolls)
        for part, following in zip_longest(self.scenario.parts, self.scenario.parts[1:]):
            self._part(part, following)

    @property
    def play(self) -> Fixture:
        assert self.table is not None
        return self.table

    @property
    def here(self) -> State:
        return self.play.state

    def sites(self) -> list[int]:
        if self.table is None:
            return []
        return [entry[0] for entry in self.here.journal or [] if entry[0] >= 0]

    def last_events(self, count: int) -> list[str]:
        """The last things that happened, each with the line of the rules that it came from."""
        if self.table is None:
            return []
        sites = self.game.sites
        journal = [e for e in self.here.journal or [] if e[1] != Verb.ANNOUNCE or sites[e[0]].heading]
        return _last(trace_lines(self.table.words, self.here, journal, None), count)

    def cards(self) -> Iterator[str]:
        """The titles of the pieces that went anywhere."""
        if self.table is not None:
            kinds = self.play.engine.program.layout.kinds
            for entry in self.here.journal or []:
                if entry[1] in _MOVES and entry[5] >= 0:
                    yield kinds[self.here.kind[entry[5]]].title

    # ------------------------------------------------------------ parts

    def _part(self, part: s.ScenarioPart, following: s.ScenarioPart | None) -> None:
        match part:
            case s.GivenValue():
                self._give_value(part)
            case s.GivenTurn(player):
                self.here.active_player = self._value(player)
            case s.GivenEmpty(zone):
                for place in self._pieces(zone):
                    for piece in list(self.here.zones[place]):
                        self.play.engine.take_out(self.here, piece)
            case s.GivenPieces():
                self._give_pieces(part)
            case s.Run():
                self._run(part)
                if self.play.asks() and not _is_about_a_question(following):
                    still = f"{self._name(self.here.player)} is still asked: {self._question()}"
                    _wrong(part.span, "every question answered", still)
            case s.Check(claims):
                for claim in claims:
                    self._claim(claim)
            case _:
                assert_never(part)

    def _value(self, expression: ir.Expression) -> int:
        return int(self.play.value(expression))

    def _give_value(self, part: s.GivenValue) -> None:
        value = self._value(part.value)
        seats = range(len(self.scenario.cast)) if None in part.at else [None]
        for seat in seats:
            indices = tuple(self._value(a) if a is not None else int(seat or 0) for a in part.at)
            self.play.engine.set_variable(self.here, part.variable, indices, value)

    def _give_pieces(self, part: s.GivenPieces) -> None:
        """The pieces named go to the zone; a slot is emptied to where its newcomer came from."""
        zone = self._value(part.zone)
        taken: list[int] = []
        faces: dict[int, str | None] = {}
        for wanted in part.pieces:
            for _ in range(wanted.copies):
                taken.append(self._find_piece(wanted, zone, taken))
                faces[taken[-1]] = wanted.face
        for piece in taken:
            came_from = self.here.zone[piece]
            if self.play.engine.program.layout.capacities[zone] == 1 and self.here.zones[zone] and came_from != zone:
                self.play.engine.place_piece(self.here, self.here.zones[zone][0], came_from)
        for piece in self.play.in_order_of_laying(zone, taken):
            self.play.engine.place_piece(self.here, piece, zone, faces[piece])
        self.given.update(taken)

    def _find_piece(self, wanted: s.PieceWanted, zone: int, taken: Sequence[int]) -> int:
        """Finds a piece by name: of the owner named, else of the zone's seat, else any; given ones come last."""
        named = [
            p for p in range(len(self.here.kind))
            if p not in taken and is_called(self.play.engine, self.here, p, wanted.title)
            and (wanted.owner is None or self.here.owner[p] == wanted.owner)
        ]  # fmt: skip
        if not named:
            _wrong(wanted.span, f"a card called {wanted.title}", "no such card is left in the game")
        seat = self.play.engine.seat_of_zone(zone)
        there = [p for p in named if self.here.zone[p] == zone]
        own = [p for p in named if seat is not None and self.here.owner[p] == seat]
        near = [p for p in named if seat is not None and self.play.engine.seat_of_zone(self.here.zone[p]) == seat]
        ranked = [*there, *own, *near, *named]
        return next((p for p in ranked if p not in self.given or p in there), ranked[0])

    # ------------------------------------------------------------ running and answering

    def _run(self, part: s.Run) -> None:
        arguments = tuple(map(self.play.value, part.arguments))
        you = part.player if part.player is not None else self.here.active_player
        kind, name = part.kind, part.name
        if kind in ("game", "random"):
            kind = "main" if self.here.set_up else "setup and main"
        if part.kind == "action" and not self.play.is_legal(part.name, you):
            _wrong(part.span, f"{self._name(you)} to be able to take {part.name}", "it is not allowed now")
        self.running = name if kind == "procedure" else ""
        self.play.start(kind, name, arguments, you)
        if part.kind == "random":
            self._play_at_random()
            return
        for answer in part.answers:
            self._answer(answer)

    def _play_at_random(self) -> None:
        while self.play.asks():
            count = self.play.answers()
            self.luck, coin = below(self.luck, 2)
            if self.here.can_pass and (count == 1 or coin):
                self._decide(count - 1)
            else:
                self.luck, index = below(self.luck, count - self.here.can_pass)
                self._decide(index)

    def _decide(self, index: int) -> None:
        self.decisions += 1
        self.play.engine.advance(self.here, index)

    def _answer(self, answer: s.Answer) -> None:
        match answer:
            case s.RestPasses():
                expected = (
                    "only questions that may be passed; answer this one before with `and ... chooses ...`, "
                    "or write `and everybody else plays at random`"
                )
                while self.play.asks():
                    self._pass(answer.span, expected)
            case s.RestRandom():
                self._play_at_random()
            case s.AnswerChoose(player, values, at):
                for k, value in enumerate(values):
                    self._reach(player, at if k == 0 else None, answer.span)
                    index = option_index(self.play.engine, self.here, value, self.scenario.cast)
                    if index is None:
                        _wrong(value.span, f"{value.words} to be offered", self._offered())
                    self._decide(index)
            case s.AnswerWord(player, word, at):
                self._reach(player, at, answer.span)
                if word != "agrees":
                    self._pass(answer.span, "a question that may be passed; here something must be chosen")
                    return
                if not self.here.options:
                    _wrong(answer.span, "something to agree to", self._offered())
                self._decide(0)
            case s.AnswerTake(player, action, at):
                self._reach(player, at, answer.span)
                index = offer_index(self.play.engine, self.here, action)
                if index is None:
                    _wrong(answer.span, f"{self._name(player)} to be offered {action}", self._offered())
                self._decide(index)
            case _:
                assert_never(answer)

    def _reach(self, player: int, at: str | None, span: Span) -> None:
        """Comes to the question that is meant; with `at`, optional questions before it are passed."""
        while at is not None and self.play.asks() and not self._is(player, at) and self.here.can_pass:
            self._decide(self.play.answers() - 1)
        if not self.play.asks() or self.here.player != player or (at is not None and not self._is(player, at)):
            who = f"{self._name(self.here.player)} is asked: {self._question()}" if self.play.asks() else ""
            expected = f"{self._name(player)} to be asked" + (f' "{at}"' if at else "")
            _wrong(span, expected, who or "nobody is asked anything more")

    def _is(self, player: int, at: str) -> bool:
        return self.here.player == player and at.casefold() in self._question().casefold()

    def _pass(self, span: Span, expected: str) -> None:
        if not self.here.can_pass:
            _wrong(span, expected, f"{self._name(self.here.player)} must answer: {self._question()}")
        self._decide(self.play.answers() - 1)

    # ------------------------------------------------------------ claims

    def _claim(self, claim: s.Claim) -> None:
        match claim:
            case s.ClaimTrue(expression, words):
                if not self._value(expression):
                    _wrong(claim.span, words, self._instead(expression))
            case s.ClaimHolds():
                self._holds(claim)
            case s.ClaimSees(player, thing, negated):
                if (sees := self._sees(player, thing)) is negated:
                    verb = "sees" if sees else "does not see"
                    _wrong(claim.span, claim.span.text, f"{self._name(player)} {verb} it")
            case s.ClaimCan(player, action, negated):
                if self.play.can(player, action) is negated:
                    _wrong(claim.span, claim.span.text, "it is allowed" if negated else "it is not allowed")
            case s.ClaimAsked(player, text, negated):
                asked = self.play.asks() and self.here.player == player
                if (asked and (text is None or text.casefold() in self._question().casefold())) is negated:
                    _wrong(claim.span, claim.span.text, self._state_of_asking())
            case s.ClaimOffered():
                self._is_offered(claim)
            case s.ClaimMayPass(player):
                if not (self.play.asks() and self.here.player == player and self.here.can_pass):
                    _wrong(claim.span, f"{self._name(player)} to be allowed to pass", self._state_of_asking())
            case s.ClaimHappened(kind, name, times):
                count = sum(self._matches(entry, kind, name) for entry in self.here.journal or [])
                if (count == 0) if times is None else (count != times):
                    _wrong(claim.span, claim.span.text, f"it happened {count} times" if count else "it did not happen")
            case s.ClaimDecided(procedure, value):
                self._decided(claim, procedure, self._value(value))
            case s.ClaimOver(negated):
                if bool(self.here.over) is negated:
                    _wrong(claim.span, claim.span.text, "it is over" if negated else "it is not over")
            case s.ClaimRefused():
                _wrong(claim.span, "the game to be refused", f"{len(self.scenario.cast)} players may play it")
            case s.ClaimWins(winners):
                if not self.here.over or sorted(self.here.winners) != sorted(winners):
                    _wrong(claim.span, claim.span.text, self._who_won())
            case _:
                assert_never(claim)

    def _who_won(self) -> str:
        if not self.here.over:
            return "the game is not over"
        return ", ".join(map(self._name, self.here.winners)) + " won" if self.here.winners else "nobody won"

    def _holds(self, claim: s.ClaimHolds) -> None:
        lying = list(self.here.zones[self._value(claim.zone)])
        for wanted in claim.pieces:
            for _ in range(wanted.copies):
                found = [p for p in lying if is_called(self.play.engine, self.here, p, wanted.title)
                         and (wanted.owner is None or self.here.owner[p] == wanted.owner)
                         and self._lies(p, wanted.face)]  # fmt: skip
                if not found:
                    kinds, zone = self.play.engine.program.layout.kinds, self.here.zones[self._value(claim.zone)]
                    titles = [kinds[self.here.kind[p]].title for p in zone]
                    _wrong(claim.span, f"{wanted.title} to be there", ", ".join(titles) or "nothing lies there")
                lying.remove(found[0])

    def _sees(self, player: int, thing: ir.Expression) -> bool:
        """Whether all pieces of a zone, a mark, or a counter (own, or not hidden) can be seen by the player."""
        if isinstance(thing, ir.Attribute):
            return self._sees_mark(player, thing.piece, None)
        if isinstance(thing, ir.Read):
            return self._sees_variable(player, thing)
        if thing.type.kind in (ir.Kind.ZONE, ir.Kind.PIECE):
            is_zone = thing.type.kind is ir.Kind.ZONE
            pieces = self.here.zones[self._value(thing)] if is_zone else [p for p in self._pieces(thing) if p >= 0]
            return bool(pieces) and all(self.here.seen[p] >> player & 1 for p in pieces)
        return False

    def _lies(self, piece: int, face: str | None) -> bool:
        """Whether a piece lies face up, which is that everybody sees it, or face down."""
        is_up = self.here.seen[piece] == self.play.engine.program.layout.everybody
        return face is None or is_up is (face == "up")

    def _pieces(self, thing: ir.Expression) -> list[int]:
        found = self.play.value(thing)
        return list(found) if isinstance(found, tuple | list) else [int(str(found))]

    def _sees_mark(self, player: int, on: ir.Expression, seen: ir.Read | None) -> bool:
        """Whether a player knows the piece, or sees from its back the mark that is `seen` by everybody."""
        piece = self._value(on)
        return piece >= 0 and (
            knows(self.here, piece, player)
            or (seen is not None and self._is_there(seen, player) and self.play.words.is_ordered(self.here.zone[piece]))
        )

    def _is_there(self, mark: ir.Read, player: int) -> bool:
        return is_something(mark.type, plain(self.here, mark.type, self._value(mark), player))

    def _sees_variable(self, player: int, thing: ir.Read) -> bool:
        variable = self.play.engine.program.layout.variables[thing.variable].variable
        if variable.is_mark:
            return self._sees_mark(player, thing.at[0], thing if variable.seen else None)
        return not variable.hidden or bool(self.here.over) or self._value(thing.at[0]) == player

    def _is_offered(self, claim: s.ClaimOffered) -> None:
        if not self.play.asks() or self.here.player != claim.player:
            _wrong(claim.span, f"{self._name(claim.player)} to be asked", self._state_of_asking())
        for value in claim.values:
            found = option_index(self.play.engine, self.here, value, self.scenario.cast)
            if found is None:
                found = offer_index(self.play.engine, self.here, value.words)
            if (found is not None) is claim.negated:
                verb = "not to be offered" if claim.negated else "to be offered"
                _wrong(value.span, f"{value.words} {verb}", self._offered())

    def _matches(self, entry: tuple[int, ...], kind: str, name: str) -> bool:
        if kind == "verb":
            return entry[1] in _VERBS.get(name, ())
        if entry[1] != Verb.BEGIN:
            return False
        routine = self.play.engine.program.names[entry[5]]
        return routine in (RoutineId(BodyId(BodyKind(kind), name)), RoutineId(PassOf(name)))

    def _decided(self, claim: s.ClaimDecided, procedure: str, value: int) -> None:
        numbers = [k for k, n in enumerate(self.play.engine.program.names) if n == procedure_id(procedure)]
        found = [e[6] for e in self.here.journal or [] if e[1] == Verb.DECIDE and e[5] in numbers]
        if procedure == self.running and not self.play.asks():
            found.append(int(self.here.answer))
        if not found:
            _wrong(claim.span, claim.span.text, f"{procedure} has not decided anything")
        if found[-1] != value:
            answer = next(p.answer for p in self.game.procedures if p.name == procedure)
            is_player = answer is not None and answer.kind is ir.Kind.PLAYER
            got = self._name(found[-1]) if is_player else str(found[-1])
            _wrong(claim.span, claim.span.text, "none" if found[-1] == ir.NONE else got)

    # ------------------------------------------------------------ words

    def _name(self, seat: int) -> str:
        return self.play.name(seat)

    def _question(self) -> str:
        return self.play.question()

    def _state_of_asking(self) -> str:
        if not self.play.asks():
            return "nobody is asked anything"
        return f"{self._name(self.here.player)} is asked: {self._question()}"

    def _offered(self) -> str:
        return f"{self._name(self.here.player)} may choose: {self.play.offered()}"

    def _instead(self, expression: ir.Expression) -> str:
        """For a comparison: what its left side is."""
        match expression:
            case ir.Compare(_, left, _):
                return f"`{left.span.text}` is {self._said(left)}"
            case ir.And(parts):
                failed = next((p for p in parts if not self._value(p)), expression)
                return self._instead(failed) if failed is not expression else "it does not hold"
            case _:
                return "it does not hold"

    def _said(self, expression: ir.Expression) -> str:
        value = self.play.value(expression)
        if isinstance(value, tuple | list):
            return ", ".join(self._one(expression.type, v) for v in value) or "empty"
        return self._one(expression.type, int(str(value)))

    def _one(self, type_: ir.Type, value: int) -> str:
        if value == ir.NONE and type_.kind is not ir.Kind.NUMBER:
            return "none"
        match type_.kind:
            case ir.Kind.PLAYER:
                return self._name(value)
            case ir.Kind.YES_NO:
                return "yes" if value else "no"
            case ir.Kind.VALUE:
                return next(e for e in self.game.enumerations if e.name == type_.name).values[value].title
            case ir.Kind.PIECE:
                return self.play.engine.program.layout.kinds[self.here.kind[value]].title
            case _:
                return str(value)


def _is_about_a_question(part: s.ScenarioPart | None) -> bool:
    return isinstance(part, s.Check) and any(
        isinstance(c, s.ClaimAsked | s.ClaimOffered | s.ClaimMayPass | s.ClaimCan) for c in part.claims
    )


_MOVES = (Verb.MOVE, Verb.GIVE_PIECE, Verb.DISCARD, Verb.REMOVE, Verb.DRAW)
_VERBS: dict[str, tuple[Verb, ...]] = {
    "gain": (Verb.GAIN,), "lose": (Verb.LOSE,), "pay": (Verb.PAY,), "give": (Verb.GIVE, Verb.GIVE_PIECE),
    "move": (Verb.MOVE,), "discard": (Verb.DISCARD,), "draw": (Verb.DRAW,), "shuffle": (Verb.SHUFFLE,),
    "reveal": (Verb.REVEAL,), "roll": (Verb.ROLL,),
}  # fmt: skip


def _last(lines: Sequence[LogLine], count: int) -> list[str]:
    """The last events, those of one heading under the trail of headings that they happened under."""
    told: list[tuple[tuple[str, ...], str]] = []
    trail: tuple[str, ...] = ()
    for line in lines:
        if line.level:
            trail = (*trail[: line.level - 1], line.text)
        else:
            told.append((trail, line.text))
    found: list[str] = []
    for place, events in groupby(told[-count:], lambda one: one[0]):
        if place:
            found.append(" > ".join(place))
        found += [text for _, text in events]
    return found
