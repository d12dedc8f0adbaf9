"""Assignments in the reference back end: locals, variables, fields of pieces, and transfers of counters."""

from collections.abc import Sequence
from typing import assert_never

from dsl.ir import nodes as ir
from dsl.source import Span
from interpreter.backend.reference.journal import emit
from interpreter.backend.reference.values import Context, in_range, place_in, seers, value
from interpreter.program.model import nodes as p
from interpreter.program.model.nodes import BANK, POT, TRANSFER_ENTRIES, Verb
from interpreter.program.model.state_layers import Value
from interpreter.runtime.visibility import bit


def set_local(context: Context, s: ir.SetLocal) -> None:
    """Puts a value into a local."""
    context.frame[s.slot] = value(context, s.value)


def _stored(context: Context, variable: str, at: Sequence[int]) -> int | None:
    """The value of a variable, or None if it is nobody's."""
    slot = context.program.layout.variables[variable]
    stored = getattr(context.state, slot.attribute)
    if not slot.sizes:
        return stored  # type: ignore[no-any-return]
    place = place_in(slot.sizes, at)
    return None if place is None else stored[place]


def _store(context: Context, variable: str, at: Sequence[int], new: Value) -> None:
    slot = context.program.layout.variables[variable]
    if not slot.sizes:
        setattr(context.state, slot.attribute, new)
        return
    place = place_in(slot.sizes, at)
    assert place is not None
    getattr(context.state, slot.attribute)[place] = new


def _clamped(context: Context, variable: str, new: Value) -> Value:
    slot = context.program.layout.variables[variable]
    if isinstance(new, tuple):
        return new
    new = new if slot.low is None else max(slot.low, new)
    return new if slot.high is None else min(slot.high, new)


def _variable_seers(context: Context, variable: str, at: Sequence[int]) -> int | None:
    """Who sees a variable: all, of a hidden one those who are said to see it, of a mark whoever knows the piece."""
    declared = context.program.layout.variables[variable].variable
    if declared.is_mark:
        return context.state.seen[at[0]]
    return seers(context, declared, at) if declared.hidden else None


def write(context: Context, s: ir.Write) -> None:
    """Sets a variable within its bounds; without a change there is no event."""
    at = [value(context, index) for index in s.at]
    new = _clamped(context, s.variable, value(context, s.value))
    old = _stored(context, s.variable, at)
    if old is None or old == new:
        return
    _store(context, s.variable, at, new)
    number = context.program.layout.variables[s.variable].number
    emitted = new if isinstance(new, tuple) else (new,)
    seen = _variable_seers(context, s.variable, at)
    emit(context, s.site, Verb.WRITE, context.frame[0], (number, *at, *emitted), seen)


def change(context: Context, s: ir.Change) -> None:
    """Raises or lowers a variable, up to its bounds."""
    at = [value(context, index) for index in s.at]
    amount = value(context, s.amount)
    old = _stored(context, s.variable, at)
    if old is None:
        return
    new = in_range(_clamped(context, s.variable, old - amount if s.down else old + amount), s.span)
    if new == old:
        return
    _store(context, s.variable, at, new)
    number = context.program.layout.variables[s.variable].number
    seen = _variable_seers(context, s.variable, at)
    emit(context, s.site, Verb.CHANGE, context.frame[0], (number, *at, new - old), seen)


# ---------------------------------------------------------------- counters that change hands


class _Account:
    """One side of a transfer: a variable at its indices, or the bank, which is unlimited."""

    def __init__(self, context: Context, place: ir.Place, counter: int) -> None:
        self.context, self.variable, self.at = context, "", [0]
        self.code, self.public = BANK, False
        match place:
            case ir.Bank():
                pass
            case ir.Holder(player):
                seat = value(context, player)
                self.variable, self.at = context.program.layout.counters[counter], [seat]
                self.code = seat
            case ir.Pot(variable, at):
                self.variable, self.at = variable, [value(context, index) for index in at]
                slot = context.program.layout.variables[variable]
                self.code, self.public = POT - slot.number, not slot.variable.hidden
            case _:
                assert_never(place)

    @property
    def holders(self) -> int:
        """The mask of who sees what is there: of a player's counter that player, and who else sees what is hidden."""
        if self.code < 0:
            return 0
        return seers(self.context, self.context.program.layout.variables[self.variable].variable, self.at)

    def exists(self) -> bool:
        return not self.variable or _stored(self.context, self.variable, self.at) is not None

    def there(self, amount: int) -> int:
        """How much of `amount` can go from here."""
        if not self.variable:
            return amount
        low = self.context.program.layout.variables[self.variable].low
        return amount if low is None else min(amount, self._held() - low)

    def room(self, amount: int) -> int:
        """How much of `amount` can come here."""
        if not self.variable:
            return amount
        high = self.context.program.layout.variables[self.variable].high
        return amount if high is None else min(amount, high - self._held())

    def add(self, amount: int, span: Span) -> None:
        if self.variable:
            _store(self.context, self.variable, self.at, in_range(self._held() + amount, span))

    def _held(self) -> int:
        held = _stored(self.context, self.variable, self.at)
        assert held is not None
        return held


def transfer(context: Context, s: ir.Transfer) -> None:
    """Moves what is there, as far as there is room for it, and tells as much as may be known."""
    counter = value(context, s.counter)
    if counter < 0:
        return
    source, target = _Account(context, s.source, counter), _Account(context, s.target, counter)
    if not (source.exists() and target.exists()):
        return
    asked = value(context, s.amount)
    _tell_nothing_there(context, s, counter, source, target, asked)
    amount = target.room(source.there(asked))
    if amount <= 0:
        return
    source.add(-amount, s.span)
    target.add(amount, s.span)
    holders = source.holders | target.holders | bit(context.frame[0])
    hidden = context.program.layout.variables[context.program.layout.counters[counter]].variable.hidden
    public = source.public or target.public or s.open
    seen = None if not hidden or s.manner is ir.Manner.OPENLY or public else holders
    known = holders if s.manner is ir.Manner.SECRETLY else None
    seen = holders if s.manner is ir.Manner.SECRETLY else seen
    you = source.code if source.code >= 0 else target.code if target.code >= 0 else context.frame[0]
    emit(context, s.site, TRANSFER_ENTRIES[s.verb], you, (counter, amount, source.code, target.code), seen, known)


def nothing_to_lose(context: Context, s: p.NothingToLose) -> None:
    """Tells that somebody has nothing of what would be taken from them."""
    counter = value(context, s.counter)
    if counter < 0:
        return
    source, target = _Account(context, s.source, counter), _Account(context, s.target, counter)
    if source.exists() and target.exists():
        _tell_nothing_there(context, s, counter, source, target, value(context, s.amount))


def _tell_nothing_there(
    context: Context, s: ir.Transfer | p.NothingToLose, counter: int, source: _Account, target: _Account, asked: int
) -> None:
    """Emits it of a player who should lose, pay or give counters that all see, and not in secret."""
    layout = context.program.layout
    if source.code < 0 or layout.variables[layout.counters[counter]].variable.hidden:
        return
    secret = isinstance(s, ir.Transfer) and s.manner is ir.Manner.SECRETLY
    if not secret and asked > 0 and source.there(1) <= 0:
        emit(context, s.site, Verb.MISS, source.code, (counter, source.code, target.code))
