"""Finds what the slots of a routine keep while it waits: pieces, and what a player may not know."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.effects import EXPRESSIONS
from dsl.node import Node
from dsl.walk import nodes_in, nodes_of, rebuilt, rewritten, with_fields
from interpreter.program.model.nodes import Append, Routine, parts
from interpreter.program.model.setting import Setting


@frozen
class Drawn(Node):
    """What chance has given in secret: who knows it (none: nobody), and what it could be; `many`: a list of such."""

    player: ir.Expression
    low: ir.Expression
    high: ir.Expression
    many: bool


#: Of a slot: the hidden value that it remembers; what chance gave; that it keeps pieces, and if nothing else ever.
Kept: TypeAlias = ir.Read | Drawn | bool
#: What sets a slot, in statements.
_Writer: TypeAlias = ir.SetLocal | ir.Roll | ir.Choose | ir.ForEach | ir.ForRange | ir.Draw


def slots_kept(routine: Routine, setting: Setting, places: Mapping[int, int] | None = None) -> Mapping[int, Kept]:
    """What is kept in the slots of a routine, in so far as it matters who knows it; by their `places` in the frame."""
    kinds: dict[int, set[ir.Kind]] = {}
    written: list[_Writer] = []
    collected: list[Append] = []  # answers, whatever they are of
    for node in nodes_in(parts(routine)):
        if isinstance(node, ir.Local):
            kinds.setdefault(node.slot, set()).add(node.type.kind)
        elif type(node) in EXPRESSIONS:
            continue
        elif isinstance(node, _Writer):
            written.append(node)
        elif isinstance(node, Append):
            collected.append(node)
    found = _secrets(written, setting)
    for slot, these in kinds.items():
        if ir.Kind.PIECE in these:
            found[slot] = these <= {ir.Kind.PIECE, ir.Kind.UNKNOWN}
    for node in collected:
        if node.slot in found and isinstance(found[node.slot], bool):
            found[node.into] = found[node.slot]
    if places is None:
        return found
    moved = {places[slot]: _moved(kept, places) for slot, kept in found.items() if slot in places}
    return {place: kept for place, kept in moved.items() if kept is not None}


def _secrets(written: Sequence[_Writer], setting: Setting) -> dict[int, Kept]:
    """The slots that are set in one place alone, to a hidden value or to what chance gives in secret."""
    found: dict[int, Kept] = {}
    hidden = {variable.name for variable in setting.game.variables if variable.hidden}
    you = ir.Local(0, "you", ir.PLAYER)
    for node in written:
        match node:
            case ir.SetLocal(slot, ir.Read(variable) as read) if variable in hidden and not read.type.many:
                found[slot] = read
            case ir.Roll(die, slot=slot, you=player, secret=True):
                one = next(each for each in setting.game.dice if each.name == die)
                low, high = (ir.Constant(pips, ir.NUMBER) for pips in (one.low, one.high))
                found[slot] = Drawn(player or you, low, high, True)
            case ir.SetLocal(slot, ir.First(ir.Local(rolled))) if isinstance(of := found.get(rolled), Drawn):
                found[slot] = with_fields(of, many=False)
            case ir.Choose(player, ir.FromRange(low, high), slot, manner=ir.Manner.RANDOMLY, announced=False):
                found[slot] = Drawn(player, low, high, False)
            case _:
                pass
    often = Counter(node.slot for node in written)
    return {slot: kept for slot, kept in found.items() if often[slot] == 1}


def _moved(kept: Kept, places: Mapping[int, int]) -> Kept | None:
    """The same with locals by their places; None if one of them is not in the frame."""
    if isinstance(kept, bool):
        return kept
    if not all(local.slot in places for local in nodes_of(kept, ir.Local)):
        return None

    def change(node: object) -> object:
        return with_fields(node, slot=places[node.slot]) if isinstance(node, ir.Local) else rebuilt(node, change)

    return rewritten(kept, change)
