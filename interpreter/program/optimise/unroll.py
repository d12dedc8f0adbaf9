"""Unrolls loops that suspend and whose passes are known before play.

In each copy the item is known and folded; and simultaneous answers need no list. A loop stays if the copies would be
long.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from attrs import define, field

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.listing import grouped
from dsl.walk import nodes_in, with_fields
from interpreter.program.cfg.simplify import natural_loop, predecessors, reachable, relabel, resolve_branch, simplify
from interpreter.program.model.constant_fold import folded
from interpreter.program.model.nodes import (
    Append,
    Ask,
    Block,
    Branch,
    End,
    Enter,
    Leave,
    Routine,
    Statement,
    Switch,
    targets,
)
from interpreter.program.model.setting import Setting
from interpreter.program.model.substitute import filled_slots
from interpreter.program.optimise.liveness import live_at, reads

#: The copies of a loop have together at most so many nodes more than the loop.
MOST_MORE = 800

_Known: TypeAlias = dict[int, ir.Expression]


def unroll_loops(routine: Routine, setting: Setting) -> Routine:
    """Unrolls the short loops of a routine, the shortest first."""
    done: set[int] = set()
    while loops := [loop for loop in _loops(routine, setting) if loop.place not in done]:
        loop = min(loops, key=lambda one: one.more)
        done.add(loop.place)
        if loop.more > MOST_MORE:
            break
        made = _Copying(routine, setting, loop.tracked)
        if made.run():
            blocks = simplify(made.entry, made.blocks)
            routine = _without_unread(with_fields(routine, entry=made.entry, blocks=blocks, slots=tuple(made.slots)))
    return routine


# ---------------------------------------------------------------- which loops


@frozen
class _Loop:
    """A loop whose index is the local `place`. `tracked`: locals that are known in each copy."""

    place: int
    tracked: frozenset[int]
    more: int


def _loops(routine: Routine, setting: Setting) -> Iterator[_Loop]:
    """Finds the loops over all players, or all values of an enum."""
    statements = [s for block in routine.blocks.values() for s in block.statements]
    hidden = {slot for s in statements if not isinstance(s, ir.SetLocal) for slot in _nested(s)}
    hidden |= {block.end.slot for block in routine.blocks.values() if isinstance(block.end, Ask | Enter)}
    sources = grouped((s.slot, s.value) for s in statements if isinstance(s, ir.SetLocal))
    kept = {s.into for s in statements if isinstance(s, Append)}
    for label, block in routine.blocks.items():
        match block.end:
            case Branch(ir.Compare("<", ir.Local(place), _), then):
                opening = _opening(routine.blocks[then], place)
                if opening is None or place in hidden:
                    continue
                items = _roots(opening, sources)
                passes = _passes(items, sources, setting)
                if passes and not items & hidden and {place, *items}.isdisjoint(kept):
                    inside = _blocks_of_loop(routine.blocks, label)
                    each = frozenset(
                        s.slot
                        for s in statements
                        if isinstance(s, ir.SetLocal) and _takes_out(s, place) and s.slot not in hidden
                    )
                    grown = {s.into for one in inside for s in one.statements if isinstance(s, Append)}
                    lists = frozenset(k for k in grown if _only_kept(k, statements))
                    yield _Loop(place, frozenset({place}) | items | each | lists, _size(inside) * (passes - 1))


def _nested(statement: object) -> set[int]:
    """The slots that a statement writes, if it is no plain assignment."""
    return set() if isinstance(statement, Append) else filled_slots(statement)


def _opening(block: Block, place: int) -> int | None:
    """The local with the list of a loop with this index, if the block begins a pass of it."""
    for s in block.statements:
        if isinstance(s, ir.SetLocal) and _takes_out(s, place):
            assert isinstance(s.value, ir.Item) and isinstance(s.value.over, ir.Local)
            return s.value.over.slot
    return None


def _takes_out(s: ir.SetLocal, place: int) -> bool:
    match s.value:
        case ir.Item(ir.Local(), ir.Local(slot)):
            return slot == place
    return False


def _roots(items: int, sources: Mapping[int, list[ir.Expression]]) -> frozenset[int]:
    """The local with the list, and those that it is copied from."""
    return frozenset({items} | {value.slot for value in sources.get(items, ()) if isinstance(value, ir.Local)})


def _passes(items: frozenset[int], sources: Mapping[int, list[ir.Expression]], setting: Setting) -> int:
    """Counts the passes of a loop over the list; 0 if they are not known."""
    lengths = set()
    for slot in items:
        if slot not in sources:
            return 0
        for value in sources[slot]:
            match value:
                case ir.Local(other) if other in items:
                    pass
                case ir.AllOf(ir.Type(ir.Kind.PLAYER | ir.Kind.VALUE) as of):
                    lengths.add(setting.size(of))
                case _:
                    return 0
    return lengths.pop() if len(lengths) == 1 else 0


def _only_kept(slot: int, statements: list[Statement]) -> bool:
    """Whether a list begins empty, and is only appended to."""
    values = [s.value for s in statements if isinstance(s, ir.SetLocal) and s.slot == slot]
    others = [s for s in statements if not isinstance(s, ir.SetLocal | Append) and slot in filled_slots(s)]
    return not others and all(value == ir.ListOf((), value.type) for value in values)


def _blocks_of_loop(blocks: Mapping[int, Block], head: int) -> list[Block]:
    """The blocks of the natural loop with this head."""
    end = blocks[head].end
    assert isinstance(end, Branch)
    inside = reachable(end.then, {**blocks, head: Block((), Leave(None))}).keys()
    before = {label: [other for other in found if other in inside] for label, found in predecessors(blocks).items()}
    return [blocks[label] for label in natural_loop(head, before[head], before)]


def _size(blocks: Iterable[Block]) -> int:
    return sum(len(nodes_in((block.statements, block.end))) for block in blocks)


# ---------------------------------------------------------------- copies


@define
class _Copying:
    """Copies blocks, once for each set of known locals at their beginning."""

    routine: Routine
    setting: Setting
    tracked: frozenset[int]
    slots: list[str] = field(init=False)
    blocks: dict[int, Block] = field(factory=dict)
    labels: dict[tuple[int, tuple[tuple[int, ir.Expression], ...]], int] = field(factory=dict)
    waiting: list[tuple[int, int, _Known]] = field(factory=list)
    places: dict[tuple[int, int], int] = field(factory=dict)  # of each list and index: the local for it
    live: dict[int, int] = field(init=False)
    next_block: int = field(init=False)
    room: int = field(init=False)  # for so many nodes more there is room
    entry: int = 0

    def __attrs_post_init__(self) -> None:
        self.slots = list(self.routine.slots)
        self.next_block = max(self.routine.blocks) + 1
        self.room = _size(self.routine.blocks.values()) + 2 * MOST_MORE
        self.live = live_at(self.routine.blocks)

    def run(self) -> bool:
        """Makes the copies; gives whether they are not too many."""
        self.entry = self._label(self.routine.entry, {})
        while self.waiting and self.room > 0:
            new, old, known = self.waiting.pop()
            self.blocks[new] = self._block(self.routine.blocks[old], known)
            self.room -= _size((self.blocks[new],))
        return not self.waiting

    def _label(self, old: int, known: _Known) -> int:
        """The number of the copy of a block for what is known there and live."""
        kept = {slot: value for slot, value in known.items() if self.live[old] >> slot & 1}
        key = old, tuple(sorted(kept.items(), key=lambda item: item[0]))
        if key not in self.labels:
            self.labels[key] = new = self.next_block
            self.next_block += 1
            self.waiting.append((new, old, kept))
        return self.labels[key]

    def _block(self, block: Block, known: _Known) -> Block:
        statements: list[Statement] = []
        for statement in block.statements:
            statements += self._statement(statement, known)
        end: End = block.end
        if isinstance(end, Switch) and end.slot in known:
            statements.append(ir.SetLocal(end.slot, known[end.slot]))
        end = resolve_branch(folded(end, self.setting, known))
        return Block(tuple(statements), self._moved(end, known))

    def _statement(self, s: Statement, known: _Known) -> Sequence[Statement]:
        match s:
            case Append(into, slot) if into in known:
                kept = known[into]
                assert isinstance(kept, ir.ListOf)
                place = self._place(into, len(kept.items))
                one = ir.Local(place, self.slots[place], kept.type.one())
                known[into] = ir.ListOf((*kept.items, one), kept.type)
                return [ir.SetLocal(place, known.get(slot, ir.Local(slot, self.slots[slot], one.type)))]
            case Append(_, slot) if slot in known:
                return [ir.SetLocal(slot, known[slot]), s]
            case ir.SetLocal(slot) if slot in self.tracked:
                after = folded(s, self.setting, known)
                known.pop(slot, None)
                if _is_known(after.value):
                    known[slot] = after.value
                    return []
                return [after]
        return folded((s,), self.setting, known)

    def _place(self, into: int, number: int) -> int:
        if (into, number) not in self.places:
            self.places[into, number] = len(self.slots)
            self.slots.append(f"{self.slots[into]}_{number + 1}")
        return self.places[into, number]

    def _moved(self, end: End, known: _Known) -> End:
        """Redirects the end of a block to copies for what is known there."""
        onward = {target: self._label(target, known) for target in targets(end)}
        return relabel(end, onward)


def _is_known(value: ir.Expression) -> bool:
    match value:
        case ir.Constant() | ir.AllOf(ir.Type(ir.Kind.PLAYER | ir.Kind.VALUE)) | ir.ListOf(()):
            return True
    return False


def _without_unread(routine: Routine) -> Routine:
    """Removes plain assignments to locals that are never read."""
    read = 0
    for block in routine.blocks.values():
        for part in (*block.statements, block.end):
            read |= reads(part)
            if isinstance(part, Switch):
                read |= 1 << part.slot
    raw = {node.slot for b in routine.blocks.values() for node in nodes_in(b.statements) if isinstance(node, Append)}

    def wanted(s: Statement) -> bool:
        plain = isinstance(s, ir.SetLocal) and isinstance(s.value, ir.Constant | ir.Local | ir.AllOf | ir.ListOf)
        return not plain or bool(read >> s.slot & 1) or s.slot in raw  # type: ignore[union-attr]

    blocks = {
        label: Block(tuple(s for s in block.statements if wanted(s)), block.end)
        for label, block in routine.blocks.items()
    }
    return with_fields(routine, blocks=blocks)
