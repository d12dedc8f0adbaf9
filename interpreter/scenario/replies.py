"""Answers the questions of a game as a scenario says."""

from collections.abc import Iterator
from typing import assert_never

from attrs import define, evolve, field

from dsl.ir import scenario as s
from dsl.source import Span
from interpreter.runtime.chance import below
from interpreter.scenario.failure import wrong
from interpreter.scenario.fixture import Fixture

_Single = s.AnswerChoose | s.AnswerWord | s.AnswerTake
_NO_MORE = "nobody is asked anything more"


@define
class Replies:
    """`luck` is that of random answers; `early` are answers of seats that are yet to be asked, in secret."""

    table: Fixture
    luck: int
    decisions: int = 0
    early: dict[int, list[_Single]] = field(factory=dict)

    def answer(self, answer: s.Answer) -> None:
        """Gives an answer to the question that waits; one to a secret question of another seat is kept for then."""
        match answer:
            case s.RestPasses():
                self._all_pass(answer.span)
            case s.RestRandom():
                self.play_at_random()
            case s.AnswerChoose() | s.AnswerWord() | s.AnswerTake():
                for k, single in enumerate(_one_by_one(answer)):
                    if k and not self.table.asks():
                        follows = "where one thing is left, nobody is asked, as for the last of an order: leave it out"
                        wrong(single.span, f"{self.table.name(single.player)} to be asked", _NO_MORE, follows)
                    self._answer_or_keep(single)
                    self._catch_up()
            case _:
                assert_never(answer)

    def play_at_random(self) -> None:
        """Answers all that is asked by chance."""
        while self.table.asks():
            count = self.table.answers()
            self.luck, coin = below(self.luck, 2)
            if self.table.state.can_pass and (count == 1 or coin):
                self._decide(count - 1)
            else:
                self.luck, index = below(self.luck, count - self.table.state.can_pass)
                self._decide(index)

    def none_early(self) -> None:
        """Fails if somebody has answered what nobody asks."""
        for seat, answers in self.early.items():
            if answers:
                wrong(answers[0].span, f"{self.table.name(seat)} to be asked", self.table.state_of_asking())

    # ------------------------------------------------------------ one answer

    def _answer_or_keep(self, answer: _Single) -> None:
        seat = answer.player
        others_turn = self.table.asks_in_secret() and self.table.state.player != seat
        if others_turn or self.early.get(seat):
            self.early.setdefault(seat, []).append(answer)
        else:
            self._answer(answer)

    def _catch_up(self) -> None:
        while self.table.asks() and (waiting := self.early.get(self.table.state.player)):
            self._answer(waiting.pop(0))

    def _answer(self, answer: _Single) -> None:
        self._reach(answer.player, answer.at, answer.span)
        match answer:
            case s.AnswerChoose(values=(value,)):
                self._choose(value)
            case s.AnswerWord(word=word):
                self._say(word, answer.span)
            case s.AnswerTake(player, action):
                index = self.table.offer(action)
                if index is None:
                    name = self.table.name(player)
                    why_not = self.table.why_not(player, action)
                    wrong(answer.span, f"{name} to be offered {action}", self.table.said_offered(), why_not)
                self._decide(index)

    def _decide(self, index: int) -> None:
        self.decisions += 1
        self.table.decide(index)

    def _pass(self) -> None:
        self._decide(self.table.answers() - 1)

    def _all_pass(self, span: Span) -> None:
        self._catch_up()
        while self.table.asks():
            if not self.table.state.can_pass:
                wrong(
                    span,
                    "only questions that may be passed; answer this one before with `and ... chooses ...`, "
                    "or write `and everybody else plays at random`",
                    f"{self.table.name(self.table.state.player)} must answer: {self.table.question()}",
                )
            self._pass()
            self._catch_up()

    def _reach(self, player: int, at: str | None, span: Span) -> None:
        """Comes to the question that is meant; with `at`, optional questions before it are passed."""
        while at is not None and self.table.asks() and not self._is(player, at) and self.table.state.can_pass:
            self._pass()
        wanted = f"{self.table.name(player)} to be asked" + (f' "{at}"' if at else "")
        if not self.table.asks():
            wrong(span, wanted, _NO_MORE)
        if self.table.state.player != player or (at is not None and not self._is(player, at)):
            wrong(span, wanted, self.table.state_of_asking())

    def _is(self, player: int, at: str) -> bool:
        return self.table.state.player == player and at.casefold() in self.table.question().casefold()

    def _choose(self, value: s.AnswerValue) -> None:
        meant = self.table.meant(value)
        if len(meant) > 1:
            wrong(value.span, f"one {self.table.wanted(value)}", *self.table.several(value, meant))
        if not meant:
            got = self.table.said_offered(value.words)
            wrong(value.span, f"{self.table.wanted(value)} to be offered", got, *self.table.takes_first())
        self._decide(meant[0])

    def _say(self, word: str, span: Span) -> None:
        if word == "agrees":
            if len(self.table.state.options) != 1:
                wrong(span, "something to agree to", self.table.said_offered(), *self._which_of_many())
            self._decide(0)
            return
        if not self.table.state.can_pass:
            wrong(
                span,
                "a question that may be passed; here something must be chosen",
                f"{self.table.name(self.table.state.player)} must answer: {self.table.question()}",
            )
        self._pass()

    def _which_of_many(self) -> list[str]:
        name = self.table.name(self.table.state.player)
        return [f"where there is more than one answer, write `{name} chooses ...`"] if self.table.state.options else []


def _one_by_one(answer: _Single) -> Iterator[_Single]:
    """One answer for each thing chosen; `at` is about the first."""
    if not isinstance(answer, s.AnswerChoose):
        yield answer
        return
    for k, value in enumerate(answer.values):
        yield evolve(answer, values=(value,), at=answer.at if k == 0 else None)
