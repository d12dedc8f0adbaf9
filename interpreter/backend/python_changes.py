"""Statements that change what is remembered, as Python text: locals, variables, fields, counters."""

from __future__ import annotations

from dsl.ir import nodes as ir
from interpreter.backend import python_journal as journal
from interpreter.backend import python_values as values
from interpreter.backend.python_code import Code, value
from interpreter.backend.python_sure import sure
from interpreter.backend.python_text import at_least, at_most, atom, operand
from interpreter.program.model.layout import VariableSlot
from interpreter.program.model.nodes import BANK, POT, Verb


def set_local(c: Code, s: ir.SetLocal) -> None:
    """Puts a value into a local."""
    c.text.line(f"{c.write(s.slot)} = {value(c, s.value)}")


def _cell(c: Code, slot: VariableSlot, at: tuple[ir.Expression, ...]) -> tuple[str, str, list[str]]:
    """Where a variable stands, what must hold for it to exist, and its indices, none worked out twice."""
    if not slot.sizes:
        return f"st.{slot.attribute}", "", []
    indices = [c.text.kept(value(c, index), "i") for index in at]
    guards = [f"{text} >= 0" for text, index in zip(indices, at, strict=True) if not sure(c, index)]
    terms = [text if stride == 1 else f"{text} * {stride}" for text, stride in zip(indices, slot.strides, strict=True)]
    return f"st.{slot.attribute}[{' + '.join(terms)}]", " and ".join(guards), indices


def _clamped(c: Code, slot: VariableSlot, text: str) -> str:
    if slot.low is not None:
        text = at_least(c.text, text, slot.low)
    return text if slot.high is None else at_most(c.text, text, slot.high)


def write(c: Code, s: ir.Write) -> None:
    """Sets a variable; it stops at its bounds."""
    slot = c.unit.layout.variables[s.variable]
    cell, exists, indices = _cell(c, slot, s.at)
    many = slot.variable.type.many
    new = value(c, s.value)
    if not many and (slot.low is not None or slot.high is not None):
        new = _within(c, slot, s.value, new)
    if not c.unit.journal:
        with c.text.when(exists):
            c.text.line(f"{cell} = {new}")
        return
    name = c.text.kept(new, "new")
    with c.text.when(exists, f"{cell} != {name}"):
        c.text.line(f"{cell} = {name}")
        told = [str(slot.number), *indices, f"*{name}" if many else name]
        journal.tell(c, s.site, Verb.WRITE, c.you, told, seen=journal.owner_of(c, slot, indices))


def _within(c: Code, slot: VariableSlot, node: ir.Expression, text: str) -> str:
    """The text, held to the bounds unless it is known to be in them."""
    if isinstance(node, ir.Constant):
        low = node.value if slot.low is None else max(slot.low, node.value)
        return str(low if slot.high is None else min(slot.high, low))
    if slot.low == 0 and never_negative(c, node):
        return text if slot.high is None else at_most(c.text, text, slot.high)
    return _clamped(c, slot, text)


def change(c: Code, s: ir.Change) -> None:
    """Raises or lowers a variable, up to its bounds."""
    slot = c.unit.layout.variables[s.variable]
    cell, exists, indices = _cell(c, slot, s.at)
    amount = value(c, s.amount)
    sign = "-" if s.down else "+"
    with c.text.when(exists):
        if not c.unit.journal:
            _add(c, slot, s, cell, sign, amount)
            return
        old = c.text.kept(cell, "old")
        new = c.text.kept(_clamped(c, slot, f"{old} {sign} {atom(amount)}"), "new")
        with c.text.when(f"{new} != {old}"):
            c.text.line(f"{cell} = {new}")
            told = [str(slot.number), *indices, f"{new} - {old}"]
            journal.tell(c, s.site, Verb.CHANGE, c.you, told, seen=journal.owner_of(c, slot, indices))


def _add(c: Code, slot: VariableSlot, s: ir.Change, cell: str, sign: str, amount: str) -> None:
    """Only the bound that can be reached is looked at, where the amount is known not to be negative."""
    low, high = slot.low, slot.high
    if never_negative(c, s.amount):
        low, high = (low, None) if s.down else (None, high)
    if low is None and high is None:
        c.text.line(f"{cell} {sign}= {amount}")
        return
    text = f"{cell} {sign} {atom(amount)}"
    if low is not None:
        text = at_least(c.text, text, low)
    c.text.line(f"{cell} = {text if high is None else at_most(c.text, text, high)}")


def never_negative(c: Code, node: ir.Expression) -> bool:
    """Whether a number is known to be 0 or more."""
    match node:
        case ir.Constant(worth):
            return worth >= 0
        case ir.Read(variable):
            slot = c.unit.layout.variables[variable]
            return slot.low is not None and slot.low >= 0 and isinstance(slot.start, int) and slot.start >= 0
        case ir.CountOf():
            return True
        case ir.Arithmetic("+" | "*", left, right):
            return never_negative(c, left) and never_negative(c, right)
        case ir.Divide(left, ir.Constant(divisor)):
            return divisor > 0 and never_negative(c, left)
        case _:
            return False


def write_attribute(c: Code, s: ir.WriteAttribute) -> None:
    """Sets a field of a piece."""
    field = c.unit.layout.fields[s.field]
    piece = c.text.kept(value(c, s.piece), "piece")
    exists = "" if sure(c, s.piece) else f"{piece} >= 0"
    new = value(c, s.value)
    cell = f"st.{field.attribute}[{piece}]"
    if not c.unit.journal:
        with c.text.when(exists):
            c.text.line(f"{cell} = {new}")
        return
    new = c.text.kept(new, "new")
    with c.text.when(exists, f"{cell} != {new}"):
        c.text.line(f"{cell} = {new}")
        told = [str(field.number), piece, new]
        journal.tell(c, s.site, Verb.WRITE_ATTRIBUTE, c.you, told, seen=f"st.seen[{piece}]")


# ---------------------------------------------------------------- counters that change hands


class _Place:
    """Where counters go from or to. `cell` is empty for the bank; `code` is what the journal calls it."""

    def __init__(self, c: Code, place: ir.Place, counter: ir.Expression) -> None:
        self.cell, self.exists, self.code, self.owner, self.public = "", "", str(BANK), "", False
        self.low, self.high = "", ""
        match place:
            case ir.Bank():
                pass
            case ir.Holder(player):
                self._holder(c, player, counter)
            case ir.Pot(variable, at):
                slot = c.unit.layout.variables[variable]
                self.cell, self.exists, _ = _cell(c, slot, at)
                self.low, self.high = ("" if bound is None else str(bound) for bound in (slot.low, slot.high))
                self.code, self.public = str(POT - slot.number), not slot.variable.hidden

    def _holder(self, c: Code, player: ir.Expression, counter: ir.Expression) -> None:
        self.code = c.text.kept(value(c, player), "p")
        self.exists = "" if sure(c, player) else f"{self.code} >= 0"
        self.owner = self.code
        names, number = values.possible_counters(c, counter)
        if isinstance(counter, ir.Constant):
            names = (c.unit.layout.counters[counter.value],)
            self.cell = f"st.{c.unit.layout.variables[names[0]].attribute}[{self.code}]"
        else:
            attributes = "".join(f"st.{c.unit.layout.variables[name].attribute}, " for name in names)
            held = c.text.kept(f"({attributes}NOTHING)[{value(c, number)}]", "held")
            self.cell = f"{held}[{self.code}]"
        self._bounds(c, names, number)

    def _bounds(self, c: Code, names: tuple[str, ...], number: ir.Expression) -> None:
        """The bounds as text; where counters differ in them, from a table."""
        slots = [c.unit.layout.variables[name] for name in names]
        lows, highs = [slot.low for slot in slots], [slot.high for slot in slots]
        self.low = _bound(c, "lowest of " + ", ".join(names), lows, -_ENDLESS, number)
        self.high = _bound(c, "highest of " + ", ".join(names), highs, _ENDLESS, number)


_ENDLESS = 1 << 62


def _bound(c: Code, name: str, bounds: list[int | None], endless: int, number: ir.Expression) -> str:
    if len(set(bounds)) == 1:
        return "" if bounds[0] is None else str(bounds[0])
    table = c.unit.table(name, tuple(endless if bound is None else bound for bound in bounds))
    return f"{table}[{value(c, number)}]"


_VERBS = {"gain": Verb.GAIN, "lose": Verb.LOSE, "pay": Verb.PAY, "give": Verb.GIVE}


def transfer(c: Code, s: ir.Transfer) -> None:
    """Moves what is there, as far as there is room for it."""
    if isinstance(s.counter, ir.Constant):
        if s.counter.value < 0:
            return
        known = ""
    else:
        known = "" if sure(c, s.counter) else f"{c.text.kept(value(c, s.counter), 'counter')} >= 0"
    with c.text.when(known):
        source, target = _Place(c, s.source, s.counter), _Place(c, s.target, s.counter)
        with c.text.when(source.exists, target.exists):
            _move(c, s, source, target)


def _move(c: Code, s: ir.Transfer, source: _Place, target: _Place) -> None:
    amount = value(c, s.amount)
    limited = source.low or target.high
    if not limited and isinstance(s.amount, ir.Constant) and not c.unit.journal:
        if s.amount.value > 0:
            _put(c, source, target, amount)
        return
    amount = c.text.name("amount") if limited else c.text.kept(amount, "amount")
    if limited:
        c.text.line(f"{amount} = {value(c, s.amount)}")
    if source.low:
        there = source.cell if source.low == "0" else f"{source.cell} - {source.low}"
        if not _is_all(s):
            c.text.line(f"if {amount} > {operand(there)}: {amount} = {there}")
        elif source.low != "0":
            c.text.line(f"{amount} -= {source.low}")
    if target.high:
        c.text.line(f"if {amount} > {target.high} - {target.cell}: {amount} = {target.high} - {target.cell}")
    with c.text.block(f"if {amount} > 0:"):
        _put(c, source, target, amount)
        if c.unit.journal:
            _tell(c, s, source, target, amount)


def _is_all(s: ir.Transfer) -> bool:
    """Whether the amount is exactly what is there."""
    match s.source, s.amount:
        case ir.Holder(player), ir.ReadCounter(counter, of):
            return player == of and counter == s.counter
        case ir.Pot(variable, at), ir.Read(read, of):
            return variable == read and at == of
        case _:
            return False


def _put(c: Code, source: _Place, target: _Place, amount: str) -> None:
    if source.cell:
        c.text.line(f"{source.cell} -= {amount}")
    if target.cell:
        c.text.line(f"{target.cell} += {amount}")


def _tell(c: Code, s: ir.Transfer, source: _Place, target: _Place, amount: str) -> None:
    """Who may know how much it was: all, or those whose counters it is, and `you`."""
    counter = value(c, s.counter)
    mine = c.you
    holders = " | ".join([*(journal.bit(p.owner) for p in (source, target) if p.owner), journal.bit(c.you)])
    public = s.manner is ir.Manner.OPENLY or source.public or target.public or s.open
    hidden = _hidden(c, s.counter, counter)
    everybody = str(c.unit.layout.everybody)
    seen = everybody if public or hidden == "0" else holders
    if seen == holders and hidden != "1":
        seen = f"({holders}) if {hidden} else {everybody}"
    known = everybody
    if s.manner is ir.Manner.SECRETLY:
        seen = known = holders
    actor = source.owner or target.owner or mine
    told = [counter, amount, source.code, target.code]
    journal.tell(c, s.site, _VERBS[s.verb], actor, told, seen=seen, known=known)


def _hidden(c: Code, counter: ir.Expression, text: str) -> str:
    """Whether the counter is hidden: 0, 1, or a text that says so."""
    layout = c.unit.layout
    flags = tuple(int(layout.variables[name].variable.hidden) for name in layout.counters)
    if isinstance(counter, ir.Constant):
        return str(flags[counter.value])
    names, _ = values.possible_counters(c, counter)
    possible = {int(layout.variables[name].variable.hidden) for name in names}
    return str(possible.pop()) if len(possible) == 1 else f"{c.unit.table('hidden counters', flags)}[{text}]"
