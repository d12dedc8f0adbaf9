"""Visible marks of pieces that a viewer does not know, as everybody saw them at the time."""

from collections.abc import Sequence

from attrs import define, field

from interpreter.program.model.nodes import Verb
from interpreter.program.model.state_layers import Position
from interpreter.runtime.copying import kind_told
from interpreter.text.labels import Words
from interpreter.text.log.heard import Entry
from interpreter.text.redaction import is_something, plain


@define
class VisibleMarks:
    """The marks on each piece, as far as events tell, for one viewer."""

    words: Words
    state: Position
    seat: int | None
    values: dict[tuple[int, ...], int] = field(factory=dict)  # by the number of the mark, and where it lies

    def after(self, entry: Entry) -> None:
        """A mark may be another one now."""
        if entry[1] in (Verb.WRITE, Verb.CHANGE) and self.words.variables[entry[5]].seen:
            *at, value = entry[5:]
            self.values[*at] = value if entry[1] == Verb.WRITE else self._value(at) + value

    def marked(self, piece: int) -> str:
        """The marks on a piece, as they stand behind what bears them."""
        found = []
        for mark in self.words.program.layout.open_marks:
            assert mark.slot is not None
            by = [mark.place] if mark.value else []
            value = plain(self.state, mark.type, self._value([mark.slot.number, piece, *by]), self.seat)
            if is_something(mark.type, value):
                found.append((mark.name, value))
        return self.words.marked(found)

    def _value(self, at: Sequence[int]) -> int:
        number, piece, *_ = at
        slot = self.words.program.layout.variables[self.words.variables[number].name]
        return self.values.get((*at,), slot.by_kind[kind_told(self.state, piece, known=False)])
