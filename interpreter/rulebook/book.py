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
from dsl.ir.prose.nouns import plural, several_of
from dsl.names.state import spoken
from dsl.walk import nodes_of
from interpreter.rulebook.cards import card_chapters
from interpreter.rulebook.chapter import Chapter
from interpreter.rulebook.components import components
from interpreter.rulebook.derived import done_by, ends, goals
from interpreter.rulebook.told import Telling, joined, plain
from interpreter.text.labels import capital

#: Tells that a file of rules is a variant, and which.
_VARIANT = re.compile(r'^\ufeff?variant "([^"]*)"', re.MULTILINE)
#: Declarations of things that players have before them.
_THINGS = ("zone", "counters", "counter", "spaces", "grid", "dice", "tokens", "pawn")

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
        end = said("end") or ends(self.game)
        decks = {kind: (*said("cards", kind), *said("deck", kind)) for kind in kinds}
        setup = Chapter("Setup", 2, said("setup", body=self.game.setup))
        played = [part for flow in self._within(self.game.main) for part in self._flow(flow, 2)]
        actions = list(self._actions())
        yield Chapter(self.game.title, 1, (*self._facts(), *said("game"), *self._variants()))
        yield from filter(_says, [Chapter("The goal", 2, goals(self.game))])
        yield from self._things()
        yield from filter(_says, [setup])
        yield from (*played, *actions, *card_chapters(self.game, decks))
        yield from filter(_says, [Chapter("The end of the game", 2, end), Chapter("Further rules", 2, self._rest())])
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

    def _rest(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(w for section in list(self.telling.left) for w in self.telling.section(section)))

    def _things(self) -> Iterator[Chapter]:
        """What there is, with zones and counters that have words of their own."""
        whole = Chapter(_WHAT_THERE_IS, 2, self.telling.of_kind("enum"), components(self.game))
        things: list[Chapter] = []
        for section in [s for s in self.telling.left if s.kind in _THINGS]:
            words = self.telling.section(section)
            if things and words and words[0][:1].islower():
                things[-1] = evolve(things[-1], paragraphs=joined((*things[-1].paragraphs, *words)))
            elif words:
                things.append(Chapter(self._heading(section), 3, words))
        if whole.says_something or things:
            yield from (whole, *things)

    def _heading(self, section: ir.Section) -> str:
        """What a thing is called; of counters, what several are called."""
        if section.kind != "counters":
            return capital(section.title)
        counter = next((one for one in self.game.variables if one.name == section.name), None)
        return capital(several_of(counter) if counter is not None else plural(section.title))

    def _within(self, body: ir.Body) -> list[ir.Flow]:
        names = dict.fromkeys(run.flow for run in nodes_of(body.statements, ir.RunFlow))
        return [self.telling.flows[name] for name in names]

    def _flow(self, flow: ir.Flow, depth: int) -> Iterator[Chapter]:
        number = f"{flow.number}. " if flow.number else ""
        yield Chapter(f"{number}{flow.title}", depth, self.telling.of_kind(flow.kind, flow.name, flow.body))
        for inner in self._within(flow.body):
            yield from self._flow(inner, depth + 1)

    def _actions(self) -> Iterator[Chapter]:
        if self.game.actions:
            yield Chapter("Actions", 2)
        for action in self.game.actions:
            said = self.telling.of_kind("action", action.name, action.body) or done_by(self.game, action.body)
            yield Chapter(with_terms(self.game, action), 3, said)

    def _questions(self) -> Iterator[Chapter]:
        if self.game.rulings:
            yield Chapter(_QUESTIONS, 2)
        for ruling in self.game.rulings:
            yield Chapter(plain(ruling.question), 3, (plain(" ".join(ruling.answer)),) if ruling.answer else ())


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


def _says(part: Chapter) -> bool:
    return part.says_something
