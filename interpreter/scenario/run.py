"""Runs scenarios: sets up what is given, plays what is run, holds the claims against what came out.

A scenario is one story: givens, then runs and answers, with claims between them that change nothing. It begins after
the setup, in which each question is answered with its first option, unless it runs the setup or a whole game itself.
Luck comes from its seed.
"""

import os
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from attrs import define, evolve, field

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir import scenario as s
from dsl.source import Span
from interpreter.errors import RuleFault
from interpreter.our_fault import our_fault
from interpreter.program.model.nodes import Verb
from interpreter.runtime.chance import bot_seed
from interpreter.runtime.state import State
from interpreter.scenario.arrange import Arrange
from interpreter.scenario.claims import Claims
from interpreter.scenario.failure import Failure, Wrong, wrong
from interpreter.scenario.fixture import Fixture
from interpreter.scenario.replies import Replies
from interpreter.scenario.set_ups import SetUps
from interpreter.text.log.journal import LogLine, Reader
from interpreter.text.log.trace import trace_lines


@frozen
class Outcome:
    """`reached`: the sites at which something happened; `last_events`: what happened last, with place, oldest first.

    `failures`: what stopped it, or every claim of the place where it stopped that is false.
    `cards`: the titles of those that went anywhere.
    """

    scenario: s.Scenario
    failures: tuple[Failure, ...]
    decisions: int
    reached: frozenset[int]
    last_events: tuple[str, ...]
    cards: set[str]

    @property
    def passed(self) -> bool:
        return not self.failures

    @property
    def failure(self) -> Failure | None:
        """The first of them."""
        return self.failures[0] if self.failures else None


#: How many of the last events are kept.
MOST_EVENTS = 8


def run(scenario: s.Scenario, set_ups: SetUps) -> Outcome:
    """One scenario of the game of `set_ups`."""
    play = _played(scenario, set_ups)
    last_events = tuple(play.last_events(MOST_EVENTS)) if play.failures else ()
    decisions = play.replies.decisions if play.replies else 0
    reached = play.in_setup | (play.table.sites() if play.table else frozenset())
    return Outcome(scenario, tuple(play.failures), decisions, reached, last_events, set(play.cards()))


@frozen
class Story:
    """The table as a scenario leaves it, with all that happened in its journal, and the position before that."""

    table: Fixture
    begun: State


def story(scenario: s.Scenario, set_ups: SetUps) -> Story | None:
    """What happens in a scenario; None unless it passes, and anything is run."""
    play = _played(scenario, set_ups)
    if play.failures or play.table is None or play.begun is None:
        return None
    return Story(play.table, play.begun)


def _played(scenario: s.Scenario, set_ups: SetUps) -> "_Play":
    play = _Play(scenario, set_ups.game, scenario.span)
    try:
        play.run(set_ups)
    except Wrong as found:
        play.failures.append(found.failure)
    except RuleFault as fault:
        play.failures.append(Failure(fault.span, "the rules to go on", fault.message))
    except Exception as fault:
        if os.environ.get("BYLAWS_DEBUG"):
            raise
        play.failures.append(Failure(play.span, "the story to go on", our_fault(fault)))
    return play


@define
class _Play:
    """A scenario being played; `span` is the line that is."""

    scenario: s.Scenario
    game: ir.Game
    span: Span
    table: Fixture | None = None
    replies: Replies | None = None
    begun: State | None = None  # the position before anything was run
    in_setup: frozenset[int] = frozenset()  # the sites that were reached there
    failures: list[Failure] = field(factory=list)
    rounds: list[tuple[int, str, int]] = field(factory=list)  # where one begins in the journal, and how many before it

    def run(self, set_ups: SetUps) -> None:
        if not set_ups.fits(self.scenario.cast):
            self._refused()
            return
        engine = set_ups.engine_for(len(self.scenario.cast), dict(self.scenario.parameters))
        table = Fixture(engine, engine.empty_state(self.scenario.seed), self.scenario.cast, self.scenario.slots)
        self.table, self.replies = table, Replies(table, bot_seed(self.scenario.seed, 0))
        if not self.scenario.runs_setup:
            self.in_setup = set_ups.set_up(table, self.scenario.seed)
        table.steps = [] if any(isinstance(claim, s.ClaimTells) for claim in self.scenario.claims) else None
        if self.scenario.rolls is not None:
            table.state.rolls = self.scenario.rolls.values
        _Story(table, self.replies, self).tell()

    def _refused(self) -> None:
        if not any(isinstance(claim, s.ClaimRefused) for claim in self.scenario.claims):
            few, most = self.game.fewest_players, self.game.most_players
            wrong(self.scenario.span, f"from {few} to {most} players", f"{len(self.scenario.cast)}")

    def last_events(self, count: int) -> list[str]:
        """The last things that happened, each with the line of the rules that it came from."""
        if self.table is None:
            return []
        sites = self.game.sites
        kept = [k for k, e in enumerate(self.table.journal) if e[1] != Verb.ANNOUNCE or sites[e[0]].heading]
        rounds = {bisect_left(kept, place): (name, before) for place, name, before in self.rounds}
        words, state = self.table.words, self.table.state
        journal = [self.table.journal[k] for k in kept]
        reader = Reader.of(words, state, None, rounds, self.begun)
        return _last(trace_lines(words, state, journal, None, reader=reader), count)

    def cards(self) -> Iterator[str]:
        """The titles of the pieces that went anywhere."""
        if self.table is not None:
            kinds = self.table.engine.program.layout.kinds
            for entry in self.table.journal:
                if entry[1] in _MOVES and entry[5] >= 0:
                    yield kinds[self.table.state.kind[entry[5]]].title


@define
class _Story:
    """The parts of a scenario, one after another at a table."""

    table: Fixture
    replies: Replies
    play: _Play
    running: str = ""  # the procedure that was run last, if it was one
    waiting: Failure | None = None  # a question that nothing goes on with, once claims have been looked at
    passes: dict[str, int] = field(factory=dict)  # how often each round has begun
    given: s.GivenRound | None = None  # how often the next one has, if that is said

    def tell(self) -> None:
        """The whole story; it stops behind claims of which one is false, or before which a question is left open."""
        arrange = Arrange(self.table)
        parts = self.play.scenario.parts
        for k, part in enumerate(parts):
            self.play.span = part.span
            rest = parts[k + 1 :]
            if not isinstance(part, s.Check) and self._stops():
                return
            if self.play.begun is None and isinstance(part, s.Run | s.GoOn):
                self.play.begun = self.table.engine.clone(self.table.state)
            match part:
                case s.Check(claims):
                    self._hold(Claims(self.table, self.play.game, self.running, arrange.beside), claims)
                case s.Run():
                    self._run(part)
                    self._answered_enough(part, rest)
                case s.GoOn():
                    self._go_on(part)
                    self._answered_enough(part, rest)
                case _:
                    arrange.give(part)
                    self.given = part if isinstance(part, s.GivenRound) else self.given
                    if not self.table.asks() and (not rest or isinstance(rest[0], s.Run | s.GoOn | s.Check)):
                        self.table.engine.look_at_states(self.table.state)
        if not self._stops():
            self._all_rolled()

    def _hold(self, check: Claims, claims: Iterable[s.Claim]) -> None:
        """Looks at all of these claims: they change nothing, so each that is false is told."""
        for claim in claims:
            self.play.span = claim.span
            try:
                check.claim(claim)
            except Wrong as found:
                self.play.failures.append(found.failure)

    def _stops(self) -> bool:
        """Whether the story cannot go on; a question that was left open is the likely reason why claims are false."""
        failures, waiting = self.play.failures, self.waiting
        if waiting is not None and failures:
            why = f"the likely reason: {waiting.got} (line {waiting.span.line}); {waiting.notes[0]}"
            failures[0] = evolve(failures[0], notes=(*failures[0].notes, why))
        elif waiting is not None:
            failures.append(waiting)
        return bool(failures)

    def _run(self, part: s.Run) -> None:
        if part.kind == "random" and self.table.asks():
            self.replies.play_at_random()
            return
        self._nothing_open(part)
        kind = part.kind
        if kind in ("game", "random"):
            if self.given is not None:
                wrong(
                    self.given.span, "a round to be run by itself", "a whole game counts its rounds anew",
                    "run the round: `when round ... 3 times`, or leave this line out",
                )  # fmt: skip
            kind = "main" if self.table.state.set_up else "setup and main"
        self.running = part.name if kind == "procedure" else ""
        for _ in range(part.times):
            self._nothing_open(part)
            if kind == "flow":
                self._count_round(part.name)
            self.table.start(kind, part.name, part.arguments, self.table.state.active_player)
            if part.kind == "random":
                self.replies.play_at_random()
            for answer in part.answers:
                self.replies.answer(answer)

    def _count_round(self, name: str) -> None:
        """Each round counts its own passes, from the first on or from what is given."""
        if self.table.words.flow(name).kind != ir.FlowKind.ROUND:
            return
        state = self.table.state
        if self.given is None:
            state.round_number = self.passes.get(name, 0)
        self.given = None
        self.play.rounds.append((len(self.table.journal), name, state.round_number))
        self.passes[name] = state.round_number + 1

    def _go_on(self, part: s.GoOn) -> None:
        first, *others = part.answers
        if isinstance(first, s.AnswerTake) and first.at is None and not self.table.asks():
            if not self.table.is_legal(first.action, first.player):
                name = self.table.name(first.player)
                why_not = self.table.why_not(first.player, first.action)
                wrong(part.span, f"{name} to be able to take {first.action}", why_not)
            self.running = ""
            self.table.start("action", first.action, (), first.player)
        else:
            self.replies.answer(first)
        for answer in others:
            self.replies.answer(answer)

    def _nothing_open(self, part: s.ScenarioPart) -> None:
        """Nothing else begins while a question waits for its answer, or an answer for its question."""
        if self.table.asks():
            name = self.table.name(self.table.state.player)
            wrong(
                part.span, "no question to be open when something else begins", self.table.state_of_asking(),
                f"go on with what waits: `when {name} chooses ...`, `when {name} passes`, `when everybody passes`",
            )  # fmt: skip
        self.replies.none_early()

    def _answered_enough(self, part: s.Run | s.GoOn, rest: Sequence[s.ScenarioPart]) -> None:
        """A question stays open only for a claim about it, or for answers that come later."""
        if not self.table.asks():
            self.replies.none_early()
        elif not _goes_on(rest):
            name = self.table.name(self.table.state.player)
            advice = (
                f"go on with `when {name} ...` or `when everybody passes`, or claim something about it, "
                f"such as `then {name} is asked`"
            )
            got = f"{name} is still asked: {self.table.question()}"
            self.waiting = Failure(part.span, "every question answered", got, (advice,))

    def _all_rolled(self) -> None:
        """Fails if fewer dice were rolled than `rolls` says, or more without a word of it."""
        if (rolls := self.play.scenario.rolls) is None:
            return
        said, shown = len(rolls.values), ", ".join(map(str, rolls.values))
        rolled = sum(len(entry) - 5 for entry in self.table.journal if entry[1] == Verb.ROLL)
        if rolled < said or (rolled > said and not rolls.then_chance):
            dice = "1 die was rolled" if rolled == 1 else f"{rolled} dice were rolled"
            more = f"if the others may come by chance, write `rolls {shown}, then by chance`"
            fewer = "leave out the numbers that no die shows" if rolled else "leave this line out"
            wrong(rolls.span, f"as many dice as `rolls` says, which is {said}", dice, more if rolled > said else fewer)


def _goes_on(rest: Sequence[s.ScenarioPart]) -> bool:
    """Whether what follows is about the question that waits, or answers it."""
    for part in rest:
        match part:
            case s.GoOn():
                return True
            case s.Check(claims) if any(isinstance(claim, s.ABOUT_A_QUESTION) for claim in claims):
                return True
            case s.Run():
                return False
            case _:
                continue
    return False


_MOVES = (Verb.MOVE, Verb.GIVE_PIECE, Verb.DISCARD, Verb.REMOVE, Verb.DRAW)


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
