"""The layout of the state: where everything that changes in a game is stored.

A variable is one attribute of the state: an int, or a flat list by its indices. A zone with indices is several
instances, numbered on from `base`. Pieces are numbered from 0 in the order in which they come into the game; each has
its kind (which card it is a copy of), its zone, its owner, who knows it. What is indexed by piece grows with them.
"""

import keyword
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import TypeAlias

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.listing import grouped
from dsl.walk import nodes_in, of_kind
from interpreter.errors import Lacking, LoweringError
from interpreter.program.model.constant_fold import constant, folded
from interpreter.program.model.initial_pieces import supplied
from interpreter.program.model.setting import Setting, absent

#: In place of a mask of seats: whoever puts a piece there sees it; the owner of the piece sees it.
SEEN_BY_MOVER = -1
SEEN_BY_PIECE_OWNER = -2

#: A number, or a list of them.
Start: TypeAlias = int | tuple[int, ...]


@frozen
class VariableSlot:
    """A variable's attribute in the state, and its sizes and strides; without sizes it is a single int.

    `by_kind`: what a mark is at first on each kind of piece.
    """

    number: int
    attribute: str
    variable: ir.Variable
    sizes: tuple[int, ...]
    strides: tuple[int, ...]
    start: Start
    low: int | None
    high: int | None
    by_kind: tuple[Start, ...] = ()

    @property
    def nowhere(self) -> list[int]:
        """What a list with one index ends with: what nobody has, where an index of -1 leads."""
        return [absent(self.variable.type)] if len(self.sizes) == 1 else []

    def cells(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yields each place in the list of values with its indices; a single value has one, without any."""
        for place in range(prod(self.sizes)):
            yield place, tuple(place // stride % size for size, stride in zip(self.sizes, self.strides, strict=True))

    def on(self, piece: int) -> slice:
        """The places of what a mark is on a piece: one value, or one for each that it is told by."""
        return slice(piece * self.strides[0], (piece + 1) * self.strides[0])


@frozen
class ZoneSlot:
    """A zone's first instance and its strides; `refill` is the zone that it is refilled from, or None."""

    zone: ir.Zone
    base: int
    sizes: tuple[int, ...]
    strides: tuple[int, ...]
    capacity: int | None
    stream: str

    @property
    def count(self) -> int:
        return self.sizes[0] * self.strides[0] if self.sizes else 1


@frozen
class PieceKind:
    """A kind of piece: an entry of a deck, or what a `create` makes."""

    title: str
    card_type: str
    values: Mapping[str, int]
    card: int  # its place in Game.cards, or -1


@frozen
class OnPiece:
    """A value that pieces of a type show: a mark, at `place` among the cells of its `slot`; or what is printed (None).

    `name` is the field or the mark; of one by an enum, `mark[value]`, and `value` is that.
    """

    name: str
    type: ir.Type
    slot: VariableSlot | None = None
    place: int = 0
    value: str = ""


@frozen(eq=False)
class Layout:
    """`streams` gives the name of each random stream by its attribute."""

    setting: Setting
    variables: Mapping[str, VariableSlot]
    counters: tuple[str, ...]
    zones: Mapping[str, ZoneSlot]
    zone_names: tuple[str, ...]  # of each instance
    seats: tuple[int | None, ...]  # of each instance: whose it is
    masks: tuple[int, ...]  # of each instance: who sees what lies there, or SEEN_BY_MOVER, SEEN_BY_PIECE_OWNER
    refills: tuple[int, ...]  # of each instance: the instance it is refilled from, or -1
    capacities: tuple[int, ...]  # of each instance: how many pieces it holds at most, or -1
    zone_streams: tuple[str, ...]  # of each instance: the attribute of its random stream
    kinds: tuple[PieceKind, ...]
    kinds_of: Mapping[str, frozenset[int]]  # of each card type, its kinds; of no type, all of them
    created: Mapping[tuple[str, str | None], tuple[int, ...]]  # the kinds that a `create` makes
    multiplied: frozenset[str]  # the card types of which more copies of a card may be made
    first_pieces: tuple[tuple[int, int, int], ...]  # kind, zone and owner
    supplied: tuple[tuple[int, int], ...]  # kind and owner of all that are made later, if the setup opens with that
    marks: tuple[VariableSlot, ...]  # what is indexed by piece
    on_pieces: Mapping[str, tuple[OnPiece, ...]]  # what those of each card type show
    open_marks: tuple[OnPiece, ...]  # of these, what all see, also on a piece that they do not know
    singled: tuple[bool, ...]  # of each kind: whether rules could tell it from one that shows the same
    printed: Mapping[str, tuple[int, ...]]  # of each field, what is printed on each kind, and last of nothing
    streams: Mapping[str, str]
    dice: Mapping[str, str]  # of each kind of die: the attribute of its stream
    choice_streams: Mapping[int, str]  # of each `randomly choose`, by its site: the attribute of its stream
    texts: tuple[str, ...]
    counts_actions: bool  # whether it matters how often an action has been taken
    effects: tuple[int, ...]  # the numbers of those that begin, and are in force for a time
    depths: tuple[int, ...]  # how many may be under way at once of each procedure that has a bound
    ends_turns: bool  # whether a turn may be over before its end
    is_reentrant: bool  # whether it is asked which rules are under way
    copying: tuple[int, ...]  # the effects by which a piece is a copy of another
    kept: tuple[str, ...]  # the fields that some copy keeps of what it is itself
    looked: tuple[str, ...]  # the fields and marks that can be looked at alone

    def knowing(self, seats: int) -> int:
        """The mask of those who know a piece, and that they know each property of it that can be looked at."""
        return sum(seats << self.looked_shift(name) for name in self.looked) | seats

    def looked_shift(self, name: str) -> int:
        """How far above the bits of who knows a piece those stand of who knows that property of it."""
        return self.everybody.bit_length() * (self.looked.index(name) + 1)

    @property
    def fixed_kinds(self) -> bool:
        """Whether every piece is there from the beginning and remains what it is."""
        return not self.created and not self.multiplied and not self.copying

    def copies(self, card: int) -> tuple[int, ...] | None:
        """The pieces that are copies of a card, if these are always the same ones."""
        if self.copying or self.kinds[card].card_type in self.multiplied:
            return None
        return tuple(piece for piece, (kind, _, _) in enumerate(self.first_pieces) if kind == card)

    @property
    def everybody(self) -> int:
        """The mask of all seats, and of whoever watches."""
        return everybody(self.setting)

    @property
    def hidden_zones(self) -> frozenset[str]:
        """The names of zones that not everybody sees."""
        return frozenset(
            name for name, mask in zip(self.zone_names, self.masks, strict=True) if mask != self.everybody
        )


def layout(
    setting: Setting, nodes: Mapping[type, Sequence[object]], depths: tuple[int, ...], *, reserved: Iterable[str],
    lifts: bool, ends_turns: bool = False, is_reentrant: bool = False, copying: tuple[int, ...] = (),
    kept: tuple[str, ...] = (),
) -> Layout:  # fmt: skip
    """Makes the layout for a setting. `nodes` are all that may run, by their kinds: what is created, shuffled, chosen.

    `lifts`: whether pieces are put aside while they are being drawn. `reserved`: attributes with another meaning.

    Raises LoweringError for bounds, starts and sizes that are not known before play.
    """
    lacking: list[Lacking] = []
    names = _Names(reserved)
    zones = _zones(setting, names, lacking, lifts)
    creates = of_kind(nodes, ir.Create)
    kinds, created = _kinds(setting, creates)
    printed = _printed(setting, kinds)
    variables = _variables(setting, names, kinds, printed, lacking)
    marks = tuple(slot for slot in variables.values() if slot.variable.is_mark)
    on_pieces = {card_type.name: (*_on_pieces(setting, card_type, marks),) for card_type in setting.game.card_types}
    seen = (one for shown in on_pieces.values() for one in shown if one.slot is not None and one.slot.variable.seen)
    shuffled = _shuffled(of_kind(nodes, ir.Shuffle), setting)
    streams = {slot.stream: f"shuffle:{name}" for name, slot in zones.items() if name in shuffled}
    dice = {die.name: names.of(f"r_{die.name}") for die in setting.game.dice}
    streams |= {attribute: f"die:{name}" for name, attribute in dice.items()}
    chosen = _random_choices(of_kind(nodes, ir.Choose))
    by_name = {name: names.of(f"r_{name}") for name in sorted(set(chosen.values()))}
    streams |= {attribute: f"choose:{name}" for name, attribute in by_name.items()}
    pieces = _first_pieces(setting, zones, lacking)
    roomy = {name for name, slot in zones.items() if slot.capacity is None}
    instances = [(name, at) for name, slot in zones.items() for at in product(*map(range, slot.sizes))]
    masks = tuple(_mask(setting, zones[name].zone, at, lacking) for name, at in instances)
    if lacking:
        raise LoweringError(tuple(lacking))
    titles = tuple(k.title for k in kinds if k.title not in setting.game.texts)
    return Layout(
        setting=setting, variables=variables,
        counters=tuple(v.name for v in sorted(setting.game.variables, key=lambda v: v.number) if v.number >= 0),
        zones=zones, zone_names=tuple(name for name, _ in instances),
        seats=tuple(_seat(zones[name].zone, at) for name, at in instances), masks=masks,
        refills=tuple(_refill(zones, name, at) for name, at in instances),
        capacities=tuple(-1 if (most := zones[name].capacity) is None else most for name, _ in instances),
        zone_streams=tuple(zones[name].stream for name, _ in instances), kinds=kinds,
        kinds_of=_kinds_of(setting.game, kinds), created=created,
        multiplied=frozenset(_multiplied(setting.game, creates)), first_pieces=pieces,
        supplied=supplied(setting, len(creates), created, roomy),
        marks=marks, on_pieces=on_pieces, open_marks=tuple({one.name: one for one in seen}.values()),
        singled=_singled(setting.game, kinds, nodes), printed=printed, streams=streams, dice=dice,
        choice_streams={site: by_name[name] for site, name in chosen.items()},
        texts=(*setting.game.texts, *dict.fromkeys(titles)),
        counts_actions=any(action.limit is not None for action in setting.game.actions),
        effects=tuple(k for k, effect in enumerate(setting.game.effects) if effect.condition is None), depths=depths,
        ends_turns=ends_turns, is_reentrant=is_reentrant, copying=copying, kept=kept,
        looked=tuple(dict.fromkeys(node.field for node in of_kind(nodes, ir.Reveal) if node.told)),
    )  # fmt: skip


def _kinds_of(game: ir.Game, kinds: Sequence[PieceKind]) -> dict[str, frozenset[int]]:
    by_type = grouped((kind.card_type, number) for number, kind in enumerate(kinds))
    found = {card_type.name: frozenset(by_type.get(card_type.name, ())) for card_type in game.card_types}
    return found | {"": frozenset(range(len(kinds)))}


def _singled(game: ir.Game, kinds: Sequence[PieceKind], nodes: Mapping[type, Sequence[object]]) -> tuple[bool, ...]:
    """Which kinds have a text, or are named by the rules; all of them if rules look at titles, or lay face down."""
    asked = [node for node in of_kind(nodes, ir.Function) if node.name in ("title", "copies")]
    named = {one.arguments[0] for one in asked if one.name == "copies"}
    saying = {k for k, c in enumerate(game.cards) if c.effect is not None or c.parts or c.standing}
    moved = any(node.face is ir.Face.DOWN for node in of_kind(nodes, ir.MovePieces))
    turned = any(not node.up for node in of_kind(nodes, ir.Flip))
    apart = moved or turned or any(one.name == "title" for one in asked)
    return tuple(
        apart or kind.card in saying or ir.Constant(number, ir.NUMBER) in named for number, kind in enumerate(kinds)
    )


class _Names:
    """Attribute names that are Python names, each used once."""

    def __init__(self, reserved: Iterable[str]) -> None:
        self.used = set(reserved)

    def of(self, name: str) -> str:
        plain = re.sub(r"\W", "_", name)
        if not plain.isidentifier() or keyword.iskeyword(plain) or plain.startswith("__"):
            plain = f"v_{plain}"
        while plain in self.used:
            plain += "_"
        self.used.add(plain)
        return plain


def _strides(sizes: tuple[int, ...]) -> tuple[int, ...]:
    strides = [1] * len(sizes)
    for place in range(len(sizes) - 2, -1, -1):
        strides[place] = strides[place + 1] * sizes[place + 1]
    return tuple(strides)


# ---------------------------------------------------------------- variables


def _variables(
    setting: Setting, names: _Names, kinds: tuple[PieceKind, ...], printed: Mapping[str, tuple[int, ...]],
    lacking: list[Lacking],
) -> dict[str, VariableSlot]:  # fmt: skip
    slots: dict[str, VariableSlot] = {}
    for number, variable in enumerate(setting.game.variables):
        sizes = tuple(setting.index_size(index) for index in variable.dimensions)
        in_play = isinstance(variable.start, ir.Attribute)
        start = absent(variable.type) if in_play else _start(setting, variable, lacking)
        slots[variable.name] = VariableSlot(
            number, names.of(variable.name), variable, sizes, _strides(sizes), start,
            _bound(setting, variable, variable.low, lacking), _bound(setting, variable, variable.high, lacking),
            _by_kind(setting, variable, kinds, printed[variable.field] if in_play else (start,) * len(kinds)),
        )  # fmt: skip
    return slots


def _by_kind(
    setting: Setting, variable: ir.Variable, kinds: tuple[PieceKind, ...], starts: Sequence[Start]
) -> tuple[Start, ...]:
    """What a mark is at first on each kind of piece; on those on which it does not lie, what it is of nothing."""
    on = {card_type.name for card_type in setting.game.card_types if variable.lies_on(card_type)}
    pairs = zip(kinds, starts, strict=False)
    return tuple(start if kind.card_type in on else absent(variable.type) for kind, start in pairs) if on else ()


def _start(setting: Setting, variable: ir.Variable, lacking: list[Lacking]) -> Start:
    if variable.type.many:
        items = variable.start.items if isinstance(variable.start, ir.ListOf) else ()
        return tuple(_known(setting, variable, item, lacking) for item in items)
    return _known(setting, variable, variable.start, lacking)


def _bound(setting: Setting, variable: ir.Variable, bound: ir.Expression | None, lacking: list[Lacking]) -> int | None:
    return None if bound is None else _known(setting, variable, bound, lacking)


def _known(setting: Setting, variable: ir.Variable, node: ir.Expression, lacking: list[Lacking]) -> int:
    value = constant(node, setting)
    if value is None:
        lacking.append(Lacking(f"a start or bound of `{variable.name}` that changes in play", node.span))
        return 0
    return value


# ---------------------------------------------------------------- zones


#: Where pieces are when they have been removed from the game.
OUT_OF_THE_GAME = ir.Zone("", (), ir.Shape.GROUP, ir.Seen.EVERYBODY, "", None)
#: Where pieces are while they are being drawn, if rules fire on that.
ASIDE = ir.Zone("cards being drawn", (), ir.Shape.ROW, ir.Seen.NOBODY, "", None)


def _zones(setting: Setting, names: _Names, lacking: list[Lacking], lifts: bool) -> dict[str, ZoneSlot]:
    slots: dict[str, ZoneSlot] = {}
    base = 0
    for zone in (*setting.game.zones, OUT_OF_THE_GAME, *((ASIDE,) if lifts else ())):
        sizes = tuple(setting.index_size(index) for index in zone.dimensions)
        capacity = None if zone.capacity is None else constant(zone.capacity, setting)
        if zone.capacity is not None and capacity is None:
            lacking.append(Lacking(f"a size of `{zone.name}` that changes in play", zone.span))
        slot = ZoneSlot(zone, base, sizes, _strides(sizes), capacity, names.of(f"r_{zone.name}"))
        slots[zone.name] = slot
        base += slot.count
    return slots


def _seat(zone: ir.Zone, at: tuple[int, ...]) -> int | None:
    places = zip(zone.dimensions, at, strict=True)
    return next((place for index, place in places if index.dimension is ir.Dimension.PLAYER), None)


def _mask(setting: Setting, zone: ir.Zone, at: tuple[int, ...], lacking: list[Lacking]) -> int:
    usual, seat = _usual_mask(setting, zone, at), _seat(zone, at)
    if zone.also is None:
        return usual
    known = {} if seat is None else {0: ir.Constant(seat, ir.PLAYER)}
    also = _seats(setting, zone.also, known)
    if also is None or usual < 0:
        lacking.append(Lacking(f"who else sees `{zone.name}`, which changes in play", zone.also.span))
        return 0
    return usual | sum(1 << one for one in also)


def everybody(setting: Setting) -> int:
    """The mask of all seats. Where there is one alone, a second bit says whether who watches would see it too.

    Among several, whoever watches sees what all of them see.
    """
    return (1 << max(setting.players, 2)) - 1


def _usual_mask(setting: Setting, zone: ir.Zone, at: tuple[int, ...]) -> int:
    seat, seen_by_all = _seat(zone, at), everybody(setting)
    match zone.seen:
        case ir.Seen.EVERYBODY:
            return seen_by_all
        case ir.Seen.NOBODY:
            return 0
        case ir.Seen.MOVER:
            return SEEN_BY_MOVER
        case ir.Seen.OWNER:
            return 1 << seat if seat is not None else SEEN_BY_PIECE_OWNER
        case ir.Seen.ALL_BUT_OWNER:
            return seen_by_all & ~(1 << seat) if seat is not None else seen_by_all


def _seats(setting: Setting, of: ir.Expression, known: Mapping[int, ir.Expression]) -> set[int] | None:
    """The players that are meant, if that is known before play."""
    match folded(of, setting, known):
        case ir.Constant(seat):
            return {seat} - {ir.NONE}
        case ir.AllOf() | ir.PlayersFrom():
            return set(range(setting.players))
        case ir.ListOf(items):
            parts = [_seats(setting, item, known) for item in items]
            return None if None in parts else {seat for part in parts if part is not None for seat in part}
        case ir.Without(over, item):
            of_all, left_out = _seats(setting, over, known), _seats(setting, item, known)
            return None if of_all is None or left_out is None else of_all - left_out
        case ir.Filter(over, slot, where):
            among = _seats(setting, over, known)
            asked = {
                s: constant(folded(where, setting, {slot: ir.Constant(s, ir.PLAYER)}), setting) for s in among or ()
            }
            return None if among is None or None in asked.values() else {seat for seat, holds in asked.items() if holds}
        case ir.Derived(define, arguments) if not setting.defines[define].exceptions:
            return _seats(setting, setting.defines[define].value, dict(enumerate(arguments)))
        case _:
            return None


def _refill(zones: Mapping[str, ZoneSlot], name: str, at: tuple[int, ...]) -> int:
    """Refilled from the zone with the same indices, or from the only instance."""
    source = zones.get(zones[name].zone.refill)
    if source is None or not zones[name].zone.refill:
        return -1
    if source.zone.dimensions != zones[name].zone.dimensions:
        return source.base
    return source.base + sum(place * stride for place, stride in zip(at, source.strides, strict=True))


def _shuffled(shuffles: Iterable[ir.Shuffle], setting: Setting) -> set[str]:
    """The zones that may be shuffled: by name, by being refilled, or as one that is known only in play."""
    names = {zone.name for zone in setting.game.zones if zone.refill}
    for node in shuffles:
        if not isinstance(node.zone, ir.ZoneAt):
            return {zone.name for zone in setting.game.zones}
        names.add(node.zone.zone)
    return names


def _random_choices(choices: Iterable[ir.Choose]) -> dict[int, str]:
    """Names each `randomly choose`, by its site, as the rules name the thing chosen."""
    found: dict[int, str] = {}
    for node in choices:
        if node.manner is ir.Manner.RANDOMLY:
            names = [n.name for n in nodes_in(node.body) if isinstance(n, ir.Local) and n.slot == node.slot and n.name]
            found[node.site] = names[0] if names else f"choice_{node.site}"
    return found


# ---------------------------------------------------------------- pieces


def _kinds(
    setting: Setting, creates: Iterable[ir.Create]
) -> tuple[tuple[PieceKind, ...], dict[tuple[str, str | None], tuple[int, ...]]]:
    kinds = [
        PieceKind(card.title, card.card_type, dict(card.values), number)
        for number, card in enumerate(setting.game.cards)
    ]
    created: dict[tuple[str, str | None], tuple[int, ...]] = {}
    for node in creates:
        if node.like is None and (key := (node.card_type, node.of_each)) not in created:
            made = _created_kinds(setting, *key)
            created[key] = tuple(range(len(kinds), len(kinds) + len(made)))
            kinds.extend(made)
    return tuple(kinds), created


def _multiplied(game: ir.Game, creates: Iterable[ir.Create]) -> Iterator[str]:
    for node in creates:
        if node.like is not None:
            named = node.like.type.name
            yield from (named,) if named else (card_type.name for card_type in game.card_types)


def _created_kinds(setting: Setting, card_type: str, of_each: str | None) -> list[PieceKind]:
    if of_each is None:
        return [PieceKind(card_type, card_type, {}, -1)]
    fields = next(c.fields for c in setting.game.card_types if c.name == card_type)
    name = next(f.name for f in fields if f.type.kind is ir.Kind.VALUE and f.type.name == of_each)
    values = setting.enumerations[of_each].values
    return [PieceKind(v.title or v.name, card_type, {name: place}, -1) for place, v in enumerate(values)]


def _printed(setting: Setting, kinds: tuple[PieceKind, ...]) -> dict[str, tuple[int, ...]]:
    types = {f.name: f.type for card_type in setting.game.card_types for f in card_type.fields}
    return {
        name: (*(kind.values.get(name, absent(type_)) for kind in kinds), absent(type_))
        for name, type_ in types.items()
    }


def _on_pieces(setting: Setting, card_type: ir.CardType, marks: Sequence[VariableSlot]) -> Iterator[OnPiece]:
    """What is printed, as it is now; then the marks on pieces of this type, and those on all pieces."""
    on = [slot for slot in marks if slot.variable.lies_on(card_type)]
    in_play = {slot.variable.field: slot for slot in on if isinstance(slot.variable.start, ir.Attribute)}
    yield from (OnPiece(field.name, field.type, in_play.get(field.name)) for field in card_type.fields)
    for slot in sorted(on, key=lambda slot: not slot.variable.dimensions[0].name):
        name, (_, *by) = slot.variable.name, slot.variable.dimensions
        if by:
            values = setting.enumerations[by[0].name].values
            yield from (
                OnPiece(f"{name}[{value.name}]", slot.variable.type, slot, place, value.title or value.name)
                for place, value in enumerate(values)
            )
        elif slot not in in_play.values():
            yield OnPiece(name, slot.variable.type, slot)


def _first_pieces(
    setting: Setting, zones: Mapping[str, ZoneSlot], lacking: list[Lacking]
) -> tuple[tuple[int, int, int], ...]:
    """Every copy of every card, in the order written; of what each player has, first all of the first player."""
    pieces: list[tuple[int, int, int]] = []
    for seat in (ir.NONE, *range(setting.players)):
        for number, card in enumerate(setting.game.cards):
            if card.each_player is (seat >= 0):
                zone = _first_zone(setting, zones, card, seat)
                if zone is None:
                    what = f"a deck in a place that is not known before play: `{card.title}`"
                    lacking.append(Lacking(what, card.span))
                else:
                    pieces.extend([(number, zone, seat)] * (constant(card.copies, setting) or 0))
    return tuple(pieces)


def _first_zone(setting: Setting, zones: Mapping[str, ZoneSlot], card: ir.Card, seat: int) -> int | None:
    """The initial zone of a card, if it is known: of several zones, that of the player."""
    slot = zones[card.zone.zone]
    at = [seat if index is None else constant(index, setting) for index in card.zone.at]
    if None in at:
        return None
    return slot.base + sum((place or 0) * stride for place, stride in zip(at, slot.strides, strict=True))
