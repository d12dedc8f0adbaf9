"""Plays games natively that are watched, and holds what was counted against an observer of the other engine."""

from collections.abc import Iterator
from typing import Any

from attrs import fields, has

from dsl.ir import nodes as ir
from interpreter.backend.wasm.driver.machine import Machine
from interpreter.players.uniform import BOTS
from interpreter.simulation.games.observed import Observed
from interpreter.simulation.games.observer import Observer
from interpreter.simulation.games.run import outcome
from interpreter.simulation.games.tally import Tally
from interpreter.simulation.native.batches import count_batch, played_in
from interpreter.simulation.native.modules import Modules
from interpreter.simulation.native.watched import Reader
from interpreter.table.ending.ranking import is_sided, judging, ranking


class Watched:
    """A game that is watched natively, beside the observer that says what is right. `given_up`: games left to it."""

    def __init__(self, rules: ir.Game, seats: tuple[str, ...]) -> None:
        modules = Modules(rules, len(seats))
        compiled = modules.watching()
        assert compiled is not None and compiled.counters is not None
        self.rules, self.seats, self.judging = rules, seats, modules.judging
        self.machine = Machine(compiled, seats)
        cards = frozenset(card.title for card in rules.cards)
        self.reader = Reader(self.machine, compiled.counters, len(rules.sites), cards)
        self.given_up = 0

    def differences(self, seeds: range, at_once: int = 7, few: int = 3) -> Iterator[str]:
        """What is counted differently: of what was seen, of how games ended, and of each game alone.

        After a `few` it is looked whether a game was given up.
        """
        observer = Observer(self.rules, len(self.seats))
        judge, bots = judging(observer.engine, self.rules), [BOTS[name] for name in self.seats]
        seen, expected, counted, wanted = Observed(), Observed(), self._empty(), self._empty()
        while seeds:
            self.machine.few = few
            batch = self.machine.played(seeds[:at_once])
            seen.merge(self.reader.observed(len(batch.seeds)))
            count_batch(counted, batch, self.judging)
            for played in played_in(batch, self.judging):
                other = outcome(observer.engine, played.seed, bots, judge, wanted, observer)
                expected.merge(observer.taken())
                if played != other:
                    yield f"{played} is not {other}"
            self.given_up += batch.given_up
            seeds = seeds[len(batch.seeds) + batch.given_up :]
        yield from unlike(seen, expected)
        yield from unlike(counted, wanted)

    def _empty(self) -> Tally:
        ranks = ranking(self.rules)
        return Tally.empty(len(self.seats), len(ranks.criteria) if ranks else 0, [*map(is_sided, self.rules.measured)])


def unlike(one: Any, other: Any, where: str = "") -> Iterator[str]:
    """Where two counts differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in one.keys() | other.keys():
            yield from unlike(one.get(key), other.get(key), f"{where}[{key!r}]")
    elif has(type(one)) and type(one) is type(other):
        for each in (each for each in fields(type(one)) if each.eq):
            yield from unlike(getattr(one, each.name), getattr(other, each.name), f"{where}.{each.name}")
    elif one != other:
        yield f"{where} is {one}, not {other}"
