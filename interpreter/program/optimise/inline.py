"""Inlines routines and constant parameters.

`optimised` takes root routines, and gives all that can run from there. What is emitted and asked stays the same.
`Gathering` gives the same routines, each by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import TypeAlias

from attrs import define, field

from dsl.ir import nodes as ir
from dsl.listing import grouped
from dsl.walk import nodes_in, rebuilt_around, statements_in, with_fields
from interpreter.program.cfg.call_graph import depth_first
from interpreter.program.cfg.simplify import relabel, resolve_branch, simplify
from interpreter.program.model import nodes as p
from interpreter.program.model.constant_fold import folded
from interpreter.program.model.constants import NOBODY, NOTHING, YOU
from interpreter.program.model.program import Program
from interpreter.program.model.routine_id import WHOLE_GAME, RoutineId
from interpreter.program.model.substitute import filled_slots, renamed
from interpreter.program.optimise.liveness import live_at, live_before
from interpreter.program.optimise.specialise import with_single_copy
from interpreter.program.optimise.untold import without_untold

#: A loop over counters is unrolled if that has no more nodes than this.
MOST_WRITTEN_OUT = 250
#: A routine called from one place is inlined; others if all copies together have no more nodes than this.
MOST_COPIED = 40
#: But none is copied that has more nodes than this with what is inlined in it.
MOST_GROWN = 1_000


@define
class Optimised:
    """The routines that can run. `running` of the program has the new blocks, too."""

    program: Program
    routines: dict[RoutineId, p.AnyRoutine]
    recursive: frozenset[RoutineId]
    next_block: int


def optimised(
    program: Program, roots: tuple[RoutineId, ...], next_block: int, *, journal: bool, attributed: bool, exact: bool
) -> Optimised:
    """Optimises all that can run from `roots`, whose arguments may be any; new blocks are numbered from `next_block`.

    `attributed`: statements that emit to the journal say who `you` is. Without `exact` more may be charged, and no
    question is put into words.
    """
    made = _Making(program, next_block, attributed, roots=roots)
    made.gather(roots)
    made.put_constants_in()
    if not journal:
        made.leave_out_untold(exact)
    made.put_routines_in()
    return Optimised(program, made.routines, frozenset(made.recursive), made.next_block)


_Values: TypeAlias = tuple[ir.Expression, ...]
_Call: TypeAlias = p.CallRoutine | p.Enter


@define
class Gathering:
    """The routines so far; `calls` has the calls of each, with what it passes as `you` and as arguments."""

    program: Program
    next_block: int
    journal: bool
    routines: dict[RoutineId, p.AnyRoutine] = field(factory=dict)
    calls: dict[RoutineId, list[tuple[RoutineId, _Values]]] = field(factory=dict)
    fresh_from: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.fresh_from = self.next_block

    def _put(self, name: RoutineId, routine: p.AnyRoutine) -> None:
        self.routines[name] = routine
        self.calls[name] = list(_calls(routine))

    # ------------------------------------------------------------ what can run

    def gather(self, roots: Iterable[RoutineId]) -> Mapping[RoutineId, p.AnyRoutine]:
        """Collects the routines that can run from `roots`, with constants folded; gives those that are new."""
        waiting, before = list(roots), len(self.routines)
        while waiting:
            name = waiting.pop()
            if name not in self.routines:
                routine = self._numbered(self.program.routines[name])
                known = {0: NOBODY} if name == WHOLE_GAME else {}
                routine = self._folded(_attributed_all(routine) if self.journal else routine, known)
                self._put(name, _changed(routine, self._unrolled))
                waiting.extend(called for called, _ in self.calls[name])
        return dict(islice(self.routines.items(), before, None))

    def search(self, roots: Iterable[RoutineId]) -> tuple[list[RoutineId], set[RoutineId]]:
        """Lists the routines that roots reach, in postorder, and those that may be called while they run."""
        calls = {name: dict.fromkeys(called for called, _ in found) for name, found in self.calls.items()}
        order, cycles = depth_first(calls, roots)
        return order, {name for cycle in cycles for name in cycle}

    @property
    def first(self) -> bool:
        """Whether the blocks of the program have not been used by other routines yet."""
        return self.fresh_from == self.program.next_block

    def _numbered(self, routine: p.AnyRoutine) -> p.AnyRoutine:
        """Renumbers the blocks of a routine, since their frames depend on what it runs among."""
        if isinstance(routine, p.Plain) or self.first:
            return routine
        labels = {label: self.next_block + place for place, label in enumerate(routine.blocks)}
        self.next_block += len(labels)
        for label, new in labels.items():
            self.program.running[new] = self.program.running[label]
        blocks = {labels[k]: p.Block(b.statements, relabel(b.end, labels)) for k, b in routine.blocks.items()}
        return with_fields(routine, entry=labels[routine.entry], blocks=blocks)

    def _folded(self, routine: p.AnyRoutine, known: Mapping[int, ir.Expression]) -> p.AnyRoutine:
        """Folds a routine with some locals known."""
        setting = self.program.setting
        if isinstance(routine, p.Plain):
            return with_fields(routine, statements=folded(routine.statements, setting, known))
        blocks = {
            label: p.Block(folded(b.statements, setting, known), resolve_branch(folded(b.end, setting, known)))
            for label, b in routine.blocks.items()
        }
        return with_fields(routine, blocks=simplify(routine.entry, blocks))

    def _unrolled(self, node: p.Statement) -> p.Statement | p.Statements:
        """Unrolls a loop over few counters, so that the counter is known in each copy.

        Replaces one over the copies of a card of which there is a single one.
        """
        below = rebuilt_around(node, self._unrolled)
        match below:
            case ir.ForEach(slot, ir.Filter(ir.Function("copies")), body) if _is_even(body, slot):
                return with_single_copy(below, self.program.layout) or below
            case ir.ForEach(slot, ir.AllOf(ir.Type(ir.Kind.VALUE) as of), body) if _about_counters(body, slot):
                size = self.program.setting.size(of)
                if size * len(nodes_in(body)) <= MOST_WRITTEN_OUT and _is_even(body, slot):
                    values = [ir.Constant(place, of) for place in range(size)]
                    copies = (folded(body, self.program.setting, {slot: value}) for value in values)
                    return tuple(statement for copy in copies for statement in copy)
        return below


@define
class _Making(Gathering):
    """The routines that can run from `roots`."""

    roots: tuple[RoutineId, ...] = ()
    recursive: set[RoutineId] = field(factory=set)
    unset: dict[RoutineId, int] = field(factory=dict)

    # ------------------------------------------------------------ constants

    def put_constants_in(self) -> None:
        """Replaces parameters that are the same constant in every call."""
        done: dict[RoutineId, set[int]] = {name: set() for name in self.routines}
        waiting = True
        while waiting:
            waiting = False
            given = self._given()
            for name in [name for name in self.routines if name not in self.roots]:
                known = _constant_parameters(self.routines[name], given.get(name, []), done[name])
                if known:
                    done[name].update(known)
                    self._put(name, self._folded(self.routines[name], known))
                    waiting = True
        self._leave_out_unused()

    def leave_out_untold(self, exact: bool) -> None:
        """Leaves out what nobody needs but for the journal."""
        order, _ = self.search(self.roots)
        for name, routine in without_untold(self.program, [self.routines[name] for name in order], exact):
            self._put(name, routine)
        self._leave_out_unused()

    def _given(self) -> dict[RoutineId, list[_Values]]:
        """Collects the arguments of all calls of each routine."""
        return grouped(call for calls in self.calls.values() for call in calls)

    def _leave_out_unused(self) -> None:
        kept: set[RoutineId] = set()
        waiting = list(self.roots)
        while waiting:
            name = waiting.pop()
            if name not in kept:
                kept.add(name)
                waiting.extend(called for called, _ in self.calls[name])
        self.routines = {name: routine for name, routine in self.routines.items() if name in kept}
        self.calls = {name: calls for name, calls in self.calls.items() if name in kept}

    # ------------------------------------------------------------ routines in the place of calls

    def put_routines_in(self) -> None:
        """Inlines plain routines, innermost first; then blocks, into each routine that stays."""
        sites = {name: len(values) for name, values in self._given().items()}
        order, self.recursive = self.search(self.roots)
        small = self._small(order, sites)
        for name in order:
            if any(called in small and isinstance(self.routines[called], p.Plain) for called, _ in self.calls[name]):
                self.routines[name] = self._with_plain(self.routines[name], small)
        for name in order:
            routine = self.routines[name]
            if isinstance(routine, p.Routine) and (name in self.roots or name not in small):
                self.routines[name] = self._with_routines(routine, small)
        self.calls = {name: list(_calls(routine)) for name, routine in self.routines.items()}
        self._leave_out_unused()

    def _small(self, order: list[RoutineId], sites: Mapping[RoutineId, int]) -> set[RoutineId]:
        """The routines to be inlined; what is called twice by what is called twice, and so on, stays a call."""
        small: set[RoutineId] = set()
        grown: dict[RoutineId, int] = {}
        for name in order:
            size = _size(self.routines[name])
            grown[name] = size + sum(grown[called] for called, _ in self.calls[name] if called in small)
            if name in sites and name not in self.recursive:
                copied = sites[name] * size <= MOST_COPIED and grown[name] <= MOST_GROWN
                if sites[name] == 1 or copied:
                    small.add(name)
        return small

    def _with_plain(self, routine: p.AnyRoutine, small: set[RoutineId]) -> p.AnyRoutine:
        """Inlines small plain routines into a routine."""
        slots = list(routine.slots)

        def change(node: p.Statement) -> p.Statement | p.Statements:
            if isinstance(node, p.CallRoutine) and node.routine in small and node.slot < 0:
                called = self.routines[node.routine]
                if isinstance(called, p.Plain) and _stands_anywhere(called):
                    return _body(called, node, slots)
            return rebuilt_around(node, change)

        return with_fields(_changed(routine, change), slots=tuple(slots))

    def _with_routines(self, routine: p.Routine, small: set[RoutineId]) -> p.Routine:
        """Inlines the blocks of small routines into a routine."""
        slots = list(routine.slots)
        blocks: dict[int, p.Block] = {}
        for label, block in routine.blocks.items():
            blocks[label] = self._gone_into(block, slots, blocks, self.program.running[label], small)
        return with_fields(routine, blocks=simplify(routine.entry, blocks), slots=tuple(slots))

    def _gone_into(
        self,
        block: p.Block,
        slots: list[str],
        blocks: dict[int, p.Block],
        running: tuple[RoutineId, ...],
        small: set[RoutineId],
    ) -> p.Block:
        """Replaces the call at the end of a block by a jump to copies of the callee's blocks."""
        enter = block.end
        if not isinstance(enter, p.Enter) or enter.routine not in small:
            return block
        routine = self.routines[enter.routine]
        assert isinstance(routine, p.Routine)
        opening, slot_map, values = _parameters(routine, (enter.you, *enter.arguments), slots)
        labels = {label: self.next_block + place for place, label in enumerate(routine.blocks)}
        self.next_block += len(labels)
        for label, inner in routine.blocks.items():
            inside = running + self.program.running[label]
            copy = _copied(inner, enter, inside, labels, slot_map, values)
            self.program.running[labels[label]] = inside
            blocks[labels[label]] = self._gone_into(copy, slots, blocks, inside, small)
        unset = self._unset(routine)
        nothing = NOTHING
        emptied = (ir.SetLocal(new, nothing) for slot, new in slot_map.items() if unset >> slot & 1)
        return p.Block((*block.statements, *opening, *emptied), p.Goto(labels[routine.entry]))

    def _unset(self, routine: p.Routine) -> int:
        """The locals, other than parameters, that are live where a routine begins."""
        if routine.name not in self.unset:
            live = live_at(routine.blocks)[routine.entry]
            self.unset[routine.name] = live >> (routine.arity + 1) << (routine.arity + 1)
        return self.unset[routine.name]


def _copied(
    block: p.Block,
    enter: p.Enter,
    running: tuple[RoutineId, ...],
    labels: Mapping[int, int],
    slots: Mapping[int, int],
    values: Mapping[int, ir.Expression],
) -> p.Block:
    """Copies a block of a callee into its caller."""
    statements = renamed(block.statements, slots, values)
    end = relabel(renamed(block.end, slots, values), labels)
    if isinstance(end, p.Leave):
        if enter.slot >= 0:
            answer = end.value or NOTHING
            statements = (*statements, ir.SetLocal(enter.slot, answer))
        return p.Block(statements, p.Goto(enter.back))
    if isinstance(end, p.Ask):
        end = with_fields(end, running=running[:-1] + end.running)
    return p.Block(statements, end)


def _body(routine: p.Plain, call: p.CallRoutine, slots: list[str]) -> p.Statements:
    """Makes the statements that replace the call of a plain routine."""
    you = call.you or YOU
    opening, slot_map, values = _parameters(routine, (you, *call.arguments), slots)
    begun = p.RoutineEvent(p.Verb.BEGIN, routine.number, you, None, call.site, span=call.span)
    return (*((begun,) if routine.emitted else ()), *opening, *renamed(routine.statements, slot_map, values))


# ---------------------------------------------------------------- calls


def _calls(routine: p.AnyRoutine) -> Iterator[tuple[RoutineId, _Values]]:
    """Yields each call in a routine: the callee, and what it gets as `you` and as arguments."""
    for node in statements_in(p.parts(routine)):
        if isinstance(node, _Call):
            yield node.routine, (node.you or YOU, *node.arguments)


def _constant_parameters(routine: p.AnyRoutine, given: list[_Values], done: set[int]) -> dict[int, ir.Expression]:
    known: dict[int, ir.Expression] = {}
    if not given:
        return known
    for slot in range(routine.arity + 1):
        values = [one[slot] for one in given]
        if slot not in done and isinstance(values[0], ir.Constant) and all(v == values[0] for v in values):
            known[slot] = values[0]
    if not known:
        return known
    changing = filled_slots(p.parts(routine))
    return {slot: value for slot, value in known.items() if slot not in changing}


def _parameters(
    routine: p.AnyRoutine, given: tuple[ir.Expression, ...], slots: list[str]
) -> tuple[tuple[p.Statement, ...], dict[int, int], dict[int, ir.Expression]]:
    """Makes what sets the parameters, the new numbers of the slots, and the values of slots that are replaced.

    A parameter that is never written needs no slot if its argument is a constant, or a local of the caller.
    """
    changing = filled_slots(p.parts(routine))
    slot_map = {slot: len(slots) + slot for slot in range(len(routine.slots))}
    values: dict[int, ir.Expression] = {}
    opening: list[p.Statement] = []
    for slot, value in enumerate(given):
        if slot not in changing and isinstance(value, ir.Constant | ir.Local):
            values[slot] = value
        else:
            opening.append(ir.SetLocal(slot_map[slot], value))
    slots.extend(routine.slots)
    return tuple(opening), slot_map, values


_EMITTED = (
    ir.Write,
    ir.Change,
    ir.Transfer,
    ir.MovePieces,
    ir.Draw,
    p.Lift,
    ir.Shuffle,
    ir.Reveal,
    ir.Flip,
    p.Copied,
    ir.Swap,
    ir.Roll,
    ir.Announce,
)


def _changed(routine: p.AnyRoutine, change: Callable[[p.Statement], p.Statement | p.Statements]) -> p.AnyRoutine:
    """Rewrites the statements of a routine."""
    if isinstance(routine, p.Plain):
        return with_fields(routine, statements=rebuilt_around(routine.statements, change))
    blocks = {label: p.Block(rebuilt_around(b.statements, change), b.end) for label, b in routine.blocks.items()}
    return with_fields(routine, blocks=blocks)


def _about_counters(body: object, slot: int) -> bool:
    """Whether a local is used as a counter."""
    counters = (n.counter for n in nodes_in(body) if isinstance(n, ir.Transfer | ir.ReadCounter))
    return any(isinstance(n, ir.Local) and n.slot == slot for counter in counters for n in nodes_in(counter))


def _is_even(body: object, slot: int) -> bool:
    """Whether a loop is never left early, and its local is not written."""
    return slot not in filled_slots(body) and not any(isinstance(n, ir.Stop) for n in statements_in(body))


def _attributed_all(routine: p.AnyRoutine) -> p.AnyRoutine:
    """Says who `you` is in every statement that emits to the journal."""

    def change(node: p.Statement) -> p.Statement:
        below = rebuilt_around(node, change)
        return p.Attributed(YOU, below, span=node.span) if isinstance(below, _EMITTED) else below

    return _changed(routine, change)


def _stands_anywhere(routine: p.Plain) -> bool:
    """Whether a body may replace its call: it does not return early, and sets what it reads."""
    if any(isinstance(node, ir.Leave) for node in statements_in(routine.statements)):
        return False
    return not live_before(routine.statements) >> (routine.arity + 1)


def _size(routine: p.AnyRoutine) -> int:
    if isinstance(routine, p.Plain):
        return len(nodes_in(routine.statements))
    return sum(block.size for block in routine.blocks.values())
