"""Makes the rulebook of a game for its readers, in the order of a printed one.

The words are those of the `>` lines, the order and the headings those of the rules. Ids of clauses are for designers,
and appear nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import evolve

from dsl.ir import nodes as ir
from dsl.ir.prose.actions import with_terms
from dsl.ir.prose.nouns import plural, several_of, spelt
from dsl.listing import series
from dsl.names.state import spoken
from dsl.walk import nodes_of
from interpreter.rulebook.cards import card_chapters
from interpreter.rulebook.chapter import About, Chapter
from interpreter.rulebook.components import components
from interpreter.rulebook.derived import done_by, ends, goals, value_of
from interpreter.rulebook.printed import space_table
from interpreter.rulebook.told import Telling, joined, plain
from interpreter.text.labels import capital

#: Tells that a file of rules is a variant, and which.
_VARIANT = re.compile(r'^\ufeff?variant "([^"]*)"', re.MULTILINE)
#: Declarations of things that players have before them.
_THINGS = ("zone", "counters", "counter", "spaces", "grid", "dice", "tokens", "pawn")

#: What rules on events call the two ends of a turn.
_EDGES = ("start turn", "end turn")
#: So many values of an enum are listed.
_MOST_VALUES = 12
_WHAT_THERE_IS = "What there is"
_QUESTIONS = "Questions and answers"
#: Headings under which there are too many for the contents.
LONG_LISTS = (_WHAT_THERE_IS, _QUESTIONS)


def parts(game: ir.Game) -> list[Chapter]:
    """The whole book: goal, components, setup, play, actions, cards, the end, further rules and questions."""
    return list(_Book(game).parts())


class _Book:
    """Puts the parts together; what has been said once is not said again."""

    def __init__(self, game: ir.Game) -> None:
        self.game = game
        on_cards = {words for card in game.cards for words in card.rule_text}
        self.telling = Telling(game, [_off_cards(s, on_cards) for section in game.rulebook for s in _apart(section)])

    def parts(self) -> Iterator[Chapter]:
        """All chapters; those without words only of rounds, phases, steps and actions."""
        said = self.telling.of_kind
        kinds = dict.fromkeys(card.card_type for card in self.game.cards)
        things = list(self._things())
        end = said("end") or ends(self.game)
        decks = {kind: (*said("cards", kind), *said("deck", kind)) for kind in kinds}
        setup = Chapter("Setup", 2, said("setup", body=self.game.setup))
        played = [part for flow in self.telling.flows_within(self.game.main) for part in self._flow(flow, 2)]
        actions = list(self._actions())
        at_any_time = Chapter("At any time", 2, self.telling.at_any_time())
        yield Chapter(self.game.title, 1, (*self._facts(), *said("game"), *self._variants()))
        yield from filter(_says, [Chapter("The goal", 2, goals(self.game))])
        yield from (*things, *filter(_says, [setup]))
        yield from (*played, *actions, *filter(_says, [at_any_time]), *card_chapters(self.game, decks))
        yield from filter(_says, [Chapter("The end of the game", 2, end), Chapter("Further rules", 2, self._rest())])
        numbers = tuple(map(self._set_to, self.game.parameters))
        yield from filter(_says, [Chapter("Numbers and choices", 2, items=numbers, about=About("parameters", ""))])
        yield from self._questions()

    def _facts(self) -> Iterator[str]:
        game = self.game
        few, many = game.fewest_players, game.most_players
        players = f"{few} to {many} players" if few != many else f"{few} {'player' if few == 1 else 'players'}"
        yield f"For {players}."
        if game.credits:
            yield "  \n".join(f"{spoken(name)}: {value}" for name, value in game.credits)

    def _variants(self) -> Iterator[str]:
        """Each variant that is played, with what it says of itself."""
        for title in self.game.variants:
            yield " ".join((f"With {title}.", *self.telling.of_kind("variant", title)))

    def _set_to(self, parameter: ir.Parameter) -> str:
        """What a parameter stands for, and what it is in this game."""
        return f"{capital(parameter.description or spoken(parameter.name))}: {value_of(self.game, parameter)}"

    def _rest(self) -> tuple[str, ...]:
        """What has not been told; telling a thing tells what helps it, so the next is the first that is still left."""
        left, told = self.telling.left, list[str]()
        while left:
            told += self.telling.section(left[0])
        return tuple(told)

    def _things(self) -> Iterator[Chapter]:
        """What there is, with zones, counters and spaces with words of their own, and what is printed on spaces."""
        whole = Chapter(_WHAT_THERE_IS, 2, tuple(self._enums()), components(self.game))
        tables = ((board.name, tuple(space_table(self.game, board))) for board in self.game.enumerations if board.board)
        boards = {name: table for name, table in tables if table}
        things: list[Chapter] = []
        for section in [s for s in self.telling.left if s.kind in _THINGS or self._is_on_the_table(s)]:
            words = self.telling.section(section)
            if things and words and words[0][:1].islower():
                things[-1] = evolve(things[-1], paragraphs=joined((*things[-1].paragraphs, *words)))
            elif words:
                things.append(Chapter(self._heading(section), 3, words, table=boards.pop(section.name, ())))
        things += [Chapter(spoken(name), 3, table=table) for name, table in boards.items()]
        things += self._values_in_words()
        if whole.says_something or things:
            yield from (whole, *things)

    def _is_on_the_table(self, section: ir.Section) -> bool:
        """Whether it is about something that is worked out and stands on the table, more than a yes or no."""
        shown = (define for define in self.game.defines if define.shown and define.type.kind is not ir.Kind.YES_NO)
        return section.kind == "define" and section.name in {ir.own_name(define.name) for define in shown}

    def _enums(self) -> Iterator[str]:
        """The words of each enum, with its values where these do not name them all."""
        for section in [s for s in self.telling.left if s.kind == "enum"]:
            enum = self.telling.enumerations.get(section.name)
            *words, last = self.telling.section(section) or ("",)
            titles = [value.title or spoken(value.name) for value in enum.values] if enum is not None else []
            are_told = enum is not None and bool(self._told_of(enum))
            if are_told or len(titles) > _MOST_VALUES:
                titles = []
            if enum is not None and last and not all(title in last for title in titles):
                last = f"{last} {capital(plural(spelt(enum.name)))}: {series(titles)}."
            yield from filter(None, (*words, last))

    def _values_in_words(self) -> Iterator[Chapter]:
        """A table for each enum of whose values the rules tell what they are."""
        for enum in self.game.enumerations:
            if told := self._told_of(enum):
                words = {name: " ".join(self.telling.section(section)) for name, section in told.items()}
                rows = ((value.title or spoken(value.name), words.get(value.name, "")) for value in enum.values)
                head = (capital(spelt(enum.name)), "What it is")
                yield Chapter(capital(plural(spelt(enum.name))), 3, table=(head, *rows))

    def _told_of(self, enum: ir.Enumeration) -> dict[str, ir.Section]:
        """The words that stand above values of an enum."""
        left = (one for one in self.telling.left if one.kind == "value" and _is_within(one, enum))
        return {section.name: section for section in left}

    def _heading(self, section: ir.Section) -> str:
        """What a thing is called; of counters, what several are called."""
        if section.kind != "counters":
            return capital(section.title)
        counter = self.telling.variables.get(section.name)
        return capital(several_of(counter) if counter is not None else plural(section.title))

    def _flow(self, flow: ir.Flow, depth: int) -> Iterator[Chapter]:
        number = f"{flow.number}. " if flow.number else ""
        within = self.telling.flows_within(flow.body)
        ways = {} if within else self.telling.ways(flow.body)
        said = self.telling.of_kind(flow.kind, flow.name, flow.body, frozenset().union(*ways.values()))
        said = said or (() if within or ways else done_by(self.game, flow.body))
        turns = _EDGES if any(nodes_of(flow.body, ir.Turn)) else ()
        met = (*self.telling.at(ir.EventKind.FLOW, flow.name), *self.telling.at(ir.EventKind.BOUNDARY, *turns))
        about = About("round" if within else "flow", flow.name)
        yield Chapter(f"{number}{flow.title}", depth, (*said, *met), about=about)
        for title, names in ways.items():
            told = self.telling.only(flow.body, names)
            yield from filter(_says, [Chapter(title, depth + 1, told, about=About("way", title))])
        for inner in within:
            yield from self._flow(inner, depth + 1)

    def _actions(self) -> Iterator[Chapter]:
        if self.game.actions:
            yield Chapter("Actions", 2)
        for action in self.game.actions:
            said = self.telling.of_kind("action", action.name, action.body) or done_by(self.game, action.body)
            met = self.telling.at(ir.EventKind.ACTION, action.name)
            yield Chapter(with_terms(self.game, action), 3, (*said, *met), about=About("action", action.name))

    def _questions(self) -> Iterator[Chapter]:
        if self.game.rulings:
            yield Chapter(_QUESTIONS, 2, about=About("questions", ""))
        for ruling in self.game.rulings:
            answer = (plain(" ".join(ruling.answer)),) if ruling.answer else ()
            yield Chapter(plain(ruling.question), 3, answer, about=About("question", ruling.question))


def _apart(section: ir.Section) -> Iterator[ir.Section]:
    """A section; of the one about the game as a whole, what each variant says as a section of its own."""
    by_title: dict[str, list[ir.RuleText]] = {"": []}
    for text in section.texts:
        found = _VARIANT.search(text.span.source.text) if section.kind == "game" else None
        by_title.setdefault(found[1] if found else "", []).append(text)
    for title, texts in by_title.items():
        if texts:
            said = evolve(section, texts=tuple(texts))
            yield evolve(said, kind="variant", name=title) if title else said


def _off_cards(section: ir.Section, on_cards: set[str]) -> ir.Section:
    """A section without the words that stand in the list of cards."""
    if section.kind not in ("deck", "card"):
        return section
    return evolve(section, texts=tuple(text for text in section.texts if text.words not in on_cards))


def _is_within(section: ir.Section, enum: ir.Enumeration) -> bool:
    """Whether the words stand in the declaration of an enum."""
    here = section.texts[0].span
    return enum.span.source == here.source and enum.span.start <= here.start < enum.span.end


def _says(part: Chapter) -> bool:
    return part.says_something
