"""What the code of a module and of one of its functions is written with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeAlias

from attrs import define, field, frozen

from dsl.ir import nodes as ir
from dsl.walk import nodes_in
from interpreter.backend.wasm.emit.binary import Function, Instruction, Module, Num
from interpreter.backend.wasm.emit.helpers import Helpers, load_piece, scaled, zone_address
from interpreter.backend.wasm.emit.memory import Memory, Unsupported
from interpreter.backend.wasm.emit.ranges import InModule
from interpreter.backend.wasm.emit.writer import Label, Writer
from interpreter.program.model import nodes as p
from interpreter.program.model.layout import Layout
from interpreter.program.model.program import Program
from interpreter.program.model.routine_id import RoutineId
from interpreter.program.model.setting import Setting
from interpreter.program.optimise.non_none import non_none

#: Stands in code where lists that are no longer needed make room; taken out where a function makes none.
ROOM: Instruction = ("room",)
#: Writes what is done with each item of a list, which is in a local; branches to the label to end it.
Body: TypeAlias = Callable[[int, Label], None]


@frozen(eq=False)
class Unit:
    """What the functions of a module share. `wanted`: definitions whose functions are still to be written."""

    program: Program
    memory: Memory
    module: Module
    helpers: Helpers
    definitions: Mapping[str, p.Definition]
    actions: Mapping[str, p.Action]
    routines: Mapping[RoutineId, tuple[p.AnyRoutine, Function]]
    is_recursive: bool
    knows: bool
    before_play: InModule
    values: Mapping[type, Callable[[Scope, p.OfItsKind], None]]
    lists: Mapping[type, Callable[[Scope, p.OfItsKind, Body], None]]
    defined: dict[str, Function] = field(factory=dict)
    wanted: list[str] = field(factory=list)

    @property
    def layout(self) -> Layout:
        return self.program.layout

    @property
    def setting(self) -> Setting:
        return self.program.setting

    def most_items(self, of: ir.Type) -> int:
        """How long a list of such things is taken to be."""
        return self.memory.most_items(of)


@define(eq=False)
class Scope:
    """Writes one function.

    `slots`: the local of each slot; `lists`: where the list of a slot stands in the frame. `holding`: what is in slots
    that may hold lists. `non_none`: slots that are never none. `previous`: the local with the value before an
    exception. `leave`: the label of the whole function, whose result has been pushed. `loops`: the labels that leave
    the loops around. `made`: how often a list was made.
    """

    unit: Unit
    w: Writer
    slots: dict[int, int] = field(factory=dict)
    lists: dict[int, int] = field(factory=dict)
    holding: Mapping[int, ir.Type] = field(factory=dict)
    non_none: set[int] = field(factory=set)
    previous: int = -1
    leave: Label | None = None
    loops: list[Label] = field(factory=list)
    frame: int = -1
    framed: int = 0
    made: int = 0

    @property
    def definitions(self) -> Mapping[str, p.Definition]:
        return self.unit.definitions

    def local(self, slot: int) -> int:
        """The local of a slot."""
        if slot not in self.slots:
            self.slots[slot] = self.w.local()
        return self.slots[slot]

    @contextmanager
    def inside(self, arguments: Mapping[int, int], sure: set[int]) -> Iterator[None]:
        """The scope of a definition that is written in place: slots of its own."""
        before = self.slots, self.lists, self.non_none, self.previous
        self.slots, self.lists, self.non_none, self.previous = dict(arguments), {}, sure, -1
        yield
        self.slots, self.lists, self.non_none, self.previous = before

    def area(self, slot: int, of: ir.Type) -> int:
        """Where in the frame the list of a slot stands."""
        if slot not in self.lists:
            self.lists[slot] = self.framed
            self.framed += 4 + 4 * self.unit.most_items(of)
        return self.lists[slot]

    def push_area(self, slot: int, of: ir.Type) -> None:
        """Pushes the address at which the list of a slot stands."""
        self.w.get(self.frame)
        self.w.plus(self.area(slot, of))

    def begin_list(self, slot: int, of: ir.Type) -> int:
        """Puts an empty list into a slot, and gives its local."""
        self.push_area(slot, of)
        self.w.put(self.local(slot))
        self.w.get(self.local(slot))
        self.w.number(0)
        self.w.do("i32.store", 0)
        return self.local(slot)

    @contextmanager
    def list(self, of: ir.Type) -> Iterator[int]:
        """A new list, empty yet, in a local; its room is free again at the end of the sentence."""
        self.made += 1
        self.w.number(4 + 4 * self.unit.most_items(of))
        self.w.do("call", self.unit.helpers.make.index)
        with self.w.kept() as place:
            yield place

    def pieces_in(self, body: Body) -> None:
        """Goes through the zone whose number has been pushed, from bottom to top."""
        w, memory = self.w, self.unit.memory
        zone_address(w, memory)
        with w.kept() as zone, w.scratch() as at, w.scratch() as count, w.scratch() as piece:
            w.be(at, 0)
            w.length(zone)
            w.put(count)
            with w.counted(at, count) as out:
                w.get(zone)
                w.get(at)
                scaled(w, memory)
                w.do("i32.add")
                load_piece(w, memory)
                w.put(piece)
                body(piece, out)

    def append(self, to: int, item: int) -> None:
        """Appends a local to a list."""
        self.w.get(to)
        self.w.get(item)
        self.w.do("call", self.unit.helpers.append.index)

    @contextmanager
    def sentence(self) -> Iterator[None]:
        """Whatever lists are made meanwhile make room again."""
        code, at, made = self.w.function.code, len(self.w.function.code), self.made
        with self.w.scratch() as before:
            yield
            if self.made > made:
                top = self.unit.helpers.top
                code[at:at] = [("global.get", top), ("local.set", before)]
                self.w.get(before)
                self.w.do("global.set", top)


_FILLING = ir.SetLocal | ir.Local | ir.Choose | ir.Roll | p.Drain | p.Lift


def lists_in(tree: object) -> dict[int, ir.Type]:
    """Finds the slots that may hold lists, and what those are of."""
    found: dict[int, ir.Type] = {}
    nodes = [node for node in nodes_in(tree) if isinstance(node, _FILLING)]
    while True:
        known = len(found)
        for node in nodes:
            match node:
                case ir.SetLocal(slot, ir.Local(other)) if other in found:
                    found.setdefault(slot, found[other])
                case ir.SetLocal(slot, value_) if value_.type.many:
                    found.setdefault(slot, value_.type)
                case ir.Choose(slot=slot, options=ir.InOrder(over) | ir.FromList(over, several=True)):
                    found.setdefault(slot, over.type)
                case ir.Roll(slot=slot) | p.Drain(slot):
                    found.setdefault(slot, ir.NUMBER)
                case p.Lift(slot=slot):
                    found.setdefault(slot, ir.PIECES)
                case ir.Local(slot, type=of) if of.many:
                    found.setdefault(slot, of)
        if len(found) == known:
            return found


@contextmanager
def function(unit: Unit, made: Function) -> Iterator[Scope]:
    """Writes a function: its frame around what is written meanwhile, which pushes a result or leaves with one."""
    w = Writer(made)
    scope = Scope(unit, w)
    scope.frame = w.local()
    with w.block(result=Num.I32) as label:
        scope.leave = label
        yield scope
    top, code = unit.helpers.top, made.code
    if scope.framed or scope.made:
        code[:0] = [
            ("i32.const", scope.framed), ("call", unit.helpers.make.index), ("local.set", scope.frame),
        ]  # fmt: skip
        reset: list[Instruction] = [
            ("local.get", scope.frame), ("i32.const", scope.framed), ("i32.add",), ("global.set", top),
        ]  # fmt: skip
        made.code = [one for each in code for one in (reset if each == ROOM else [each])]
        made.code += [("local.get", scope.frame), ("global.set", top)]
    else:
        made.code = [each for each in code if each != ROOM]


def value(s: Scope, node: ir.Expression) -> None:
    """Pushes the value of an expression that is no list."""
    written = s.unit.values.get(type(node))
    if written is None or node.type.many:
        raise Unsupported(f"value {type(node).__name__}")
    written(s, node)


def each(s: Scope, over: ir.Expression, body: Body) -> None:
    """Does something with each item of a list in turn, without making the list."""
    written = s.unit.lists.get(type(over))
    if written is None:
        raise Unsupported(f"list {type(over).__name__}")
    written(s, over, body)


@contextmanager
def made_list(s: Scope, over: ir.Expression) -> Iterator[int]:
    """The address of a list, in a local: one that a local has, or one that is made for the sentence."""
    if isinstance(over, ir.Local):
        yield s.local(over.slot)
        return
    if isinstance(over, ir.Read):
        s.unit.values[ir.Read](s, over)
        with s.w.kept() as found:
            yield found
        return
    with s.list(over.type) as found:
        each(s, over, lambda item, _: s.append(found, item))
        yield found


def is_sure(s: Scope, node: ir.Expression) -> bool:
    """Whether an expression is certainly not none."""
    return non_none(s, node)
