"""Paired simulation with games that are played natively, many in one go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from time import perf_counter
from typing import Final

from attrs import define

from interpreter.backend.wasm.driver.machine import Compiled, Machine
from interpreter.backend.wasm.driver.source import can_play
from interpreter.simulation.games.measures import Measure, measures, rotated
from interpreter.simulation.games.played import Played
from interpreter.simulation.games.run import Rules, compile_once
from interpreter.simulation.games.same_luck import Found, RuleSet, SameLuck, common_measures, largest_chunk
from interpreter.simulation.games.tally import Tally
from interpreter.simulation.native.batches import count_batch, played_in
from interpreter.simulation.native.elsewhere import elsewhere
from interpreter.simulation.native.many import OtherEngines, next_size
from interpreter.simulation.native.modules import Modules
from interpreter.simulation.processes.cluster import Cluster, run_on_cluster
from interpreter.simulation.processes.parallel import Run, run_seeds
from interpreter.simulation.processes.threads import run_in_threads
from interpreter.table.ending.ranking import Judging

#: So many rule sets are compiled before workers are started, who share the rest.
_COMPILED: Final = 2


@define(eq=False)
class _Rules:
    """One rule set natively."""

    compiled: Compiled
    judging: Judging | None
    measures: tuple[Measure, ...]
    others: OtherEngines[Played | None]


@define(eq=False)
class ManySameLuck:
    """Work for `run_in_threads`: all rule sets of `work`, natively."""

    work: SameLuck
    sets: Sequence[_Rules]

    def start(self) -> Callable[[range, Found], int]:
        tables = [_Table.of(one, self.work.seats) for one in self.sets]
        common = list(zip(*common_measures([one.measures for one in self.sets]), strict=True))
        size = 1

        def play(seeds: range, found: Found) -> int:
            nonlocal size
            seeds, began = seeds[:size], perf_counter()
            each = [table.played(seeds, tally) for table, tally in zip(tables, found.tallies, strict=True)]
            for games in zip(*each, strict=True):
                found.add(games, common)
            size = next_size(size, len(seeds), perf_counter() - began)
            return len(seeds)

        return play

    def empty(self) -> Found:
        return self.work.empty()

    def merge(self, whole: Found, part: Found) -> None:
        whole.merge(part)


def many_same_luck(work: SameLuck, seeds: range) -> ManySameLuck | None:
    """The same work natively; None if some rule set cannot be played so, or there are too few games for it."""
    if not can_play(work.seats):
        return None
    sets = []
    for rules in work.sets:
        game = rules.game()
        modules = Modules(game, len(work.seats))
        compiled = modules.plain() if modules.worth(len(seeds), watching=False) else None
        if compiled is None:
            return None
        others = OtherEngines(partial(_slowly, rules, work))
        sets.append(_Rules(compiled, modules.judging, measures(game, work.seats, work.ratios), others))
    return ManySameLuck(work, sets)


def _slowly(rules: Rules, work: SameLuck) -> Callable[[int, Tally], Played | None]:
    return RuleSet.of(rules, work.seats, work.ratios).play


def run_same_luck(
    work: SameLuck, seeds: range, *, jobs: int, progress: Callable[[int], object],
    enough: Callable[[Found], bool] = lambda whole: False, cluster: Cluster | None = None,
) -> Run[Found]:  # fmt: skip
    """Plays all rule sets with these seeds: natively by threads where that can be done, else by processes.

    On a cluster, if there is one. Raises LoweringError, and ClusterError.
    """
    largest = largest_chunk(len(work.sets))
    many = many_same_luck(work, seeds) if cluster is None else None
    if many is None:
        for rules in work.sets[:_COMPILED]:
            compile_once(rules, len(work.seats))
        if cluster is not None:
            there = elsewhere(cluster, work, seeds, many_same_luck)
            return run_on_cluster(cluster, there, seeds, progress=progress, enough=enough, largest_chunk=largest)
        return run_seeds(work, seeds, jobs=jobs, progress=progress, enough=enough, largest_chunk=largest)
    return run_in_threads(many, seeds, threads=jobs, progress=progress, enough=enough, largest_chunk=largest)


@define(eq=False)
class _Table:
    """A rule set in one thread, with a machine for each order in which the bots sit; equal orders share one."""

    rules: _Rules
    machines: Sequence[Machine]

    @classmethod
    def of(cls, rules: _Rules, seats: tuple[str, ...]) -> _Table:
        orders = [rotated(seats, turn) for turn in range(len(seats))]
        made = {order: Machine(rules.compiled, order) for order in dict.fromkeys(orders)}
        return cls(rules, [made[order] for order in orders] if len(made) > 1 else [made[orders[0]]])

    def played(self, seeds: range, tally: Tally) -> list[Played | None]:
        """The games with these seeds, counted; None stands for one that the rules failed in."""
        found: dict[int, Played] = {}
        turns = len(self.machines)
        for first in seeds[:turns]:
            machine, left = self.machines[first % turns], range(first, seeds.stop, turns)
            while left:
                batch = machine.played(left)
                count_batch(tally, batch, self.rules.judging)
                found.update(zip(batch.seeds, played_in(batch, self.rules.judging), strict=True))
                left = left[len(batch.seeds) + batch.given_up :]
        return [found[seed] if seed in found else self.rules.others.play(seed, tally) for seed in seeds]
