"""Places where cards lie, as rows and items of the table."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from dsl.ir.prose.nouns import called
from dsl.listing import grouped, series
from interpreter.showing.rows import NOTHING, Item, Row, label_of_row, player_index, without
from interpreter.table.view import BackView, PieceView, ZoneView
from interpreter.text.labels import Words, capital, several

#: What lies somewhere; None is a card that the viewer does not know, without marks.
Pieces: TypeAlias = Sequence[PieceView | BackView | None]

#: So many cards of one place are named; of more, only the number is said.
MOST_NAMED = 20
#: So many stand by their titles in a cell of the table; and so many of a row, whose cards may be in force.
MOST_IN_CELL, MOST_OPEN_IN_CELL = 2, 6


def zone_rows(words: Words, zones: Iterable[ZoneView]) -> Iterator[Row]:
    """A row for each zone that each player has, if anything is there."""
    for name, instances in _by_name(zones).items():
        declared = words.program.layout.zones[name].zone
        place = player_index(declared.dimensions)
        if place is None:
            continue
        for others, of_players in grouped((without(zone.at, place), zone) for zone in instances).items():
            if any(zone.pieces for zone in of_players):
                label = label_of_row(words, declared, others)
                yield Row(label, tuple(in_short(words, zone) for zone in of_players))


def shared_zones(words: Words, zones: Iterable[ZoneView]) -> Iterator[Item]:
    """An item for each zone that is nobody's."""
    for zone in zones:
        declared = words.program.layout.zones[zone.name].zone
        if zone.pieces and player_index(declared.dimensions) is None:
            at = [words.index(index, place) for index, place in zip(declared.dimensions, zone.at, strict=True)]
            label = capital(called(declared) or "out of the game") + (f" ({', '.join(at)})" if at else "")
            yield Item(label, _ways(words, zone))


def put_away(words: Words, zones: Iterable[ZoneView]) -> Iterator[Item]:
    """An item for the zones that no rule will use again: how many cards, and where."""
    held = {name: sum(len(zone.pieces) for zone in instances) for name, instances in _by_name(zones).items()}
    declared = words.program.layout.zones
    where = {name: f"in {called(declared[name].zone)}" if name else "out of the game" for name in held}
    named = [f"{number} {where[name]}" for name, number in held.items() if number]
    if named:
        yield Item("Put away", (", ".join(named), cards(sum(held.values()))))


def own_zones(words: Words, zones: Iterable[ZoneView], seat: int | None) -> Iterator[Item]:
    """An item for each of the viewer's own zones that a cell is too small for."""
    for zone in zones:
        declared = words.program.layout.zones[zone.name].zone
        place = player_index(declared.dimensions)
        if place is not None and zone.at[place] == seat and not _fits_in_a_cell(words, zone):
            label = label_of_row(words, declared, without(zone.at, place))
            yield Item(f"Your {label[:1].lower()}{label[1:]}", _ways(words, zone))


def described(words: Words, piece: PieceView) -> str:
    """A known card with what is printed on it, and whether it lies face down."""
    return _lying(words.with_fields(_title(words, piece), piece.card_type, piece.fields), words, piece)


def cards(number: int) -> str:
    """`1 card`, `4 cards`."""
    return "1 card" if number == 1 else f"{number} cards"


def named(words: Words, piece: PieceView) -> str:
    """The label of a piece with its visible marks; a token that everybody has, by whose it is."""
    return _lying(f"{_title(words, piece)}{words.marked(piece.fields)}", words, piece)


def _lying(said: str, words: Words, piece: PieceView) -> str:
    """That others do not see a piece which the viewer knows, behind all else that is said of it."""
    if not piece.face_down:
        return said
    return f"{said} (face down)" if said == _title(words, piece) else f"{said.removesuffix(')')}, face down)"


def _title(words: Words, piece: PieceView) -> str:
    return words.title_of(piece.title, piece.card_type, piece.owner)


def all_named(words: Words, pieces: Pieces) -> str:
    """Every piece by its title with the marks on it, and how many are not known."""
    told = []
    for piece in known(pieces):
        marks = [(name, value) for name, value in piece.fields if value and name in words.marks(piece.card_type)]
        told.append(_lying(words.with_fields(_title(words, piece), piece.card_type, marks), words, piece))
    return ", ".join((*several(told), *_unknown(words, pieces, "unknown")))


def in_short(words: Words, zone: ZoneView) -> str:
    """The contents of a zone in short: titles, if there are not many, or how many cards."""
    titles = several(named(words, piece) for piece in known(zone.pieces))
    if not zone.pieces:
        return NOTHING
    most = MOST_OPEN_IN_CELL if zone.shape == "row" else MOST_IN_CELL
    if len(titles) > most or not titles:
        return _counted(words, zone.pieces)
    return _together(words, zone, named, "more")


def _fits_in_a_cell(words: Words, zone: ZoneView) -> bool:
    """Whether a cell says enough: these are few and of no hand or slot, or alike, and nothing is printed on them."""
    if not known(zone.pieces):
        return True
    said = {described(words, piece) for piece in known(zone.pieces)}
    blank = said <= {named(words, piece) for piece in known(zone.pieces)}
    all_known = len(known(zone.pieces)) == len(zone.pieces)
    few = len(zone.pieces) <= MOST_IN_CELL and (blank or zone.shape not in ("hand", "slot"))
    return few or (all_known and blank and len(said) <= MOST_IN_CELL)


def known(pieces: Pieces) -> list[PieceView]:
    """Those that the viewer knows."""
    return [piece for piece in pieces if isinstance(piece, PieceView)]


def back(words: Words, piece: BackView | None) -> str:
    """The marks that everybody sees on a card that the viewer does not know: ` (reversed)`, or nothing."""
    return words.on_back(piece.marks) if piece is not None else ""


def _unknown(words: Words, pieces: Pieces, word: str) -> list[str]:
    """How many are not known, by the marks on them: `2 unknown`, `1 unknown (reversed)`."""
    backs = Counter(back(words, piece) for piece in pieces if not isinstance(piece, PieceView))
    return [f"{backs[marks]} {word}{marks}" for marks in sorted(backs)]


def _counted(words: Words, pieces: Pieces) -> str:
    """How many there are, and the marks on those that are not known: `5 cards`, `5 cards (2 reversed)`."""
    backs = Counter(piece for piece in pieces if isinstance(piece, BackView))
    if not backs:
        return cards(len(pieces))
    told = [words.on_back(piece.marks).strip(" ()") for piece in backs]
    alone = len(backs) == 1 and backs.total() == len(pieces)
    marks = told if alone else [f"{number} {said}" for number, said in zip(backs.values(), told, strict=True)]
    return f"{cards(len(pieces))} ({', '.join(marks)})"


def _on_top(words: Words, pieces: Pieces) -> tuple[str, ...]:
    """Ways to say what lies on top of a pile, if anything is known of it that is not said of the whole pile."""
    match pieces[-1]:
        case PieceView() as piece:
            return described(words, piece), named(words, piece)
        case BackView(marks) if len(set(pieces)) > 1:
            return (words.back(marks),)
        case _:
            return ()


def _by_name(zones: Iterable[ZoneView]) -> dict[str, list[ZoneView]]:
    return grouped((zone.name, zone) for zone in zones)


def _ways(words: Words, zone: ZoneView) -> tuple[str, ...]:
    """Ways to say what lies in a place, the longest first; of a pile and of many cards only what is on top.

    What lies open beside other things may be in force: its titles are not left out, and a single card is told whole.
    """
    number = _counted(words, zone.pieces)
    if len(zone.pieces) > 1 and (zone.shape == "stack" or len(zone.pieces) > MOST_NAMED):
        tops = _on_top(words, zone.pieces) if zone.shape == "stack" else ()
        return (*(f"{number}, on top {name}" for name in tops), number)
    if not known(zone.pieces):
        return (number,)
    whole = _together(words, zone, described, "unknown")
    return (whole,) if len(zone.pieces) == 1 else (whole, _together(words, zone, named, "unknown"))


def _together(words: Words, zone: ZoneView, say: Callable[[Words, PieceView], str], word: str) -> str:
    """All that lies there, the tokens behind the cards: `Lamp, with Ann's Flag`, `a card face down, with Ann's Flag`.

    `word`: what stands behind the number of those that the viewer does not know, where others are known.
    """
    pieces = known(zone.pieces)
    tokens = list(several(say(words, piece) for piece in pieces if piece.card_type in words.tokens))
    others = list(several(say(words, piece) for piece in pieces if piece.card_type not in words.tokens))
    unknown = _unknown(words, zone.pieces, word) if others or zone.shape == "hand" else _face_down(words, zone.pieces)
    on_it = f", with {series(tokens)}" if tokens and (others or unknown) else ", ".join(tokens)
    return ", ".join((*others, *unknown)) + on_it


def _face_down(words: Words, pieces: Pieces) -> list[str]:
    """Those that are not known, beside tokens: `a card face down`, `2 cards face down (reversed)`."""
    backs = Counter(back(words, piece) for piece in pieces if not isinstance(piece, PieceView))
    return [f"{'a card' if backs[m] == 1 else cards(backs[m])} face down{m}" for m in sorted(backs)]
