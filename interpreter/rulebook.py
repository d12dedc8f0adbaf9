"""Makes the rulebook of a game for its readers: words of the `>` lines, order and headings of the rules.

Ids of clauses are for designers, and appear nowhere.
"""

from collections.abc import Iterator

from attrs import evolve, frozen

from dsl.ir import nodes as ir
from dsl.ir.prose.cards import card_texts, whole_sentences
from dsl.ir.prose.nouns import face_of
from dsl.walk import nodes_in


@frozen
class Chapter:
    """A heading, `depth` headings deep from 1, and the paragraphs under it."""

    title: str
    depth: int
    paragraphs: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    table: tuple[tuple[str, ...], ...] = ()


def parts(game: ir.Game) -> list[Chapter]:
    """The whole rulebook: what there is, the setup, how it is played, actions, the end, the rest, and the cards."""
    return _Book(game).parts()


# ---------------------------------------------------------------- the words of one section


def sentences(section: ir.Section) -> list[str]:
    """The words of a section, a sentence that goes over several lines of the file in one."""
    return whole_sentences(text.words for text in section.texts)


def body_of(game: ir.Game, section: ir.Section) -> ir.Body | None:
    """The body that a section describes, if there is one."""
    match section.kind:
        case "setup":
            return game.setup
        case "action":
            return next((action.body for action in game.actions if action.name == section.name), None)
        case _:
            return next((flow.body for flow in game.flows if flow.name == section.name), None)


def used_by(game: ir.Game, body: ir.Body | None) -> dict[str, None]:
    """The procedures and definitions that a body uses, directly or through others, in order."""
    bodies = {procedure.name: procedure.body for procedure in game.procedures}
    found: dict[str, None] = {}
    waiting: list[object] = [body]
    while waiting:
        for node in nodes_in(waiting.pop()):
            name = node.procedure if isinstance(node, ir.Call) else node.define if isinstance(node, ir.Derived) else ""
            if name and name not in found:
                found[name] = None
                waiting.insert(0, bodies.get(name))
    return found


# ---------------------------------------------------------------- the whole book


class _Book:
    """Puts the parts together; what has been said once is not said again."""

    def __init__(self, game: ir.Game) -> None:
        self.game = game
        self.left = list(game.rulebook)
        self.texts = card_texts(game)

    def parts(self) -> list[Chapter]:
        """All chapters; those without words only of rounds, phases, steps and actions."""
        intro = Chapter(self.game.title, 1, (*self._facts(), *self._said("game")))
        kinds = Chapter("What there is", 2, self._said("enum"), self._pieces())
        things = list(self._things())
        setup = Chapter("Setup", 2, self._said("setup", body=self.game.setup))
        played = [part for flow in self._within(self.game.main) for part in self._flow(flow, 2)]
        actions = list(self._actions())
        end = Chapter("The end of the game", 2, self._said("end"))
        rest = Chapter("Further rules", 2, tuple(filter(None, map(self._paragraph, self.left))))
        if things or _says_something(kinds):
            things.insert(0, kinds)
        said = [[part] if _says_something(part) else [] for part in (setup, end, rest)]
        return [intro, *things, *said[0], *played, *actions, *said[1], *said[2], *self._questions(), *self._cards()]

    def _facts(self) -> Iterator[str]:
        game = self.game
        few, many = game.fewest_players, game.most_players
        players = f"{few} to {many} players" if few != many else f"{few} {'player' if few == 1 else 'players'}"
        yield f"For {players}."
        if game.variants:
            yield f"With {' and '.join(game.variants)}."
        if game.credits:
            yield "  \n".join(f"{_capital(name)}: {value}" for name, value in game.credits)

    def _said(self, kind: str, name: str | None = None, body: ir.Body | None = None) -> tuple[str, ...]:
        """The words of things of a kind, or of one of them, and of all that its body uses."""
        found = [s for s in self.left if s.kind == kind and name in (None, s.name)]
        named = list(used_by(self.game, body)) if body is not None else []
        helping = [s for s in self.left if s.name in named and s.kind in ("procedure", "define", "exception")]
        found += sorted(helping, key=lambda section: named.index(section.name))
        self.left = [section for section in self.left if section not in found]
        return tuple(filter(None, map(self._paragraph, found)))

    def _paragraph(self, section: ir.Section) -> str:
        """The words of a section; those on a card stand in the list of cards."""
        of_cards = section.kind in ("deck", "card")
        on_cards = {words for card in self.game.cards for words in card.rule_text} if of_cards else set()
        texts = tuple(text for text in section.texts if text.words not in on_cards)
        return " ".join(sentences(evolve(section, texts=texts)))

    def _things(self) -> Iterator[Chapter]:
        """Zones, counters and decks that have words of their own."""
        for section in [s for s in self.left if s.kind in ("zone", "counters", "counter", "deck")]:
            words = self._said(section.kind, section.name)
            if words:
                yield Chapter(section.title, 3, words)

    def _within(self, body: ir.Body) -> list[ir.Flow]:
        flows = {flow.name: flow for flow in self.game.flows}
        runs = (node.flow for node in nodes_in(body.statements) if isinstance(node, ir.RunFlow))
        return [flows[name] for name in dict.fromkeys(runs)]

    def _flow(self, flow: ir.Flow, depth: int) -> Iterator[Chapter]:
        number = f"{flow.number}. " if flow.number else ""
        yield Chapter(f"{number}{flow.title}", depth, self._said(flow.kind, flow.name, flow.body))
        for inner in self._within(flow.body):
            yield from self._flow(inner, depth + 1)

    def _actions(self) -> Iterator[Chapter]:
        if self.game.actions:
            yield Chapter("Actions", 2)
        for action in self.game.actions:
            yield Chapter(action.title, 3, self._said("action", action.name, action.body))

    def _questions(self) -> Iterator[Chapter]:
        if self.game.rulings:
            yield Chapter("Questions and answers", 2)
        for ruling in self.game.rulings:
            yield Chapter(ruling.question, 3, (" ".join(ruling.answer),) if ruling.answer else ())

    # ------------------------------------------------------------ pieces

    def _pieces(self) -> tuple[str, ...]:
        """How many cards of each kind there are, and the dice."""
        cards = []
        for kind in dict.fromkeys(card.card_type for card in self.game.cards):
            copies = [_constant(card.copies) for card in self.game.cards if card.card_type == kind]
            known = [number for number in copies if number is not None]
            number = "" if len(known) < len(copies) else f"{sum(known)} "
            cards.append(f"{number}{kind} {'card' if number == '1 ' else 'cards'}")
        dice = [f"{_capital(die.name)}: a die from {die.low} to {die.high}" for die in self.game.dice]
        return (*cards, *dice)

    def _cards(self) -> Iterator[Chapter]:
        """A list of each kind of card, with what is printed on it."""
        kinds = list(dict.fromkeys(card.card_type for card in self.game.cards))
        if kinds:
            yield Chapter("Cards", 2)
        for kind in kinds:
            yield Chapter(f"{kind} cards", 3, (), (), tuple(self._table(kind)))

    def _table(self, kind: str) -> Iterator[tuple[str, ...]]:
        cards = [card for card in self.game.cards if card.card_type == kind]
        types = {f.name: f.type for t in self.game.card_types if t.name == kind for f in t.fields}
        for variable in self.game.variables:
            if variable.is_mark:
                types.pop(variable.field, None)
        face = next((t.face for t in self.game.card_types if t.name == kind), "")
        in_face = [name for name in types if f"{{{name}}}" in face]
        printed = [n for n in types if n not in in_face and any(n in dict(card.values) for card in cards)]
        texts = {card.title: " ".join(self.texts[card.title].paragraphs) for card in cards}
        says = ("What it says",) if any(texts.values()) else ()
        yield ("Card", "Copies", *["Shows"] * bool(face), *map(_capital, printed), *says)
        for card in cards:
            values = dict(card.values)
            copies = _constant(card.copies)
            said = {name: self._value(value, types[name]) for name, value in values.items()}
            shown = (*[face_of(face, said)] * bool(face), *(said.get(name, "") for name in printed))
            text = (texts[card.title],) if says else ()
            yield (card.title, "some" if copies is None else str(copies), *shown, *text)

    def _value(self, value: int, type_: ir.Type) -> str:
        match type_.kind:
            case ir.Kind.TEXT:
                return self.game.texts[value] if value >= 0 else ""
            case ir.Kind.YES_NO:
                return "yes" if value else ""
            case ir.Kind.VALUE if value >= 0:
                return next(e for e in self.game.enumerations if e.name == type_.name).values[value].title
            case ir.Kind.NUMBER:
                return str(value)
            case _:
                return ""


def _capital(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _constant(value: ir.Expression) -> int | None:
    return value.value if isinstance(value, ir.Constant) else None


def _says_something(part: Chapter) -> bool:
    return bool(part.paragraphs or part.items)
