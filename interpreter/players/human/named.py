"""What `? NAME` shows: the rule text of what is called so, or else what it is and how it stands with it.

A player may name whatever is on the screen: a step, an action, a card, a value, a counter, a place, an answer.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TypeAlias

from dsl.ir import nodes as ir
from dsl.ir.nodes import Seen, Shape
from dsl.ir.prose.conditions import predicate
from dsl.ir.prose.nouns import YOU, Noun, called, plural, sentence, spelt
from dsl.listing import series
from dsl.nearest import nearest
from interpreter.players.human.look import cards_page
from interpreter.players.human.pages import card_text, has_heading, page_of
from interpreter.table.session import Session
from interpreter.table.view import Cell
from interpreter.text.facts import of_variable
from interpreter.text.labels import capital, spoken
from interpreter.text.log.journal import LogLine
from interpreter.text.log_policy import is_counter
from interpreter.text.redaction import is_player, plain

#: What a thing is called, its other names, and what makes the lines about it.
_Thing: TypeAlias = tuple[str, tuple[str, ...], Callable[[], list[str]]]

_SHAPES = {
    Shape.STACK: "a pile", Shape.ROW: "a row", Shape.SLOT: "a place for one piece", Shape.HAND: "a hand",
    Shape.GROUP: "a place where pieces lie in no order", Shape.BOARD: "a board",
}  # fmt: skip
_SEEN = {
    Seen.EVERYBODY: "all see what lies there", Seen.NOBODY: "nobody sees what lies there",
    Seen.OWNER: "only its owner sees what lies there", Seen.ALL_BUT_OWNER: "all but its owner see what lies there",
    Seen.MOVER: "whoever put something there knows what it is",
}  # fmt: skip
#: So many values of a counter are shown.
_MOST_VALUES = 12


def page(session: Session, name: str) -> list[LogLine]:
    """All that there is to say about what is called so, or has the word in its heading."""
    found = [section for section in session.engine.rules.rulebook if section.title]
    wanted, things = _plain(name), _Things(session)
    begins = re.compile(rf"\b{re.escape(wanted)}") if wanted else re.compile("$^")
    exact = [s for s in found if wanted in (_plain(s.title), _plain(s.title.partition(". ")[2]), _plain(s.name))]
    chosen = [] if exact else [s for s in found if begins.search(_plain(f"{s.title} {s.name}"))]
    lines = [line for section in exact for line in page_of(section, things.game)]
    lines = lines or things.called(lambda one: one == wanted)
    lines = lines or [line for section in chosen for line in page_of(section, things.game)]
    if lines := lines or things.called(lambda one: begins.search(one) is not None):
        return lines
    titles = list(dict.fromkeys(s.title for s in found if has_heading(s) and s.kind != "card"))
    near = nearest(name, [*titles, *things.titles()])
    advice = f"Did you mean {near[0]}?" if near else f"There are: {', '.join(titles)}." if titles else ""
    return [LogLine(f"The rulebook has nothing under {spoken(name)}. {advice}".rstrip())]


class _Things:
    """The things of a game that have no words in the rulebook, as whoever is asked sees them."""

    def __init__(self, session: Session) -> None:
        self.session, self.words, self.seat = session, session.words, session.state.player
        self.game = session.engine.rules

    def called(self, fits: Callable[[str], bool]) -> list[LogLine]:
        """A heading and lines for each thing of which a name fits."""
        return self._lines(self._all(), fits) or self._lines(self._answers(), fits)

    def titles(self) -> list[str]:
        """What all of them are called."""
        return [title for title, _, _ in self._all()]

    def _lines(self, things: Iterable[_Thing], fits: Callable[[str], bool]) -> list[LogLine]:
        found = [(title, said) for title, names, said in things if any(map(fits, map(_plain, (title, *names))))]
        return [line for title, said in found for line in _with_title(title, said())]

    def _all(self) -> Iterator[_Thing]:
        """Every thing that the game declares."""
        for card in self.game.cards:
            yield card.title, (), partial(self._card, card)
        for flow in self.game.flows:
            yield flow.title, (flow.name,), partial(self._body, flow.body)
        for action in self.game.actions:
            yield action.title, (action.name,), partial(self._body, action.body)
        for zone in self.game.zones:
            yield called(zone), (zone.name,), partial(self._zone, zone)
        for variable in self.words.variables:
            title = called(variable)
            yield title, (variable.name, variable.plural), partial(self._variable, variable)
        for enum in self.game.enumerations:
            titles = self.words.values(enum.name)
            yield spoken(enum.name), (), partial(list, [f"{series(titles)}."])
            for title, value in zip(titles, enum.values, strict=True):
                yield title, (value.name,), partial(self._value, enum, value)
        for kind in self.game.card_types:
            yield spoken(kind.name), (), partial(self._kind, kind)
        for die in self.game.dice:
            yield spoken(die.name), (), partial(list, [f"A die from {die.low} to {die.high}."])
        for parameter in self.game.parameters:
            yield spoken(parameter.name), (), partial(list, [sentence(parameter.description or "Set before the game.")])

    def _answers(self) -> Iterator[_Thing]:
        asked = self.session.decision
        for option in asked.options:
            yield option.words, (option.name,), partial(list, [f"One of the answers to this question: {asked.prompt}"])

    def _card(self, card: ir.Card) -> list[str]:
        kind = next(kind for kind in self.game.card_types if kind.name == card.card_type)
        types = {field.name: field.type for field in kind.fields}
        printed = [(name, plain(self.session.state, types[name], value, self.seat)) for name, value in card.values]
        whole = self.words.with_fields(card.title, card.card_type, printed).removeprefix(card.title).strip(" ()")
        one = f"One of the {plural(self.words.lexicon.piece(ir.Type(ir.Kind.PIECE, card.card_type)))}"
        says = [line.strip() for line in card_text(self.session, card.title)]
        return [f"{one}{f': {whole}' if whole else ''}.", *says]

    def _body(self, body: ir.Body) -> list[str]:
        """What a step or an action does, where that can be said, and otherwise that there are no words for it."""
        from dsl.ir.prose.cards import body_words
        from dsl.ir.prose.values import Wordless

        try:
            return body_words(self.words.lexicon, body)
        except Wordless:
            return ["The rulebook says no more about this."]

    def _zone(self, zone: ir.Zone) -> list[str]:
        each = " Each player has one." if any(map(is_player, zone.dimensions)) else ""
        what = f"{capital(_SHAPES[zone.shape])}; {_SEEN[zone.seen]}.{each}"
        return [what, *(line.text.strip() for line in cards_page(self.session, self.seat, spoken(zone.name)))]

    def _variable(self, variable: ir.Variable) -> list[str]:
        """How it stands with a counter, a flag, a role and the like, as far as the player may see it."""
        if variable.is_mark:
            return [f"Something that lies on {plural(spelt(variable.dimensions[0].word))}."]
        view = next(one for one in self.session.view(self.seat).variables if one.name == variable.name)
        said = [self._cell(variable, cell) for cell in view.cells]
        known = [words for words in said if words]
        hidden = [] if len(known) == len(said) else ["You do not see what others have."]
        return [*(sentence(capital(words)) for words in known[:_MOST_VALUES]), *hidden] or ["There is none yet."]

    def _cell(self, variable: ir.Variable, cell: Cell) -> str:
        if cell.hidden:
            return ""
        if variable.type.kind is ir.Kind.YES_NO and len(cell.at) == 1 and is_player(variable.dimensions[0]):
            who = YOU if cell.at[0] == self.seat else Noun(self.words.player(cell.at[0]))
            return predicate(called(variable), who, bool(cell.value))
        if is_counter(variable) and isinstance(cell.value, int):
            return of_variable(self.words, self.seat, variable, cell.at, cell.value)
        return f"{self.words.variable(variable, cell.at, self.seat)} is {self.words.said(variable.type, cell.value)}"

    def _value(self, enum: ir.Enumeration, value: ir.Value) -> list[str]:
        others = [title for title in self.words.values(enum.name) if title != (value.title or spoken(value.name))]
        beside = f"One of the {plural(spelt(enum.name))}, beside {series(others)}." if others else "There is no other."
        return [beside]

    def _kind(self, kind: ir.CardType) -> list[str]:
        titles = dict.fromkeys(card.title for card in self.game.cards if card.card_type == kind.name)
        return [f"There are: {series(titles)}."] if titles else ["Pieces that lie on the table."]


def _with_title(title: str, said: Iterable[str]) -> list[LogLine]:
    return [LogLine(capital(title), 1), *(LogLine(f"  {words}") for words in said)]


def _plain(text: str) -> str:
    return spoken(text).casefold().strip()
