"""What the code of a module and of one of its functions is written with."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

from attrs import define, field

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.walk import nodes_in
from interpreter.backend.wasm.emit.binary import Function, Instruction, Module, Num
from interpreter.backend.wasm.emit.helpers import Helpers
from interpreter.backend.wasm.emit.memory import Memory, Unsupported
from interpreter.backend.wasm.emit.writer import Label, Writer
from interpreter.backend.wasm.emit.zones import load_piece, scaled, zone_address
from interpreter.backend.wasm.watch.layout import Watch
from interpreter.program.model import nodes as p
from interpreter.program.model.in_play import InPlay
from interpreter.program.model.layout import Layout
from interpreter.program.model.program import Program
from interpreter.program.model.routine_id import RoutineId
from interpreter.program.model.setting import Setting
from interpreter.program.optimise.non_none import non_none

#: Stands in code for an offset behind the lists of slots, of which there may be more to come.
ASIDE = "aside"
#: Writes what is done with each item of a list, which is in a local; branches to the label to end it.
Body: TypeAlias = Callable[[int, Label], None]
#: A question that is being asked, as `nodes/questions.py` has it, which knows of this module: hence Any.
OfAQuestion: TypeAlias = Any


#: Slots, their lists, those that are never none, what stands before an exception, and what is worked out.
_Seen: TypeAlias = tuple[dict[int, int], dict[int, int], set[int], int, dict[int, int]]


@frozen(eq=False)
class Unit:
    """What the functions of a module share. `wanted`: definitions whose functions are still to be written.

    `knows`: whether it is kept up to date who knows which piece; `forgets`: whether anybody ever loses track of pieces
    that were offered. A definition has a function for each set of arguments that are certainly not none. `watch`: what
    is counted of games that are watched.
    """

    program: Program
    memory: Memory
    module: Module
    helpers: Helpers
    definitions: Mapping[str, p.Definition]
    actions: Mapping[str, p.Action]
    routines: Mapping[RoutineId, tuple[p.AnyRoutine, Function]]
    is_recursive: bool
    knows: bool
    forgets: bool
    before_play: InPlay
    statements: Mapping[type, Callable[[Scope, p.OfItsKind], None]]
    values: Mapping[type, Callable[[Scope, p.OfItsKind], None]]
    lists: Mapping[type, Callable[[Scope, p.OfItsKind, Body], None]]
    defined: dict[tuple[str, frozenset[int]], Function] = field(factory=dict)
    wanted: list[tuple[str, frozenset[int]]] = field(factory=list)
    watch: Watch | None = None

    @property
    def layout(self) -> Layout:
        return self.program.layout

    @property
    def setting(self) -> Setting:
        return self.program.setting

    def most_items(self, of: ir.Type) -> int:
        """How long a list of such things is taken to be."""
        return self.memory.most_items(of)


@frozen(eq=False)
class Gathering:
    """A list that is being filled: where it stands, and where its last item does, in locals; its size in bytes."""

    w: Writer
    place: int
    end: int
    size: int

    def add(self, item: int, _: Label | None = None) -> None:
        """Adds a local."""
        self.w.store(self.end, item, 4)
        self.w.add_to(self.end, 4)

    def number(self, number: int) -> None:
        """Adds a constant."""
        self.w.get(self.end)
        self.w.number(number)
        self.w.do("i32.store", 4)
        self.w.add_to(self.end, 4)

    def done(self) -> None:
        """Nothing more is added; another engine plays a game with more than there is room for."""
        w = self.w
        w.get(self.place)
        w.of("i32.sub", self.end, self.place)
        w.do("local.tee", self.end)
        w.number(2)
        w.do("i32.shr_u")
        w.do("i32.store", 0)
        w.with_number("i32.gt_u", self.end, self.size - 4)
        w.trap_if()


@define(eq=False)
class Scope:
    """Writes one function.

    `slots`: the local of each slot; `lists`: where the list of a slot stands in the frame. `holding`: what is in slots
    that may hold lists. `non_none`: slots that are never none. `previous`: the local with the value before an
    exception. `worked_out`: locals with definitions that are the same for all items of a list, by the identities of
    their nodes. `leave`: the label of the whole function, whose result has been pushed. `loops`: the labels that leave
    the loops around. `framed`: how many bytes lists of slots have, behind which other lists stand; `aside`: how many
    those have that are needed now, and `most_aside` at any time. `asks`: what pushes the answer to a question, where no
    bot does.
    """

    unit: Unit
    w: Writer
    slots: dict[int, int] = field(factory=dict)
    lists: dict[int, int] = field(factory=dict)
    holding: Mapping[int, ir.Type] = field(factory=dict)
    non_none: set[int] = field(factory=set)
    previous: int = -1
    worked_out: dict[int, int] = field(factory=dict)
    leave: Label | None = None
    loops: list[Label] = field(factory=list)
    frame: int = -1
    framed: int = 0
    aside: int = 0
    most_aside: int = 0
    asks: Callable[[Scope, OfAQuestion], None] | None = None

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
        before = self.seen
        self.seen = dict(arguments), {}, sure, -1, {}
        yield
        self.seen = before

    @property
    def seen(self) -> _Seen:
        """What expressions mean here, by slots and otherwise."""
        return self.slots, self.lists, self.non_none, self.previous, self.worked_out

    @seen.setter
    def seen(self, seen: _Seen) -> None:
        self.slots, self.lists, self.non_none, self.previous, self.worked_out = seen

    def area(self, slot: int, of: ir.Type) -> int:
        """Where in the frame the list of a slot stands."""
        if slot not in self.lists:
            self.lists[slot] = self.framed
            self.framed += self._size(of)
        return self.lists[slot]

    def _size(self, of: ir.Type) -> int:
        """How many bytes a list has."""
        return 4 + 4 * self.unit.most_items(of)

    def push_area(self, slot: int, of: ir.Type) -> None:
        """Pushes the address at which the list of a slot stands."""
        self.w.get(self.frame)
        self.w.plus(self.area(slot, of))

    def begin_list(self, slot: int, of: ir.Type) -> int:
        """Puts an empty list into a slot, and gives its local."""
        self.push_area(slot, of)
        self.w.put(self.local(slot))
        self.empty(self.local(slot))
        return self.local(slot)

    def empty(self, place: int) -> None:
        """Empties the list at an address."""
        self.w.get(place)
        self.w.number(0)
        self.w.do("i32.store", 0)

    @contextmanager
    def room(self, size: int) -> Iterator[int]:
        """Room for so many bytes, for now; its address is in a local."""
        w, at = self.w, self.aside
        self.aside += size
        self.most_aside = max(self.most_aside, self.aside)
        w.get(self.frame)
        w.do(ASIDE, at)
        w.do("i32.add")
        with w.kept() as place:
            yield place
        self.aside = at

    @contextmanager
    def list(self, of: ir.Type) -> Iterator[int]:
        """A new list, empty yet, in a local; its room is free again afterwards."""
        with self.room(self._size(of)) as place:
            self.empty(place)
            yield place

    @contextmanager
    def gathering(self, of: ir.Type) -> Iterator[Gathering]:
        """The same, to be filled at once: it is a list as soon as that is done."""
        size = self._size(of)
        with self.room(size) as place, self.w.scratch() as end:
            self.w.get(place)
            self.w.put(end)
            yield Gathering(self.w, place, end, size)

    def copy_list(self, items: int) -> None:
        """Copies a list, whose address is in a local, to an address that has been pushed."""
        self.w.get(items)
        self.w.call(self.unit.helpers.copy)

    def pieces_in(self, body: Body) -> None:
        """Goes through the zone whose number has been pushed, from bottom to top."""
        zone_address(self.w, self.unit.memory)
        with self.w.kept() as zone:
            self.pieces_at(zone, body)

    def pieces_at(self, zone: int, body: Body) -> None:
        """Goes through the zone whose address is in a local."""
        w, memory = self.w, self.unit.memory
        with w.scratch() as at, w.scratch() as end, w.scratch() as piece:
            w.get(zone)
            w.put(at)
            w.get(zone)
            w.length(zone)
            scaled(w, memory)
            w.do("i32.add")
            w.put(end)
            with w.counted(at, end, memory.width) as out:
                w.get(at)
                load_piece(w, memory)
                w.put(piece)
                body(piece, out)

    def append(self, to: int, item: int) -> None:
        """Appends a local to a list."""
        self.w.get(to)
        self.w.get(item)
        self.w.do("call", self.unit.helpers.append.index)


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
    code, size = made.code, scope.framed + scope.most_aside
    if size:
        top = unit.helpers.top
        before: list[Instruction] = [
            ("global.get", top), ("local.tee", scope.frame), ("i32.const", size), ("i32.add",), ("global.set", top),
            ("global.get", top), ("i32.const", unit.memory.lists_end), ("i32.gt_u",),
            ("if", None), ("unreachable",), ("end",),
        ]  # fmt: skip
        inside = [("i32.const", scope.framed + int(str(one[1]))) if one[0] == ASIDE else one for one in code]
        made.code = [*before, *inside, ("local.get", scope.frame), ("global.set", top)]


def value(s: Scope, node: ir.Expression) -> None:
    """Pushes the value of an expression that is no list."""
    written = s.unit.values.get(type(node))
    if written is None or node.type.many:
        raise Unsupported(f"value {type(node).__name__}")
    written(s, node)


def write_all(s: Scope, statements: Sequence[p.Statement]) -> None:
    """Writes statements."""
    for statement in statements:
        written = s.unit.statements.get(type(statement))
        if written is None:
            raise Unsupported(f"statement {type(statement).__name__}")
        written(s, statement)


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
    with made_anew(s, over) as found:
        yield found


@contextmanager
def made_anew(s: Scope, over: ir.Expression) -> Iterator[int]:
    """The address of a list, in a local, that nothing else has."""
    with s.gathering(over.type) as found:
        each(s, over, found.add)
        found.done()
        yield found.place


def is_sure(s: Scope, node: ir.Expression) -> bool:
    """Whether an expression is certainly not none."""
    return non_none(s, node)
