"""What things are called: an int of the engine becomes words here, and only when somebody looks.

A card that the viewer does not know is just `a card`: no title, no owner, no number ever stands for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import frozen

from dsl.ir import nodes as ir
from interpreter.program.layout import ZoneSlot
from interpreter.program.nodes import BANK, POT, Program
from interpreter.program.walk import nodes_in
from interpreter.state import State

#: What a card is called by who does not know it.
UNKNOWN_PIECE = "a card"
NOTHING = "none"


@frozen(eq=False, slots=False)
class Words:
    """The words of one game at one table. `names` has a name for each seat."""

    program: Program
    names: tuple[str, ...]

    @cached_property
    def statements(self) -> Mapping[int, Any]:
        """What the rules say at each site."""
        found: dict[int, Any] = {}
        for node in nodes_in(self.program.game):
            if (site := getattr(node, "site", -1)) >= 0:
                found.setdefault(site, node)
        return found

    @cached_property
    def variables(self) -> tuple[ir.Variable, ...]:
        """Every variable by its number."""
        return tuple(slot.variable for slot in self.program.layout.variables.values())

    # ------------------------------------------------------------ things that never change

    def player(self, seat: int) -> str:
        """The name of whoever sits there."""
        return self.names[seat] if 0 <= seat < len(self.names) else NOTHING

    def counter(self, number: int) -> str:
        """A kind of counter as it stands in a sentence."""
        layout = self.program.layout
        if not 0 <= number < len(layout.counters):
            return "counters"
        variable = layout.variables[layout.counters[number]].variable
        return in_sentence(variable.title, variable.name)

    def value_of(self, enum: str, place: int) -> str:
        """The title of a value of an enum, of spaces or of a group of counters."""
        values = self.values(enum)
        return values[place] if 0 <= place < len(values) else NOTHING

    def values(self, enum: str) -> tuple[str, ...]:
        """The titles of all values of an enum, of spaces or of a group of counters."""
        for one in self.program.game.enumerations:
            if one.name == enum:
                return tuple(value.title or spoken(value.name) for value in one.values)
        return tuple(v.title or spoken(v.name) for v in self.program.game.variables if v.group == enum)

    def index(self, index: ir.Index, place: int) -> str:
        """What stands for a place of an index of a variable or a zone."""
        if index.dimension is ir.Dimension.PLAYER:
            return self.player(place)
        return self.value_of(index.name, place)

    def zone(self, instance: int, viewpoint: int = ir.NONE) -> str:
        """A place where pieces lie, in a sentence: `the box`, `Ann's hand`, from her viewpoint `hand`."""
        name = self.program.layout.zone_names[instance]
        slot = self.program.layout.zones[name]
        at = indices(slot, instance - slot.base)
        words, others = spoken(name), []
        owner = ""
        for index, place in zip(slot.zone.dimensions, at, strict=True):
            if index.dimension is ir.Dimension.PLAYER and not owner:
                owner = "own" if place == viewpoint else possessive(self.player(place))
            else:
                others.append(self.index(index, place))
        named = f"{words} ({', '.join(others)})" if others else words
        return named if owner == "own" else f"{owner or 'the'} {named}"

    def owner(self, instance: int) -> int:
        """Whose place this is, or -1."""
        seat = self.program.layout.seats[instance]
        return ir.NONE if seat is None else seat

    def place(self, code: int) -> str:
        """Where counters go from or to, by its code in the journal: a player, the bank, or a pot."""
        if code >= 0:
            return self.player(code)
        if code == BANK:
            return "the bank"
        variable = self.variables[POT - code]
        return f"the {in_sentence(variable.title, variable.name)}"

    def start_of(self, variable: ir.Variable, at: Sequence[int]) -> int | tuple[int, ...]:
        """What a variable begins with."""
        return self.program.layout.variables[variable.name].start

    def variable(self, variable: ir.Variable, at: Sequence[int]) -> str:
        """A variable at its indices, as it stands in a sentence: `Ann's bid`, `the pot (Money)`."""
        others = []
        owner = ""
        for index, place in zip(variable.dimensions, at, strict=True):
            if index.dimension is ir.Dimension.PLAYER and not owner:
                owner = possessive(self.player(place))
            else:
                others.append(self.index(index, place))
        named = in_sentence(variable.title, variable.name)
        named = f"{named} ({', '.join(others)})" if others else named
        return f"{owner} {named}" if owner else f"the {named}"

    # ------------------------------------------------------------ things on the table

    def title(self, state: State, piece: int) -> str:
        """What is printed at the head of a piece."""
        return self.program.layout.kinds[state.kind[piece]].title

    def piece(self, state: State, piece: int, seat: int | None) -> str:
        """A piece as it stands in a sentence, for `seat` (None: for who sees all)."""
        if piece < 0:
            return NOTHING
        return self.title(state, piece) if knows(state, piece, seat) else UNKNOWN_PIECE

    def printed(self, state: State, piece: int) -> tuple[tuple[str, str], ...]:
        """What stands on a piece besides its title: each field with its value, unless that is none."""
        layout = self.program.layout
        title = self.title(state, piece)
        found: list[tuple[str, str]] = []
        for field in self._fields(layout.kinds[state.kind[piece]].card_type):
            value = field_value(state, field, piece)
            if field.type.kind is ir.Kind.YES_NO:
                if value:
                    found.append(("", spoken(field.name)))
            elif value >= 0 or field.type.kind is ir.Kind.NUMBER:
                words = self.value(state, field.type, value, None)
                if words not in (title, NOTHING):
                    found.append(("" if field.type.kind is ir.Kind.TEXT else spoken(field.name), words))
        return tuple(found)

    def described(self, state: State, piece: int) -> str:
        """A piece with what is printed on it: `Find the Good Stapler (size 6)`."""
        printed = [f"{name} {words}".strip() for name, words in self.printed(state, piece)]
        return f"{self.title(state, piece)} ({', '.join(printed)})" if printed else self.title(state, piece)

    def value(self, state: State, type_: ir.Type, value: int, seat: int | None) -> str:
        """An int of that type in words, cut to what `seat` knows (None: all)."""
        match type_.kind:
            case ir.Kind.YES_NO:
                return "yes" if value else "no"
            case ir.Kind.PIECE:
                return self.piece(state, value, seat)
            case ir.Kind.PLAYER:
                return self.player(value)
            case ir.Kind.VALUE:
                return self.value_of(type_.name, value)
            case ir.Kind.TEXT:
                return self.program.layout.texts[value] if value >= 0 else NOTHING
            case ir.Kind.ZONE:
                return self.zone(value) if value >= 0 else NOTHING
            case ir.Kind.COUNTER:
                return self.counter(value)
            case ir.Kind.NUMBER | ir.Kind.DIE | ir.Kind.NOTHING | ir.Kind.UNKNOWN:
                return NOTHING if value == ir.NONE and type_.optional else str(value)

    def filled(
        self, state: State, text: Sequence[ir.TextPart], values: Iterable[int], seat: int | None
    ) -> str:
        """A text of the rules with its braces filled: `values` has one for each expression in it."""
        left = iter(values)
        return "".join(
            part if isinstance(part, str) else self.value(state, part.type, next(left), seat) for part in text
        )

    def _fields(self, card_type: str) -> tuple[ir.PieceField, ...]:
        return next((c.fields for c in self.program.game.card_types if c.name == card_type), ())


def knows(state: State, piece: int, seat: int | None) -> bool:
    """Whether `seat` knows which piece this is; None is who sees all."""
    return seat is None or state.seen[piece] >> seat & 1 == 1


def field_value(state: State, field: ir.PieceField, piece: int) -> int:
    """The int that a piece has in a field, printed or set in play."""
    layout = state.layout
    if (slot := layout.fields.get(field.name)) is not None:
        return int(getattr(state, slot.attribute)[piece])
    return layout.printed[field.name][state.kind[piece]]


def indices(slot: ZoneSlot, offset: int) -> tuple[int, ...]:
    """The indices of the instance that lies so far after a zone's first one."""
    return tuple(offset // stride % size for size, stride in zip(slot.sizes, slot.strides, strict=True))


def spoken(name: str) -> str:
    """A name of the rules as it stands in a sentence: `draw_pile` is `draw pile`."""
    return name.replace("_", " ")


def in_sentence(title: str, name: str) -> str:
    """The title that a designer gave, or the plain name where the title is no more than that."""
    return title if title and title.casefold() != spoken(name).casefold() else spoken(name)


def possessive(name: str) -> str:
    """`Ann's`, `James'`."""
    return f"{name}'" if name.endswith(("s", "S")) else f"{name}'s"


def joined(words: Iterable[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    *first, end = [*words] or [""]
    return f"{', '.join(first)} {last} {end}" if first else end


def capital(sentence: str) -> str:
    """A sentence with a capital letter at its beginning."""
    return sentence[:1].upper() + sentence[1:]


def counted(number: int, noun: str) -> str:
    """`a card`, `4 cards`."""
    return f"a {noun}" if number == 1 else f"{number} {noun}s"
