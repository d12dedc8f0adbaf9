"""What a seat may not know of a game that waits, as far as that is said before play: which variables, which slots."""

from collections.abc import Iterator, Mapping, Sequence

from dsl.frozen import frozen
from dsl.walk import nodes_of
from interpreter.backend.wasm.emit.memory import Memory, Unsupported
from interpreter.backend.wasm.resume.points import Points, Waiting
from interpreter.program.model.kept import slots_kept
from interpreter.program.model.layout import Layout, VariableSlot
from interpreter.program.model.nodes import Append, are_pieces, parts
from interpreter.program.model.setting import Setting
from interpreter.program.optimise.liveness import live_at, live_while_asked
from interpreter.runtime import hidden_values

#: What stands in a slot of a frame, as far as it matters who knows it; nested: lists of pieces.
PLAIN, PIECE, UNCLEAR, LIST, PIECES, UNCLEAR_LIST, NESTED = range(7)


@frozen
class Row:
    """What one player has of a hidden variable, by the addresses of its cells: see `runtime/hidden_values`."""

    owner: int
    cells: tuple[int, ...]
    low: int
    size: int


def rows(memory: Memory) -> list[tuple[Row, ...]]:
    """The rows of each hidden variable. Raises Unsupported for one that no search draws anew."""
    return [tuple(_rows(memory, slot)) for slot in hidden_values.hidden_slots(memory.layout)]


def _rows(memory: Memory, slot: VariableSlot) -> Iterator[Row]:
    found = hidden_values.rows(memory.layout, slot)
    if found is None or slot.variable.also is not None:
        raise Unsupported("what is hidden so")
    for row in found:
        yield Row(row.owner, tuple(memory.cell(slot) + 4 * place for place in row.places), row.low, row.size)


def kept_in(points: Points, setting: Setting) -> Mapping[int, Sequence[int]]:
    """By the number of a point: what stands in each slot of its frame.

    Raises Unsupported where frames keep what chance has given in secret, a hidden value, or what somebody has answered
    in secret, while others are asked; but for pieces, and answers that all give at once.
    """
    found: dict[int, Sequence[int]] = {}
    for waiting in points.routines.values():
        if any(keeps_secret(waiting)):
            raise Unsupported("a secret answer that is kept")
        kinds = _kinds(waiting, setting)
        found |= {point.number: kinds for point in waiting.points}
    return found


def keeps_secret(waiting: Waiting) -> Iterator[bool]:
    """Whether each secret answer is still kept where somebody else may be asked."""
    live = live_at(waiting.routine.blocks)
    collected = {node.slot for node in nodes_of(parts(waiting.routine), Append)}
    for point in waiting.points:
        ask = point.ask
        if ask is None or not ask.secret or are_pieces(ask.options) or ask.slot in collected:
            continue
        for other in waiting.points:
            if other.ask is None:
                kept = live[other.label] & ~(1 << other.slot if other.slot >= 0 else 0)
            else:
                kept = 0 if other.ask.player == ask.player else live_while_asked(other.ask, live)
            yield kept >> ask.slot & 1 == 1


def _kinds(waiting: Waiting, setting: Setting) -> Sequence[int]:
    kept = slots_kept(waiting.routine, setting)
    kinds = []
    for slot in waiting.frame:
        one = kept.get(slot)
        if one is not None and not isinstance(one, bool):
            raise Unsupported("what is kept of what is hidden")
        is_list = slot in waiting.holding
        if one is None:
            kinds.append(LIST if is_list else PLAIN)
        elif one:
            kinds.append(NESTED if slot in waiting.nested else PIECES if is_list else PIECE)
        else:
            kinds.append(UNCLEAR_LIST if is_list else UNCLEAR)
    return kinds


def unordered(layout: Layout, seat: int, ordered: frozenset[str]) -> list[int]:
    """The zones in which a seat sees no order, by the shapes that have one."""
    return [
        zone for zone, name in enumerate(layout.zone_names)
        if layout.zones[name].zone.shape not in ordered and layout.seats[zone] != seat
    ]  # fmt: skip
