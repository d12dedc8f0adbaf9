"""The same program with less to do: constants and routines put in their places, blocks joined.

`optimised` takes the routines that something can begin with, and gives all that can run from there. What is
told to a journal stays told, and what is asked stays asked, so nobody can tell the difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import define, field

from dsl.ir import nodes as ir
from interpreter.program.fold import folded, is_no, is_yes
from interpreter.program.liveness import live_at, live_before
from interpreter.program.nodes import (
    Block,
    Branch,
    By,
    Enter,
    Goto,
    Leave,
    Mark,
    Offer,
    Plain,
    Program,
    Routine,
    Statement,
    Verb,
    targets,
)
from interpreter.program.rename import renamed, with_locals, written
from interpreter.program.sources import NOBODY, WHOLE_GAME, YOU
from interpreter.program.walk import nodes_in, rebuilt, with_fields

#: A routine called from one place is put there; others if all copies together have no more nodes than this.
MOST_COPIED = 300


@define
class Optimised:
    """Routines ready to be made into code. `running` is that of the program, with the new blocks added."""

    program: Program
    routines: dict[str, Plain | Routine]
    recursive: frozenset[str]
    next_block: int


def optimised(program: Program, roots: tuple[str, ...], next_block: int, journal: bool) -> Optimised:
    """All that can run from `roots`, which begin with any arguments; new blocks get `next_block` and so on.

    With `journal`, statements of which it tells say who `you` is.
    """
    made = _Making(program, roots, next_block, journal)
    made.gather()
    made.put_constants_in()
    made.put_routines_in()
    return Optimised(program, made.routines, frozenset(made.recursive), made.next_block)


@define
class _Call:
    """One place where a routine is called: what it gets as `you`, and its arguments."""

    caller: str
    values: tuple[ir.Expression, ...]


@define
class _Making:
    program: Program
    roots: tuple[str, ...]
    next_block: int
    journal: bool
    routines: dict[str, Plain | Routine] = field(factory=dict)
    recursive: set[str] = field(factory=set)

    # ------------------------------------------------------------ what can run

    def gather(self) -> None:
        """Every routine that can run, with constants worked out."""
        waiting = list(self.roots)
        while waiting:
            name = waiting.pop()
            if name not in self.routines:
                routine = self._numbered(self.program.routines[name])
                self.routines[name] = self._folded(_signed(routine) if self.journal else routine)
                waiting.extend(called for called, _ in _calls(self.routines[name]))

    def _numbered(self, routine: Plain | Routine) -> Plain | Routine:
        """The routine with new numbers for its blocks, since their frames depend on what it runs among."""
        if isinstance(routine, Plain):
            return routine
        labels = {label: self.next_block + place for place, label in enumerate(routine.blocks)}
        self.next_block += len(labels)
        for label, new in labels.items():
            self.program.running[new] = self.program.running[label]
        blocks = {labels[k]: Block(b.statements, _moved(b.end, labels)) for k, b in routine.blocks.items()}
        return with_fields(routine, entry=labels[routine.entry], blocks=blocks)

    def _folded(self, routine: Plain | Routine) -> Plain | Routine:
        setting = self.program.setting
        if isinstance(routine, Plain):
            return with_fields(routine, statements=folded(routine.statements, setting))
        blocks = {
            label: Block(folded(block.statements, setting), _decided(folded(block.end, setting)))
            for label, block in routine.blocks.items()
        }
        return with_fields(routine, blocks=_tidy(routine.entry, blocks))

    # ------------------------------------------------------------ constants

    def put_constants_in(self) -> None:
        """A parameter that is the same constant in every call is that constant."""
        waiting = True
        while waiting:
            waiting = False
            calls = self._all_calls()
            for name, routine in self.routines.items():
                known = self._known(name, routine, calls.get(name, []))
                if known and (changed := _with_known(routine, known)) is not routine:
                    self.routines[name] = self._folded(changed)
                    waiting = True
        reachable = self.routines
        self.routines = {}
        keep = list(self.roots)
        while keep:
            name = keep.pop()
            if name not in self.routines:
                self.routines[name] = reachable[name]
                keep.extend(called for called, _ in _calls(reachable[name]))

    def _known(self, name: str, routine: Plain | Routine, calls: list[_Call]) -> dict[int, ir.Expression]:
        if name == WHOLE_GAME:
            return {0: NOBODY}
        return {} if name in self.roots else _constant_parameters(routine, calls)

    def _all_calls(self) -> dict[str, list[_Call]]:
        found: dict[str, list[_Call]] = {}
        for name, routine in self.routines.items():
            for called, values in _calls(routine):
                found.setdefault(called, []).append(_Call(name, values))
        return found

    # ------------------------------------------------------------ routines in the place of calls

    def put_routines_in(self) -> None:
        """From the innermost callee outwards."""
        sites: dict[str, int] = {}
        for routine in self.routines.values():
            for called, _ in _calls(routine):
                sites[called] = sites.get(called, 0) + 1
        order, self.recursive = _innermost_first(self.routines, self.roots)
        small = {
            name
            for name in order
            if name not in self.recursive
            and (sites.get(name, 0) == 1 or sites.get(name, 0) * _size(self.routines[name]) <= MOST_COPIED)
        }
        for name in order:
            routine = self.routines[name]
            if isinstance(routine, Routine):
                self.routines[name] = self._inlined(routine, small)
            else:
                slots = list(routine.slots)
                statements = self._with_plain(routine.statements, slots, small)
                self.routines[name] = with_fields(routine, statements=statements, slots=tuple(slots))
        used = {called for routine in self.routines.values() for called, _ in _calls(routine)}
        self.routines = {n: r for n, r in self.routines.items() if n in used or n in self.roots}

    def _inlined(self, routine: Routine, small: set[str]) -> Routine:
        slots = list(routine.slots)
        blocks: dict[int, Block] = {}
        for label, block in routine.blocks.items():
            statements = self._with_plain(block.statements, slots, small)
            end = block.end
            if isinstance(end, Enter) and end.routine in small:
                opening, end = self._entered(end, slots, blocks, self.program.running[label])
                statements = (*statements, *opening)
            blocks[label] = Block(statements, end)
        return with_fields(routine, blocks=_tidy(routine.entry, blocks), slots=tuple(slots))

    def _entered(
        self, enter: Enter, slots: list[str], blocks: dict[int, Block], running: tuple[str, ...]
    ) -> tuple[tuple[Statement, ...], Goto]:
        """Copies a routine's blocks to where it is called, with locals and numbers of their own."""
        routine = self.routines[enter.routine]
        assert isinstance(routine, Routine)
        opening, slot_map, values = _parameters(routine, (enter.you, *enter.arguments), slots)
        labels = {label: self.next_block + place for place, label in enumerate(routine.blocks)}
        self.next_block += len(labels)
        for label, block in routine.blocks.items():
            statements = renamed(block.statements, slot_map, values)
            end: Any = _moved(renamed(block.end, slot_map, values), labels)
            if isinstance(end, Leave):
                if enter.slot >= 0:
                    answer = end.value or ir.Constant(ir.NONE, ir.NOTHING)
                    statements = (*statements, ir.SetLocal(enter.slot, answer))
                end = Goto(enter.back)
            blocks[labels[label]] = Block(statements, end)
            self.program.running[labels[label]] = running + self.program.running[label]
        fresh = live_at(routine.blocks)[routine.entry] >> (routine.arity + 1)
        unset = [slot for slot in range(len(routine.slots)) if fresh << (routine.arity + 1) >> slot & 1]
        opening += tuple(ir.SetLocal(slot_map[slot], ir.Constant(ir.NONE, ir.NOTHING)) for slot in unset)
        return opening, Goto(labels[routine.entry])

    def _with_plain(self, statements: Any, slots: list[str], small: set[str]) -> Any:
        """The statements with the bodies of small routines in the place of their calls."""

        def change(node: Any) -> Any:
            if isinstance(node, ir.Call) and node.procedure in small and node.slot < 0:
                routine = self.routines[node.procedure]
                if isinstance(routine, Plain) and _stands_anywhere(routine):
                    return self._body(routine, node, slots)
            return rebuilt(node, change)

        return rebuilt(statements, change)

    def _body(self, routine: Plain, call: ir.Call, slots: list[str]) -> tuple[Any, ...]:
        you = call.you or YOU
        opening, slot_map, values = _parameters(routine, (you, *call.arguments), slots)
        begun = (
            (Mark(Verb.BEGIN, routine.number, you, None, call.site, span=call.span),) if routine.told else ()
        )
        return (*begun, *opening, *renamed(routine.statements, slot_map, values))


# ---------------------------------------------------------------- calls


def _calls(routine: Plain | Routine) -> Iterator[tuple[str, tuple[ir.Expression, ...]]]:
    """Each call in a routine: the callee, and what it gets as `you` and as arguments."""
    if isinstance(routine, Plain):
        yield from _calls_in(routine.statements)
        return
    for block in routine.blocks.values():
        yield from _calls_in(block.statements)
        if isinstance(block.end, Enter):
            yield block.end.routine, (block.end.you, *block.end.arguments)


def _calls_in(statements: object) -> Iterator[tuple[str, tuple[ir.Expression, ...]]]:
    for node in nodes_in(statements):
        if isinstance(node, ir.Call):
            yield node.procedure, (node.you or YOU, *node.arguments)


def _constant_parameters(routine: Plain | Routine, calls: list[_Call]) -> dict[int, ir.Expression]:
    changing = written(_all_statements(routine))
    known: dict[int, ir.Expression] = {}
    for slot in range(routine.arity + 1):
        values = [call.values[slot] for call in calls]
        if (
            slot not in changing
            and values
            and all(isinstance(v, ir.Constant) and v == values[0] for v in values)
        ):
            known[slot] = values[0]
    return known


def _all_statements(routine: Plain | Routine) -> tuple[Any, ...]:
    if isinstance(routine, Plain):
        return routine.statements
    return tuple(part for block in routine.blocks.values() for part in (*block.statements, block.end))


def _with_known(routine: Plain | Routine, known: Mapping[int, ir.Expression]) -> Plain | Routine:
    if isinstance(routine, Plain):
        statements = with_locals(_you_said(routine.statements), known)
        return routine if statements == routine.statements else with_fields(routine, statements=statements)
    blocks = {
        label: Block(with_locals(_you_said(block.statements), known), with_locals(block.end, known))
        for label, block in routine.blocks.items()
    }
    return routine if blocks == routine.blocks else with_fields(routine, blocks=blocks)


def _you_said(statements: Any) -> Any:
    """The statements with every call saying who `you` is."""

    def change(node: Any) -> Any:
        if isinstance(node, ir.Call) and node.you is None:
            return with_fields(node, you=YOU)
        return rebuilt(node, change)

    return rebuilt(statements, change)


def _parameters(
    routine: Plain | Routine, given: tuple[ir.Expression, ...], slots: list[str]
) -> tuple[tuple[Statement, ...], dict[int, int], dict[int, ir.Expression]]:
    """What has to be set before a routine, the new numbers of its slots, and what stands for some of them.

    A parameter that never changes needs no slot if it is given a constant, or a local of the caller.
    """
    changing = written(_all_statements(routine))
    slot_map = {slot: len(slots) + slot for slot in range(len(routine.slots))}
    values: dict[int, ir.Expression] = {}
    opening: list[Statement] = []
    for slot, value in enumerate(given):
        if slot not in changing and isinstance(value, ir.Constant | ir.Local):
            values[slot] = value
        else:
            opening.append(ir.SetLocal(slot_map[slot], value))
    slots.extend(routine.slots)
    return tuple(opening), slot_map, values


_TOLD = (
    ir.Write,
    ir.WriteAttribute,
    ir.Change,
    ir.Transfer,
    ir.MovePieces,
    ir.Draw,
    ir.Shuffle,
    ir.Reveal,
    ir.Swap,
    ir.Roll,
    ir.Announce,
)


def _signed(routine: Plain | Routine) -> Plain | Routine:
    """The routine with `you` said in every statement of which a journal tells."""

    def change(node: Any) -> Any:
        below = rebuilt(node, change)
        return By(YOU, below, span=node.span) if isinstance(below, _TOLD) else below

    if isinstance(routine, Plain):
        return with_fields(routine, statements=rebuilt(routine.statements, change))
    blocks = {label: Block(rebuilt(b.statements, change), b.end) for label, b in routine.blocks.items()}
    return with_fields(routine, blocks=blocks)


def _stands_anywhere(routine: Plain) -> bool:
    """Whether a body may stand in the place of its call: it does not leave early, and sets what it reads."""
    if any(isinstance(node, ir.Leave) for node in nodes_in(routine.statements)):
        return False
    return not live_before(routine.statements) >> (routine.arity + 1)


def _size(routine: Plain | Routine) -> int:
    return sum(1 for _ in nodes_in(_all_statements(routine)))


def _innermost_first(
    routines: Mapping[str, Plain | Routine], roots: tuple[str, ...]
) -> tuple[list[str], set[str]]:
    """The routines so that callees come before callers, and those that can call themselves in the end."""
    order: list[str] = []
    recursive: set[str] = set()
    path: list[str] = []

    def visit(name: str) -> None:
        if name in path:
            recursive.update(path[path.index(name) :])
            return
        if name in order:
            return
        path.append(name)
        for called in dict.fromkeys(called for called, _ in _calls(routines[name])):
            visit(called)
        path.pop()
        order.append(name)

    for root in roots:
        visit(root)
    return order, recursive


# ---------------------------------------------------------------- blocks


def _decided(end: Any) -> Any:
    """A branch whose condition is known goes one way."""
    if isinstance(end, Branch):
        if is_yes(end.condition):
            return Goto(end.then)
        if is_no(end.condition):
            return Goto(end.otherwise)
    return end


def _moved(end: Any, labels: Mapping[int, int]) -> Any:
    """The end of a block with its targets under other numbers."""
    changes: dict[str, Any] = {}
    for name in ("target", "then", "otherwise", "answered", "passed", "skipped", "back"):
        if hasattr(end, name):
            changes[name] = labels[getattr(end, name)]
    if hasattr(end, "targets"):
        changes["targets"] = tuple(labels[target] for target in end.targets)
    if hasattr(end, "offers"):
        changes["offers"] = tuple(Offer(o.action, o.name, labels[o.target]) for o in end.offers)
    return with_fields(end, **changes) if changes else end


def _tidy(entry: int, blocks: Mapping[int, Block]) -> dict[int, Block]:
    """The blocks that can be reached, with those joined that always follow each other."""
    found = _reached(entry, blocks)
    while True:
        ways: dict[int, int] = {entry: 2}
        for block in found.values():
            for target in targets(block.end):
                ways[target] = ways.get(target, 0) + 1
        joined = dict(found)
        for label in found:
            while label in joined and isinstance(end := joined[label].end, Goto):
                target = end.target
                if ways[target] != 1 or target == label or target not in joined:
                    break
                joined[label] = Block(
                    (*joined[label].statements, *joined[target].statements), joined[target].end
                )
                del joined[target]
        backs = {block.end.back for block in joined.values() if isinstance(block.end, Enter)}
        passing = {
            label: block.end.target
            for label, block in joined.items()
            if isinstance(block.end, Goto)
            and not block.statements
            and label not in {block.end.target, entry, *backs}
        }
        if not passing:
            return joined
        onward = {label: _last(label, passing) for label in joined}
        found = _reached(entry, {k: Block(b.statements, _moved(b.end, onward)) for k, b in joined.items()})
        if len(found) == len(joined):
            return found


def _last(label: int, passing: Mapping[int, int]) -> int:
    seen = set()
    while label in passing and label not in seen:
        seen.add(label)
        label = passing[label]
    return label


def _reached(entry: int, blocks: Mapping[int, Block]) -> dict[int, Block]:
    found: dict[int, Block] = {}
    waiting = [entry]
    while waiting:
        label = waiting.pop()
        if label not in found:
            found[label] = blocks[label]
            waiting.extend(reversed(targets(blocks[label].end)))
    return found
