"""What the log may say of pieces that a viewer does not know: the marks that everybody saw on them at the time."""

from __future__ import annotations

from attrs import define, field

from interpreter.program.model.nodes import Verb
from interpreter.program.model.state_layers import Position
from interpreter.runtime.copying import kind_told
from interpreter.text.labels import Words
from interpreter.text.narrate import Entry
from interpreter.text.redaction import is_something, plain


@define
class Backs:
    """The marks on each piece, as far as events tell, for one viewer."""

    words: Words
    state: Position
    seat: int | None
    values: dict[tuple[int, int], int] = field(factory=dict)

    def after(self, entry: Entry) -> None:
        """A mark may be another one now."""
        if entry[1] == Verb.WRITE_ATTRIBUTE:
            number, piece, value = entry[5:]
            self.values[number, piece] = value

    def marked(self, piece: int) -> str:
        """The marks on a piece, as they stand behind what bears them."""
        found = []
        for mark in self.words.program.layout.open_marks:
            value = plain(self.state, mark.type, self._value(mark.name, piece), self.seat)
            if is_something(mark.type, value):
                found.append((mark.name, value))
        return self.words.marked(found)

    def _value(self, mark: str, piece: int) -> int:
        layout = self.words.program.layout
        slot = layout.fields[mark]
        start = layout.kinds[kind_told(self.state, piece, known=False)].values.get(mark, slot.absent)
        return self.values.get((slot.number, piece), start)
