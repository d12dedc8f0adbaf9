"""What is the same in every game at a table, written as tables: which things there are, and what is printed on them.

`the Space where number is 2` need not look through all spaces, nor `the Pawn where owner is you` through all
pieces: which there are for each number, or for each player, is worked out when the code is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakKeyDictionary

from attrs import frozen

from dsl.ir import nodes as ir
from dsl.walk import nodes_in, with_fields
from interpreter.backend.python_code import Code, Unit, value
from interpreter.program.model.constant_fold import folded, is_no, is_yes
from interpreter.program.model.layout import Layout
from interpreter.program.model.setting import absent


@frozen
class Known:
    """Things that are listed before play. `guard` is the text of what must hold for that ("": it always does)."""

    items: tuple[int, ...]
    guard: str


def known_items(layout: Layout, of: ir.Type) -> Known | None:
    """All things of a type, if it is known before play which there are."""
    found = _KNOWN.setdefault(layout, {})
    if of not in found:
        found[of] = _known_items(layout, of)
    return found[of]


_KNOWN: WeakKeyDictionary[Layout, dict[ir.Type, Known | None]] = WeakKeyDictionary()


def _known_items(layout: Layout, of: ir.Type) -> Known | None:
    if of.kind in (ir.Kind.PLAYER, ir.Kind.VALUE):
        return Known(tuple(range(layout.setting.size(of))), "")
    if of.kind is not ir.Kind.PIECE or not of.name or layout.copying:
        return None
    made = {layout.kinds[kind].card_type for kinds in layout.created.values() for kind in kinds}
    everything = _pieces(layout)
    found = tuple(piece for piece, (kind, _) in enumerate(everything) if layout.kinds[kind].card_type == of.name)
    if of.name not in made:
        return Known(found, "")
    return Known(found, f"len(st.kind) == {len(everything)}") if layout.supplied else None


def _pieces(layout: Layout) -> tuple[tuple[int, int], ...]:
    """Kind and owner of each piece that is there when a game begins to be set up."""
    if layout not in _PIECES:
        _PIECES[layout] = (*((kind, owner) for kind, _, owner in layout.first_pieces), *layout.supplied)
    return _PIECES[layout]


_PIECES: WeakKeyDictionary[Layout, tuple[tuple[int, int], ...]] = WeakKeyDictionary()


@frozen
class Chosen:
    """Those of all things that pass a condition: the text of a tuple of them, and what is left of the condition."""

    text: str
    left: ir.Expression | None
    first: str  # the text of the first of them, or of none


def chosen(c: Code, over: ir.AllOf, slot: int, where: ir.Expression) -> Chosen | None:
    """The things that a condition lets pass, found in a table as far as it asks for what is printed on them."""
    known = known_items(c.unit.layout, over.of)
    if known is None or known.guard:
        return None
    items, left = _always_passing(c.unit, over.of, known.items, slot, where)
    for part in left:
        if (found := _by_equality(c, over.of, items, slot, part)) is not None:
            others = tuple(other for other in left if other is not part)
            return Chosen(found[0], _joined(others, where), found[1])
    if len(items) == len(known.items):
        return None
    return Chosen(str(items), _joined(left, where), str(items[0]) if items else "-1")


def _joined(parts: tuple[ir.Expression, ...], where: ir.Expression) -> ir.Expression | None:
    if len(parts) > 1:
        return with_fields(where, parts=parts)
    return parts[0] if parts else None


def _parts(where: ir.Expression) -> tuple[ir.Expression, ...]:
    return where.parts if isinstance(where, ir.And) else (where,)


# ---------------------------------------------------------------- what is known of each thing


def _always_passing(
    unit: Unit, of: ir.Type, items: tuple[int, ...], slot: int, where: ir.Expression
) -> tuple[tuple[int, ...], tuple[ir.Expression, ...]]:
    """The items that those parts let pass which hang on nothing but the item, and the other parts."""
    left: list[ir.Expression] = []
    for part in _parts(where):
        if of.kind is ir.Kind.PIECE or not _printed_only(part, slot):
            left.append(part)
            continue
        setting = unit.program.setting
        results = {item: folded(part, setting, {slot: ir.Constant(item, of)}) for item in items}
        if all(is_yes(result) or is_no(result) for result in results.values()):
            items = tuple(item for item, result in results.items() if is_yes(result))
        else:
            left.append(part)
    return items, tuple(left)


_OF_VALUES = (ir.Constant, ir.Compare, ir.IsIn, ir.ListOf, ir.And, ir.Or, ir.Not)


def _printed_only(node: ir.Expression, slot: int) -> bool:
    """Whether a condition asks for nothing but what is printed on the item."""
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
    c: Code, of: ir.Type, items: tuple[int, ...], slot: int, part: ir.Expression
) -> tuple[str, str] | None:
    """For a part that says what is printed on the item: the text of all such items, and of the first."""
    if not isinstance(part, ir.Compare) or part.operator != "=":
        return None
    for mine, other in ((part.left, part.right), (part.right, part.left)):
        label, printed = _values(c.unit, of, items, slot, mine)
        if not label or mine.type.many or other.type.many or _mentions(other, slot) or c.unit.cost(other)[1]:
            continue
        groups: dict[int, tuple[int, ...]] = {}
        for item, worth in zip(items, printed, strict=True):
            groups[worth] = (*groups.get(worth, ()), item)
        wanted = value(c, other)
        name = f"{of.name or of.kind} by {label} {'' if len(items) == _count(c.unit, of) else items}".rstrip()
        all_of = c.unit.table(name, groups)
        first = c.unit.table(f"first {name}", {worth: found[0] for worth, found in groups.items()})
        return f"{all_of}.get({wanted}, ())", f"{first}.get({wanted}, -1)"
    return None


def _mentions(node: ir.Expression, slot: int) -> bool:
    return any(isinstance(inner, ir.Local) and inner.slot == slot for inner in nodes_in(node))


def _count(unit: Unit, of: ir.Type) -> int:
    known = known_items(unit.layout, of)
    return len(known.items) if known is not None else 0


def _values(
    unit: Unit, of: ir.Type, items: Sequence[int], slot: int, node: ir.Expression
) -> tuple[str, tuple[int, ...]]:
    """What something is called, and what it is worth for each item, if it is printed on it; else no name."""
    layout = unit.layout
    match node:
        case ir.Function("value_attribute", (ir.Constant(key), ir.Local(there))) if there == slot:
            setting = unit.program.setting
            name = setting.game.texts[key]
            table = setting.attribute_table(of.name, name, absent(node.type))
            return name, tuple(table[item] for item in items)
        case ir.Function("owner", (ir.Local(there),)) if there == slot:
            return "owner", tuple(_pieces(layout)[item][1] for item in items)
        case ir.Attribute(field, ir.Local(there)) if there == slot and field in layout.printed:
            printed = layout.printed[field]
            return field, tuple(printed[_pieces(layout)[item][0]] for item in items)
        case _:
            return "", ()


# ---------------------------------------------------------------- one for each player


def owned(c: Code, over: ir.AllOf, slot: int, where: ir.Expression) -> str | None:
    """The text of the first piece of a type that a player owns, if all such pieces are made as the setup opens."""
    known = known_items(c.unit.layout, over.of)
    if known is None or not known.guard:
        return None
    match where:
        case ir.Compare("=", ir.Function("owner", (ir.Local(there),)), player) | ir.Compare(
            "=", player, ir.Function("owner", (ir.Local(there),))
        ) if there == slot and player.type.kind is ir.Kind.PLAYER and not _mentions(player, slot):
            pass
        case _:
            return None
    pieces = _pieces(c.unit.layout)
    first = [-1] * (c.unit.players + 1)  # the last is for what nobody owns
    for piece in reversed(known.items):
        first[pieces[piece][1]] = piece
    kinds = tuple(int(kind.card_type == over.of.name) for kind in c.unit.layout.kinds)
    table, is_one = c.unit.table(f"{over.of.name} of", tuple(first)), c.unit.table(f"is {over.of.name}", (*kinds, 0))
    owner = c.text.kept(value(c, player), "p")
    return f"({table}[{owner}] if {known.guard} else first_owned(st, {is_one}, {owner}))"


# ---------------------------------------------------------------- whose zone


def whose_zone(c: Code, over: ir.AllOf, slot: int, where: ir.Expression) -> tuple[ir.Expression, str] | None:
    """For `the Space as place where thing is in area of place`: the thing, and the table that says whose a zone is."""
    match where:
        case ir.IsIn(item, ir.Contents(ir.ZoneAt(zone, (ir.Local(there),)))) if there == slot:
            pass
        case _:
            return None
    if item.type.many or _mentions(item, slot) or over.of.kind not in (ir.Kind.PLAYER, ir.Kind.VALUE):
        return None
    layout = c.unit.layout
    first, size = layout.zones[zone].base, layout.setting.size(over.of)
    if layout.zones[zone].sizes != (size,):
        return None
    whose = tuple(place - first if 0 <= place - first < size else -1 for place in range(len(layout.zone_names)))
    return item, c.unit.table(f"whose {zone}", whose)


def constant_zones(layout: Layout, zone: ir.Expression) -> tuple[int, ...] | None:
    """The zones that are meant, if that never changes."""
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
        case _:
            return None
