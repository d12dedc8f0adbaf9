"""Reads what native games counted that were watched: the same counts as an `Observer` makes, of all of them at once."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from attrs import define, field

from dsl.ir import nodes as ir
from interpreter.backend.wasm.driver.machine import Machine
from interpreter.backend.wasm.watch.layout import USE, Counters, How, Passing, Wanted
from interpreter.backend.wasm.watch.layout import Question as Counted
from interpreter.engine import Engine
from interpreter.scenario.coverage import Marked
from interpreter.simulation.games.observed import Journey, Observed, Question, Use
from interpreter.simulation.statistics.intervals import Distribution
from interpreter.text.labels import Words


def wanted(marks: Marked, engine: Engine) -> Wanted:
    """What is watched of a marked game."""
    words = Words(engine.program, tuple(f"seat {seat + 1}" for seat in range(engine.players)), engine.rules)
    state = engine.empty_state(0)

    def label(of: ir.Type, value: int) -> str:
        return words.value(state, of, value, None)

    texts = {marks.first + k: bool(point.what) for k, point in enumerate(marks.points) if point.kind == "text"}
    texted = frozenset(card.title for card in marks.game.cards if card.effect is not None)
    return Wanted(len(marks.game.sites), marks.first, texts, texted, label)


@define(eq=False)
class Reader:
    """Reads the memory of a machine; sites from `first` on are marked points, and `cards` are titles of cards."""

    machine: Machine
    counters: Counters
    first: int
    cards: frozenset[str]
    by_place: list[Counted] = field(init=False)
    places: list[int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        listed = (counted for counted in self.counters.questions if counted.how not in (How.EVERY, How.ACTIONS))
        self.by_place = sorted(listed, key=lambda counted: counted.uses)
        self.places = [counted.uses for counted in self.by_place]

    def observed(self, games: int) -> Observed:
        """What was counted of the games that were played last, so many."""
        counters, first = self.counters, self.first
        reached = {site: times for site, times in enumerate(self._numbers(counters.reached, counters.sites)) if times}
        found = Observed(
            games,
            points={site - first: times for site, times in reached.items() if site >= first},
            sites={site: times for site, times in reached.items() if site < first},
            endings={site: times for site, at in counters.endings if (times := self._numbers(at, 1)[0])},
        )
        actions = self._numbers(counters.actions, counters.action_count * USE // 4)
        for number in range(counters.action_count):
            offered, taken, _ = actions[3 * number : 3 * number + 3]
            if offered:
                found.actions[number] = Use(offered, taken)
        journeys = self._numbers(counters.journeys, 4 * len(counters.titles))
        for place, title in enumerate(counters.titles):
            each = journeys[4 * place : 4 * place + 4]
            if any(each) and title in self.cards:
                found.cards[title] = Journey(*each)
        for counted, options in self._met():
            asked, could, passed = self._numbers(counted.at, 3)
            if asked:
                passes = Use(could if counted.passing is Passing.COUNTED else asked * counted.passing, passed)
                one = Question(asked, passes, *self._options(counted, asked, options))
                if counted.site in found.questions:
                    found.questions[counted.site].merge(one)
                else:
                    found.questions[counted.site] = one
        return found

    def _numbers(self, at: int, count: int) -> tuple[int, ...]:
        return self.machine.numbers(at, count)

    def _met(self) -> Iterator[tuple[Counted, list[int]]]:
        """The questions, each with the places of the options that came up, in that order."""
        found: dict[int, list[int]] = {counted.at: [] for counted in self.counters.questions}
        for use in self._numbers(self.counters.met + 4, self._numbers(self.counters.met, 1)[0]):
            place = bisect_right(self.places, use) - 1
            if place < 0:  # an action, which comes before all questions
                continue
            counted = self.by_place[place]
            found[counted.at].append((use - counted.uses) // (USE if counted.how is How.EACH else 4))
        return ((counted, found[counted.at]) for counted in self.counters.questions)

    def _options(
        self, counted: Counted, asked: int, met: Sequence[int]
    ) -> tuple[dict[str, Use], Distribution, Distribution]:
        """The options that came up; of too many numbers the ends, and those that were given."""
        ends, given = Distribution(), Distribution()
        options: dict[str, Use] = {}
        match counted.how:
            case How.EVERY:
                taken = self._numbers(counted.uses, len(counted.labels))
                options = {label: Use(asked, times) for label, times in zip(counted.labels, taken, strict=True)}
            case How.EACH:
                uses = (Use(*self._numbers(counted.uses + USE * place, 2)) for place in met)
                options = dict(zip((counted.labels[place] for place in met), uses, strict=True))
            case How.TOGETHER:
                taken = self._numbers(counted.uses, len(counted.labels))
                together = self._numbers(counted.taken, 1 << len(counted.labels) - 1)
                for place in met:
                    offered = sum(times for mask, times in enumerate(together) if mask >> place - 1 & 1)
                    options[counted.labels[place]] = Use(offered, taken[place])
            case How.PIECES:
                could = self._numbers(counted.uses, len(counted.labels))
                taken = self._numbers(counted.taken, len(counted.labels))
                for place in met:
                    use = options.setdefault(counted.labels[place], Use())
                    use.merge(Use(could[place], taken[place]))
            case How.RANGE:
                could = tuple(accumulate(self._numbers(counted.uses, counted.size)))
                taken = self._numbers(counted.taken, counted.size)
                between = (place for place, times in enumerate(could) if times)  # what was passed over at first
                places = dict.fromkeys((*met, *between))
                options = {str(counted.low + place): Use(could[place], taken[place]) for place in places}
                for to, at in ((ends, counted.ends), (given, counted.ends + 4 * counted.size)):
                    for place, times in enumerate(self._numbers(at, counted.size) if counted.ends >= 0 else ()):
                        if times:
                            to.add(counted.low + place, times)
        return options, ends, given
