"""An event as one viewer meets it, with the words for what is in it."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import TypeAlias

from attrs import define, field

from dsl.frozen import changed, frozen
from dsl.ir import nodes as ir
from dsl.ir.prose.nouns import called, in_sentence
from interpreter.program.model.nodes import Verb
from interpreter.program.model.state_layers import Position, Value
from interpreter.runtime.copying import kind_told
from interpreter.text.company import Hearer
from interpreter.text.labels import Words, possessive
from interpreter.text.log.sentence import Piece, Sentence, Thing
from interpreter.text.redaction import is_something, knows, plain

#: An entry of the journal; `interpreter.program.nodes.Verb` says what stands in it.
Entry: TypeAlias = tuple[int, ...]


@frozen
class RunningSum:
    """A counter that has changed: by how much, what it has come to, and its name where that is told: `Ann's points`."""

    by: int
    now: int
    counter: str = ""


@frozen
class HeardEvent:
    """An event as one viewer meets it: whether its values are `open` to them, and in which zone each piece `lies`."""

    words: Words
    state: Position
    site: int
    verb: int
    who: int
    values: tuple[int, ...]
    open: bool
    seat: Hearer
    lies: Callable[[int], int]  # -1 where that is not known
    marked: Callable[[int], str]  # the marks that everybody saw then on a piece, as they follow `a card`
    seen: Container[int]  # pieces that the viewer can tell where they lie
    before: Entry = ()  # the event right before it
    just_named: bool = False  # by the rules its piece is the one that the event right before was about
    instead: int = ir.NONE  # as much it would have come to, but for the rule that is carried out in its place
    now: RunningSum | None = None  # what the counter that it changes has come to, if the viewer may know

    def piece(self, piece: int, zone: int = ir.NONE, *, whose: bool = False, there: str = "on") -> Piece:
        """A piece that lay in `zone`, which may not matter; `whose`: with whose place that is, if not the subject's.

        Of what lies on somebody's board, where others may put things too, it is said that it is or was `there`.
        """
        if not self.open and self.just_named:
            return Piece("it")
        if not self.open:
            return Piece(None, marks=self.marked(piece), back=self.words.back_of(self._declared()))
        ordered = zone < 0 or self.words.is_ordered(zone)
        kind = self.kind(piece)
        told = self.words.program.layout.kinds[kind]
        title, owner, several = told.title, self.state.owner[piece], ""
        title, theirs = in_sentence(title) if title == told.card_type else title, ""
        if owner >= 0 and told.card_type in self.words.personal:
            title, several = f"{self.whose(owner)} {title}", f"of {self.whose(owner)} {title} tokens"
        elif whose and zone >= 0 and (owner := self.words.owner(zone)) not in (ir.NONE, self.who):
            theirs = self.whose(owner)
        where = self.on_board(zone, there) if theirs else ""
        several = several or self.words.several_titles(told)
        order = () if ordered else (kind,)
        sort = self.words.sort_of(told.card_type)
        return Piece(title, order, "", several, sort, "" if where else theirs, where, piece)

    def on_board(self, zone: int, there: str = "on") -> str:
        """Where a piece lies on somebody's board, or came from: `on Ben's desk`; "" if the place is no board."""
        if zone < 0 or self.words.owner(zone) < 0 or self.words.zone_of(zone).shape is not ir.Shape.BOARD:
            return ""
        return f"{there} {self.whose(self.words.owner(zone))} {called(self.words.zone_of(zone))}"

    def _declared(self) -> ir.Type:
        """What the rules say of the pieces that they move there, which is no secret."""
        statement = self.words.statements.get(self.site)
        return statement.pieces.type if isinstance(statement, ir.MovePieces) else ir.PIECE

    def known(self, piece: int) -> Piece | None:
        """A piece that is named to all, if the viewer knew it then; whether it is known now does not matter."""
        is_known = piece >= 0 and (self.open or piece in self.seen)
        return changed(self, open=True).piece(piece, self.lies(piece)) if is_known else None

    def player(self, seat: int) -> str:
        """A player who is not the subject."""
        return "you" if seat == self.seat else self.words.player(seat)

    def whose(self, owner: int, who: int | None = None) -> str:
        """Whose something is, in a sentence about `who`, or about whoever did it."""
        if owner == self.seat:
            return "your"
        return "their" if owner == (self.who if who is None else who) else possessive(self.words.player(owner))

    def zone(self, zone: int, who: int | None = None) -> str:
        """A place, in such a sentence: `the box`, `Ann's hand`, `your hand`, `their hand`."""
        owner = self.words.owner(zone)
        return self.words.zone(zone) if owner < 0 else f"{self.whose(owner, who)} {self.words.zone(zone, owner)}"

    def place(self, code: int) -> str:
        """Where counters go from or to, by its code in the journal."""
        return self.words.place(code) if code < 0 else self.player(code)

    def kind(self, piece: int) -> int:
        """Which kind of piece the viewer knew it to be."""
        return kind_told(self.state, piece, known=knows(self.state, piece, self.seat))


def act(subject: int, does: str, *things: Thing, lead: str = "") -> Sentence:
    """A sentence about a seat, or about nobody."""
    return Sentence(subject, does, things, lead)


@define
class VisibleMarks:
    """Visible marks of pieces that a viewer does not know, as everybody saw them then, as far as events tell."""

    words: Words
    state: Position
    values: dict[tuple[int, ...], int] = field(factory=dict)  # by the number of the mark, and where it lies

    def after(self, entry: Entry) -> None:
        """A mark may be another one now."""
        if entry[1] in (Verb.WRITE, Verb.CHANGE) and self.words.variables[entry[5]].seen:
            *at, value = entry[5:]
            self.values[*at] = value if entry[1] == Verb.WRITE else self._value(at) + value

    def marked(self, piece: int, seat: Hearer) -> str:
        """The marks on a piece, as they stand behind what bears them, for `seat`."""
        found = []
        for mark in self.words.program.layout.open_marks:
            assert mark.slot is not None
            by = [mark.place] if mark.value else []
            value = plain(self.state, mark.type, self._value([mark.slot.number, piece, *by]), seat)
            if is_something(mark.type, value):
                found.append((mark.name, value))
        return self.words.marked(found)

    def _value(self, at: Sequence[int]) -> Value:
        number, piece, *_ = at
        slot = self.words.program.layout.variables[self.words.variables[number].name]
        first: Value = slot.by_kind[kind_told(self.state, piece, known=False)]
        return self.values.get((*at,), first)
