"""Lookup tables: queries over what is the same in every game at a table, computed before play.

`the Space where number is 2` need not search all spaces, nor `the Pawn where owner is you` all pieces: the tables by
number, or by player, are made here; back ends only write the reads.
"""

from collections.abc import Callable, Container, Mapping, Sequence
from typing import TypeAlias
from weakref import WeakKeyDictionary

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.slots import mentions
from dsl.walk import nodes_in, with_fields
from interpreter.program.model.constant_fold import folded, is_no, is_yes
from interpreter.program.model.layout import Layout
from interpreter.program.model.nodes import Definition
from interpreter.program.model.setting import absent

# ---------------------------------------------------------------- all things of a type


@frozen
class Known:
    """Things known before play; with `pieces`, only as long as there are so many pieces in all."""

    items: tuple[int, ...]
    pieces: int | None = None


def known_items(layout: Layout, of: ir.Type) -> Known | None:
    """Lists all things of a type, if they are known before play."""
    found = _KNOWN.setdefault(layout, {})
    if of not in found:
        found[of] = _known_items(layout, of)
    return found[of]


def always_known(layout: Layout, of: ir.Type) -> tuple[int, ...] | None:
    """Lists all things of a type, if they are always the same."""
    known = known_items(layout, of)
    return None if known is None or known.pieces is not None else known.items


_KNOWN: WeakKeyDictionary[Layout, dict[ir.Type, Known | None]] = WeakKeyDictionary()


def _known_items(layout: Layout, of: ir.Type) -> Known | None:
    if of.kind in (ir.Kind.PLAYER, ir.Kind.VALUE):
        return Known(tuple(range(layout.setting.size(of))))
    if of.kind is not ir.Kind.PIECE or not of.name or layout.copying:
        return None
    made = {layout.kinds[kind].card_type for kinds in layout.created.values() for kind in kinds}
    everything = _pieces(layout)
    found = tuple(piece for piece, (kind, _) in enumerate(everything) if layout.kinds[kind].card_type == of.name)
    if of.name not in made and of.name not in layout.multiplied:
        return Known(found)
    return Known(found, len(everything)) if layout.supplied else None


def _pieces(layout: Layout) -> tuple[tuple[int, int], ...]:
    """Kind and owner of each piece that the setup begins with."""
    if layout not in _PIECES:
        _PIECES[layout] = (*((kind, owner) for kind, _, owner in layout.first_pieces), *layout.supplied)
    return _PIECES[layout]


_PIECES: WeakKeyDictionary[Layout, tuple[tuple[int, int], ...]] = WeakKeyDictionary()


def is_kind(layout: Layout, names: Sequence[str]) -> tuple[int, ...]:
    """Makes a table by kinds of pieces: whether the kind has one of these names; last for no piece."""
    return (*(int(kind.card_type in names) for kind in layout.kinds), 0)


# ---------------------------------------------------------------- those that pass a condition


@frozen
class Listed:
    """These items, filtered by the rest of the condition (`left`)."""

    items: tuple[int, ...]
    left: ir.Expression | None


@frozen
class Grouped:
    """The items in `groups` at the value of `wanted`, filtered by the rest of the condition."""

    called: str
    groups: Mapping[int, tuple[int, ...]]
    wanted: ir.Expression
    left: ir.Expression | None


Chosen: TypeAlias = Listed | Grouped


def chosen(
    layout: Layout, over: ir.AllOf, slot: int, where: ir.Expression, may_fail: Callable[[ir.Expression], bool]
) -> Chosen | None:
    """Finds a table for a condition, as far as that is about what is printed on the things."""
    known = always_known(layout, over.of)
    if known is None:
        return None
    found, left = _always_passing(layout, over.of, known, slot, where)
    for part in left:
        if (groups := _by_equality(layout, over.of, found, slot, part, may_fail)) is not None:
            return Grouped(*groups, _joined([other for other in left if other is not part], where))
    return None if len(found) == len(known) else Listed(found, _joined(left, where))


def _joined(parts: list[ir.Expression], where: ir.Expression) -> ir.Expression | None:
    if len(parts) > 1:
        return with_fields(where, parts=tuple(parts))
    return parts[0] if parts else None


def _always_passing(
    layout: Layout, of: ir.Type, items: tuple[int, ...], slot: int, where: ir.Expression
) -> tuple[tuple[int, ...], list[ir.Expression]]:
    """Filters the items by those parts that depend on nothing else; gives the other parts, too."""
    left: list[ir.Expression] = []
    for part in ir.conjuncts(where):
        if of.kind is ir.Kind.PIECE or not _printed_only(part, slot):
            left.append(part)
            continue
        results = {item: folded(part, layout.setting, {slot: ir.Constant(item, of)}) for item in items}
        if all(is_yes(result) or is_no(result) for result in results.values()):
            items = tuple(item for item, result in results.items() if is_yes(result))
        else:
            left.append(part)
    return items, left


_OF_VALUES = (ir.Constant, ir.Compare, ir.IsIn, ir.ListOf, ir.And, ir.Or, ir.Not)


def _printed_only(node: ir.Expression, slot: int) -> bool:
    """Whether a condition depends on nothing but what is printed on the item."""
    for inner in nodes_in(node):
        match inner:
            case ir.Local(other):
                if other != slot:
                    return False
            case ir.Function("value_attribute"):
                pass
            case _ if not isinstance(inner, _OF_VALUES):
                return False
    return True


def _by_equality(
    layout: Layout,
    of: ir.Type,
    items: tuple[int, ...],
    slot: int,
    part: ir.Expression,
    may_fail: Callable[[ir.Expression], bool],
) -> tuple[str, Mapping[int, tuple[int, ...]], ir.Expression] | None:
    """For an equality with what is printed on the item: the table's name, the items by that, and the other side."""
    if not isinstance(part, ir.Compare) or part.operator != "=":
        return None
    for mine, other in ((part.left, part.right), (part.right, part.left)):
        label, printed = _values(layout, of, items, slot, mine)
        if not label or mine.type.many or other.type.many or mentions(other, slot) or may_fail(other):
            continue
        groups: dict[int, tuple[int, ...]] = {}
        for item, result in zip(items, printed, strict=True):
            groups[result] = (*groups.get(result, ()), item)
        all_there = always_known(layout, of)
        return f"{of.name or of.kind} by {label} {'' if items == all_there else items}".rstrip(), groups, other
    return None


def _values(
    layout: Layout, of: ir.Type, items: Sequence[int], slot: int, node: ir.Expression
) -> tuple[str, tuple[int, ...]]:
    """The name and the values, by item, of what is printed on it; no name for others."""
    match node:
        case ir.Function("value_attribute", (ir.Constant(key), ir.Local(there))) if there == slot:
            name = layout.setting.game.texts[key]
            table = layout.setting.attribute_table(of.name, name, absent(node.type))
            return name, tuple(table[item] for item in items)
        case ir.Function("owner", (ir.Local(there),)) if there == slot:
            return "owner", tuple(_pieces(layout)[item][1] for item in items)
        case ir.Attribute(field, ir.Local(there)) if there == slot and field in layout.printed:
            printed = layout.printed[field]
            return field, tuple(printed[_pieces(layout)[item][0]] for item in items)
    return "", ()


# ---------------------------------------------------------------- one for each player


@frozen
class Owned:
    """The first piece of a type by player, last that of nobody; as long as there are `pieces`."""

    player: ir.Expression
    first: tuple[int, ...]
    pieces: int


def owned(layout: Layout, over: ir.AllOf, slot: int, where: ir.Expression) -> Owned | None:
    """Finds a table of the first piece of a type by owner, if the setup begins with all of them."""
    known = known_items(layout, over.of)
    if known is None or known.pieces is None:
        return None
    match where:
        case ir.Compare("=", ir.Function("owner", (ir.Local(there),)), player) | ir.Compare(
            "=", player, ir.Function("owner", (ir.Local(there),))
        ) if there == slot and player.type.kind is ir.Kind.PLAYER and not mentions(player, slot):
            pass
        case _:
            return None
    first = [-1] * (layout.setting.players + 1)
    for piece in reversed(known.items):
        first[_pieces(layout)[piece][1]] = piece
    return Owned(player, tuple(first), known.pieces)


# ---------------------------------------------------------------- zones


def whose_zone(
    layout: Layout, over: ir.AllOf, slot: int, where: ir.Expression
) -> tuple[ir.Expression, str, tuple[int, ...]] | None:
    """For `the Space as place where thing is in area of place`: the thing, the zones' name, and the place of each."""
    match where:
        case ir.IsIn(item, ir.Contents(ir.ZoneAt(zone, (ir.Local(there),)))) if there == slot:
            pass
        case _:
            return None
    if item.type.many or mentions(item, slot) or over.of.kind not in (ir.Kind.PLAYER, ir.Kind.VALUE):
        return None
    first, size = layout.zones[zone].base, layout.setting.size(over.of)
    if layout.zones[zone].sizes != (size,):
        return None
    return item, zone, tuple(place - first if 0 <= place - first < size else -1 for place in range(len(layout.masks)))


def constant_zones(layout: Layout, zone: ir.Expression) -> tuple[int, ...] | None:
    """Lists the zones, if they are constant."""
    match zone:
        case ir.ZoneAt(name, at) | ir.Zones(name, at):
            slot = layout.zones[name]
            places = [slot.base]
            for size, stride, index in zip(slot.sizes, slot.strides, at, strict=True):
                if index is not None and not (isinstance(index, ir.Constant) and index.value >= 0):
                    return None
                steps = range(size) if index is None else (index.value,)
                places = [place + stride * step for place in places for step in steps]
            return tuple(places)
        case ir.ListOf(items):
            found = [constant_zones(layout, item) for item in items]
            if None in found:
                return None
            return tuple(place for places in found if places is not None for place in places)
    return None


def among_zones(layout: Layout, places: tuple[int, ...]) -> tuple[str, tuple[int, ...]]:
    """Names a table of zones, and makes it: whether each is one of these."""
    in_a_row = places == tuple(range(places[0], places[-1] + 1))
    called = f"{places[0]} to {places[-1]}" if in_a_row else " ".join(map(str, places))
    return f"among zones {called}", tuple(int(place in places) for place in range(len(layout.masks)))


def pieces_first(
    over: ir.Expression, layout: Layout, definitions: Mapping[str, Definition], worked_out: Container[ir.Expression]
) -> ir.Expression:
    """Turns `every Card in (hand of players, used)` into a filter of all cards, if these are fewer than the zones.

    For where the order makes no difference. Definitions that are `worked_out` already stay as they are.
    """
    match over:
        case ir.Filter(inner) if (changed := pieces_first(inner, layout, definitions, worked_out)) is not inner:
            return with_fields(over, over=changed)
        case ir.Filter(ir.Contents(zone) as there, slot, ir.IsIn(ir.Local(item), ir.AllOf(of) as every)) if (
            item == slot
        ):
            known, places = always_known(layout, of), constant_zones(layout, zone)
            if known is None or places is None or len(known) >= len(places):
                return over
            return ir.Filter(every, slot, ir.IsIn(ir.Local(slot, "piece", of), there), over.type, span=over.span)
        case ir.Derived(name, ()) if not definitions[name].exceptions and over not in worked_out:
            value_of = definitions[name].value
            changed = pieces_first(value_of, layout, definitions, worked_out)
            return over if changed is value_of else changed
    return over
