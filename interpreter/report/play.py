"""Plays the games of a report question by question, and notes what its measures ask for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from attrs import define, evolve, field

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from interpreter.errors import RuleFault
from interpreter.players.thinking.budget import budget_of
from interpreter.players.thinking.thinkable import NotThinkable
from interpreter.program.model.nodes import Ask, are_pieces
from interpreter.report import worth
from interpreter.report.course import NOTES, PARTS, Course, End, Evidence, Weighing, Weight
from interpreter.report.players import Answer, Table
from interpreter.runtime.state import State
from interpreter.simulation.games.measures import rotated
from interpreter.simulation.games.observer import MOVES, Observer
from interpreter.simulation.games.run import Rules
from interpreter.table.ending.ranking import judging_of
from interpreter.text.labels import spoken

#: Answers of a question with more of them are not told apart: what is a number among so many?
MOST_TOLD: Final = 60
#: What a second game with the same deals and dice adds to the luck of who plays it.
_TWIN: Final = 0x5DEECE66D
#: With so many rounds or more, scores are looked at between them: within one, who has had a turn is ahead.
FEWEST_ROUNDS: Final = 3
PASSING: Final = "passing"
_NOTHING: Final[Mapping[int, str]] = MappingProxyType({})


@frozen
class Series:
    """Games between the same players: work for `run_seeds`. All move on by one seat from game to game.

    A twin of a series has the same deals and dice, and another luck of its players. A game with more decisions than
    `limit` is left there. The first player may not choose a card that is called `without`, unless it has to.
    """

    rules: Rules
    seats: tuple[str, ...]
    twin: bool = False
    limit: int = 10_000
    without: str = ""

    @property
    def thinks(self) -> bool:
        """Whether anybody does."""
        return any(budget_of(name) is not None for name in self.seats)

    def start(self) -> Callable[[int, Evidence], None]:
        """Raises LoweringError."""
        player, seats = _Player.of(self.rules.game(), len(self.seats), self.limit), range(len(self.seats))

        def play(seed: int, evidence: Evidence) -> None:
            barred = {rotated(seats, seed).index(0): self.without} if self.without else {}
            player.play(seed, rotated(self.seats, seed), seed ^ _TWIN if self.twin else seed, evidence, barred)

        return play

    def empty(self) -> Evidence:
        return Evidence()

    def merge(self, whole: Evidence, part: Evidence) -> None:
        whole.merge(part)


@define
class _Player:
    """Plays and notes the games of one table."""

    game: ir.Game
    observer: Observer
    limit: int
    scores_now: Callable[[State], Sequence[int]] | None
    sign: int
    evidence: Evidence = field(factory=Evidence)
    actions: Sequence[str] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.actions = [action.title or spoken(action.name) for action in self.game.actions]

    @classmethod
    def of(cls, game: ir.Game, seats: int, limit: int) -> _Player:
        observer = Observer(game, seats)
        judged = judging_of(game, seats)
        known = judged is not None and judged.ranks is not None and judged.ranks.decides
        scores_now = observer.engine.evaluator(judged.wanted[0]) if judged is not None and known else None
        sign = 1 if judged is None or not judged.most or judged.most[0] else -1
        return cls(game, observer, limit, scores_now, sign)

    def play(
        self, seed: int, seats: Sequence[str], luck: int, evidence: Evidence, barred: Mapping[int, str] = _NOTHING
    ) -> None:
        """Plays a game and adds it to the evidence; from `luck` comes that of the players.

        `barred`: by seat, the title of a card that it may not choose.
        """
        self.evidence = evidence
        course = Course(seed, End.RULES, 0, 0, 0, [])
        try:
            state, scores = self._played(seed, seats, luck, course, barred)
        except (RuleFault, NotThinkable) as fault:
            self.observer.dropped()
            if isinstance(fault, RuleFault):
                end, why = End.FAULT, f"{fault.message} ({fault.span.source.path}:{fault.span.line})"
            else:
                end, why = End.GIVEN_UP, str(fault)
            evidence.courses.append(evolve(course, end=end, message=why))
            return
        course.rounds, course.decisions, course.winners = state.rounds, state.decisions, list(state.winners)
        course.end = End.LIMIT if self.observer.engine.asks(state) else End.RULES
        course.scores = _thinned(scores)
        course.held = self._held(state)
        self.observer.ended(state)
        evidence.observed.merge(self.observer.taken())
        evidence.courses.append(course)

    def _played(
        self, seed: int, seats: Sequence[str], luck: int, course: Course, barred: Mapping[int, str]
    ) -> tuple[State, list[list[int]]]:
        engine = self.observer.engine
        table = Table.of(engine, seats, luck)
        state = engine.new_game(seed)
        scores, rounds = [self._scores(state)], [self._scores(state)]
        while engine.asks(state) and state.decisions < self.limit:
            answer = table.answer(state, self._allowed(state, barred[state.player]) if state.player in barred else None)
            forced = engine.option_count(state) == 1
            course.forced += forced
            weighing = self.evidence.weighings.setdefault(state.site, Weighing())
            weighing.asked += 1
            weighing.forced += forced
            if answer.thoughts:
                self._weigh(state, answer, weighing, course)
            if table.thinks and not (answer.thoughts and worth.nothing_hangs_on_it(answer.thoughts)):
                self._answers(state, answer)
            table.answered(state, answer.place)
            before = state.rounds
            engine.advance(state, answer.place)
            scores.append(self._scores(state))
            if state.rounds > before or not engine.asks(state):
                rounds.append(scores[-1])
        return state, rounds if len(rounds) > FEWEST_ROUNDS else scores

    def _allowed(self, state: State, title: str) -> list[int]:
        """The places of the answers that are no card of this title; of all, if there are no others."""
        count = self.observer.engine.option_count(state)
        if not are_pieces(self.observer.engine.asked(state).options):
            return [*range(count)]
        titles = [self.observer.title(state, piece) if piece >= 0 else "" for piece in state.options]
        others = [place for place in range(count) if place >= len(titles) or titles[place] != title]
        return others or [*range(count)]

    def _scores(self, state: State) -> list[int]:
        """What the end of the game compares first, more is better; nothing where that cannot be said yet."""
        if self.scores_now is None:
            return []
        try:
            return [self.sign * int(score) for score in self.scores_now(state)]
        except RuleFault:
            return []

    # ------------------------------------------------------------ what was thought

    def _weigh(self, state: State, answer: Answer, weighing: Weighing, course: Course) -> None:
        """Notes what a seat thought of its answers, and of everybody's chances."""
        thoughts = answer.thoughts
        for sample, value in (
            (weighing.gap, worth.gap(thoughts)), (weighing.careless, worth.careless(thoughts)),
            (weighing.width, worth.width(thoughts)),
        ):  # fmt: skip
            if value is not None:
                sample.add(value)
        if chances := worth.chances(thoughts):
            course.chances.append([state.decisions, *(round(one * PARTS) for one in chances)])
        course.lost += worth.has_lost(thoughts)
        course.kings += worth.makes_a_king(thoughts)

    def _answers(self, state: State, answer: Answer) -> None:
        """Notes of each answer, those in the same words together, whether it was taken and how far short it fell.

        An answer that was the only one left counts too: who keeps a card for the end uses it then.
        """
        first: dict[str, int] = {}
        names = self._names(state, self.observer.engine.asked(state))
        for place, name in enumerate(names):
            if name:
                first.setdefault(name, place)
        for name, place in first.items():
            weight = self.evidence.weights.setdefault(name, Weight())
            weight.offered += 1
            weight.taken += names[answer.place] == name
            if answer.thoughts and (below := worth.short(answer.thoughts, place)) is not None:
                weight.short.add(below)

    def _names(self, state: State, asked: Ask) -> list[str]:
        """What each answer is called: its question and its words, an action by itself; "" for one among too many."""
        actions = self.actions
        if isinstance(asked.options, ir.FromActions):
            numbers = self.observer.engine.program.actions
            names = [f"|{actions[numbers[asked.options.names[value]].number]}" for value in state.options]
        elif len(state.options) > MOST_TOLD:
            names = [""] * len(state.options)
        else:
            names = [f"{state.site}|{label}" for label in self.observer.labels_of(state, asked)]
        offers = [f"|{actions[number]}" for number in state.offers]
        return [*names, *offers, *[f"{state.site}|{PASSING}"] * state.can_pass]

    # ------------------------------------------------------------ who had which card

    def _held(self, state: State) -> dict[str, int]:
        """By title, which seats had a card in a place of theirs that it came to from elsewhere."""
        held: dict[str, int] = {}
        seat_of = self.observer.engine.seat_of_zone
        for entry in state.journal or ():
            if entry[1] in MOVES and entry[5] >= 0 and entry[7] >= 0:
                seat = seat_of(entry[7])
                if seat is not None and (entry[6] < 0 or seat_of(entry[6]) != seat):
                    title = self.observer.title(state, entry[5])
                    if title in self.observer.cards:
                        held[title] = held.get(title, 0) | 1 << seat
        return dict(sorted(held.items()))


def _thinned(scores: Sequence[list[int]]) -> list[list[int]]:
    """As many of them as there are notes, evenly; none if some are not known."""
    if not all(scores):
        return []
    last = len(scores) - 1
    return [scores[round(k * last / NOTES)] for k in range(NOTES + 1)]
