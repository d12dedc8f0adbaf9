"""After which questions one may come that not everybody hears of, as far as the text of the rules tells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from typing import TypeAlias, assert_never

from dsl.ir import nodes as ir
from interpreter.program.model import nodes as p
from interpreter.program.model.program import Program
from interpreter.program.model.routine_id import RoutineId

#: A block, and whether whoever called the routine that it is in goes on when that is over.
_Place: TypeAlias = tuple[int, bool]


@lru_cache(maxsize=16)
def before_unheard(program: Program) -> frozenset[int]:
    """The sites of the questions after which, before one that all hear of, one may be put of which only one hears.

    Whether it is put may be a secret. So nothing is looked at but the rules: every way on from an answer is taken for
    possible.
    """
    routines = [one for one in program.routines.values() if isinstance(one, p.Routine)]
    ways = _Ways(
        {label: block.end for one in routines for label, block in one.blocks.items()},
        {one.name: one.entry for one in routines}, {label: one.name for one in routines for label in one.blocks},
    )  # fmt: skip
    leading = ways.leading_to_unheard()
    return frozenset(
        end.site for end in ways.ends.values() if isinstance(end, p.Ask)
        if any((label, True) in leading for label in (end.answered, end.passed, *(one.target for one in end.offers)))
    )  # fmt: skip


class _Ways:
    """The ways through all blocks. `ends`: of each block; `entries`: of each routine; `within`: where a block is."""

    def __init__(
        self, ends: Mapping[int, p.End], entries: Mapping[RoutineId, int], within: Mapping[int, RoutineId]
    ) -> None:
        self.ends, self.entries, self.within = ends, entries, within
        self.backs: dict[RoutineId, set[int]] = {}  # where it goes on behind each routine
        for end in ends.values():
            if isinstance(end, p.Enter):
                self.backs.setdefault(end.routine, set()).add(end.back)
        self.unasked: set[RoutineId] = set()  # routines that may be over without a question
        while more := {name for name in entries if name not in self.unasked and self._is_over_unasked(name)}:
            self.unasked |= more

    def leading_to_unheard(self) -> set[_Place]:
        """All places from which it may come to a question of which only one hears, before another one."""
        places = list(product(self.ends, (False, True)))
        before: dict[_Place, list[_Place]] = {}
        for place in places:
            for then in self._next(*place):
                before.setdefault(then, []).append(place)
        return _closed((place for place in places if _is_unheard(self.ends[place[0]])), lambda at: before.get(at, ()))

    def _is_over_unasked(self, name: RoutineId) -> bool:
        reached = _closed([(self.entries[name], False)], lambda at: self._next(*at))
        return any(isinstance(self.ends[at], p.Leave) and self.within[at] == name for at, _ in reached)

    def _next(self, label: int, goes_up: bool) -> Iterator[_Place]:
        match self.ends[label]:
            case p.Goto(target=target):
                yield target, goes_up
            case p.Ask() as ask if not _is_put_in_any_case(ask):
                yield ask.skipped, goes_up
            case p.Branch(then=then, otherwise=otherwise):
                yield from ((then, goes_up), (otherwise, goes_up))
            case p.Switch(targets=targets):
                yield from ((target, goes_up) for target in targets)
            case p.Enter(routine=routine, back=back):
                yield self.entries[routine], False
                if routine in self.unasked:
                    yield back, goes_up
            case p.Leave() if goes_up:
                yield from ((back, True) for back in self.backs.get(self.within[label], ()))
            case p.Ask() | p.Leave() | p.Over() | p.Fail():
                pass
            case _ as never:
                assert_never(never)


def _closed(places: Iterable[_Place], near: Callable[[_Place], Iterable[_Place]]) -> set[_Place]:
    """These places, those near them, those near these, and so on."""
    found, new = set[_Place](), list(places)
    while new:
        if (place := new.pop()) not in found:
            found.add(place)
            new += near(place)
    return found


def _is_put_in_any_case(ask: p.Ask) -> bool:
    """Whether there is always somebody to ask, and an answer to be given."""
    if not isinstance(ask.player, ir.Local) or ask.player.type.optional:
        return False
    if ask.ask_anyway and ask.anyway_if is None:
        return True
    match ask.options:
        case ir.FromMenu(conditions=conditions):
            return None in conditions
        case ir.FromRange(ir.Constant(low), ir.Constant(high)):
            return low <= high
        case ir.FromRange() | ir.FromList() | ir.FromActions() | ir.InOrder():
            return False


def _is_unheard(end: p.End) -> bool:
    return isinstance(end, p.Ask) and isinstance(end.statement, ir.Choose) and not end.statement.announced
