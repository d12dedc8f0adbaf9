"""A game in progress at one table: decisions, log, views, saving, taking back, playing again.

A game is its rules, its seed and its decisions; all else follows from them. So a saved game is played again
from the beginning, and one that was saved under other rules goes as far as its decisions still fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from itertools import chain, dropwhile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from attrs import define, field

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from interpreter.engine import Engine
from interpreter.errors import RuleFault
from interpreter.program.model.nodes import PASS
from interpreter.runtime.state import State
from interpreter.table.asked.together import Together
from interpreter.table.counterfactual import has_learnt
from interpreter.table.decision import (
    Decision,
    NoSuchAnswer,
    Question,
    decision,
    decision_for,
    engine_index,
    is_announced,
    option_at,
)
from interpreter.table.glance import as_heard
from interpreter.table.save import Save, write
from interpreter.table.told import Teller
from interpreter.table.undo import why_not_undo
from interpreter.table.view import View, view_for
from interpreter.text.company import company
from interpreter.text.labels import Words
from interpreter.text.log.heard import Entry
from interpreter.text.log.journal import LogLine, Reader, log_lines, part_of
from interpreter.text.log.trace import trace_lines
from interpreter.text.log.turns import Turns
from interpreter.text.redaction import PUBLIC

if TYPE_CHECKING:
    from interpreter.table.ending.outcome import Outcome
    from interpreter.text.log.beats import Beat


#: A lean session keeps its state before every so many decisions, and before the last few.
_EVERY: Final = 32
_LAST: Final = 8
#: So many questions are kept in words.
_WORKED_OUT: Final = 16


@frozen
class Table:
    """The initial data of a game: which rules, who sits there, which luck. `seats`: what plays in each."""

    game: str
    rules_hash: str
    variants: tuple[str, ...]
    parameters: Mapping[str, int]
    names: tuple[str, ...]
    seats: tuple[str, ...]
    seed: int


@define(eq=False)
class Moment:
    """A decision, when `told` events had happened. `announced`: that all others knew of the question.

    The game as it was when the question was put is `kept`, or played again from the `previous` moment for which it is.
    """

    engine: Engine
    kept: State | None
    seat: int
    code: int
    told: int
    announced: bool
    previous: Moment | None

    @property
    def state(self) -> State:
        """The game as it was when the question was put."""
        if self.kept is None:
            later: list[Moment] = [self]
            while (before := later[-1].previous) is not None and before.kept is None:
                later.append(before)
            assert before is not None and before.kept is not None, "the first one is always kept"
            alone, state = self.engine.unwatched(), self.engine.clone(before.kept)
            for one in (before, *later[:0:-1]):
                index = alone.index(state, one.code)
                assert index is not None, "it was answered so"
                alone.advance(state, index)
            assert state.journal is not None, "a game is played with a journal"
            state.journal.clear()
            self.kept = state
        return self.kept

    def is_known_to(self, seat: int) -> bool:
        """Whether a seat knew of the question."""
        return self.announced or self.seat == seat


@frozen
class Divergence:
    """Where a replay first goes another way: decision `number`, from 1; what is asked there, None if it is over."""

    number: int
    code: int
    question: Decision | None


@define(eq=False)
class Session:
    """A game at its present question. `engine` keeps a journal; `events` has all that has happened.

    `in_any_order`: questions for an order, each by its seat and site, whose asker wants to hear no more of them.
    `pace`: where it stops for those who watch, if they have said so. `lean`: of its past states it keeps a few, and
    plays the others again when they are asked for.
    """

    engine: Engine
    table: Table
    lean: bool = False
    words: Words = field(init=False)
    state: State = field(init=False)
    history: list[Moment] = field(init=False, factory=list)
    events: list[Entry] = field(init=False, factory=list)
    in_any_order: set[tuple[int, int]] = field(init=False, factory=set)
    pace: str = field(init=False, default="")
    _readers: dict[int | None, Reader] = field(init=False, factory=dict)
    _tellers: dict[int | None, Teller] = field(init=False, factory=dict)
    _worked_out: dict[int, tuple[State, Decision]] = field(init=False, factory=dict)  # by the identity of the state
    _together: Together | None = field(init=False, default=None)  # those who are asked at once, if somebody asks for it

    def __attrs_post_init__(self) -> None:
        self.words = Words.shared(self.engine.program, self.table.names, self.engine.rules)
        self.begin(self.engine.new_game(self.table.seed))

    def begin(self, state: State) -> None:
        """The game begins anew, with this state."""
        self.state = state
        self.history.clear()
        self.events.clear()
        self._readers.clear()
        self._tellers.clear()
        self._worked_out.clear()
        self._together = None
        self._keep_events()

    # ------------------------------------------------------------ playing

    @property
    def over(self) -> bool:
        """Whether nothing is left to decide."""
        return not self.engine.asks(self.state)

    def answer(self, number: int) -> None:
        """Answers the present question, by the number of the answer as the player sees it."""
        self.decide(engine_index(self.engine, self.state, self.words, number))

    def decide(self, index: int) -> None:
        """Answers the present question, by the place of the answer in the engine; a RuleFault leaves it unanswered."""
        before = self.engine.clone(self.state)
        code = self.engine.code(self.state, index)
        try:
            self.engine.advance(self.state, index)
        except RuleFault:
            self.state = before
            raise
        self._go_on(before, code)

    # ------------------------------------------------------------ answering together

    def open_questions(self) -> Mapping[int, Decision]:
        """All questions that can be answered now, by their seats: where all answer at once, those who have not yet.

        Where nobody else is asked at the same time, it is the one to whoever is asked.
        """
        if self.over:
            return {}
        if (together := self._asked_together()) is None:
            return {self.state.player: self.decision}
        parts = together.parts.items()
        return {seat: self.decision_in(part.now) for seat, part in parts if part.now is not None}

    def asked_of(self, seat: int) -> State | None:
        """The game with the open question of a seat, as that one is asked it; None if it has none."""
        if self.over:
            return None
        if (together := self._asked_together()) is None:
            return self.state if self.state.player == seat else None
        return together.parts[seat].now if seat in together.parts else None

    def answer_as(self, seat: int, number: int) -> None:
        """Answers the open question of a seat; it is sealed until those before have answered. Raises NoSuchAnswer.

        And a RuleFault, as `give_sealed` does.
        """
        if seat not in self.open_questions():
            raise NoSuchAnswer("This seat is asked nothing now.")
        if (together := self._together) is None:
            self.answer(number)
            return
        asked = together.parts[seat].now
        assert asked is not None, "its question is open"
        together.seal(seat, engine_index(self.engine, asked, self.words, number))
        self.give_sealed()

    def give_sealed(self) -> None:
        """Gives the game all sealed answers whose turn it is; to be called too when a bot has answered in between.

        A RuleFault leaves the answer out with which the rules went wrong: that seat is asked again, the others are not.
        """
        while not self.over and (together := self._asked_together()) is not None:
            waiting = together.parts[self.state.player].waiting
            index = None if waiting is None else self.engine.index(self.state, waiting[1])
            if index is None:
                return
            seat = self.state.player
            try:
                self.decide(index)
            except RuleFault:  # then it is asked again
                while together.unseal(seat):
                    pass
                raise

    @property
    def sealed(self) -> Mapping[int, int]:
        """How many answers of each seat are sealed, and not yet given to the game."""
        parts = {} if self._together is None else self._together.parts
        return {seat: left for seat, part in parts.items() if (left := len(part.sealed) - part.given)}

    def sealed_questions(self, seat: int) -> list[Decision]:
        """The questions to a seat whose answers are sealed, and not yet given to the game."""
        part = None if self._together is None else self._together.parts.get(seat)
        return [] if part is None else [self.decision_in(asked) for asked, _ in part.sealed[part.given :]]

    def _asked_together(self) -> Together | None:
        if self._together is None or not self._together.fits(self.state):
            self._together = Together.at(self.engine, self.state)
        return self._together

    def branch(self, index: int, after: State) -> Session:
        """The game as it would be if this answer had led to that state; this one stays as it is."""
        other = self.fork(len(self.history), after)
        other._tellers = {}
        for teller in {id(one): one for one in self._tellers.values()}.values():
            other._follow(teller.copy())
        other._go_on(self.state, self.engine.code(self.state, index))
        return other

    def fork(self, moment: int, state: State, readers: dict[int | None, Reader] | None = None) -> Session:
        """The game after so many decisions, to go on by itself from `state`; this one stays as it is.

        What `readers` have read of it before is not read again: for forks that do not go on.
        """
        other, told = copy(self), self.history[moment].told if moment < len(self.history) else len(self.events)
        other.state, other.history, other.events = state, self.history[:moment], self.events[:told]
        other._readers, other._tellers, other._worked_out = {} if readers is None else readers, {}, {}
        other._together, other.lean = None, False
        return other

    def _go_on(self, before: State, code: int) -> None:
        if (known := self._worked_out.pop(id(self.state), None)) is not None:
            self._worked_out[id(before)] = before, known[1]
        announced = is_announced(self.engine, before, PUBLIC)
        previous = self.history[-1] if self.history else None
        moment = Moment(self.engine, before, before.player, code, len(self.events), announced, previous)
        self.history.append(moment)
        self._forget()
        self._keep_events(before)
        if self._together is not None:
            self._together.given(before.player, code)

    def _forget(self) -> None:
        """Lets go of what can be made again, if it is not likely to be asked for."""
        while len(self._worked_out) > _WORKED_OUT:
            del self._worked_out[next(iter(self._worked_out))]
        if self.lean:
            for number, moment in enumerate(self.history[:-_LAST]):
                if number % _EVERY and moment.kept is not None:
                    self._worked_out.pop(id(moment.kept), None)  # made again, it would be another object
                    moment.kept = None

    def undo(self, by: int | None = None) -> str | None:
        """Takes the last decision back for seat `by` (else: who is asked), or says in a sentence why not."""
        wants = self.state.player if by is None else by
        if self._together is not None and self._together.unseal(wants):
            return None
        reason = self.why_not_undo(wants)
        if reason is None and self.heard_decisions(wants) < len(self.history):
            return "Others have decided something since then."
        if reason is None:
            last = self.taken_back(wants)[0]
            while self.history.pop() is not last:  # what others have passed in secret since then is asked anew
                pass
            self.state = last.state
            del self.events[last.told :]
            self._readers.clear()
            for teller in self._tellers.values():
                teller.go_back(len(self.history))
            if (sealed := self._together) is not None and (now := Together.at(self.engine, self.state)) is not None:
                self._together = now.taking(sealed)
        return reason

    def why_not_undo(self, wants: int, *, closely: bool = True) -> str | None:
        """Why a seat cannot take the last decision back, in a sentence; None if it can.

        If it is not looked at `closely`, which takes its time, it may turn out that it has shown something hidden.
        """
        if wants in self.sealed:
            return None
        number = self.heard_decisions(wants)
        if number < len(self.history) and self.history[number].seat == wants:
            return "Nothing can be taken back at this moment."
        moments = self.taken_back(wants)
        if not moments:
            return "Nothing has been decided yet."
        last, (now, told) = moments[0], self.heard(wants)
        reason = why_not_undo(last.state, now, last.seat, wants, self.events[last.told : told], self.words)
        if reason is None and closely and any(map(self._has_learnt, moments)):
            return "It has shown something that was hidden, and that cannot be forgotten."
        return reason

    def answer_taken_back(self, wants: int, number: int | None = None) -> str:
        """The answer that a seat would take back, in words, with what asked for it if that is over: `"Ben" (Gift)`.

        It is the decision with that `number`, or else the last one.
        """
        if number is None and self._together is not None and wants in self.sealed:
            return self._in_words(*self._together.parts[wants].sealed[-1])
        last = self.taken_back(wants)[0] if number is None else self.history[number]
        said, about = self._in_words(last.state, last.code), self.decision_in(last.state).about
        state = self.heard(wants)[0]
        now = self.decision_in(state).about if self.engine.asks(state) and state.player == wants else ""
        is_action = isinstance(self.engine.asked(last.state).statement, ir.TakeActions)
        return said if is_action or about in ("", now) else f"{said} ({about})"

    def _in_words(self, asked: State, code: int) -> str:
        index = self.engine.index(asked, code)
        assert index is not None, "it was given"
        return f'"{option_at(self.engine, asked, self.words, index).name}"'

    def taken_back(self, wants: int) -> list[Moment]:
        """The last decision that `wants` may know of; before its own that left no choice, the choice before these."""
        moments: list[Moment] = []
        for moment in self._known_backwards(wants):
            moments.insert(0, moment)
            if moment.seat != wants or not self.decision_in(moment.state).is_forced:
                return moments
        return []

    def given_unasked(self, seat: int) -> list[str]:
        """What `seat` was not asked since its last choice, as there was one answer alone; nothing of passing.

        A sentence each: `What do you give? Only Wood.`
        """
        said: list[str] = []
        for moment in self._known_backwards(seat):
            if moment.seat == seat:
                if not (asked := self.decision_in(moment.state)).is_forced:
                    break
                said.insert(0, asked.only_answer)
        return list(filter(None, said))

    def _has_learnt(self, last: Moment) -> bool:
        return has_learnt(self.engine, last.state, last.code, last.seat, self.words)

    def _keep_events(self, before: State | None = None) -> None:
        assert self.state.journal is not None, "a game is played with a journal"
        new = list(self.state.journal)
        self.state.journal.clear()
        if before is not None and new:
            new[0] = as_heard(new[0], self.engine.asked(before), before.seen)
        self.events.extend(new)

    # ------------------------------------------------------------ what somebody sees

    def view(self, seat: int | None) -> View:
        """The table as `seat` sees it (None: all of it)."""
        return view_for(self.engine, self.state if seat is None else self.heard(seat)[0], seat)

    def outcome(self, seat: int | None) -> Outcome | None:
        """How the game ended, as far as `seat` may know (None: who sees all); None if it goes on."""
        from interpreter.table.ending.outcome import outcome  # only a game that is over is put into words

        return outcome(self.engine, self.state, self.words, self.events, seat) if self.over else None

    @property
    def decision(self) -> Decision:
        """The present question, in words for whoever is asked."""
        return self.decision_in(self.state)

    def decision_in(self, state: State) -> Decision:
        """What was asked in a state; worked out once."""
        if (known := self._worked_out.get(id(state))) is None:
            known = self._worked_out[id(state)] = state, decision(self.engine, state, self.words)
        return known[1]

    def question(self, seat: int) -> Question | None:
        """The question as `seat` may see it; None if the game is over, or it may not know of it."""
        state, _ = self.heard(seat)
        if state is not self.state and state.player == seat:
            return None  # answered, and nothing has been heard since
        if state.player == seat and self.engine.asks(state):
            return self.decision_in(state)
        return decision_for(self.engine, state, self.words, seat)

    def log(self, seat: int | None, since: int = 0, until: int | None = None) -> list[LogLine]:
        """The log for `seat`, from the event with the number `since` on, up to the one before `until`."""
        heard = self.heard(seat)[1]
        until = heard if until is None else min(until, heard)
        asked = self._asked_before(seat, since), self._asked_now(seat, until)
        reader = self._reader(seat, since)
        return log_lines(self.words, self.state, self.events, seat, since, until, reader, asked=asked)

    def told(self, seat: int | None) -> Sequence[LogLine]:
        """The whole log for `seat` as it was heard, part by part: what it was told once stays as it is.

        Seats at which the same kind of player sits are told together, from when the first of them asks.
        """
        if seat not in self._tellers:
            kinds = self.table.seats
            alike = [one for one in range(len(kinds)) if seat is not None and kinds[one] == kinds[seat]]
            with_it = [one for one in alike if one not in self._tellers] if seat != PUBLIC else []
            self._follow(Teller(company(sum(1 << one for one in with_it)) if with_it else seat))
        teller = self._tellers[seat]
        for part in teller.go_on(self):
            self._follow(part)
        return self._tellers[seat].lines[seat]

    def _follow(self, teller: Teller) -> None:
        self._tellers |= dict.fromkeys(teller.lines, teller)

    def _asked_before(self, seat: int | None, since: int) -> int | None:
        """Where in the rules the question stands that a seat was asked when so many events had happened."""
        of_seat = (one for one in reversed(self.history) if one.seat == seat)
        moment = next(dropwhile(lambda one: one.told > since, of_seat), None)
        return self.engine.asked(moment.state).site if moment is not None and moment.told == since else None

    def _asked_now(self, seat: int | None, until: int) -> int | None:
        """Where in the rules the question stands that waits for a seat, if the log goes up to there."""
        waits = not self.over and seat == self.state.player and until == len(self.events)
        return self.engine.asked(self.state).site if waits else None

    def beats(self, seat: int | None, since: int = 0, until: int | None = None) -> list[Beat]:
        """The log between the same events in beats, with running sums, for those who stop where something is shown."""
        from interpreter.text.log.beats import beats  # only who watches stops

        heard = len(self.events) if seat is None or seat == PUBLIC else self.heard(seat)[1]
        until = heard if until is None else min(until, heard)

        def told(first: int, end: int, sums: Mapping[int, str]) -> list[LogLine]:
            reader = self._reader(seat, first)
            asked = self._asked_before(seat, first), None
            return log_lines(
                self.words, self.state, self.events, seat, first, end, reader, sums, ahead=until, asked=asked
            )

        return beats(self.words, self.events, seat, since, until, told)

    def trace(self, seat: int | None, since: int = 0) -> list[LogLine]:
        """The same with all events, each with the line of the rules that it came from."""
        return trace_lines(self.words, self.state, self.events, seat, since, self._reader(seat, since))

    def _reader(self, seat: int | None, since: int) -> Reader:
        """What the seat was told before, or a part of it: so nothing has to be read from the beginning each time."""
        known = self._readers.get(seat)
        if known is None or known.place > min(since, len(self.events)):
            known = self._readers[seat] = Reader.of(self.words, self.state, seat)
        return known

    def known_history(self, seat: int | None) -> list[Moment]:
        """The decisions that `seat` may know of: not what others were asked in secret, and have passed."""
        return list(self._known_backwards(seat))[::-1]

    def _known_backwards(self, seat: int | None) -> Iterator[Moment]:
        heard = self.history[: self.heard_decisions(seat)]
        return (one for one in reversed(heard) if seat is None or one.code != PASS or one.is_known_to(seat))

    def heard(self, seat: int | None) -> tuple[State, int]:
        """The game as `seat` (None: who sees all) has last heard of it, and how many events had happened.

        While another is asked something in secret, that is the moment before: neither the wait nor the way is heard.
        """
        if (number := self.heard_decisions(seat)) == len(self.history):
            return self.state, len(self.events)
        return self.history[number].state, self.history[number].told

    def heard_decisions(self, seat: int | None) -> int:
        """How many decisions there had been when `seat` last heard of the game."""
        number = len(self.history)
        if seat is None or is_announced(self.engine, self.state, seat):
            return number
        while number:
            number -= 1
            if self.history[number].is_known_to(seat):
                break
        return number

    def since_own(self, seat: int) -> int:
        """How many events had happened at the last decision of `seat` that others have followed."""
        last = self.last_own(seat)
        return 0 if last is None else last.told

    def last_own(self, seat: int | None) -> Moment | None:
        """The last decision of `seat` that others have followed, or a new part of the game: whoever ends a round sees
        what has come of that. For who has no seat, the last that is known of.
        """
        known = self._known_backwards(seat)
        if seat is None or seat == PUBLIC:
            return next(known, None)
        until = self.heard(seat)[1]
        for moment in known:
            if self.over or moment.seat != seat or self._begins_anew(moment.told, until, seat):
                return next((one for one in chain((moment,), known) if one.seat == seat), None)
            until = moment.told
        return None

    def _begins_anew(self, first: int, end: int, seat: int) -> bool:
        """Whether between these events a round, phase or step has begun that is no part of somebody's turn."""
        turns = Turns(self.words)
        return any(entry[2] < 0 and turns.flow(entry, seat) for entry in part_of(self.events, first, end))

    # ------------------------------------------------------------ keeping

    @property
    def codes(self) -> tuple[int, ...]:
        """Every decision so far, as it is saved."""
        return tuple(moment.code for moment in self.history)

    def saved(self) -> Save:
        """The game in the form of a saved one."""
        t, orders = self.table, tuple(sorted(self.in_any_order))
        players = len(t.names)
        return Save(
            t.game, t.rules_hash, t.variants, t.parameters, players, t.names, t.seats, t.seed, self.codes, orders,
            self.pace,
        )  # fmt: skip

    def save(self, path: str | Path) -> None:
        """Writes the game to a file. Raises SaveError."""
        write(path, self.saved())


def table_of(save: Save) -> Table:
    """The table at which a saved game was played."""
    parameters = {name: int(value) for name, value in save.parameters.items()}
    return Table(save.game, save.rules_hash, save.variants, parameters, save.names, save.seats, save.seed)


def replayed(
    engine: Engine, table: Table, codes: Sequence[int], *, lean: bool = False
) -> tuple[Session, Divergence | None]:
    """The game after these decisions, or at the first of them that does not fit the rules."""
    session = Session(engine, table, lean)
    for number, code in enumerate(codes, start=1):
        if session.over:
            return session, Divergence(number, code, None)
        index = engine.index(session.state, code)
        if index is None:
            return session, Divergence(number, code, session.decision)
        session.decide(index)
    return session, None
