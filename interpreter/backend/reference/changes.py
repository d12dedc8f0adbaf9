"""What is remembered changes: locals, variables, fields of pieces, and counters that change hands."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.ir import nodes as ir
from interpreter.backend.reference.journal import tell
from interpreter.backend.reference.scene import Value
from interpreter.backend.reference.values import Scene, place_in, value
from interpreter.program.model.nodes import BANK, POT, Verb
from interpreter.runtime.visibility import bit


def set_local(scene: Scene, s: ir.SetLocal) -> None:
    """Puts a value into a local."""
    scene.frame[s.slot] = value(scene, s.value)


def _stored(scene: Scene, variable: str, at: Sequence[int]) -> int | None:
    """What a variable holds, or None if it is nobody's."""
    slot = scene.program.layout.variables[variable]
    stored = getattr(scene.state, slot.attribute)
    if not slot.sizes:
        return stored  # type: ignore[no-any-return]
    place = place_in(slot.sizes, at)
    return None if place is None else stored[place]


def _store(scene: Scene, variable: str, at: Sequence[int], new: Value) -> None:
    slot = scene.program.layout.variables[variable]
    if not slot.sizes:
        setattr(scene.state, slot.attribute, new)
        return
    place = place_in(slot.sizes, at)
    assert place is not None
    getattr(scene.state, slot.attribute)[place] = new


def _clamped(scene: Scene, variable: str, new: Value) -> Value:
    slot = scene.program.layout.variables[variable]
    if isinstance(new, tuple):
        return new
    new = new if slot.low is None else max(slot.low, new)
    return new if slot.high is None else min(slot.high, new)


def _variable_seers(scene: Scene, variable: str, at: Sequence[int]) -> int | None:
    """Who sees a variable: all, of a hidden one whoever it belongs to, of a mark whoever knows the piece."""
    declared = scene.program.layout.variables[variable].variable
    if declared.is_mark:
        return scene.state.seen[at[0]]
    if not declared.hidden:
        return None
    owners = [
        place for index, place in zip(declared.dimensions, at, strict=True) if index.dimension is ir.Dimension.PLAYER
    ]
    return bit(owners[0]) if owners else 0


def write(scene: Scene, s: ir.Write) -> None:
    """Sets a variable; it stops at its bounds, and what stays as it was is no event."""
    at = [value(scene, index) for index in s.at]
    new = _clamped(scene, s.variable, value(scene, s.value))
    old = _stored(scene, s.variable, at)
    if old is None or old == new:
        return
    _store(scene, s.variable, at, new)
    number = scene.program.layout.variables[s.variable].number
    told = new if isinstance(new, tuple) else (new,)
    seen = _variable_seers(scene, s.variable, at)
    tell(scene, s.site, Verb.WRITE, scene.frame[0], (number, *at, *told), seen)


def change(scene: Scene, s: ir.Change) -> None:
    """Raises or lowers a variable, up to its bounds."""
    at = [value(scene, index) for index in s.at]
    amount = value(scene, s.amount)
    old = _stored(scene, s.variable, at)
    if old is None:
        return
    new = _clamped(scene, s.variable, old - amount if s.down else old + amount)
    if new == old:
        return
    _store(scene, s.variable, at, new)
    number = scene.program.layout.variables[s.variable].number
    seen = _variable_seers(scene, s.variable, at)
    tell(scene, s.site, Verb.CHANGE, scene.frame[0], (number, *at, new - old), seen)


# ---------------------------------------------------------------- counters that change hands


class _Place:
    """Where counters go from or to: a variable at its indices, or the bank, which has no end."""

    def __init__(self, scene: Scene, place: ir.Place, counter: int) -> None:
        self.scene, self.variable, self.at = scene, "", [0]
        self.code, self.owner, self.public = BANK, 0, False
        match place:
            case ir.Bank():
                pass
            case ir.Holder(player):
                seat = value(scene, player)
                self.variable, self.at = scene.program.layout.counters[counter], [seat]
                self.code, self.owner = seat, bit(seat)
            case ir.Pot(variable, at):
                self.variable, self.at = variable, [value(scene, index) for index in at]
                slot = scene.program.layout.variables[variable]
                self.code, self.public = POT - slot.number, not slot.variable.hidden

    def exists(self) -> bool:
        return not self.variable or _stored(self.scene, self.variable, self.at) is not None

    def there(self, amount: int) -> int:
        """How much of `amount` can go from here."""
        if not self.variable:
            return amount
        low = self.scene.program.layout.variables[self.variable].low
        return amount if low is None else min(amount, self._held() - low)

    def room(self, amount: int) -> int:
        """How much of `amount` can come here."""
        if not self.variable:
            return amount
        high = self.scene.program.layout.variables[self.variable].high
        return amount if high is None else min(amount, high - self._held())

    def add(self, amount: int) -> None:
        if self.variable:
            _store(self.scene, self.variable, self.at, self._held() + amount)

    def _held(self) -> int:
        held = _stored(self.scene, self.variable, self.at)
        assert held is not None
        return held


_VERBS = {"gain": Verb.GAIN, "lose": Verb.LOSE, "pay": Verb.PAY, "give": Verb.GIVE}


def transfer(scene: Scene, s: ir.Transfer) -> None:
    """Moves what is there, as far as there is room for it, and tells as much as may be known."""
    counter = value(scene, s.counter)
    if counter < 0:
        return
    source, target = _Place(scene, s.source, counter), _Place(scene, s.target, counter)
    if not (source.exists() and target.exists()):
        return
    amount = target.room(source.there(value(scene, s.amount)))
    if amount <= 0:
        return
    source.add(-amount)
    target.add(amount)
    holders = source.owner | target.owner | bit(scene.frame[0])
    hidden = scene.program.layout.variables[scene.program.layout.counters[counter]].variable.hidden
    public = source.public or target.public or s.open
    seen = None if not hidden or s.manner is ir.Manner.OPENLY or public else holders
    known = holders if s.manner is ir.Manner.SECRETLY else None
    seen = holders if s.manner is ir.Manner.SECRETLY else seen
    you = source.code if source.code >= 0 else target.code if target.code >= 0 else scene.frame[0]
    tell(scene, s.site, _VERBS[s.verb], you, (counter, amount, source.code, target.code), seen, known)
