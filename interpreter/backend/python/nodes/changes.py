"""Generates assignments: to locals, variables and fields, and transfers of counters."""

import ast
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from typing import assert_never

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from interpreter.backend.python.emit import tree
from interpreter.backend.python.emit.code import Code, check_range, times, value
from interpreter.backend.python.emit.tree import num
from interpreter.backend.python.nodes import journal, lists, values
from interpreter.program.model.layout import VariableSlot
from interpreter.program.model.nodes import BANK, POT, TRANSFER_ENTRIES, NothingToLose, Verb
from interpreter.program.optimise.non_none import non_none


def set_local(c: Code, s: ir.SetLocal) -> None:
    """Generates an assignment to a local."""
    c.out.put(c.write(s.slot), value(c, s.value))


def is_there(place: ast.expr) -> ast.expr:
    """Tests that something is not none."""
    return tree.compare(place, ">=", tree.ZERO)


@frozen
class _Cell:
    """The place of a variable, what must hold for it to exist, and its indices, each evaluated once."""

    place: ast.expr
    exists: ast.expr | None
    indices: list[ast.expr]


def _cell(c: Code, slot: VariableSlot, at: tuple[ir.Expression, ...]) -> _Cell:
    if not slot.sizes:
        return _Cell(tree.state(slot.attribute), None, [])
    indices = [c.out.kept(value(c, index), "i") for index in at]
    guards = [is_there(place) for place, index in zip(indices, at, strict=True) if not non_none(c, index)]
    terms = [times(place, stride) for place, stride in zip(indices, slot.strides, strict=True)]
    return _Cell(tree.of_state(slot.attribute, tree.total(terms)), tree.both(*guards), indices)


def _clamped(c: Code, low: int | None, high: int | None, result: ast.expr) -> ast.expr:
    """The value, clamped to the bounds that there are."""
    if low is not None:
        result = c.out.at_least(result, num(low))
    return result if high is None else c.out.at_most(result, num(high))


def write(c: Code, s: ir.Write) -> None:
    """Generates an assignment to a variable, within its bounds."""
    slot = c.unit.layout.variables[s.variable]
    cell = _cell(c, slot, s.at)
    many = slot.variable.type.many
    new = value(c, s.value)
    if not many:
        new = _within(c, slot, new)
    if not c.unit.journal:
        with c.out.when(cell.exists):
            c.out.put(cell.place, new)
            _check_write(c, s, slot, cell.place)
        return
    name = c.out.kept(new, "new")
    _check_write(c, s, slot, name)
    with c.out.when(cell.exists, tree.compare(cell.place, "!=", name)):
        c.out.put(cell.place, name)
        emitted = [num(slot.number), *cell.indices, journal.all_of(name) if many else name]
        journal.emit(c, s.site, Verb.WRITE, c.you, emitted, seen=_seers(c, slot, cell.indices))


def _seers(c: Code, slot: VariableSlot, indices: Sequence[ast.expr]) -> ast.expr | None:
    """The mask of who sees a variable: all (None), of a hidden one its owner and who sees it besides.

    A mark is seen by whoever knows the piece.
    """
    if slot.variable.is_mark:
        return tree.of_state("seen", indices[0])
    if not slot.variable.hidden:
        return None
    places = zip(slot.variable.dimensions, indices, strict=True)
    owner = next((place for index, place in places if index.dimension is ir.Dimension.PLAYER), None)
    mask = journal.bit(owner) if owner is not None else tree.ZERO
    if slot.variable.also is None:
        return mask
    seen = c.out.name("mask")
    c.out.put(seen, mask)
    _see_too(c, seen, slot.variable.also, owner)
    return seen


def _see_too(c: Code, mask: ast.expr, also: ir.Expression, owner: ast.expr | None) -> None:
    """Adds to a mask who sees a hidden variable besides its owner."""
    with c.with_local(0, owner, non_none=True) if owner is not None else nullcontext(), lists.each(c, also) as seat:
        c.out.do("mask |= BIT[seat]", mask=mask, seat=seat)


def _within(c: Code, slot: VariableSlot, result: ast.expr) -> ast.expr:
    """The value, clamped to the bounds of a variable."""
    if (number := tree.number_in(result)) is None:
        return _clamped(c, slot.low, slot.high, result)
    low = number if slot.low is None else max(slot.low, number)
    return num(low if slot.high is None else min(slot.high, low))


def _check_write(c: Code, s: ir.Write, slot: VariableSlot, new: ast.expr) -> None:
    """Tests, in one go, what a variable comes to hold; what has been worked out has been tested."""
    tested = isinstance(s.value, ir.Arithmetic | ir.Divide) and not c.unit.is_small(s.value)
    if slot.variable.type == ir.NUMBER and not (tested or c.unit.is_small(s.value, c.unit.largest_held)):
        check_range(c, new, s.span, down=slot.low is None, up=slot.high is None)


def change(c: Code, s: ir.Change) -> None:
    """Generates an increment or decrement of a variable, within its bounds."""
    slot = c.unit.layout.variables[s.variable]
    cell = _cell(c, slot, s.at)
    amount = value(c, s.amount)
    sign = "-" if s.down else "+"
    with c.out.when(cell.exists):
        if not c.unit.journal:
            if slot.low is None and slot.high is None:
                c.out.do(_INTO[sign], place=cell.place, amount=amount)
            else:
                c.out.put(cell.place, _clamped(c, slot.low, slot.high, _sum(sign, cell.place, amount)))
            _check_change(c, s, slot, cell.place)
            return
        old = c.out.kept(cell.place, "old")
        new = c.out.kept(_clamped(c, slot.low, slot.high, _sum(sign, old, amount)), "new")
        _check_change(c, s, slot, new)
        with c.out.when(tree.compare(new, "!=", old)):
            c.out.put(cell.place, new)
            emitted = [num(slot.number), *cell.indices, _sum("-", new, old)]
            journal.emit(c, s.site, Verb.CHANGE, c.you, emitted, seen=_seers(c, slot, cell.indices))


def _check_change(c: Code, s: ir.Change, slot: VariableSlot, new: ast.expr) -> None:
    one_way = isinstance(s.amount, ir.Constant) and s.amount.value >= 0
    down = slot.low is None and (s.down or not one_way)
    up = slot.high is None and not (s.down and one_way)
    check_range(c, new, s.span, down=down, up=up)


_SUMS: Mapping[str, str] = {"+": "left + right", "-": "left - right"}
_INTO: Mapping[str, str] = {"+": "place += amount", "-": "place -= amount"}


def _sum(sign: str, left: ast.expr, right: ast.expr) -> ast.expr:
    return tree.expr(_SUMS[sign], left=left, right=right)


# ---------------------------------------------------------------- counters that change hands


@frozen
class _Account:
    """One side of a transfer; the bank has no `place`. `code` identifies it in the journal."""

    code: ast.expr
    place: ast.expr | None = None
    exists: ast.expr | None = None
    low: ast.expr | None = None
    high: ast.expr | None = None
    owner: ast.expr | None = None
    public: bool = False


def _account(c: Code, place: ir.Place, counter: ir.Expression) -> _Account:
    match place:
        case ir.Bank():
            return _Account(num(BANK))
        case ir.Holder(player):
            return _of_player(c, player, counter)
        case ir.Pot(variable, at):
            slot = c.unit.layout.variables[variable]
            cell = _cell(c, slot, at)
            low, high = (None if bound is None else num(bound) for bound in (slot.low, slot.high))
            public = not slot.variable.hidden
            return _Account(num(POT - slot.number), cell.place, cell.exists, low, high, public=public)
        case _:
            assert_never(place)


def _of_player(c: Code, player: ir.Expression, counter: ir.Expression) -> _Account:
    owner = c.out.kept(value(c, player), "p")
    names, number = values.possible_counters(c, counter)
    if isinstance(counter, ir.Constant):
        names = (c.unit.layout.counters[counter.value],)
        held = tree.state(c.unit.layout.variables[names[0]].attribute)
    else:
        held = c.out.kept(values.one_of_counters(c, names, number), "held")
    slots = [c.unit.layout.variables[name] for name in names]
    return _Account(
        code=owner,
        place=tree.at(held, owner),
        exists=None if non_none(c, player) else is_there(owner),
        low=_bound(c, "lowest of " + ", ".join(names), [slot.low for slot in slots], -_ENDLESS, number),
        high=_bound(c, "highest of " + ", ".join(names), [slot.high for slot in slots], _ENDLESS, number),
        owner=owner,
    )


_ENDLESS = 1 << 62


def _bound(c: Code, name: str, bounds: list[int | None], endless: int, number: ir.Expression) -> ast.expr | None:
    """A bound; where counters differ in it, from a table."""
    if len(set(bounds)) == 1:
        return None if bounds[0] is None else num(bounds[0])
    table = c.unit.table(name, tuple(endless if bound is None else bound for bound in bounds))
    return tree.at(table, value(c, number))


def transfer(c: Code, s: ir.Transfer) -> None:
    """Generates a transfer of what is there, as far as there is room for it."""
    if isinstance(s.counter, ir.Constant) and s.counter.value < 0:
        return
    known = None if non_none(c, s.counter) else is_there(c.out.kept(value(c, s.counter), "counter"))
    with c.out.when(known):
        source, target = _account(c, s.source, s.counter), _account(c, s.target, s.counter)
        with c.out.when(source.exists, target.exists):
            _move(c, s, source, target)


def _move(c: Code, s: ir.Transfer, source: _Account, target: _Account) -> None:
    amount = value(c, s.amount)
    if c.unit.journal and s.manner is not ir.Manner.SECRETLY:
        amount = c.out.kept(amount, "asked")
        _tell_nothing_there(c, s, source, target, amount)
    limited = source.low is not None or target.high is not None
    if not limited and isinstance(s.amount, ir.Constant) and not c.unit.journal:
        if s.amount.value > 0:
            _put(c, s, source, target, amount)
        return
    if limited:
        result, amount = amount, c.out.name("amount")
        c.out.put(amount, result)
    else:
        amount = c.out.kept(amount, "amount")
    if source.low is not None and source.place is not None:
        there = source.place if source.low is tree.ZERO else _sum("-", source.place, source.low)
        if not _is_all(s):
            c.out.do("if amount > there: amount = there", amount=amount, there=there)
        elif source.low is not tree.ZERO:
            c.out.do("amount -= low", amount=amount, low=source.low)
    if target.high is not None and target.place is not None:
        room = _sum("-", target.high, target.place)
        c.out.do("if amount > room: amount = room", amount=amount, room=room)
    with c.out.when(tree.compare(amount, ">", tree.ZERO)):
        _put(c, s, source, target, amount)
        if c.unit.journal:
            _emit(c, s, source, target, amount)


def nothing_to_lose(c: Code, s: NothingToLose) -> None:
    """Generates that somebody is told to have nothing of what would be taken from them."""
    if not c.unit.journal:
        return
    known = None if non_none(c, s.counter) else is_there(c.out.kept(value(c, s.counter), "counter"))
    with c.out.when(known):
        source, target = _account(c, s.source, s.counter), _account(c, s.target, s.counter)
        with c.out.when(source.exists, target.exists):
            _tell_nothing_there(c, s, source, target, value(c, s.amount))


def _tell_nothing_there(
    c: Code, s: ir.Transfer | NothingToLose, source: _Account, target: _Account, asked: ast.expr
) -> None:  # fmt: skip
    """Emits it of a player who should lose, pay or give counters that all see."""
    counter = value(c, s.counter)
    hidden = _hidden(c, s.counter, counter)
    if source.owner is None or source.place is None or source.low is None or hidden is tree.ONE:
        return
    should = tree.compare(asked, ">", tree.ZERO)
    is_open = None if hidden is tree.ZERO else tree.expr("not hidden", hidden=hidden)
    with c.out.when(should, tree.compare(source.place, "<=", source.low), is_open):
        journal.emit(c, s.site, Verb.MISS, source.owner, [counter, source.code, target.code])


def _is_all(s: ir.Transfer) -> bool:
    """Whether the amount is exactly what is there."""
    match s.source, s.amount:
        case ir.Holder(player), ir.ReadCounter(counter, of):
            return player == of and counter == s.counter
        case ir.Pot(variable, at), ir.Read(read, of):
            return variable == read and at == of
    return False


def _put(c: Code, s: ir.Transfer, source: _Account, target: _Account, amount: ast.expr) -> None:
    if source.place is not None:
        c.out.do("place -= amount", place=source.place, amount=amount)
        check_range(c, source.place, s.span, down=not isinstance(source.low, ast.Constant), up=False)
    if target.place is not None:
        c.out.do("place += amount", place=target.place, amount=amount)
        check_range(c, target.place, s.span, down=False, up=not isinstance(target.high, ast.Constant))


def _emit(c: Code, s: ir.Transfer, source: _Account, target: _Account, amount: ast.expr) -> None:
    """Emits the transfer to all, or to those whose counters it is, and `you`."""
    counter = value(c, s.counter)
    owners = [purse.owner for purse in (source, target) if purse.owner is not None]
    holders = journal.bit(c.you)
    for owner in reversed(owners):
        holders = tree.expr("mask | masks", mask=journal.bit(owner), masks=holders)
    holders = _with_others(c, s.counter, counter, owners, holders)
    public = s.manner is ir.Manner.OPENLY or source.public or target.public or s.open
    everybody = num(c.unit.layout.everybody)
    hidden = tree.ZERO if public else _hidden(c, s.counter, counter)
    seen: ast.expr = tree.IfExp(hidden, holders, everybody)
    if hidden is tree.ZERO or hidden is tree.ONE:
        seen = holders if hidden is tree.ONE else everybody
    known: ast.expr = everybody
    if s.manner is ir.Manner.SECRETLY:
        seen = known = holders
    actor = source.owner or target.owner or c.you
    emitted = [counter, amount, source.code, target.code]
    journal.emit(c, s.site, TRANSFER_ENTRIES[s.verb], actor, emitted, seen=seen, known=known)


def _with_others(
    c: Code, counter: ir.Expression, number: ast.expr, owners: Sequence[ast.expr], holders: ast.expr
) -> ast.expr:
    """The mask with those who see what is hidden of somebody else's counter."""
    layout = c.unit.layout
    if isinstance(counter, ir.Constant):
        names: tuple[str, ...] = (layout.counters[counter.value],)
    else:
        names = values.possible_counters(c, counter)[0]
    shared = [(v.number, v.also) for v in (layout.variables[n].variable for n in names) if v.also is not None]
    if not shared:
        return holders
    mask = c.out.name("mask")
    c.out.put(mask, holders)
    for of, also in shared:
        with c.out.when(tree.compare(number, "==", num(of)) if len(names) > 1 else None):
            for owner in owners:
                _see_too(c, mask, also, owner)
    return mask


def _hidden(c: Code, counter: ir.Expression, number: ast.expr) -> ast.expr:
    """Whether the counter is hidden: 0, 1, or what reads that from a table."""
    layout = c.unit.layout
    flags = tuple(int(layout.variables[name].variable.hidden) for name in layout.counters)
    if isinstance(counter, ir.Constant):
        return num(flags[counter.value])
    names, _ = values.possible_counters(c, counter)
    possible = {int(layout.variables[name].variable.hidden) for name in names}
    return num(possible.pop()) if len(possible) == 1 else tree.at(c.unit.table("hidden counters", flags), number)
