"""Games that workers elsewhere play: they load the rules by name, and refuse if these are not what is meant."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Generic, TypeAlias, TypeVar

from attrs import evolve

from dsl.disk.files import LoadError
from dsl.frozen import frozen
from dsl.loading import load, rules_hash
from interpreter.backend.wasm.driver.machine import is_there
from interpreter.backend.wasm.driver.source import can_play
from interpreter.simulation.games.run import Games, Rules
from interpreter.simulation.games.same_luck import SameLuck
from interpreter.simulation.native.modules import MANY
from interpreter.simulation.processes.cluster import Cluster, ClusterError, this_worker
from interpreter.simulation.processes.parallel import Work
from interpreter.simulation.processes.threads import ManyAtOnce

Accumulator = TypeVar("Accumulator")

#: What helps a worker that has not the same rules.
_THE_SAME: Final = "it needs the same files, under the same name"
#: Makes work natively for so many seeds, if it can be done so.
Natively: TypeAlias = Callable[[Any, range], "ManyAtOnce[Any] | None"]


@frozen(eq=False, slots=False)
class Elsewhere(Generic[Accumulator]):
    """Work for `run_on_cluster`. `hashes`: of each of the `sets` of rules; `natively`: None for the other engines."""

    work: Work[Accumulator]
    seeds: range
    sets: tuple[Rules, ...]
    hashes: tuple[str, ...]
    natively: Natively | None

    def start(self) -> Callable[[range, Accumulator], int]:
        return self._begin()

    def empty(self) -> Accumulator:
        return self.work.empty()

    def merge(self, whole: Accumulator, part: Accumulator) -> None:
        self.work.merge(whole, part)

    @cached_property
    def _begin(self) -> Callable[[], Callable[[range, Accumulator], int]]:
        """What begins it as this worker does it. Raises ClusterError if it would not be what is meant."""
        for rules, wanted in zip(self.sets, self.hashes, strict=True):
            try:
                found = _hash(rules)
            except LoadError as fault:
                raise ClusterError(f"{this_worker()} cannot read {rules.path}: {fault}", _THE_SAME) from fault
            if found != wanted:
                raise ClusterError(f"{this_worker()} has other rules in {rules.path}", _THE_SAME)
        if self.natively is not None and not is_there():
            raise ClusterError(f"{this_worker()} has no native code", "there, too: pip install 'bylaws[fast]'")
        many = None if self.natively is None else self.natively(self.work, self.seeds)
        return partial(_one_by_one, self.work) if many is None else many.start


def _one_by_one(work: Work[Accumulator]) -> Callable[[range, Accumulator], int]:
    """What does one seed at a time."""
    play = work.start()

    def first(seeds: range, part: Accumulator) -> int:
        play(seeds[0], part)
        return 1

    return first


def elsewhere(cluster: Cluster, work: Games | SameLuck, seeds: range, natively: Natively) -> Elsewhere[Any]:
    """The same work, of one rule set or several, by names that are good where the cluster is."""
    if not cluster.is_here and isinstance(work, Games):
        work = evolve(work, rules=_named(work.rules))
    elif not cluster.is_here and isinstance(work, SameLuck):
        work = evolve(work, sets=tuple(map(_named, work.sets)))
    sets = (work.rules,) if isinstance(work, Games) else work.sets
    worth = can_play(work.seats) and len(seeds) >= MANY
    return Elsewhere(work, seeds, sets, tuple(map(_hash, sets)), natively if worth else None)


def _named(rules: Rules) -> Rules:
    """A game that comes with Bylaws goes by its name, since it lies somewhere else there; others by the whole path."""
    if not Path(rules.path).exists():
        return rules  # it is a name
    path = Path(rules.path).absolute()
    comes_along = path.is_relative_to(Path(str(files("games"))).absolute())
    return evolve(rules, path=path.parent.name if comes_along else str(path))


def _hash(rules: Rules) -> str:
    return rules_hash(load(rules.path, rules.variants, rules.parameters))
