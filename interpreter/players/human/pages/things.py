"""Everything that a game has a name for, with what it is, what it does and how it stands with it, for whoever asks.

Nothing is told here that the player does not see: what lies somewhere comes from the view, what is worked out from the
rules is asked whether the player can know it.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache, partial

from attrs import field

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.effects import Resource
from dsl.ir.nodes import Kind, Seen, Shape
from dsl.ir.prose.actions import with_terms
from dsl.ir.prose.cards import body_words
from dsl.ir.prose.conditions import predicate
from dsl.ir.prose.nouns import YOU, Noun, called, plural, sentence, spelt
from dsl.ir.prose.values import Wordless, defined
from dsl.listing import series
from interpreter.players.human.pages.look import pages_of
from interpreter.rulebook import Chapter, goals, parts, printed_words, sentences
from interpreter.showing.grids import beside
from interpreter.showing.places import in_short
from interpreter.showing.rows import shown_definitions
from interpreter.showing.texts import card_text
from interpreter.table.asked.spaces import on_space
from interpreter.table.session import Session
from interpreter.table.view import Cell, PieceView, View
from interpreter.text.facts import of_variable
from interpreter.text.labels import capital, spoken
from interpreter.text.log_policy import is_role
from interpreter.text.redaction import is_player, plain
from interpreter.text.uses import Uses
from interpreter.text.worked_out import WorkedOut

_SHAPES = {
    Shape.STACK: "a pile", Shape.ROW: "a row", Shape.SLOT: "a place for one piece", Shape.HAND: "a hand",
    Shape.GROUP: "a place where pieces lie in no order", Shape.BOARD: "a board",
}  # fmt: skip
_SEEN = {
    Seen.EVERYBODY: "all see what lies there", Seen.NOBODY: "nobody sees what lies there",
    Seen.OWNER: "only its owner sees what lies there", Seen.ALL_BUT_OWNER: "all but its owner see what lies there",
    Seen.MOVER: "whoever put something there knows what it is",
}  # fmt: skip
#: So many values of a counter, titles in a list and sentences of the rulebook are shown.
_MOST_VALUES, _MOST_TITLES, _MOST_SENTENCES = 12, 30, 4


@frozen
class Thing:
    """What a thing is called, its other names, and what makes the lines about it.

    `kinds`: of the sections of the rulebook that are about it. `whole`: its lines hold their words.
    """

    title: str
    names: tuple[str, ...]
    said: Callable[[], Iterable[str]] = field(eq=False)
    kinds: tuple[str, ...] = ()
    whole: bool = False


@lru_cache(maxsize=1)
def _of_rules(game: ir.Game) -> tuple[Uses, Sequence[Chapter]]:
    """What is the same whenever it is asked for: where things are used, and the rulebook."""
    return Uses(game), parts(game)


class Things:
    """All things of a game, as whoever is asked sees them."""

    def __init__(self, session: Session) -> None:
        self.session, self.words, self.seat = session, session.words, session.state.player
        self.game = session.engine.rules

    def all(self) -> Iterator[Thing]:
        """Every thing that the game declares, and the players."""
        game = self.game
        if said := goals(game):
            yield Thing("The goal", ("goal",), partial(tuple, said))
        for seat, name in enumerate(self.words.names):
            yield Thing(name, (), partial(self._player, seat))
        for card in game.cards:
            yield Thing(card.title, (), partial(self._card, card), ("card",), whole=True)
        for flow in game.flows:
            yield Thing(flow.title, (flow.name,), partial(self._flow, flow), (flow.kind,), whole=True)
        for action in game.actions:
            title = with_terms(game, action)
            names = (action.title, action.name)
            yield Thing(title, names, partial(self._action, action), ("action",), whole=True)
        for zone in game.zones:
            yield Thing(called(zone), (zone.name,), partial(self._zone, zone), ("zone",))
        for variable in self.words.variables:
            names = (variable.name, variable.plural)
            yield Thing(called(variable), names, partial(self._variable, variable), _DECLARED)
        for enum in (one for one in game.enumerations if one.name.isidentifier()):  # the others are cells of boards
            titles = self.words.values(enum.name)
            yield Thing(spelt(enum.name), (enum.name,), partial(self._enum, enum), ("enum", "spaces"))
            for place, title in enumerate(titles):
                yield Thing(title, (enum.values[place].name,), partial(self._value, enum, place))
        for kind in game.card_types:
            yield Thing(spelt(kind.name), (kind.name,), partial(self._kind, kind), ("cards", "tokens"))
            for one in kind.fields:
                yield Thing(spoken(one.name), (one.name,), partial(self._field, kind, one))
        for die in game.dice:
            yield Thing(spoken(die.name), (die.name,), partial(self._die, die), ("dice",))
        for parameter in game.parameters:
            yield Thing(spoken(parameter.name), (parameter.name,), partial(self._parameter, parameter))
        for define in game.defines:
            if define.arguments in ((), (ir.PLAYER,)) and not define.type.many:
                yield Thing(defined(define), (define.name,), partial(self._define, define), ("define",))

    # ------------------------------------------------------------ what all of them ask for

    @cached_property
    def _view(self) -> View:
        return self.session.view(self.seat)

    @cached_property
    def _worked(self) -> WorkedOut:
        return WorkedOut(self.session.engine.scene(self.session.state, ()), self.words, self.seat)

    @cached_property
    def _uses(self) -> Uses:
        return _of_rules(self.game)[0]

    @cached_property
    def _chapters(self) -> Sequence[Chapter]:
        return _of_rules(self.game)[1]

    def _told(self, title: str) -> tuple[str, ...]:
        """What the rulebook says under a heading."""
        return next((part.paragraphs for part in self._chapters if part.depth > 1 and part.title == title), ())

    def _mentions(self, *titles: str) -> list[str]:
        """Sentences of the rulebook in which one of these words stands."""
        if not titles:
            return []
        word = re.compile(rf"\b(?:{'|'.join(map(re.escape, titles))})\b", re.IGNORECASE)
        told = (one for part in self._chapters for words in part.paragraphs for one in _SENTENCE.findall(words))
        return [one for one in dict.fromkeys(map(str.strip, told)) if word.search(one)][:_MOST_SENTENCES]

    def _done(self, body: ir.Body) -> list[str]:
        """What a body does, where that can be said."""
        try:
            return body_words(self.words.lexicon, body)
        except Wordless:
            return []

    def _used(self, location: tuple[Resource, str]) -> Iterator[str]:
        """Where something is changed, and where it makes a difference."""
        if where := self._uses.changed(location):
            yield f"It changes in: {where}."
        if where := self._uses.asked(location):
            yield f"It counts in: {where}."

    # ------------------------------------------------------------ each kind of thing

    def _player(self, seat: int) -> Iterator[str]:
        count = len(self.words.names)
        turn = ", who is asked now" if seat == self.seat and not self.session.over else ""
        yield f"Player {seat + 1} of {count}{turn}."
        for variable in self.words.variables:
            is_own = [index.dimension for index in variable.dimensions] == [ir.Dimension.PLAYER]
            if is_own and variable.name in self.words.shown:
                yield from self._sentence(variable, self._cells(variable)[seat])
        for number, zone in enumerate(self._view.zones):
            if self.words.owner(number) == seat and zone.pieces:
                yield f"{capital(self.words.zone_for(number, self.seat))}: {in_short(self.words, zone)}."

    def _card(self, card: ir.Card) -> Iterator[str]:
        kind = next(kind for kind in self.game.card_types if kind.name == card.card_type)
        types = {one.name: one.type for one in kind.fields}
        printed = [(name, plain(self.session.state, types[name], worth, self.seat)) for name, worth in card.values]
        printed_on = self.words.with_fields(card.title, card.card_type, printed).removeprefix(card.title).strip(" ()")
        one = f"One of the {plural(self.words.lexicon.piece(ir.Type(Kind.PIECE, card.card_type)))}"
        yield f"{one}{f': {printed_on}' if printed_on else ''}."
        if text := [line.strip() for line in card_text(self.session, card.title)]:
            yield from text
        else:
            yield from self._about_kind(card)
        yield from self._lying(lambda piece: piece.title == card.title)

    def _about_kind(self, card: ir.Card) -> Iterator[str]:
        """Of a card without words of its own: what the rulebook says of its kind, and of what is printed on it."""
        for section in self.game.rulebook:
            if section.kind == "cards" and section.name == card.card_type:
                yield from whole(section)
        types = {one.name: one.type for kind in self.game.card_types for one in kind.fields}
        titles = [self.words.value_of(types[name].name, worth) for name, worth in card.values
                  if name in types and types[name].kind is Kind.VALUE]  # fmt: skip
        yield from self._mentions(*(title for title in titles if title[:1].isalpha()))

    def _lying(self, fits: Callable[[PieceView], bool]) -> Iterator[str]:
        """Where pieces lie, as far as the player sees them."""
        found = []
        for number, zone in enumerate(self._view.zones):
            if count := sum(isinstance(piece, PieceView) and fits(piece) for piece in zone.pieces):
                place = self.words.zone_for(number, self.seat)
                found.append(f"{place}{f' ({count})' if count > 1 else ''}")
        if found:
            yield f"Seen in: {series(found)}."

    def _flow(self, flow: ir.Flow) -> Iterator[str]:
        inside = next((one.title for one in self.game.flows if one.name == flow.inside), "")
        now = " It is under way." if flow.name in self._view.flows and not self.session.over else ""
        yield f"{capital(f'a {flow.kind}')}{f' of {inside}' if inside else ''}.{now}"
        number = f"{flow.number}. " if flow.number else ""
        yield from self._told(f"{number}{flow.title}") or self._done(flow.body)
        if within := [one.title for one in self._uses.flows_within(flow.body)]:
            yield f"It goes: {series(within)}."

    def _action(self, action: ir.Action) -> Iterator[str]:
        yield from self._told(with_terms(self.game, action)) or self._done(action.body)
        if any(option.name == action.title for option in self.session.decision.options):
            yield "You can take it now."
        else:
            yield f"It cannot be taken now: type why {action.title}."

    def _zone(self, zone: ir.Zone) -> Iterator[str]:
        each = " Each player has one." if any(map(is_player, zone.dimensions)) else ""
        yield f"{capital(_SHAPES[zone.shape])}; {_SEEN[zone.seen]}.{each}"
        if zone.refill:
            filled = next(called(one) for one in self.game.zones if one.name == zone.refill)
            yield f"When a card is due and there is none, the {filled} is shuffled and becomes it."
        numbers = [k for k, one in enumerate(self._view.zones) if one.name == zone.name]
        held = [number for number in numbers if self._view.zones[number].pieces]
        yield from (line.text for line in pages_of(self.session, self.seat, self._view.zones, held))
        if empty := [self.words.zone_for(number, self.seat) for number in numbers if number not in held]:
            yield f"Nothing lies in: {series(empty)}."

    def _cells(self, variable: ir.Variable) -> Sequence[Cell]:
        return next(one for one in self._view.variables if one.name == variable.name).cells

    def _variable(self, variable: ir.Variable) -> Iterator[str]:
        """What it is, how it stands with it as far as the player may see it, and what it is for."""
        if variable.is_mark:
            yield f"Something that lies on {plural(spelt(variable.dimensions[0].word))}."
        else:
            if sort := self._sort(variable):
                yield f"{sort}."
            said = [self._cell(variable, cell) for cell in self._cells(variable)]
            known = [words for words in said if words]
            yield from (sentence(capital(words)) for words in known[:_MOST_VALUES])
            if len(known) < len(said):
                yield "You do not see what others have."
            elif not known:
                yield "There is none yet."
        yield from self._mentions(called(variable), *filter(None, (spoken(variable.plural),)))
        yield from self._used((Resource.VARIABLE, variable.name))

    def _sort(self, variable: ir.Variable) -> str:
        """What sort of thing is remembered: `A counter of each player`; nothing of what is so or not."""
        each = [f"each {spelt(index.word)}" for index in variable.dimensions]
        of_each = f" of {series(each)}" if each else ""
        match variable.type.kind:
            case _ if is_role(variable):
                return "What one of the players is"
            case _ if variable.pawn:
                return f"A figure{of_each}"
            case Kind.YES_NO:
                return ""
            case Kind.NUMBER if variable.counts:
                return f"A counter{of_each}"
            case Kind.VALUE if not variable.type.many:
                return f"One of the {plural(spelt(variable.type.name))}{of_each}"
            case _:
                return f"Something that is remembered{of_each}"

    def _sentence(self, variable: ir.Variable, cell: Cell) -> Iterator[str]:
        yield from (sentence(capital(said)) for said in (self._cell(variable, cell),) if said)

    def _cell(self, variable: ir.Variable, cell: Cell) -> str:
        if cell.hidden:
            return ""
        if variable.type.kind is Kind.YES_NO and len(cell.at) == 1:
            at = variable.dimensions[0]
            who = YOU if is_player(at) and cell.at[0] == self.seat else Noun(self.words.index(at, cell.at[0]))
            return predicate(called(variable), who, bool(cell.value))
        if variable.counts and isinstance(cell.value, int):
            return of_variable(self.words, self.seat, variable, cell.at, cell.value)
        said = self.words.said(variable.type, cell.value)
        return f"{self.words.variable(variable, cell.at, self.seat)} {'stands on' if variable.pawn else 'is'} {said}"

    def _enum(self, enum: ir.Enumeration) -> Iterator[str]:
        titles = self.words.values(enum.name)
        yield sentence(series(titles)) if len(titles) <= _MOST_TITLES else f"There are {len(titles)}."
        for variable in self.words.variables:
            if variable.type.kind is Kind.VALUE and variable.type.name == enum.name and not variable.is_mark:
                yield f"One of them is: {series(self._named_cells(variable))}."
        yield from self._mentions(spelt(enum.name), plural(spelt(enum.name)))

    def _named_cells(self, variable: ir.Variable) -> list[str]:
        return [self.words.variable(variable, cell.at, self.seat) for cell in self._cells(variable)[:_MOST_VALUES]]

    def _value(self, enum: ir.Enumeration, place: int) -> Iterator[str]:
        """What it is, what is printed on it, who has it, what is so of it, and what lies there."""
        titles = self.words.values(enum.name)
        others = [title for k, title in enumerate(titles) if k != place]
        among = f", beside {series(others)}" if 0 < len(others) <= _MOST_VALUES else ""
        yield f"One of the {'' if among else f'{len(titles)} '}{plural(spelt(enum.name))}{among}."
        fields = {} if enum.track else {one.name: one.type for one in enum.fields}
        printed = printed_words(self.game, fields, enum.values[place].attributes)
        said = [spoken(name) if words == "yes" else f"{spoken(name)} {words}" for name, words in printed.items()]
        if said:
            yield f"Printed on it: {series(said)}."
        if enum.board:
            if near := beside(self.words, self._view, enum.name)[place]:
                yield f"Beside it: {series(titles[k] for k in near)}."
            if there := on_space(self._worked.scene, self.words, enum.name, place, self.seat):
                yield f"There: {there}."
            yield from self._worked.joined(enum, place)
        yield from self._worked.numbers(enum, place)
        for define, worked_out in zip(shown_definitions(self.words), self._view.worked_out, strict=True):
            if [index.name for index in define.dimensions] == [enum.name]:
                yield from self._sentence(define, worked_out.cells[place])
        if where := self._uses.named(enum.name, place):
            yield f"It counts in: {where}."
        for variable in () if enum.board else self.words.variables:
            yield from self._of_value(variable, enum, place)
        yield from () if enum.board else self._there(enum, place)
        yield from self._printed_with(enum, place)
        yield from self._mentions(titles[place])

    def _of_value(self, variable: ir.Variable, enum: ir.Enumeration, place: int) -> Iterator[str]:
        """Who has it, or what is so of it."""
        if variable.is_mark or variable.type.many:
            return
        if variable.type.kind is Kind.VALUE and variable.type.name == enum.name:
            has = [cell.at for cell in self._cells(variable) if cell.value == place and not cell.hidden]
            if has:
                yield f"It is {series(self.words.variable(variable, at, self.seat) for at in has)}."
        elif len(variable.dimensions) == 1 and variable.dimensions[0].name == enum.name:
            yield from self._sentence(variable, self._cells(variable)[place])

    def _there(self, enum: ir.Enumeration, place: int) -> Iterator[str]:
        """What lies in the places that there are for this value."""
        for number, zone in enumerate(self._view.zones):
            names = [index.name for index in self.words.program.layout.zones[zone.name].zone.dimensions]
            if zone.pieces and enum.name in names and zone.at[names.index(enum.name)] == place:
                yield f"{capital(self.words.zone_for(number, self.seat))}: {in_short(self.words, zone)}."

    def _printed_with(self, enum: ir.Enumeration, place: int) -> Iterator[str]:
        """The cards on which it is printed."""
        for kind in self.game.card_types:
            fields = {one.name for one in kind.fields if one.type == ir.Type(Kind.VALUE, enum.name)}
            cards = [card for card in self.game.cards if card.card_type == kind.name]
            titles = {c.title: "" for c in cards if any(name in fields and n == place for name, n in c.values)}
            if titles:
                shown = series(titles) if len(titles) <= _MOST_VALUES else f"{len(titles)} different ones"
                yield f"Printed on {plural(self.words.lexicon.piece(ir.Type(Kind.PIECE, kind.name)))}: {shown}."

    def _kind(self, kind: ir.CardType) -> Iterator[str]:
        titles = dict.fromkeys(card.title for card in self.game.cards if card.card_type == kind.name)
        if not titles:
            yield "Pieces that lie on the table."
        elif len(titles) <= _MOST_TITLES:
            yield f"There are: {series(titles)}."
        else:
            yield f"There are {len(titles)} different ones: {series(list(titles)[:3])} and so on."
        if not titles:
            yield from self._lying(lambda piece: piece.card_type == kind.name)
            yield from self._mentions(spelt(kind.name), plural(spelt(kind.name)))

    def _field(self, kind: ir.CardType, one: ir.PieceField) -> Iterator[str]:
        """What is printed on cards of a kind: on which, or from where to where it goes."""
        things = plural(self.words.lexicon.piece(ir.Type(Kind.PIECE, kind.name)))
        printed = {card.title: worth for card in self.game.cards for name, worth in card.values if name == one.name}
        yield f"What stands on {things}."
        if one.type.kind is Kind.NUMBER and printed:
            yield f"From {min(printed.values())} to {max(printed.values())}."
        elif one.type.kind is Kind.YES_NO and (titles := [title for title, worth in printed.items() if worth]):
            yield f"It stands on: {series(titles) if len(titles) <= _MOST_VALUES else f'{len(titles)} of them'}."
        yield from self._mentions(spoken(one.name), plural(spoken(one.name)))

    def _die(self, die: ir.Die) -> Iterator[str]:
        yield f"A die from {die.low} to {die.high}."
        if where := self._uses.rolled(die.name):
            yield f"It is rolled in: {where}."

    def _parameter(self, parameter: ir.Parameter) -> Iterator[str]:
        yield sentence(parameter.description or "set before the game")
        worth = self.words.program.setting.parameters[parameter.name]
        said = self.words.said(parameter.type, worth)
        yield f"In this game: {said}."

    def _define(self, define: ir.Define) -> Iterator[str]:
        """What it comes to for each player, as far as that can be known."""
        yield f"What the rules work out{' for each player' if define.arguments else ''}."
        yield from self._worked.for_players(define)
        yield from self._mentions(defined(define))


def whole(section: ir.Section) -> list[str]:
    """The sentences of a section, but for those that begin or end in the words of another thing."""
    return [one for one in sentences(section) if not one[:1].islower() and not one.endswith(",")]


_DECLARED = ("counter", "counters", "flag", "role", "remember", "pawn")
_SENTENCE = re.compile(r"[^.!?]+[.!?]?[”\")]*")
