"""Visible marks of pieces that a viewer does not know, as everybody saw them at the time."""

from __future__ import annotations

from attrs import define, field

from interpreter.program.model.nodes import Verb
from interpreter.program.model.state_layers import Position
from interpreter.runtime.copying import kind_told
from interpreter.text.labels import Words
from interpreter.text.narrate import Entry
from interpreter.text.redaction import is_something, plain


@define
class VisibleMarks:
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
        layout, kind = self.words.program.layout, kind_told(self.state, piece, known=False)
        found = []
        for mark in layout.open_marks:
            slot = layout.fields[mark.name]
            now = self.values.get((slot.number, piece), layout.kinds[kind].values.get(mark.name, slot.absent))
            value = plain(self.state, mark.type, now, self.seat)
            if is_something(mark.type, value):
                found.append((mark.name, value))
        return self.words.marked(found)
