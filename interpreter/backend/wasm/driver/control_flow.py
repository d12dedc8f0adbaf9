"""Writes routines made of blocks with structured control flow.

A block that is reached from several sides stands behind its immediate dominator, and control branches there; a loop
stands where its head does. After Norman Ramsey, "Beyond Relooper" (2022).
"""

from collections.abc import Sequence
from contextlib import ExitStack
from typing import assert_never

from attrs import define, field

from dsl.ir import nodes as ir
from interpreter.backend.wasm.emit.conditions import if_holds
from interpreter.backend.wasm.emit.scope import Scope, each, write_all
from interpreter.backend.wasm.emit.writer import Label
from interpreter.backend.wasm.nodes.questions import ask
from interpreter.backend.wasm.nodes.statements import answered, call, leave
from interpreter.backend.wasm.watch.told import ended
from interpreter.program.cfg.simplify import postorder, predecessors
from interpreter.program.model import nodes as p
from interpreter.program.optimise.structure import dominates, immediate_dominators


@define(eq=False)
class Blocks:
    """Writes the blocks of one routine. `order`: the place of each block in reverse postorder."""

    s: Scope
    routine: p.Routine
    order: dict[int, int] = field(factory=dict)
    loops: set[int] = field(factory=set)
    joins: set[int] = field(factory=set)
    children: dict[int, list[int]] = field(factory=dict)
    targets: dict[int, Label] = field(factory=dict)
    heads: dict[int, Label] = field(factory=dict)
    next: int = -1
    again: Label | None = None

    def write(self) -> None:
        """Writes them all; each way leaves the function."""
        entry, blocks = self.routine.entry, self.routine.blocks
        self.order = {label: place for place, label in enumerate(reversed(postorder(entry, blocks)))}
        before = predecessors({label: blocks[label] for label in self.order})
        dominators = immediate_dominators(entry, self.order, before)
        for label in self.order:
            came = [self.order[one] for one in before[label]]
            if any(place >= self.order[label] for place in came):
                self.loops.add(label)
            if sum(place < self.order[label] for place in came) > 1:
                self.joins.add(label)
            if label != entry:
                self.children.setdefault(dominators[label], []).append(label)
        backs = ((one, label) for label in self.loops for one in before[label] if self._back(one, label))
        if any(not dominates(label, one, dominators) for one, label in backs):
            self._switch()
        else:
            self._tree(entry)
        self.s.w.trap()

    def _back(self, label: int, target: int) -> bool:
        return self.order[target] <= self.order[label]

    def _switch(self) -> None:
        """Writes blocks side by side, for loops that are entered from several sides: a local says which comes next."""
        w = self.s.w
        self.next = w.local()
        with w.block("loop") as again:
            self.again = again
            with ExitStack() as stack:
                labels = [stack.enter_context(w.block()) for _ in self.order]
                w.get(self.next)
                w.do("br_table", tuple(range(len(labels))))
                stack.pop_all()
                for label in self.order:
                    w.labels.pop()
                    w.do("end")
                    self._block(label)

    def _tree(self, label: int) -> None:
        joined = sorted((c for c in self.children.get(label, ()) if c in self.joins), key=self.order.__getitem__)
        if label not in self.loops:
            self._within(label, joined)
            return
        with self.s.w.block("loop") as head:
            self.heads[label] = head
            self._within(label, joined)

    def _within(self, label: int, joined: Sequence[int]) -> None:
        if not joined:
            self._block(label)
            return
        with self.s.w.block() as target:
            self.targets[joined[-1]] = target
            self._within(label, joined[:-1])
        self._tree(joined[-1])

    def _block(self, label: int) -> None:
        block = self.routine.blocks[label]
        write_all(self.s, block.statements)
        self._end(label, block.end)

    def _go(self, label: int, target: int) -> None:
        if self.again is not None:
            self.s.w.number(self.order[target])
            self.s.w.put(self.next)
            self.s.w.go(self.again)
        elif self._back(label, target):
            self.s.w.go(self.heads[target])
        elif target in self.joins:
            self.s.w.go(self.targets[target])
        else:
            self._tree(target)

    def _end(self, label: int, end: p.End) -> None:
        s, w = self.s, self.s.w
        match end:
            case p.Goto(target):
                self._go(label, target)
            case p.Branch(condition, then, otherwise):
                with if_holds(s, condition):
                    self._go(label, then)
                self._go(label, otherwise)
            case p.Switch(slot, targets):
                for place, target in enumerate(targets):
                    w.get(s.local(slot))
                    w.number(place)
                    w.do("i32.eq")
                    with w.when():
                        self._go(label, target)
                w.trap()
            case p.Ask():
                ask(s, end, lambda target: self._go(label, target))
                w.trap()
            case p.Enter():
                self._enter(label, end)
            case p.Leave(answer):
                leave(s, answer)
            case p.Over(winners, site):
                self._over(winners, site)
            case p.Fail():
                w.trap()
            case _:
                assert_never(end)

    def _enter(self, label: int, end: p.Enter) -> None:
        s, w = self.s, self.s.w
        routine, function = s.unit.routines[end.routine]
        call(s, routine, function.index, [end.you, *end.arguments])
        answered(s, end.slot)
        if isinstance(routine, p.Routine):
            w.load(s.unit.memory.at["over"])
            with w.when():
                leave(s, None)
        self._go(label, end.back)

    def _over(self, winners: ir.Expression, site: int) -> None:
        """Ends the game, which routines around this one see as they go on."""
        s, w, memory = self.s, self.s.w, self.s.unit.memory
        at = memory.at["winners"]
        with w.scratch() as count:
            w.be(count, 0)

            def won(player: int, _: Label) -> None:
                w.get(count)
                w.number(s.unit.setting.players)
                w.do("i32.ge_s")
                w.trap_if()
                w.get(count)
                w.cells()
                w.get(player)
                w.do("i32.store", at + 4)
                w.add_to(count, 1)

            each(s, winners, won)
            w.number(0)
            w.get(count)
            w.do("i32.store", at)
        w.number(0)
        w.number(1)
        w.do("i32.store", memory.at["over"])
        ended(s, site)
        leave(s, None)


