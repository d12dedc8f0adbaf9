"""Labels: makes words of an int of the engine, when somebody looks.

A card that the viewer does not know is just `a card`, with the marks that the rules say everybody sees on it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakValueDictionary

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.prose.nouns import amount_of, called, face_of, in_units, plural, spelt, the
from dsl.ir.shown import shown
from dsl.walk import nodes_in
from interpreter.program.model.layout import OnPiece, PieceKind, ZoneSlot
from interpreter.program.model.nodes import BANK, POT
from interpreter.program.model.program import Program
from interpreter.program.model.state_layers import Position
from interpreter.runtime.visibility import ORDERED
from interpreter.text.articles import with_article
from interpreter.text.company import Hearer
from interpreter.text.of_words import of_words, property_of_rules
from interpreter.text.redaction import (
    UNKNOWN_PIECE,
    Plain,
    is_something,
    knows,
    marks_seen,
    plain,
    plain_fields,
)
from interpreter.text.used_zones import used_zones

if TYPE_CHECKING:
    from dsl.ir.prose.cards import CardText
    from dsl.ir.prose.values import Lexicon

NOTHING = "none"

#: Of fields that are called so, the value alone says what a card is: `Lamp (Tool)`.
_KINDS = ("kind", "type")
#: Lists of these are plain data as numbers in a row.
_LISTED_AS_NUMBERS = frozenset((ir.Kind.PLAYER, ir.Kind.VALUE, ir.Kind.COUNTER, ir.Kind.YES_NO))
#: The words that are in use, by the identities of program and rules, which they keep alive, and the names.
_SHARED: Final["WeakValueDictionary[tuple[int, int, tuple[str, ...]], Words]"] = WeakValueDictionary()


@frozen(eq=False, slots=False)
class Words:
    """The words of one game at one table. `names` has a name for each seat; `rules` are those before lowering."""

    program: Program
    names: tuple[str, ...]
    rules: ir.Game

    @classmethod
    def shared(cls, program: Program, names: tuple[str, ...], rules: ir.Game) -> "Words":
        """The words that all tables with the same program, rules and names share, as long as there is one of them."""
        key = id(program), id(rules), names
        if (known := _SHARED.get(key)) is None:
            known = _SHARED[key] = cls(program, names, rules)
        return known

    @cached_property
    def nameless(self) -> "Words":
        """The words of the same rules without anybody's name, by which is found out what depends on no name."""
        nobody = ("",) * len(self.names)
        return self if self.names == nobody else Words.shared(self.program, nobody, self.rules)

    @property_of_rules
    def statements(self) -> Mapping[int, Any]:
        """The statement at each site."""
        found: dict[int, Any] = {}
        for node in nodes_in(self.program.game):
            if (site := getattr(node, "site", -1)) >= 0:
                found.setdefault(site, node)
        return found

    @property_of_rules
    def variables(self) -> tuple[ir.Variable, ...]:
        """Every variable by its number."""
        return tuple(slot.variable for slot in self.program.layout.variables.values())

    @property_of_rules
    def card_texts(self) -> "Mapping[str, CardText]":
        """What each card says, by its title."""
        from dsl.ir.prose.cards import card_texts  # only who shows cards has them put into words

        return card_texts(self.rules)

    @property_of_rules
    def lexicon(self) -> "Lexicon":
        """What the game calls its things."""
        from dsl.ir.prose.values import Lexicon

        return Lexicon(self.program.game)

    @property_of_rules
    def used_zones(self) -> frozenset[str]:
        """The zones that matter once the setup is done."""
        return used_zones(self.program.game)

    @property_of_rules
    def shown(self) -> frozenset[str]:
        """The variables and marks that stand on the table, by the names of their fields too."""
        names = shown(self.rules)
        return names | {variable.field for variable in self.rules.variables if variable.name in names}

    @property_of_rules
    def _noted(self) -> frozenset[str]:
        """The marks that the rules alone go by."""
        return frozenset(v.field for v in self.rules.variables if v.is_mark) - self.shown

    def flow(self, name: str) -> ir.Flow:
        """The round, phase or step of that name."""
        return next(flow for flow in self.program.game.flows if flow.name == name)

    # ------------------------------------------------------------ things that never change

    def player(self, seat: int) -> str:
        """The name of whoever sits there."""
        return self.names[seat] if 0 <= seat < len(self.names) else NOTHING

    def numbered(self, number: int) -> ir.Variable:
        """The counter of player with that number."""
        layout = self.program.layout
        return layout.variables[layout.counters[number]].variable

    def counter(self, number: int) -> str:
        """A kind of counter, as it stands in a sentence."""
        return called(self.numbered(number)) if 0 <= number < len(self.program.layout.counters) else "counters"

    def worth(self, variable: ir.Variable, at: Sequence[int], number: int) -> str:
        """So many of a counter at its indices, in units if it has one: `$400`, `4`."""
        for index, place in zip(variable.dimensions, at, strict=True):
            group = [one for one in self.variables if one.group == index.name and one.group]
            variable = group[place] if group else variable
        return in_units(variable.unit, number) if variable.unit else str(number)

    def price(self, price: ir.Price, amount: int) -> str:
        """What something costs, where that is so much: `3 coins`, `$300`, `2 Parts`."""
        if price.counter:
            return amount_of(self.program.layout.variables[price.counter].variable, amount)
        return f"{amount} {price.things}"

    def value_of(self, enum: str, place: int) -> str:
        """The title of a value of an enum, of spaces or of a group of counters."""
        values = self.values(enum)
        return values[place] if 0 <= place < len(values) else NOTHING

    def values(self, enum: str) -> tuple[str, ...]:
        """The titles of all values of an enum, of spaces or of a group of counters."""
        for one in self.program.game.enumerations:
            if one.name == enum:
                return tuple(value.title or spoken(value.name) for value in one.values)
        return tuple(v.title or spoken(v.name) for v in self.group(enum))

    def group(self, name: str) -> tuple[ir.Variable, ...]:
        """The counters of a group."""
        return tuple(v for v in self.program.game.variables if v.group and v.group == name)

    def index(self, index: ir.Index, place: int) -> str:
        """The label of a place of an index."""
        if index.dimension is ir.Dimension.PLAYER:
            return self.player(place)
        return self.value_of(index.name, place)

    @of_words
    def zone(self, instance: int, viewpoint: int = ir.NONE) -> str:
        """A place where pieces lie, in a sentence: `the box`, `Ann's hand`, from her viewpoint `hand`."""
        name = self.program.layout.zone_names[instance]
        slot = self.program.layout.zones[name]
        named, owner = self._indexed(called(slot.zone), slot.zone.dimensions, indices(slot, instance - slot.base))
        if owner is None:
            return the(named)
        return named if owner == viewpoint else f"{possessive(self.player(owner))} {named}"

    def zone_of(self, instance: int) -> ir.Zone:
        """The declaration of a place; of what is out of the game, one without a name."""
        layout = self.program.layout
        return layout.zones[layout.zone_names[instance]].zone

    def indexed_by(self, instance: int) -> Iterable[tuple[str, str]]:
        """What a place is one of, but for whose it is: `Day`, `Monday`."""
        slot = self.program.layout.zones[self.program.layout.zone_names[instance]]
        for index, place in zip(slot.zone.dimensions, indices(slot, instance - slot.base), strict=True):
            if index.dimension is ir.Dimension.VALUE:
                yield index.name, self.index(index, place)

    def zone_for(self, instance: int, seat: Hearer) -> str:
        """A place as whoever sits in `seat` calls it: `your hand`, `Ben's hand`, `the box`."""
        is_own = seat is not None and self.owner(instance) == seat
        return f"your {self.zone(instance, self.owner(instance))}" if is_own else self.zone(instance)

    def _indexed(self, named: str, dimensions: Sequence[ir.Index], at: Sequence[int]) -> tuple[str, int | None]:
        """A name with its indices in brackets, and the first player among them, who is not."""
        others: list[str] = []
        spaces: list[str] = []
        owner = None
        for index, place in zip(dimensions, at, strict=True):
            if index.dimension is ir.Dimension.PLAYER and owner is None:
                owner = place
            else:
                is_space = index.name in self._boards
                (spaces if is_space else others).append(
                    self.space(index.name, place) if is_space else self.index(index, place)
                )
        told = "".join(f" at {space}" for space in spaces)
        return (f"{named} ({', '.join(others)}){told}" if others else f"{named}{told}"), owner

    def space(self, enum: str, place: int) -> str:
        """A space as it stands in a sentence: with an article, if the rules speak of it so."""
        title = self.value_of(enum, place)
        return f"the {title}" if title in self._with_article.get(enum, ()) else title

    @property_of_rules
    def _with_article(self) -> Mapping[str, frozenset[str]]:
        boards = (one for one in self.program.game.enumerations if one.board)
        return {one.name: with_article(self.rules, self.values(one.name)) for one in boards}

    @property_of_rules
    def _boards(self) -> frozenset[str]:
        """The enums whose values are spaces."""
        return frozenset(one.name for one in self.program.game.enumerations if one.board)

    def is_ordered(self, instance: int) -> bool:
        """Whether it matters, and is seen, which piece lies where in this place."""
        layout = self.program.layout
        return layout.zones[layout.zone_names[instance]].zone.shape in ORDERED

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
        return the(called(variable))

    def variable(self, variable: ir.Variable, at: Sequence[int], viewpoint: Hearer = ir.NONE) -> str:
        """A variable at its indices, in a sentence: `Ann's bid`, from her viewpoint `your bid`, `the pot (Coins)`."""
        named, owner = self._indexed(called(variable), variable.dimensions, at)
        if owner is None:
            return the(named)
        return f"{self.whose(owner, viewpoint)} {named}"

    def whose(self, owner: int, viewpoint: Hearer) -> str:
        """`Ann's`, from her viewpoint `your`."""
        return "your" if owner == viewpoint else possessive(self.player(owner))

    def mark(self, mark: ir.Variable, at: Sequence[int], title: str) -> str:
        """A mark on a piece of that title: `dents of Lamp`, `ruled out (Red) of Lamp`."""
        others = [self.index(index, place) for index, place in zip(mark.dimensions[1:], at[1:], strict=True)]
        named = f"{called(mark)} ({', '.join(others)})" if others else called(mark)
        return f"{named} of {title}"

    # ------------------------------------------------------------ things on the table

    def title(self, state: Position, piece: int) -> str:
        """The title of a piece; of a token that everybody has, with its owner: `Ann's Flag`."""
        kind = self.program.layout.kinds[state.kind[piece]]
        return self.title_of(kind.title, kind.card_type, state.owner[piece])

    def title_of(self, title: str, card_type: str, owner: int | None) -> str:
        """The same for a piece of which only that is known."""
        if owner is None or owner < 0 or card_type not in self.personal:
            return title
        return f"{possessive(self.player(owner))} {title}"

    def marks(self, card_type: str) -> frozenset[str]:
        """The fields and marks of pieces of a type that change in play."""
        return self._changing[card_type]

    @property_of_rules
    def _changing(self) -> Mapping[str, frozenset[str]]:
        """By the types of pieces, what of them changes in play."""
        on_pieces = self.program.layout.on_pieces
        return {name: frozenset(one.name for one in on if one.slot is not None) for name, on in on_pieces.items()}

    def several_titles(self, kind: PieceKind) -> str:
        """Several pieces of a kind, behind their number: `Lamp cards`, `x Pie for 3`, of tokens `stars`."""
        if kind.card_type not in self._in_decks:
            return plural(kind.title)
        return f"x {kind.title}" if kind.title[-1:].isdigit() else f"{kind.title} cards"

    def sort_of(self, card_type: str) -> str:
        """What many pieces of a type are called of which only the number is told: `workers`, `cards`."""
        if card_type not in self.tokens:
            return "cards"
        return f"{spelt(card_type)} tokens" if card_type in self.personal else plural(spelt(card_type))

    @property_of_rules
    def _in_decks(self) -> frozenset[str]:
        return frozenset(card.card_type for card in self.program.game.cards)

    @property_of_rules
    def one_pawn(self) -> bool:
        """Whether no player has more pawns than one."""
        return sum(v.pawn and [i.dimension for i in v.dimensions] == [ir.Dimension.PLAYER] for v in self.variables) < 2

    @property_of_rules
    def personal(self) -> frozenset[str]:
        """The kinds of tokens that are called by whose they are."""
        return frozenset(kind.name for kind in self.program.game.card_types if kind.personal)

    def piece(self, state: Position, piece: int, seat: Hearer) -> str:
        """A piece as it stands in a sentence, for `seat` (None: for who sees all)."""
        if piece < 0:
            return NOTHING
        return self.title(state, piece) if knows(state, piece, seat) else self.back(marks_seen(state, piece, seat))

    def back_of(self, declared: ir.Type) -> str:
        """What a piece is called that the viewer does not know, of which the rules say so much; tokens are no cards."""
        return spelt(declared.name) if declared.name in self.tokens else "card"

    @property_of_rules
    def tokens(self) -> frozenset[str]:
        """The kinds of pieces that are no cards."""
        return frozenset(kind.name for kind in self.program.game.card_types if kind.token)

    def back(self, marks: Iterable[tuple[str, Plain]]) -> str:
        """A piece of which no more is known than the marks that everybody sees, and what was looked at."""
        return f"{UNKNOWN_PIECE}{self.marked(marks, self._looked)}"

    def marked(self, marks: Iterable[tuple[str, Plain]], looked: Mapping[str, OnPiece] | None = None) -> str:
        """Those of the marks that everybody sees, as they stand behind what bears them: ` (reversed)`, or nothing.

        And those that were `looked` at, also if there is nothing.
        """
        looked = looked or {}
        shown = {**self._open_marks, **looked}
        seen = [(shown[name], value) for name, value in marks if name in shown]
        told = [
            self._shown(mark, value) or f"not {spoken(mark.name)}"
            for mark, value in seen
            if mark.name in looked or is_something(mark.type, value)
        ]
        return f" ({', '.join(told)})" if told else ""

    @property_of_rules
    def _open_marks(self) -> Mapping[str, OnPiece]:
        """The marks that everybody sees, by their names."""
        return {mark.name: mark for mark in self.program.layout.open_marks if mark.name not in self._noted}

    @property_of_rules
    def _looked(self) -> Mapping[str, OnPiece]:
        """What can be looked at alone, by its name."""
        layout = self.program.layout
        return {one.name: one for shown in layout.on_pieces.values() for one in shown if one.name in layout.looked}

    @property_of_rules
    def on_backs(self) -> dict[str, OnPiece]:
        """What can be told of a piece that is not known: marks that all see, and what has been looked at."""
        return {**self._open_marks, **self._looked}

    def on_back(self, marks: Iterable[tuple[str, Plain]]) -> str:
        """What stands behind a piece that is not known: ` (reversed)`, or nothing."""
        return self.back(marks).removeprefix(UNKNOWN_PIECE)

    def described(self, state: Position, piece: int) -> str:
        """A piece with what is printed on it: `Three of Cups (value 3)`."""
        card_type = self.program.layout.kinds[state.kind[piece]].card_type
        return self.with_fields(self.title(state, piece), card_type, plain_fields(state, piece, None))

    def with_fields(self, title: str, card_type: str, values: Iterable[tuple[str, Plain]]) -> str:
        """A title with what else the card says in brackets; not none, what the title tells, nor unprinted zeros."""
        shown = {one.name: one for one in self.program.layout.on_pieces.get(card_type, ())}
        given = self.telling(title, card_type, values)
        drawn = next((one.face for one in self.program.game.card_types if one.name == card_type), "")
        bare = {name: self.said(shown[name].type, value) for name, value in given.items() if f"{{{name}}}" in drawn}
        told = [face_of(drawn, bare), *(self._shown(shown[name], given[name]) for name in given if name not in bare)]
        told = [one for one in told if one and not one.endswith(f" {title}")]
        return f"{title} ({', '.join(told)})" if told else title

    def telling(self, title: str, card_type: str, values: Iterable[tuple[str, Plain]]) -> dict[str, Plain]:
        """What says something on a card: not none, what the title tells, what rules alone go by, unprinted zeros."""
        plain = self._untold.get((card_type, title), frozenset()) | self._noted
        zero = self._unprinted.get((card_type, title), frozenset())
        return {
            name: value for name, value in values
            if value not in (None, "", title) and name not in plain and not (value == 0 and name in zero)
        }  # fmt: skip

    @property_of_rules
    def _untold(self) -> Mapping[tuple[str, str], frozenset[str]]:
        """The fields of which a title tells: by the kind of card and the title."""
        return {(card.card_type, card.title): frozenset(card.in_title) for card in self.program.game.cards}

    @property_of_rules
    def _unprinted(self) -> Mapping[tuple[str, str], frozenset[str]]:
        """The fields that are printed on no card of a kind and a title, and marks of which there is none at first."""
        printed: dict[tuple[str, str], set[str]] = {}
        for card in self.program.game.cards:
            printed.setdefault((card.card_type, card.title), set()).update(name for name, _ in card.values)
        on_pieces = self.program.layout.on_pieces
        marks = {v.name for v in self.rules.variables if v.is_mark and v.start == ir.Constant(0, ir.NUMBER)}
        fixed = {kind: marks | {one.name for one in on_pieces[kind] if one.slot is None} for kind, _ in printed}
        return {key: frozenset(fixed[key[0]] - said) for key, said in printed.items()}

    def _shown(self, one: OnPiece, value: Plain) -> str:
        """What stands or lies on a piece; no flag that is not set."""
        name = self.on_piece(one)
        match one.type.kind:
            case ir.Kind.YES_NO:
                return name if value else ""
            case ir.Kind.TEXT:
                return str(value)
            case ir.Kind.PLAYER:
                return f"{name}: {self.said(one.type, value)}"
            case ir.Kind.VALUE if one.slot is None and one.name in _KINDS:
                return self.said(one.type, value)
            case _:
                return f"{name} {self.said(one.type, value)}"

    def on_piece(self, one: OnPiece) -> str:
        """What something is called that stands or lies on a piece: `dents`, `ruled out (Red)`."""
        name = called(one.slot.variable) if one.slot is not None else spoken(one.name)
        return f"{name} ({one.value})" if one.value else name

    def value(self, state: Position, type_: ir.Type, value: int, seat: Hearer) -> str:
        """An int of that type in a sentence, cut to what `seat` knows."""
        match type_.kind:
            case ir.Kind.PIECE:
                return self.piece(state, value, seat)
            case ir.Kind.ZONE if value >= 0:
                return self.zone(value)
            case _:
                return self.said(type_, plain(state, type_, value, seat))

    def said(self, type_: ir.Type, value: Plain) -> str:
        """Plain data of that type in words."""
        if value is None:
            return NOTHING
        if isinstance(value, str):
            if type_.many and type_.kind in _LISTED_AS_NUMBERS and value:
                items = (None if item == str(None) else int(item) for item in value.split(", "))
                return ", ".join(self.said(type_.one(), item) for item in items)
            return value
        match type_.kind:
            case ir.Kind.YES_NO:
                return "yes" if value else "no"
            case ir.Kind.PLAYER:
                return self.player(value)
            case ir.Kind.VALUE:
                return self.value_of(type_.name, value)
            case ir.Kind.COUNTER:
                return self.counter(value)
            case _:
                return str(value)

    def filled(self, state: Position, text: Sequence[ir.TextPart], values: Iterable[int], seat: Hearer) -> str:
        """Fills the braces of a text: `values` has one for each expression in it."""
        left = iter(values)
        return "".join(p if isinstance(p, str) else self.value(state, p.type, next(left), seat) for p in text)


def indices(slot: ZoneSlot, offset: int) -> tuple[int, ...]:
    """The indices of the instance that lies so far after a zone's first one."""
    return tuple(offset // stride % size for size, stride in zip(slot.sizes, slot.strides, strict=True))


def spoken(name: str) -> str:
    """A name of the rules as it stands in a sentence: `draw_pile` is `draw pile`."""
    return name.replace("_", " ")


def possessive(name: str) -> str:
    """`Ann's`, `James'`."""
    return f"{name}'" if name.endswith(("s", "S")) else f"{name}'s"


def several(words: Iterable[str]) -> list[str]:
    """Like words put together: `2 x Lamp`, in the order in which they first come."""
    return [word if number == 1 else f"{number} x {word}" for word, number in Counter(words).items()]


def capital(sentence: str) -> str:
    """A sentence with a capital letter at its beginning."""
    return sentence[:1].upper() + sentence[1:]
